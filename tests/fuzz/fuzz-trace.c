/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a trace, to their end: there is a call or not, an error or not, and whatever is
 * handed out can be looked at.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/trace/text/reader.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

static void
require(gboolean holds)
{
    if (!holds)
        abort();
}

static void
check_text(const char *text)
{
    require(g_utf8_validate(text, -1, NULL));
}

static void
check_param(const TraceProgram *program, const TraceRecord *record, const TraceParam *param)
{
    RtParamKind kind = rt_param_get(param->id)->kind;
    require(param->n >= 1 && param->n_rows >= 1 &&
            trace_record_row_end(record, param, param->n_rows - 1) == param->n);
    for (guint row = 0, begin = 0; row < param->n_rows; row++) {
        require(trace_record_row_end(record, param, row) > begin);
        begin = trace_record_row_end(record, param, row);
    }
    for (guint i = 0; i < param->n; i++) {
        if (kind == RT_PARAM_KIND_REAL)
            require(isfinite(trace_record_reals(record, param)[i]));
        if (kind == RT_PARAM_KIND_REF)
            require(trace_record_ints(record, param)[i] >= 0 &&
                    trace_record_ints(record, param)[i] <= program->references.items->len);
    }
}

static void
check_record(const TraceProgram *program, guint32 number)
{
    require(number < program->records.items->len);
    const TraceRecord *record = trace_program_record(program, number);
    require(record->call <= RT_CALL_UNKNOWN);
    check_text(record->name);
    if (record->problem != NULL)
        check_text(record->problem);
    for (guint i = 0; i < record->n_params; i++) {
        const TraceParam *param = &record->params[i];
        require(trace_record_get(record, param->id) == param);
        check_param(program, record, param);
    }
}

static void
check_call(const TraceProgram *program, const TraceCall *call)
{
    require(call->t_call >= 0 && isfinite(call->t_call));
    require(call->t_return >= 0 && isfinite(call->t_return));
    require(trace_program_time_before(program, call, 0) == call->t_call);
    require(trace_program_time_inside(program, call, 0) == call->t_return);
    require(trace_program_time_inside(program, call, 1e300) == 0);
    require(trace_program_site(program, call->site) != NULL);
    check_text(trace_program_site(program, call->site)->file);
    require(trace_program_site(program, call->site)->line >= 0);
    check_record(program, call->call);
    check_record(program, call->ret);
}

static void
check_info(const TraceProgram *program, guint64 n_calls, guint64 last_line, gboolean good)
{
    const TraceInfo *info = &program->info;
    require(info->n_calls == n_calls && info->vps_rank >= 0 && info->vps_rank <= 15);
    for (guint i = 0; i < info->warnings->len; i++)
        require(g_str_has_prefix(g_ptr_array_index(info->warnings, i), "fuzz:"));
    if (!good)
        return;
    require(last_line <= info->lines && info->exit_line <= info->lines);
    check_text(info->program);
    require(info->dropped_name == NULL || !info->complete);
    for (guint32 i = 1; i <= program->references.items->len; i++) {
        g_autofree char *text = trace_program_reference_text(program, i);
        require(strlen(text) <= 16);
    }
}

int
LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(TraceReader) reader =
        trace_reader_new_from_memory("fuzz", (const char *)data, size);
    const TraceProgram *program = trace_reader_stream(reader).program;
    g_autoptr(GError) error = NULL;
    TraceCall call;
    guint64 n_calls = 0, last_line = 0;
    gboolean ok;
    while ((ok = trace_reader_stream(reader).next(reader, &call, &error))) {
        require(error == NULL && call.line > last_line);
        last_line = call.line;
        n_calls++;
        check_call(program, &call);
    }
    check_info(program, n_calls, last_line, error == NULL);
    /* The end is the end, and an error stays that error. */
    g_autoptr(GError) again = NULL;
    require(!trace_reader_stream(reader).next(reader, &call, &again));
    require((error == NULL) == (again == NULL));
    if (error != NULL)
        require(g_str_has_prefix(error->message, "fuzz:") &&
                strcmp(error->message, again->message) == 0);
    return 0;
}

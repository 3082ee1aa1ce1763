/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/program.h"

#define FIRST_CALLS 1024

/* Calls to a record: where a program repeats itself as much, few records stand in the trace
 * once, and a pass over all calls to find them is spared. */
#define MANY_CALLS 64

TraceProgram *
trace_program_new(const char *file)
{
    TraceProgram *program = g_new0(TraceProgram, 1);
    program->info.file = g_strdup(file);
    program->info.warnings = g_ptr_array_new_with_free_func(g_free);
    trace_names_init(&program->names);
    trace_records_init(&program->records);
    return program;
}

void
trace_program_free(TraceProgram *program)
{
    if (program == NULL)
        return;
    trace_records_clear(&program->records);
    trace_names_clear(&program->names);
    g_ptr_array_unref(program->info.warnings);
    g_free(program->info.file);
    g_free(program->calls);
    g_free(program->several);
    g_free(program);
}

const TraceRecord *
trace_program_record(const TraceProgram *program, guint32 record)
{
    return trace_records_get(&program->records, record);
}

guint32
trace_program_n_records(const TraceProgram *program)
{
    return program->records.records->len;
}

const TraceSite *
trace_program_site(const TraceProgram *program, guint32 site)
{
    return site < program->names.sites->len ? g_ptr_array_index(program->names.sites, site)
                                            : NULL;
}

guint32
trace_program_n_references(const TraceProgram *program)
{
    return program->names.references->len - 1;
}

char *
trace_program_reference_text(const TraceProgram *program, guint32 index)
{
    g_assert(index >= 1 && index < program->names.references->len);
    return g_strdup_printf("%" G_GINT64_MODIFIER "x",
                           g_array_index(program->names.references, guint64, index));
}

/* Finds the records that several calls have. */
static void
find_several(TraceProgram *program)
{
    const gsize n = trace_program_n_records(program);
    if (program->n_calls / MANY_CALLS > n)
        return;
    g_autofree guint8 *once = g_malloc0(n / 8 + 1);
    program->several = g_malloc0(n / 8 + 1);
    for (gsize i = 0; i < program->n_calls; i++) {
        const guint32 record = program->calls[i].call;
        const guint8 bit = (guint8)(1u << record % 8);
        program->several[record / 8] |= once[record / 8] & bit;
        once[record / 8] |= bit;
    }
}

gboolean
trace_program_keep(TraceProgram *program, TraceStream stream, GError **error)
{
    gsize capacity = 0;
    GError *failure = NULL;
    for (TraceCall call; stream.next(stream.front_end, &call, &failure);
         program->calls[program->n_calls++] = call) {
        if (program->n_calls == capacity) {
            capacity = MAX(2 * capacity, FIRST_CALLS);
            program->calls = g_renew(TraceCall, program->calls, capacity);
        }
    }
    if (failure != NULL) {
        g_propagate_error(error, failure);
        return FALSE;
    }
    program->calls = g_renew(TraceCall, program->calls, program->n_calls);
    find_several(program);
    return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/program.h"

#include "src/base/clean.h"
#include "src/base/hash.h"

#define FIRST_CALLS 1024

static void
name_free(gpointer data)
{
    TraceName *name = data;
    g_free(name->bytes);
    g_free(name->text);
    g_free(name);
}

static guint
name_hash(gconstpointer data)
{
    const TraceName *name = data;
    return hash_memory(name->bytes, name->len);
}

static gboolean
name_equal(gconstpointer one, gconstpointer other)
{
    const TraceName *a = one, *b = other;
    return a->len == b->len && (a->len == 0 || memcmp(a->bytes, b->bytes, a->len) == 0);
}

static guint
site_hash(gconstpointer data)
{
    const TraceSite *site = data;
    return hash_end(hash_add((guint64)site->line, site->file, strlen(site->file)));
}

/* Names of different bytes may be the same for people. */
static gboolean
site_equal(gconstpointer one, gconstpointer other)
{
    const TraceSite *a = one, *b = other;
    return a->line == b->line && (a->file == b->file || g_str_equal(a->file, b->file));
}

TraceProgram *
trace_program_new(const char *file)
{
    TraceProgram *program = g_new0(TraceProgram, 1);
    program->info.file = g_strdup(file);
    program->times = g_ptr_array_new_with_free_func(g_free);
    program->info.warnings = g_ptr_array_new_with_free_func(g_free);
    trace_distinct_init(&program->names, name_hash, name_equal, name_free);
    trace_distinct_init(&program->sites, site_hash, site_equal, g_free);
    trace_distinct_init(&program->references, g_int64_hash, g_int64_equal, g_free);
    trace_distinct_init(&program->records, trace_record_hash, trace_record_equal, g_free);
    return program;
}

void
trace_program_free(TraceProgram *program)
{
    if (program == NULL)
        return;
    trace_distinct_clear(&program->records);
    trace_distinct_clear(&program->references);
    trace_distinct_clear(&program->sites);
    trace_distinct_clear(&program->names);
    g_ptr_array_unref(program->times);
    g_ptr_array_unref(program->info.warnings);
    g_free(program->info.file);
    g_free(program->calls);
    g_free(program);
}

void
trace_program_close(TraceProgram *program)
{
    trace_distinct_close(&program->names);
    trace_distinct_close(&program->sites);
    trace_distinct_close(&program->references);
    trace_distinct_close(&program->records);
}

const TraceName *
trace_program_name(const TraceProgram *program, guint32 name)
{
    return trace_distinct_get(&program->names, name);
}

const TraceSite *
trace_program_site(const TraceProgram *program, guint32 site)
{
    return site < program->sites.items->len ? trace_distinct_get(&program->sites, site) : NULL;
}

const TraceRecord *
trace_program_record(const TraceProgram *program, guint32 record)
{
    return trace_distinct_get(&program->records, record);
}

char *
trace_program_reference_text(const TraceProgram *program, guint32 reference)
{
    const guint64 *known = trace_distinct_get(&program->references, reference - 1);
    return g_strdup_printf("%" G_GINT64_MODIFIER "x", *known);
}

guint32
trace_program_add_name(TraceProgram *program, const char *bytes, gsize len)
{
    const TraceName key = { .bytes = (char *)bytes, .len = len };
    const guint32 known = trace_distinct_find(&program->names, &key);
    if (known != TRACE_NONE)
        return known;
    TraceName *name = g_new(TraceName, 1);
    *name = (TraceName){ g_memdup2(bytes, len), len, report_clean_shown(bytes, (gssize)len),
                         rt_call_lookup(bytes, len) };
    return trace_distinct_add(&program->names, name);
}

/* The number of what equals the `size` bytes at `key`, which are copied when it is new. */
static guint32
add_copy(TraceDistinct *distinct, gconstpointer key, gsize size)
{
    const guint32 known = trace_distinct_find(distinct, key);
    return known != TRACE_NONE ? known : trace_distinct_add(distinct, g_memdup2(key, size));
}

guint32
trace_program_add_site(TraceProgram *program, guint32 file, gint64 line)
{
    const TraceSite site = { trace_program_name(program, file)->text, line };
    return add_copy(&program->sites, &site, sizeof site);
}

guint32
trace_program_add_reference(TraceProgram *program, guint64 reference)
{
    const guint32 number = add_copy(&program->references, &reference, sizeof reference);
    return number == TRACE_NONE ? TRACE_NONE : number + 1;
}

guint32
trace_program_add_record(TraceProgram *program, guint32 name, const TraceParams *params)
{
    const TraceName *called = trace_program_name(program, name);
    const char *problem = NULL;
    if (params->problem != NULL) {
        const guint32 text =
            trace_program_add_name(program, params->problem, strlen(params->problem));
        if (text == TRACE_NONE)
            return TRACE_NONE;
        problem = trace_program_name(program, text)->text;
    }
    g_autofree TraceRecord *record =
        trace_record_new(called->call, called->text, problem, params);
    return add_copy(&program->records, record, record->size);
}

double
trace_times_sum(const double seconds[], gsize n, double overhead)
{
    double sum = 0, lost = 0; /* compensated summation after Neumaier */
    for (gsize i = 0; i < n; i++) {
        const double t = MAX(0.0, seconds[i] - overhead), next = sum + t;
        lost += sum >= t ? (sum - next) + t : (t - next) + sum;
        sum = next;
    }
    return sum + lost;
}

static const TraceTimes *
get_times(const TraceProgram *program, const TraceCall *call)
{
    return call->times == 0 ? NULL : g_ptr_array_index(program->times, call->times - 1);
}

double
trace_program_time_before(const TraceProgram *program, const TraceCall *call, double overhead)
{
    const TraceTimes *times = get_times(program, call);
    return times == NULL ? MAX(call->t_call - overhead, 0.0)
                         : trace_times_sum(times->seconds, times->n_before, overhead);
}

double
trace_program_time_inside(const TraceProgram *program, const TraceCall *call, double overhead)
{
    const TraceTimes *times = get_times(program, call);
    return times == NULL ? MAX(call->t_return - overhead, 0.0)
                         : trace_times_sum(times->seconds + times->n_before,
                                           times->n - times->n_before, overhead);
}

guint32
trace_program_add_times(TraceProgram *program, const double before[], gsize n_before,
                        const double inside[], gsize n_inside)
{
    const gsize n = n_before + n_inside;
    TraceTimes *times = g_malloc(sizeof *times + n * sizeof *times->seconds);
    *times = (TraceTimes){ n_before, n };
    if (n_before > 0)
        memcpy(times->seconds, before, n_before * sizeof *before);
    if (n_inside > 0)
        memcpy(times->seconds + n_before, inside, n_inside * sizeof *inside);
    g_ptr_array_add(program->times, times);
    return program->times->len;
}

void
trace_program_forget_times(TraceProgram *program)
{
    if (!program->keeps_calls && program->times->len > 0)
        g_ptr_array_set_size(program->times, 0);
}

gboolean
trace_program_keep(TraceProgram *program, TraceStream stream, GError **error)
{
    gsize capacity = 0;
    GError *failure = NULL;
    program->keeps_calls = TRUE;
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
    return TRUE;
}

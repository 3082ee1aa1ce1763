/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/nest.h"

#define CUT_NAME_LEN 21 /* 26 without call_ */

void
trace_nest_clear(TraceNest *nest)
{
    g_free(nest->open);
    *nest = (TraceNest){ 0 };
}

void
trace_nest_push(TraceNest *nest, guint32 name, guint64 line)
{
    if (nest->depth == 0)
        nest->sum = nest->lost = nest->n = 0;
    if (nest->depth == nest->capacity) {
        nest->capacity = MAX(2 * nest->capacity, 16);
        nest->open = g_renew(TraceOpenCall, nest->open, nest->capacity);
    }
    nest->open[nest->depth++] = (TraceOpenCall){ name, line };
}

gboolean
trace_nest_matches(const TraceNest *nest, const TraceNames *names, guint32 name)
{
    if (nest->depth == 0)
        return FALSE;
    guint32 call = nest->open[nest->depth - 1].name;
    if (call == name)
        return TRUE;
    const TraceName *a = trace_names_get(names, call);
    const TraceName *b = trace_names_get(names, name);
    return a->len == CUT_NAME_LEN && b->len == CUT_NAME_LEN + 1 &&
           memcmp(a->bytes, b->bytes, CUT_NAME_LEN) == 0;
}

void
trace_nest_pop(TraceNest *nest)
{
    g_assert(nest->depth > 0);
    nest->depth--;
}

/* Compensated summation after Neumaier. */
void
trace_nest_add(TraceNest *nest, double seconds)
{
    double sum = nest->sum + seconds;
    nest->lost +=
        nest->sum >= seconds ? (nest->sum - sum) + seconds : (seconds - sum) + nest->sum;
    nest->sum = sum;
    nest->n += nest->n < G_MAXUINT32;
}

double
trace_nest_seconds(const TraceNest *nest)
{
    return nest->sum + nest->lost;
}

char *
trace_nest_describe_mismatch(const TraceNest *nest, const TraceNames *names, guint32 name)
{
    const char *text = trace_names_get(names, name)->text;
    if (nest->depth == 0)
        return g_strdup_printf("ret_%s without a call", text);
    const TraceOpenCall *top = &nest->open[nest->depth - 1];
    return g_strdup_printf("ret_%s does not match call_%s of line %" G_GUINT64_FORMAT, text,
                           trace_names_get(names, top->name)->text, top->line);
}

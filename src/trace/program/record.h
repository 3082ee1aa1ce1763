/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A distinct call line (name and parameters) or return line (parameters), parsed once however
 * often it stands in the trace.
 */
#pragma once

#include "src/trace/program/rt-call.h"

/* What the tag behind a reference says: "PatternRef=55a0 (AMView)". */
typedef enum { TRACE_TAG_NONE, TRACE_TAG_AMVIEW, TRACE_TAG_DISARRAY } TraceTag;

typedef struct {
    guint16 id;   /* RtParamId */
    guint16 tag;  /* TraceTag */
    guint n;      /* values, >= 1; a scalar has 1 */
    guint n_rows; /* AxisWeightAddr[i][j], LoadWeight[] that starts at 0 again: rows; else 1 */
    guint first;  /* place of its first value behind the parameters */
} TraceParam;

/* One piece of memory, equal to another record when all bytes are. */
typedef struct {
    const char *name; /* full name as it stands in the trace, NUL-terminated; of the program */
    /* Why the record cannot be simulated (a missing or malformed parameter), naming the
     * parameter, or NULL; of the program. It becomes an error only when the call is simulated.
     */
    const char *problem;
    gsize size; /* bytes in all */
    RtCallId call;
    guint n_params;
    /* In the order of the row's wants; behind them their values of 8 bytes, behind those of a
     * parameter the ends of its rows but the last. */
    TraceParam params[];
} TraceRecord;

/* The parameter, or NULL when the record does not have it. */
const TraceParam *trace_record_get(const TraceRecord *record, RtParamId id);

/* The n values of a parameter of the record: RT_PARAM_KIND_INT, and RT_PARAM_KIND_REF as dense
 * indices; RT_PARAM_KIND_REAL. */
static inline const gint64 *
trace_record_ints(const TraceRecord *record, const TraceParam *param)
{
    return (const gint64 *)(gconstpointer)(record->params + record->n_params) + param->first;
}

static inline const double *
trace_record_reals(const TraceRecord *record, const TraceParam *param)
{
    return (gconstpointer)trace_record_ints(record, param); /* as they were copied there */
}

/* One past the last value of a row of the parameter. */
static inline guint
trace_record_row_end(const TraceRecord *record, const TraceParam *param, guint row)
{
    return row + 1 == param->n_rows ? param->n
                                    : (guint)trace_record_ints(record, param)[param->n + row];
}

/* Its first value, or `fallback` without it. For RT_PARAM_KIND_REAL use trace_record_real(). */
gint64 trace_record_int(const TraceRecord *record, RtParamId id, gint64 fallback);
double trace_record_real(const TraceRecord *record, RtParamId id, double fallback);

/* No row of rt-call.def wants more; a test holds it against this. */
#define TRACE_MAX_WANTS 16

/* One value of a wanted parameter. */
typedef struct {
    guint want;
    gboolean begins_row; /* but the first */
    union {
        gint64 integer; /* or reference */
        double real;
    } as;
} TraceValue;

/* The parameters of one record while a front end collects them, reused for one after another.
 */
typedef struct {
    const RtWant *wants;
    guint n_wants;
    struct {
        TraceParam param; /* n = 0: absent */
        guint row_begin;  /* place of the first value of its last row */
        gboolean
            scalar; /* given without an index: what comes later under this name is ignored */
    } slots[TRACE_MAX_WANTS]; /* one for each want */
    GArray *values;           /* TraceValue, as they come */
    char *problem;            /* the first one found, or NULL */
    gboolean full;            /* a reference could not be numbered */
} TraceParams;

void trace_params_init(TraceParams *params);
void trace_params_clear(TraceParams *params);

/* Nothing collected, `wants` wanted. */
void trace_params_reset(TraceParams *params, const RtWant *wants, guint n_wants);

/* Adds a value to those of want `want`. */
void trace_params_add(TraceParams *params, const TraceValue *value);

/* A record of what was collected; `name` and `problem` are not copied. Free with g_free(). */
TraceRecord *trace_record_new(RtCallId call, const char *name, const char *problem,
                              const TraceParams *params);

/* GHashFunc and GEqualFunc. */
guint trace_record_hash(gconstpointer record);
gboolean trace_record_equal(gconstpointer a, gconstpointer b);

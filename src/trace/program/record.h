/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A distinct call line (name and parameters) or return line (parameters), parsed once however
 * often it stands in the trace.
 *
 * It is kept as a shape, which all records share that differ in values alone, and its values.
 */
#pragma once

#include "src/trace/program/rt-call.h"

/* What the tag behind a reference says: "PatternRef=55a0 (AMView)". */
typedef enum { TRACE_TAG_NONE, TRACE_TAG_AMVIEW, TRACE_TAG_DISARRAY } TraceTag;

typedef struct {
    RtParamId id;
    TraceTag tag;
    guint n;      /* values, >= 1; a scalar has 1 */
    guint n_rows; /* AxisWeightAddr[i][j], LoadWeight[] that starts at 0 again: rows; else 1 */
    guint first;  /* place of its first value among those of the record */
    const guint *row_end; /* n_rows entries: one past the last value of each row */
} TraceParam;

typedef struct {
    RtCallId call;
    guint n_params, n_values;
    const char *name;   /* full name as it stands in the trace, NUL-terminated */
    TraceParam *params; /* n_params of them, in the order of the row's wants; owned */
    /* Why the record cannot be simulated (a missing or malformed parameter), naming the
     * parameter, or NULL. It becomes an error only when the call is simulated. */
    char *problem;   /* owned */
    guint *row_ends; /* owned: what those of the parameters point into */
} TraceShape;

typedef struct {
    const TraceShape *shape;
    gint64 values[]; /* shape->n_values of them: use trace_record_ints() and _reals() */
} TraceRecord;

/* The parameter, or NULL when the record does not have it. */
const TraceParam *trace_record_get(const TraceRecord *record, RtParamId id);

/* The n values of a parameter of the record: RT_PARAM_KIND_INT, and RT_PARAM_KIND_REF as dense
 * indices; RT_PARAM_KIND_REAL. */
static inline const gint64 *
trace_record_ints(const TraceRecord *record, const TraceParam *param)
{
    return record->values + param->first;
}

static inline const double *
trace_record_reals(const TraceRecord *record, const TraceParam *param)
{
    return (gconstpointer)(record->values + param->first); /* as they were copied there */
}

/* Its first value, or `fallback` without it. For RT_PARAM_KIND_REAL use trace_record_real(). */
gint64 trace_record_int(const TraceRecord *record, RtParamId id, gint64 fallback);
double trace_record_real(const TraceRecord *record, RtParamId id, double fallback);

/* No row of rt-call.def wants more; a test holds it against this. */
#define TRACE_MAX_WANTS 16

/* One wanted parameter while a front end collects its values. */
typedef struct {
    gboolean scalar; /* given without an index: what comes later under this name is ignored */
    TraceTag tag;
    GArray *values;   /* gint64 or double, 8 bytes either way */
    GArray *row_ends; /* guint; ends of the rows before the last one */
} TraceParamSlot;

/* The parameters of one record while they are collected, reused for one after another. */
typedef struct {
    const RtWant *wants;
    guint n_wants;
    TraceParamSlot slots[TRACE_MAX_WANTS]; /* one for each want; no values: absent */
    char *problem;                         /* the first one found, or NULL */
    gboolean full;                         /* a reference could not be numbered */
} TraceParams;

void trace_params_init(TraceParams *params);
void trace_params_clear(TraceParams *params);

/* Nothing collected, `wants` wanted. */
void trace_params_reset(TraceParams *params, const RtWant *wants, guint n_wants);

/* A new shape of what was collected for a call whose full name is `name` (not copied), and a
 * new record of that shape; free with trace_shape_free() and g_free(). */
TraceShape *trace_shape_new(RtCallId call, const char *name, const TraceParams *params);
void trace_shape_free(gpointer shape);
TraceRecord *trace_record_new(const TraceShape *shape, const TraceParams *params);

/* GHashFunc and GEqualFunc of shapes; of records, whose shapes are the same when they are one.
 */
guint trace_shape_hash(gconstpointer shape);
gboolean trace_shape_equal(gconstpointer a, gconstpointer b);
guint trace_record_hash(gconstpointer record);
gboolean trace_record_equal(gconstpointer a, gconstpointer b);

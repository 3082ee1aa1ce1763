/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A distinct call line (name and parameters) or return line (parameters), parsed once however
 * often it stands in the trace.
 *
 * It is kept as a shape, which all records share that differ in values alone, and its values:
 * with parameters of its own each of 100,000 distinct loops took 450 bytes, and takes 150.
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
    guint number; /* of the shape, from 0 */
    guint n_params, n_values;
    const char *name;         /* full name as it stands in the trace, NUL-terminated */
    const TraceParam *params; /* n_params of them, in the order of the row's wants */
    /* Why the record cannot be simulated (a missing or malformed parameter), naming the
     * parameter, or NULL. It becomes an error only when the call is simulated. */
    const char *problem;
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

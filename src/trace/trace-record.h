/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A distinct call line (name and parameters) or return line (parameters), parsed once however
 * often it stands in the trace.
 */
#pragma once

#include "src/trace/rt-call.h"

/* What the tag behind a reference says: "PatternRef=55a0 (AMView)". */
typedef enum { TRACE_TAG_NONE, TRACE_TAG_AMVIEW, TRACE_TAG_DISARRAY } TraceTag;

typedef struct {
    RtParamId id;
    TraceTag tag;
    guint n;      /* values, >= 1; a scalar has 1 */
    guint n_rows; /* AxisWeightAddr[i][j], LoadWeight[] that starts at 0 again: rows; else 1 */
    union {
        const gint64 *ints;  /* RT_PARAM_KIND_INT; for RT_PARAM_KIND_REF dense indices */
        const double *reals; /* RT_PARAM_KIND_REAL */
    };
    const guint *row_end; /* n_rows entries: one past the last value of each row; &n for one */
} TraceParam;

typedef struct {
    RtCallId call;
    guint n_params;
    const char *name;         /* full name as it stands in the trace, NUL-terminated */
    const TraceParam *params; /* n_params of them, in the order of the row's wants */
    /* Why the record cannot be simulated (a missing or malformed parameter), naming the
     * parameter, or NULL. It becomes an error only when the call is simulated. */
    const char *problem;
} TraceRecord;

/* The parameter, or NULL when the record does not have it. */
const TraceParam *trace_record_get(const TraceRecord *record, RtParamId id);

/* Its first value, or `fallback` without it. For RT_PARAM_KIND_REAL use trace_record_real(). */
gint64 trace_record_int(const TraceRecord *record, RtParamId id, gint64 fallback);
double trace_record_real(const TraceRecord *record, RtParamId id, double fallback);

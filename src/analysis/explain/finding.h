/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The identifiers of findings, their kinds and what to try: finding.def.
 */
#pragma once

#include <glib.h>

/* The kinds; docs/findings.md has a section for each identifier. */
typedef enum {
    FINDING_IMBALANCE,
    FINDING_SERIAL,
    FINDING_REPLICATED,
    FINDING_REDUCTION,
    FINDING_SHADOW,
    FINDING_REMOTE,
    FINDING_REDISTRIBUTION,
    FINDING_IO,
    FINDING_LATENCY,
    FINDING_BANDWIDTH,
    FINDING_CONGESTION,
    FINDING_MAPPING,
    FINDING_OVERLAP,
    FINDING_GRID,
    FINDING_TASK,
    N_FINDING_KINDS,
} FindingKind;

/* "imbalance", "serial", ... */
const char *finding_kind_name(FindingKind kind);

typedef enum {
#define FINDING(id, name, kind, advice) FINDING_ID_##id,
#include "src/analysis/explain/finding.def"
#undef FINDING
    N_FINDING_IDS,
} FindingId;

typedef struct {
    const char *name; /* stable, "reduction-in-loop": a section of docs/findings.md */
    FindingKind kind;
    const char *advice; /* what to try */
} FindingRow;

const FindingRow *finding_row(FindingId id);

typedef struct {
    const char *id; /* FindingRow.name */
    FindingKind kind;
    guint interval; /* Interval.id in the prediction, 1.. */
    char *file;
    gint64 line;      /* of the cause */
    char *processors; /* as in the reports: "0-7" */
    double bound;     /* seconds saved at most, >= 0, never more than the run */
    double share;     /* of the execution time */
    char *title;      /* one line: what */
    char *evidence;   /* the numbers */
    char *advice;     /* what to try */
} Finding;

/* Frees a Finding; NULL is allowed. */
void finding_free(gpointer finding);

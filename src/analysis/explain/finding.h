/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The identifiers of findings, their kinds and what to try: finding.def.
 */
#pragma once

#include "src/trace/program/program.h"

typedef enum {
#define FINDING_KIND(id, name, meaning) FINDING_##id,
#include "src/analysis/explain/finding.def"
    N_FINDING_KINDS,
} FindingKind;

typedef struct {
    const char *name;    /* "imbalance", "serial", ... */
    const char *meaning; /* in a sentence */
} FindingKindRow;

const FindingKindRow *finding_kind(FindingKind kind);

typedef enum {
#define FINDING(id, name, kind, title, fortran, c, recorded) FINDING_ID_##id,
#include "src/analysis/explain/finding.def"
    N_FINDING_IDS,
} FindingId;

/* What a program is written with: advice is in its words. */
typedef enum {
    FINDING_FORTRAN_DVM,
    FINDING_C_DVM,
    FINDING_RECORDED, /* calls of the recorder */
    N_FINDING_LANGUAGES,
} FindingLanguage;

/* By the trace's head and the name of its program. */
FindingLanguage finding_language(const TraceInfo *info);

typedef struct {
    const char *name; /* stable, "reduction-in-loop": a section of docs/findings.md */
    FindingKind kind;
    const char *title; /* one line: what; NULL: numbers change it */
    const char *advice[N_FINDING_LANGUAGES]; /* finding_advice() */
} FindingRow;

const FindingRow *finding_row(FindingId id);

/* What to try. */
const char *finding_advice(FindingId id, FindingLanguage language);

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

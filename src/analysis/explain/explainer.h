/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Inside of explain(): what its steps share.
 */
#pragma once

#include "src/analysis/explain/explanation.h"
#include "src/analysis/explain/suspects.h"
#include "src/analysis/explain/what-if-runs.h"

/* What was asked about a suspect: numbers of questions. G_MAXUINT: not asked. */
typedef struct {
    const Suspect *suspect; /* NULL: of the grid or of the whole network */
    guint without;          /* the whole cost */
    guint overlapped;       /* SHADOW, REDUCTION: hidden behind the computing that follows */
    guint no_start;         /* SHADOW, PIPELINE: without start times */
    guint best_grain;       /* PIPELINE */
} Inquiry;

/* A finding in the making. */
typedef struct {
    FindingId id;
    const Suspect *suspect; /* NULL: of the grid or of the whole network */
    GPtrArray *also;        /* owned: further Suspects that are the same cause, or NULL */
    guint question;         /* whose answer is the bound */
    gboolean hides;         /* SMALL_MESSAGES: the exchange can be hidden, which is the advice
                             * when there is nothing to unite it with */
    const Suspect *mended;  /* GRID_SHAPE: the bound is what it saves without this; or NULL */
    guint on_grid;          /* the same on the better grid, or G_MAXUINT */
    gboolean by_grid;       /* the better grid, which is no finding, helps against it, too */
    gboolean best_grain;    /* PIPELINE: the bound is that of the best number of portions */
    gboolean implicit;      /* what another grid helps against is the grid's fault */
    gint64 line;            /* 0: of the suspect */
    double bound;
} Draft;

typedef struct {
    const CallGraph *graph;
    const Params *params;
    const Prediction *prediction;
    ExplainOptions options;
    double time;                    /* of the run */
    double least;                   /* seconds that are worth a word */
    Timeline *timeline;             /* owned, or NULL: what the simulator did */
    Simulator *simulator;           /* owned: has collected causes */
    WhatIfRuns *runs;               /* owned */
    GPtrArray *suspects;            /* owned */
    GArray *inquiries;              /* of Inquiry */
    GPtrArray *drafts;              /* of Draft, owned */
    guint *id_of;                   /* owned: Interval.id of each interval of the ledger */
    double copies;                  /* suspects_copies() */
    guint whole_start, whole_bytes; /* questions: the network without start times, byte times */
    GArray *grids;                  /* of RaterGrid: others of as many processors */
    guint first_grid;               /* question of the first of them, the others follow */
    guint best_grid;                /* index in grids, or G_MAXUINT: it is no finding */
    guint better_grid;              /* the same, finding or not, when `better` is not NULL */
    GArray *fewer;                  /* of RaterGrid: half the processors, a quarter, ... 1 */
    guint half;                     /* question of the first of them */
    Params *better;                 /* owned: on that grid, or NULL */
} Explainer;

/* Seconds saved by what the question leaves out, 0 to the run. */
double explainer_saved(const Explainer *e, guint question);

/* A place of the source, NULL when it is not known. */
const TraceSite *explainer_site(const Explainer *e, guint32 site);

/* The site of the sequential loop around a suspect, of the program without one. */
guint32 explainer_loop(const Explainer *e, const Suspect *suspect);

/* explain/ask.c: what is worth asking. */
void explain_ask(Explainer *e);

/* The fastest of e->fewer, when it saves what is worth a word, with its time; or NULL. Asks for
 * all of them when half as many processors, or one, are faster. */
const RaterGrid *explain_ask_fewer(Explainer *e, double *time);

/* explain/judge.c: from answers to drafts with bounds; one a cause. */
void explain_judge(Explainer *e);
Draft *explain_draft_new(FindingId id, const Suspect *suspect, guint question, double bound);
void explain_draft_free(gpointer draft);

/* explain/serial.c: the line of the call that a serial section stands behind, 0 when it is not
 * known. *wrapped: at the end of a loop's body, which is so when the turns that come from there
 * take long and the first one, which comes from above, does not. */
gint64 explain_serial_after(const Explainer *e, const Suspect *suspect, gboolean *wrapped);

/* Its first line, as near as calls tell it; whether two sections begin at the same line, as the
 * end of a loop's body does in all turns and behind the last. */
gint64 explain_serial_line(const Explainer *e, const Suspect *suspect);
gboolean explain_serial_same(const Explainer *e, const Suspect *a, const Suspect *b);

/* explain/place.c: sets interval, file, line and processors of `finding`. */
void explain_place(const Explainer *e, const Draft *draft, Finding *finding);

/* explain/words.c: a draft in words. New. */
Finding *explain_words(const Explainer *e, const Draft *draft);

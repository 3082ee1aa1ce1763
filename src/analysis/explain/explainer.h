/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The steps of explain() and what they share: what is asked (ask.c), what is made of the
 * answers (judge.c), where that is (place.c) and how it is said (words.c).
 */
#pragma once

#include "src/analysis/explain/explanation.h"
#include "src/analysis/explain/suspects.h"
#include "src/analysis/sweep/topology.h"

/* What was asked about a suspect: numbers of questions. G_MAXUINT: not asked. */
typedef struct {
    const Suspect *suspect;
    guint without;    /* the whole cost */
    guint overlapped; /* SHADOW, REDUCTION: hidden behind the computing that follows */
    guint no_start;   /* SHADOW, PIPELINE: without start times */
    guint best_grain; /* PIPELINE */
} Inquiry;

/* The program on another grid. */
typedef struct {
    RaterGrid grid;
    guint question;
} GridQuestion;

/* A finding in the making. */
typedef struct {
    FindingId id;
    const Suspect *suspect; /* the first of them; NULL: of the grid or of the whole network */
    GPtrArray *suspects;    /* owned: all that are the same cause; not owned Suspects */
    guint question;         /* whose answer is the bound */
    gboolean hides;         /* SMALL_MESSAGES: the exchange can be hidden, which is the advice
                             * when there is nothing to unite it with */
    const Suspect *mended;  /* GRID_SHAPE: the bound is what it saves without this; or NULL */
    guint on_grid;          /* the same on the better grid, or G_MAXUINT: that says nothing */
    double left;            /* what it saves there */
    gboolean by_grid;       /* the better grid, which is no finding, helps against it, too */
    gboolean best_grain;    /* PIPELINE: the bound is that of the best number of portions */
    gboolean implicit;      /* what another grid helps against is the grid's fault */
    gint64 line;            /* 0: of the suspect */
    double bound;
} Draft;

typedef struct {
    const TraceProgram *program;
    const Params *params;
    const Prediction *prediction;
    ExplainOptions options;
    double time;                    /* of the run */
    double least;                   /* seconds that are worth a word */
    Timeline *timeline;             /* owned, or NULL: what the simulator did */
    Simulator *simulator;           /* owned: has collected causes */
    GPtrArray *questions;           /* owned, of explainer.c */
    GPtrArray *suspects;            /* owned */
    GArray *inquiries;              /* of Inquiry */
    GPtrArray *drafts;              /* of Draft, owned */
    double copies;                  /* suspects_copies() */
    guint whole_start, whole_bytes; /* questions: the network without start times, byte times */
    guint whole_costs;              /* without any */
    guint whole_congestion;         /* without congestion; G_MAXUINT: the network has none */
    Params *mapped;                 /* owned: with the best mapping; NULL: none was searched */
    guint mapped_question;          /* of it */
    TopologyShape shape;            /* of the grids that are asked for */
    GArray *grids;                  /* of GridQuestion: others of as many processors */
    GArray *fewer;                  /* likewise: half the processors, a quarter, ... 1 */
    Params *better;                 /* owned: on the best of the other grids, or NULL */
    guint better_question;          /* of it */
} Explainer;

/* --- questions: simulations of the program without one cause each, side by side --- */

GPtrArray *explainer_questions_new(void);

/* Asks for the time on the machine `params` (copied) without `what_if` (taken over; NULL: with
 * everything); returns the number of the question. The same question is simulated once. */
guint explainer_ask(const Explainer *e, const Params *params, SimWhatIf *what_if);

/* Simulates what was asked for since the last time. */
void explainer_answer(Explainer *e);

/* Execution time in seconds; INFINITY when it cannot be simulated so (another grid may be too
 * small for a task, or tell too many processors apart). */
double explainer_time(const Explainer *e, guint question);

/* Seconds saved by what the question leaves out, 0 to the run. */
double explainer_saved(const Explainer *e, guint question);

/* Of GridQuestions the one that saves most, what is worth a word at least; NULL: there is none.
 */
const GridQuestion *explainer_best_grid(const Explainer *e, const GArray *grids);

/* What the question leaves out; may be NULL. */
const SimWhatIf *explainer_what_if(const Explainer *e, guint question);

/* Asks on the machine `params` without what the question leaves out. */
guint explainer_ask_on(const Explainer *e, const Params *params, guint question);

/* The site of the sequential loop around a suspect, of the program without one. */
guint32 explainer_loop(const Explainer *e, const Suspect *suspect);

/* Its bound is what the question saves. */
Draft *draft_new(const Explainer *e, FindingId id, const Suspect *suspect, guint question);
void draft_free(gpointer draft);

/* Asks about suspects, the network and other grids. */
void explain_ask(Explainer *e);

/* Searches for the best mapping, when another one can matter. */
void explain_ask_mapping(Explainer *e);

/* Of the best mapping: what it is and how far messages go with it; what to write, before the
 * reason. New. */
void explain_mapping_evidence(const Explainer *e, GString *out);
char *explain_mapping_advice(const Explainer *e, const char *why);

/* Fills in the fastest grid of fewer processors, when it saves what is worth a word. Looks at
 * all halves when half as many processors, or one, are faster. */
void explain_ask_fewer(Explainer *e, Explanation *explanation);

/* Where nothing was found and little is productive: fills in the largest of the halves of the
 * processors that spends half of its time productively. */
void explain_ask_half(Explainer *e, Explanation *explanation);

/* From answers to drafts, one a cause, the largest bound first: which of the causes that cost
 * time is the root. */
void explain_judge(Explainer *e);

/* A finding in words: what, where, and the numbers. New. */
Finding *explain_words(const Explainer *e, const Draft *draft);

/* Sets interval, file, line and processors of `finding`. Serial code has no call of its own;
 * calls around it tell. */
void explain_place(const Explainer *e, const Draft *draft, Finding *finding);

/* The line of the call that a serial section stands behind, 0 when it is not known. *wrapped:
 * at the end of a loop's body, which is so when the turns that come from there take long and
 * the first one, which comes from above, does not. */
gint64 explain_serial_after(const Explainer *e, const Suspect *suspect, gboolean *wrapped);

/* Whether two sections begin at the same line, as the end of a loop's body does in all turns
 * and behind the last. */
gboolean explain_serial_same(const Explainer *e, const Suspect *a, const Suspect *b);

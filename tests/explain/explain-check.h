/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Small programs with a fault, and what is found in them.
 */
#pragma once

#include "src/analysis/explain/explanation.h"
#include "tests/sim/sim-check.h"
#include "tests/sim/trace-text.h"

/* Where a message of n bytes takes 10 + n microseconds; a bus of four such processors; turns of
 * the loops of a program. */
#define EXPLAIN_CHECK_COSTS "start time = 10; send byte time = 1; "
#define EXPLAIN_CHECK_FOUR  EXPLAIN_CHECK_COSTS "topology = { 4 };"
#define EXPLAIN_CHECK_STEPS 10

typedef struct {
    TraceProgram *program;
    Params *params;
    Prediction *prediction;
    Explanation *explanation;
} Explained;

void explained_clear(Explained *e);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Explained, explained_clear)

/* Predicts and explains; everything must succeed, and what must hold of every explanation is
 * CHECKed. `params`: text of a parameter file. `options` may be NULL. */
Explained explain_check_text(const TraceText *trace, const char *params);
Explained explain_check_file(const char *path, const char *params,
                             const ExplainOptions *options);

/* The finding of this kind (and at this line, unless it is 0); NULL when there is none. */
const Finding *explain_check_find(const Explained *e, FindingKind kind, gint64 line);

/* CHECKs kind and line of the first finding, `name` being for messages. */
void explain_check_first(const Explained *e, FindingKind kind, gint64 line, const char *name);

/* What must hold whatever was explained. */
void explain_check_identities(const Explained *e, const char *name);

/* --- idioms: calls take no time unless stated ------------------------------------------------
 */

/* begbl_ after 5 ms, and the array a0 of these sizes, distributed at line 2. */
TraceText *explain_check_program(const char *sizes, const char *axes);

/* bsloop_, enloop_ of a sequential loop at this line. */
void explain_check_begin(TraceText *t, int line);
void explain_check_end(TraceText *t, int line);

/* PARALLEL loop (interval and all) at `line` over first..last of the array, its DO one line
 * below. */
void explain_check_loop(TraceText *t, int line, const char *array, const char *first,
                        const char *last, int body);

/* The exchange of group e0, and a reduction of the loop mapped last, at once. */
void explain_check_exchange(TraceText *t, int start_line, int wait_line, const char *group);
void explain_check_reduce(TraceText *t, int line, const char *loop);

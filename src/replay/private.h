/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a session is made of, for the files of this folder.
 */
#pragma once

#include "src/analysis/explain/explanation.h"
#include "src/replay/run.h"
#include "src/replay/stops.h"
#include "src/replay/watch.h"
#include "src/sim/simulator.h"

struct _ReplaySession {
    const TraceProgram *program;
    Params *params;       /* owned; mapping = best has found what it means */
    ReplayOptions options;
    gboolean flat;        /* as in SimulatorOptions */
    Simulator *simulator; /* owned: has simulated the calls before `position` */
    ReplayWatch *watch;   /* what its last call did; the simulator's */
    guint64 position;
    guint64 since;        /* where it stood before it moved last */
    const char *line_call; /* name of the call by which the line of the last one was reached */
    guint8 *has_calls;    /* owned; by site of the trace: calls stand there */

    /* The call at `failed_at` cannot be simulated; NULL: none is known. */
    char *failure;
    guint64 failed_at;

    GPtrArray *stops; /* owned, of ReplayStop by number */
    guint last_stop;  /* number given last */
    ReplayWhy why;

    gboolean has_quit;
    guint depth;         /* of scripts that are carried out */
    GPtrArray *history;  /* owned: lines that were carried out */
    GHashTable *sources; /* owned: name of a source -> its lines (GStrv) */
    char *repeated; /* owned: what an empty line does; NULL: nothing */

    Prediction *so_far; /* owned: of this position, or NULL: not asked for */
    Prediction *whole;  /* owned: of the end, and why it is slow; NULL: not asked for */
    Explanation *explanation;
};

/* Makes the simulator anew, at position 0. FALSE with SIMULATOR_ERROR_*, and all is as it was. */
gboolean replay_restart(ReplaySession *session, GError **error);

/* Simulates the next call, or the exit. FALSE at the end, and where it cannot be simulated: then
 * session->failure says why and the session stands before it. */
gboolean replay_advance(ReplaySession *session);

/* Goes there, whatever stops there are. FALSE: it was told not to go on, or cannot; it stands on
 * the way then. */
gboolean replay_move(ReplaySession *session, guint64 position);

/* Asks whether to go on. */
gboolean replay_goes_on(const ReplaySession *session, guint64 done, guint64 n);

/* Another simulator at a position that was reached, which may be looked at in any way. NULL
 * with SIMULATOR_ERROR_*. */
Simulator *replay_simulator_at(const ReplaySession *session, guint64 position,
                               SimulatorOptions options, GError **error);

/* What is compared with the position after the next call. */
typedef struct {
    double elapsed; /* only kept up while there are alarms */
    guint n_warnings;
} ReplayBefore;

/* Whether the stop is hit at this position, reached from `before`; the condition counts. NULL:
 * the run begins here. *message (owned; may be set already) gets why a condition has no value,
 * which counts as true. */
gboolean replay_stop_is_hit(ReplaySession *session, const ReplayStop *stop,
                            const ReplayBefore *before, char **message);

/* Whether the call that is next reaches its line (stops.h). */
gboolean replay_reaches_line(const ReplaySession *session);

void replay_stop_free(gpointer stop);

/* Appends ", did you mean 'NAME'?" where one of the names is near. */
void replay_append_nearest(GString *out, const char *word, const char *const names[], gsize n);

/* Whether call k begins an interval. */
gboolean replay_begins_interval(const ReplaySession *session, guint64 k);

/* The name of call k, as the program has it once. */
const char *replay_call_name(const ReplaySession *session, guint64 k);

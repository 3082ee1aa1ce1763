/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A replay: the predicted run, stepped through call by call, forwards and backwards.
 *
 * A position is a number k: the calls 0..k-1 of the trace are simulated, call k is next.  With
 * n calls, at n only the exit of the program is left, and n + 1 is the end, where all numbers
 * are those of `predictor run` to the last bit.  A position has one state, however it was
 * reached: going back simulates again from the start.  Looking (look.h) never changes anything.
 *
 *   session.h     where it stands               run.h         moving, and why it stopped
 *   look.h        what can be seen there        expression.h  numbers of it
 *   stops.h       what it stops at              command.h     all of it as commands in text
 *
 * Seconds; processors by their number in the root system.
 */
#pragma once

#include "src/params/params.h"
#include "src/trace/program/program.h"

typedef struct _ReplaySession ReplaySession;

#define REPLAY_ERROR (replay_error_quark())
GQuark replay_error_quark(void);

typedef enum {
    REPLAY_ERROR_COMMAND, /* what was asked for cannot be understood, or does not exist */
    REPLAY_ERROR_STATE,   /* it cannot be done here: past the end, before the start */
    REPLAY_ERROR_FILE,    /* a script that cannot be read or written */
} ReplayErrorCode;

typedef struct {
    /* As --keep-going: a call in error is accounted by base and warned of. */
    gboolean keep_going;
    /* As --source-path: folders of sources, NULL-terminated, must outlive the session; NULL:
     * beside the trace. */
    const char *const *source_path;
    /* Asked now and then while the session moves, `done` of about `n` calls into it: FALSE
     * stops it where it is. May be NULL. */
    gboolean (*go_on)(guint64 done, guint64 n, gpointer data);
    gpointer data;
} ReplayOptions;

/* At position 0. The program keeps its calls and outlives the session; the parameters are
 * copied, and `mapping = best` is searched. `options` may be NULL. NULL with SIMULATOR_ERROR_*
 * when nothing can be simulated so. */
ReplaySession *replay_session_new(const TraceProgram *program, const Params *params,
                                  const ReplayOptions *options, GError **error);
void replay_session_free(ReplaySession *session);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReplaySession, replay_session_free)

const TraceProgram *replay_program(const ReplaySession *session);
const Params *replay_params(const ReplaySession *session);

/* Of the processors that are simulated. */
const RaterGrid *replay_grid(const ReplaySession *session);
guint64 replay_position(const ReplaySession *session);

/* The last position: calls + 1. */
guint64 replay_end(const ReplaySession *session);

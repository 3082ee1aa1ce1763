/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Moving through the run, and why it stopped.
 *
 * Everything that moves may stop earlier: at stops, in front of a call that cannot be simulated,
 * where ReplayOptions.go_on says so, at the end or the start. replay_why() tells. What cannot
 * move at all (forwards at the end, ...) is REPLAY_ERROR_STATE, and nothing has changed.
 */
#pragma once

#include "src/base/processor-set.h"
#include "src/replay/session.h"

typedef enum {
    REPLAY_AT_START,    /* of the run, position 0 */
    REPLAY_AT_END,      /* replay_end() */
    REPLAY_AT_STOP,     /* `stops` says at which */
    REPLAY_MOVED,       /* as far as it was asked to */
    REPLAY_INTERRUPTED, /* go_on said so */
    REPLAY_FAILED,      /* the next call cannot be simulated: `message` */
} ReplayReason;

typedef struct {
    ReplayReason reason;
    GArray *stops;         /* numbers (guint) of the stops hit here, rising; never NULL */
    double waited;         /* what the longest wait of the last call took, 0: nobody waited */
    ProcessorSet *waiters; /* owned: who; NULL: nobody */
    char *message;         /* owned: of FAILED, or of a condition that has no value; else NULL */
} ReplayWhy;

/* Why it stands where it stands; valid until it moves. */
const ReplayWhy *replay_why(const ReplaySession *session);

/* From the start to the first stop; hits are counted from 0. */
gboolean replay_run(ReplaySession *session, GError **error);

/* To the n-th place with a stop from here on (n >= 1). */
gboolean replay_continue(ReplaySession *session, guint64 n, GError **error);

/* n calls on. */
gboolean replay_step(ReplaySession *session, guint64 n, GError **error);

/* A call on; when it begins an interval, to behind the end of that. */
gboolean replay_next(ReplaySession *session, guint64 n, GError **error);

/* To behind the end of the innermost interval. */
gboolean replay_finish(ReplaySession *session, GError **error);

/* To the next call at this line (replay_find_line()), or of this name. */
gboolean replay_until_line(ReplaySession *session, guint32 site, GError **error);
gboolean replay_until_call(ReplaySession *session, const char *call, GError **error);

/* n calls back. */
gboolean replay_back(ReplaySession *session, guint64 n, GError **error);

/* Back to the last place before this one with a stop, or to the start. */
gboolean replay_reverse_continue(ReplaySession *session, GError **error);

/* There, whatever stops are on the way; 0..replay_end(). */
gboolean replay_goto(ReplaySession *session, guint64 position, GError **error);

/* The first position whose elapsed time is not less; the end when there is none. */
gboolean replay_goto_time(ReplaySession *session, double seconds, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What can be seen at a position. Nothing here changes a digit of the run.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/replay/session.h"

/* The largest clock. */
double replay_elapsed(const ReplaySession *session);

/* The clock of a processor. */
double replay_clock(const ReplaySession *session, gint64 processor);

/* The sum of all times so far: the program on one processor. */
double replay_serial_time(const ReplaySession *session);

/* Where call k stands, texts owned by the program. */
typedef struct {
    const char *file; /* "": not known */
    gint64 line;
    const char *call;          /* name; "Event_dvm_exit" is the exit of the program */
    const TraceRecord *record; /* its parameters; NULL: of the exit */
    guint64 trace_line;        /* line of the trace */
} ReplayPlace;

/* FALSE at the end, where no call is next. */
gboolean replay_place(const ReplaySession *session, guint64 k, ReplayPlace *place);

/* Appends "NAME(PARAMETER=VALUE, ...)". */
void replay_append_call(const ReplaySession *session, const ReplayPlace *place, GString *out);

/* An interval that is open. */
typedef struct {
    guint interval; /* number in the tally; replay_so_far() knows it by prediction_interval_id() */
    IntervalType type;
    const char *file; /* where it begins, owned by the program; "": not known */
    gint64 line;
    gboolean has_expression;
    gint64 expression;
    guint64 turn; /* how often it was entered, this time too */
} ReplayFrame;

/* The stack: innermost first, MAIN last. Of ReplayFrame; free with g_array_unref(). */
GArray *replay_stack(const ReplaySession *session);

typedef enum {
    REPLAY_COMPUTING,     /* its clock is the largest of the current system's */
    REPLAY_COMMUNICATING, /* the same, and the last call communicated */
    REPLAY_WAITING,       /* for others: it has come to the next call, which needs them all */
    REPLAY_IDLE,          /* its clock is behind that of others, which it does not wait for yet */
    REPLAY_OUTSIDE,       /* not in the current system: another task's */
    N_REPLAY_STATES,
} ReplayState;

/* "computing", "communicating", "waiting", "idle", "not in this task" */
const char *replay_state_name(ReplayState state);

/* Processors with the same clock and state. */
typedef struct {
    ProcessorSet *set; /* a reference */
    gint64 count;
    double clock;  /* of a rest: the largest */
    double since;  /* WAITING, IDLE: its clock, when that began; else -1 */
    ReplayState state;
    guint n_more;  /* classes besides that are in it: a rest; 0: a class */
} ReplayClass;

/* By their least number. Of more than `most` classes (>= 2) those behind are one rest. Of
 * ReplayClass; free with g_array_unref(). */
GArray *replay_classes(const ReplaySession *session, guint most);

/* Everything that a prediction says, of what was simulated so far: characteristics of intervals
 * and of their classes of processors, without an ideal network; owned by the session, valid until it moves. NULL with
 * SIMULATOR_ERROR_MEMORY. */
const Prediction *replay_so_far(ReplaySession *session, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a session stops: breakpoints, by number from 1 in the order in which they were made.
 *
 *   line FILE:LINE      before a call by which the line is reached; of lines without calls the
 *                       next one that has some is meant
 *   call NAME           before a call of this name
 *   interval FILE:LINE  before an interval that stands there is entered
 *   alarm SECONDS       at the first position whose elapsed time is not less
 *   wait SECONDS        after a call in which somebody waits at least so long for others, or for
 *                       the end of an operation
 *   warning             after a call that was warned of
 *
 * A line is reached by a call that stands in it when the one before stands elsewhere, and again
 * by each call of the same name.
 */
#pragma once

#include "src/replay/session.h"

typedef enum {
    REPLAY_STOP_LINE,
    REPLAY_STOP_CALL,
    REPLAY_STOP_INTERVAL,
    REPLAY_STOP_ALARM,
    REPLAY_STOP_WAIT,
    REPLAY_STOP_WARNING,
    N_REPLAY_STOP_KINDS,
} ReplayStopKind;

/* "line", "call", ... */
const char *replay_stop_kind_name(ReplayStopKind kind);

/* What is asked for. Texts may be NULL where the kind has no use for them. */
typedef struct {
    ReplayStopKind kind;
    const char *file;      /* LINE, INTERVAL: as in the trace, or the end of it behind a '/'; NULL:
                            * that of the program's first line */
    gint64 line;
    const char *call;      /* CALL */
    double seconds;        /* ALARM, WAIT: not below 0 */
    const char *condition; /* an expression (expression.h) that has to be true; NULL: none */
    gboolean once;         /* deleted when it was hit */
    gboolean by_command;   /* a command makes it, which `save` writes */
} ReplayStopSpec;

typedef struct {
    guint number;
    ReplayStopKind kind;
    guint32 site;      /* LINE, INTERVAL */
    const char *file;  /* of it, owned by the program */
    gint64 line;       /* where it is, not below the line that was asked for */
    const char *call;  /* CALL: owned by the program */
    double seconds;    /* ALARM, WAIT */
    char *condition;   /* owned, or NULL */
    gboolean once, enabled;
    guint64 ignore;    /* hits that are yet to be passed over */
    guint64 hits;      /* since `run`, those passed over too */
    gboolean by_command;
    gboolean spent;    /* a `once` that was hit: it is gone when the session moves */
} ReplayStop;

/* The new stop. NULL with REPLAY_ERROR_COMMAND: no such file, line or call (the nearest is
 * named), a condition that is no expression. */
const ReplayStop *replay_stop_add(ReplaySession *session, const ReplayStopSpec *spec,
                                  GError **error);

/* All, of const ReplayStop * by rising number; owned by the session. */
const GPtrArray *replay_stops(const ReplaySession *session);

/* These fail where there is no stop of this number. */
gboolean replay_stop_delete(ReplaySession *session, guint number, GError **error);
gboolean replay_stop_enable(ReplaySession *session, guint number, gboolean enabled,
                            GError **error);
gboolean replay_stop_ignore(ReplaySession *session, guint number, guint64 count,
                            GError **error);
gboolean replay_stop_set_condition(ReplaySession *session, guint number, const char *condition,
                                   GError **error);

/* --- names of places; files are named as in the trace, or by the end of that behind a '/', NULL:
 * as the program's first line is. Errors are REPLAY_ERROR_COMMAND and name what is nearest. --- */

/* The site of the nearest line at or below this one where calls stand, which is what a stop at
 * FILE:LINE means. */
gboolean replay_find_line(const ReplaySession *session, const char *file, gint64 line,
                          guint32 *site, GError **error);

/* The file as the trace has it, or NULL: no calls stand there. */
const char *replay_find_file(const ReplaySession *session, const char *file, GError **error);

/* A call of this name as the program has the name, or NULL. */
const char *replay_find_call(const ReplaySession *session, const char *call, GError **error);

/* Lines of a file where calls stand, rising, of gint64; free with g_array_unref(). NULL: there
 * is no such file. */
GArray *replay_lines(const ReplaySession *session, const char *file, GError **error);

/* All files with calls, all names of calls, in the order of the trace: of const char *, owned by
 * the program; free with g_ptr_array_unref(). */
GPtrArray *replay_files(const ReplaySession *session);
GPtrArray *replay_call_names(const ReplaySession *session);

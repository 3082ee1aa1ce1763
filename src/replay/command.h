/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The command language: predictor-debug(1).
 */
#pragma once

#include "src/replay/session.h"

/* What stands before each line of a script where it is shown. */
#define REPLAY_PROMPT "(predictor) "

/* Carries out one line; an empty one repeats the last that moved. Appends what it has to say to
 * `out`, lines ended. FALSE with an error for people, without a place; the session goes on
 * either way. */
gboolean replay_command(ReplaySession *session, const char *line, GString *out, GError **error);

/* After `quit`. */
gboolean replay_has_quit(const ReplaySession *session);

/* Appends where the session stands and why: what every command that moves ends with. */
void replay_append_why(ReplaySession *session, GString *out);

/* The words that can stand at the end of `line`, for completion: of char *, sorted, whole words;
 * free with g_ptr_array_unref(). */
GPtrArray *replay_completions(ReplaySession *session, const char *line);

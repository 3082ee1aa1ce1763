/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The source files that a trace names, line by line.
 */
#pragma once

#include "src/replay/session.h"

/* The text of a line (from 1) of the source of this name, without its end, owned by the session;
 * NULL: the file is not there, or shorter. */
const char *replay_source_line(ReplaySession *session, const char *file, gint64 line);

/* How many lines it has; 0: it is not there. */
gint64 replay_source_length(ReplaySession *session, const char *file);

/* The real path of the file (free with g_free()), or NULL. */
char *replay_source_path(const ReplaySession *session, const char *file);

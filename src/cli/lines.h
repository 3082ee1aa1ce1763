/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Lines that somebody types, or a script has: with GNU readline on a terminal, where it is there.
 */
#pragma once

#include <glib.h>

/* The words that can stand at the end of `line`: of char *, owned, whole words; NULL-terminated
 * is not wanted. Free with g_ptr_array_unref(). */
typedef GPtrArray *(*CliComplete)(const char *line, gpointer data);

typedef struct _CliLines CliLines;

/* Of a terminal, there can be one: with a history that is kept in the file
 * $XDG_STATE_HOME/predictor/`history`. */
CliLines *cli_lines_terminal(const char *history, CliComplete complete, gpointer data);

/* Of a file, "-": standard input. NULL with a G_FILE_ERROR. */
CliLines *cli_lines_file(const char *path, GError **error);

/* Whether somebody types them. */
gboolean cli_lines_are_typed(const CliLines *lines);

/* The next line without its end; free with g_free(). NULL: there is none. */
char *cli_lines_next(CliLines *lines, const char *prompt);

/* Why there is none, if it is not the end of them; else NULL. */
const char *cli_lines_failure(const CliLines *lines);

/* The history is written. */
void cli_lines_free(CliLines *lines);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliLines, cli_lines_free)

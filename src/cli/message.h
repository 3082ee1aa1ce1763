/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Diagnostics, all on standard error: "file:line: error: ..." and "file:line: warning: ...", or
 * "predictor: error: ..." when no file is to blame.  Control characters and bytes that are not
 * UTF-8 (names in a damaged trace) are shown as \xHH, so that no input can drive the terminal.
 */
#pragma once

#include "src/cli/cli.h"

/* Whether `fd` is a terminal that wants colour (NO_COLOR, TERM=dumb). */
gboolean cli_message_wants_colour(int fd);

/* Whether `fd` is a terminal that shows UTF-8, as the environment has it. */
gboolean cli_message_shows_utf8(int fd);

/* "predictor: error: ...". A message that has "error:" already, with a place before it, is
 * shown as it is. */
void cli_error(const Cli *cli, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* An error about `file`. Its message may begin with "FILE:", "FILE:LINE:" or
 * "FILE:LINE:COLUMN:", and have the word "error:" there or not. */
void cli_file_error(const Cli *cli, const char *file, const GError *error);

/* The same, and where to read on. CLI_USAGE. */
CliStatus cli_usage_error(const Cli *cli, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* "Try 'predictor run --help'.", after an error. */
void cli_try_help(const Cli *cli);

/* A line "file:line: warning: ..."; nothing with -q. */
void cli_warning(const Cli *cli, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* "predictor: ..." with -v, else nothing. */
void cli_note(const Cli *cli, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The line that cli_file_error() shows, without colour; free with g_free(). */
char *cli_message_for_file(const char *file, const char *message);

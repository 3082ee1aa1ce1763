/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the commands share; each is a function of commands.def.
 */
#pragma once

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/base/text-table.h"
#include "src/replay/command.h"
#include "src/replay/look.h"
#include "src/replay/run.h"
#include "src/replay/stops.h"

/* `rest`: what stands behind the command, without blanks around it. Appends to `out`. */
#define REPLAY_COMMAND(id, ...)                                                                \
    gboolean replay_command_##id(ReplaySession *session, const char *rest, GString *out,       \
                                 GError **error);
#include "src/replay/commands.def"
#undef REPLAY_COMMAND

/* Sets an error of REPLAY_ERROR_COMMAND; FALSE. */
gboolean replay_refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* `rest` as a whole number from `least`; *n stays as it is when it is empty. */
gboolean replay_read_count(const char *rest, guint64 least, guint64 *n, GError **error);

/* Seconds, not below 0. */
gboolean replay_read_seconds(const char *rest, double *seconds, GError **error);

/* "FILE:LINE" or "LINE", whose file is NULL; FALSE: it is neither. */
gboolean replay_read_line(const char *rest, char **file, gint64 *line);

/* "P" or "P-Q", each a number or coordinates "1,0"; NULL for nothing, which means all. */
gboolean replay_read_processors(const ReplaySession *session, const char *rest,
                                ProcessorSet **set, GError **error);

/* Refuses arguments where none are taken. */
gboolean replay_read_nothing(const char *rest, GError **error);

/* Appends "0.0123 s" with six digits. */
void replay_append_seconds(GString *out, double seconds);

/* Seconds, for a table; free with g_free(). */
char *replay_seconds(double seconds);

/* Appends what a stop is, as `break` reads it: "line heat2d.fdv:35 if clock(3) > 1". */
void replay_append_stop(GString *out, const ReplayStop *stop);

/* Appends a set of processors, cut short. */
void replay_append_processors(GString *out, const ProcessorSet *set);

/* Appends the name of an interval: "PAR heat2d.fdv:35". */
void replay_append_frame(GString *out, const ReplayFrame *frame);

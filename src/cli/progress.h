/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A line on the terminal that tells which step a long run has reached and since when.  It
 * appears only when a run takes longer than a moment, and is gone before anything else is
 * printed.
 */
#pragma once

#include "rater/topology/message.h"
#include "src/cli/cli.h"

typedef struct _CliProgress CliProgress;

/* A run of n_steps. NULL, which all functions accept, when no bar is wanted: -q, -v (whose
 * lines tell the same), --no-progress, standard error not a terminal. */
CliProgress *cli_progress_new(const Cli *cli, guint n_steps);

/* The next step begins: "reading the trace". `what` must outlive the bar. */
void cli_progress_step(CliProgress *progress, const char *what);

/* Moves the bar within its step, and says so, while it is told of a long exchange. NULL for
 * NULL; ends with the bar. */
const RaterWatch *cli_progress_watch(CliProgress *progress);

/* The same for the parts that a step has, calls or simulations: it shows their share, and the
 * time left. */
const RaterWatch *cli_progress_watch_parts(CliProgress *progress);

/* Wipes the bar. */
void cli_progress_free(CliProgress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliProgress, cli_progress_free)

/* A run shorter than this shows no bar; microseconds. */
#define CLI_PROGRESS_FIRST (G_TIME_SPAN_SECOND / 2)

/* Whether the user wants to see one at all. */
gboolean cli_progress_is_wanted(const Cli *cli);

/* Draws "[====>    ] text" with `done` parts of `n` over what is on the line. */
void cli_progress_draw(guint64 done, guint64 n, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Wipes the line. */
void cli_progress_wipe(void);

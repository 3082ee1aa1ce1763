/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The options that write the timeline of a run for other programs' viewers.
 */
#pragma once

#include "src/cli/output.h"
#include "src/timeline/timeline.h"

/* As the command line has them; all owned. */
typedef struct {
    char *path, *processors, *window, *budget;
} CliTimelineOptions;

void cli_timeline_options_clear(CliTimelineOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliTimelineOptions, cli_timeline_options_clear)

/* Adds the options to `context`; `options` must live until it has parsed. */
void cli_timeline_add_options(CliTimelineOptions *options, GOptionContext *context);

/* What was asked for, checked. */
typedef struct _CliTimeline CliTimeline;

/* inputs and `outputs`: what the file must not be. FALSE: a usage error has been reported; else
 * *timeline is NULL when none was asked for. `name` is args[0] of the command. */
gboolean cli_timeline_new(const Cli *cli, const char *name, const CliTimelineOptions *options,
                          const CliOutputs *outputs, const char *const *inputs, guint n_inputs,
                          CliTimeline **timeline);
void cli_timeline_free(CliTimeline *timeline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliTimeline, cli_timeline_free)

/* Before the prediction on this machine: makes the timeline that it is to fill, and checks
 * the processors that were named. FALSE: a usage error has been reported. */
gboolean cli_timeline_begin(const Cli *cli, const char *name, CliTimeline *timeline,
                            const Params *params);

/* NULL for no timeline. */
Timeline *cli_timeline_get(const CliTimeline *timeline);

/* Writes the file and tells what was left out. `timeline` may be NULL. */
CliStatus cli_timeline_write(const Cli *cli, const CliTimeline *timeline,
                             const Prediction *prediction);

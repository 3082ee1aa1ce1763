/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The options that write the timeline of a run for other programs' viewers.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/cli/cli.h"
#include "src/timeline/timeline.h"

/* As the command line has them. */
typedef struct {
    char *path, *processors, *window, *budget;
} CliTimelineOptions;

extern const CliOption cli_timeline_options[];

/* What was asked for, checked. */
typedef struct _CliTimeline CliTimeline;

/* outputs (of CliOutput) and inputs: what the file must not be. `options` must outlive the
 * result. FALSE: a usage error has been reported; else *timeline is NULL when none was asked
 * for. */
gboolean cli_timeline_new(const Cli *cli, const CliTimelineOptions *options,
                          const GArray *outputs, char *const *inputs, guint n_inputs,
                          CliTimeline **timeline);
void cli_timeline_free(CliTimeline *timeline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliTimeline, cli_timeline_free)

/* Before the prediction on this machine: makes the timeline that it is to fill, and checks
 * the processors that were named. FALSE: a usage error has been reported. */
gboolean cli_timeline_begin(const Cli *cli, CliTimeline *timeline, const Params *params);

/* NULL for no timeline. */
Timeline *cli_timeline_get(const CliTimeline *timeline);

/* Writes the file and tells what was left out. `timeline` may be NULL. */
CliStatus cli_timeline_write(const Cli *cli, const CliTimeline *timeline,
                             const Prediction *prediction);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The options that write the timeline of a run for other programs' viewers.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/cli/cli.h"
#include "src/report/timeline/export.h"
#include "src/timeline/timeline.h"

/* As the command line has them. */
typedef struct {
    char *path, *processors, *window, *budget;
} CliTimelineOptions;

extern const CliOption cli_timeline_options[];

/* What was asked for, checked. */
typedef struct {
    const CliTimelineOptions *options; /* not owned */
    TimelineExportOptions how;
    GArray *processors; /* of gint64, owned; NULL: classes */
    Timeline *timeline; /* owned; NULL: none is asked for, or not yet begun */
} CliTimeline;

void cli_timeline_clear(CliTimeline *timeline);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliTimeline, cli_timeline_clear)

/* outputs (of CliOutput) and inputs: what the file must not be. FALSE: a usage error has been
 * reported. */
gboolean cli_timeline_check(const Cli *cli, CliTimeline *timeline,
                            const CliTimelineOptions *options, const GArray *outputs,
                            char *const *inputs, guint n_inputs);

/* Before the prediction on this machine: makes the timeline that it is to fill, and checks
 * the processors that were named. FALSE: a usage error has been reported. */
gboolean cli_timeline_begin(const Cli *cli, CliTimeline *timeline, const Params *params);

/* Writes the file, if one is asked for, and tells what was left out. */
CliStatus cli_timeline_write(const Cli *cli, const CliTimeline *timeline,
                             const Prediction *prediction);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The options that write the timeline of a run for other programs' viewers.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/cli/cli.h"
#include "src/cli/input.h"
#include "src/report/timeline/export.h"
#include "src/timeline/timeline.h"

typedef struct {
    char *path, *processors, *window, *budget; /* as the command line has them */
    TimelineExportOptions how;
    GArray *numbers;    /* of the processors, gint64, owned; NULL: classes */
    Timeline *timeline; /* owned; NULL: none is asked for, or not yet begun */
} CliTimeline;

extern const CliOption cli_timeline_options[];

void cli_timeline_clear(CliTimeline *timeline);

/* What the command line has. outputs (of CliOutput) and inputs: what the file must not be. */
gboolean cli_timeline_check(CliTimeline *timeline, const GArray *outputs,
                            const CliInputs *inputs, GError **error);

/* Before the prediction on so many processors: makes the timeline that it is to fill, and checks
 * the processors that were named. */
gboolean cli_timeline_begin(CliTimeline *timeline, gint64 processors, GError **error);

/* The same for what is no simulation: `fill` makes the timeline of so many processors, if one is
 * asked for. */
CliStatus cli_timeline_of(const Cli *cli, CliTimeline *timeline, const char *program,
                          gint64 processors, TimelineFill fill, gconstpointer data);

/* Writes the file, if one is asked for, and tells what was left out. */
CliStatus cli_timeline_write(const Cli *cli, const CliTimeline *timeline,
                             const TimelineRun *run);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What `predictor sweep` was asked for.
 */
#pragma once

#include "src/analysis/sweep/plan.h"
#include "src/cli/cli.h"
#include "src/cli/config.h"
#include "src/cli/input.h"

/* Words are as written; NULL: not given. All owned. */
typedef struct {
    CliConfig config;       /* --set, -t */
    char **topologies;      /* --topologies */
    char **processors;      /* --processors */
    char **vary, *mappings; /* --vary, --mappings */
    char **outputs;         /* -o */
    char *grid, *search, *objective, *floor, *jobs;
    char *reports, *format, *template_dir, *part, *resume;
    gboolean every, pop, merge, keep_going, broadcast;
    char **args; /* positional: PARAMS... TRACE, or files to merge */
    guint n_args;
    guint n_threads;
    SweepPlan plan; /* what the above say */
} SweepArgs;

/* Reads `args` into options that are all zero, with --broadcast where there are `others`,
 * processes to send the trace to. FALSE: the program ends with *status. */
gboolean sweep_args_parse(Cli *cli, SweepArgs *o, gboolean others, const char *const *args,
                          CliStatus *status);

/* Reads the parameter files, and fills in the plan. FALSE likewise. */
gboolean sweep_args_plan(const Cli *cli, SweepArgs *o, CliStatus *status);

void sweep_args_clear(SweepArgs *o);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SweepArgs, sweep_args_clear)

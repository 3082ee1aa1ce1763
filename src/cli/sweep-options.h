/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The command line of predictor sweep.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"
#include "src/cli/config.h"

typedef struct {
    CliConfig config;                               /* --set, -t */
    char **topologies;                              /* --topologies */
    char **processors;                              /* --processors */
    char **vary;                                    /* --vary */
    char **outputs;                                 /* -o */
    char *grid, *search, *objective, *floor, *jobs; /* as written; NULL: not given */
    char *reports, *format, *template_dir;
    gboolean every, pop, sensitivity, merge, keep_going;
    char **args; /* positional: PARAMS... TRACE, or files to merge */
    guint n_args;
    /* what the above say */
    gboolean all_grids; /* --grid best */
    gint64 most;        /* --search; 0: not given */
    SweepObjective objective_value;
    double floor_value; /* share */
    guint n_threads;
} CliSweepOptions;

void cli_sweep_options_clear(CliSweepOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliSweepOptions, cli_sweep_options_clear)

/* Reads `args` into `options`, which is all zero before. FALSE: the program ends with *status.
 */
gboolean cli_sweep_options_parse(Cli *cli, CliSweepOptions *options, const char *const *args,
                                 CliStatus *status);

/* Whether topologies are asked for at all: those of the parameter files do not count then. */
gboolean cli_sweep_options_has_topologies(const CliSweepOptions *options);

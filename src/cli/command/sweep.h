/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The command sweep, with or without other processes that predict rows too (src/cli/mpi). It
 * does not know what they are.
 */
#pragma once

#include "src/cli/cli.h"
#include "src/cli/command/sweep-options.h"
#include "src/cli/command/sweep-reports.h"

typedef struct {
    /* The command line and the parameter files are sound: others may begin. `predict` is how;
     * `reports` without a folder: there are none. With `broadcast`, or when the trace is
     * standard input, returns the trace, having sent it to them; else NULL without an error,
     * and they read it themselves. */
    TraceProgram *(*begin)(const SweepArgs *o, const PredictOptions *predict,
                           const SweepReports *reports, gpointer data, GError **error);
    SweepHelpers helpers;
    /* All rows are done. FALSE when one of them failed, now or before: *message is what to say,
     * owned, and *status what the program ends with. */
    gboolean (*settle)(gpointer data, char **message, CliStatus *status);
    /* Ends the program, with threads that may be at work. */
    void (*leave)(int status, gpointer data);
    gpointer data; /* of all but the helpers */
} SweepOthers;

/* command_sweep(); `others` is NULL when there are none. */
CliStatus sweep_command(Cli *cli, const SweepOthers *others, const char *const *args);

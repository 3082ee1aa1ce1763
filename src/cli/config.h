/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Options that change the machine: --set and --topology.  The last of these counts: the sizes
 * behind REPORT, --topology, --set, the parameter file.
 */
#pragma once

#include "src/cli/cli.h"
#include "src/params/params.h"

typedef struct {
    char **settings; /* --set, in the order given */
    char *topology;  /* --topology */
    gboolean describe; /* nothing is predicted: any machine will do */
} CliConfig;

extern const CliOption cli_config_options[];

/* Reads the parameter file `name`, or the shipped one of this name, says what has no effect, and applies `config`, then the sizes of the command line
 * (NULL or NULL-terminated). NULL: the error has been reported and *status is set. */
Params *cli_config_read(const Cli *cli, const CliConfig *config, const char *name,
                        char *const *sizes, CliStatus *status);

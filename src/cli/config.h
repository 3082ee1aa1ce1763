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
} CliConfig;

extern const CliOption cli_config_options[];

/* Reads the parameter file `path` and applies `config`, then the sizes of the command line
 * (NULL or NULL-terminated). NULL: the error has been reported and *status is set. */
Params *cli_config_read(const Cli *cli, const CliConfig *config, const char *path,
                        char *const *sizes, CliStatus *status);

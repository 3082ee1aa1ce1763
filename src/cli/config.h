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

/* Reads the parameter file `name`, or the own or shipped one of this name, and applies `config`, then the
 * sizes of the command line (NULL or NULL-terminated). NULL: *status is CLI_BAD_INPUT or
 * CLI_USAGE, and the error is what people are told. */
Params *cli_config_load(const CliConfig *config, const char *name, char *const *sizes,
                        CliStatus *status, GError **error);

/* The same for a command: tells errors, and what has no effect. */
Params *cli_config_read(const Cli *cli, const CliConfig *config, const char *name,
                        char *const *sizes, CliStatus *status);

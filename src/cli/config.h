/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Options that change the machine: --set and --topology.  The last of these counts: the sizes
 * behind REPORT, --topology, --set, the parameter file.
 */
#pragma once

#include "src/cli/cli.h"
#include "src/params/params.h"

typedef struct {
    char **settings; /* --set, in the order given; NULL: none */
    char *topology;  /* --topology; NULL: none */
} CliConfig;

void cli_config_clear(CliConfig *config);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliConfig, cli_config_clear)

/* Adds the options to `context`; `config` must live until it has parsed. */
void cli_config_add_options(CliConfig *config, GOptionContext *context);

/* Reads the parameter file `path` and applies `config`, then the sizes of the command line
 * (NULL or NULL-terminated). `name` is args[0] of the command, for usage errors. NULL: the
 * error has been reported and *status is set. */
Params *cli_config_read(const Cli *cli, const CliConfig *config, const char *name,
                        const char *path, char *const *sizes, CliStatus *status);

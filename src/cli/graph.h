/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reading a task graph, whatever it is in.
 */
#pragma once

#include "src/cli/cli.h"
#include "src/graph/graph.h"

/* Reads `path`; its times are in `unit` (NULL: the file's own). Warnings have been shown. NULL: the
 * error has been reported, and *status is set. */
TaskGraph *cli_graph_read(const Cli *cli, const char *path, const char *unit, CliStatus *status);

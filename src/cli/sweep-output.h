/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a sweep goes: each -o, or the table on standard output when nothing is named.
 */
#pragma once

#include "src/cli/sweep-options.h"

/* The outputs, checked: known formats, no two at the same place, none over an input or a
 * report. */
typedef struct _CliSweepOutputs CliSweepOutputs;

/* `options` must outlive the result. NULL: a usage error has been reported; `name` is args[0]
 * of the command. */
CliSweepOutputs *cli_sweep_outputs_new(const Cli *cli, const char *name,
                                       const CliSweepOptions *options);
void cli_sweep_outputs_free(CliSweepOutputs *outputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliSweepOutputs, cli_sweep_outputs_free)

/* Writes them all; goes on after one that fails. CLI_DONE, CLI_NOT_WRITTEN, or CLI_BAD_INPUT
 * when a template is at fault. */
CliStatus cli_sweep_outputs_write(const Cli *cli, const CliSweepOutputs *outputs,
                                  const Sweep *sweep);

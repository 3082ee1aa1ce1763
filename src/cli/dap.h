/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Debug Adapter Protocol (src/dap/) on standard input and output, or on a port.
 */
#pragma once

#include "src/cli/config.h"

/* Serves one client on standard input and output, or with `port` ("4711") one after another that
 * come to it from this machine. `config`: what --set and --topology said, which `launch` goes
 * over. CLI_DONE at the end of input; else the error has been reported. */
CliStatus cli_dap_serve(const Cli *cli, const CliConfig *config, const char *port);

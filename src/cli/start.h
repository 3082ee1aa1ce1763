/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the main() of each program begins with.
 */
#pragma once

#include "src/cli/cli.h"

/* Makes standard descriptors and signals what the rest expects, and finds out what standard
 * error is good for. */
void cli_start(Cli *cli);

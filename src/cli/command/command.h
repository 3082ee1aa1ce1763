/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every command, from commands.def: args[0] is the name to show ("predictor run"), then what the
 * user wrote; NULL-terminated.
 */
#pragma once

#include "src/cli/cli.h"

#define CLI_COMMAND(id, summary) CliStatus command_##id(Cli *cli, const char *const *args);
#include "src/cli/command/commands.def"
#undef CLI_COMMAND

/* What somebody may have meant by `word`, which is no command: ", did you mean 'sweep'?", a command
 * or a machine, or nothing; free with g_free(). */
char *command_suggest(const char *word);

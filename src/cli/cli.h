/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the commands of the program share: exit statuses, the table of commands, the reading of
 * a command line.  Only src/cli/ prints or chooses an exit status.
 */
#pragma once

#include <glib.h>

typedef enum {
    CLI_DONE = 0,        /* also with warnings */
    CLI_BAD_INPUT = 1,   /* a trace, parameter file or template that cannot be used */
    CLI_USAGE = 2,       /* the command line is wrong */
    CLI_NOT_WRITTEN = 3, /* the result could not be written */
    CLI_EXCEEDED = 4,    /* a comparison found more than it was allowed */
    CLI_SIGNAL = 128,    /* plus the number of the signal: 130 for an interrupt */
} CliStatus;

/* How this run talks to its user; filled by main(), refined by cli_parse(). */
typedef struct {
    gboolean colour;      /* of standard error */
    gboolean quiet;       /* -q: errors only */
    gboolean verbose;     /* -v: what is done and how long it takes */
    gboolean no_progress; /* --no-progress, or standard error is not a terminal */
} Cli;

/* One command. args[0] is the name to show in a usage line ("predictor run"), then what the
 * user wrote; NULL-terminated. */
typedef CliStatus (*CliRun)(Cli *cli, const char *const *args);

/* Every command, from cli/commands.def. */
#define CLI_COMMAND(id, summary) CliStatus command_##id(Cli *cli, const char *const *args);
#include "src/cli/commands.def"
#undef CLI_COMMAND

typedef struct {
    const char *name;
    const char *summary; /* for --help: a few words, no full stop */
    CliRun run;
} CliCommand;

/* The table; n rows. */
const CliCommand *cli_commands(guint *n);

/* The row of `name`, NULL when there is none. */
const CliCommand *cli_command_find(const char *name);

/* Adds -q, -v and --no-progress: for commands that work on a trace. */
void cli_add_options(Cli *cli, GOptionContext *context);

/* Reads the options of `context`, to which --help and --version are added, from `args`.
 * Positional arguments go where the context's G_OPTION_REMAINING entry says. FALSE: nothing is
 * left to do, the program ends with *status (help was shown, or the command line is wrong). */
gboolean cli_parse(Cli *cli, GOptionContext *context, const char *const *args,
                   CliStatus *status);

/* Writes `text` to standard output; a failed write is reported and gives CLI_NOT_WRITTEN. */
CliStatus cli_print(const Cli *cli, const char *text);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor: the first word chooses the command; without a command word it is `run`.
 */
#include <config.h>

#include "src/cli/command/command.h"
#include "src/cli/message.h"
#include "src/cli/start.h"

/* One command. args[0] is the name to show in a usage line ("predictor run"), then what the
 * user wrote; NULL-terminated. */
typedef CliStatus (*CliRun)(Cli *cli, const char *const *args);

static const struct {
    const char *name;
    CliRun run;
} commands[] = {
#define CLI_COMMAND(id, text) { #id, command_##id },
#include "src/cli/command/commands.def"
#undef CLI_COMMAND
};

/* NULL: there is no such command. */
static CliRun
find_command(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (g_str_equal(commands[i].name, name))
            return commands[i].run;
    }
    return NULL;
}

/* Each command is asked for the option, so that there is no second list of them. */
static const char *
whose_option(const char *option)
{
    static const char *const names[] = {
#define CLI_COMMAND(id, text) "predictor " #id,
#include "src/cli/command/commands.def"
#undef CLI_COMMAND
    };
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        Cli cli = { .name = names[i], .sought = option };
        commands[i].run(&cli, (const char *const[]){ names[i], NULL });
        if (cli.is_there)
            return names[i];
    }
    return NULL;
}

/* predictor help [COMMAND]: what --help of the command shows; without one, of the program. */
CliStatus
command_help(Cli *cli, const char *const *args)
{
    g_auto(GStrv) rest = NULL;
    const CliOption options[] = { CLI_ARGUMENTS(0), { 0 } };
    const CliOptions all[] = { { options, &rest }, { 0 } };
    const CliHelp help = { "[COMMAND]", "Explains a command, or the program.", NULL };
    CliStatus status;

    if (!cli_parse(cli, &help, all, args, &status))
        return status;

    if (rest == NULL || rest[0] == NULL)
        return command_run(cli, (const char *const[]){ "predictor", "--help", NULL });
    if (rest[1] != NULL)
        return cli_usage_error(cli, "more than one command: %s", rest[1]);

    const CliRun run = find_command(rest[0]);
    if (run == NULL) {
        cli->name = "predictor";
        g_autofree char *meant = command_suggest(rest[0]);
        return cli_usage_error(cli, "there is no command '%s'%s", rest[0], meant);
    }
    g_autofree char *name = g_strconcat("predictor ", rest[0], NULL);
    return run(cli, (const char *const[]){ name, "--help", NULL });
}

int
main(int argc, char **argv)
{
    Cli cli = { .name = "predictor", .whose = whose_option };

    cli_start(&cli);
    if (argc < 2)
        return (int)cli_usage_error(&cli, "PARAMS and TRACE are missing");

    const CliRun run = find_command(argv[1]);
    g_autofree char *name =
        g_strconcat("predictor", run != NULL ? " " : NULL, run != NULL ? argv[1] : NULL, NULL);
    /* args[0] is the name to show: in place of the command word, or of the program's path. */
    char **words = run != NULL ? argv + 1 : argv;
    words[0] = name;
    return (int)(run != NULL ? run : command_run)(&cli, (const char *const *)words);
}

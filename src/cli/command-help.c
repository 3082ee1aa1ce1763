/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor help [COMMAND]: what --help of the command shows; without one, of the program.
 */
#include <config.h>

#include "src/cli/message.h"

CliStatus
command_help(Cli *cli, const char *const *args)
{
    g_auto(GStrv) rest = NULL;
    const GOptionEntry entries[] = {
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &rest, NULL, NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_autoptr(GOptionContext) context = g_option_context_new("[COMMAND]");
    CliStatus status;

    g_option_context_set_summary(context, "Explains a command, or the program.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!cli_parse(cli, context, args, &status))
        return status;

    if (rest == NULL || rest[0] == NULL) {
        const char *const overview[] = { "predictor", "--help", NULL };
        return command_run(cli, overview);
    }
    if (rest[1] != NULL)
        return cli_usage_error(cli, args[0], "more than one command: %s", rest[1]);

    const CliCommand *command = cli_command_find(rest[0]);
    if (command == NULL)
        return cli_usage_error(cli, "predictor", "there is no command '%s'", rest[0]);
    g_autofree char *name = g_strconcat("predictor ", command->name, NULL);
    const char *const of_command[] = { name, "--help", NULL };
    return command->run(cli, of_command);
}

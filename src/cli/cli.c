/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "src/cli/message.h"

static const CliCommand commands[] = {
#define CLI_COMMAND(id, text) { .name = #id, .summary = text, .run = command_##id },
#include "src/cli/commands.def"
#undef CLI_COMMAND
};

const CliCommand *
cli_commands(guint *n)
{
    *n = G_N_ELEMENTS(commands);
    return commands;
}

const CliCommand *
cli_command_find(const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (g_str_equal(commands[i].name, name))
            return &commands[i];
    }
    return NULL;
}

CliStatus
cli_print(const Cli *cli, const char *text)
{
    errno = 0;
    if (fputs(text, stdout) != EOF && fflush(stdout) == 0)
        return CLI_DONE;
    cli_error(cli, "standard output: error: cannot be written: %s", g_strerror(errno));
    return CLI_NOT_WRITTEN;
}

/* GLib writes an ellipsis that terminals without UTF-8 cannot show. */
static CliStatus
print_help(const Cli *cli, GOptionContext *context, const char *name)
{
    g_set_prgname(name); /* what the usage line begins with */
    g_autofree char *text = g_option_context_get_help(context, TRUE, NULL);
    g_auto(GStrv) parts = g_strsplit(text, "\xe2\x80\xa6", -1);
    g_autofree char *plain = g_strjoinv("...", parts);
    return cli_print(cli, plain);
}

void
cli_add_options(Cli *cli, GOptionContext *context)
{
    const GOptionEntry entries[] = {
        { "quiet", 'q', 0, G_OPTION_ARG_NONE, &cli->quiet, "Say nothing but errors", NULL },
        { "verbose", 'v', 0, G_OPTION_ARG_NONE, &cli->verbose,
          "Say what is done and how long it takes", NULL },
        { "no-progress", 0, 0, G_OPTION_ARG_NONE, &cli->no_progress,
          "Show no progress bar on a terminal", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_option_context_add_main_entries(context, entries, NULL);
}

/* Short options that have a value, of all commands. */
static const char with_value[] = "jot";

/* GOption wants the value of a short option as a word of its own: "-j2" becomes "-j" "2". A
 * word that follows a bare short option is its value, and behind "--" there are no options. */
static char **
split_values(const char *const *args)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    gboolean is_value = TRUE, ended = FALSE; /* the first word is the name */

    for (; *args != NULL; args++) {
        const char *word = *args;
        const gboolean option = !is_value && !ended && word[0] == '-' && word[1] != '\0' &&
                                strchr(with_value, word[1]) != NULL;
        ended |= !is_value && strcmp(word, "--") == 0;
        is_value = option && word[2] == '\0';
        if (option && !is_value) {
            g_ptr_array_add(words, g_strndup(word, 2));
            word += 2;
        }
        g_ptr_array_add(words, g_strdup(word));
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&words), FALSE);
}

gboolean
cli_parse(Cli *cli, GOptionContext *context, const char *const *args, CliStatus *status)
{
    gboolean help = FALSE, version = FALSE;
    const GOptionEntry entries[] = {
        { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help", NULL },
        { "version", 0, 0, G_OPTION_ARG_NONE, &version, "Show the version", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_auto(GStrv) rest = split_values(args);
    g_autoptr(GError) error = NULL;

    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_add_main_entries(context, entries, NULL);
    gboolean sound = g_option_context_parse_strv(context, &rest, &error);
    if (help)
        *status = print_help(cli, context, args[0]);
    else if (version)
        *status = cli_print(cli, PACKAGE_STRING "\n");
    else if (!sound)
        *status = cli_usage_error(cli, args[0], "%s", error->message);
    else if (cli->quiet && cli->verbose)
        *status = cli_usage_error(cli, args[0], "--quiet and --verbose exclude each other");
    else
        return TRUE;
    return FALSE;
}

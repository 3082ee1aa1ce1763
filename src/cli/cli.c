/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "src/cli/message.h"
#include "src/cli/words.h"

#define MOST_THREADS 1024

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
print_help(const Cli *cli, GOptionContext *context)
{
    g_set_prgname(cli->name); /* what the usage line begins with */
    g_autofree char *text = g_option_context_get_help(context, FALSE, NULL);
    g_autoptr(GString) plain = g_string_new(text);
    g_string_replace(plain, "\xe2\x80\xa6", "...", 0);
    g_string_replace(plain, "Application Options:", "General:", 1);
    return cli_print(cli, plain->str);
}

const CliOption cli_common_options[] = {
    { "quiet", 'q', CLI_FLAG, offsetof(Cli, quiet), "Say nothing but errors", NULL },
    { "verbose", 'v', CLI_FLAG, offsetof(Cli, verbose),
      "Say what is done and how long it takes", NULL },
    { "no-progress", 0, CLI_FLAG, offsetof(Cli, no_progress),
      "Show no progress bar on a terminal", NULL },
    { 0 },
};

const CliOption cli_page_options[] = {
    { "open", 0, CLI_FLAG, offsetof(Cli, open), "Show the page that is written in a browser",
      NULL },
    { 0 },
};

static void
add_options(GOptionContext *context, const CliOptions *all)
{
    GOptionGroup *group =
        all->title != NULL ? g_option_group_new(all->title, all->title, all->title, NULL, NULL)
                           : NULL;

    for (const CliOption *o = all->options; o->name != NULL; o++) {
        const GOptionEntry entries[] = {
            { o->name, o->letter, 0, o->kind, (char *)all->values + o->place, o->help,
              o->value },
            { NULL, 0, 0, 0, NULL, NULL, NULL },
        };
        if (group != NULL)
            g_option_group_add_entries(group, entries);
        else
            g_option_context_add_main_entries(context, entries, NULL);
    }
    if (group != NULL)
        g_option_context_add_group(context, group);
}

void
cli_options_clear(const CliOption *options, gpointer values)
{
    for (const CliOption *o = options; o->name != NULL; o++) {
        gpointer value = (char *)values + o->place;
        if (o->kind == CLI_TEXT)
            g_clear_pointer((char **)value, g_free);
        else if (o->kind == CLI_LIST)
            g_clear_pointer((char ***)value, g_strfreev);
    }
}

gboolean
cli_refuse(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (error != NULL)
        *error = g_error_new_valist(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, args);
    va_end(args);
    return FALSE;
}

gboolean
cli_read_jobs(const char *text, guint *n, GError **error)
{
    guint64 jobs;

    if (text == NULL)
        return TRUE;
    if (!g_ascii_string_to_unsigned(text, 10, 1, MOST_THREADS, &jobs, NULL))
        return cli_refuse(error, "--jobs: '%s' is not a number from 1 to %d", text,
                          MOST_THREADS);
    *n = (guint)jobs;
    return TRUE;
}

gboolean
cli_check_template_dir(const char *folder, GError **error)
{
    return folder == NULL || *folder != '\0' ||
           cli_refuse(error, "--template-dir: a folder without a name");
}

gboolean
cli_check_inputs(char *const *args, guint n, GError **error)
{
    if (n < 2)
        return cli_refuse(error, "%s missing", n == 0 ? "PARAMS and TRACE are" : "TRACE is");
    for (guint i = 0; i + 1 < n; i++)
        if (g_str_equal(args[i], "-"))
            return cli_refuse(error, "only TRACE can be standard input");
    return TRUE;
}

/* `options` with what every command has behind them; ends with an empty one. */
static CliOptions *
all_options(const CliOptions *options, const CliOption *always, gpointer values)
{
    GArray *all = g_array_new(TRUE, FALSE, sizeof(CliOptions));
    for (; options->options != NULL; options++)
        g_array_append_vals(all, options, 1);
    g_array_append_vals(all, &(CliOptions){ always, values, NULL }, 1);
    return (CliOptions *)(gpointer)g_array_free(all, FALSE);
}

gboolean
cli_parse(Cli *cli, const CliHelp *help, const CliOptions *options, const char *const *args,
          CliStatus *status)
{
    struct {
        gboolean help, version;
    } asked = { FALSE, FALSE };
    const CliOption always[] = {
        { "help", 'h', CLI_FLAG, 0, "Show this help", NULL },
        { "version", 0, CLI_FLAG, sizeof(gboolean), "Show the version", NULL },
        { 0 },
    };
    g_autofree CliOptions *all = all_options(options, always, &asked);
    g_autoptr(GOptionContext) context = g_option_context_new(help->arguments);
    g_autoptr(GError) error = NULL;

    if (cli->sought != NULL) {
        cli->is_there = cli_option_find(all, cli->sought, strlen(cli->sought)) != NULL;
        *status = CLI_DONE;
        return FALSE;
    }
    cli->name = args[0];
    g_option_context_set_summary(context, help->summary);
    g_option_context_set_description(context, help->description);
    g_option_context_set_help_enabled(context, FALSE);
    for (const CliOptions *some = all; some->options != NULL; some++)
        add_options(context, some);
    g_auto(GStrv) words = cli_words(cli, all, args, &error);
    const gboolean sound =
        words != NULL && g_option_context_parse_strv(context, &words, &error);
    if (asked.help)
        *status = print_help(cli, context);
    else if (asked.version)
        *status = cli_print(cli, PACKAGE_STRING "\n");
    else if (!sound)
        *status = cli_usage_error(cli, "%s", error->message);
    else if (cli->quiet && cli->verbose)
        *status = cli_usage_error(cli, "--quiet and --verbose exclude each other");
    else
        return TRUE;
    return FALSE;
}

gboolean
cli_one_argument(const Cli *cli, char *const *args, const char *name, CliStatus *status)
{
    const guint n = args != NULL ? g_strv_length((char **)args) : 0;

    if (n != 1)
        *status = n == 0 ? cli_usage_error(cli, "%s is missing", name)
                         : cli_usage_error(cli, "'%s' is one too many", args[1]);
    return n == 1;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/message.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clean.h"

/* A terminal's name for bold red, bold magenta and back to normal. */
#define COLOUR_ERROR   "\033[1;31m"
#define COLOUR_WARNING "\033[1;35m"
#define COLOUR_OFF     "\033[0m"

gboolean
cli_message_wants_colour(int fd)
{
    const char *no_color = g_getenv("NO_COLOR");
    if (no_color != NULL && *no_color != '\0')
        return FALSE;
    return isatty(fd) && g_strcmp0(g_getenv("TERM"), "dumb") != 0;
}

gboolean
cli_message_shows_utf8(int fd)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

    if (!isatty(fd))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = g_getenv(names[i]);
        if (value == NULL || *value == '\0')
            continue;
        g_autofree char *lower = g_ascii_strdown(value, -1);
        return g_str_has_suffix(lower, "utf-8") || g_str_has_suffix(lower, "utf8");
    }
    return FALSE;
}

/* Writes one line, the first `word` in it ("error:") in `colour`. Nothing can be done when
 * standard error cannot be written. */
static void
write_line(const Cli *cli, const char *line, const char *word, const char *colour)
{
    g_autofree char *clean = report_clean_shown(line, -1);
    const char *at = cli->colour && word != NULL ? strstr(clean, word) : NULL;
    if (at == NULL) {
        fprintf(stderr, "%s\n", clean);
        return;
    }
    fprintf(stderr, "%.*s%s%s%s%s\n", (int)(at - clean), clean, colour, word, COLOUR_OFF,
            at + strlen(word));
}

G_GNUC_PRINTF(2, 0)
static void
write_error(const Cli *cli, const char *format, va_list args)
{
    g_autofree char *text = g_strdup_vprintf(format, args);
    const char *prefix = "predictor: error: ";
    if (strstr(text, ": error: ") != NULL)
        prefix = "";
    else if (g_str_has_prefix(text, "error: "))
        prefix = "predictor: ";
    g_autofree char *line = g_strconcat(prefix, text, NULL);
    write_line(cli, line, "error:", COLOUR_ERROR);
}

void
cli_error(const Cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_error(cli, format, args);
    va_end(args);
}

void
cli_try_help(const Cli *cli)
{
    fprintf(stderr, "Try '%s --help'.\n", cli->name);
}

CliStatus
cli_usage_error(const Cli *cli, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_error(cli, format, args);
    va_end(args);
    cli_try_help(cli);
    return CLI_USAGE;
}

/* The length of "FILE:", "FILE:LINE:" or "FILE:LINE:COLUMN:" at the start of `message`, else 0.
 */
static gsize
location_length(const char *file, const char *message)
{
    gsize len = strlen(file);
    if (!g_str_has_prefix(message, file) || message[len] != ':')
        return 0;
    len++;
    for (int i = 0; i < 2; i++) {
        gsize digits = strspn(message + len, "0123456789");
        if (digits == 0 || message[len + digits] != ':')
            break;
        len += digits + 1;
    }
    return len;
}

char *
cli_message_for_file(const char *file, const char *message)
{
    gsize len = location_length(file, message);
    const char *text = message + len;
    while (*text == ' ')
        text++;
    if (g_str_has_prefix(text, "error: "))
        text += strlen("error: ");
    if (*file == '\0')
        return g_strdup_printf("'': error: %s", text);
    if (len == 0)
        return g_strdup_printf("%s: error: %s", file, text);
    return g_strdup_printf("%.*s error: %s", (int)len, message, text);
}

void
cli_file_error(const Cli *cli, const char *file, const GError *error)
{
    g_autofree char *line = cli_message_for_file(file, error->message);
    write_line(cli, line, "error:", COLOUR_ERROR);
}

void
cli_warning(const Cli *cli, const char *format, ...)
{
    va_list args;

    if (cli->quiet)
        return;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    const char *error = strstr(line, " error:");
    const char *warning = strstr(line, " warning:");
    if (error != NULL && (warning == NULL || error < warning))
        write_line(cli, line, "error:", COLOUR_ERROR);
    else
        write_line(cli, line, "warning:", COLOUR_WARNING);
}

void
cli_note(const Cli *cli, const char *format, ...)
{
    if (!cli->verbose)
        return;
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *line = g_strconcat("predictor: ", text, NULL);
    write_line(cli, line, NULL, NULL);
}

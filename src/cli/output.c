/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/output.h"

#include <string.h>
#include <unistd.h>

#include "src/cli/file.h"
#include "src/cli/message.h"

/* *used becomes TRUE when `asked` was needed. */
static gboolean
add_output(GArray *outputs, ReportSubject subject, const char *path, const ReportFormat *asked,
           gboolean *used, GError **error)
{
    const gboolean standard = g_str_equal(path, "-");

    if (*path == '\0')
        return cli_refuse(error, "an output without a name");
    if (standard && asked == NULL)
        return cli_refuse(error, "-o - (standard output) needs --format");
    if (asked == NULL && subject == REPORT_OF_RUN && path[strspn(path, "0123456789x")] == '\0')
        return cli_refuse(
            error, "'%s' is not a report: sizes follow REPORT, or go to --topology", path);
    const ReportFormat *own =
        standard ? NULL : report_format_find(subject, NULL, path, asked == NULL ? error : NULL);
    if (own == NULL && asked == NULL)
        return FALSE;
    *used |= own == NULL;
    const CliOutput output = { standard ? NULL : path, own != NULL ? own : asked };
    g_array_append_val(outputs, output);
    return TRUE;
}

/* NULL: there is none in a file. */
static const CliOutput *
find_page(const GArray *outputs)
{
    for (guint i = 0; i < outputs->len; i++) {
        const CliOutput *output = &g_array_index(outputs, CliOutput, i);
        if (output->path != NULL && g_str_equal(output->format->name, "html"))
            return output;
    }
    return NULL;
}

gboolean
cli_outputs_add(const Cli *cli, GArray *outputs, ReportSubject subject, const char *first, char *const *paths,
                const char *asked, const CliInputs *inputs, GError **error)
{
    const ReportFormat *format =
        report_format_find(subject, asked != NULL ? asked : "txt", NULL, error);
    gboolean used = asked == NULL;

    if (format == NULL)
        return FALSE;
    const ReportFormat *otherwise = asked != NULL ? format : NULL;
    if (first != NULL && !add_output(outputs, subject, first, otherwise, &used, error))
        return FALSE;
    for (; paths != NULL && *paths != NULL; paths++)
        if (!add_output(outputs, subject, *paths, otherwise, &used, error))
            return FALSE;
    if (outputs->len == 0)
        g_array_append_vals(outputs, &(CliOutput){ NULL, format }, 1);
    else if (!used)
        return cli_refuse(error,
                          "--format %s is for standard output and files with another suffix; "
                          "every output here has its format from its suffix",
                          asked);
    if (cli->open && find_page(outputs) == NULL)
        return cli_refuse(error, "--open shows a page: -o FILE.html");
    return cli_outputs_check(outputs, inputs, error);
}

static const char *
name_of(const CliOutput *output)
{
    return output->path != NULL ? output->path : "standard output";
}

gboolean
cli_outputs_check(const GArray *outputs, const CliInputs *inputs, GError **error)
{
    const CliOutput *all = (const CliOutput *)(gconstpointer)outputs->data;
    for (guint at = 0; at < outputs->len; at++) {
        const char *path = all[at].path;
        for (guint i = 0; i < at; i++) {
            const char *other = all[i].path;
            if (path == NULL || other == NULL ? path == other
                                              : cli_file_same_place(path, other))
                return cli_refuse(error, "two outputs go to the same place: %s",
                                  name_of(&all[at]));
        }
        if (cli_inputs_have(inputs, path))
            return cli_refuse(error, "the output %s would overwrite an input",
                              name_of(&all[at]));
    }
    return TRUE;
}

gboolean
cli_output_fill(const CliOutput *output, ReportFill fill, gpointer data, GError **error)
{
    return output->path != NULL ? report_sink_to_file(fill, data, output->path, error)
                                : report_sink_to_fd(fill, data, STDOUT_FILENO, error);
}

CliStatus
cli_output_write(const Cli *cli, const CliOutput *output, CliWrite write, gpointer data)
{
    g_autoptr(GError) error = NULL;

    if (write(output, data, &error))
        return CLI_DONE;
    if (g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE) ||
        g_error_matches(error, REPORT_ERROR, REPORT_ERROR_INPUT)) {
        cli_error(cli, "%s", error->message);
        return CLI_BAD_INPUT;
    }
    cli_file_error(cli, name_of(output), error);
    return CLI_NOT_WRITTEN;
}

/* Goes on as soon as the browser has been started. */
static void
show_page(const Cli *cli, const char *path)
{
    const char *browser = g_getenv("BROWSER");
    g_autofree char *full = g_canonicalize_filename(path, NULL);
    const char *const words[] = {
        browser != NULL && *browser != '\0' ? browser : "xdg-open", full, NULL
    };
    const GSpawnFlags quiet = G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL;
    g_autoptr(GError) error = NULL;

    if (!g_spawn_async(NULL, (char **)words, NULL, G_SPAWN_SEARCH_PATH | quiet, NULL, NULL,
                       NULL, &error))
        cli_warning(cli, "%s: warning: no browser shows it: %s", path, error->message);
}

CliStatus
cli_outputs_write(const Cli *cli, const GArray *outputs, CliWrite write, gpointer data)
{
    CliStatus status = CLI_DONE;

    for (guint i = 0; i < outputs->len; i++) {
        const CliOutput *output = &g_array_index(outputs, CliOutput, i);
        const CliStatus written = cli_output_write(cli, output, write, data);
        if (written == CLI_DONE)
            cli_note(cli, "wrote %s (%s)", name_of(output), output->format->name);
        status = MAX(status, written);
    }
    if (cli->open && status == CLI_DONE)
        show_page(cli, find_page(outputs)->path);
    return status;
}

typedef struct {
    ReportSubject subject;
    gpointer data;
} Of;

static gboolean
write_of(const CliOutput *output, gpointer data, GError **error)
{
    const Of *of = data;

    return cli_output_fill(output, output->format->write[of->subject], of->data, error);
}

CliStatus
cli_outputs_of(const Cli *cli, const GArray *outputs, ReportSubject subject, gpointer data)
{
    Of of = { subject, data };

    return cli_outputs_write(cli, outputs, write_of, &of);
}

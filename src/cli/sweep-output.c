/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/sweep-output.h"

#include <string.h>
#include <unistd.h>

#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/cli/path.h"
#include "src/report/value/sweep-format.h"

typedef struct {
    const char *path; /* of the options; NULL: standard output */
    const SweepFormat *format;
} Output;

struct _CliSweepOutputs {
    const CliSweepOptions *options;
    GArray *list; /* of Output */
};

void
cli_sweep_outputs_free(CliSweepOutputs *outputs)
{
    if (outputs == NULL)
        return;
    g_array_unref(outputs->list);
    g_free(outputs);
}

G_GNUC_PRINTF(2, 3)
static gboolean
fail(GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
    return FALSE;
}

/* Turns one -o into an output; *used becomes TRUE when --format was needed. */
static gboolean
add_output(CliSweepOutputs *outputs, const char *path, const SweepFormat *asked, gboolean *used,
           GError **error)
{
    const gboolean standard = strcmp(path, "-") == 0;
    Output output = { standard ? NULL : path, NULL };

    if (*path == '\0')
        return fail(error, "an output without a name");
    if (standard && asked == NULL)
        return fail(error, "-o - (standard output) needs --format");
    if (!standard)
        output.format = sweep_format_by_path(path, asked == NULL ? error : NULL);
    if (output.format == NULL && asked == NULL)
        return FALSE;
    *used |= output.format == NULL;
    output.format = output.format != NULL ? output.format : asked;
    g_array_append_val(outputs->list, output);
    return TRUE;
}

/* All of -o; without any the table or what --format says, on standard output. */
static gboolean
add_all(CliSweepOutputs *outputs, GError **error)
{
    const CliSweepOptions *o = outputs->options;
    const SweepFormat *asked = NULL;
    gboolean used = FALSE;

    if (o->format != NULL && (asked = sweep_format_by_name(o->format, error)) == NULL)
        return FALSE;
    if (o->outputs == NULL) {
        const Output output = { NULL,
                                asked != NULL ? asked : sweep_format_by_name("txt", error) };
        g_array_append_val(outputs->list, output);
        return TRUE;
    }
    for (char **path = o->outputs; *path != NULL; path++)
        if (!add_output(outputs, *path, asked, &used, error))
            return FALSE;
    return asked == NULL || used ||
           fail(
               error,
               "--format %s is for standard output and files with another suffix; every output "
               "here has its format from its suffix",
               o->format);
}

/* Whether a path could be that of a report: reports are named 4x2.html or 3-4x2.html. */
static gboolean
is_report(const CliSweepOptions *o, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = g_path_get_basename(path);

    return o->reports != NULL && cli_path_same_place(folder, o->reports) &&
           strcmp(base + strspn(base, "0123456789x-"), ".html") == 0;
}

static gboolean
check_place(const CliSweepOutputs *outputs, guint at, GError **error)
{
    const CliSweepOptions *o = outputs->options;
    const char *path = g_array_index(outputs->list, Output, at).path;

    for (guint i = 0; i < at; i++) {
        const char *other = g_array_index(outputs->list, Output, i).path;
        if (path == NULL || other == NULL ? path == other : cli_path_same_place(path, other))
            return fail(error, "two outputs go to the same place: %s",
                        path != NULL ? path : "standard output");
    }
    for (guint i = 0; i < o->n_args && path != NULL; i++)
        if (strcmp(o->args[i], "-") != 0 && cli_path_same_place(path, o->args[i]))
            return fail(error, "the output %s would overwrite an input", path);
    if (path != NULL && is_report(o, path))
        return fail(error, "the output %s has the name of a report of a configuration", path);
    return TRUE;
}

CliSweepOutputs *
cli_sweep_outputs_new(const Cli *cli, const char *name, const CliSweepOptions *options)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CliSweepOutputs) outputs = g_new0(CliSweepOutputs, 1);

    outputs->options = options;
    outputs->list = g_array_new(FALSE, FALSE, sizeof(Output));
    gboolean sound = add_all(outputs, &error);
    for (guint i = 0; i < outputs->list->len && sound; i++)
        sound = check_place(outputs, i, &error);
    if (sound)
        return g_steal_pointer(&outputs);
    cli_usage_error(cli, name, "%s", error->message);
    return NULL;
}

static gboolean
write_output(const CliSweepOutputs *outputs, const Output *output, const Sweep *sweep,
             GError **error)
{
    g_autofree char *folder = output->path != NULL ? g_path_get_dirname(output->path) : NULL;
    const SweepOptions options = {
        .template_dir = outputs->options->template_dir,
        .folder = folder,
        .colour = output->path == NULL && cli_message_wants_colour(STDOUT_FILENO),
    };
    g_autoptr(SweepView) view = sweep_view_new(sweep, &options);
    sigset_t before;

    if (output->path == NULL)
        return report_sink_to_fd(output->format->write, view, STDOUT_FILENO, error);
    /* Writing into a pipe may wait for its reader for ever, and leaves no temporary file. */
    if (cli_path_is_special(output->path))
        return report_sink_to_file(output->format->write, view, output->path, error);

    cli_interrupt_hold(&before);
    const gboolean written =
        report_sink_to_file(output->format->write, view, output->path, error);
    cli_interrupt_release(&before);
    return written;
}

CliStatus
cli_sweep_outputs_write(const Cli *cli, const CliSweepOutputs *outputs, const Sweep *sweep)
{
    CliStatus status = CLI_DONE;

    for (guint i = 0; i < outputs->list->len; i++) {
        const Output *output = &g_array_index(outputs->list, Output, i);
        const char *name = output->path != NULL ? output->path : "standard output";
        g_autoptr(GError) error = NULL;
        if (write_output(outputs, output, sweep, &error)) {
            cli_note(cli, "wrote %s (%s)", name, output->format->name);
            continue;
        }
        const gboolean template = g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE);
        if (template)
            cli_error(cli, "%s", error->message);
        else
            cli_file_error(cli, name, error);
        status = MAX(status, template ? CLI_BAD_INPUT : CLI_NOT_WRITTEN);
    }
    return status;
}

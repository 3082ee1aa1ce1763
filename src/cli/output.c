/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/output.h"

#include <string.h>
#include <unistd.h>

#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/cli/path.h"

typedef struct {
    char *path; /* owned; NULL: standard output */
    const ReportFormat *format;
} Output;

struct _CliOutputs {
    GArray *list; /* of Output */
    ReportOptions report;
    const Explanation *explanation; /* not owned, or NULL */
    gboolean explain_everywhere;
};

void
cli_output_options_clear(CliOutputOptions *options)
{
    g_clear_pointer(&options->paths, g_strfreev);
    g_clear_pointer(&options->format, g_free);
    g_clear_pointer(&options->csv, g_free);
    g_clear_pointer(&options->depth, g_free);
    g_clear_pointer(&options->template_dir, g_free);
    g_clear_pointer(&options->source_path, g_strfreev);
}

void
cli_output_add_options(CliOutputOptions *o, GOptionContext *context)
{
    const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->paths,
          "Write .html, .xml, .json, .csv or .txt; - with --format", "FILE" },
        { "format", 0, 0, G_OPTION_ARG_FILENAME, &o->format,
          "Format of standard output, and of other suffixes", "NAME" },
        { "depth", 0, 0, G_OPTION_ARG_FILENAME, &o->depth, "Show intervals down to level N",
          "N" },
        { "csv", 0, 0, G_OPTION_ARG_FILENAME, &o->csv,
          "Rows of a .csv: table (intervals) or processors", "ROWS" },
        { "per-processor", 0, 0, G_OPTION_ARG_NONE, &o->per_processor,
          "A row for each processor instead of each class", NULL },
        { "no-processors", 0, 0, G_OPTION_ARG_NONE, &o->no_processors,
          "Leave the values of processors out", NULL },
        { "template-dir", 0, 0, G_OPTION_ARG_FILENAME, &o->template_dir,
          "Templates of the HTML report", "DIR" },
        { "source-path", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->source_path,
          "Show sources of this folder in the HTML report", "DIR" },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_option_context_add_main_entries(context, entries, NULL);
}

static void
output_clear(gpointer data)
{
    Output *output = data;
    g_free(output->path);
}

void
cli_outputs_free(CliOutputs *outputs)
{
    if (outputs == NULL)
        return;
    g_array_unref(outputs->list);
    g_free(outputs);
}

/* Turns one name of the command line into an output. `asked` is the format of --format or NULL;
 * *used becomes TRUE when it was needed. */
static gboolean
add_output(CliOutputs *outputs, const char *path, const ReportFormat *asked, gboolean *used,
           GError **error)
{
    Output output = { .format = asked };

    if (*path == '\0') {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "an output without a name");
        return FALSE;
    }
    if (g_str_equal(path, "-")) {
        if (asked == NULL) {
            g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                "-o - (standard output) needs --format");
            return FALSE;
        }
        *used = TRUE;
    } else {
        g_autoptr(GError) unknown = NULL;
        const ReportFormat *own = report_format_by_path(path, &unknown);
        if (own == NULL && asked == NULL) {
            if (path[strspn(path, "0123456789x")] == '\0')
                g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "'%s' is no report: sizes follow REPORT, or go to --topology",
                            path);
            else
                g_propagate_error(error, g_steal_pointer(&unknown));
            return FALSE;
        }
        *used |= own == NULL;
        output.format = own != NULL ? own : asked;
        output.path = g_strdup(path);
    }
    g_array_append_val(outputs->list, output);
    return TRUE;
}

/* All names in turn; an output of their own for --format without any. */
static gboolean
add_all(CliOutputs *outputs, const CliOutputOptions *o, const char *report, GError **error)
{
    const ReportFormat *asked = NULL;
    gboolean used = FALSE;

    if (o->format != NULL) {
        asked = report_format_by_name(o->format, error);
        if (asked == NULL)
            return FALSE;
    }
    if (report != NULL && !add_output(outputs, report, asked, &used, error))
        return FALSE;
    for (char **path = o->paths; path != NULL && *path != NULL; path++) {
        if (!add_output(outputs, *path, asked, &used, error))
            return FALSE;
    }
    if (outputs->list->len == 0) {
        const ReportFormat *format =
            asked != NULL ? asked : report_format_by_name("txt", error);
        Output output = { .format = format };
        g_array_append_val(outputs->list, output);
        return format != NULL;
    }
    if (asked != NULL && !used) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--format %s is for standard output and files with another suffix; every "
                    "output here has its format from its suffix",
                    o->format);
        return FALSE;
    }
    return TRUE;
}

/* The name of an output for messages. */
static const char *
output_name(const Output *output)
{
    return output->path != NULL ? output->path : "standard output";
}

/* No two outputs at one place, no output over an input. */
static gboolean
check_places(const CliOutputs *outputs, const char *const *inputs, guint n_inputs,
             GError **error)
{
    for (guint i = 0; i < outputs->list->len; i++) {
        const Output *a = &g_array_index(outputs->list, Output, i);
        for (guint j = 0; j < i; j++) {
            const Output *b = &g_array_index(outputs->list, Output, j);
            gboolean same = a->path == NULL || b->path == NULL
                                ? a->path == b->path
                                : cli_path_same_place(a->path, b->path);
            if (same) {
                g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "two outputs go to the same place: %s", output_name(a));
                return FALSE;
            }
        }
        for (guint k = 0; k < n_inputs && a->path != NULL; k++) {
            if (cli_path_same_place(a->path, inputs[k])) {
                g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "the output %s would overwrite an input", a->path);
                return FALSE;
            }
        }
    }
    return TRUE;
}

gboolean
cli_outputs_go_to(const CliOutputs *outputs, const char *path)
{
    for (guint i = 0; i < outputs->list->len; i++) {
        const Output *output = &g_array_index(outputs->list, Output, i);
        if (output->path != NULL && cli_path_same_place(output->path, path))
            return TRUE;
    }
    return FALSE;
}

/* The options that are the same for every output. */
static gboolean
fill_report_options(CliOutputs *outputs, const CliOutputOptions *o, GError **error)
{
    gint64 depth = -1;
    gboolean rows = o->csv != NULL && g_str_equal(o->csv, "processors");

    if (o->csv != NULL && !rows && !g_str_equal(o->csv, "table")) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--csv: '%s' is neither table nor processors", o->csv);
        return FALSE;
    }
    if (o->depth != NULL &&
        !g_ascii_string_to_signed(o->depth, 10, 0, G_MAXINT, &depth, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--depth: '%s' is not a level", o->depth);
        return FALSE;
    }
    if (o->template_dir != NULL && *o->template_dir == '\0') {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            "--template-dir: a folder without a name");
        return FALSE;
    }
    if (o->no_processors && (o->per_processor || rows)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--no-processors and %s exclude each other",
                    rows ? "--csv processors" : "--per-processor");
        return FALSE;
    }
    outputs->report = (ReportOptions){
        .max_depth = (gint)depth,
        .per_processor = o->per_processor,
        .no_processors = o->no_processors,
        .csv_processors = rows,
        .template_dir = o->template_dir,
        .source_path = (const char *const *)o->source_path,
    };
    return TRUE;
}

/* Sources that cannot be shown are no reason not to predict. */
static void
check_sources(const Cli *cli, const CliOutputOptions *o)
{
    for (char **folder = o->source_path; folder != NULL && *folder != NULL; folder++) {
        if (g_file_test(*folder, G_FILE_TEST_IS_DIR))
            continue;
        g_autofree char *line = g_strdup_printf(
            "%s: warning: --source-path is no folder, no source is shown from it",
            **folder != '\0' ? *folder : "''");
        cli_warning(cli, line);
    }
}

CliOutputs *
cli_outputs_new(const Cli *cli, const char *name, const CliOutputOptions *options,
                const char *report, const char *const *inputs, guint n_inputs)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CliOutputs) outputs = g_new0(CliOutputs, 1);

    outputs->list = g_array_new(FALSE, FALSE, sizeof(Output));
    g_array_set_clear_func(outputs->list, output_clear);
    if (add_all(outputs, options, report, &error) &&
        check_places(outputs, inputs, n_inputs, &error) &&
        fill_report_options(outputs, options, &error)) {
        check_sources(cli, options);
        return g_steal_pointer(&outputs);
    }
    cli_usage_error(cli, name, "%s", error->message);
    return NULL;
}

gboolean
cli_outputs_show_lines(const CliOutputs *outputs)
{
    return outputs->report.source_path != NULL && cli_outputs_have_html(outputs);
}

gboolean
cli_outputs_have_html(const CliOutputs *outputs)
{
    for (guint i = 0; i < outputs->list->len; i++)
        if (g_str_equal(g_array_index(outputs->list, Output, i).format->name, "html"))
            return TRUE;
    return FALSE;
}

void
cli_outputs_explain(CliOutputs *outputs, const Explanation *explanation, gboolean everywhere)
{
    outputs->explanation = explanation;
    outputs->explain_everywhere = everywhere;
}

static gboolean
write_output(const CliOutputs *outputs, const Output *output, const Prediction *prediction,
             GError **error)
{
    ReportOptions options = outputs->report;
    sigset_t before;

    if (outputs->explain_everywhere || g_str_equal(output->format->name, "html"))
        options.explanation = outputs->explanation;
    if (output->path == NULL) {
        options.colour = cli_message_wants_colour(STDOUT_FILENO);
        options.unicode = cli_message_shows_utf8(STDOUT_FILENO);
        return report_write_fd(prediction, &options, output->format, STDOUT_FILENO, error);
    }
    /* Writing into a pipe may wait for its reader for ever, and leaves no temporary file. */
    if (cli_path_is_special(output->path))
        return report_write_file(prediction, &options, output->format, output->path, error);

    cli_interrupt_hold(&before);
    gboolean written =
        report_write_file(prediction, &options, output->format, output->path, error);
    cli_interrupt_release(&before);
    return written;
}

CliStatus
cli_outputs_write(const Cli *cli, const CliOutputs *outputs, const Prediction *prediction)
{
    CliStatus status = CLI_DONE;

    for (guint i = 0; i < outputs->list->len; i++) {
        const Output *output = &g_array_index(outputs->list, Output, i);
        g_autoptr(GError) error = NULL;
        if (write_output(outputs, output, prediction, &error)) {
            cli_note(cli, "wrote %s (%s)", output_name(output), output->format->name);
            continue;
        }
        gboolean template = g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE);
        if (template)
            cli_error(cli, "%s", error->message);
        else
            cli_file_error(cli, output_name(output), error);
        status = MAX(status, template ? CLI_BAD_INPUT : CLI_NOT_WRITTEN);
    }
    return status;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/report.h"
#include "src/report/formats.h"

#include <string.h>
#include <unistd.h>

#include "src/cli/message.h"
#include "src/cli/output.h"

const CliOption cli_report_options[] = {
    { "output", 'o', CLI_LIST, offsetof(CliReportOptions, paths),
      "Write .html, .xml, .json, .csv or .txt; - with --format", "FILE" },
    CLI_FORMAT(offsetof(CliReportOptions, format)),
    { "depth", 0, CLI_TEXT, offsetof(CliReportOptions, depth), "Show intervals down to level N",
      "N" },
    { "csv", 0, CLI_TEXT, offsetof(CliReportOptions, csv),
      "Rows of a .csv: table (intervals) or processors", "ROWS" },
    { "per-processor", 0, CLI_FLAG, offsetof(CliReportOptions, per_processor),
      "A row for each processor instead of each class", NULL },
    { "no-processors", 0, CLI_FLAG, offsetof(CliReportOptions, no_processors),
      "Leave the values of processors out", NULL },
    { "template-dir", 0, CLI_TEXT, offsetof(CliReportOptions, template_dir),
      "Templates of the HTML report", "DIR" },
    { "source-path", 0, CLI_LIST, offsetof(CliReportOptions, source_path),
      "Show sources of this folder in the HTML report", "DIR" },
    { 0 },
};

void
cli_reports_free(CliReports *reports)
{
    if (reports == NULL)
        return;
    g_array_unref(reports->outputs);
    g_free(reports);
}

static const char *
format_name(const char *name, const char *path, GError **error)
{
    g_autoptr(GError) unknown = NULL;
    const ReportFormat *format = name != NULL ? report_format_by_name(name, &unknown)
                                              : report_format_by_path(path, &unknown);

    if (format != NULL)
        return format->name;
    if (name == NULL && path[strspn(path, "0123456789x")] == '\0')
        cli_refuse(error, "'%s' is not a report: sizes follow REPORT, or go to --topology", path);
    else
        g_propagate_error(error, g_steal_pointer(&unknown));
    return NULL;
}

/* The options that are the same for every output. */
static gboolean
fill_options(CliReports *reports, const CliReportOptions *o, GError **error)
{
    const gboolean rows = g_strcmp0(o->csv, "processors") == 0;
    gint64 depth = -1;

    if (o->csv != NULL && !rows && !g_str_equal(o->csv, "table"))
        return cli_refuse(error, "--csv: '%s' is neither table nor processors", o->csv);
    if (o->depth != NULL && !g_ascii_string_to_signed(o->depth, 10, 0, G_MAXINT, &depth, NULL))
        return cli_refuse(error, "--depth: '%s' is not a level", o->depth);
    if (!cli_check_template_dir(o->template_dir, error))
        return FALSE;
    if (o->no_processors && (o->per_processor || rows))
        return cli_refuse(error, "--no-processors and %s exclude each other",
                          rows ? "--csv processors" : "--per-processor");
    reports->options = (ReportOptions){
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
check_sources(const Cli *cli, char *const *folders)
{
    for (; folders != NULL && *folders != NULL; folders++) {
        if (!g_file_test(*folders, G_FILE_TEST_IS_DIR))
            cli_warning(cli,
                        "%s: warning: --source-path is not a folder, no source is shown from it",
                        **folders != '\0' ? *folders : "''");
    }
}

CliReports *
cli_reports_new(const Cli *cli, const CliReportOptions *options, const char *report,
                char *const *inputs, guint n_inputs)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CliReports) reports = g_new0(CliReports, 1);

    reports->outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput));
    if (cli_outputs_add(reports->outputs, report, options->paths, format_name, options->format,
                        &error) &&
        cli_outputs_check(reports->outputs, inputs, n_inputs, &error) &&
        fill_options(reports, options, &error)) {
        check_sources(cli, options->source_path);
        return g_steal_pointer(&reports);
    }
    cli_usage_error(cli, "%s", error->message);
    return NULL;
}

gboolean
cli_reports_have_html(const CliReports *reports)
{
    for (guint i = 0; i < reports->outputs->len; i++)
        if (g_str_equal(g_array_index(reports->outputs, CliOutput, i).format, "html"))
            return TRUE;
    return FALSE;
}

typedef struct {
    const CliReports *reports;
    const Prediction *prediction;
} Written;

static gboolean
write_report(const CliOutput *output, gpointer data, GError **error)
{
    const Written *written = data;
    const ReportFormat *format = report_format_by_name(output->format, NULL);
    ReportOptions options = written->reports->options;

    if (!written->reports->explain_everywhere && !g_str_equal(output->format, "html"))
        options.explanation = NULL;
    if (output->path != NULL)
        return report_write_file(written->prediction, &options, format, output->path, error);
    options.colour = cli_message_wants_colour(STDOUT_FILENO);
    options.unicode = cli_message_shows_utf8(STDOUT_FILENO);
    return report_write_fd(written->prediction, &options, format, STDOUT_FILENO, error);
}

CliStatus
cli_reports_write(const Cli *cli, const CliReports *reports, const Prediction *prediction)
{
    Written written = { reports, prediction };

    return cli_outputs_write(cli, reports->outputs, write_report, &written);
}

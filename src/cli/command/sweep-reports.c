/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/command/sweep-reports.h"

#include <libxml/parser.h>

#include "src/analysis/sweep/topology.h"
#include "src/report/formats.h"
#include "src/report/view/source.h"

void
sweep_reports_init(SweepReports *reports)
{
    g_rw_lock_init(&reports->writing);
    pthread_mutex_init(&reports->lock, NULL);
}

gboolean
sweep_reports_begin(SweepReports *reports)
{
    if (reports->folder == NULL)
        return TRUE;
    xmlInitParser(); /* its first use is a race when threads that read templates do it */
    return g_mkdir_with_parents(reports->folder, 0777) == 0;
}

void
sweep_reports_clear(SweepReports *reports)
{
    g_rw_lock_clear(&reports->writing);
    pthread_mutex_destroy(&reports->lock);
    g_clear_error(&reports->failure);
}

/* Writes the report of a row, unless it would go over anything that was read. */
static gboolean
write_page(const SweepReports *reports, const Prediction *prediction, const char *path,
           GError **error)
{
    const ReportOptions options = { .max_depth = -1, .template_dir = reports->template_dir };
    Report report = { prediction, &options };
    g_auto(GStrv) sources = report_source_paths(prediction, &options);
    CliInputs inputs = reports->inputs;

    inputs.sources = sources;
    if (!cli_inputs_have(&inputs, path))
        return report_sink_to_file(report_html_write, &report, path, error);
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE,
                "%s: error: this report would overwrite an input", path);
    return FALSE;
}

/* "DIR/4x2.html" or "DIR/3-4x2.html"; free with g_free(). */
static char *
path_of(const SweepReports *reports, const SweepRow *row)
{
    g_autoptr(GString) name = g_string_new(NULL);

    if (reports->numbered)
        g_string_append_printf(name, "%u-", row->machine);
    topology_append(&row->params->topology, name);
    g_string_append(name, ".html");
    return g_build_filename(reports->folder, name->str, NULL);
}

char *
sweep_reports_write(const Prediction *prediction, const SweepRow *row, gpointer data)
{
    SweepReports *reports = data;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = path_of(reports, row);

    g_rw_lock_reader_lock(&reports->writing);
    const gboolean written = write_page(reports, prediction, path, &error);
    g_rw_lock_reader_unlock(&reports->writing);
    if (written)
        return g_steal_pointer(&path);
    pthread_mutex_lock(&reports->lock);
    if (reports->failure == NULL)
        reports->failure = g_steal_pointer(&error);
    pthread_mutex_unlock(&reports->lock);
    return NULL;
}

gboolean
sweep_reports_have(const SweepReports *reports, const SweepRow *row, const char *report)
{
    g_autofree char *path = path_of(reports, row);

    return g_strcmp0(report, path) == 0 && g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

void
sweep_reports_stop(SweepReports *reports)
{
    g_rw_lock_writer_lock(&reports->writing);
}

CliStatus
sweep_reports_status(const GError *failure)
{
    return g_error_matches(failure, REPORT_ERROR, REPORT_ERROR_TEMPLATE) ? CLI_BAD_INPUT
                                                                         : CLI_NOT_WRITTEN;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/formats.h"

#include <string.h>

#include "src/report/sweep/view.h"
#include "src/report/value/report.h"

static const ReportFormat formats[] = {
    { "html", ".html", report_html_write, sweep_html_write },
    { "xml", ".xml", report_xml_write, NULL },
    { "json", ".json", report_json_write, sweep_json_write },
    { "csv", ".csv", report_csv_write, sweep_csv_write },
    { "txt", ".txt", report_text_write, sweep_table_write },
};

/* "html, xml, ..." for messages; free with g_free(). */
static char *
list_formats(const char *before, gboolean sweep)
{
    GString *list = g_string_new(NULL);

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (!sweep || formats[i].write_sweep != NULL)
            g_string_append_printf(list, "%s%s%s", i > 0 ? ", " : "", before, formats[i].name);
    return g_string_free(list, FALSE);
}

static const ReportFormat *
find_name(const char *name, gboolean sweep, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (strcmp(formats[i].name, name) == 0 && (!sweep || formats[i].write_sweep != NULL))
            return &formats[i];

    g_autofree char *known = list_formats("", sweep);
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                "error: unknown %s '%s' (expected one of %s)",
                sweep ? "format of a sweep" : "report format", name, known);
    return NULL;
}

static const ReportFormat *
find_path(const char *path, gboolean sweep, GError **error)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');

    for (gsize i = 0; i < G_N_ELEMENTS(formats) && dot != NULL; i++)
        if (g_ascii_strcasecmp(formats[i].suffix, dot) == 0 &&
            (!sweep || formats[i].write_sweep != NULL))
            return &formats[i];

    g_autofree char *known = list_formats(".", sweep);
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                "%s: error: the suffix tells no %s (expected one of %s)", path,
                sweep ? "format of a sweep" : "report format", known);
    return NULL;
}

const ReportFormat *
report_format_by_name(const char *name, GError **error)
{
    return find_name(name, FALSE, error);
}

const ReportFormat *
report_format_by_path(const char *path, GError **error)
{
    return find_path(path, FALSE, error);
}

const ReportFormat *
sweep_format_by_name(const char *name, GError **error)
{
    return find_name(name, TRUE, error);
}

const ReportFormat *
sweep_format_by_path(const char *path, GError **error)
{
    return find_path(path, TRUE, error);
}

/* What a format writes. */
typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    const ReportFormat *format;
} Report;

static gboolean
write_report(gpointer data, ReportSink *sink, GError **error)
{
    const Report *report = data;

    return report->format->write(report->prediction, report->options, sink, error);
}

gboolean
report_write_file(const Prediction *prediction, const ReportOptions *options,
                  const ReportFormat *format, const char *path, GError **error)
{
    Report report = { prediction, options, format };

    return report_sink_to_file(write_report, &report, path, error);
}

gboolean
report_write_fd(const Prediction *prediction, const ReportOptions *options,
                const ReportFormat *format, int fd, GError **error)
{
    Report report = { prediction, options, format };

    return report_sink_to_fd(write_report, &report, fd, error);
}

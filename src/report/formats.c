/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/formats.h"

#include <string.h>

#include "src/report/value/formats.h"
#include "src/report/value/sink.h"

static const ReportFormat formats[] = {
    { "html", ".html", report_html_write }, { "xml", ".xml", report_xml_write },
    { "json", ".json", report_json_write }, { "csv", ".csv", report_csv_write },
    { "txt", ".txt", report_text_write },
};

/* "html, xml, ..." for messages; free with g_free(). */
static char *
list_formats(const char *before)
{
    GString *list = g_string_new(NULL);

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        g_string_append_printf(list, "%s%s%s", i > 0 ? ", " : "", before, formats[i].name);
    return g_string_free(list, FALSE);
}

const ReportFormat *
report_format_by_name(const char *name, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];

    g_autofree char *known = list_formats("");
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                "error: unknown report format '%s' (expected one of %s)", name, known);
    return NULL;
}

const ReportFormat *
report_format_by_path(const char *path, GError **error)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(base, '.');

    for (gsize i = 0; i < G_N_ELEMENTS(formats) && dot != NULL; i++)
        if (g_ascii_strcasecmp(formats[i].suffix, dot) == 0)
            return &formats[i];

    g_autofree char *known = list_formats(".");
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                "%s: error: the suffix tells no report format (expected one of %s)", path,
                known);
    return NULL;
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/formats.h"

#include <string.h>

#include "src/report/compare/compare.h"
#include "src/report/machine/machine.h"
#include "src/report/sweep/view.h"

static const ReportFormat formats[] = {
    { "html", { report_html_write, sweep_html_write, compare_html_write, machine_html_write } },
    { "xml", { report_xml_write, NULL, NULL, NULL } },
    { "json", { report_json_write, sweep_json_write, NULL, machine_json_write } },
    { "csv", { report_csv_write, sweep_csv_write, NULL, NULL } },
    { "txt", { report_text_write, sweep_table_write, compare_text_write, machine_text_write } },
};

/* "html, xml, ..." for messages; free with g_free(). */
static char *
list_formats(const char *before, ReportSubject subject)
{
    GString *list = g_string_new(NULL);

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].write[subject] != NULL)
            g_string_append_printf(list, "%s%s%s", i > 0 ? ", " : "", before, formats[i].name);
    return g_string_free(list, FALSE);
}

const ReportFormat *
report_format_find(ReportSubject subject, const char *name, const char *path, GError **error)
{
    static const char *const subjects[REPORT_N_SUBJECTS] = { "report format",
                                                             "format of a sweep",
                                                             "format of a comparison",
                                                             "format of a machine" };
    const char *slash = name == NULL ? strrchr(path, '/') : NULL;
    const char *dot = name == NULL ? strrchr(slash != NULL ? slash : path, '.') : NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].write[subject] != NULL &&
            (name != NULL ? strcmp(formats[i].name, name) == 0
                          : dot != NULL && g_ascii_strcasecmp(formats[i].name, dot + 1) == 0))
            return &formats[i];

    g_autofree char *known = list_formats(name != NULL ? "" : ".", subject);
    if (name != NULL)
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                    "error: unknown %s '%s' (expected one of %s)", subjects[subject], name,
                    known);
    else
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                    "%s: error: the suffix tells no %s (expected one of %s)", path,
                    subjects[subject], known);
    return NULL;
}

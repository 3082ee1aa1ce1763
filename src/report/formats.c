/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/formats.h"

#include <string.h>

#include "src/report/compare/compare.h"
#include "src/report/grains/view.h"
#include "src/report/machine/machine.h"
#include "src/report/schedule/view.h"
#include "src/report/sweep/view.h"
#include "src/report/tasks/tasks.h"

static const ReportFormat formats[] = {
    { "html",
      { [REPORT_OF_RUN] = report_html_write,
        [REPORT_OF_SWEEP] = sweep_html_write,
        [REPORT_OF_COMPARISON] = compare_html_write,
        [REPORT_OF_SCHEDULE] = schedule_html_write,
        [REPORT_OF_GRAINS] = grains_html_write,
        [REPORT_OF_MACHINE] = machine_html_write,
        [REPORT_OF_TASKS] = tasks_html_write } },
    { "xml", { [REPORT_OF_RUN] = report_xml_write } },
    { "json",
      { [REPORT_OF_RUN] = report_json_write,
        [REPORT_OF_SWEEP] = sweep_json_write,
        [REPORT_OF_COMPARISON] = compare_json_write,
        [REPORT_OF_MACHINE] = machine_json_write,
        [REPORT_OF_SCHEDULE] = schedule_json_write,
        [REPORT_OF_GRAINS] = grains_json_write,
        [REPORT_OF_TASKS] = tasks_json_write } },
    { "csv",
      { [REPORT_OF_RUN] = report_csv_write,
        [REPORT_OF_SWEEP] = sweep_csv_write,
        [REPORT_OF_COMPARISON] = compare_csv_write,
        [REPORT_OF_SCHEDULE] = schedule_csv_write,
        [REPORT_OF_GRAINS] = grains_csv_write,
        [REPORT_OF_TASKS] = tasks_csv_write } },
    { "txt",
      { [REPORT_OF_RUN] = report_text_write,
        [REPORT_OF_SWEEP] = sweep_table_write,
        [REPORT_OF_COMPARISON] = compare_text_write,
        [REPORT_OF_MACHINE] = machine_text_write,
        [REPORT_OF_SCHEDULE] = schedule_text_write,
        [REPORT_OF_GRAINS] = grains_text_write,
        [REPORT_OF_TASKS] = tasks_text_write } },
    { "sarif", { [REPORT_OF_RUN] = report_sarif_write } },
    { "tg",
      { [REPORT_OF_SCHEDULE] = schedule_epa_write, [REPORT_OF_GRAINS] = grains_epa_write } },
    { "sched",
      { [REPORT_OF_SCHEDULE] = schedule_sched_write,
        [REPORT_OF_GRAINS] = grains_sched_write } },
    { "dot",
      { [REPORT_OF_SCHEDULE] = schedule_dot_write, [REPORT_OF_GRAINS] = grains_dot_write } },
    { "stg",
      { [REPORT_OF_SCHEDULE] = schedule_stg_write, [REPORT_OF_GRAINS] = grains_stg_write } },
};

/* "html, xml, ..." for messages; free with g_free(). */
static char *
list_formats(const char *before, ReportSubject subject)
{
    GString *list = g_string_new(NULL);

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (formats[i].write[subject] != NULL)
            g_string_append_printf(list, "%s%s%s", list->len > 0 ? ", " : "", before, formats[i].name);
    return g_string_free(list, FALSE);
}

const ReportFormat *
report_format_find(ReportSubject subject, const char *name, const char *path, GError **error)
{
    static const char *const subjects[REPORT_N_SUBJECTS] = { "report format",
                                                             "format of a sweep",
                                                             "format of a comparison",
                                                             "format of a machine",
                                                             "format of a schedule",
                                                             "format of a trace of grains",
                                                             "format of a task pool" };
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/sweep-format.h"

#include <string.h>

static const SweepFormat formats[] = {
    { "html", ".html", sweep_html_write },
    { "json", ".json", sweep_json_write },
    { "csv", ".csv", sweep_csv_write },
    { "txt", ".txt", sweep_table_write },
};

SweepView *
sweep_view_new(const Sweep *sweep, const SweepOptions *options)
{
    SweepView *view = g_new0(SweepView, 1);

    view->sweep = sweep;
    view->options = options;
    view->machines = sweep_machines_new(sweep);
    sweep_advise(sweep, view->machines, &view->advice);
    return view;
}

void
sweep_view_free(SweepView *view)
{
    if (view == NULL)
        return;
    sweep_machines_free(view->machines);
    g_free(view);
}

/* "html, json, ..." for messages; free with g_free(). */
static char *
list_formats(const char *before)
{
    GString *list = g_string_new(NULL);

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        g_string_append_printf(list, "%s%s%s", i > 0 ? ", " : "", before, formats[i].name);
    return g_string_free(list, FALSE);
}

const SweepFormat *
sweep_format_by_name(const char *name, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];

    g_autofree char *known = list_formats("");
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                "error: unknown format of a sweep '%s' (expected one of %s)", name, known);
    return NULL;
}

const SweepFormat *
sweep_format_by_path(const char *path, GError **error)
{
    g_autofree char *base = g_path_get_basename(path);
    const char *dot = strrchr(base, '.');

    for (gsize i = 0; i < G_N_ELEMENTS(formats) && dot != NULL; i++)
        if (g_ascii_strcasecmp(formats[i].suffix, dot) == 0)
            return &formats[i];

    g_autofree char *known = list_formats(".");
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                "%s: error: the suffix tells no format of a sweep (expected one of %s)", path,
                known);
    return NULL;
}

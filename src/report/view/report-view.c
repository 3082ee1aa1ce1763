/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/report-view.h"

#include <string.h>

const Interval *
report_view_interval(const ReportView *view, guint id)
{
    const Prediction *prediction = view->prediction;

    return id > 0 && id <= prediction->n_intervals ? &prediction->intervals[id - 1] : NULL;
}

guint
report_view_shown(const ReportView *view, guint id)
{
    const Interval *interval = report_view_interval(view, id);

    while (interval != NULL && !report_shows(view->options, interval))
        interval = report_view_interval(view, interval->parent);
    return interval != NULL ? interval->id : 0;
}

double
report_view_share(double part, double all)
{
    return all > 0 ? part / all : 0;
}

Value
report_view_pointers(const GPtrArray *array)
{
    return value_items(array->pdata, array->len, sizeof array->pdata[0]);
}

const char *
report_view_place(ReportView *view, const char *file, gint64 line)
{
    g_string_printf(view->text, "%s:%" G_GINT64_FORMAT, file != NULL ? file : "", line);
    return view->text->str;
}

const char *
report_view_words(ReportView *view, const Interval *interval)
{
    static const char *const kinds[] = {
        [INTERVAL_MAIN] = "the main program",
        [INTERVAL_USER] = "the interval",
        [INTERVAL_SEQ] = "the sequential loop",
        [INTERVAL_PAR] = "the parallel loop",
    };

    g_string_assign(view->text, kinds[interval->type]);
    if (interval->has_expression)
        g_string_append_printf(view->text, " %" G_GINT64_FORMAT, interval->expression);
    g_string_append_printf(view->text, " at %s:%" G_GINT64_FORMAT,
                           interval->file != NULL ? interval->file : "", interval->line);
    return view->text->str;
}

const char *
report_view_words_of(ReportView *view, guint id)
{
    const Interval *interval = report_view_interval(view, id);

    return interval != NULL ? report_view_words(view, interval) : "";
}

const TimelineSite *
report_view_site_of(const ReportView *view, guint32 number)
{
    const Timeline *timeline = view->explanation->timeline;

    return timeline != NULL && number < timeline_n_sites(timeline)
               ? timeline_site(timeline, number)
               : NULL;
}

const char *
report_view_site(ReportView *view, guint32 number)
{
    const TimelineSite *site = report_view_site_of(view, number);

    if (site == NULL)
        return "";
    if (site->line > 0)
        return report_view_place(view, site->file, site->line);
    g_string_assign(view->text, site->file != NULL ? site->file : "");
    return view->text->str;
}

const char *
report_view_link(ReportView *view, const char *file, gint64 line)
{
    const ReportSource *source = view->page->source;

    for (guint i = 0; file != NULL && i < source->lines->len; i++) {
        const ReportSourceLine *one = &g_array_index(source->lines, ReportSourceLine, i);
        if (one->number != line ||
            strcmp(g_ptr_array_index(source->files, one->file), file) != 0)
            continue;
        g_string_printf(view->text, "#source-%u-%" G_GINT64_FORMAT, one->file + 1, line);
        return view->text->str;
    }
    return "";
}

const char *
report_view_site_link(ReportView *view, guint32 number)
{
    const TimelineSite *site = report_view_site_of(view, number);

    return site != NULL ? report_view_link(view, site->file, site->line) : "";
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/timeline/names.h"

#include "src/base/clean.h"

void
timeline_names_append_processor(const TimelineNames *names, gint64 processor, GString *out)
{
    int64_t index[RATER_MAX_RANK] = { processor };
    const int rank = names->grid != NULL ? names->grid->rank : 1;

    if (names->grid != NULL)
        rater_grid_index(names->grid, processor, index);
    for (int d = 0; d < rank; d++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, d == 0 ? "P(" : ",",
                               (gint64)index[d]);
    g_string_append_c(out, ')');
}

char *
timeline_names_interval(const TimelineNames *names, guint32 interval)
{
    if (names->interval == NULL)
        return g_strdup_printf("interval %u", interval);
    g_autofree char *name = names->interval(interval, names->data);
    return report_clean_terminal(name, names->unicode);
}

char *
timeline_names_site(const TimelineNames *names, guint32 site)
{
    if (site >= timeline_n_sites(names->timeline))
        return g_strdup("-");
    const TimelineSite *at = timeline_site(names->timeline, site);
    g_autofree char *name =
        g_strdup_printf("%s:%" G_GINT64_FORMAT, at->file != NULL ? at->file : "", at->line);
    return report_clean_terminal(name, names->unicode);
}

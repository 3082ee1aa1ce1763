/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/places.h"

char *
report_places_name(const Explanation *explanation, const Prediction *prediction, guint32 number,
                   guint32 site)
{
    const guint id = explanation_id(explanation, number);

    if (id == 0 || id > prediction->n_intervals)
        return g_strdup_printf("%u", site);
    const Interval *interval = &prediction->intervals[id - 1];
    return g_strdup_printf("%u %d %d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s", site,
                           (int)interval->type, interval->has_expression,
                           interval->has_expression ? interval->expression : 0, interval->line,
                           interval->file != NULL ? interval->file : "");
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rows of tables by interval and line: what has the same names is one row, since an interval of
 * a program may be many of a timeline.
 */
#pragma once

#include "src/report/timeline/names.h"

typedef struct {
    char *interval, *site; /* names; owned */
    SimSum value, calls;
} TimelineRow;

typedef struct _TimelineRows TimelineRows;

/* `names` must outlive it. without_site: rows by interval alone, whose `site` is "". */
TimelineRows *timeline_rows_new(const TimelineNames *names, gboolean without_site);
void timeline_rows_free(TimelineRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TimelineRows, timeline_rows_free)

void timeline_rows_add(TimelineRows *rows, guint32 interval, guint32 site, double value,
                       double calls);

/* Orders by value, the largest first, then by calls and names. Of TimelineRow, owned by
 * `rows`; nothing can be added any more. */
const GPtrArray *timeline_rows_sort(TimelineRows *rows);

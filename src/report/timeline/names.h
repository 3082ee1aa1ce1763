/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What tables call the processors, intervals and lines of a timeline, and rows by interval and
 * line: what has the same names is one row, since an interval of a program may be many of a
 * timeline.
 */
#pragma once

#include "src/timeline/timeline.h"

typedef struct {
    const Timeline *timeline;
    const RaterGrid *grid; /* processors are named by grid index, from 0; NULL: by number */
    /* The name of an interval, free with g_free(); NULL: "interval 7" */
    char *(*interval)(guint32 interval, gpointer data);
    gpointer data;
    gboolean unicode; /* what is not ASCII may be shown as it is */
} TimelineNames;

/* "P(3)", "P(1,0)" */
void timeline_names_append_processor(const TimelineNames *names, gint64 processor,
                                     GString *out);

typedef struct {
    char *interval, *site; /* names without control characters, site "a.fdv:12" or "-"; owned */
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

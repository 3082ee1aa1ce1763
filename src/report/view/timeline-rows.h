/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The rows of the timeline in the HTML report.  A row is a processor and all those that a
 * timeline never tells apart from it: that are in the same of its groups throughout.
 */
#pragma once

#include "src/timeline/timeline.h"

/* Rows of one timeline; a set of them is a word. */
#define REPORT_TIMELINE_MOST_ROWS 64

typedef struct {
    gint64 processor; /* least number */
    gint64 count; /* how many do the same; 0: not known, there are too many to look at each */
    char *label;  /* "0,0", "1-2,0-3": root grid indices as everywhere in the reports */
} ReportTimelineRow;

typedef struct {
    GArray *rows;    /* of ReportTimelineRow, by their least processor */
    guint64 *member; /* by group of the timeline: bit r says that row r is in it */
    guint n_found;   /* rows that there would be without a limit */
    gboolean whole;  /* every processor was looked at */
} ReportTimelineRows;

/* At most `most` rows (1..REPORT_TIMELINE_MOST_ROWS), evenly spread over those there are.
 * `grid`: the root processor system. */
ReportTimelineRows *report_timeline_rows_new(const Timeline *timeline, const RaterGrid *grid,
                                             guint most);
void report_timeline_rows_free(ReportTimelineRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportTimelineRows, report_timeline_rows_free)

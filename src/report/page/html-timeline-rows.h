/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The rows of the timeline in the HTML report.  A row is a processor and all those that a
 * timeline never tells apart from it: that are in the same of its groups throughout.
 */
#pragma once

#include "src/timeline/timeline.h"

/* Rows of one timeline; a set of them is a word. */
#define HTML_TIMELINE_MOST_ROWS 64

typedef struct {
    gint64 processor; /* least number */
    gint64 count; /* how many do the same; 0: not known, there are too many to look at each */
    char *label;  /* "0,0", "1-2,0-3": root grid indices as everywhere in the reports */
} HtmlTimelineRow;

typedef struct {
    GArray *rows;    /* of HtmlTimelineRow, by their least processor */
    guint64 *member; /* by group of the timeline: bit r says that row r is in it */
    guint n_found;   /* rows that there would be without a limit */
    gboolean whole;  /* every processor was looked at */
} HtmlTimelineRows;

/* At most `most` rows (1..HTML_TIMELINE_MOST_ROWS), evenly spread over those there are. `grid`:
 * the root processor system. */
HtmlTimelineRows *html_timeline_rows_new(const Timeline *timeline, const RaterGrid *grid,
                                         guint most);
void html_timeline_rows_free(HtmlTimelineRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtmlTimelineRows, html_timeline_rows_free)

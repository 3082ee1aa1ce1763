/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The rows of a timeline, in the page and in files for other programs.  Groups change while a
 * program runs; a row is a set of processors that are in the same groups throughout, or one
 * processor.
 */
#pragma once

#include "src/timeline/timeline.h"

typedef struct {
    gint64 least; /* processor number */
    gint64 count; /* how many do the same */
    char *label;  /* "0,0", "1-2,0-3": root grid indices as everywhere in the reports */
    guint class;  /* of the partition */
} ReportTimelineRow;

typedef struct {
    const Timeline *timeline;
    const RaterGrid *grid;
    GArray *rows;                  /* of ReportTimelineRow, by their least processor */
    gint64 n_found;                /* rows that there would be without a limit */
    SimLattice *lattice;           /* of `partition` */
    const SimPartition *partition; /* NULL: rows are single processors */
    guint32 *row_of;               /* for each of its classes */
    GPtrArray *members;            /* by group: GArray of guint32, NULL: not yet asked for */
} ReportTimelineRows;

#define REPORT_NO_ROW G_MAXUINT32

/* Which rows. */
typedef struct {
    const GArray *processors; /* these (of gint64, ascending, no two alike); NULL: all */
    guint most;               /* >= 1: at most so many of all */
    gboolean spread;          /* those are evenly spread; else the first */
    guint64 boxes;            /* written out in a label */
} ReportTimelineChoice;

/* `grid`: the root processor system; it and `timeline` must outlive the rows. */
ReportTimelineRows *report_timeline_rows_new(const Timeline *timeline, const RaterGrid *grid,
                                             const ReportTimelineChoice *choice);
void report_timeline_rows_free(ReportTimelineRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportTimelineRows, report_timeline_rows_free)

static inline const ReportTimelineRow *
report_timeline_row(const ReportTimelineRows *rows, guint row)
{
    return &g_array_index(rows->rows, ReportTimelineRow, row);
}

/* The rows whose processors are in the group: guint32, ascending. Valid as long as the rows. */
const GArray *report_timeline_rows_of_group(ReportTimelineRows *rows, guint32 group);

/* The row of a processor, REPORT_NO_ROW when it has none. */
guint32 report_timeline_row_of(const ReportTimelineRows *rows, gint64 processor);

/* Appends what the timeline (may be NULL) calls a processor, else its place in the grid, "1,0". */
void report_append_processor(const Timeline *timeline, const RaterGrid *grid, gint64 number,
                             GString *out);

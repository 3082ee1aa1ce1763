/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A timeline as the HTML report has it: few rows, each at several resolutions, as much of it as
 * a number of bytes holds.  Seconds.
 */
#pragma once

#include "src/analysis/explain/explanation.h"
#include "src/report/view/timeline-pack.h"
#include "src/report/view/timeline-rows.h"

/* A row of the page: the critical path, which comes first, or processors. */
typedef struct {
    char *label;                         /* NULL: the critical path */
    gint64 count;                        /* processors */
    double seconds[REPORT_N_ACTIVITIES]; /* of one of them; NONE: the rest of the run */
} ReportTrack;

/* A part of a track at one resolution. */
typedef struct {
    guint track;
    double resolution; /* shorter activities are united; 0: each is there */
    double tick, from, to;
    char *data; /* of timeline-pack.h, base64 */
} ReportChunk;

/* The longest activity of a finding; all 0: there is none. */
typedef struct {
    double start, end;
    guint fits; /* 2: it is what the finding is about; 1: perhaps, but not at its line; 0: not */
} ReportCostly;

typedef struct {
    double end;
    GArray *tracks;    /* of ReportTrack */
    GArray *chunks;    /* of ReportChunk */
    GString *styles;   /* "activity,interval,place;" for style 1 and up; interval: id, 0: none;
                        * place: index into `places`, -1: none */
    GPtrArray *places; /* of char *, "heat2d.fdv:31" */
    GArray *intervals; /* of guint: ids that styles have */
    ReportCostly *costly; /* by finding */
    gboolean seen[REPORT_N_ACTIVITIES];
    guint64 n_activities; /* of all rows but the path */
    gint64 n_found;       /* rows that there would be */
    double resolution;    /* what is shorter is united where no window is; 0: nothing is */
    guint n_windows;      /* in which each activity is there although `resolution` > 0 */
    double in_windows;    /* seconds of the run in them */
    guint64 n_unnamed;    /* activities whose interval and line are left out */
} ReportTimeline;

/* The run is cut into this many tiles of equal length. */
#define REPORT_TIMELINE_TILES 4096

/* What a page shows in full, where there is no room for all of it: tiles first <= tile < last.
 */
typedef struct {
    guint first, last;
} ReportTimelineWindow;

/* Chooses tiles whose sizes add up to `room` at most: those of the seeds in their order, then
 * what comes after each of them, in turns, then what comes before; `per_window` bytes more for
 * each window. Of ReportTimelineWindow, ascending, none touching the next; may be empty. */
GArray *report_timeline_windows_new(const gsize tiles[REPORT_TIMELINE_TILES],
                                    const guint seeds[], guint n_seeds, gsize room,
                                    gsize per_window);

/* That of the explanation, which must have one, with its path if there is one. `budget`: bytes
 * in the page; where one row at the coarsest resolution takes more, that. NULL when nothing
 * takes time. */
ReportTimeline *report_timeline_new(const Explanation *explanation,
                                    const Prediction *prediction, gsize budget);
void report_timeline_free(ReportTimeline *timeline);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportTimeline, report_timeline_free)

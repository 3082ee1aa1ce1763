/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the page of a report needs beside the prediction: what is shown, how much of it there is
 * room for, sources, the critical path and the timeline in the form in which they are drawn.
 */
#pragma once

#include "src/report/view/cells.h"
#include "src/report/view/losses.h"
#include "src/report/view/path.h"
#include "src/report/view/source.h"
#include "src/report/view/timeline.h"

#define REPORT_N_LOSERS 3

/* More classes of processors than this in an interval are no reading; the JSON has them all. */
#define REPORT_MOST_CLASSES 256

/* Boxes of a class that are written out. */
#define REPORT_MOST_BOXES 64

/* Cells of all tables of classes together: what keeps a page of thousands of intervals or of a
 * million processors small. Intervals of low levels come first. */
#define REPORT_MOST_CELLS 100000

/* Bytes of the timeline in a page, if the options do not say. */
#define REPORT_TIMELINE_BUDGET 1000000

/* A parameter of the machine as Predictor.par names it. */
typedef struct {
    const char *name, *unit;
    char *value;
} ReportParameter;

typedef struct {
    guint n_shown;      /* intervals that --depth lets through */
    GPtrArray *rows;    /* by interval: GArray of ProcessorClass, not owned, those shown */
    ReportCells *cells; /* of intervals not all of whose classes are */
    GArray *columns;    /* of guint: characteristics, then groups, that some processor has in
                           some interval; none with --no-processors */
    GArray *parameters; /* of ReportParameter */
    ReportLoser losers[REPORT_N_LOSERS];
    guint n_losers;
    ReportSource *source;
    ReportPath *path;         /* or NULL */
    ReportTimeline *timeline; /* or NULL */
    char *left_out;           /* what of the timeline is not in the page, in words */
} ReportPage;

ReportPage *report_page_new(const Prediction *prediction, const ReportOptions *options);
void report_page_free(ReportPage *page);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The critical path as the HTML report has it: a strip over time of a few hundred pieces, and
 * the largest rows of its tables with the sum of the others.  Seconds.
 */
#pragma once

#include "src/analysis/explain/explanation.h"

/* Pieces of the strip: so many stretches as they are, else columns of equal length. */
#define REPORT_PATH_MOST_STRETCHES 240
#define REPORT_PATH_COLUMNS        200

/* Rows of its tables. */
#define REPORT_PATH_MOST_PAIRS 120
#define REPORT_PATH_MOST_LINES 200
#define REPORT_PATH_MOST_OFF   20

typedef struct {
    double start, end;
    double seconds[N_PATH_PARTS];
    guint32 interval, site; /* of the longest stretch in it */
} ReportPathPiece;

/* Lines of the path at one line of the source, in intervals of one kind that begin at one line
 * and have one expression: a loop in an interval with an expression is one for each of its
 * values. */
typedef struct {
    PathLine line;  /* sums; interval: the one with the largest total; slack: the least */
    guint n_alike;  /* intervals in it */
    double largest; /* total of `interval` */
} ReportPlace;

typedef struct {
    const CriticalPath *path;
    GArray *pieces;                 /* of ReportPathPiece, in the order of time */
    gboolean columns;               /* whether they are columns */
    GArray *places;                 /* of ReportPlace: on the path, the largest first, then
                                     * off it, the least slack first */
    guint n_pairs, n_lines;         /* rows shown: the first so many of the path's, of places */
    guint n_off;                    /* rows of what is off the path, behind the places on it */
    guint first_off;                /* index of the first of them */
    guint other_pairs, other_lines; /* rows left out */
    double other_pair_seconds;      /* of these */
    double other_line_seconds[N_PATH_PARTS];
    double other_line_total;
} ReportPath;

/* Of explanation->path, which must be there and outlive it. */
ReportPath *report_path_new(const Explanation *explanation, const Prediction *prediction);
void report_path_free(ReportPath *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportPath, report_path_free)

/* The same text for a line (METRICS_ANY: none) in intervals of one kind that begin at one line
 * and have one expression. Free with g_free(). */
char *report_places_name(const Prediction *prediction, guint32 number, guint32 site);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A sweep as a tree of values: sweep.def has its rows.
 */
#pragma once

#include "src/analysis/sweep/best.h"
#include "src/report/sweep/picture.h"
#include "src/report/value/report.h"
#include "src/report/value/value.h"
#include "src/report/view/losses.h"

typedef struct {
    const char *template_dir; /* as in ReportOptions */
    const char *folder; /* where the file will be: links to reports start there; NULL: here */
    gboolean colour;    /* table: terminal colours */
} SweepOptions;

/* A sweep with what several formats want to know of it. */
struct _SweepView {
    const Sweep *sweep;
    const SweepOptions *options;
    SweepMachines *machines; /* owned */
    SweepAdvice advice;
    GArray *axes; /* of int: what tells machines apart, an axis each (advice.h); owned */
    gboolean lost[SWEEP_N_LOSSES]; /* some configuration has the loss */
    gboolean has_pop, has_reports; /* likewise */
    /* Times of tables have one unit, or a look down the column would not compare them: that of
     * the least one, since large numbers read better than zeros behind a point. Their decimals
     * and those of speed-ups are such that the least has enough digits. */
    const char *unit;
    double unit_size; /* seconds */
    int time_decimals, speedup_decimals;
    SweepPictures *pictures;       /* of the page; made when asked for */
    char *text;                    /* the one that was asked for last */
};

/* Both arguments must outlive it. */
SweepView *sweep_view_new(const Sweep *sweep, const SweepOptions *options);
void sweep_view_free(SweepView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SweepView, sweep_view_free)

/* The parameter files, "a.par, b.par"; free with g_free(). */
char *sweep_view_files(const SweepView *view);

/* "part 2 of 8", "" when it is whole; free with g_free(). */
char *sweep_view_part(const SweepView *view);

/* As the columns of tables have them; free with g_free(). */
char *sweep_view_time(const SweepView *view, double seconds);
char *sweep_view_speedup(const SweepView *view, const SweepRow *row);

/* The whole sweep. */
ValueNode sweep_view_root(SweepView *view);

/* Factors of POP, and one of a row; NAN when it is not known. */
#define SWEEP_N_FACTORS 7
double sweep_view_factor(const SweepRow *row, guint factor);

/* The reference that leads from a page in `folder` (NULL: the working folder) to the file
 * `path`: a relative one, with what a reference cannot hold written as %XX. Free with g_free().
 */
char *sweep_link(const char *folder, const char *path);

/* Of a view. */
ReportWrite sweep_html_write, sweep_json_write, sweep_csv_write, sweep_table_write;

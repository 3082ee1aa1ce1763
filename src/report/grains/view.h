/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A trace of grains as a tree of values: grains.def has its rows.
 */
#pragma once

#include "src/graph/grains.h"
#include "src/report/picture/picture.h"
#include "src/report/value/report.h"
#include "src/report/view/run.h"

typedef struct {
    const GrainTrace *trace;
    const char *template_dir; /* as in ReportOptions; NULL: none */
    TaskGraph *graph;         /* owned; NULL: it has a cycle, or no task */
    char *why;                /* then: what the trace is not; NULL */
    double longest, longest_with_communication; /* paths of the graph, NAN without one */
    guint *step;              /* [task]: its place on the latter, from 1; 0: not on it; or NULL */
    GPtrArray *warnings;      /* of char *, owned */
    gboolean executions;
    GArray *pictures;         /* of PictureChart; these and what follows are made when asked for */
    PictureLanes *lanes;
    ReportRun *run;
    char *text;               /* the one that was asked for last */
} GrainsView;

/* `trace` must outlive it. With `executions` each run is a task of the graph. */
GrainsView *grains_view_new(const GrainTrace *trace, gboolean executions);
void grains_view_free(GrainsView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GrainsView, grains_view_free)

ValueNode grains_view_root(GrainsView *view);

/* Of a view. Those of the graph fail with REPORT_ERROR_INPUT when there is none. */
ReportWrite grains_html_write, grains_json_write, grains_csv_write, grains_text_write,
    grains_epa_write, grains_sched_write, grains_dot_write, grains_stg_write;

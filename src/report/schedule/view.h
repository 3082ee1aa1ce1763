/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Schedules of a task graph as a tree of values: schedule.def has its rows.
 */
#pragma once

#include "src/analysis/schedule/study.h"
#include "src/report/value/report.h"
#include "src/report/value/value.h"
#include "src/report/view/run.h"

/* A traced run of the graph, and the study with its times; schedule_measured_graph(). */
typedef struct {
    char *file;
    guint processors;
    double speed_up, corrected; /* of the run itself, with and without start-up */
    TaskGraph *graph;
    ScheduleStudy *study;
} ScheduleMeasured;

void schedule_measured_free(ScheduleMeasured *measured);

typedef struct {
    const char *template_dir; /* as in ReportOptions */
    gboolean csv_tasks;       /* CSV: the schedule that is shown */
    gint heuristic;           /* that is shown; -1: the best; SCHEDULE_N_HEURISTICS: given */
    guint processors;         /* on so many; 0: where it is best */
} ScheduleViewOptions;

typedef struct {
    const ScheduleStudy *study;
    const ScheduleViewOptions *options;
    const GPtrArray *measured;  /* of ScheduleMeasured */
    const ScheduleRow *row;     /* that is shown */
    const ScheduleResult *shown;
    GArray *path;               /* of ScheduleStep */
    GArray *placed;             /* of guint: tasks by processor and time */
    GPtrArray *warnings;        /* of char *, borrowed */
    struct SchedulePictures_ *pictures; /* picture.h; made when asked for */
    ReportRun *run;             /* likewise */
    char *text;                 /* the one that was asked for last */
} ScheduleView;

/* All arguments must outlive it; measured may be NULL. NULL with REPORT_ERROR_FORMAT: what is to
 * be shown is not there. */
ScheduleView *schedule_view_new(const ScheduleStudy *study, const GPtrArray *measured,
                                const ScheduleViewOptions *options, GError **error);
void schedule_view_free(ScheduleView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ScheduleView, schedule_view_free)

ValueNode schedule_view_root(ScheduleView *view);

/* What share of the make-span processor p works in the schedule that is shown. */
double schedule_view_busy(const ScheduleView *view, guint p);

/* The answer in words: what to use, how far that is from what can be; free with g_free(). */
char *schedule_view_answer(const ScheduleView *view);

/* A time of the graph with its unit, where that has a name: "5 ms", "5"; free with g_free(). */
char *schedule_view_time(const ScheduleView *view, double time);

/* Of a view. */
ReportWrite schedule_html_write, schedule_json_write, schedule_csv_write, schedule_text_write,
    schedule_dot_write, schedule_stg_write, schedule_epa_write, schedule_sched_write;

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * `predictor tasks`: a task pool as its log has it, and what is predicted, as a tree of values:
 * tasks.def has its rows.  Times are in the unit of the log.
 */
#pragma once

#include "src/analysis/tasks/predict.h"
#include "src/report/tasks/picture.h"
#include "src/report/value/report.h"
#include "src/report/value/value.h"
#include "src/report/view/run.h"

typedef struct {
    const TaskLog *log;
    TaskFit *fit;
    gint64 tasks;        /* that are asked for */
    GArray *predictions; /* of TaskPrediction, in the order asked for */
    GPtrArray *warnings; /* as on standard error; owned */
    const char *template_dir;
} TaskReport;

/* `log` must outlive it. `processors` (of gint64) and `tasks` (0: those of the log) are what is
 * asked for; an empty list stands for the log's. */
TaskReport *task_report_new(const TaskLog *log, const TaskFitOptions *options,
                            const GArray *processors, gint64 tasks);
void task_report_free(TaskReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TaskReport, task_report_free)

typedef struct {
    const TaskReport *report;
    GArray *pictures;    /* of PictureChart; these and what follows are made when asked for */
    PictureLanes *lanes;
    ReportRun *run;
    char *text;          /* the one that was asked for last */
} TaskView;

TaskView *task_view_new(const TaskReport *report);
void task_view_free(TaskView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TaskView, task_view_free)

ValueNode task_view_root(TaskView *view);

/* The answer in words: how many processors pay, and what the next one brings. Free with
 * g_free(). */
char *task_report_answer(const TaskReport *report);

/* A time of the log for people, in the unit that reads best. */
const char *task_report_time(const TaskReport *report, double time, char *buffer);

/* Of a TaskReport. */
ReportWrite tasks_html_write, tasks_json_write, tasks_csv_write, tasks_text_write;

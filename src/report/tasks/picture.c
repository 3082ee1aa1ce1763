/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/tasks/picture.h"

#include <math.h>

#include "src/base/number.h"

#define MOST_POINTS 2000

/* Times in the unit that reads best for those up to `time`, all in units of the log. */
static PictureScale
times(const TaskLog *log, double least, double time)
{
    double size;
    const char *unit = report_number_unit(time * log->seconds, &size);

    return (PictureScale){ g_strdup_printf("time, %s", unit), least, time, size / log->seconds };
}

static void
draw_sorted(PictureChart *chart, const char *label, const double values[], gint64 n)
{
    PictureCurve *curve = picture_add_curve(chart, label, TRUE);
    const gint64 stride = 1 + n / MOST_POINTS;

    for (gint64 j = 0; j < n; j += stride)
        picture_add_point(chart, curve, (double)j, values[j]);
}

/* A line through two values, at 0 and at `last`. */
static void
draw_line(PictureChart *chart, const char *label, double last, double first_value, double last_value)
{
    PictureCurve *curve = picture_add_curve(chart, label, FALSE);

    picture_add_point(chart, curve, 0, first_value);
    picture_add_point(chart, curve, last, last_value);
}

/* Figures 11 to 14 of the paper. */
static void
draw_starts(GArray *charts, const TaskLog *log, const TaskFit *fit)
{
    const double last = (double)fit->processors - 1;
    const TaskPrediction p = task_predict(fit, fit->processors, fit->tasks);
    PictureChart *chart = picture_add_chart(
        charts, "Starts and finishes, sorted",
        (PictureScale){ g_strdup("worker"), 0, MAX(last, 1), 1 },
        times(log, MIN(0, fit->start.value), fit->finish));

    draw_sorted(chart, "first start", fit->starts, fit->processors);
    draw_sorted(chart, "last finish", fit->finishes, fit->processors);
    draw_line(chart, "line of starts", last, fit->start.value,
              fit->start.value + last * fit->slope.value);
    /* finishes lie within a task of each other (figure 12) */
    draw_line(chart, "line of finishes", last, p.line - (p.triangle ? 0 : fit->time.value), p.line);
}

/* How many workers are busy, over time: the parallelism profile. */
static void
draw_profile(GArray *charts, const TaskLog *log, const TaskFit *fit)
{
    const guint n = log->tasks->len;
    g_autofree double *starts = g_new(double, n), *ends = g_new(double, n);
    PictureChart *chart = picture_add_chart(
        charts, "Busy workers over time", times(log, 0, fit->finish),
        (PictureScale){ g_strdup("busy workers"), 0, (double)fit->processors, 1 });

    for (guint t = 0; t < n; t++) {
        starts[t] = g_array_index(log->tasks, PoolTask, t).start;
        ends[t] = g_array_index(log->tasks, PoolTask, t).end;
    }
    picture_add_profile(chart, "busy", starts, ends, n);
}

static void
draw_prediction(GArray *charts, const TaskLog *log, const TaskFit *fit, gint64 tasks)
{
    const double critical = task_critical_processors(fit, tasks);
    const double most = ceil(MAX((double)fit->processors,
                                 isfinite(critical) ? 1.25 * critical : 4.0 * (double)fit->processors));
    const gint64 n = (gint64)MIN(most, (double)TASK_MOST_PROCESSORS);
    const gint64 stride = 1 + n / 200;
    PictureChart *chart = picture_add_chart(
        charts, "Predicted time", (PictureScale){ g_strdup("processors"), 1, (double)MAX(n, 2), 1 },
        times(log, 0, task_predict(fit, 1, tasks).pool));
    PictureCurve *pool = picture_add_curve(chart, "predicted", FALSE);

    for (gint64 p = 1; p <= n; p += stride)
        picture_add_point(chart, pool, (double)p, task_predict(fit, p, tasks).pool);
    if (tasks == fit->tasks)
        picture_add_point(chart, picture_add_curve(chart, "measured", TRUE),
                          (double)fit->processors, fit->finish);
}

GArray *
task_charts_new(const TaskLog *log, const TaskFit *fit, gint64 tasks)
{
    GArray *charts = picture_charts_new();

    draw_starts(charts, log, fit);
    draw_profile(charts, log, fit);
    draw_prediction(charts, log, fit, tasks);
    return charts;
}

PictureLanes *
task_lanes_new(const TaskLog *log, const TaskFit *fit)
{
    double size;
    char start[REPORT_NUMBER_SIZE], end[REPORT_NUMBER_SIZE];

    report_number_unit(fit->finish * log->seconds, &size);
    PictureLanes *lanes = picture_lanes_new(fit->finish, size / log->seconds);
    for (guint w = 0; w < log->workers->len; w++) {
        const PoolWorker *worker = task_log_get_worker(log, w);
        report_number_time(task_log_task(log, w, 0)->start * log->seconds, start);
        report_number_time(task_log_task(log, w, worker->n - 1)->end * log->seconds, end);
        PictureLane *lane = picture_add_lane(
            lanes, worker->name,
            g_strdup_printf("%s: %u task%s from %s to %s", worker->name, worker->n,
                            worker->n == 1 ? "" : "s", start, end));
        for (guint k = 0; lane != NULL && k < worker->n; k++)
            picture_add_bar(lanes, lane, task_log_task(log, w, k)->start,
                            task_log_task(log, w, k)->end);
    }
    return lanes;
}

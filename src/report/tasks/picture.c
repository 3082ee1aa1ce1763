/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/tasks/picture.h"

#include <math.h>

#include "src/base/number.h"

/* The plot of a chart. */
#define LEFT   62.0
#define RIGHT  548.0
#define TOP    14.0
#define BOTTOM 284.0
/* The rows of workers. */
#define LANES_LEFT  90.0
#define LANES_RIGHT 890.0
#define LANE        14.0
#define MOST_POINTS 2000

/* Values from `low` on `from` to `high` on `to`. */
typedef struct {
    double low, high, from, to;
} Axis;

static double
place(const Axis *axis, double value)
{
    return axis->high > axis->low
               ? axis->from + (value - axis->low) / (axis->high - axis->low) * (axis->to - axis->from)
               : axis->from;
}

static void
append_number(GString *path, const char *before, double number)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append(path, before);
    g_string_append(path, g_ascii_formatd(text, sizeof text, "%.2f", number));
}

/* 1, 2 or 5 times a power of ten: about six of them on the axis. */
static double
step_of(const Axis *axis)
{
    const double rough = (axis->high - axis->low) / 6;
    const double power = rough > 0 ? pow(10, floor(log10(rough))) : 1;
    const double ratio = rough / power;

    return power * (ratio > 5 ? 10 : ratio > 2 ? 5 : ratio > 1 ? 2 : 1);
}

/* Ticks in units of `unit`. */
static GArray *
make_ticks(const Axis *axis, double unit)
{
    GArray *ticks = g_array_new(FALSE, FALSE, sizeof(TaskTick));
    const Axis scaled = { axis->low / unit, axis->high / unit, axis->from, axis->to };
    const double step = step_of(&scaled);
    char number[REPORT_NUMBER_SIZE];

    for (double k = ceil(scaled.low / step); k * step <= scaled.high && ticks->len < 20; k++) {
        const TaskTick tick = { place(&scaled, k * step),
                                g_strdup(report_number_short(k * step, number)) };
        g_array_append_val(ticks, tick);
    }
    return ticks;
}

static TaskPicture *
add_picture(TaskPictures *pictures, const char *title, const char *x_axis, char *y_axis,
            const Axis *x, const Axis *y, double unit)
{
    const TaskPicture picture = { title, x_axis, y_axis, make_ticks(x, 1), make_ticks(y, unit),
                                  g_array_new(FALSE, FALSE, sizeof(TaskCurve)) };

    g_array_append_val(pictures->pictures, picture);
    return &g_array_index(pictures->pictures, TaskPicture, pictures->pictures->len - 1);
}

static TaskCurve *
add_curve(TaskPicture *picture, const char *label, gboolean dots)
{
    const TaskCurve curve = { label, dots, g_string_new(NULL) };

    g_array_append_val(picture->curves, curve);
    return &g_array_index(picture->curves, TaskCurve, picture->curves->len - 1);
}

/* A line to the point; a dot, with round ends of lines, is a line of no length. */
static void
add_point(TaskCurve *curve, const Axis *x, const Axis *y, double at, double value)
{
    append_number(curve->path, curve->path->len == 0 || curve->dots ? "M" : "L", place(x, at));
    append_number(curve->path, " ", place(y, value));
    g_string_append(curve->path, curve->dots ? "h0" : "");
}

/* --- charts --- */

/* The unit that reads best for times up to `time`, in units of the log. */
static double
unit_of(const TaskLog *log, double time, char **axis)
{
    double size;
    const char *unit = report_number_unit(time * log->seconds, &size);

    *axis = g_strdup_printf("time, %s", unit);
    return size / log->seconds;
}

static void
draw_sorted(TaskCurve *curve, const Axis *x, const Axis *y, const double values[], gint64 n)
{
    const gint64 stride = 1 + n / MOST_POINTS;

    for (gint64 j = 0; j < n; j += stride)
        add_point(curve, x, y, (double)j, values[j]);
}

/* Figures 11 to 14 of the paper. */
static void
draw_starts(TaskPictures *pictures, const TaskLog *log, const TaskFit *fit)
{
    const double last = (double)fit->processors - 1;
    const Axis x = { 0, MAX(last, 1), LEFT, RIGHT };
    const Axis y = { MIN(0, fit->start.value), fit->finish, BOTTOM, TOP };
    char *axis;
    const double unit = unit_of(log, fit->finish, &axis);
    TaskPicture *picture = add_picture(pictures, "Starts and finishes, sorted", "worker", axis, &x,
                                       &y, unit);

    draw_sorted(add_curve(picture, "first start", TRUE), &x, &y, fit->starts, fit->processors);
    draw_sorted(add_curve(picture, "last finish", TRUE), &x, &y, fit->finishes, fit->processors);
    TaskCurve *line = add_curve(picture, "line of starts", FALSE);
    add_point(line, &x, &y, 0, fit->start.value);
    add_point(line, &x, &y, last, fit->start.value + last * fit->slope.value);
    /* finishes lie within a task of each other (figure 12) */
    const TaskPrediction p = task_predict(fit, fit->processors, fit->tasks);
    TaskCurve *end = add_curve(picture, "line of finishes", FALSE);
    add_point(end, &x, &y, 0, p.line - (p.triangle ? 0 : fit->time.value));
    add_point(end, &x, &y, last, p.line);
}

static int
compare_times(gconstpointer a, gconstpointer b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* How many workers are busy, over time: the parallelism profile. */
static void
draw_profile(TaskPictures *pictures, const TaskLog *log, const TaskFit *fit)
{
    const guint n = log->tasks->len, stride = 1 + 2 * n / MOST_POINTS;
    g_autofree double *starts = g_new(double, n), *ends = g_new(double, n);
    char *axis;
    const double unit = unit_of(log, fit->finish, &axis);
    const Axis x = { 0, fit->finish / unit, LEFT, RIGHT };
    const Axis y = { 0, (double)fit->processors, BOTTOM, TOP };
    TaskPicture *picture = add_picture(pictures, "Busy workers over time", NULL,
                                       g_strdup("busy workers"), &x, &y, 1);
    picture->x_axis = g_intern_string(axis);
    g_free(axis);
    for (guint t = 0; t < n; t++) {
        starts[t] = g_array_index(log->tasks, PoolTask, t).start;
        ends[t] = g_array_index(log->tasks, PoolTask, t).end;
    }
    qsort(starts, n, sizeof *starts, compare_times);
    qsort(ends, n, sizeof *ends, compare_times);
    TaskCurve *curve = add_curve(picture, "busy", FALSE);
    guint s = 0, seen = 0;
    double busy = 0;
    add_point(curve, &x, &y, 0, 0);
    for (guint e = 0; e < n;) {
        const gboolean start = s < n && starts[s] < ends[e];
        const double at = (start ? starts[s++] : ends[e++]) / unit;
        if (seen++ % stride == 0 || e == n)
            add_point(curve, &x, &y, at, busy);
        busy += start ? 1 : -1;
        if ((seen - 1) % stride == 0 || e == n)
            add_point(curve, &x, &y, at, busy);
    }
}

static void
draw_prediction(TaskPictures *pictures, const TaskLog *log, const TaskFit *fit, gint64 tasks)
{
    const double critical = task_critical_processors(fit, tasks);
    const double most = ceil(MAX((double)fit->processors,
                                 isfinite(critical) ? 1.25 * critical : 4.0 * (double)fit->processors));
    const gint64 n = (gint64)MIN(most, (double)TASK_MOST_PROCESSORS);
    const gint64 stride = 1 + n / 200;
    char *axis;
    const double one = task_predict(fit, 1, tasks).pool, unit = unit_of(log, one, &axis);
    const Axis x = { 1, (double)MAX(n, 2), LEFT, RIGHT }, y = { 0, one, BOTTOM, TOP };
    TaskPicture *picture = add_picture(pictures, "Predicted time", "processors", axis, &x, &y, unit);
    TaskCurve *pool = add_curve(picture, "predicted", FALSE);

    for (gint64 p = 1; p <= n; p += stride)
        add_point(pool, &x, &y, (double)p, task_predict(fit, p, tasks).pool);
    if (tasks == fit->tasks)
        add_point(add_curve(picture, "measured", TRUE), &x, &y, (double)fit->processors, fit->finish);
}

/* --- rows of workers --- */

static void
draw_lane(TaskPictures *pictures, const TaskLog *log, const Axis *time, guint w)
{
    const PoolWorker *worker = task_log_get_worker(log, w);
    const TaskLane lane = { worker->name, g_string_new(NULL) };
    double drawn = -1;

    for (guint k = 0; k < worker->n; k++) {
        const PoolTask *task = task_log_task(log, w, k);
        const double from = place(time, task->start), to = place(time, task->end);
        /* what would be narrower than a quarter of a pixel is part of the one before */
        if (to - drawn < 0.25)
            continue;
        append_number(lane.path, "M", from);
        append_number(lane.path, " ", w * LANE + 1);
        append_number(lane.path, "H", MAX(from + 0.2, to - 0.3));
        append_number(lane.path, "v", LANE - 3);
        append_number(lane.path, "H", from);
        g_string_append_c(lane.path, 'z');
        drawn = to;
    }
    g_array_append_val(pictures->lanes, lane);
}

TaskPictures *
task_pictures_new(const TaskLog *log, const TaskFit *fit, gint64 tasks)
{
    TaskPictures *pictures = g_new(TaskPictures, 1);
    const guint n = MIN(log->workers->len, TASK_MOST_LANES);
    const Axis time = { 0, fit->finish, LANES_LEFT, LANES_RIGHT };
    double size;

    report_number_unit(fit->finish * log->seconds, &size);
    *pictures = (TaskPictures){ g_array_new(FALSE, FALSE, sizeof(TaskPicture)),
                                g_array_new(FALSE, FALSE, sizeof(TaskLane)),
                                make_ticks(&time, size / log->seconds) };
    draw_starts(pictures, log, fit);
    draw_profile(pictures, log, fit);
    draw_prediction(pictures, log, fit, tasks);
    for (guint w = 0; w < n; w++)
        draw_lane(pictures, log, &time, w);
    return pictures;
}

static void
free_ticks(GArray *ticks)
{
    for (guint i = 0; i < ticks->len; i++)
        g_free(g_array_index(ticks, TaskTick, i).label);
    g_array_unref(ticks);
}

static void
free_picture(TaskPicture *picture)
{
    g_free(picture->y_axis);
    free_ticks(picture->xticks);
    free_ticks(picture->yticks);
    for (guint i = 0; i < picture->curves->len; i++)
        g_string_free(g_array_index(picture->curves, TaskCurve, i).path, TRUE);
    g_array_unref(picture->curves);
}

void
task_pictures_free(TaskPictures *pictures)
{
    if (pictures == NULL)
        return;
    for (guint i = 0; i < pictures->pictures->len; i++)
        free_picture(&g_array_index(pictures->pictures, TaskPicture, i));
    for (guint i = 0; i < pictures->lanes->len; i++)
        g_string_free(g_array_index(pictures->lanes, TaskLane, i).path, TRUE);
    g_array_unref(pictures->pictures);
    g_array_unref(pictures->lanes);
    free_ticks(pictures->ticks);
    g_free(pictures);
}

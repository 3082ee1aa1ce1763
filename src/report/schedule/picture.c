/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/schedule/picture.h"

#include <math.h>
#include <string.h>

#include "src/base/number.h"

/* The plot of the curves. */
#define X0 62.0
#define X1 548.0
#define Y0 284.0
#define Y1 14.0

/* More tasks are drawn together, a row a processor. */
#define MOST_BARS 4000

#define LETTER   6.5
#define N_COLOURS 8

static void
append_place(GString *path, double x, double y)
{
    picture_append(path, path->len > 0 ? " L" : "M", x);
    picture_append(path, " ", y);
}

static GArray *
make_ticks(double most, double from, double to)
{
    const Axis axis = axis_new(FALSE, 0, most, from, to);

    return picture_ticks(&axis, 1);
}

/* --- speed-up --- */

typedef struct {
    SchedulePictures *pictures;
    double processors, speed_up; /* ends of the axes */
} Chart;

typedef double Curve(const ScheduleRow *row);

static double
best_speed_up(const ScheduleRow *row)
{
    return schedule_row_result(row, row->best)->speed_up;
}

static double
bound_speed_up(const ScheduleRow *row)
{
    return row->bounds.bound > 0 ? row->problem->one / row->bounds.bound : NAN;
}

static double
optimum_speed_up(const ScheduleRow *row)
{
    return row->optimum.makespan > 0 ? row->problem->one / row->optimum.makespan : NAN;
}

static double
ideal_speed_up(const ScheduleRow *row)
{
    return row->machine->n;
}

static double
x_of(const Chart *chart, double processors)
{
    return X0 + (X1 - X0) * processors / chart->processors;
}

static double
y_of(const Chart *chart, double speed_up)
{
    return Y0 + (Y1 - Y0) * MIN(speed_up / chart->speed_up, 1);
}

static void
add_point(Chart *chart, guint line, const char *name, double processors, double speed_up)
{
    char number[REPORT_NUMBER_SIZE];
    const SchedulePicturePoint point = {
        x_of(chart, processors), y_of(chart, speed_up), line,
        g_strdup_printf("%s, %g processors: speed-up %s", name, processors,
                        report_number_rounded(speed_up, number)),
    };

    g_array_append_val(chart->pictures->points, point);
}

static void
add_line(Chart *chart, const ScheduleStudy *study, const char *name, Curve *curve)
{
    g_autoptr(GString) path = g_string_new(NULL);
    const guint number = chart->pictures->lines->len + 1;

    for (guint i = 0; i < study->rows->len; i++) {
        const ScheduleRow *row = schedule_study_row(study, i);
        const double value = curve(row);
        if (!isfinite(value))
            continue;
        append_place(path, x_of(chart, row->machine->n), y_of(chart, value));
        add_point(chart, number, name, row->machine->n, value);
    }
    if (path->len == 0)
        return;
    const SchedulePictureLine line = { g_strdup(name), number, g_strdup(path->str) };
    g_array_append_val(chart->pictures->lines, line);
}

static void
add_measured(Chart *chart, const ScheduleMeasured *measured)
{
    g_autofree char *name = g_strdup_printf("with the times of %s", measured->file);

    add_line(chart, measured->study, name, best_speed_up);
    const guint number = chart->pictures->lines->len;
    add_point(chart, number, "the traced run", measured->processors, measured->speed_up);
    add_point(chart, number, "the traced run without start-up", measured->processors,
              measured->corrected);
}

static void
make_chart(SchedulePictures *pictures, const ScheduleView *view)
{
    Chart chart = { pictures, 1, 1 };
    const guint n_measured = view->measured != NULL ? view->measured->len : 0;

    for (guint i = 0; i < view->study->rows->len; i++) {
        const ScheduleRow *row = schedule_study_row(view->study, i);
        chart.processors = MAX(chart.processors, row->machine->n);
        chart.speed_up = MAX(chart.speed_up, best_speed_up(row));
        if (isfinite(bound_speed_up(row)))
            chart.speed_up = MAX(chart.speed_up, bound_speed_up(row));
    }
    for (guint i = 0; i < n_measured; i++) {
        const ScheduleMeasured *one = g_ptr_array_index(view->measured, i);
        chart.processors = MAX(chart.processors, one->processors);
        chart.speed_up = MAX(chart.speed_up, MAX(one->speed_up, one->corrected));
        for (guint k = 0; k < one->study->rows->len; k++)
            chart.speed_up =
                MAX(chart.speed_up, best_speed_up(schedule_study_row(one->study, k)));
    }
    pictures->xticks = make_ticks(chart.processors, X0, X1);
    pictures->yticks = make_ticks(chart.speed_up, Y0, Y1);
    add_line(&chart, view->study, "best schedule", best_speed_up);
    add_line(&chart, view->study, "bound", bound_speed_up);
    add_line(&chart, view->study, "optimum", optimum_speed_up);
    add_line(&chart, view->study, "ideal", ideal_speed_up);
    for (guint i = 0; i < n_measured && i < N_COLOURS - 4; i++)
        add_measured(&chart, g_ptr_array_index(view->measured, i));
}

/* --- who does what when --- */

static void
add_bar(SchedulePictures *pictures, const ScheduleView *view, guint i, gboolean on_path)
{
    const Schedule *schedule = view->shown->schedule;
    const char *name = task_graph_task(view->study->graph, i)->name;
    const double scale = (SCHEDULE_X1 - SCHEDULE_X0) / MAX(schedule->makespan, 1e-300);
    g_autofree char *start = schedule_view_time(view, schedule->start[i]);
    g_autofree char *finish = schedule_view_time(view, schedule->finish[i]);
    SchedulePictureBar bar = {
        .x = SCHEDULE_X0 + schedule->start[i] * scale,
        .width = MAX((schedule->finish[i] - schedule->start[i]) * scale, 0.5),
        .lane = schedule->processor[i],
        .number = i % N_COLOURS + 1,
        .on_path = on_path,
        .title = g_strdup_printf("%s on processor %u: %s to %s%s", name,
                                 schedule->processor[i], start, finish,
                                 on_path ? ", on the critical path" : ""),
    };

    bar.label = g_strdup((double)g_utf8_strlen(name, -1) * LETTER < bar.width ? name : "");
    g_array_append_val(pictures->bars, bar);
}

static void
make_bars(SchedulePictures *pictures, const ScheduleView *view)
{
    g_autofree gboolean *on_path = g_new0(gboolean, view->study->graph->tasks->len);

    for (guint k = 0; k < view->path->len; k++)
        on_path[g_array_index(view->path, ScheduleStep, k).task] = TRUE;
    for (guint k = 0; k < view->placed->len; k++) {
        const guint i = g_array_index(view->placed, guint, k);
        add_bar(pictures, view, i, on_path[i]);
    }
    pictures->times = make_ticks(view->shown->schedule->makespan, SCHEDULE_X0, SCHEDULE_X1);
}

static void
make_lanes(SchedulePictures *pictures, const ScheduleView *view)
{
    const Schedule *schedule = view->shown->schedule;

    pictures->together = picture_lanes_new(schedule->makespan, 1);
    for (guint p = 0; p < schedule->p; p++) {
        g_autofree char *name = g_strdup_printf("%u", p);
        const GArray *tasks = schedule->lanes[p];
        PictureLane *lane = picture_add_lane(
            pictures->together, name, g_strdup_printf("processor %u: %u tasks", p, tasks->len));
        for (guint k = 0; lane != NULL && k < tasks->len; k++) {
            const guint i = g_array_index(tasks, guint, k);
            picture_add_bar(pictures->together, lane, schedule->start[i], schedule->finish[i]);
        }
    }
}

/* --- how many work, which tasks may be late --- */

static PictureScale
time_scale(const ScheduleView *view, const char *name, double most)
{
    const char *unit = view->study->graph->unit;
    const gboolean named = !g_str_equal(unit, "unit");

    return (PictureScale){ g_strdup_printf("%s%s%s", name, named ? ", " : "", named ? unit : ""),
                           0, most, 1 };
}

static void
draw_parallelism(GArray *charts, const ScheduleView *view)
{
    const Schedule *schedule = view->shown->schedule;
    g_autofree double *starts = g_memdup2(schedule->start, schedule->n * sizeof(double));
    g_autofree double *ends = g_memdup2(schedule->finish, schedule->n * sizeof(double));
    PictureChart *chart = picture_add_chart(
        charts, "Processors at work", time_scale(view, "time", schedule->makespan),
        (PictureScale){ g_strdup("processors"), 0, schedule->p, 1 });

    picture_add_profile(chart, "at work", starts, ends, schedule->n);
}

static void
draw_slack(GArray *charts, const ScheduleView *view)
{
    const ScheduleProblem *problem = view->row->problem;
    double most = 0, last = 0;

    for (guint i = 0; i < problem->n; i++) {
        most = MAX(most, problem->alap[i] - problem->tl[i]);
        last = MAX(last, problem->tl[i]);
    }
    PictureChart *chart =
        picture_add_chart(charts, "Slack of the tasks", time_scale(view, "earliest start", last),
                          time_scale(view, "slack", most));
    PictureCurve *dots = picture_add_curve(chart, "slack", TRUE);
    for (guint i = 0; i < problem->n; i++)
        picture_add_point(chart, dots, problem->tl[i], problem->alap[i] - problem->tl[i]);
}

static void
clear_line(gpointer line)
{
    g_free(((SchedulePictureLine *)line)->name);
    g_free(((SchedulePictureLine *)line)->path);
}

static void
clear_point(gpointer point)
{
    g_free(((SchedulePicturePoint *)point)->title);
}

static void
clear_bar(gpointer bar)
{
    g_free(((SchedulePictureBar *)bar)->title);
    g_free(((SchedulePictureBar *)bar)->label);
}

SchedulePictures *
schedule_pictures_new(const ScheduleView *view)
{
    SchedulePictures *pictures = g_new0(SchedulePictures, 1);

    pictures->lines = g_array_new(FALSE, FALSE, sizeof(SchedulePictureLine));
    pictures->points = g_array_new(FALSE, FALSE, sizeof(SchedulePicturePoint));
    pictures->bars = g_array_new(FALSE, FALSE, sizeof(SchedulePictureBar));
    g_array_set_clear_func(pictures->lines, clear_line);
    g_array_set_clear_func(pictures->points, clear_point);
    g_array_set_clear_func(pictures->bars, clear_bar);
    make_chart(pictures, view);
    if (view->placed->len <= MOST_BARS)
        make_bars(pictures, view);
    else
        make_lanes(pictures, view);
    pictures->charts = picture_charts_new();
    draw_parallelism(pictures->charts, view);
    draw_slack(pictures->charts, view);
    return pictures;
}

void
schedule_pictures_free(SchedulePictures *pictures)
{
    if (pictures == NULL)
        return;
    g_array_unref(pictures->lines);
    g_array_unref(pictures->points);
    g_array_unref(pictures->xticks);
    g_array_unref(pictures->yticks);
    g_array_unref(pictures->bars);
    g_clear_pointer(&pictures->times, g_array_unref);
    picture_lanes_free(pictures->together);
    g_array_unref(pictures->charts);
    g_free(pictures);
}

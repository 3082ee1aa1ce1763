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

/* More tasks are not drawn, and their numbers are in the table of processors. */
#define MOST_BARS 4000

#define LETTER   6.5
#define N_COLOURS 8

static void
append_place(GString *path, double x, double y)
{
    char a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf(path, "%s%s %s", path->len > 0 ? " L" : "M",
                           g_ascii_formatd(a, sizeof a, "%.2f", x),
                           g_ascii_formatd(b, sizeof b, "%.2f", y));
}

/* 1, 2, 5, 10, ..: about n of them up to `most`. */
static double
step_of(double most, guint n)
{
    const double raw = most / n, power = pow(10, floor(log10(raw)));

    return raw <= power ? power : raw <= 2 * power ? 2 * power : raw <= 5 * power ? 5 * power
                                                                                   : 10 * power;
}

/* Ticks of 0 .. most at from .. to. */
static GArray *
make_ticks(double most, guint n, double from, double to)
{
    GArray *ticks = g_array_new(FALSE, FALSE, sizeof(SchedulePictureTick));
    const double step = most > 0 ? step_of(most, n) : 1;

    for (guint k = 0; k * step <= most * (1 + 1e-9) && k < 100; k++) {
        SchedulePictureTick tick = { .at = from + (to - from) * (most > 0 ? k * step / most : 0) };
        char number[REPORT_NUMBER_SIZE];
        g_strlcpy(tick.label, report_number_short(k * step, number), sizeof tick.label);
        g_array_append_val(ticks, tick);
    }
    return ticks;
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
    pictures->xticks = make_ticks(chart.processors, 8, X0, X1);
    pictures->yticks = make_ticks(chart.speed_up, 6, Y0, Y1);
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
    const guint n = view->placed->len;

    for (guint k = 0; k < view->path->len; k++)
        on_path[g_array_index(view->path, ScheduleStep, k).task] = TRUE;
    for (guint k = 0; k < MIN(n, MOST_BARS); k++) {
        const guint i = g_array_index(view->placed, guint, k);
        add_bar(pictures, view, i, on_path[i]);
    }
    pictures->hidden = n - MIN(n, MOST_BARS);
    pictures->times =
        make_ticks(view->shown->schedule->makespan, 10, SCHEDULE_X0, SCHEDULE_X1);
}

/* --- how many work --- */

typedef struct {
    double at;
    int change;
} Change;

static gint
compare_changes(gconstpointer a, gconstpointer b)
{
    const Change *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->change > y->change) - (x->change < y->change);
}

static void
make_parallelism(SchedulePictures *pictures, const ScheduleView *view)
{
    const Schedule *schedule = view->shown->schedule;
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(Change));
    g_autoptr(GString) path = g_string_new(NULL);
    const double width = (SCHEDULE_X1 - SCHEDULE_X0) / MAX(schedule->makespan, 1e-300);
    int now = 0;

    for (guint i = 0; i < schedule->n; i++) {
        const Change begin = { schedule->start[i], 1 }, end = { schedule->finish[i], -1 };
        g_array_append_val(changes, begin);
        g_array_append_val(changes, end);
    }
    g_array_sort(changes, compare_changes);
#define HEIGHT(n) (110 - 100.0 * (n) / schedule->p)
    append_place(path, SCHEDULE_X0, HEIGHT(0));
    for (guint k = 0; k < changes->len; k++) {
        const Change *change = &g_array_index(changes, Change, k);
        const double x = SCHEDULE_X0 + change->at * width;
        const gboolean first =
            k == 0 || g_array_index(changes, Change, k - 1).at != change->at;
        const gboolean last = k + 1 == changes->len ||
                              g_array_index(changes, Change, k + 1).at != change->at;
        if (first)
            append_place(path, x, HEIGHT(now));
        now += change->change;
        if (last)
            append_place(path, x, HEIGHT(now));
    }
#undef HEIGHT
    pictures->parallelism = g_strdup(path->str);
    pictures->counts = make_ticks(schedule->p, 4, 110, 10);
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
    make_bars(pictures, view);
    make_parallelism(pictures, view);
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
    g_array_unref(pictures->times);
    g_array_unref(pictures->counts);
    g_free(pictures->parallelism);
    g_free(pictures);
}

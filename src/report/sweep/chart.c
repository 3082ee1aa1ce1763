/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of a sweep over the number of processors.  Charts of time, speed-up and efficiency:
 * a machine's curve goes through the best grid of each number of processors, other grids are
 * points beside it.  Stacks of what becomes of the processor time: a bar for the best grid of
 * each number of processors.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/report/sweep/view.h"
#include "src/report/view/report-view.h"

/* Machines that are drawn. */
#define MOST_SERIES 8

/* Grids beside the curves that are drawn; more would only be a cloud. */
#define MOST_POINTS 2000

/* Size of a label's text, and how far right it may reach. */
#define LETTER 6.3
#define LINE   11.0
#define RIGHT  560

/* Bars that can be told apart; of more, evenly spaced ones are taken. */
#define MOST_BARS 40

/* Room that a number below a bar takes for each digit. */
#define DIGIT 7.0

/* A share of less than this is no part of a bar. */
#define LEAST_SHARE 1e-4

typedef struct {
    double x0, y0, x1, y1;
    const RaterGrid *grid; /* that a label names; NULL: a point of a curve */
} Box;

/* One chart while it is made. */
typedef struct {
    const SweepView *view;
    const GArray *series;
    SweepChart *chart;
    GArray *taken; /* of Box: labels and points of curves */
} Draft;

static double
time_of(const SweepRow *row)
{
    return row->result.execution_time;
}

static double
efficiency_of(const SweepRow *row)
{
    return row->result.efficiency;
}

static GArray *
curve_of(const Draft *draft, guint series)
{
    return g_array_index(draft->series, SweepSeries, series - 1).curve;
}

/* The range of processors, and of values over all rows that can be drawn. FALSE: no curve. */
static gboolean
make_axes(SweepChart *chart, const Sweep *sweep)
{
    double lo = G_MAXDOUBLE, hi = 0, least = G_MAXDOUBLE, most = 0;

    for (guint i = 0; i < sweep->rows->len; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        if (row->status != SWEEP_DONE)
            continue;
        const double n = (double)sweep_row_processors(row), value = chart->value(row);
        least = MIN(least, n);
        most = MAX(most, n);
        if (value > 0 && isfinite(value)) {
            lo = MIN(lo, value);
            hi = MAX(hi, value);
        }
    }
    if (least >= most || lo > hi)
        return FALSE;
    if (chart->ideal) /* the ideal line is seen for a good part */
        hi = MAX(hi, MIN(most, 4 * hi));
    chart->least = least;
    chart->most = most;
    chart->x = axis_new(TRUE, least, most, SWEEP_PLOT_X0, SWEEP_PLOT_X1);
    chart->y = chart->log ? axis_new(TRUE, lo, hi, SWEEP_PLOT_Y1, SWEEP_PLOT_Y0)
                          : axis_new(FALSE, 0, MAX(1, hi), SWEEP_PLOT_Y1, SWEEP_PLOT_Y0);
    return TRUE;
}

static void
add_xtick(SweepChart *chart, double n)
{
    AxisTick tick = { .at = axis_at(&chart->x, n) };

    report_number_exact(n, tick.label);
    g_array_append_val(chart->xticks, tick);
}

/* Powers of two, as many as there is room for; where less than two are there, both ends. */
static void
add_xticks(SweepChart *chart)
{
    double step = 2;

    while (log(chart->x.hi / chart->x.lo) / log(step) > 12)
        step *= 2;
    for (double n = 1; n <= chart->x.hi; n *= step) {
        if (n >= chart->x.lo)
            add_xtick(chart, n);
    }
    if (chart->xticks->len >= 2)
        return;
    g_array_set_size(chart->xticks, 0);
    add_xtick(chart, chart->least);
    add_xtick(chart, chart->most);
}

/* "20 ms", "0.5", "80 %" */
static void
write_label(const SweepChart *chart, double value, char *label)
{
    double unit = 1;
    const char *name = chart->time ? report_number_unit(value, &unit) : "";

    if (!chart->log) {
        g_snprintf(label, REPORT_NUMBER_SIZE, "%.0f %%", 100 * value);
        return;
    }
    report_number_short(value / unit, label);
    if (chart->time) {
        g_strlcat(label, " ", REPORT_NUMBER_SIZE);
        g_strlcat(label, name, REPORT_NUMBER_SIZE);
    }
}

static void
add_yticks(SweepChart *chart)
{
    g_autoptr(GArray) ticks = axis_ticks(&chart->y, 8);

    for (guint i = 0; i < ticks->len; i++) {
        const double value = g_array_index(ticks, double, i);
        AxisTick tick = { .at = axis_at(&chart->y, value) };
        write_label(chart, value, tick.label);
        g_array_append_val(chart->yticks, tick);
    }
}

static SweepPoint
point_of(const Draft *draft, guint series, guint i, gboolean curve)
{
    const SweepChart *chart = draft->chart;
    const SweepRow *row = sweep_row(draft->view->sweep, i);

    return (SweepPoint){ series, i, curve,
                         axis_at(&chart->x, (double)sweep_row_processors(row)),
                         axis_at(&chart->y, chart->value(row)) };
}

/* Grids that are not the best of their number of processors: drawn first, below the curves. */
static void
add_others(Draft *draft, guint series)
{
    const SweepView *view = draft->view;
    const guint machine = g_array_index(draft->series, SweepSeries, series - 1).machine;
    const GArray *curve = curve_of(draft, series);
    GArray *points = draft->chart->points;
    g_autoptr(GHashTable) on_curve = g_hash_table_new(NULL, NULL);

    for (guint k = 0; k < curve->len; k++)
        g_hash_table_add(on_curve, GUINT_TO_POINTER(g_array_index(curve, guint, k)));
    for (guint i = 0; i < view->sweep->rows->len && points->len < MOST_POINTS; i++) {
        const SweepRow *row = sweep_row(view->sweep, i);
        if (view->machines->machine[i] != machine || row->status != SWEEP_DONE ||
            !(draft->chart->value(row) > 0) ||
            g_hash_table_contains(on_curve, GUINT_TO_POINTER(i)))
            continue;
        const SweepPoint point = point_of(draft, series, i, FALSE);
        g_array_append_val(points, point);
    }
}

static void
add_curve(Draft *draft, guint series)
{
    const GArray *curve = curve_of(draft, series);

    for (guint k = 0; k < curve->len; k++) {
        const SweepPoint point = point_of(draft, series, g_array_index(curve, guint, k), TRUE);
        const Box box = { point.x - 4, point.y - 4, point.x + 4, point.y + 4, NULL };
        g_array_append_val(draft->chart->points, point);
        g_array_append_val(draft->taken, box);
    }
}

static gboolean
is_free(const Draft *draft, const Box *box)
{
    if (box->x0 < SWEEP_PLOT_X0 || box->x1 > RIGHT || box->y0 < 0 || box->y1 > SWEEP_PLOT_Y1)
        return FALSE;
    for (guint i = 0; i < draft->taken->len; i++) {
        const Box *other = &g_array_index(draft->taken, Box, i);
        if (box->x0 < other->x1 && other->x0 < box->x1 && box->y0 < other->y1 &&
            other->y0 < box->y1)
            return FALSE;
    }
    return TRUE;
}

/* Whether a label with the same words stands so near that it is read as this point's too:
 * curves of several machines meet. */
static gboolean
is_named(const Draft *draft, const RaterGrid *grid, double x, double y)
{
    for (guint i = 0; i < draft->taken->len; i++) {
        const Box *box = &g_array_index(draft->taken, Box, i);
        if (box->grid != NULL && rater_grid_equal(box->grid, grid) && x > box->x0 - LINE &&
            x < box->x1 + LINE && y > box->y0 - LINE && y < box->y1 + LINE)
            return TRUE;
    }
    return FALSE;
}

/* The topology above the point, below, or beside it, where there is room; else it has none: the
 * title of the point and the table tell it. */
static void
add_label(Draft *draft, guint row)
{
    static const struct {
        double dx, dy;
    } places[] = { { 0, -12 }, { 0, 12 }, { 1, -12 }, { 1, 12 }, { -1, -12 }, { -1, 12 } };
    const RaterGrid *grid = &sweep_row(draft->view->sweep, row)->params->topology;
    const SweepPoint point = point_of(draft, 0, row, TRUE);
    g_autofree char *text = topology_name(grid);
    const double half = (double)strlen(text) * LETTER / 2;

    if (is_named(draft, grid, point.x, point.y))
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        const double middle = point.x + places[i].dx * half, base = point.y + places[i].dy;
        const Box box = { middle - half, base - LINE / 2, middle + half, base + LINE / 2,
                          grid };
        if (!is_free(draft, &box))
            continue;
        const SweepPoint label = { 0, row, TRUE, middle, base + 3.5 };
        g_array_append_val(draft->chart->labels, label);
        g_array_append_val(draft->taken, box);
        return;
    }
}

/* Ends first, so that they have labels when the room gets scarce; the best before all. */
static void
add_labels(Draft *draft)
{
    const gint best = draft->view->advice.best;

    if (best != SWEEP_NOTHING)
        add_label(draft, (guint)best);
    for (guint pass = 0; pass < 2; pass++) {
        for (guint series = 1; series <= draft->series->len; series++) {
            const GArray *curve = curve_of(draft, series);
            for (guint k = 0; k < curve->len; k++) {
                const gboolean end = k == 0 || k + 1 == curve->len;
                const guint row = g_array_index(curve, guint, k);
                if (end == (pass == 0) && (gint)row != best)
                    add_label(draft, row);
            }
        }
    }
}

static void
add_chart(GArray *charts, const SweepView *view, const GArray *series, SweepChart chart)
{
    g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(Box));
    Draft draft = { view, series, &chart, taken };

    if (!make_axes(&chart, view->sweep))
        return;
    chart.xticks = g_array_new(FALSE, FALSE, sizeof(AxisTick));
    chart.yticks = g_array_new(FALSE, FALSE, sizeof(AxisTick));
    chart.points = g_array_new(FALSE, FALSE, sizeof(SweepPoint));
    chart.labels = g_array_new(FALSE, FALSE, sizeof(SweepPoint));
    add_xticks(&chart);
    add_yticks(&chart);
    for (guint i = 1; i <= series->len; i++)
        add_others(&draft, i);
    for (guint i = 1; i <= series->len; i++)
        add_curve(&draft, i);
    add_labels(&draft);
    g_array_append_val(charts, chart);
}

static gint
compare_on_curve(gconstpointer a, gconstpointer b, gpointer sweep)
{
    const guint i = *(const guint *)a, j = *(const guint *)b;
    const SweepRow *x = sweep_row(sweep, i), *y = sweep_row(sweep, j);
    const gint64 n = sweep_row_processors(x), m = sweep_row_processors(y);
    return ORDER(n, m) ?: ORDER(x->result.execution_time, y->result.execution_time) ?: ORDER(i, j);
}

/* The done rows of a machine with the least time for their number of processors (of equal ones
 * the first), by rising number of processors: guint. */
static GArray *
machine_curve(const SweepView *view, guint machine)
{
    const Sweep *sweep = view->sweep;
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(guint));
    guint n = 0;
    for (guint i = 0; i < sweep->rows->len; i++) {
        if (view->machines->machine[i] == machine && sweep_row(sweep, i)->status == SWEEP_DONE)
            g_array_append_val(rows, i);
    }
    g_array_sort_with_data(rows, compare_on_curve, (gpointer)sweep);
    for (guint k = 0; k < rows->len; k++) {
        const guint i = g_array_index(rows, guint, k);
        const SweepRow *last =
            n > 0 ? sweep_row(sweep, g_array_index(rows, guint, n - 1)) : NULL;
        if (last == NULL ||
            sweep_row_processors(last) != sweep_row_processors(sweep_row(sweep, i)))
            g_array_index(rows, guint, n++) = i;
    }
    g_array_set_size(rows, n);
    return rows;
}

/* Where a row is between the ends of the axis of processors, in steps that can be seen. */
static int
step_of(const SweepRow *row, const SweepRow *first, const SweepRow *last)
{
    const double n = (double)sweep_row_processors(row),
                 lo = (double)sweep_row_processors(first),
                 hi = (double)sweep_row_processors(last);

    return (int)(log(n / lo) / log(hi / lo) * (SWEEP_PLOT_X1 - SWEEP_PLOT_X0));
}

/* Leaves the fastest row of each step, and the best row. */
static void
thin_curve(const SweepView *view, GArray *curve)
{
    const SweepRow *first = sweep_row(view->sweep, g_array_index(curve, guint, 0)),
                   *last = sweep_row(view->sweep, g_array_index(curve, guint, curve->len - 1));
    guint n = 0;

    for (guint k = 0; k < curve->len; k++) {
        const guint i = g_array_index(curve, guint, k);
        const SweepRow *row = sweep_row(view->sweep, i);
        const guint kept = n > 0 ? g_array_index(curve, guint, n - 1) : 0;
        const SweepRow *before = n > 0 ? sweep_row(view->sweep, kept) : NULL;
        const gboolean same = before != NULL &&
                              step_of(row, first, last) == step_of(before, first, last) &&
                              (gint)kept != view->advice.best && (gint)i != view->advice.best;
        if (!same)
            g_array_index(curve, guint, n++) = i;
        else if (row->result.execution_time < before->result.execution_time)
            g_array_index(curve, guint, n - 1) = i;
    }
    g_array_set_size(curve, n);
}

/* Rows of a curve that have a place on logarithmic axes, and can be told apart. What a search
 * happened to try tells nothing of the numbers between: of its curve only what is faster than
 * all with fewer processors stays, and the best row. */
static GArray *
drawable_curve(const SweepView *view, guint machine)
{
    GArray *curve = machine_curve(view, machine);
    double least = G_MAXDOUBLE;
    guint n = 0;

    for (guint k = 0; k < curve->len; k++) {
        const guint i = g_array_index(curve, guint, k);
        const double time = sweep_row(view->sweep, i)->result.execution_time;
        if (!(time > 0))
            continue;
        if (view->sweep->searches->len == 0 || sweep_is_less(time, least) ||
            (gint)i == view->advice.best)
            g_array_index(curve, guint, n++) = i;
        least = MIN(least, time);
    }
    g_array_set_size(curve, n);
    if (curve->len > SWEEP_PLOT_X1 - SWEEP_PLOT_X0)
        thin_curve(view, curve);
    return curve;
}

static GArray *
bars_of(const SweepView *view, guint machine)
{
    GArray *bars = g_array_new(FALSE, FALSE, sizeof(SweepBar));
    g_autoptr(GArray) curve = machine_curve(view, machine);
    const guint n = MIN(curve->len, MOST_BARS);
    const double room = (double)(SWEEP_PLOT_X1 - SWEEP_PLOT_X0) / MAX(n, 1);
    double written = 0; /* where the last number ends */

    for (guint k = 0; k < n; k++) {
        const guint at = n > 1 ? k * (curve->len - 1) / (n - 1) : 0;
        SweepBar bar = { g_array_index(curve, guint, at), SWEEP_PLOT_X0 + k * room, room,
                         FALSE };
        g_autofree char *label = g_strdup_printf(
            "%" G_GINT64_FORMAT, sweep_row_processors(sweep_row(view->sweep, bar.row)));
        const double middle = bar.x + room / 2, half = (double)strlen(label) * DIGIT / 2;
        bar.labelled = middle - half >= written;
        if (bar.labelled)
            written = middle + half;
        g_array_append_val(bars, bar);
    }
    return bars;
}

/* The first machines have a series, and that of the best row always. */
static void
add_series(GArray *series, const SweepView *view)
{
    const SweepMachines *machines = view->machines;
    const guint best =
        view->advice.best != SWEEP_NOTHING ? machines->machine[view->advice.best] : 0;

    for (guint i = 0; i < MIN(machines->n_machines, MOST_SERIES); i++) {
        const guint machine = i + 1 == MOST_SERIES && best > i ? best : i;
        const SweepSeries one = { machine, drawable_curve(view, machine),
                                  bars_of(view, machine) };
        g_array_append_val(series, one);
    }
}

double
sweep_part_seconds(const SweepRow *row, guint part)
{
    return part == 0 ? row->result.productive_time : row->result.losses[part - 1];
}

double
sweep_part_share(const SweepRow *row, guint part)
{
    const double share =
        report_view_share(sweep_part_seconds(row, part), row->result.total_time);

    return share < LEAST_SHARE ? 0 : share;
}

double
sweep_part_y(const SweepRow *row, guint n)
{
    double share = 0;

    for (guint part = 0; part < n; part++)
        share += sweep_part_share(row, part);
    return SWEEP_PLOT_Y1 - MIN(share, 1) * (SWEEP_PLOT_Y1 - SWEEP_PLOT_Y0);
}

static void
clear_series(gpointer series)
{
    g_array_unref(((SweepSeries *)series)->curve);
    g_array_unref(((SweepSeries *)series)->bars);
}

static void
clear_chart(gpointer data)
{
    SweepChart *chart = data;

    g_array_unref(chart->xticks);
    g_array_unref(chart->yticks);
    g_array_unref(chart->points);
    g_array_unref(chart->labels);
}

SweepPictures *
sweep_pictures_new(const SweepView *view)
{
    static const SweepChart charts[] = {
        { .title = "Predicted time",
          .axis = "time (log)",
          .value = time_of,
          .time = TRUE,
          .log = TRUE },
        { .title = "Speed-up against one processor",
          .axis = "speed-up (log)",
          .value = sweep_row_speedup,
          .log = TRUE,
          .ideal = TRUE },
        { .title = "Efficiency", .axis = "productive / total time", .value = efficiency_of },
    };
    SweepPictures *pictures = g_new0(SweepPictures, 1);

    pictures->series = g_array_new(FALSE, FALSE, sizeof(SweepSeries));
    g_array_set_clear_func(pictures->series, clear_series);
    pictures->charts = g_array_new(FALSE, FALSE, sizeof(SweepChart));
    g_array_set_clear_func(pictures->charts, clear_chart);
    add_series(pictures->series, view);
    for (gsize i = 0; i < G_N_ELEMENTS(charts); i++)
        add_chart(pictures->charts, view, pictures->series, charts[i]);
    pictures->heats = sweep_heats_new(view);
    return pictures;
}

void
sweep_pictures_free(SweepPictures *pictures)
{
    if (pictures == NULL)
        return;
    g_array_unref(pictures->series);
    g_array_unref(pictures->charts);
    g_array_unref(pictures->heats);
    g_free(pictures);
}

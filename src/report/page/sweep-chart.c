/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Curves of a sweep over the number of processors: time, speed-up, efficiency.  A machine's
 * curve goes through the best grid of each number of processors; other grids are points beside
 * it.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/number.h"
#include "src/report/page/sweep-axis.h"
#include "src/report/page/sweep-page.h"

/* Grids beside the curves that are drawn; more would only be a cloud. */
#define MOST_POINTS 2000

/* Size of a label's text. */
#define LETTER 6.3
#define LINE   11.0

typedef struct {
    const char *name, *title, *axis;
    double (*value)(const SweepRow *row);
    gboolean log;
} Kind;

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

static const Kind kinds[] = {
    { "time", "Predicted time", "seconds", time_of, TRUE },
    { "speedup", "Speed-up against one processor", "times", sweep_row_speedup, TRUE },
    { "efficiency", "Efficiency", "productive / total time", efficiency_of, FALSE },
};

typedef struct {
    double x0, y0, x1, y1;
    const char *text; /* of a label; the page owns it */
} Box;

/* One picture while it is made. */
typedef struct {
    SweepPage *page;
    const Kind *kind;
    GArray **curves; /* of guint: rows of each machine that is drawn */
    SweepAxis x, y;
    SweepPageChart chart;
    GArray *taken; /* of Box: labels and points of curves */
} Draft;

static const SweepRow *
row_of(const Draft *draft, const GArray *curve, guint k)
{
    return sweep_row(draft->page->view->sweep, g_array_index(curve, guint, k));
}

static double
x_of(const Draft *draft, const SweepRow *row)
{
    return sweep_axis_at(&draft->x, (double)sweep_row_processors(row));
}

static double
y_of(const Draft *draft, const SweepRow *row)
{
    return sweep_axis_at(&draft->y, draft->kind->value(row));
}

/* The range of processors, and of values over all rows that can be drawn. FALSE: no curve. */
static gboolean
make_axes(Draft *draft)
{
    const Sweep *sweep = draft->page->view->sweep;
    double lo = G_MAXDOUBLE, hi = 0, least = G_MAXDOUBLE, most = 0;

    for (guint i = 0; i < sweep->rows->len; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        if (row->status != SWEEP_DONE)
            continue;
        const double n = (double)sweep_row_processors(row), value = draft->kind->value(row);
        least = MIN(least, n);
        most = MAX(most, n);
        if (value > 0 && isfinite(value)) {
            lo = MIN(lo, value);
            hi = MAX(hi, value);
        }
    }
    if (least >= most || lo > hi)
        return FALSE;
    if (draft->kind->value == sweep_row_speedup) /* the ideal line is seen for a good part */
        hi = MAX(hi, MIN(most, 4 * hi));
    draft->x = sweep_axis(TRUE, least, most, SWEEP_PAGE_X0, SWEEP_PAGE_X1);
    draft->y = draft->kind->log
                   ? sweep_axis(TRUE, lo, hi, SWEEP_PAGE_Y1, SWEEP_PAGE_Y0)
                   : sweep_axis(FALSE, 0, MAX(1, hi), SWEEP_PAGE_Y1, SWEEP_PAGE_Y0);
    return TRUE;
}

static void
add_tick(Draft *draft, GArray *ticks, double x, double y, const char *label)
{
    const SweepPageTick tick = { sweep_page_number(draft->page, x),
                                 sweep_page_number(draft->page, y),
                                 sweep_page_text(draft->page, label) };

    g_array_append_val(ticks, tick);
}

/* Powers of two, as many as there is room for. */
static void
add_xticks(Draft *draft)
{
    double step = 2;

    while (log(draft->x.hi / draft->x.lo) / log(step) > 12)
        step *= 2;
    for (double n = 1; n <= draft->x.hi; n *= step) {
        char number[REPORT_NUMBER_SIZE];
        if (n >= draft->x.lo)
            add_tick(draft, draft->chart.xticks, sweep_axis_at(&draft->x, n), SWEEP_PAGE_Y1,
                     report_number_exact(n, number));
    }
}

static void
add_yticks(Draft *draft)
{
    g_autoptr(GArray) ticks = sweep_axis_ticks(&draft->y, 8);

    for (guint i = 0; i < ticks->len; i++) {
        char number[REPORT_NUMBER_SIZE];
        const double value = g_array_index(ticks, double, i);
        g_autofree char *percent = g_strdup_printf("%.0f %%", 100 * value);
        add_tick(draft, draft->chart.yticks, SWEEP_PAGE_X0, sweep_axis_at(&draft->y, value),
                 draft->kind->log ? report_number_short(value, number) : percent);
    }
}

static void
add_line(Draft *draft, guint series)
{
    const GArray *curve = draft->curves[series];
    GString *path = g_string_new(NULL);

    for (guint k = 0; k < curve->len; k++)
        g_string_append_printf(
            path, "%s%s %s", k > 0 ? " L" : "M",
            sweep_page_number(draft->page, x_of(draft, row_of(draft, curve, k))),
            sweep_page_number(draft->page, y_of(draft, row_of(draft, curve, k))));
    const SweepPageLine line = { (gint64)series + 1,
                                 sweep_page_take(draft->page, g_string_free(path, FALSE)) };
    if (curve->len > 1)
        g_array_append_val(draft->chart.lines, line);
}

static void
add_point(Draft *draft, guint series, guint row, const char *kind)
{
    const SweepRow *one = sweep_row(draft->page->view->sweep, row);
    const SweepPagePoint point = {
        .series = (gint64)series + 1,
        .x = sweep_page_number(draft->page, x_of(draft, one)),
        .y = sweep_page_number(draft->page, y_of(draft, one)),
        .kind = kind,
        .title = sweep_page_title(draft->page, row),
    };

    g_array_append_val(draft->chart.points, point);
}

/* Grids that are not the best of their number of processors: drawn first, below the curves. */
static void
add_others(Draft *draft, guint series)
{
    const SweepView *view = draft->page->view;
    const guint machine = g_array_index(draft->page->machines, guint, series);
    const GArray *curve = draft->curves[series];
    g_autoptr(GHashTable) on_curve = g_hash_table_new(NULL, NULL);

    for (guint k = 0; k < curve->len; k++)
        g_hash_table_add(on_curve, GUINT_TO_POINTER(g_array_index(curve, guint, k)));
    for (guint i = 0; i < view->sweep->rows->len; i++)
        if (view->machines->machine[i] == machine && draft->chart.points->len < MOST_POINTS &&
            sweep_row(view->sweep, i)->status == SWEEP_DONE &&
            draft->kind->value(sweep_row(view->sweep, i)) > 0 &&
            !g_hash_table_contains(on_curve, GUINT_TO_POINTER(i)))
            add_point(draft, series, i, "other");
}

static void
add_curve(Draft *draft, guint series)
{
    const GArray *curve = draft->curves[series];

    add_line(draft, series);
    for (guint k = 0; k < curve->len; k++) {
        const guint i = g_array_index(curve, guint, k);
        const SweepRow *row = row_of(draft, curve, k);
        const double x = x_of(draft, row), y = y_of(draft, row);
        const Box box = { x - 4, y - 4, x + 4, y + 4, NULL };
        add_point(draft, series, i,
                  (gint)i == draft->page->view->advice.best ? "best" : "curve");
        g_array_append_val(draft->taken, box);
    }
}

static gboolean
is_free(const Draft *draft, const Box *box)
{
    if (box->x0 < SWEEP_PAGE_X0 || box->x1 > SWEEP_PAGE_WIDTH || box->y0 < 0 ||
        box->y1 > SWEEP_PAGE_Y1)
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
is_named(const Draft *draft, const char *text, double x, double y)
{
    for (guint i = 0; i < draft->taken->len; i++) {
        const Box *box = &g_array_index(draft->taken, Box, i);
        if (box->text != NULL && strcmp(box->text, text) == 0 && x > box->x0 - LINE &&
            x < box->x1 + LINE && y > box->y0 - LINE && y < box->y1 + LINE)
            return TRUE;
    }
    return FALSE;
}

/* The topology above the point, below, or beside it, where there is room; else it has none: the
 * title of the point and the table tell it. */
static void
add_label(Draft *draft, const SweepRow *row)
{
    static const struct {
        double dx, dy;
    } places[] = { { 0, -12 }, { 0, 12 }, { 1, -12 }, { 1, 12 }, { -1, -12 }, { -1, 12 } };
    g_autoptr(GString) text = g_string_new(NULL);
    const double x = x_of(draft, row), y = y_of(draft, row);

    topology_append(&row->params->topology, text);
    const double half = (double)text->len * LETTER / 2;
    if (is_named(draft, text->str, x, y))
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        const double middle = x + places[i].dx * half, base = y + places[i].dy;
        Box box = { middle - half, base - LINE / 2, middle + half, base + LINE / 2, NULL };
        if (!is_free(draft, &box))
            continue;
        add_tick(draft, draft->chart.labels, middle, base + 3.5, text->str);
        box.text =
            g_array_index(draft->chart.labels, SweepPageTick, draft->chart.labels->len - 1)
                .label;
        g_array_append_val(draft->taken, box);
        return;
    }
}

/* Ends first, so that they have labels when the room gets scarce; the best before all. */
static void
add_labels(Draft *draft)
{
    const Sweep *sweep = draft->page->view->sweep;
    const guint n = draft->page->machines->len;
    const gint best = draft->page->view->advice.best;

    if (best != SWEEP_NOTHING)
        add_label(draft, sweep_row(sweep, (guint)best));
    for (guint pass = 0; pass < 2; pass++) {
        for (guint series = 0; series < n; series++) {
            const GArray *curve = draft->curves[series];
            for (guint k = 0; k < curve->len; k++) {
                const gboolean end = k == 0 || k + 1 == curve->len;
                if (end == (pass == 0) && (gint)g_array_index(curve, guint, k) != best)
                    add_label(draft, row_of(draft, curve, k));
            }
        }
    }
}

/* Speed-up = processors, as far as it is in the plot. */
static void
add_ideal(Draft *draft)
{
    const double from = MAX(draft->x.lo, draft->y.lo), to = MIN(draft->x.hi, draft->y.hi);

    draft->chart.ideal = draft->chart.ideal_label = "";
    if (draft->kind->value != sweep_row_speedup || from >= to)
        return;
    draft->chart.ideal = sweep_page_take(
        draft->page,
        g_strdup_printf("M%s %s L%s %s",
                        sweep_page_number(draft->page, sweep_axis_at(&draft->x, from)),
                        sweep_page_number(draft->page, sweep_axis_at(&draft->y, from)),
                        sweep_page_number(draft->page, sweep_axis_at(&draft->x, to)),
                        sweep_page_number(draft->page, sweep_axis_at(&draft->y, to))));
    draft->chart.ideal_label = "dashed: ideal, as many times as processors";
}

static void
make_arrays(Draft *draft)
{
    draft->chart.xticks = sweep_page_array(draft->page, sizeof(SweepPageTick));
    draft->chart.yticks = sweep_page_array(draft->page, sizeof(SweepPageTick));
    draft->chart.labels = sweep_page_array(draft->page, sizeof(SweepPageTick));
    draft->chart.lines = sweep_page_array(draft->page, sizeof(SweepPageLine));
    draft->chart.points = sweep_page_array(draft->page, sizeof(SweepPagePoint));
}

static void
add_chart(SweepPage *page, const Kind *kind, GArray **curves)
{
    g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(Box));
    Draft draft = { .page = page, .kind = kind, .curves = curves, .taken = taken };

    if (!make_axes(&draft))
        return;
    make_arrays(&draft);
    draft.chart.name = kind->name;
    draft.chart.title = kind->title;
    draft.chart.axis = kind->axis;
    draft.chart.summary = sweep_page_take(
        page, g_strdup_printf("%s against the number of processors; the table has the values",
                              kind->title));
    add_xticks(&draft);
    add_yticks(&draft);
    add_ideal(&draft);
    for (guint series = 0; series < page->machines->len; series++)
        add_others(&draft, series);
    for (guint series = 0; series < page->machines->len; series++)
        add_curve(&draft, series);
    add_labels(&draft);
    g_array_append_val(page->charts, draft.chart);
}

/* Where a row is between the ends of the axis of processors, in steps that can be seen. */
static int
step_of(const SweepRow *row, const SweepRow *first, const SweepRow *last)
{
    const double n = (double)sweep_row_processors(row),
                 lo = (double)sweep_row_processors(first),
                 hi = (double)sweep_row_processors(last);

    return (int)(log(n / lo) / log(hi / lo) * (SWEEP_PAGE_X1 - SWEEP_PAGE_X0));
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

/* What a search happened to try tells nothing of the numbers between: of its curve only what is
 * faster than all with fewer processors stays, and the best row. */
static void
keep_front(const SweepView *view, GArray *curve)
{
    double least = G_MAXDOUBLE;
    guint n = 0;

    for (guint k = 0; k < curve->len; k++) {
        const guint i = g_array_index(curve, guint, k);
        const double time = sweep_row(view->sweep, i)->result.execution_time;
        if (sweep_is_less(time, least) || (gint)i == view->advice.best)
            g_array_index(curve, guint, n++) = i;
        least = MIN(least, time);
    }
    g_array_set_size(curve, n);
}

/* Rows of a curve that have a place on logarithmic axes, and can be told apart. */
static GArray *
drawable_curve(const SweepPage *page, guint series)
{
    const SweepView *view = page->view;
    const guint machine = g_array_index(page->machines, guint, series);
    GArray *curve = sweep_machine_curve(view->sweep, view->machines, machine);
    guint n = 0;

    for (guint k = 0; k < curve->len; k++) {
        const guint i = g_array_index(curve, guint, k);
        if (sweep_row(view->sweep, i)->result.execution_time > 0)
            g_array_index(curve, guint, n++) = i;
    }
    g_array_set_size(curve, n);
    if (view->sweep->searches->len > 0)
        keep_front(view, curve);
    if (curve->len > SWEEP_PAGE_X1 - SWEEP_PAGE_X0)
        thin_curve(view, curve);
    return curve;
}

void
sweep_charts_add(SweepPage *page)
{
    g_autofree GArray **curves = g_new0(GArray *, MAX(page->machines->len, 1));

    for (guint series = 0; series < page->machines->len; series++)
        curves[series] = drawable_curve(page, series);
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
        add_chart(page, &kinds[i], curves);
    for (guint series = 0; series < page->machines->len; series++)
        g_array_unref(curves[series]);
}

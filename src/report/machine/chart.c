/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Charts of what messages, broadcasts and reductions cost.
 */
#include "src/report/machine/chart.h"

#include <math.h>

#define MOST_TICKS 8

typedef struct {
    double at, seconds;
} Sample;

static void
clear_curve(gpointer data)
{
    MachineCurve *curve = data;
    g_free(curve->label);
    g_array_unref(curve->points);
}

static void
clear_chart(gpointer data)
{
    MachineChart *chart = data;
    g_array_unref(chart->xticks);
    g_array_unref(chart->yticks);
    g_array_unref(chart->curves);
}

static MachineChart
chart_new(const char *title, const char *axis)
{
    MachineChart chart = { .title = title, .axis = axis };
    chart.xticks = g_array_new(FALSE, FALSE, sizeof(AxisTick));
    chart.yticks = g_array_new(FALSE, FALSE, sizeof(AxisTick));
    chart.curves = g_array_new(FALSE, FALSE, sizeof(MachineCurve));
    g_array_set_clear_func(chart.curves, clear_curve);
    return chart;
}

/* What has no place on a logarithmic axis is left out, and a curve of less than two points. */
static void
add_curve(MachineChart *chart, char *label, guint n, Sample (*sample)(const void *, guint),
          const void *data)
{
    MachineCurve curve = { label, g_array_new(FALSE, FALSE, sizeof(MachinePoint)) };
    for (guint i = 0; i < n; i++) {
        const Sample one = sample(data, i);
        const MachinePoint point = { .at = one.at, .seconds = one.seconds };
        if (isfinite(one.seconds) && one.seconds > 0)
            g_array_append_val(curve.points, point);
    }
    if (curve.points->len > 1)
        g_array_append_val(chart->curves, curve);
    else
        clear_curve(&curve);
}

/* "20 ms" */
static void
write_seconds(double seconds, char *label)
{
    double unit;
    const char *name = report_number_unit(seconds, &unit);
    report_number_short(seconds / unit, label);
    g_strlcat(label, " ", REPORT_NUMBER_SIZE);
    g_strlcat(label, name, REPORT_NUMBER_SIZE);
}

/* Powers of two have short names: 512, 4K, 1M. */
static void
write_count(double count, char *label)
{
    const char *unit = count >= 1 << 20 ? "M" : count >= 1 << 10 ? "K" : "";
    report_number_short(count / (count >= 1 << 20   ? 1 << 20
                                 : count >= 1 << 10 ? 1 << 10
                                                    : 1),
                        label);
    g_strlcat(label, unit, REPORT_NUMBER_SIZE);
}

static void
add_ticks(MachineChart *chart)
{
    g_autoptr(GArray) ticks = axis_ticks(&chart->y, MOST_TICKS);
    double step = 2;
    for (guint i = 0; i < ticks->len; i++) {
        const double value = g_array_index(ticks, double, i);
        AxisTick tick = { .at = axis_at(&chart->y, value) };
        write_seconds(value, tick.label);
        g_array_append_val(chart->yticks, tick);
    }
    while (log(chart->x.hi / chart->x.lo) / log(step) > MOST_TICKS)
        step *= 2;
    for (double n = 1; n <= chart->x.hi; n *= step) {
        AxisTick tick = { .at = axis_at(&chart->x, n) };
        write_count(n, tick.label);
        if (n >= chart->x.lo)
            g_array_append_val(chart->xticks, tick);
    }
}

/* Puts the points in their places, and the chart among others if it has a curve. */
static void
add_chart(GArray *charts, MachineChart chart)
{
    double least = G_MAXDOUBLE, most = 0, lo = G_MAXDOUBLE, hi = 0;
    for (guint c = 0; c < chart.curves->len; c++) {
        const GArray *points = g_array_index(chart.curves, MachineCurve, c).points;
        for (guint i = 0; i < points->len; i++) {
            const MachinePoint *point = &g_array_index(points, MachinePoint, i);
            least = MIN(least, point->at);
            most = MAX(most, point->at);
            lo = MIN(lo, point->seconds);
            hi = MAX(hi, point->seconds);
        }
    }
    if (hi <= 0) {
        clear_chart(&chart);
        return;
    }
    chart.x = axis_new(TRUE, least, most, MACHINE_PLOT_X0, MACHINE_PLOT_X1);
    chart.y = axis_new(TRUE, lo, hi, MACHINE_PLOT_Y1, MACHINE_PLOT_Y0);
    for (guint c = 0; c < chart.curves->len; c++) {
        const GArray *points = g_array_index(chart.curves, MachineCurve, c).points;
        for (guint i = 0; i < points->len; i++) {
            MachinePoint *point = &g_array_index(points, MachinePoint, i);
            point->x = axis_at(&chart.x, point->at);
            point->y = axis_at(&chart.y, point->seconds);
        }
    }
    add_ticks(&chart);
    g_array_append_val(charts, chart);
}

#define SAMPLE(name)                                                                           \
    static Sample name##_of(const void *costs, guint i)                                        \
    {                                                                                          \
        const MachineCost *cost = &g_array_index((const GArray *)costs, MachineCost, i);       \
        return (Sample){ (double)cost->bytes, cost->name };                                    \
    }
SAMPLE(near)
SAMPLE(far)
SAMPLE(broadcast)
SAMPLE(reduction)

static Sample
among_of(const void *among, guint i)
{
    const MachineAmong *one = &g_array_index((const GArray *)among, MachineAmong, i);
    return (Sample){ (double)one->processors, one->reduction };
}

GArray *
machine_charts_new(const MachineReport *report)
{
    GArray *charts = g_array_new(FALSE, FALSE, sizeof(MachineChart));
    const GArray *costs = report->costs;
    MachineChart message = chart_new("A message", "bytes (log)");
    MachineChart all = chart_new("Broadcast and reduction", "bytes (log)");
    MachineChart among = chart_new("A reduction of 8 bytes", "processors (log)");
    g_array_set_clear_func(charts, clear_chart);
    add_curve(&message, g_strdup("from 0 to 1"), costs->len, near_of, costs);
    if (report->far > 1)
        add_curve(&message, g_strdup_printf("from 0 to %" G_GINT64_FORMAT, report->far),
                  costs->len, far_of, costs);
    add_curve(&all, g_strdup("reduction"), costs->len, reduction_of, costs);
    add_curve(&all, g_strdup("broadcast"), costs->len, broadcast_of, costs);
    add_curve(&among, g_strdup("among the first ones, in a row"), report->among->len, among_of,
              report->among);
    add_chart(charts, message);
    add_chart(charts, all);
    add_chart(charts, among);
    return charts;
}

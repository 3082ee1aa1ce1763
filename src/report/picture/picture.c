/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/picture/picture.h"

#include <math.h>

/* The plot of a chart. */
#define LEFT   62
#define RIGHT  548
#define TOP    14
#define BOTTOM 284
#define TICKS  7
/* Rows. */
#define LANES_LEFT  90
#define LANES_RIGHT 890
#define LANE        14
/* A curve of more can be told from it by nobody. */
#define MOST_POINTS 2000

static char *
coordinate_new(double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    return g_strdup(g_ascii_formatd(text, sizeof text, "%.2f", value));
}

void
picture_append(GString *path, const char *command, double coordinate)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append(path, command);
    g_string_append(path, g_ascii_formatd(text, sizeof text, "%.2f", coordinate));
}

const char *
picture_coordinate(char **kept, double coordinate)
{
    return value_keep(kept, coordinate_new(coordinate));
}

static void
clear_tick(gpointer tick)
{
    g_free(((PictureTick *)tick)->at);
    g_free(((PictureTick *)tick)->label);
}

GArray *
picture_ticks(const Axis *axis, double unit)
{
    const Axis scaled = { FALSE, axis->lo / unit, axis->hi / unit, axis->from, axis->to };
    g_autoptr(GArray) values = axis_ticks(&scaled, TICKS);
    GArray *ticks = g_array_new(FALSE, FALSE, sizeof(PictureTick));
    char number[REPORT_NUMBER_SIZE];

    g_array_set_clear_func(ticks, clear_tick);
    for (guint i = 0; i < values->len; i++) {
        const double value = g_array_index(values, double, i);
        const PictureTick tick = { coordinate_new(axis_at(&scaled, value)),
                                   g_strdup(report_number_short(value, number)) };
        g_array_append_val(ticks, tick);
    }
    return ticks;
}

/* --- charts --- */

static void
clear_curve(gpointer curve)
{
    g_free(((PictureCurve *)curve)->label);
    g_string_free(((PictureCurve *)curve)->path, TRUE);
}

static void
clear_chart(gpointer data)
{
    PictureChart *chart = data;

    g_free(chart->title);
    g_free(chart->x_axis);
    g_free(chart->y_axis);
    g_array_unref(chart->xticks);
    g_array_unref(chart->yticks);
    g_array_unref(chart->curves);
}

GArray *
picture_charts_new(void)
{
    GArray *charts = g_array_new(FALSE, FALSE, sizeof(PictureChart));

    g_array_set_clear_func(charts, clear_chart);
    return charts;
}

PictureChart *
picture_add_chart(GArray *charts, const char *title, PictureScale x, PictureScale y)
{
    PictureChart chart = {
        .title = g_strdup(title),
        .x_axis = x.name,
        .y_axis = y.name,
        .x = axis_new(FALSE, x.lo, x.hi, LEFT, RIGHT),
        .y = axis_new(FALSE, y.lo, y.hi, BOTTOM, TOP),
        .curves = g_array_new(FALSE, FALSE, sizeof(PictureCurve)),
    };

    chart.xticks = picture_ticks(&chart.x, x.unit);
    chart.yticks = picture_ticks(&chart.y, y.unit);
    g_array_set_clear_func(chart.curves, clear_curve);
    g_array_append_val(charts, chart);
    return &g_array_index(charts, PictureChart, charts->len - 1);
}

PictureCurve *
picture_add_curve(PictureChart *chart, const char *label, gboolean dots)
{
    const PictureCurve curve = { g_strdup(label), dots, g_string_new(NULL) };

    g_array_append_val(chart->curves, curve);
    return &g_array_index(chart->curves, PictureCurve, chart->curves->len - 1);
}

/* A line to the point; a dot, with round ends of lines, is a line of no length. */
void
picture_add_point(const PictureChart *chart, PictureCurve *curve, double x, double y)
{
    picture_append(curve->path, curve->path->len == 0 || curve->dots ? "M" : "L",
                   axis_at(&chart->x, x));
    picture_append(curve->path, " ", axis_at(&chart->y, y));
    g_string_append(curve->path, curve->dots ? "h0" : "");
}

static int
compare_times(gconstpointer a, gconstpointer b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void
picture_add_profile(PictureChart *chart, const char *label, double starts[], double ends[],
                    guint n)
{
    PictureCurve *curve = picture_add_curve(chart, label, FALSE);
    const guint stride = 1 + 2 * n / MOST_POINTS;
    guint s = 0, seen = 0;
    double busy = 0;

    qsort(starts, n, sizeof *starts, compare_times);
    qsort(ends, n, sizeof *ends, compare_times);
    picture_add_point(chart, curve, 0, 0);
    for (guint e = 0; e < n;) {
        const gboolean start = s < n && starts[s] < ends[e];
        const double at = start ? starts[s++] : ends[e++];
        const gboolean shown = seen++ % stride == 0 || e == n;
        if (shown)
            picture_add_point(chart, curve, at, busy);
        busy += start ? 1 : -1;
        if (shown)
            picture_add_point(chart, curve, at, busy);
    }
}

/* --- rows --- */

static void
clear_lane(gpointer data)
{
    PictureLane *lane = data;

    g_free(lane->name);
    g_free(lane->words);
    g_string_free(lane->path, TRUE);
}

PictureLanes *
picture_lanes_new(double end, double unit)
{
    PictureLanes *lanes = g_new0(PictureLanes, 1);

    lanes->lanes = g_array_new(FALSE, FALSE, sizeof(PictureLane));
    g_array_set_clear_func(lanes->lanes, clear_lane);
    lanes->time = axis_new(FALSE, 0, end, LANES_LEFT, LANES_RIGHT);
    lanes->ticks = picture_ticks(&lanes->time, unit);
    return lanes;
}

void
picture_lanes_free(PictureLanes *lanes)
{
    if (lanes == NULL)
        return;
    g_array_unref(lanes->lanes);
    g_array_unref(lanes->ticks);
    g_free(lanes);
}

PictureLane *
picture_add_lane(PictureLanes *lanes, const char *name, char *words)
{
    const PictureLane lane = { g_strdup(name), words, g_string_new(NULL), -1 };

    if (lanes->all++ < PICTURE_MOST_LANES) {
        g_array_append_val(lanes->lanes, lane);
        return &g_array_index(lanes->lanes, PictureLane, lanes->lanes->len - 1);
    }
    clear_lane((gpointer)&lane);
    return NULL;
}

void
picture_add_bar(const PictureLanes *lanes, PictureLane *lane, double start, double end)
{
    const double from = axis_at(&lanes->time, start), to = axis_at(&lanes->time, end);

    if (to - lane->drawn < 0.25)
        return;
    picture_append(lane->path, "M", from);
    picture_append(lane->path, " ", (lanes->lanes->len - 1) * LANE + 1);
    picture_append(lane->path, "H", MAX(from + 0.2, to - 0.3));
    picture_append(lane->path, "v", LANE - 3);
    picture_append(lane->path, "H", from);
    g_string_append_c(lane->path, 'z');
    lane->drawn = to;
}

#define VIEW       void
#define VALUE_ROWS "src/report/picture/picture.def"
#include "src/report/value/rows.h"

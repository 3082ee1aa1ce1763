/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "src/report/sweep/view.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/report/sweep/advice.h"
#include "src/report/view/report-view.h"

/* Rows of the page's table; the JSON has them all. */
#define MOST_ROWS 5000

SweepView *
sweep_view_new(const Sweep *sweep, const SweepOptions *options)
{
    SweepView *view = g_new0(SweepView, 1);

    view->sweep = sweep;
    view->options = options;
    view->machines = sweep_machines_new(sweep);
    view->axes = g_array_new(FALSE, FALSE, sizeof(int));
    sweep_advise(sweep, view->machines, &view->advice);
    for (int axis = SWEEP_AXIS_FILE; axis < PARAMS_N; axis++) {
        if (axis == SWEEP_AXIS_FILE ? view->machines->files
                                    : view->machines->varies[axis] && axis != PARAMS_TOPOLOGY)
            g_array_append_val(view->axes, axis);
    }
    double least = G_MAXDOUBLE, slowest = G_MAXDOUBLE;
    for (guint i = 0; i < sweep->rows->len; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        if (row->status == SWEEP_DONE && row->result.execution_time > 0) {
            least = MIN(least, row->result.execution_time);
            slowest = MIN(slowest, sweep_row_speedup(row));
        }
        for (guint loss = 0; loss < SWEEP_N_LOSSES; loss++)
            view->lost[loss] |= row->status == SWEEP_DONE && row->result.losses[loss] > 0;
        view->has_pop |= row->result.has_pop;
        view->has_reports |= i < MOST_ROWS && row->report != NULL;
    }
    view->unit = report_number_unit(least, &view->unit_size);
    view->time_decimals = report_number_decimals(least / view->unit_size, 4);
    view->speedup_decimals = report_number_decimals(slowest, 3);
    return view;
}

void
sweep_view_free(SweepView *view)
{
    if (view == NULL)
        return;
    sweep_machines_free(view->machines);
    g_array_unref(view->axes);
    sweep_pictures_free(view->pictures);
    g_free(view->text);
    g_free(view);
}

/* Parameter files that are named; of more only how many there are is. */
#define MOST_FILES 4

char *
sweep_view_files(const SweepView *view)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < view->machines->first->len; i++) {
        const SweepRow *row =
            sweep_row(view->sweep, g_array_index(view->machines->first, guint, i));
        if (g_hash_table_add(known, row->params_file) && g_hash_table_size(known) <= MOST_FILES)
            g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", row->params_file);
    }
    if (g_hash_table_size(known) > MOST_FILES)
        g_string_append_printf(text, " and %u more", g_hash_table_size(known) - MOST_FILES);
    return g_string_free(text, FALSE);
}

static const SweepPictures *
pictures(SweepView *view)
{
    if (view->pictures == NULL)
        view->pictures = sweep_pictures_new(view);
    return view->pictures;
}

/* The text that was asked for last. */
static const char *
keep(SweepView *view, char *text)
{
    g_free(view->text);
    return view->text = text;
}

char *
sweep_view_time(const SweepView *view, double seconds)
{
    char number[REPORT_NUMBER_SIZE];
    return g_strdup(
        report_number_fixed(seconds / view->unit_size, view->time_decimals, number));
}

char *
sweep_view_speedup(const SweepView *view, const SweepRow *row)
{
    char number[REPORT_NUMBER_SIZE];
    return g_strdup(
        report_number_fixed(sweep_row_speedup(row), view->speedup_decimals, number));
}

static const char *const objective_words[] = {
    [SWEEP_TIME] = "least predicted time",
    [SWEEP_EFFICIENCY] = "least predicted time with the efficiency wanted",
    [SWEEP_COST] = "fewest processor-seconds",
};

/* An object that tells itself apart by its number. */
static Value
numbered(gconstpointer of, gint64 at)
{
    Value value = value_object(of);

    value.as.object.at = at;
    return value;
}

static Value
configuration(const SweepView *view, gint row)
{
    return row == SWEEP_NOTHING ? value_null()
                                : numbered(sweep_row(view->sweep, (guint)row), row);
}

static gboolean
next_configuration(ValueList *list, ValueNode *item)
{
    if (list->at >= list->n)
        return FALSE;
    item->of = sweep_row(list->of, (guint)list->at);
    item->at = list->at++;
    return TRUE;
}

/* The first n. */
static Value
configurations(const Sweep *sweep, guint n)
{
    Value value = value_walk(sweep, next_configuration, NULL, NULL);

    value.as.list.n = n;
    return value;
}

/* Rows of the table. */
static guint
n_rows(const SweepView *view)
{
    return MIN(view->sweep->rows->len, MOST_ROWS);
}

/* The id of a row, or null. */
static Value
row_id(gint row)
{
    return row == SWEEP_NOTHING ? value_null() : value_integer(row + 1);
}

/* The name of a parameter in JSON: "start_time". */
static const char *
member(SweepView *view, guint parameter)
{
    return keep(view, g_strdelimit(g_strdup(sweep_axis_name((int)parameter)), " ", '_'));
}

/* The parameter file, then parameters. */
static gboolean
is_varied(const ValueNode *item)
{
    const SweepMachines *machines = ((const SweepView *)item->view)->machines;

    return item->at == 0 ? machines->files : machines->varies[item->at - 1];
}

static const char *
varied_name(SweepView *view, gint64 at)
{
    return at == 0 ? "parameters_file" : member(view, (guint)at - 1);
}

static gboolean
is_constant(const ValueNode *item)
{
    const SweepView *view = item->view;
    const Params *params = sweep_row(view->sweep, 0)->params;

    return !view->machines->files && !view->machines->varies[item->at] &&
           item->at != PARAMS_TOPOLOGY &&
           (params_is_links(params) || !params_is_of_links((ParamsId)item->at));
}

static gboolean
is_lost(const ValueNode *item)
{
    return ((const SweepView *)item->view)->lost[item->at];
}

double
sweep_view_factor(const SweepRow *row, guint factor)
{
    const ValueNode node = { .shape = &shape_pop, .of = &row->result.pop };

    return row->status == SWEEP_DONE && row->result.has_pop
               ? value_get_real(&node, shape_pop.fields[factor].name)
               : (double)NAN;
}

/* Columns from the time on. */
static gint64
span(const SweepView *view)
{
    gint64 n = 4 + (view->has_pop ? SWEEP_N_FACTORS : 0) + (view->has_reports ? 1 : 0);

    for (guint loss = 0; loss < SWEEP_N_LOSSES; loss++)
        n += view->lost[loss] ? 1 : 0;
    return n;
}

static Value
factors(const SweepView *view, gconstpointer of)
{
    return value_numbers(of, view->has_pop ? SWEEP_N_FACTORS : 0);
}

static const char *
reason(SweepView *view)
{
    g_autofree char *headline = sweep_advice_headline(view);

    return keep(view, sweep_advice_text(view)) + strlen(headline);
}

/* "4x2 (8 processors), start time = 75: 0.012 s, ..." */
static const char *
title(SweepView *view, guint i)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE], c[REPORT_NUMBER_SIZE];
    const SweepRow *row = sweep_row(view->sweep, i);
    g_autofree char *machine = sweep_advice_machine(view, i);
    g_autofree char *topology = topology_name(&row->params->topology);

    return keep(view, g_strdup_printf("%s (%" G_GINT64_FORMAT
                                      " processors)%s%s: %s, speed-up %s, efficiency %s",
                                      topology, sweep_row_processors(row),
                                      *machine != '\0' ? ", " : "", machine,
                                      report_number_time(row->result.execution_time, a),
                                      report_number_short(sweep_row_speedup(row), b),
                                      report_number_percent(row->result.efficiency, c)));
}

static const char *
column_name(SweepView *view, int axis)
{
    if (axis == SWEEP_AXIS_FILE)
        return "Parameter file";
    const gboolean time = strcmp(params_rows[axis].unit, "microseconds") == 0;
    return keep(view, g_strconcat(params_rows[axis].name, time ? ", \xc2\xb5s" : "", NULL));
}

static char *
best_value(const SweepView *view, const SweepSensitivity *one)
{
    const gint best = view->advice.best;

    return best == SWEEP_NOTHING
               ? NULL
               : sweep_advice_value(sweep_row(view->sweep, (guint)best)->params,
                                    (guint)one->parameter);
}

static const char *
series_label(SweepView *view, guint series)
{
    const guint machine =
        g_array_index(pictures(view)->series, SweepSeries, series - 1).machine;

    return keep(
        view, sweep_advice_machine(view, g_array_index(view->machines->first, guint, machine)));
}

static const char *
coordinate(SweepView *view, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    return keep(view, g_strdup(g_ascii_formatd(text, sizeof text, "%.1f", value)));
}

static void
append_place(GString *path, double x, double y)
{
    char a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf(path, "%s%s %s", path->len > 0 ? " L" : "M",
                           g_ascii_formatd(a, sizeof a, "%.1f", x),
                           g_ascii_formatd(b, sizeof b, "%.1f", y));
}

/* Speed-up = processors, as far as it is in the plot. */
static const char *
ideal(SweepView *view, const SweepChart *chart)
{
    const double from = MAX(chart->x.lo, chart->y.lo), to = MIN(chart->x.hi, chart->y.hi);
    GString *path = g_string_new(NULL);

    if (chart->ideal && from < to) {
        append_place(path, axis_at(&chart->x, from), axis_at(&chart->y, from));
        append_place(path, axis_at(&chart->x, to), axis_at(&chart->y, to));
    }
    return keep(view, g_string_free(path, FALSE));
}

/* Through the points of a curve; NULL when it has less than two. */
static const char *
line_path(SweepView *view, const SweepChart *chart, guint series)
{
    g_autoptr(GString) path = g_string_new(NULL);
    guint n = 0;

    for (guint i = 0; i < chart->points->len; i++) {
        const SweepPoint *point = &g_array_index(chart->points, SweepPoint, i);
        if (!point->curve || point->series != series)
            continue;
        append_place(path, point->x, point->y);
        n++;
    }
    return n > 1 ? keep(view, g_strdup(path->str)) : NULL;
}

static gboolean
has_line(const ValueNode *item)
{
    return line_path(item->view, item->of, (guint)item->at + 1) != NULL;
}

static gboolean
has_bars(const ValueNode *item)
{
    return ((const SweepSeries *)item->of)->bars->len > 0;
}

static gboolean
is_seen(const ValueNode *item)
{
    return sweep_part_share(item->of, (guint)item->at) > 0;
}

static const char *
heat_from(SweepView *view, const SweepHeat *heat, gint64 level)
{
    char number[REPORT_NUMBER_SIZE];

    return keep(view, g_strdup(report_number_rounded(
                          sweep_heat_from(heat, (guint)level) / view->unit_size, number)));
}

static const char *
heat_axis(int axis)
{
    return axis == SWEEP_HEAT_FIRST_SIZE    ? "first size"
           : axis == SWEEP_HEAT_SECOND_SIZE ? "second size"
                                            : sweep_axis_name(axis);
}

static const char *
heat_title(SweepView *view, const SweepHeat *heat)
{
    return keep(view,
                g_strdup_printf("Predicted time by %s and %s%s", heat_axis(heat->axis[0]),
                                heat_axis(heat->axis[1]),
                                heat->axis[0] == SWEEP_HEAT_FIRST_SIZE ? " of the grid" : ""));
}

static const char *
heat_corner(SweepView *view, const SweepHeat *heat)
{
    return keep(view,
                g_strdup_printf("%s / %s", heat_axis(heat->axis[0]), heat_axis(heat->axis[1])));
}

char *
sweep_view_part(const SweepView *view)
{
    const SweepPart *part = &view->sweep->part;

    return part->parts > 0 ? g_strdup_printf("part %u of %u", part->number, part->parts)
                           : g_strdup("");
}

/* The parts of an absolute path without "." and "..". */
static char **
parts_of(const char *path)
{
    g_autofree char *whole = g_canonicalize_filename(path, NULL);

    return g_strsplit(whole, G_DIR_SEPARATOR_S, -1);
}

char *
sweep_link(const char *folder, const char *path)
{
    g_auto(GStrv) from = parts_of(folder != NULL ? folder : ".");
    g_auto(GStrv) to = parts_of(path);
    g_autoptr(GString) link = g_string_new(NULL);
    guint same = 0;

    while (from[same] != NULL && to[same] != NULL && to[same + 1] != NULL &&
           strcmp(from[same], to[same]) == 0)
        same++;
    for (guint i = same; from[i] != NULL; i++)
        g_string_append(link, *from[i] != '\0' ? "../" : "");
    for (guint i = same; to[i] != NULL; i++)
        g_string_append_printf(link, "%s%s", to[i], to[i + 1] != NULL ? "/" : "");
    return g_uri_escape_string(link->str, G_URI_RESERVED_CHARS_SUBCOMPONENT_DELIMITERS "/@",
                               FALSE);
}

static const char *
link_to(SweepView *view, const SweepRow *row)
{
    return row->report != NULL ? keep(view, sweep_link(view->options->folder, row->report))
                               : "";
}

/* A value that only what was predicted has. */
#define DONE(value) (it->status == SWEEP_DONE ? (value) : value_absent())

/* Shapes of a report that a sweep has too. */
#define sweep_shape_program    shape_program
#define sweep_shape_parameters shape_parameters
#define sweep_shape_warning    shape_warning
#define sweep_shape_pop        shape_pop

#define VALUE_SHAPE(id) sweep_shape_##id
#define VIEW            SweepView
#define VALUE_ROWS      "src/report/sweep/sweep.def"
#include "src/report/value/rows.h"

ValueNode
sweep_view_root(SweepView *view)
{
    return (ValueNode){ .shape = &sweep_shape_sweep, .view = view, .of = view->sweep };
}

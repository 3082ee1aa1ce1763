/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Heat maps of a sweep: the predicted time over two of its axes, everything else as in the best
 * configuration (the first one when there is none).
 *
 * Axes are the parameter file, each varied parameter, the topology; and for grids of two
 * dimensions their two sizes.
 */
#include <math.h>
#include <string.h>

#include "src/base/number.h"
#include "src/report/page/sweep-page.h"

/* Most lines and columns. */
#define MOST_LINES 48

/* Colours from the shortest to the longest time. */
#define LEVELS 9

/* Axes besides the parameters, which are numbered from 0. */
enum { AXIS_FILE = -1, AXIS_FIRST_SIZE = -2, AXIS_SECOND_SIZE = -3 };

typedef struct {
    SweepPage *page;
    int axis[2];          /* lines, columns */
    guint reference;      /* the row that gives what stays as it is */
    GPtrArray *values[2]; /* texts in the order of the rows, which `known` owns */
    GHashTable *known[2]; /* of the texts */
    GHashTable *cells;    /* "line column" -> row + 1 */
    double shortest, longest;
} Draft;

/* What a row has on an axis; free with g_free(). */
static char *
axis_value(const SweepMachines *machines, const SweepRow *row, int axis)
{
    const RaterGrid *grid = &row->params->topology;

    if (axis == AXIS_FILE)
        return g_strdup(sweep_machine_file(machines, row));
    if (axis == AXIS_FIRST_SIZE || axis == AXIS_SECOND_SIZE)
        return g_strdup_printf("%" G_GINT64_FORMAT,
                               (gint64)grid->size[axis == AXIS_FIRST_SIZE ? 0 : 1]);
    return sweep_parameter_text(row->params, (guint)axis);
}

static gboolean
same_value(const SweepMachines *machines, const SweepRow *a, const SweepRow *b, int axis)
{
    g_autofree char *x = axis_value(machines, a, axis);
    g_autofree char *y = axis_value(machines, b, axis);

    return strcmp(x, y) == 0;
}

static const char *
axis_name(int axis)
{
    guint n;

    if (axis == AXIS_FILE)
        return "parameter file";
    if (axis == AXIS_FIRST_SIZE)
        return "first size";
    if (axis == AXIS_SECOND_SIZE)
        return "second size";
    return params_rows(&n)[axis].name;
}

/* Whether a row agrees with the reference on all axes but the two of the map. */
static gboolean
belongs(const Draft *draft, const SweepRow *row)
{
    const SweepMachines *machines = draft->page->view->machines;
    const SweepRow *reference = sweep_row(draft->page->view->sweep, draft->reference);
    const int topology = (int)sweep_machine_topology();
    const gboolean sizes = draft->axis[0] == AXIS_FIRST_SIZE;
    guint n;

    params_rows(&n);
    for (int axis = machines->files ? AXIS_FILE : 0; axis < (int)n; axis++) {
        if (axis >= 0 && !machines->varies[axis])
            continue;
        if (axis == draft->axis[0] || axis == draft->axis[1] || (axis == topology && sizes))
            continue;
        if (!same_value(machines, row, reference, axis))
            return FALSE;
    }
    return !sizes || row->params->topology.rank == 2;
}

/* Appends a value unless it is there; takes over `text`. */
static void
add_value(Draft *draft, guint k, char *text)
{
    if (g_hash_table_contains(draft->known[k], text)) {
        g_free(text);
        return;
    }
    g_hash_table_add(draft->known[k], text);
    g_ptr_array_add(draft->values[k], text);
}

static gint
compare_values(gconstpointer a, gconstpointer b)
{
    const double x = g_ascii_strtod(*(char *const *)a, NULL);
    const double y = g_ascii_strtod(*(char *const *)b, NULL);

    return (x > y) - (x < y);
}

/* Values and cells of the rows that belong. */
static void
collect(Draft *draft)
{
    const Sweep *sweep = draft->page->view->sweep;
    const SweepMachines *machines = draft->page->view->machines;

    for (guint i = 0; i < sweep->rows->len; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        if (row->status != SWEEP_DONE || !belongs(draft, row))
            continue;
        g_autofree char *line = axis_value(machines, row, draft->axis[0]);
        g_autofree char *column = axis_value(machines, row, draft->axis[1]);
        g_hash_table_insert(draft->cells, g_strconcat(line, "\n", column, NULL),
                            GUINT_TO_POINTER(i + 1));
        add_value(draft, 0, g_steal_pointer(&line));
        add_value(draft, 1, g_steal_pointer(&column));
        if (row->result.execution_time > 0) {
            draft->shortest = MIN(draft->shortest, row->result.execution_time);
            draft->longest = MAX(draft->longest, row->result.execution_time);
        }
    }
    for (guint k = 0; k < 2; k++)
        if (draft->axis[k] <= AXIS_FIRST_SIZE)
            g_ptr_array_sort(draft->values[k], compare_values);
}

static gint64
level_of(const Draft *draft, double time)
{
    /* the ratio of two times may be too large for a double, and their logarithms the same */
    const double length = log(draft->longest) - log(draft->shortest);

    if (time <= draft->shortest || draft->longest <= draft->shortest || length <= 0)
        return 0;
    const double part = (log(time) - log(draft->shortest)) / length;
    return (gint64)CLAMP(floor(part * LEVELS), 0, LEVELS - 1);
}

static void
add_cell(Draft *draft, GArray *cells, const char *line, const char *column)
{
    g_autofree char *key = g_strconcat(line, "\n", column, NULL);
    const guint row = GPOINTER_TO_UINT(g_hash_table_lookup(draft->cells, key));
    SweepPageHeatCell cell = { .id = row, .title = "" };

    if (row > 0) {
        const SweepRow *one = sweep_row(draft->page->view->sweep, row - 1);
        cell.execution_time = one->result.execution_time;
        cell.level = level_of(draft, cell.execution_time);
        cell.best = (gint)row - 1 == draft->page->view->advice.best;
        cell.title = sweep_page_title(draft->page, row - 1);
    }
    g_array_append_val(cells, cell);
}

static void
add_map(Draft *draft)
{
    SweepPage *page = draft->page;
    const guint n_lines = MIN(draft->values[0]->len, MOST_LINES);
    const guint n_columns = MIN(draft->values[1]->len, MOST_LINES);
    SweepPageHeat heat = {
        .title = sweep_page_take(
            page, g_strdup_printf("Predicted time by %s and %s%s", axis_name(draft->axis[0]),
                                  axis_name(draft->axis[1]),
                                  draft->axis[0] == AXIS_FIRST_SIZE ? " of the grid" : "")),
        .corner = sweep_page_take(page, g_strdup_printf("%s / %s", axis_name(draft->axis[0]),
                                                        axis_name(draft->axis[1]))),
        .cut = n_lines < draft->values[0]->len || n_columns < draft->values[1]->len,
        .columns = sweep_page_array(page, sizeof(SweepPageText)),
        .rows = sweep_page_array(page, sizeof(SweepPageHeatRow)),
    };

    for (guint c = 0; c < n_columns; c++) {
        const SweepPageText column = { sweep_page_text(
            page, g_ptr_array_index(draft->values[1], c)) };
        g_array_append_val(heat.columns, column);
    }
    for (guint l = 0; l < n_lines; l++) {
        const char *line = g_ptr_array_index(draft->values[0], l);
        const SweepPageHeatRow row = { sweep_page_text(page, line),
                                       sweep_page_array(page, sizeof(SweepPageHeatCell)) };
        for (guint c = 0; c < n_columns; c++)
            add_cell(draft, row.cells, line, g_ptr_array_index(draft->values[1], c));
        g_array_append_val(heat.rows, row);
    }
    g_array_append_val(page->heats, heat);
}

/* A map over two axes, if both have several values. */
static void
try_map(SweepPage *page, int lines, int columns)
{
    const gint best = page->view->advice.best;
    Draft draft = {
        .page = page,
        .axis = { lines, columns },
        .reference = best != SWEEP_NOTHING ? (guint)best : 0,
        .values = { g_ptr_array_new(), g_ptr_array_new() },
        .known = { g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                   g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) },
        .cells = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .shortest = G_MAXDOUBLE,
    };

    collect(&draft);
    if (draft.values[0]->len > 1 && draft.values[1]->len > 1)
        add_map(&draft);
    for (guint k = 0; k < 2; k++) {
        g_ptr_array_unref(draft.values[k]);
        g_hash_table_unref(draft.known[k]);
    }
    g_hash_table_unref(draft.cells);
}

void
sweep_heats_add(SweepPage *page)
{
    const SweepMachines *machines = page->view->machines;
    const int topology = (int)sweep_machine_topology();
    int axes[2];
    guint n, found = 0;

    params_rows(&n);
    if (machines->files)
        axes[found++] = AXIS_FILE;
    for (int id = 0; id < (int)n && found < 2; id++)
        if (machines->varies[id] && id != topology)
            axes[found++] = id;
    if (found == 2)
        try_map(page, axes[0], axes[1]);
    if (found > 0 && machines->varies[topology])
        try_map(page, axes[0], topology);
    if (machines->varies[topology])
        try_map(page, AXIS_FIRST_SIZE, AXIS_SECOND_SIZE);
}

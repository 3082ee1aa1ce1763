/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "src/report/machine/view.h"

#include <math.h>
#include <string.h>

#include "src/base/link-name.h"
#include "src/report/view/report-view.h"

/* Places of more processors are left out unless there are transfers. */
#define MOST_PLACES 65536
/* The way through so many places can be seen. */
#define MOST_STEPS 256
#define MOST_LINKS 20

MachineView *
machine_view_new(const MachineReport *report)
{
    MachineView *view = g_new0(MachineView, 1);
    view->report = report;
    return view;
}

void
machine_view_free(MachineView *view)
{
    if (view == NULL)
        return;
    drawing_free(view->drawing);
    machine_cells_free(view->cells);
    g_clear_pointer(&view->charts, g_array_unref);
    g_strfreev(view->statements);
    g_free(view->text);
    g_free(view);
}

#define keep(view, of) value_keep(&(view)->text, of)

static const char *
coordinate(MachineView *view, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return keep(view, g_strdup(g_ascii_formatd(text, sizeof text, "%.1f", value)));
}

static const char *
pixels(MachineView *view, double value)
{
    return keep(view, g_strdup_printf("%.0fpx", ceil(value)));
}

static Value
places(const MachineReport *report)
{
    if (report->machine == NULL)
        return value_absent();
    const RaterPlacement *placement = &report->machine->placement;
    return report->transfers != NULL || placement->n_virtual <= MOST_PLACES
               ? value_numbers(placement, placement->n_virtual)
               : value_absent();
}

static const char *
link_text(MachineView *view, const RaterLinkUse *use)
{
    const ParamsMachine *machine = view->report->machine;
    return keep(view, link_name(&machine->fabric.topology, use->link, machine->name));
}

static Value
hottest(const MachineReport *report)
{
    const GPtrArray *links = report->hottest;
    return links != NULL
               ? value_items(links->pdata, MIN(links->len, MOST_LINKS), sizeof links->pdata[0])
               : value_items(NULL, 0, 0);
}

static double
part_of(double part, double all)
{
    return all > 0 ? part / all : 0;
}

static const char *
mapping(MachineView *view)
{
    GString *text = g_string_new(NULL);
    params_append_value(text, view->report->params, PARAMS_MAPPING);
    return keep(view, g_string_free(text, FALSE));
}

static gboolean
is_given(const ValueNode *item)
{
    return machine_shows_parameter(item->of, (ParamsId)item->at);
}

static const char *
given_value(MachineView *view, const Params *params, ParamsId id)
{
    GString *text = g_string_new(NULL);
    params_append_value(text, params, id);
    return keep(view, g_string_free(text, FALSE));
}

static Value
statements(MachineView *view)
{
    const ParamsClusters *clusters = view->report->params->clusters;
    if (clusters != NULL && view->statements == NULL) {
        g_autoptr(GString) text = g_string_new(NULL);
        params_clusters_append(text, clusters);
        view->statements = g_strsplit(g_strchomp(text->str), "\n", -1);
    }
    return value_items(view->statements,
                       view->statements != NULL ? g_strv_length(view->statements) : 0,
                       sizeof view->statements[0]);
}

static const Drawing *
drawing(MachineView *view)
{
    const MachineReport *report = view->report;
    if (view->drawing != NULL)
        return view->drawing;
    if (report->machine != NULL)
        view->drawing =
            drawing_of_topology(&report->machine->fabric.topology, report->machine->name);
    else if (strcmp(params_type_name(report->params), "network") == 0)
        view->drawing = drawing_of_bus(rater_grid_count(&report->params->topology));
    else if (strcmp(params_type_name(report->params), "transputer") == 0)
        view->drawing = drawing_of_grid(&report->params->topology);
    return view->drawing;
}

static const char *const line_kinds[] = {
    [DRAWING_LINK] = "link",
    [DRAWING_AROUND] = "around",
    [DRAWING_GAP] = "gap",
};

static const char *const place_kinds[] = {
    [DRAWING_NODE] = "node",
    [DRAWING_SWITCH] = "switch",
    [DRAWING_BOX] = "box",
    [DRAWING_TEXT] = "text",
};

static gboolean
is_box(const ValueNode *item)
{
    return ((const DrawingPlace *)item->of)->shape == DRAWING_BOX;
}

static gboolean
is_no_box(const ValueNode *item)
{
    return !is_box(item);
}

/* Appends a command of a path and coordinates, with one digit behind the point. */
static void
append_step(GString *path, const char *command, guint n, const double coordinates[])
{
    g_string_append(path, command);
    for (guint i = 0; i < n; i++) {
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append_printf(path, "%s%s", i > 0 ? " " : "",
                               g_ascii_formatd(text, sizeof text, "%.1f", coordinates[i]));
    }
}

static const char *
drawing_box(MachineView *view, const Drawing *it)
{
    GString *box = g_string_new(NULL);
    const double sides[] = { it->left, it->top, it->right - it->left, it->bottom - it->top };
    append_step(box, "", G_N_ELEMENTS(sides), sides);
    return keep(view, g_string_free(box, FALSE));
}

static const char *
line_path(MachineView *view, const DrawingLine *line)
{
    GString *path = g_string_new(NULL);
    const double from[] = { line->x0, line->y0 }, to[] = { line->x1, line->y1 };
    const double bent[] = { line->x0 + line->bend_x,
                            line->y0 + line->bend_y,
                            line->x1 + line->bend_x,
                            line->y1 + line->bend_y,
                            line->x1,
                            line->y1 };
    append_step(path, "M", 2, from);
    if (line->kind == DRAWING_AROUND)
        append_step(path, " C", G_N_ELEMENTS(bent), bent);
    else
        append_step(path, " L", 2, to);
    return keep(view, g_string_free(path, FALSE));
}

static const GArray *
charts(MachineView *view)
{
    if (view->charts == NULL)
        view->charts = machine_charts_new(view->report);
    return view->charts;
}

static const char *
curve_path(MachineView *view, const MachineCurve *curve)
{
    GString *path = g_string_new(NULL);
    for (guint i = 0; i < curve->points->len; i++) {
        const MachinePoint *point = &g_array_index(curve->points, MachinePoint, i);
        const double to[] = { point->x, point->y };
        append_step(path, i > 0 ? " L" : "M", 2, to);
    }
    return keep(view, g_string_free(path, FALSE));
}

static const MachineCells *
cells(MachineView *view)
{
    if (view->cells == NULL)
        view->cells = machine_cells_new(view->report->machine);
    return view->cells;
}

/* Of a mapping that is a table, of processors that all are in the picture and each in a place
 * of its own. */
static const char *
places_path(MachineView *view, const MachineCells *cells)
{
    const RaterPlacement *placement = &view->report->machine->placement;
    GString *path = g_string_new(NULL);
    const gboolean alone = placement->place != NULL && placement->n_virtual <= MOST_STEPS &&
                           placement->n_virtual <= placement->n_physical;
    for (gint64 v = 0; alone && v < placement->n_virtual; v++) {
        const gint64 u = rater_placement_of(placement, v);
        if (u >= cells->cells->len) {
            g_string_truncate(path, 0);
            break;
        }
        const MachineCell *cell = &g_array_index(cells->cells, MachineCell, u);
        const double to[] = { cell->x + cells->size / 2, cell->y + cells->size / 2 };
        append_step(path, v > 0 ? " L" : "M", 2, to);
    }
    return keep(view, g_string_free(path, FALSE));
}

static const char *
cell_label(MachineView *view, const MachineCell *cell)
{
    if (cell->n <= 1)
        return keep(view, cell->n == 0 ? g_strdup("")
                                       : g_strdup_printf("%" G_GINT64_FORMAT, cell->first));
    return keep(view, g_strdup_printf("%" G_GINT64_FORMAT "%s%" G_GINT64_FORMAT, cell->first,
                                      cell->last - cell->first + 1 == cell->n ? "-" : "..",
                                      cell->last));
}

static const char *
cell_words(MachineView *view, const MachineCell *cell)
{
    GString *words = g_string_new(NULL);
    g_string_append_printf(words, "processor %" G_GINT64_FORMAT ": ", cell->number);
    if (cell->n == 0)
        g_string_append(words, "empty");
    else if (cell->n == 1)
        g_string_append_printf(words, "%" G_GINT64_FORMAT " of the topology", cell->first);
    else
        g_string_append_printf(words,
                               "%" G_GINT64_FORMAT " of the topology, from %" G_GINT64_FORMAT
                               " to %" G_GINT64_FORMAT,
                               cell->n, cell->first, cell->last);
    return keep(view, g_string_free(words, FALSE));
}

/* A value of transfers, if there are any. */
#define GIVEN(value) (it->transfers != NULL ? (value) : value_absent())

/* Shapes of a report that a machine has too. */
#define machine_shape_program    shape_program
#define machine_shape_parameters shape_parameters

#define VALUE_SHAPE(id) machine_shape_##id
#define VIEW            MachineView
#define VALUE_ROWS      "src/report/machine/machine.def"
#include "src/report/value/rows.h"

ValueNode
machine_view_root(MachineView *view)
{
    return (ValueNode){ .shape = &machine_shape_machine, .view = view, .of = view->report };
}

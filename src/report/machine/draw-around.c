/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Drawings of nodes in a circle, on a bus, and of the processors of a node.
 */
#include <math.h>

#include "src/report/machine/drawing.h"

typedef struct {
    DrawingRow row;
    double radius, turn; /* from one to the next */
} Circle;

/* Nodes that are left out have a place for all of them together. */
static Circle
circle_of(gint64 n, gint64 most)
{
    const DrawingRow row = drawing_row(n, most);
    const gint64 places = row.shown + (row.shown < n ? 1 : 0);
    return (Circle){ row,
                     MAX(46, (double)places * MAX(44, drawing_node_width(n) + 12) / (2 * G_PI)),
                     2 * G_PI / (double)places };
}

static double
angle_of(const Circle *circle, gint64 i)
{
    const gboolean behind_gap = circle->row.shown < circle->row.n && i == circle->row.shown - 1;
    return ((double)i + (behind_gap ? 1 : 0)) * circle->turn - G_PI / 2;
}

static double
x_of(const Circle *circle, gint64 i)
{
    return circle->radius * cos(angle_of(circle, i));
}

static double
y_of(const Circle *circle, gint64 i)
{
    return circle->radius * sin(angle_of(circle, i));
}

static void
add_nodes(Drawing *drawing, const Circle *circle)
{
    const gint64 shown = circle->row.shown;
    for (gint64 i = 0; i < shown; i++)
        drawing_add_node(drawing, x_of(circle, i), y_of(circle, i),
                         drawing_row_item(&circle->row, i));
    if (shown == circle->row.n)
        return;
    const double angle = (double)(shown - 1) * circle->turn - G_PI / 2;
    drawing_add_place(drawing, DRAWING_TEXT, circle->radius * cos(angle),
                      circle->radius * sin(angle), 24, 24, "\xe2\x80\xa6");
    drawing_add_note(drawing, "Of %" G_GINT64_FORMAT " nodes %" G_GINT64_FORMAT " are drawn.",
                     circle->row.n, shown);
}

void
draw_ring(Drawing *drawing, gint64 n)
{
    const Circle circle = circle_of(n, 20);
    const gint64 shown = circle.row.shown;
    for (gint64 i = 0; i < (n == 2 ? 1 : shown); i++) {
        const gint64 next = (i + 1) % shown;
        drawing_add_line(
            drawing, drawing_row_skips(&circle.row, i) ? DRAWING_GAP : DRAWING_LINK,
            x_of(&circle, i), y_of(&circle, i), x_of(&circle, next), y_of(&circle, next));
    }
    add_nodes(drawing, &circle);
}

void
draw_full(Drawing *drawing, gint64 n)
{
    const Circle circle = circle_of(n, 14);
    for (gint64 i = 0; i < circle.row.shown; i++)
        for (gint64 k = i + 1; k < circle.row.shown; k++)
            drawing_add_line(drawing, DRAWING_LINK, x_of(&circle, i), y_of(&circle, i),
                             x_of(&circle, k), y_of(&circle, k));
    add_nodes(drawing, &circle);
}

void
draw_star(Drawing *drawing, gint64 n)
{
    Circle circle = circle_of(n, 20);
    circle.radius = MAX(circle.radius, 70);
    for (gint64 i = 0; i < circle.row.shown; i++)
        drawing_add_line(drawing, DRAWING_LINK, 0, 0, x_of(&circle, i), y_of(&circle, i));
    drawing_add_place(drawing, DRAWING_SWITCH, 0, 0, 58, 26, "switch");
    add_nodes(drawing, &circle);
}

/* Nodes above and below a line. */
void
draw_bus(Drawing *drawing, gint64 n)
{
    const DrawingRow row = drawing_row(n, 16);
    const double step = MAX(52, drawing_node_width(n) + 14);
    const double width = (double)((row.shown + 1) / 2) * step + (row.shown < n ? 30 : 0);
    for (gint64 i = 0; i < row.shown; i++) {
        const gboolean behind_gap = row.shown < n && i == row.shown - 1;
        const double x = (double)(i / 2) * step + step / 2 + (behind_gap ? 30 : 0);
        const double y = i % 2 == 0 ? -46 : 46;
        drawing_add_line(drawing, DRAWING_LINK, x, y, x, 0);
        drawing_add_node(drawing, x, y, drawing_row_item(&row, i));
    }
    drawing_add_place(drawing, DRAWING_SWITCH, width / 2, 0, width, 16, "bus");
    if (row.shown < n)
        drawing_add_note(drawing, "Of %" G_GINT64_FORMAT " nodes %d are drawn.", n,
                         (int)row.shown);
}

void
draw_node(Drawing *drawing, gint64 cores)
{
    const DrawingRow row = drawing_row(cores, 64);
    const gint64 columns = (gint64)ceil(sqrt((double)row.shown));
    const gint64 lines = (row.shown + columns - 1) / columns;
    drawing_add_place(drawing, DRAWING_BOX, (double)(columns - 1) * 20,
                      (double)(lines - 1) * 18 - 10, (double)columns * 40 + 16,
                      (double)lines * 36 + 40, "node 0");
    for (gint64 i = 0; i < row.shown; i++)
        drawing_add_node(drawing, (double)(i % columns) * 40, (double)(i / columns) * 36,
                         drawing_row_item(&row, i));
    if (row.shown < cores)
        drawing_add_note(drawing, "Of %" G_GINT64_FORMAT " processors %d are drawn.", cores,
                         (int)row.shown);
    if (cores > 1)
        drawing_add_note(drawing, "Messages go from memory to memory: the receiver copies.");
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/machine/drawing.h"

#define MARGIN 14

DrawingRow
drawing_row(gint64 n, gint64 most)
{
    return (DrawingRow){ n, MIN(n, most) };
}

gint64
drawing_row_item(const DrawingRow *row, gint64 i)
{
    return i < row->shown - 1 ? i : row->n - 1;
}

double
drawing_row_place(const DrawingRow *row, gint64 i)
{
    return (double)i + (row->shown < row->n && i == row->shown - 1 ? 0.6 : 0);
}

gboolean
drawing_row_skips(const DrawingRow *row, gint64 i)
{
    return row->shown < row->n && i == row->shown - 2;
}

Drawing *
drawing_new(void)
{
    Drawing *drawing = g_new0(Drawing, 1);
    drawing->places = g_array_new(FALSE, FALSE, sizeof(DrawingPlace));
    drawing->lines = g_array_new(FALSE, FALSE, sizeof(DrawingLine));
    drawing->note = g_string_new(NULL);
    return drawing;
}

void
drawing_free(Drawing *drawing)
{
    if (drawing == NULL)
        return;
    g_array_unref(drawing->places);
    g_array_unref(drawing->lines);
    g_string_free(drawing->note, TRUE);
    g_free(drawing);
}

void
drawing_add_place(Drawing *drawing, DrawingShape shape, double x, double y, double width,
                  double height, const char *format, ...)
{
    DrawingPlace place = { shape, x, y, width, height, "" };
    va_list args;
    va_start(args, format);
    g_vsnprintf(place.label, sizeof place.label, format, args);
    va_end(args);
    g_array_append_val(drawing->places, place);
}

double
drawing_node_width(gint64 number)
{
    double width = 10;
    for (; number > 0; number /= 10)
        width += 7;
    return MAX(width, 24);
}

void
drawing_add_node(Drawing *drawing, double x, double y, gint64 number)
{
    drawing_add_place(drawing, DRAWING_NODE, x, y, drawing_node_width(number), 24,
                      "%" G_GINT64_FORMAT, number);
}

void
drawing_add_line(Drawing *drawing, DrawingLineKind kind, double x0, double y0, double x1,
                 double y1)
{
    const DrawingLine line = { kind, x0, y0, x1, y1, 0, 0 };
    g_array_append_val(drawing->lines, line);
}

void
drawing_add_note(Drawing *drawing, const char *format, ...)
{
    va_list args;
    if (drawing->note->len > 0)
        g_string_append_c(drawing->note, ' ');
    va_start(args, format);
    g_string_append_vprintf(drawing->note, format, args);
    va_end(args);
}

static void
include(Drawing *drawing, double x, double y)
{
    drawing->left = MIN(drawing->left, x - MARGIN);
    drawing->right = MAX(drawing->right, x + MARGIN);
    drawing->top = MIN(drawing->top, y - MARGIN);
    drawing->bottom = MAX(drawing->bottom, y + MARGIN);
}

Drawing *
drawing_finish(Drawing *drawing)
{
    if (drawing->lines->len > 0)
        g_string_prepend(drawing->note, drawing->note->len > 0 ? "A line is a link each way. "
                                                               : "A line is a link each way.");
    drawing->left = drawing->top = G_MAXDOUBLE;
    drawing->right = drawing->bottom = -G_MAXDOUBLE;
    for (guint i = 0; i < drawing->places->len; i++) {
        const DrawingPlace *place = &g_array_index(drawing->places, DrawingPlace, i);
        include(drawing, place->x - place->width / 2, place->y - place->height / 2);
        include(drawing, place->x + place->width / 2, place->y + place->height / 2);
    }
    for (guint i = 0; i < drawing->lines->len; i++) {
        const DrawingLine *line = &g_array_index(drawing->lines, DrawingLine, i);
        include(drawing, line->x0 + line->bend_x, line->y0 + line->bend_y);
        include(drawing, line->x1 + line->bend_x, line->y1 + line->bend_y);
    }
    return drawing;
}

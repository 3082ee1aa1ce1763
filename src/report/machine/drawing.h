/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a network looks like, as a drawing: places (nodes, switches, boxes) and lines between
 * them.  Large networks are drawn with the first of each row and the last, and a gap between;
 * the note says what is not drawn.
 */
#pragma once

#include <glib.h>

#include "rater/topology/topology.h"

typedef enum {
    DRAWING_NODE,
    DRAWING_SWITCH,
    DRAWING_BOX,  /* around others */
    DRAWING_TEXT, /* nothing but its label */
} DrawingShape;

/* `x`, `y` is the middle. */
typedef struct {
    DrawingShape shape;
    double x, y, width, height;
    char label[48];
} DrawingPlace;

typedef enum {
    DRAWING_LINK,
    DRAWING_AROUND, /* from the last of a row back to the first */
    DRAWING_GAP,    /* something between is not drawn */
} DrawingLineKind;

/* From one place to another; a bend goes off by so much on its way. */
typedef struct {
    DrawingLineKind kind;
    double x0, y0, x1, y1, bend_x, bend_y;
} DrawingLine;

typedef struct {
    GArray *places; /* of DrawingPlace, those behind others first */
    GArray *lines;  /* of DrawingLine */
    GString *note;  /* sentences */
    double left, top, right, bottom;
} Drawing;

/* The network of a machine; `name` of the outermost cluster, NULL: there are none. */
Drawing *drawing_of_topology(const RaterTopology *topology, const char *name);

/* A grid of processors, each linked to its neighbours; n processors on a bus. */
Drawing *drawing_of_grid(const RaterGrid *grid);
Drawing *drawing_of_bus(gint64 n);

void drawing_free(Drawing *drawing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Drawing, drawing_free)

/* For those who draw: an empty one; how large it is and what a line means, when all is there.
 */
Drawing *drawing_new(void);
Drawing *drawing_finish(Drawing *drawing);

/* n things of which `shown` are drawn: all, or the first ones and the last. */
typedef struct {
    gint64 n, shown;
} DrawingRow;

DrawingRow drawing_row(gint64 n, gint64 most);
/* The number of the i-th that is drawn. */
gint64 drawing_row_item(const DrawingRow *row, gint64 i);
/* Where it is in a row of steps of 1: there is room for a gap before the last. */
double drawing_row_place(const DrawingRow *row, gint64 i);
/* Whether something is left out between it and the next. */
gboolean drawing_row_skips(const DrawingRow *row, gint64 i);

void drawing_add_place(Drawing *drawing, DrawingShape shape, double x, double y, double width,
                       double height, const char *format, ...) G_GNUC_PRINTF(7, 8);
double drawing_node_width(gint64 number); /* there is room for its number */
void drawing_add_node(Drawing *drawing, double x, double y, gint64 number);
void drawing_add_line(Drawing *drawing, DrawingLineKind kind, double x0, double y0, double x1,
                      double y1);
/* Appends a sentence to the note. */
void drawing_add_note(Drawing *drawing, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The kinds; `sizes` of a grid that may wrap around. */
void draw_grid(Drawing *drawing, const RaterGrid *sizes, gboolean wraps);
void draw_hypercube(Drawing *drawing, gint64 dimensions);
void draw_ring(Drawing *drawing, gint64 n);
void draw_full(Drawing *drawing, gint64 n);
void draw_star(Drawing *drawing, gint64 n);
void draw_bus(Drawing *drawing, gint64 n);
void draw_node(Drawing *drawing, gint64 cores);
void draw_tree(Drawing *drawing, const RaterTopology *topology);
void draw_fat_tree(Drawing *drawing, const RaterTopology *topology);
void draw_dragonfly(Drawing *drawing, const RaterTopology *topology);
void draw_clusters(Drawing *drawing, const RaterTopology *topology, const char *name);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Drawings of grids: one dimension to the right, two with the first one downwards, three with
 * the first one backwards.
 */
#include "src/report/machine/drawing.h"

/* Of more dimensions the last ones are drawn. */
#define MOST_RANK 3

typedef struct {
    double x, y;
} Vector;

typedef struct {
    int rank;
    DrawingRow row[MOST_RANK];
    Vector step[MOST_RANK];
    gint64 stride[MOST_RANK];
    gboolean wraps;
} Layout;

static Layout
layout_of(const RaterGrid *sizes, gboolean wraps)
{
    static const gint64 most[MOST_RANK][MOST_RANK] = { { 14 }, { 8, 8 }, { 3, 4, 4 } };
    static const Vector steps[MOST_RANK][MOST_RANK] = {
        { { 52, 0 } },
        { { 0, 52 }, { 52, 0 } },
        { { 33, -24.5 }, { 0, 90 }, { 86, 0 } },
    };
    Layout layout = { .rank = MIN(sizes->rank, MOST_RANK), .wraps = wraps };
    gint64 stride = 1;
    for (int k = layout.rank - 1; k >= 0; k--) {
        layout.row[k] =
            drawing_row(sizes->size[sizes->rank - layout.rank + k], most[layout.rank - 1][k]);
        layout.step[k] = steps[layout.rank - 1][k];
        layout.stride[k] = stride;
        stride *= layout.row[k].n;
    }
    Vector *right = &layout.step[layout.rank - 1];
    right->x = MAX(right->x, drawing_node_width(stride) + (layout.rank < MOST_RANK ? 14 : 80));
    return layout;
}

static Vector
place_of(const Layout *layout, const gint64 at[])
{
    Vector place = { 0, 0 };
    for (int k = 0; k < layout->rank; k++) {
        const double along = drawing_row_place(&layout->row[k], at[k]);
        place.x += along * layout->step[k].x;
        place.y += along * layout->step[k].y;
    }
    return place;
}

/* The link from the last of a row back to the first goes beside the row. */
static void
add_around(Drawing *drawing, const Layout *layout, const gint64 at[], int k)
{
    gint64 first[MOST_RANK] = { 0 };
    for (int i = 0; i < layout->rank; i++)
        first[i] = i == k ? 0 : at[i];
    const Vector from = place_of(layout, at), to = place_of(layout, first);
    const Vector bend = layout->step[k].x == 0 ? (Vector){ -34, 0 } : (Vector){ 0, -34 };
    const DrawingLine line = { DRAWING_AROUND, from.x, from.y, to.x, to.y, bend.x, bend.y };
    g_array_append_val(drawing->lines, line);
}

/* Links from the place at[] on. */
static void
add_links(Drawing *drawing, const Layout *layout, gint64 at[])
{
    const Vector from = place_of(layout, at);
    for (int k = 0; k < layout->rank; k++) {
        const DrawingRow *row = &layout->row[k];
        if (at[k] + 1 < row->shown) {
            const gboolean skips = drawing_row_skips(row, at[k]);
            at[k]++;
            const Vector to = place_of(layout, at);
            at[k]--;
            drawing_add_line(drawing, skips ? DRAWING_GAP : DRAWING_LINK, from.x, from.y, to.x,
                             to.y);
        } else if (layout->wraps && row->n > 2 && layout->rank < MOST_RANK) {
            add_around(drawing, layout, at, k);
        }
    }
}

static void
add_notes(Drawing *drawing, const Layout *layout, const RaterGrid *sizes)
{
    gint64 others = 1;
    gboolean cut = FALSE, around = FALSE;
    for (int k = 0; k < sizes->rank - layout->rank; k++)
        others *= sizes->size[k];
    for (int k = 0; k < layout->rank; k++) {
        cut |= layout->row[k].shown < layout->row[k].n;
        around |= layout->row[k].n > 2;
    }
    if (others > 1)
        drawing_add_note(drawing,
                         "This is the first of %" G_GINT64_FORMAT
                         " such grids; each node has links to its like in others.",
                         others);
    if (cut)
        drawing_add_note(drawing, "Dashed: nodes between are not drawn.");
    if (layout->wraps && around && layout->rank == MOST_RANK)
        drawing_add_note(drawing, "Not drawn: in each dimension the last node of a row is "
                                  "linked to the first.");
}

void
draw_grid(Drawing *drawing, const RaterGrid *sizes, gboolean wraps)
{
    const Layout layout = layout_of(sizes, wraps);
    gint64 n = 1, at[MOST_RANK] = { 0 };
    for (int k = 0; k < layout.rank; k++)
        n *= layout.row[k].shown;
    /* those farther back first */
    for (gint64 i = n - 1; i >= 0; i--) {
        gint64 rest = i, number = 0;
        for (int k = layout.rank - 1; k >= 0; k--) {
            at[k] = rest % layout.row[k].shown;
            rest /= layout.row[k].shown;
            number += drawing_row_item(&layout.row[k], at[k]) * layout.stride[k];
        }
        const Vector place = place_of(&layout, at);
        drawing_add_node(drawing, place.x, place.y, number);
        add_links(drawing, &layout, at);
    }
    add_notes(drawing, &layout, sizes);
}

void
draw_hypercube(Drawing *drawing, gint64 dimensions)
{
    static const Vector steps[] = { { 92, 0 }, { 0, -84 }, { 42, -34 }, { 208, 26 } };
    const int d = (int)MIN(dimensions, (gint64)G_N_ELEMENTS(steps));
    for (int u = 0; u < 1 << d; u++) {
        Vector place = { 0, 0 };
        for (int k = 0; k < d; k++) {
            place.x += (u >> k & 1) * steps[k].x;
            place.y += (u >> k & 1) * steps[k].y;
        }
        for (int k = 0; k < d; k++)
            if ((u >> k & 1) == 0)
                drawing_add_line(drawing, DRAWING_LINK, place.x, place.y, place.x + steps[k].x,
                                 place.y + steps[k].y);
        drawing_add_node(drawing, place.x, place.y, u);
    }
    if (d < dimensions)
        drawing_add_note(drawing,
                         "This is the first of %" G_GINT64_FORMAT
                         " such cubes; each node has a link for each of %d more dimensions.",
                         (gint64)1 << (dimensions - d), (int)dimensions - d);
}

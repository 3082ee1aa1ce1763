/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/processor-ranges.h"

#include "src/analysis/predict/processor-products.h"

/* A range of row-major numbers as boxes: rows that are cut at either end, and whole ones
 * between. */
static void
append_range(GArray *boxes, const RaterGrid *grid, gint64 lo, gint64 hi)
{
    while (lo <= hi) {
        ProcessorBox box = { { 0 }, { 0 } };
        int64_t index[RATER_MAX_RANK];
        gint64 block = 1;
        int g = grid->rank - 1;
        rater_grid_index(grid, lo, index);
        /* the largest aligned block of whole rows that starts here and fits */
        while (g > 0 && index[g] == 0 && block * grid->size[g] <= hi - lo + 1)
            block *= grid->size[g--];
        gint64 n = MIN((hi - lo + 1) / block, grid->size[g] - index[g]);
        for (int a = 0; a < grid->rank; a++) {
            box.lo[a] = a <= g ? index[a] : 0;
            box.hi[a] = a < g ? index[a] : a == g ? index[a] + n - 1 : grid->size[a] - 1;
        }
        g_array_append_val(boxes, box);
        lo += n * block;
    }
}

typedef struct {
    const RaterGrid *grid;
    int first; /* dimension that is compared last, -1: by least processor number */
} BoxOrder;

static int
compare_boxes(gconstpointer va, gconstpointer vb, gpointer data)
{
    const ProcessorBox *a = va, *b = vb;
    const BoxOrder *order = data;
    for (int g = 0; g < order->grid->rank; g++) {
        if (g == order->first)
            continue;
        if (a->lo[g] != b->lo[g])
            return a->lo[g] < b->lo[g] ? -1 : 1;
        if (order->first >= 0 && a->hi[g] != b->hi[g])
            return a->hi[g] < b->hi[g] ? -1 : 1;
    }
    if (order->first < 0)
        return 0;
    return (a->lo[order->first] > b->lo[order->first]) -
           (a->lo[order->first] < b->lo[order->first]);
}

static gboolean
continues(const ProcessorBox *a, const ProcessorBox *b, const RaterGrid *grid, int dim)
{
    for (int g = 0; g < grid->rank; g++) {
        if (g != dim && (a->lo[g] != b->lo[g] || a->hi[g] != b->hi[g]))
            return FALSE;
    }
    return a->hi[dim] + 1 == b->lo[dim];
}

/* Unites boxes that touch along a dimension and agree in all others. */
static void
unite_boxes(GArray *boxes, const RaterGrid *grid)
{
    for (int dim = grid->rank - 1; dim >= 0; dim--) {
        BoxOrder order = { grid, dim };
        guint n = 0;
        g_array_sort_with_data(boxes, compare_boxes, &order);
        for (guint i = 0; i < boxes->len; i++) {
            ProcessorBox box = g_array_index(boxes, ProcessorBox, i);
            if (n > 0 && continues(&g_array_index(boxes, ProcessorBox, n - 1), &box, grid, dim))
                g_array_index(boxes, ProcessorBox, n - 1).hi[dim] = box.hi[dim];
            else
                g_array_index(boxes, ProcessorBox, n++) = box;
        }
        g_array_set_size(boxes, n);
    }
}

GArray *
processor_ranges_boxes(const GArray *spans, const RaterGrid *grid)
{
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(ProcessorBox));
    const BoxOrder order = { grid, -1 };
    for (guint s = 0; s < spans->len; s++) {
        const ProcessorSpan *span = &g_array_index(spans, ProcessorSpan, s);
        append_range(boxes, grid, span->lo, span->hi);
    }
    unite_boxes(boxes, grid);
    g_array_sort_with_data(boxes, compare_boxes, (gpointer)&order);
    return boxes;
}

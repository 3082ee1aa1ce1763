/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/processor-walk.h"

/* One box on its way; there may be as many as processors. */
typedef struct {
    const ProcessorBox *box;
    gint64 position; /* how many of the box are behind */
    gint64 number;   /* of the processor at `position` */
    guint which;     /* class */
} Cursor;

struct _ProcessorWalk {
    const RaterGrid *grid;
    GPtrArray *boxes; /* GArray of ProcessorBox, one a class */
    GArray *heap;     /* of Cursor; none has a smaller number than its parent, (i - 1) / 2 */
};

static gint64
box_count(const ProcessorBox *box, int rank)
{
    gint64 count = 1;

    for (int g = 0; g < rank; g++)
        count *= box->hi[g] - box->lo[g] + 1;
    return count;
}

/* Number of the processor at `position` of the box: row-major in the box as in the grid, so it
 * rises with the position. */
static gint64
box_number(const ProcessorBox *box, const RaterGrid *grid, gint64 position)
{
    gint64 number = 0, stride = 1;

    for (int g = grid->rank - 1; g >= 0; g--) {
        const gint64 extent = box->hi[g] - box->lo[g] + 1;
        number += (box->lo[g] + position % extent) * stride;
        position /= extent;
        stride *= grid->size[g];
    }
    return number;
}

/* Moves cursor `i` down until no child is smaller. */
static void
sift(GArray *heap, guint i)
{
    Cursor *cursors = (Cursor *)(gpointer)heap->data;
    const Cursor moving = cursors[i];

    for (guint child = 2 * i + 1; child < heap->len; child = 2 * i + 1) {
        if (child + 1 < heap->len && cursors[child + 1].number < cursors[child].number)
            child++;
        if (cursors[child].number >= moving.number)
            break;
        cursors[i] = cursors[child];
        i = child;
    }
    cursors[i] = moving;
}

ProcessorWalk *
processor_walk_new(const Interval *interval, const RaterGrid *grid)
{
    ProcessorWalk *walk = g_new(ProcessorWalk, 1);

    walk->grid = grid;
    walk->boxes = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    walk->heap = g_array_new(FALSE, FALSE, sizeof(Cursor));
    for (guint which = 0; which < interval->n_classes; which++) {
        GArray *boxes = processor_class_boxes(&interval->classes[which], grid);
        g_ptr_array_add(walk->boxes, boxes);
        for (guint i = 0; i < boxes->len; i++) {
            const ProcessorBox *box = &g_array_index(boxes, ProcessorBox, i);
            const Cursor cursor = { box, 0, box_number(box, grid, 0), which };
            g_array_append_val(walk->heap, cursor);
        }
    }
    for (guint i = walk->heap->len / 2; i-- > 0;)
        sift(walk->heap, i);
    return walk;
}

void
processor_walk_free(ProcessorWalk *walk)
{
    g_array_unref(walk->heap);
    g_ptr_array_unref(walk->boxes);
    g_free(walk);
}

gboolean
processor_walk_next(ProcessorWalk *walk, gint64 *number, guint *which)
{
    GArray *heap = walk->heap;

    if (heap->len == 0)
        return FALSE;
    Cursor *top = &g_array_index(heap, Cursor, 0);
    *number = top->number;
    *which = top->which;
    if (++top->position < box_count(top->box, walk->grid->rank))
        top->number = box_number(top->box, walk->grid, top->position);
    else
        g_array_remove_index_fast(heap, 0); /* the last one takes its place */
    if (heap->len > 0)
        sift(heap, 0);
    return TRUE;
}

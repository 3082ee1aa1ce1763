/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/processor-boxes.h"

#include <stdlib.h>
#include <string.h>

/* A product of sets of labels, one set an axis. */
typedef struct {
    GArray *labels[RATER_MAX_RANK]; /* of guint, ascending */
} LabelProduct;

static void
product_free(gpointer v)
{
    LabelProduct *p = v;
    for (guint i = 0; i < RATER_MAX_RANK && p->labels[i] != NULL; i++)
        g_array_unref(p->labels[i]);
    g_free(p);
}

static int
compare_labels(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a, y = *(const guint *)b;
    return (x > y) - (x < y);
}

/* Everything but axis `skip` as bytes. */
static GBytes *
product_key(const LabelProduct *p, guint n_axes, guint skip)
{
    g_autoptr(GByteArray) key = g_byte_array_new();
    for (guint i = 0; i < n_axes; i++) {
        if (i == skip)
            continue;
        guint n = p->labels[i]->len;
        g_byte_array_append(key, (const guint8 *)&n, sizeof n);
        g_byte_array_append(key, (const guint8 *)p->labels[i]->data, n * sizeof(guint));
    }
    return g_bytes_new(key->data, key->len);
}

/* Unites products that differ in axis `axis` only. */
static GPtrArray *
unite_along(GPtrArray *products, guint n_axes, guint axis)
{
    GPtrArray *united = g_ptr_array_new_with_free_func(product_free);
    g_autoptr(GHashTable) known =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    for (guint i = 0; i < products->len; i++) {
        LabelProduct *p = g_ptr_array_index(products, i);
        g_autoptr(GBytes) key = product_key(p, n_axes, axis);
        LabelProduct *q = g_hash_table_lookup(known, key);
        if (q == NULL) {
            q = g_new0(LabelProduct, 1);
            for (guint a = 0; a < n_axes; a++)
                q->labels[a] = g_array_ref(p->labels[a]);
            q->labels[axis] = g_array_copy(p->labels[axis]);
            g_array_unref(p->labels[axis]);
            p->labels[axis] = g_array_ref(q->labels[axis]);
            g_ptr_array_add(united, q);
            g_hash_table_insert(known, g_steal_pointer(&key), q);
        } else {
            g_array_append_vals(q->labels[axis], p->labels[axis]->data, p->labels[axis]->len);
        }
    }
    for (guint i = 0; i < united->len; i++)
        g_array_sort(((LabelProduct *)g_ptr_array_index(united, i))->labels[axis],
                     compare_labels);
    return united;
}

typedef struct {
    gint64 lo, hi; /* inclusive */
} Span;

/* Coordinates with one of the labels as spans as long as possible. */
static GArray *
label_spans(const SimAxis *axis, const GArray *labels)
{
    GArray *spans = g_array_new(FALSE, FALSE, sizeof(Span));
    g_autofree guint8 *wanted = g_new0(guint8, axis->n_labels);
    for (guint i = 0; i < labels->len; i++)
        wanted[g_array_index(labels, guint, i)] = 1;
    gint64 at = 0;
    for (guint i = 0; i < axis->n_runs; at = axis->end[i++]) {
        if (!wanted[axis->label[i]])
            continue;
        if (spans->len > 0 && g_array_index(spans, Span, spans->len - 1).hi == at - 1)
            g_array_index(spans, Span, spans->len - 1).hi = axis->end[i] - 1;
        else
            g_array_append_vals(spans, &(Span){ at, axis->end[i] - 1 }, 1);
    }
    return spans;
}

/* All combinations of spans, one an axis. */
static void
append_product(GArray *boxes, GArray *const spans[], guint n_axes)
{
    guint at[RATER_MAX_RANK] = { 0 };
    for (guint axis = n_axes; axis > 0;) {
        ProcessorBox box = { { 0 }, { 0 } };
        for (guint a = 0; a < n_axes; a++) {
            box.lo[a] = g_array_index(spans[a], Span, at[a]).lo;
            box.hi[a] = g_array_index(spans[a], Span, at[a]).hi;
        }
        g_array_append_val(boxes, box);
        for (axis = n_axes; axis > 0 && ++at[axis - 1] == spans[axis - 1]->len; axis--)
            at[axis - 1] = 0;
    }
}

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

/* The classes as products of sets of labels, united along each axis; free with
 * g_ptr_array_unref(). */
static GPtrArray *
label_products(const SimPartition *partition, guint n, const guint classes[])
{
    GPtrArray *products = g_ptr_array_new_with_free_func(product_free);
    for (guint i = 0; i < n; i++) {
        guint labels[RATER_MAX_RANK];
        LabelProduct *p = g_new0(LabelProduct, 1);
        sim_partition_class_labels(partition, classes[i], labels);
        for (guint a = 0; a < partition->n_axes; a++) {
            p->labels[a] = g_array_new(FALSE, FALSE, sizeof(guint));
            g_array_append_val(p->labels[a], labels[a]);
        }
        g_ptr_array_add(products, p);
    }
    for (guint a = partition->n_axes; a-- > 0;) {
        GPtrArray *united = unite_along(products, partition->n_axes, a);
        g_ptr_array_unref(products);
        products = united;
    }
    return products;
}

/* Appends the boxes of a product. `numbers`: the axis is that of the grid's processor numbers.
 */
static void
append_boxes(GArray *boxes, const SimPartition *partition, const LabelProduct *product,
             const RaterGrid *grid, gboolean numbers)
{
    GArray *spans[RATER_MAX_RANK];
    for (guint a = 0; a < partition->n_axes; a++)
        spans[a] = label_spans(partition->axis[a], product->labels[a]);
    if (!numbers)
        append_product(boxes, spans, partition->n_axes);
    for (guint s = 0; numbers && s < spans[0]->len; s++)
        append_range(boxes, grid, g_array_index(spans[0], Span, s).lo,
                     g_array_index(spans[0], Span, s).hi);
    for (guint a = 0; a < partition->n_axes; a++)
        g_array_unref(spans[a]);
}

GArray *
processor_boxes_new(const SimPartition *partition, guint n, const guint classes[],
                    const RaterGrid *grid)
{
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(ProcessorBox));
    g_autoptr(GPtrArray) products = label_products(partition, n, classes);
    gboolean numbers = partition->n_axes == 1 && grid->rank > 1;
    for (guint i = 0; i < products->len; i++)
        append_boxes(boxes, partition, g_ptr_array_index(products, i), grid, numbers);
    if (numbers)
        unite_boxes(boxes, grid); /* pieces of ranges; products were united by axes */
    BoxOrder order = { grid, -1 };
    if (numbers || products->len > 1) /* one product comes out in order */
        g_array_sort_with_data(boxes, compare_boxes, &order);
    return boxes;
}

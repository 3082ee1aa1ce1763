/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/processor-set.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/types.h"

/* Products on their way into a set, as processor_set_new() takes them. */
typedef struct {
    GArray *spans, *ends;
} Products;

static Products
products_new(void)
{
    return (Products){ g_array_new(FALSE, FALSE, sizeof(ProcessorSpan)),
                       g_array_new(FALSE, FALSE, sizeof(guint)) };
}

static void
products_clear(Products *products)
{
    g_array_unref(products->spans);
    g_array_unref(products->ends);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Products, products_clear)

/* As they are. */
static ProcessorSet *
set_of(const RaterGrid *grid, guint n_axes, const GArray *spans, const GArray *ends)
{
    ProcessorSet *set = g_rc_box_new(ProcessorSet);

    set->grid = grid;
    set->n_axes = n_axes;
    set->n_products = ends->len / n_axes;
    set->end = g_memdup2(ends->data, ends->len * sizeof(guint));
    set->spans = g_memdup2(spans->data, spans->len * sizeof(ProcessorSpan));
    return set;
}

static void
set_clear(gpointer v)
{
    ProcessorSet *set = v;

    g_free((gpointer)set->end);
    g_free((gpointer)set->spans);
}

ProcessorSet *
processor_set_ref(const ProcessorSet *set)
{
    return g_rc_box_acquire((gpointer)set);
}

void
processor_set_unref(ProcessorSet *set)
{
    g_rc_box_release_full(set, set_clear);
}

/* Which products are to be united: those that agree in all axes but one. */
typedef struct {
    const ProcessorSet *set;
    guint axis;
} Along;

/* Any order in which those that agree are neighbours. */
static int
compare_others(gconstpointer va, gconstpointer vb, gpointer data)
{
    const Along *along = data;

    for (guint axis = 0; axis < along->set->n_axes; axis++) {
        guint n, other;
        const ProcessorSpan *a = processor_set_spans(along->set, *(const guint *)va, axis, &n);
        const ProcessorSpan *b =
            processor_set_spans(along->set, *(const guint *)vb, axis, &other);
        if (axis == along->axis)
            continue;
        int order = ORDER(n, other) ?: memcmp(a, b, n * sizeof *a);
        if (order != 0)
            return order;
    }
    return 0;
}

static int
compare_spans(gconstpointer va, gconstpointer vb)
{
    const ProcessorSpan *a = va, *b = vb;

    return ORDER(a->lo, b->lo);
}

/* Sorts the spans behind the first `from`, of which no two overlap; those that touch are one.
 */
static void
join_spans(GArray *spans, guint from)
{
    ProcessorSpan *span = (ProcessorSpan *)(gpointer)spans->data;
    guint n = from;

    qsort(span + from, spans->len - from, sizeof *span, compare_spans);
    for (guint i = from; i < spans->len; i++) {
        if (n > from && span[n - 1].hi + 1 == span[i].lo)
            span[n - 1].hi = span[i].hi;
        else
            span[n++] = span[i];
    }
    g_array_set_size(spans, n);
}

static void
add_spans(Products *to, const ProcessorSet *set, guint product, guint axis)
{
    guint n;
    const ProcessorSpan *spans = processor_set_spans(set, product, axis, &n);

    g_array_append_vals(to->spans, spans, n);
}

/* Adds a product like `product` with spans [from, from + n) of `united` on the axis. */
static void
add_united(Products *to, const Along *along, guint product, const GArray *united, guint from,
           guint n)
{
    for (guint axis = 0; axis < along->set->n_axes; axis++) {
        if (axis == along->axis)
            g_array_append_vals(to->spans, &g_array_index(united, ProcessorSpan, from), n);
        else
            add_spans(to, along->set, product, axis);
        g_array_append_val(to->ends, to->spans->len);
    }
}

/* Products that differ in `axis` only become one; with `boxes` one for each span. */
static ProcessorSet *
unite_along(const ProcessorSet *set, guint axis, gboolean boxes)
{
    Along along = { set, axis };
    g_auto(Products) to = products_new();
    g_auto(Products) united = products_new();
    g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint p = 0; p < set->n_products; p++)
        g_array_append_val(order, p);
    g_array_sort_with_data(order, compare_others, &along);
    for (guint i = 0, next; i < order->len; i = next) {
        const guint *product = &g_array_index(order, guint, i);
        g_array_set_size(united.spans, 0);
        for (next = i;
             next < order->len && compare_others(product, product + (next - i), &along) == 0;
             next++)
            add_spans(&united, set, product[next - i], axis);
        join_spans(united.spans, 0);
        const guint n = boxes ? 1 : united.spans->len;
        for (guint from = 0; from < united.spans->len; from += n)
            add_united(&to, &along, *product, united.spans, from, n);
    }
    return set_of(set->grid, set->n_axes, to.spans, to.ends);
}

/* Takes over `set`. */
static ProcessorSet *
unite(ProcessorSet *set, gboolean boxes)
{
    for (guint axis = set->n_axes; axis-- > 0 && set->n_products > 1;) {
        ProcessorSet *united = unite_along(set, axis, boxes);
        processor_set_unref(set);
        set = united;
    }
    return set;
}

ProcessorSet *
processor_set_new(const RaterGrid *grid, guint n_axes, const GArray *spans, const GArray *ends)
{
    return unite(set_of(grid, n_axes, spans, ends), FALSE);
}

/* A range of row-major numbers as boxes: rows that are cut at either end, and whole ones
 * between. */
static void
add_numbers(Products *boxes, const RaterGrid *grid, gint64 lo, gint64 hi)
{
    while (lo <= hi) {
        int64_t index[RATER_MAX_RANK];
        gint64 block = 1;
        int g = grid->rank - 1;
        rater_grid_index(grid, lo, index);
        /* the largest aligned block of whole rows that starts here and fits */
        while (g > 0 && index[g] == 0 && block * grid->size[g] <= hi - lo + 1)
            block *= grid->size[g--];
        gint64 n = MIN((hi - lo + 1) / block, grid->size[g] - index[g]);
        for (int a = 0; a < grid->rank; a++) {
            const ProcessorSpan span = {
                a <= g ? index[a] : 0,
                a < g    ? index[a]
                : a == g ? index[a] + n - 1
                         : grid->size[a] - 1,
            };
            g_array_append_val(boxes->spans, span);
            g_array_append_val(boxes->ends, boxes->spans->len);
        }
        lo += n * block;
    }
}

ProcessorSet *
processor_set_of_boxes(const ProcessorSet *set)
{
    g_auto(Products) boxes = products_new();

    g_return_val_if_fail(set->n_axes == 1, NULL);
    for (guint i = 0; set->n_products > 0 && i < set->end[set->n_products - 1]; i++)
        add_numbers(&boxes, set->grid, set->spans[i].lo, set->spans[i].hi);
    return unite(set_of(set->grid, (guint)set->grid->rank, boxes.spans, boxes.ends), TRUE);
}

ProcessorSet *
processor_set_range(const RaterGrid *grid, guint n_axes, gint64 lo, gint64 hi)
{
    g_auto(Products) products = products_new();
    const ProcessorSpan span = { lo, hi };

    if (n_axes == (guint)grid->rank) {
        add_numbers(&products, grid, lo, hi);
    } else {
        g_array_append_val(products.spans, span);
        g_array_append_val(products.ends, products.spans->len);
    }
    return unite(set_of(grid, n_axes, products.spans, products.ends), FALSE);
}

/* Appends the coordinates that both have on an axis; FALSE: none. */
static gboolean
add_common_spans(Products *to, const ProcessorSet *a, guint p, const ProcessorSet *b, guint q,
                 guint axis)
{
    const guint before = to->spans->len;
    guint n, m;
    const ProcessorSpan *x = processor_set_spans(a, p, axis, &n);
    const ProcessorSpan *y = processor_set_spans(b, q, axis, &m);

    for (guint i = 0, j = 0; i < n && j < m;) {
        const ProcessorSpan both = { MAX(x[i].lo, y[j].lo), MIN(x[i].hi, y[j].hi) };
        if (both.lo <= both.hi)
            g_array_append_val(to->spans, both);
        if (x[i].hi < y[j].hi)
            i++;
        else
            j++;
    }
    g_array_append_val(to->ends, to->spans->len);
    return to->spans->len > before;
}

ProcessorSet *
processor_set_common(const ProcessorSet *a, const ProcessorSet *b)
{
    g_auto(Products) to = products_new();

    for (guint p = 0; p < a->n_products; p++) {
        for (guint q = 0; q < b->n_products; q++) {
            const guint spans = to.spans->len, ends = to.ends->len;
            guint axis = 0;
            while (axis < a->n_axes && add_common_spans(&to, a, p, b, q, axis))
                axis++;
            if (axis == a->n_axes)
                continue;
            g_array_set_size(to.spans, spans);
            g_array_set_size(to.ends, ends);
        }
    }
    return unite(set_of(a->grid, a->n_axes, to.spans, to.ends), FALSE);
}

gint64
processor_set_least(const ProcessorSet *set)
{
    gint64 least = G_MAXINT64;

    for (guint p = 0; p < set->n_products; p++) {
        gint64 at[RATER_MAX_RANK];
        guint n;
        for (guint axis = 0; axis < set->n_axes; axis++)
            at[axis] = processor_set_spans(set, p, axis, &n)->lo;
        least = MIN(least, processor_set_number(set, at));
    }
    return least;
}

static gboolean
span_has(const ProcessorSet *set, guint product, guint axis, gint64 coordinate)
{
    guint n;
    const ProcessorSpan *spans = processor_set_spans(set, product, axis, &n);
    guint lo = 0, hi = n; /* the first whose end is not before the coordinate */
    while (lo < hi) {
        const guint middle = lo + (hi - lo) / 2;
        if (spans[middle].hi < coordinate)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < n && spans[lo].lo <= coordinate;
}

gboolean
processor_set_has(const ProcessorSet *set, gint64 number)
{
    int64_t at[RATER_MAX_RANK] = { number };
    if (set->n_axes > 1)
        rater_grid_index(set->grid, number, at);
    for (guint p = 0; p < set->n_products; p++) {
        guint axis = 0;
        while (axis < set->n_axes && span_has(set, p, axis, at[axis]))
            axis++;
        if (axis == set->n_axes)
            return TRUE;
    }
    return FALSE;
}

gint64
processor_set_count(const ProcessorSet *set)
{
    gint64 count = 0;

    for (guint p = 0; p < set->n_products; p++) {
        gint64 of_product = 1;
        for (guint axis = 0; axis < set->n_axes; axis++) {
            gint64 coordinates = 0;
            guint n;
            const ProcessorSpan *spans = processor_set_spans(set, p, axis, &n);
            for (guint i = 0; i < n; i++)
                coordinates += spans[i].hi - spans[i].lo + 1;
            of_product *= coordinates;
        }
        count += of_product;
    }
    return count;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/processor-box-walk.h"

#include <string.h>

#include "src/analysis/predict/processor-products.h"
#include "src/analysis/predict/processor-ranges.h"

#define PIECE 16384 /* bytes: by how much text grows */

/* A product on its way: its box is that of span at[a] of each axis a. Its boxes rise: the last
 * axis goes fastest. */
typedef struct {
    GArray *const *spans;
    guint at[RATER_MAX_RANK];
    /* Spans of the last axis as text, which comes again for each combination of the others:
     * that of span s ends at text_end[s]. NULL until they are wanted. */
    GString *text;
    guint *text_end;
} Cursor;

struct _ProcessorBoxWalk {
    const RaterGrid *grid;
    guint n_axes;
    GPtrArray *products; /* of ProcessorProduct; NULL when boxes are listed */
    Cursor *cursors;     /* a heap by least coordinates: children of i are 2i + 1 and 2i + 2 */
    guint n_cursors;
    GArray *boxes; /* of ProcessorBox */
    guint at;
    GString *prefix; /* scratch */
    gboolean begun;  /* a box was written as text */
};

static const ProcessorSpan *
cursor_span(const Cursor *cursor, guint axis)
{
    return &g_array_index(cursor->spans[axis], ProcessorSpan, cursor->at[axis]);
}

static int
compare_cursors(const Cursor *a, const Cursor *b, guint n_axes)
{
    for (guint i = 0; i < n_axes; i++) {
        gint64 x = cursor_span(a, i)->lo, y = cursor_span(b, i)->lo;
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static void
sift(ProcessorBoxWalk *walk, guint i)
{
    const Cursor moving = walk->cursors[i];
    for (guint child = 2 * i + 1; child < walk->n_cursors; child = 2 * i + 1) {
        if (child + 1 < walk->n_cursors &&
            compare_cursors(&walk->cursors[child + 1], &walk->cursors[child], walk->n_axes) < 0)
            child++;
        if (compare_cursors(&walk->cursors[child], &moving, walk->n_axes) >= 0)
            break;
        walk->cursors[i] = walk->cursors[child];
        i = child;
    }
    walk->cursors[i] = moving;
}

static void
cursor_clear(Cursor *cursor)
{
    if (cursor->text != NULL)
        g_string_free(cursor->text, TRUE);
    g_free(cursor->text_end);
}

/* Goes on to the next box of the first cursor, whose last axis stands at its end or before. */
static void
advance(ProcessorBoxWalk *walk)
{
    Cursor *first = &walk->cursors[0];
    guint axis = walk->n_axes;
    while (axis > 0 && first->at[axis - 1] == first->spans[axis - 1]->len) {
        first->at[axis - 1] = 0;
        if (--axis > 0)
            first->at[axis - 1]++;
    }
    if (axis == 0) {
        cursor_clear(first);
        walk->cursors[0] = walk->cursors[--walk->n_cursors];
    }
    if (walk->n_cursors > 1)
        sift(walk, 0);
}

ProcessorBoxWalk *
processor_box_walk_new_listed(GArray *boxes, const RaterGrid *grid)
{
    ProcessorBoxWalk *walk = g_new0(ProcessorBoxWalk, 1);
    walk->grid = grid;
    walk->boxes = g_array_ref(boxes);
    walk->prefix = g_string_new(NULL);
    return walk;
}

ProcessorBoxWalk *
processor_box_walk_new(const SimPartition *partition, guint n, const guint classes[],
                       const RaterGrid *grid)
{
    g_autoptr(GPtrArray) products = processor_products_new(partition, n, classes);
    if (partition->n_axes == 1 && grid->rank > 1) { /* the axis is that of the numbers */
        const ProcessorProduct *numbers = g_ptr_array_index(products, 0);
        g_autoptr(GArray) boxes = processor_ranges_boxes(numbers->spans[0], grid);
        return processor_box_walk_new_listed(boxes, grid);
    }
    ProcessorBoxWalk *walk = g_new0(ProcessorBoxWalk, 1);
    walk->grid = grid;
    walk->n_axes = partition->n_axes;
    walk->n_cursors = products->len;
    walk->cursors = g_new0(Cursor, products->len);
    for (guint i = 0; i < products->len; i++)
        walk->cursors[i].spans = ((ProcessorProduct *)g_ptr_array_index(products, i))->spans;
    for (guint i = walk->n_cursors / 2; i-- > 0;)
        sift(walk, i);
    walk->products = g_steal_pointer(&products);
    walk->prefix = g_string_new(NULL);
    return walk;
}

void
processor_box_walk_free(ProcessorBoxWalk *walk)
{
    if (walk == NULL)
        return;
    for (guint i = 0; i < walk->n_cursors; i++)
        cursor_clear(&walk->cursors[i]);
    g_free(walk->cursors);
    g_clear_pointer(&walk->products, g_ptr_array_unref);
    g_clear_pointer(&walk->boxes, g_array_unref);
    g_string_free(walk->prefix, TRUE);
    g_free(walk);
}

guint64
processor_box_walk_left(const ProcessorBoxWalk *walk)
{
    guint64 left = walk->boxes != NULL ? walk->boxes->len - walk->at : 0;
    for (guint i = 0; i < walk->n_cursors; i++) {
        const Cursor *cursor = &walk->cursors[i];
        guint64 all = 1, behind = 0;
        for (guint a = 0; a < walk->n_axes; a++) {
            all *= cursor->spans[a]->len;
            behind = behind * cursor->spans[a]->len + cursor->at[a];
        }
        left += all - behind;
    }
    return left;
}

gboolean
processor_box_walk_next(ProcessorBoxWalk *walk, ProcessorBox *box)
{
    if (walk->boxes != NULL && walk->at < walk->boxes->len) {
        *box = g_array_index(walk->boxes, ProcessorBox, walk->at++);
        return TRUE;
    }
    if (walk->n_cursors == 0)
        return FALSE;
    Cursor *first = &walk->cursors[0];
    *box = (ProcessorBox){ { 0 }, { 0 } };
    for (guint a = 0; a < walk->n_axes; a++) {
        box->lo[a] = cursor_span(first, a)->lo;
        box->hi[a] = cursor_span(first, a)->hi;
    }
    first->at[walk->n_axes - 1]++;
    advance(walk);
    return TRUE;
}

/* Boxes come by the million in a report of many processors: no printf here. */
static void
append_index(GString *out, gint64 value)
{
    char digits[24];
    char *end = digits + sizeof digits, *p = end;

    for (guint64 rest = (guint64)MAX(value, 0); p == end || rest > 0; rest /= 10)
        *--p = (char)('0' + rest % 10);
    g_string_append_len(out, p, end - p);
}

static void
append_span(GString *out, gint64 lo, gint64 hi)
{
    append_index(out, lo);
    if (hi == lo)
        return;
    g_string_append_c(out, '-');
    append_index(out, hi);
}

static void
append_box(GString *out, const ProcessorBox *box, int rank)
{
    for (int g = 0; g < rank; g++) {
        if (g > 0)
            g_string_append_c(out, ',');
        append_span(out, box->lo[g], box->hi[g]);
    }
}

static void
write_last_axis(Cursor *cursor, guint axis)
{
    const GArray *spans = cursor->spans[axis];
    cursor->text = g_string_new(NULL);
    cursor->text_end = g_new(guint, spans->len);
    for (guint s = 0; s < spans->len; s++) {
        const ProcessorSpan *span = &g_array_index(spans, ProcessorSpan, s);
        append_span(cursor->text, span->lo, span->hi);
        cursor->text_end[s] = (guint)cursor->text->len;
    }
}

/* The cursor with the least box but the first; NULL when there is none. */
static const Cursor *
second_cursor(const ProcessorBoxWalk *walk)
{
    if (walk->n_cursors < 2)
        return NULL;
    if (walk->n_cursors > 2 &&
        compare_cursors(&walk->cursors[2], &walk->cursors[1], walk->n_axes) < 0)
        return &walk->cursors[2];
    return &walk->cursors[1];
}

/* Where on the last axis the first cursor has to give way to the second. */
static gint64
row_limit(const ProcessorBoxWalk *walk)
{
    const Cursor *second = second_cursor(walk);
    if (second == NULL || compare_cursors(&walk->cursors[0], second, walk->n_axes - 1) < 0)
        return G_MAXINT64;
    return cursor_span(second, walk->n_axes - 1)->lo;
}

static void
write_prefix(ProcessorBoxWalk *walk, const Cursor *cursor)
{
    g_string_assign(walk->prefix, " ");
    for (guint a = 0; a + 1 < walk->n_axes; a++) {
        append_span(walk->prefix, cursor_span(cursor, a)->lo, cursor_span(cursor, a)->hi);
        g_string_append_c(walk->prefix, ',');
    }
}

/* Boxes of the first cursor that differ on the last axis only: a few copied bytes each. Their
 * room is made at once, since g_string_append_len() was a third of the time. */
static void
append_row(ProcessorBoxWalk *walk, gsize most, GString *out)
{
    Cursor *first = &walk->cursors[0];
    const guint last = walk->n_axes - 1, n = first->spans[last]->len;
    const gint64 limit = row_limit(walk);
    if (first->text == NULL)
        write_last_axis(first, last);
    write_prefix(walk, first);
    gsize len = out->len;
    guint s = first->at[last], from = s > 0 ? first->text_end[s - 1] : 0;
    do {
        const guint end = first->text_end[s];
        if (out->len < len + walk->prefix->len + end - from) {
            gsize rest = (n - s) * walk->prefix->len + first->text->len - from;
            g_string_set_size(out, len + MIN(rest, walk->prefix->len + end - from + PIECE));
        }
        const guint skip = walk->begun ? 0 : 1; /* no blank before the first */
        memcpy(out->str + len, walk->prefix->str + skip, walk->prefix->len - skip);
        len += walk->prefix->len - skip;
        memcpy(out->str + len, first->text->str + from, end - from);
        len += end - from;
        from = end;
        walk->begun = TRUE;
        first->at[last] = ++s;
    } while (s < n && cursor_span(first, last)->lo < limit && len < most);
    g_string_truncate(out, len);
    advance(walk);
}

gboolean
processor_box_walk_text(ProcessorBoxWalk *walk, gsize most, GString *out)
{
    if (walk->n_cursors == 0 && (walk->boxes == NULL || walk->at == walk->boxes->len))
        return FALSE;
    while (walk->n_cursors > 0 && out->len < most)
        append_row(walk, most, out);
    while (walk->boxes != NULL && walk->at < walk->boxes->len && out->len < most) {
        if (walk->begun)
            g_string_append_c(out, ' ');
        append_box(out, &g_array_index(walk->boxes, ProcessorBox, walk->at++),
                   walk->grid->rank);
        walk->begun = TRUE;
    }
    return TRUE;
}

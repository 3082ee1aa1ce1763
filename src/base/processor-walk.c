/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/processor-walk.h"

#include <string.h>

/* A product on its way. */
typedef struct {
    ProcessorSet *set;
    guint product;
    guint which;              /* number of the set */
    gint64 number;            /* of the processor at `lo`, by which cursors are ordered */
    guint at[RATER_MAX_RANK]; /* span of each axis */
    gint64 lo[RATER_MAX_RANK];
    /* Spans of the last axis as text, which comes again for each combination of the others:
     * that of span s ends at text_end[s]. NULL until they are wanted. */
    GString *text;
    guint *text_end;
} Cursor;

struct _ProcessorBoxWalk {
    GSequence *cursors; /* of Cursor */
    guint64 left;
    GString *prefix; /* scratch */
    gboolean begun;  /* a box was written as text */
};

struct _ProcessorWalk {
    GSequence *cursors; /* of Cursor, each at a span of a row */
    gint64 number;      /* the next one of the span that the walk is in */
    gint64 left;        /* and how many are there */
    guint which;
};

static void
cursor_free(gpointer v)
{
    Cursor *cursor = v;

    processor_set_unref(cursor->set);
    if (cursor->text != NULL)
        g_string_free(cursor->text, TRUE);
    g_free(cursor->text_end);
    g_free(cursor);
}

static int
compare_cursors(gconstpointer a, gconstpointer b, G_GNUC_UNUSED gpointer data)
{
    gint64 x = ((const Cursor *)a)->number, y = ((const Cursor *)b)->number;

    return (x > y) - (x < y);
}

static void
add_cursors(GSequence *cursors, const ProcessorSet *set, guint which)
{
    for (guint p = 0; p < set->n_products; p++) {
        Cursor *cursor = g_new0(Cursor, 1);
        guint n;
        cursor->set = processor_set_ref(set);
        cursor->product = p;
        cursor->which = which;
        for (guint axis = 0; axis < set->n_axes; axis++)
            cursor->lo[axis] = processor_set_spans(set, p, axis, &n)->lo;
        cursor->number = processor_set_number(set, cursor->lo);
        g_sequence_append(cursors, cursor);
    }
}

/* Steps on, the last axis fastest: to the next box, or with `rows` to the next span of a row,
 * so that all axes but the last go from coordinate to coordinate. FALSE at the end. */
static gboolean
cursor_step(Cursor *cursor, gboolean rows)
{
    const int last = (int)cursor->set->n_axes - 1;
    int axis = last;

    for (; axis >= 0; axis--) {
        guint n, *at = &cursor->at[axis];
        const ProcessorSpan *spans =
            processor_set_spans(cursor->set, cursor->product, (guint)axis, &n);
        if (rows && axis < last && cursor->lo[axis] < spans[*at].hi) {
            cursor->lo[axis]++;
            break;
        }
        *at = *at + 1 < n ? *at + 1 : 0;
        cursor->lo[axis] = spans[*at].lo;
        if (*at > 0)
            break;
    }
    cursor->number = processor_set_number(cursor->set, cursor->lo);
    return axis >= 0;
}

/* The cursor with the least number; NULL when there is none. */
static Cursor *
first_cursor(GSequence *cursors)
{
    GSequenceIter *first = g_sequence_get_begin_iter(cursors);

    return g_sequence_iter_is_end(first) ? NULL : g_sequence_get(first);
}

/* Where the first cursor has to give way to another. */
static gint64
first_limit(GSequence *cursors)
{
    GSequenceIter *second = g_sequence_iter_next(g_sequence_get_begin_iter(cursors));

    return g_sequence_iter_is_end(second) ? G_MAXINT64
                                          : ((Cursor *)g_sequence_get(second))->number;
}

static void
step_first(GSequence *cursors, gboolean rows)
{
    GSequenceIter *first = g_sequence_get_begin_iter(cursors);
    Cursor *cursor = g_sequence_get(first);

    if (!cursor_step(cursor, rows))
        g_sequence_remove(first);
    else if (cursor->number > first_limit(cursors))
        g_sequence_sort_changed(first, compare_cursors, NULL);
}

static guint64
count_boxes(const ProcessorSet *set)
{
    guint64 boxes = 0;

    for (guint p = 0; p < set->n_products; p++) {
        guint64 of_product = 1;
        for (guint axis = 0; axis < set->n_axes; axis++) {
            guint n;
            processor_set_spans(set, p, axis, &n);
            of_product *= n;
        }
        boxes += of_product;
    }
    return boxes;
}

/* A set on the axes of the grid. */
static ProcessorSet *
set_on_grid(const ProcessorSet *set)
{
    return set->n_axes == (guint)set->grid->rank ? processor_set_ref(set)
                                                 : processor_set_of_boxes(set);
}

ProcessorBoxWalk *
processor_box_walk_new(const ProcessorSet *set)
{
    g_autoptr(ProcessorSet) on_grid = set_on_grid(set);
    ProcessorBoxWalk *walk = g_new0(ProcessorBoxWalk, 1);

    walk->cursors = g_sequence_new(cursor_free);
    walk->left = count_boxes(on_grid);
    walk->prefix = g_string_new(NULL);
    add_cursors(walk->cursors, on_grid, 0);
    g_sequence_sort(walk->cursors, compare_cursors, NULL);
    return walk;
}

void
processor_box_walk_free(ProcessorBoxWalk *walk)
{
    if (walk == NULL)
        return;
    g_sequence_free(walk->cursors);
    g_string_free(walk->prefix, TRUE);
    g_free(walk);
}

guint64
processor_box_walk_left(const ProcessorBoxWalk *walk)
{
    return walk->left;
}

static ProcessorSpan
cursor_span(const Cursor *cursor, guint axis)
{
    guint n;

    return processor_set_spans(cursor->set, cursor->product, axis, &n)[cursor->at[axis]];
}

gboolean
processor_box_walk_next(ProcessorBoxWalk *walk, ProcessorBox *box)
{
    const Cursor *cursor = first_cursor(walk->cursors);

    if (cursor == NULL)
        return FALSE;
    *box = (ProcessorBox){ { 0 }, { 0 } };
    for (guint axis = 0; axis < cursor->set->n_axes; axis++) {
        const ProcessorSpan span = cursor_span(cursor, axis);
        box->lo[axis] = span.lo;
        box->hi[axis] = span.hi;
    }
    walk->left--;
    step_first(walk->cursors, FALSE);
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
append_span(GString *out, ProcessorSpan span)
{
    append_index(out, span.lo);
    if (span.hi == span.lo)
        return;
    g_string_append_c(out, '-');
    append_index(out, span.hi);
}

static void
write_last_axis(Cursor *cursor)
{
    guint n;
    const ProcessorSpan *spans =
        processor_set_spans(cursor->set, cursor->product, cursor->set->n_axes - 1, &n);

    cursor->text = g_string_new(NULL);
    cursor->text_end = g_new(guint, n);
    for (guint s = 0; s < n; s++) {
        append_span(cursor->text, spans[s]);
        cursor->text_end[s] = (guint)cursor->text->len;
    }
}

/* What stands before the last axis of the boxes of a row. */
static void
write_prefix(ProcessorBoxWalk *walk, const Cursor *cursor)
{
    g_string_assign(walk->prefix, " ");
    for (guint axis = 0; axis + 1 < cursor->set->n_axes; axis++) {
        append_span(walk->prefix, cursor_span(cursor, axis));
        g_string_append_c(walk->prefix, ',');
    }
}

/* Boxes of the first cursor that differ on the last axis only: a few copied bytes each. Room
 * for all of them is made at once, since asking for each takes longer than the copying. */
static void
append_row(ProcessorBoxWalk *walk, GString *out)
{
    Cursor *first = first_cursor(walk->cursors);
    const guint last = first->set->n_axes - 1;
    const gint64 limit = first_limit(walk->cursors), row = first->number - first->lo[last];
    guint n, s = first->at[last];
    const ProcessorSpan *spans = processor_set_spans(first->set, first->product, last, &n);
    gsize len = out->len;

    if (first->text == NULL)
        write_last_axis(first);
    write_prefix(walk, first);
    guint from = s > 0 ? first->text_end[s - 1] : 0;
    g_string_set_size(out, len + (n - s) * walk->prefix->len + first->text->len - from);
    do {
        const guint end = first->text_end[s];
        const guint skip = walk->begun ? 0 : 1; /* no blank before the first */
        memcpy(out->str + len, walk->prefix->str + skip, walk->prefix->len - skip);
        len += walk->prefix->len - skip;
        memcpy(out->str + len, first->text->str + from, end - from);
        len += end - from;
        from = end;
        walk->begun = TRUE;
        walk->left--;
    } while (++s < n && row + spans[s].lo < limit);
    g_string_truncate(out, len);
    first->at[last] = s - 1;
    step_first(walk->cursors, FALSE);
}

gboolean
processor_box_walk_text(ProcessorBoxWalk *walk, gsize most, GString *out)
{
    if (walk->left == 0)
        return FALSE;
    while (walk->left > 0 && out->len < most)
        append_row(walk, out);
    return TRUE;
}

guint64
processor_set_n_boxes(const ProcessorSet *set)
{
    g_autoptr(ProcessorSet) on_grid = set_on_grid(set);

    return count_boxes(on_grid);
}

guint64
processor_set_append_text(const ProcessorSet *set, guint64 most, GString *out)
{
    g_autoptr(ProcessorBoxWalk) walk = processor_box_walk_new(set);
    ProcessorBox box;

    for (guint64 i = 0; i < most && processor_box_walk_next(walk, &box); i++) {
        for (int g = 0; g < set->grid->rank; g++) {
            if (g > 0 || i > 0)
                g_string_append_c(out, g > 0 ? ',' : ' ');
            append_span(out, (ProcessorSpan){ box.lo[g], box.hi[g] });
        }
    }
    return walk->left;
}

ProcessorWalk *
processor_walk_new(guint n, ProcessorSet *const sets[])
{
    ProcessorWalk *walk = g_new0(ProcessorWalk, 1);

    walk->cursors = g_sequence_new(cursor_free);
    for (guint i = 0; i < n; i++)
        add_cursors(walk->cursors, sets[i], i);
    g_sequence_sort(walk->cursors, compare_cursors, NULL);
    return walk;
}

void
processor_walk_free(ProcessorWalk *walk)
{
    if (walk == NULL)
        return;
    g_sequence_free(walk->cursors);
    g_free(walk);
}

gboolean
processor_walk_next(ProcessorWalk *walk, gint64 *number, guint *which)
{
    if (walk->left == 0) {
        const Cursor *cursor = first_cursor(walk->cursors);
        if (cursor == NULL)
            return FALSE;
        const ProcessorSpan span = cursor_span(cursor, cursor->set->n_axes - 1);
        walk->number = cursor->number;
        walk->left = span.hi - span.lo + 1;
        walk->which = cursor->which;
        step_first(walk->cursors, TRUE);
    }
    walk->left--;
    *number = walk->number++;
    *which = walk->which;
    return TRUE;
}

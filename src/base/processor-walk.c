/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/processor-walk.h"

#include <string.h>

#include "src/base/types.h"

/* A product on its way. */
typedef struct {
    ProcessorSet *set;
    guint product;
    guint which;              /* number of the set */
    gint64 number;            /* of the processor at `lo`, by which cursors are ordered */
    guint at[RATER_MAX_RANK]; /* span of each axis */
    gint64 lo[RATER_MAX_RANK];
} Cursor;

struct _ProcessorBoxWalk {
    GSequence *cursors; /* of Cursor */
    guint64 left;
    gboolean begun; /* a box was written */
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
    g_free(cursor);
}

static int
compare_cursors(gconstpointer a, gconstpointer b, G_GNUC_UNUSED gpointer data)
{
    gint64 x = ((const Cursor *)a)->number, y = ((const Cursor *)b)->number;

    return ORDER(x, y);
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

static void
step_first(GSequence *cursors, gboolean rows)
{
    GSequenceIter *first = g_sequence_get_begin_iter(cursors);
    GSequenceIter *second = g_sequence_iter_next(first);
    Cursor *cursor = g_sequence_get(first);

    if (!cursor_step(cursor, rows))
        g_sequence_remove(first);
    else if (!g_sequence_iter_is_end(second) &&
             cursor->number > ((const Cursor *)g_sequence_get(second))->number)
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
    g_free(walk);
}

static ProcessorSpan
cursor_span(const Cursor *cursor, guint axis)
{
    guint n;

    return processor_set_spans(cursor->set, cursor->product, axis, &n)[cursor->at[axis]];
}

/* Boxes come by the million in a report of many processors: no printf here. */
static char *
put_index(char *out, gint64 value)
{
    char digits[24];
    gsize n = 0;

    for (guint64 rest = (guint64)MAX(value, 0); n == 0 || rest > 0; rest /= 10)
        digits[n++] = (char)('0' + rest % 10);
    while (n > 0)
        *out++ = digits[--n];
    return out;
}

/* The first box that is left; no blank before the first of all. */
static void
append_box(ProcessorBoxWalk *walk, GString *out)
{
    const Cursor *cursor = first_cursor(walk->cursors);
    char text[RATER_MAX_RANK * 48], *end = text;

    if (walk->begun)
        *end++ = ' ';
    for (guint axis = 0; axis < cursor->set->n_axes; axis++) {
        const ProcessorSpan span = cursor_span(cursor, axis);
        if (axis > 0)
            *end++ = ',';
        end = put_index(end, span.lo);
        if (span.hi == span.lo)
            continue;
        *end++ = '-';
        end = put_index(end, span.hi);
    }
    g_string_append_len(out, text, end - text);
    walk->begun = TRUE;
    walk->left--;
    step_first(walk->cursors, FALSE);
}

gboolean
processor_box_walk_text(ProcessorBoxWalk *walk, gsize most, GString *out)
{
    if (walk->left == 0)
        return FALSE;
    while (walk->left > 0 && out->len < most)
        append_box(walk, out);
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

    for (guint64 i = 0; i < most && walk->left > 0; i++)
        append_box(walk, out);
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/prediction.h"

#include <string.h>

#include "src/analysis/processor-box-walk.h"
#include "src/analysis/processor-boxes.h"

#define N_VALUES (sizeof(Characteristics) / sizeof(double))

_Static_assert(N_VALUES * sizeof(double) == sizeof(Characteristics) && N_VALUES <= 64,
               "characteristics are doubles, with a bit for each");

static const char *const interval_types[] = {
    [INTERVAL_MAIN] = "MAIN",
    [INTERVAL_USER] = "USER",
    [INTERVAL_SEQ] = "SEQ",
    [INTERVAL_PAR] = "PAR",
};

const char *
interval_type_name(IntervalType type)
{
    return interval_types[type];
}

/* Frees what the interval owns, but its file name: others may have the same string. */
static void
interval_clear(Interval *interval)
{
    for (guint i = 0; i < interval->n_classes; i++)
        g_clear_pointer(&interval->classes[i].boxes, g_array_unref);
    g_free(interval->classes);
    g_free(interval->members);
    g_free(interval->packed);
}

void
prediction_free(Prediction *prediction)
{
    if (prediction == NULL)
        return;

    g_autoptr(GHashTable) files = g_hash_table_new_full(NULL, NULL, g_free, NULL);
    for (guint i = 0; i < prediction->n_intervals; i++) {
        if (prediction->intervals[i].file != NULL &&
            !g_hash_table_contains(files, prediction->intervals[i].file))
            g_hash_table_add(files, (gpointer)prediction->intervals[i].file);
        interval_clear(&prediction->intervals[i]);
    }
    g_free(prediction->intervals);
    g_clear_pointer(&prediction->lines, g_array_unref);
    g_free(prediction->interval_of);
    if (prediction->keep_free != NULL)
        prediction->keep_free(prediction->keep);
    g_clear_pointer(&prediction->params, params_free);
    g_strfreev(prediction->warnings);
    g_free(prediction->trace_file);
    g_free(prediction->program);
    g_free(prediction);
}

/* Bits of the doubles that are not those of `like`; -0 and NaN are values as all others. */
static guint64
differing_values(const Characteristics *values, const Characteristics *like)
{
    guint64 words[N_VALUES], others[N_VALUES], bits = 0;

    memcpy(words, values, sizeof words);
    memcpy(others, like, sizeof others);
    for (gsize f = 0; f < N_VALUES; f++)
        bits |= (guint64)(words[f] != others[f]) << f;
    return bits;
}

static guint
count_bits(guint64 bits)
{
    guint n = 0;

    for (; bits != 0; bits &= bits - 1)
        n++;
    return n;
}

guint64
characteristics_pack(const Characteristics *values, const Characteristics *first,
                     GArray *packed)
{
    static const Characteristics zero;
    const guint64 own = differing_values(values, first != NULL ? first : &zero);

    for (gsize f = 0; f < N_VALUES; f++)
        if ((own >> f & 1) != 0)
            g_array_append_vals(packed, (const char *)values + f * sizeof(double), 1);
    return own;
}

void
characteristics_unpack(guint64 own, const double *packed, const Characteristics *first,
                       Characteristics *out)
{
    double values[N_VALUES] = { 0 };

    if (first != NULL)
        memcpy(values, first, sizeof values);
    for (gsize f = 0; f < N_VALUES; f++)
        if ((own >> f & 1) != 0)
            values[f] = *packed++;
    memcpy(out, values, sizeof values);
}

void
interval_set_values(Interval *interval, const Characteristics *const values[])
{
    g_autoptr(GArray) packed = g_array_new(FALSE, FALSE, sizeof(double));

    for (guint i = 0; i < interval->n_classes; i++)
        interval->classes[i].own =
            characteristics_pack(values[i], i > 0 ? values[0] : NULL, packed);
    interval_place_values(interval, packed);
}

gboolean
prediction_is_slower(const Prediction *prediction)
{
    return prediction->execution_time > prediction->serial_time * (1 + 1e-9);
}

void
interval_place_values(Interval *interval, const GArray *packed)
{
    gsize at = 0;

    g_free(interval->packed);
    interval->packed = g_memdup2(packed->data, packed->len * sizeof(double));
    for (guint i = 0; i < interval->n_classes; i++) {
        ProcessorClass *one = &interval->classes[i];
        one->like = i > 0 ? &interval->classes[0] : NULL;
        /* where all are 0 there is no memory to point into */
        one->packed = one->own != 0 ? interval->packed + at : NULL;
        at += count_bits(one->own);
    }
}

void
processor_class_values(const ProcessorClass *one, Characteristics *out)
{
    if (one->like == NULL) {
        characteristics_unpack(one->own, one->packed, NULL, out);
        return;
    }
    Characteristics first;
    characteristics_unpack(one->like->own, one->like->packed, NULL, &first);
    characteristics_unpack(one->own, one->packed, &first, out);
}

double
processor_class_value(const ProcessorClass *one, gsize offset)
{
    const guint64 bit = (guint64)1 << offset / sizeof(double);

    if ((one->own & bit) == 0 && one->like != NULL)
        one = one->like;
    return (one->own & bit) != 0 ? one->packed[count_bits(one->own & (bit - 1))] : 0;
}

GArray *
processor_class_boxes(const ProcessorClass *one, const RaterGrid *grid)
{
    return one->boxes != NULL
               ? g_array_ref(one->boxes)
               : processor_boxes_new(one->partition, one->n_members, one->members, grid);
}

GArray *
processor_class_first_boxes(const ProcessorClass *one, const RaterGrid *grid, guint most,
                            guint64 *n)
{
    g_autoptr(ProcessorBoxWalk) walk = processor_class_walk(one, grid);
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(ProcessorBox));
    ProcessorBox box;

    *n = processor_box_walk_left(walk);
    while (boxes->len < most && processor_box_walk_next(walk, &box))
        g_array_append_val(boxes, box);
    return boxes;
}

ProcessorBoxWalk *
processor_class_walk(const ProcessorClass *one, const RaterGrid *grid)
{
    return one->boxes != NULL
               ? processor_box_walk_new_listed(one->boxes, grid)
               : processor_box_walk_new(one->partition, one->n_members, one->members, grid);
}

void
processor_class_format(const ProcessorClass *one, const RaterGrid *grid, GString *out)
{
    g_autoptr(ProcessorBoxWalk) walk = processor_class_walk(one, grid);

    while (processor_box_walk_text(walk, G_MAXSIZE, out))
        ;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/prediction.h"

#include "src/analysis/processor-boxes.h"

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
    for (guint i = 0; i < interval->n_classes; i++) {
        g_clear_pointer(&interval->classes[i].boxes, g_array_unref);
        g_free(interval->classes[i].members);
    }
    g_free(interval->classes);
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
    if (prediction->keep_free != NULL)
        prediction->keep_free(prediction->keep);
    g_clear_pointer(&prediction->params, params_free);
    g_strfreev(prediction->warnings);
    g_free(prediction->trace_file);
    g_free(prediction->program);
    g_free(prediction);
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
append_box(GString *out, const ProcessorBox *box, int rank)
{
    for (int g = 0; g < rank; g++) {
        if (g > 0)
            g_string_append_c(out, ',');
        append_index(out, box->lo[g]);
        if (box->hi[g] == box->lo[g])
            continue;
        g_string_append_c(out, '-');
        append_index(out, box->hi[g]);
    }
}

GArray *
processor_class_boxes(const ProcessorClass *one, const RaterGrid *grid)
{
    return one->boxes != NULL
               ? g_array_ref(one->boxes)
               : processor_boxes_new(one->partition, one->n_members, one->members, grid);
}

void
processor_class_format(const ProcessorClass *one, const RaterGrid *grid, GString *out)
{
    g_autoptr(GArray) boxes = processor_class_boxes(one, grid);

    for (guint i = 0; i < boxes->len; i++) {
        if (i > 0)
            g_string_append_c(out, ' ');
        append_box(out, &g_array_index(boxes, ProcessorBox, i), grid->rank);
    }
}

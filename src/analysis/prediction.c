/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/prediction.h"

#include "src/analysis/processor-box-walk.h"
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
    for (guint i = 0; i < interval->n_classes; i++)
        g_clear_pointer(&interval->classes[i].boxes, g_array_unref);
    g_free(interval->classes);
    g_free(interval->members);
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

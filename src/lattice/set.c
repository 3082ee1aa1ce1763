/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/lattice/set.h"

/* Appends the runs of coordinates with the label, of which no two touch. */
static void
append_label(GArray *spans, const SimAxis *axis, guint label)
{
    gint64 at = axis->label_first[label], left = axis->label_size[label];

    for (guint run = sim_axis_run(axis, at); left > 0; run++) {
        if (axis->label[run] == label) {
            const ProcessorSpan span = { at, axis->end[run] - 1 };
            g_array_append_val(spans, span);
            left -= axis->end[run] - at;
        }
        at = axis->end[run];
    }
}

ProcessorSet *
sim_partition_set(const SimPartition *partition, guint n, const guint classes[],
                  const RaterGrid *grid)
{
    g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(ProcessorSpan));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(guint));

    for (guint i = 0; i < n; i++) {
        guint labels[RATER_MAX_RANK];
        sim_partition_class_labels(partition, classes[i], labels);
        for (guint a = 0; a < partition->n_axes; a++) {
            append_label(spans, partition->axis[a], labels[a]);
            g_array_append_val(ends, spans->len);
        }
    }
    return processor_set_new(grid, partition->n_axes, spans, ends);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/processor-class.h"

#include "src/analysis/predict/processor-box-walk.h"
#include "src/analysis/predict/processor-boxes.h"

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
    return (one->own & bit) != 0 ? one->packed[characteristics_count(one->own & (bit - 1))] : 0;
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

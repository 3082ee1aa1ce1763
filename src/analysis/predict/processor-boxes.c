/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/processor-boxes.h"

#include "src/analysis/predict/processor-box-walk.h"

GArray *
processor_boxes_new(const SimPartition *partition, guint n, const guint classes[],
                    const RaterGrid *grid)
{
    g_autoptr(ProcessorBoxWalk) walk = processor_box_walk_new(partition, n, classes, grid);
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(ProcessorBox));
    ProcessorBox box;
    while (processor_box_walk_next(walk, &box))
        g_array_append_val(boxes, box);
    return boxes;
}

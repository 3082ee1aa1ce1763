/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Ranges of row-major processor numbers as boxes of the grid.
 */
#pragma once

#include "src/analysis/predict/prediction.h"

/* `spans`: of ProcessorSpan, rising. Boxes are united where they touch, and ordered by their
 * least number; of ProcessorBox, owned by the caller. */
GArray *processor_ranges_boxes(const GArray *spans, const RaterGrid *grid);

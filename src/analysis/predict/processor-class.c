/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/processor-class.h"

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

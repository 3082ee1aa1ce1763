/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/fields.h"

#include <stddef.h>
#include <string.h>

static const ReportField pop_fields[] = {
    { "parallel_efficiency", offsetof(PopFactors, parallel_efficiency) },
    { "load_balance", offsetof(PopFactors, load_balance) },
    { "communication_efficiency", offsetof(PopFactors, communication_efficiency) },
    { "serialisation_efficiency", offsetof(PopFactors, serialisation_efficiency) },
    { "transfer_efficiency", offsetof(PopFactors, transfer_efficiency) },
};

const ReportField *
report_fields_pop(guint *n)
{
    *n = G_N_ELEMENTS(pop_fields);
    return pop_fields;
}

double
report_field_value(gconstpointer structure, const ReportField *field)
{
    double value;

    memcpy(&value, (const char *)structure + field->offset, sizeof value);
    return value;
}

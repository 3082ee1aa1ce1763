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

static const ReportField operation_fields[] = {
    { "communication", offsetof(OperationTimes, communication) },
    { "synchronization", offsetof(OperationTimes, synchronization) },
    { "variation", offsetof(OperationTimes, variation) },
    { "overlap", offsetof(OperationTimes, overlap) },
};

const ReportField *
report_fields_pop(guint *n)
{
    *n = G_N_ELEMENTS(pop_fields);
    return pop_fields;
}

const ReportField *
report_fields_operation(guint *n)
{
    *n = G_N_ELEMENTS(operation_fields);
    return operation_fields;
}

double
report_field_value(gconstpointer structure, const ReportField *field)
{
    double value;

    memcpy(&value, (const char *)structure + field->offset, sizeof value);
    return value;
}

gboolean
report_fields_are_zero(const OperationTimes *times)
{
    for (gsize i = 0; i < G_N_ELEMENTS(operation_fields); i++)
        if (report_field_value(times, &operation_fields[i]) != 0)
            return FALSE;
    return TRUE;
}

gboolean
report_shows(const ReportOptions *options, const Interval *interval)
{
    return options->max_depth < 0 || interval->level <= (guint)options->max_depth;
}

double
report_speedup(const Prediction *prediction)
{
    if (prediction->serial_time == 0 && prediction->execution_time == 0)
        return 1;
    return prediction->serial_time / prediction->execution_time;
}

void
report_append_topology(const RaterGrid *grid, GString *out)
{
    for (int g = 0; g < grid->rank; g++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, g > 0 ? "x" : "", grid->size[g]);
}

const char *
report_program(const Prediction *prediction)
{
    if (prediction->program != NULL && *prediction->program != '\0')
        return prediction->program;
    return prediction->trace_file != NULL ? prediction->trace_file : "";
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/writer.h"

#include "src/base/number.h"

void
report_writer_integer(ReportWriter *writer, const char *name, gint64 value)
{
    char buffer[REPORT_NUMBER_SIZE];

    g_snprintf(buffer, sizeof buffer, "%" G_GINT64_FORMAT, value);
    writer->notation->literal(writer, name, buffer);
}

void
report_writer_natural(ReportWriter *writer, const char *name, guint64 value)
{
    char buffer[REPORT_NUMBER_SIZE];

    g_snprintf(buffer, sizeof buffer, "%" G_GUINT64_FORMAT, value);
    writer->notation->literal(writer, name, buffer);
}

void
report_writer_boolean(ReportWriter *writer, const char *name, gboolean value)
{
    writer->notation->literal(writer, name, value ? "true" : "false");
}

void
report_writer_real(ReportWriter *writer, const char *name, double value)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text = report_number_exact(value, buffer);

    g_warn_if_fail(text != NULL);
    if (text != NULL)
        writer->notation->literal(writer, name, text);
    else
        writer->notation->null(writer, name);
}

void
report_writer_topology(ReportWriter *writer, const RaterGrid *grid)
{
    writer->notation->begin_array(writer, "topology");
    for (int g = 0; g < grid->rank; g++)
        report_writer_integer(writer, "size", grid->size[g]);
    writer->notation->end(writer);
}

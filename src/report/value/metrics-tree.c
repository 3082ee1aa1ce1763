/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/metrics-tree.h"

#include <math.h>

/* "cpu", "wait_cpu"; free with g_free(). */
static char *
metric_name(Metric metric)
{
    static const char *const names[N_METRICS] = {
#define METRIC(id, symbol, label, unit, levels) #id,
#include "src/analysis/activity/metrics.def"
#undef METRIC
    };

    return g_ascii_strdown(names[metric], -1);
}

/* A ratio whose denominator is 0 is null. */
static void
write_metric(ReportWriter *writer, const char *name, Metric metric, double value)
{
    if (!isfinite(value))
        writer->notation->null(writer, name);
    else if (metric_info(metric)->unit == METRIC_COUNT && fabs(value) < 1e15 &&
             value == floor(value))
        report_writer_integer(writer, name, (gint64)value);
    else
        report_writer_real(writer, name, value);
}

/* What the tables of this level have. */
static void
write_level(ReportWriter *writer, const MetricsTable *table, const MetricsScope *scope)
{
    const Metrics metrics = metrics_get(table, scope);

    for (Metric metric = 0; metric < N_METRICS; metric++) {
        g_autofree char *name = metric_name(metric);
        if ((metric_info(metric)->levels & scope->level) != 0)
            write_metric(writer, name, metric, metrics.value[metric]);
    }
}

static void
write_machines(ReportWriter *writer, const MetricsTable *table)
{
    writer->notation->begin_array(writer, "machines");
    for (gint64 i = 0; i < metrics_machines(table); i++) {
        const MetricsScope scope = { .level = METRICS_MACHINE, .number = i };
        writer->notation->begin_object(writer, "machine_metrics");
        report_writer_integer(writer, "machine", i);
        write_level(writer, table, &scope);
        writer->notation->end(writer);
    }
    writer->notation->end(writer);
}

static void
write_processors(ReportWriter *writer, const MetricsTable *table)
{
    g_autoptr(GArray) numbers = metrics_processors(table, METRICS_TREE_PROCESSORS);

    writer->notation->begin_array(writer, "processors");
    for (guint i = 0; i < numbers->len; i++) {
        const MetricsScope scope = { .level = METRICS_PROCESSOR,
                                     .number = g_array_index(numbers, gint64, i) };
        writer->notation->begin_object(writer, "processor_metrics");
        report_writer_integer(writer, "processor", scope.number);
        write_level(writer, table, &scope);
        writer->notation->end(writer);
    }
    writer->notation->end(writer);
}

static void
write_intervals(ReportWriter *writer, const Explanation *e, const MetricsTable *table)
{
    g_autoptr(GArray) rows = metrics_profile(table, -1, METRICS_INTERVAL);

    writer->notation->begin_array(writer, "intervals");
    for (guint i = 0; i < rows->len; i++) {
        const MetricsProfile *row = &g_array_index(rows, MetricsProfile, i);
        writer->notation->begin_object(writer, "interval_metrics");
        report_writer_natural(writer, "interval", explanation_id(e, row->interval));
        write_metric(writer, "calls", METRIC_CALLS, row->calls);
        report_writer_real(writer, "cpu", row->cpu);
        report_writer_real(writer, "wait", row->wait);
        report_writer_real(writer, "wait_cpu", row->wait_cpu);
        writer->notation->end(writer);
    }
    writer->notation->end(writer);
}

const Metric *
metrics_tree_plots(guint *n)
{
    static const Metric plots[] = { METRIC_CPU,      METRIC_WAIT,  METRIC_WAIT_CPU,
                                    METRIC_MESSAGES, METRIC_BYTES, METRIC_CALLS };

    *n = G_N_ELEMENTS(plots);
    return plots;
}

static void
write_histogram(ReportWriter *writer, const MetricsTable *table)
{
    guint n;
    const Metric *shown = metrics_tree_plots(&n);
    const MetricsScope program = { .level = METRICS_PROGRAM };
    g_autoptr(GArray) bins = metrics_histogram(table, &program, METRICS_TREE_BINS);

    writer->notation->begin_object(writer, "histogram");
    report_writer_natural(writer, "bins", bins->len);
    report_writer_real(writer, "bin_seconds",
                       g_array_index(bins, Metrics, 0).value[METRIC_TIME]);
    for (guint m = 0; m < n; m++) {
        g_autofree char *name = metric_name(shown[m]);
        writer->notation->begin_array(writer, name);
        for (guint i = 0; i < bins->len; i++)
            report_writer_real(writer, "bin", g_array_index(bins, Metrics, i).value[shown[m]]);
        writer->notation->end(writer);
    }
    writer->notation->end(writer);
}

void
metrics_tree_write(const Explanation *explanation, ReportWriter *writer)
{
    const MetricsScope program = { .level = METRICS_PROGRAM };
    g_autoptr(MetricsTable) table = metrics_new(explanation->timeline, 0);

    writer->notation->begin_object(writer, "metrics");
    writer->notation->begin_object(writer, "program");
    write_level(writer, table, &program);
    writer->notation->end(writer);
    write_machines(writer, table);
    write_processors(writer, table);
    write_intervals(writer, explanation, table);
    write_histogram(writer, table);
    writer->notation->end(writer);
}

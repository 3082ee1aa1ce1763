/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/record/structure.h"

#include "src/analysis/activity/metrics.h"
#include "src/analysis/predict/predict.h"
#include "src/params/params.h"
#include "src/sim/core/tally.h"
#include "src/trace/text/reader.h"

static void
append_count(GString *text, const char *name, double n)
{
    if (n != 0)
        g_string_append_printf(text, " %s %.0f", name, n);
}

/* What is nested in it apart. */
static MetricsMoved
moved_in(const Prediction *p, const MetricsTable *metrics, guint id, guint n_tally)
{
    MetricsMoved sum = { 0, 0 };
    for (guint i = 0; i < n_tally; i++) {
        if (p->ids[i] != id)
            continue;
        const MetricsMoved moved = metrics_moved(metrics, i);
        sum.messages += moved.messages;
        sum.bytes += moved.bytes;
    }
    return sum;
}

static void
append_interval(GString *text, const Interval *interval, MetricsMoved moved)
{
    static const char *const types[] = { [INTERVAL_MAIN] = "MAIN",
                                         [INTERVAL_USER] = "USER",
                                         [INTERVAL_SEQ] = "SEQ",
                                         [INTERVAL_PAR] = "PAR" };
    static const char *const names[N_OPERATIONS] = { [OPERATION_IO] = "io",
                                                     [OPERATION_REDUCTION] = "reduction",
                                                     [OPERATION_SHADOW] = "shadow",
                                                     [OPERATION_REMOTE] = "remote",
                                                     [OPERATION_REDISTRIBUTION] =
                                                         "redistribution" };
    g_string_append_printf(text, "%u %s", interval->level, types[interval->type]);
    if (interval->has_expression)
        g_string_append_printf(text, " %" G_GINT64_FORMAT, interval->expression);
    g_string_append_printf(text, " x%" G_GUINT64_FORMAT " on %" G_GINT64_FORMAT ":",
                           interval->count, interval->processors);
    for (guint i = 0; i < N_OPERATIONS; i++)
        append_count(text, names[i], (double)interval->n_operations[i]);
    append_count(text, "messages", moved.messages);
    append_count(text, "bytes", moved.bytes);
    g_string_append_c(text, '\n');
}

char *
record_structure(const char *trace, const char *topology)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(Params) params = params_new();
    g_autoptr(TraceProgram) program = trace_read(trace, &error);
    /* messages are counted where they cost something; each pays for a second, so that pipelines
     * do not cut what they send into portions, how many depending on times */
    if (program == NULL || !params_set(params, "start time=1000000", &error) ||
        !params_set(params, "send byte time=0.001", &error) ||
        !params_set_topology(params, topology, &error))
        return g_strdup_printf("%s\n", error->message);
    g_autoptr(Timeline) timeline = timeline_new(rater_grid_count(&params->topology), 0);
    const PredictOptions options = { .timeline = timeline, .no_ideal = TRUE };
    g_autoptr(Prediction) p = predict(program, params, &options, &error);
    if (p == NULL)
        return g_strdup_printf("%s\n", error->message);
    g_autoptr(MetricsTable) metrics = metrics_new(timeline, 0);
    for (guint i = 0; i < p->n_intervals; i++)
        append_interval(text, &p->intervals[i],
                        moved_in(p, metrics, p->intervals[i].id, p->n_intervals));
    for (char **line = p->warnings; *line != NULL; line++)
        g_string_append_printf(text, "%s\n", *line);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

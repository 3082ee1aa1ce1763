/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A trace of grains as figures 4.5a to c of the EPA report: the general report, the task graph
 * file, the schedule file; as CSV; and its task graph as STG and DOT.
 */
#include <math.h>

#include "src/base/number.h"
#include "src/report/grains/view.h"
#include "src/report/write/csv.h"
#include "src/report/write/epa.h"
#include "src/report/write/graph-files.h"

/* Hundredths, cut as the original does. */
static double
cut(double part, double all)
{
    return all > 0 ? floor(100 * part / all) : 0;
}

static void
put_processor(const GrainTrace *trace, const GrainProcessor *one, ReportSink *sink)
{
    report_sink_printf(sink, "\nData on Processor %" G_GINT64_FORMAT "\n", one->number);
    report_sink_printf(sink, "Utilisation = %.0f\n", cut(one->busy, trace->last_stop));
    report_sink_puts(sink, "Grain id    % time\n");
    for (guint k = 0; k < one->grains->len; k++) {
        const GrainShare *share = &g_array_index(one->grains, GrainShare, k);
        report_sink_printf(sink, "%-12" G_GINT64_FORMAT "%.0f\n", share->number,
                           cut(share->time, trace->last_stop));
    }
}

static void
put_corrected(const GrainTrace *trace, ReportSink *sink)
{
    const double time = trace->last_stop - trace->first_start;
    const double speed_up = time > 0 ? trace->grain_time / time : 0;
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE], c[REPORT_NUMBER_SIZE];

    report_sink_printf(sink,
                       "\nWithout start-up (the first grain starts at %s ms): speed-up %s, "
                       "utilisation %s\n",
                       report_number_short(trace->first_start, a),
                       report_number_short(speed_up, b),
                       report_number_percent(speed_up / trace->processors->len, c));
}

static void
put_counts(const GrainsView *view, ReportSink *sink)
{
    const GrainTrace *trace = view->trace;
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];

    report_sink_printf(sink, "%u grain%s, %u structure%s", trace->grains->len,
                       trace->grains->len == 1 ? "" : "s", trace->structures,
                       trace->structures == 1 ? "" : "s");
    if (trace->runs->len != trace->grains->len)
        report_sink_printf(sink, ", %u runs", trace->runs->len);
    if (isfinite(view->longest))
        report_sink_printf(sink, "; longest path %s ms, with communication %s ms\n",
                           report_number_short(view->longest, a),
                           report_number_short(view->longest_with_communication, b));
    else
        report_sink_printf(sink, "; grains wait for each other in a circle, so there is no "
                                 "longest path%s\n",
                           view->executions ? "" : ": --executions tells their runs apart");
    if (trace->left_out > 0)
        report_sink_printf(sink, "Left out without an end: %u\n", trace->left_out);
}

gboolean
grains_text_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const GrainsView *view = data;
    const GrainTrace *trace = view->trace;
    const double all = trace->last_stop * trace->processors->len;
    const double speed_up = cut(trace->grain_time, trace->last_stop);

    report_sink_printf(sink, "Speed up = %.0f.%02.0f\n", floor(speed_up / 100),
                       fmod(speed_up, 100));
    report_sink_printf(sink, "Overall Processor Utilization = %.0f\n",
                       cut(trace->grain_time, all));
    for (guint p = 0; p < trace->processors->len; p++)
        put_processor(trace, &g_array_index(trace->processors, GrainProcessor, p), sink);
    if (trace->runs->len > 0) {
        put_corrected(trace, sink);
        put_counts(view, sink);
    }
    return TRUE;
}

/* How many edges leave and reach each grain: guint[2], by number. */
static GHashTable *
degrees_of(const GrainTrace *trace)
{
    GHashTable *degrees = g_hash_table_new_full(NULL, NULL, NULL, g_free);

    for (guint k = 0; k < trace->grains->len; k++)
        g_hash_table_insert(
            degrees,
            GINT_TO_POINTER((gint)g_array_index(trace->grains, GrainShare, k).number),
            g_new0(guint, 2));
    for (guint i = 0; i < trace->edges->len; i++) {
        const GrainEdge *edge = &g_array_index(trace->edges, GrainEdge, i);
        guint *from = g_hash_table_lookup(degrees, GINT_TO_POINTER((gint)edge->sender));
        guint *to = g_hash_table_lookup(degrees, GINT_TO_POINTER((gint)edge->receiver));
        from[0]++;
        to[1]++;
    }
    return degrees;
}

gboolean
grains_epa_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const GrainTrace *trace = ((const GrainsView *)data)->trace;
    g_autoptr(GHashTable) degrees = degrees_of(trace);

    epa_graph(sink, trace->grains->len);
    for (guint k = 0; k < trace->grains->len; k++) {
        const GrainShare *grain = &g_array_index(trace->grains, GrainShare, k);
        const guint *degree =
            g_hash_table_lookup(degrees, GINT_TO_POINTER((gint)grain->number));
        g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, grain->number);
        epa_node(sink, name, grain->time, k, degree[0], degree[1]);
    }
    epa_edges(sink, trace->edges->len);
    for (guint i = 0; i < trace->edges->len; i++) {
        const GrainEdge *edge = &g_array_index(trace->edges, GrainEdge, i);
        g_autofree char *from = g_strdup_printf("%" G_GINT64_FORMAT, edge->sender);
        g_autofree char *to = g_strdup_printf("%" G_GINT64_FORMAT, edge->receiver);
        epa_edge(sink, from, to, edge->delay);
    }
    return TRUE;
}

gboolean
grains_sched_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const GrainsView *view = data;
    const GPtrArray *runs = view->trace->by_start;

    epa_schedule(sink, runs->len, view->trace->processors->len);
    for (guint i = 0, n; i < runs->len; i += n) {
        const GrainRun *first = g_ptr_array_index(runs, i);
        for (n = 1; i + n < runs->len &&
                    ((const GrainRun *)g_ptr_array_index(runs, i + n))->processor ==
                        first->processor;
             n++)
            ;
        epa_processor(sink, first->processor, n);
        for (guint k = 0; k < n; k++) {
            const GrainRun *run = g_ptr_array_index(runs, i + k);
            g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, run->grain);
            epa_run(sink, name, run->start, run->stop);
        }
    }
    return TRUE;
}

/* A row for each run. */
gboolean
grains_csv_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    static const char *const names[] = { "processor", "grain", "start", "stop" };
    const GPtrArray *runs = ((const GrainsView *)data)->trace->by_start;
    CsvRow row = { .sink = sink };

    for (guint k = 0; k < G_N_ELEMENTS(names); k++)
        csv_text(&row, names[k]);
    csv_end_row(&row);
    for (guint i = 0; i < runs->len; i++) {
        const GrainRun *run = g_ptr_array_index(runs, i);
        const Value values[] = { value_integer(run->processor), value_integer(run->grain),
                                 value_real(run->start), value_real(run->stop) };
        for (guint k = 0; k < G_N_ELEMENTS(values); k++)
            csv_value(&row, &values[k]);
        csv_end_row(&row);
    }
    return TRUE;
}

/* --- the task graph --- */

static const TaskGraph *
graph_of(const GrainsView *view, GError **error)
{
    if (view->graph == NULL)
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_INPUT, "%s%s", view->why,
                    view->executions ? "" : "; --executions tells runs of a grain apart");
    return view->graph;
}

/* The row of the processor that a grain, or a run, first ran on. */
static guint *
processors_of(const GrainsView *view)
{
    const GrainTrace *trace = view->trace;
    guint *processor = g_new0(guint, view->graph->tasks->len);

    for (guint i = 0, task = 0; i < trace->runs->len; i++) {
        const GrainRun *run = &g_array_index(trace->runs, GrainRun, i);
        if (!view->executions && run->k > 1)
            continue;
        while (g_array_index(trace->processors, GrainProcessor, processor[task]).number !=
               run->processor)
            processor[task]++;
        task++;
    }
    return processor;
}

gboolean
grains_stg_write(gpointer data, ReportSink *sink, GError **error)
{
    const TaskGraph *graph = graph_of(data, error);

    if (graph != NULL)
        graph_stg_write(graph, sink);
    return graph != NULL;
}

gboolean
grains_dot_write(gpointer data, ReportSink *sink, GError **error)
{
    const GrainsView *view = data;
    const TaskGraph *graph = graph_of(view, error);

    if (graph == NULL)
        return FALSE;
    g_autofree guint *processor = processors_of(view);
    graph_dot_write(graph, &(GraphLook){ processor, view->step }, sink);
    return TRUE;
}

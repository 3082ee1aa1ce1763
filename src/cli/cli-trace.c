/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/cli-trace.h"

#include "src/cli/cli-message.h"

static double
seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_TIME_SPAN_SECOND;
}

CallGraph *
cli_trace_read(const Cli *cli, CliProgress *progress, const char *path, GError **error)
{
    gint64 start = g_get_monotonic_time();

    cli_progress_step(progress, "reading the trace");
    CallGraph *graph = call_graph_read(path, error);
    if (graph != NULL)
        cli_note(cli, "read %s: %" G_GSIZE_FORMAT " calls in %.3f s", path, graph->n_calls,
                 seconds_since(start));
    return graph;
}

Prediction *
cli_trace_predict(const Cli *cli, CliProgress *progress, const CallGraph *graph,
                  const Params *params, const PredictOptions *options, GError **error)
{
    gint64 start = g_get_monotonic_time();

    cli_progress_step(progress, "predicting");
    Prediction *prediction = predict(graph, params, options, error);
    if (prediction != NULL)
        cli_note(cli, "predicted %g s on %" G_GINT64_FORMAT " processors in %.3f s",
                 prediction->execution_time, prediction->processors, seconds_since(start));
    return prediction;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/trace.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "src/analysis/predict/best-mapping.h"
#include "src/cli/message.h"
#include "src/trace/text/reader.h"

/* Traces in files of at least so many bytes are simulated while they are read. Below, holding
 * the calls (a sixth of the text) is cheap and leaves a second core to the ideal network. */
#define STREAM_BYTES (G_GINT64_CONSTANT(512) << 20)

static double
seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_TIME_SPAN_SECOND;
}

/* A trace without times says nothing of a program; one that stops before its first call may
 * come from a program that was killed. */
static gboolean
check_times(const TraceInfo *info, GError **error)
{
    if (info->timed || (!info->complete && info->n_calls == 0))
        return TRUE;
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_SYNTAX,
                "%s: error: every TIME is 0: the run-time system has to write more digits "
                "(TimePrecision=8)",
                info->file);
    return FALSE;
}

/* All that `reader` has; takes it over. */
static TraceProgram *
read_all(const Cli *cli, TraceReader *reader, const char *name, gint64 start, GError **error)
{
    g_autoptr(TraceProgram) program = reader != NULL ? trace_read_all(reader, error) : NULL;

    if (program == NULL || !check_times(&program->info, error))
        return NULL;
    cli_note(cli, "read %s: %" G_GSIZE_FORMAT " calls in %.3f s", name, program->n_calls,
             seconds_since(start));
    return g_steal_pointer(&program);
}

TraceProgram *
cli_trace_read(const Cli *cli, CliProgress *progress, const char *path, GError **error)
{
    const gint64 start = g_get_monotonic_time();

    cli_progress_step(progress, "reading the trace");
    return read_all(cli, trace_reader_new(path, error), path, start, error);
}

TraceProgram *
cli_trace_read_bytes(const Cli *cli, const char *name, const char *bytes, gsize size,
                     GError **error)
{
    return read_all(cli, trace_reader_new_from_memory(name, bytes, size), name,
                    g_get_monotonic_time(), error);
}

/* `done`: what was done before the prediction. */
static void
note_prediction(const Cli *cli, const char *done, const Prediction *prediction, gint64 start)
{
    cli_note(cli, "%spredicted %g s on %" G_GINT64_FORMAT " processor%s in %.3f s", done,
             prediction->execution_time, prediction->processors,
             prediction->processors == 1 ? "" : "s", seconds_since(start));
}

Prediction *
cli_trace_predict(const Cli *cli, CliProgress *progress, const TraceProgram *program,
                  const Params *params, const PredictOptions *options, GError **error)
{
    gint64 start = g_get_monotonic_time();

    PredictOptions how = options != NULL ? *options : (PredictOptions){ 0 };
    how.watch = cli_progress_watch(progress);
    how.watch_calls = cli_progress_watch_parts(progress);
    cli_progress_step(progress, "predicting");
    Prediction *prediction = predict(program, params, &how, error);
    if (prediction != NULL)
        note_prediction(cli, "", prediction, start);
    return prediction;
}

/* Whether `path` is a long trace that can be read again should the first reading not do. */
static gboolean
is_long_file(const char *path)
{
    GStatBuf info;
    return !g_str_equal(path, "-") && g_stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_size >= STREAM_BYTES;
}

/* Simulated flat, if it cannot be done otherwise. */
static Prediction *
run_long(const Cli *cli, CliProgress *progress, const char *path, const Params *params,
         const PredictOptions *options, GError **error)
{
    g_autofree char *done = g_strdup_printf("read %s and ", path);
    g_autoptr(GError) failure = NULL;
    gint64 start = g_get_monotonic_time();
    Prediction *prediction = NULL;

    PredictOptions how = options != NULL ? *options : (PredictOptions){ 0 };
    how.watch = cli_progress_watch(progress);
    cli_progress_step(progress, "predicting while reading");
    for (gboolean flat = FALSE; flat <= TRUE && prediction == NULL; flat++) {
        g_clear_error(&failure);
        g_autoptr(TraceReader) reader = trace_reader_new(path, &failure);
        if (reader == NULL)
            break;
        const TraceStream stream = trace_reader_stream(reader);
        prediction = predict_stream(stream, params, &how, flat, &failure);
        if (prediction != NULL && !check_times(&stream.program->info, &failure))
            g_clear_pointer(&prediction, prediction_free);
        if (!g_error_matches(failure, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT))
            break;
    }
    if (prediction != NULL)
        note_prediction(cli, done, prediction, start);
    else
        g_propagate_error(error, g_steal_pointer(&failure));
    return prediction;
}

Prediction *
cli_trace_run(const Cli *cli, CliProgress *progress, const char *path, const Params *params,
              const PredictOptions *options, const ExplainOptions *how, gboolean long_too,
              Explanation **explanation, GError **error)
{
    /* the best mapping is found by several simulations */
    if ((how == NULL || !long_too) && is_long_file(path) && !best_mapping_is_wanted(params))
        return run_long(cli, progress, path, params, options, error);
    g_autoptr(TraceProgram) program = cli_trace_read(cli, progress, path, error);
    g_autoptr(Prediction) prediction =
        program != NULL ? cli_trace_predict(cli, progress, program, params, options, error)
                        : NULL;
    if (prediction == NULL || how == NULL)
        return g_steal_pointer(&prediction);
    gint64 start = g_get_monotonic_time();
    cli_progress_step(progress, "simulating without each cause");
    ExplainOptions watched = *how;
    watched.watch = cli_progress_watch_parts(progress);
    *explanation = explain(program, params, prediction, &watched, error);
    if (*explanation == NULL)
        return NULL;
    cli_note(cli, "explained in %.3f s: %u findings", seconds_since(start),
             (*explanation)->findings->len);
    return g_steal_pointer(&prediction);
}

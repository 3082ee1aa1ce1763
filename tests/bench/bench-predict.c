/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/bench/bench-predict.h"

#include "src/report/formats.h"
#include "src/trace/text/reader.h"
#include "tests/bench/bench-process.h"

/* What a job needs; each kind uses a part of it. */
typedef struct {
    char *path;
    char *report;
    char **argv;
    const TraceProgram *program;
    const Prediction *prediction;
    Params *params;
    PredictOptions options;
    gboolean stream;
} Work;

static void
work_free(gpointer data)
{
    Work *work = data;
    g_free(work->path);
    g_free(work->report);
    g_strfreev(work->argv);
    params_free(work->params);
    g_free(work);
}

static gboolean
scan(gpointer data, GError **error)
{
    const Work *work = data;
    g_autoptr(TraceReader) reader = trace_reader_new(work->path, error);
    GError *failure = NULL;
    TraceCall call;
    if (reader == NULL)
        return FALSE;
    while (trace_reader_stream(reader).next(reader, &call, &failure))
        continue;
    if (failure == NULL)
        return TRUE;
    g_propagate_error(error, failure);
    return FALSE;
}

BenchJob *
bench_add_scan(BenchGroup *group, const char *path, const char *what)
{
    Work *work = g_new0(Work, 1);
    work->path = g_strdup(path);
    return bench_group_add(group, scan, work, work_free, "%s", what);
}

static gboolean
read_graph(gpointer data, GError **error)
{
    const Work *work = data;
    g_autoptr(TraceProgram) program = trace_read(work->path, error);
    return program != NULL;
}

BenchJob *
bench_add_graph(BenchGroup *group, const char *path, const char *what)
{
    Work *work = g_new0(Work, 1);
    work->path = g_strdup(path);
    return bench_group_add(group, read_graph, work, work_free, "%s", what);
}

static gboolean
predict_graph(gpointer data, GError **error)
{
    const Work *work = data;
    g_autoptr(Prediction) prediction =
        predict(work->program, work->params, &work->options, error);
    return prediction != NULL;
}

BenchJob *
bench_add_predict(BenchGroup *group, const TraceProgram *program, Params *params,
                  const PredictOptions *options, const char *format, ...)
{
    Work *work = g_new0(Work, 1);
    work->program = program;
    work->params = params;
    work->options = options != NULL ? *options : (PredictOptions){ 0 };
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    return bench_group_add(group, predict_graph, work, work_free, "%s", what);
}

static gboolean
write_report(const Prediction *prediction, const char *path, GError **error)
{
    const ReportOptions options = { .max_depth = -1 };
    Report report = { prediction, &options };
    const ReportFormat *format = report_format_find(REPORT_OF_RUN, NULL, path, error);
    return format != NULL &&
           report_sink_to_file(format->write[REPORT_OF_RUN], &report, path, error);
}

Prediction *
bench_predict_whole(const char *path, const Params *params, gboolean stream, const char *report,
                    GError **error)
{
    g_autoptr(Prediction) prediction = NULL;
    if (stream) {
        g_autoptr(TraceReader) reader = trace_reader_new(path, error);
        if (reader != NULL)
            prediction =
                predict_stream(trace_reader_stream(reader), params, NULL, FALSE, error);
    } else {
        g_autoptr(TraceProgram) program = trace_read(path, error);
        if (program != NULL)
            prediction = predict(program, params, NULL, error);
    }
    if (prediction == NULL || (report != NULL && !write_report(prediction, report, error)))
        return NULL;
    return g_steal_pointer(&prediction);
}

static gboolean
run_whole(gpointer data, GError **error)
{
    const Work *work = data;
    g_autoptr(Prediction) prediction =
        bench_predict_whole(work->path, work->params, work->stream, work->report, error);
    return prediction != NULL;
}

BenchJob *
bench_add_whole(BenchGroup *group, const char *path, Params *params, gboolean stream,
                const char *report, const char *what)
{
    Work *work = g_new0(Work, 1);
    work->path = g_strdup(path);
    work->params = params;
    work->stream = stream;
    work->report = g_strdup(report);
    return bench_group_add(group, run_whole, work, work_free, "%s", what);
}

static gboolean
run_report(gpointer data, GError **error)
{
    const Work *work = data;
    return write_report(work->prediction, work->report, error);
}

BenchJob *
bench_add_report(BenchGroup *group, const Prediction *prediction, const char *report,
                 const char *what)
{
    Work *work = g_new0(Work, 1);
    work->prediction = prediction;
    work->report = g_strdup(report);
    return bench_group_add(group, run_report, work, work_free, "%s", what);
}

static gboolean
run_process(gpointer data, GError **error)
{
    const Work *work = data;
    return bench_process_run((const char *const *)work->argv, error);
}

BenchJob *
bench_add_process(BenchGroup *group, const char *const *argv, const char *what)
{
    Work *work = g_new0(Work, 1);
    work->argv = g_strdupv((char **)argv);
    return bench_group_add(group, run_process, work, work_free, "%s", what);
}

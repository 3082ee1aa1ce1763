/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "memory": most memory resident in a process that does one prediction and writes it
 * as JSON. It reads the trace from standard input, so that no page of the file is mapped.
 */
#include "tests/bench/bench-memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "src/report/value/report.h"
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-process.h"
#include "tests/bench/bench-programs.h"
#include "tests/bench/bench-repeat.h"
#include "tests/bench/bench.h"

/* The goal. */
#define PER_PROGRAM 64e6 /* bytes */
#define PER_CALL    40
#define PER_CLASS   256 /* of an interval */

#define MOST_MEMORY 4000000000 /* bytes that a child may ask for */

typedef struct {
    const char *id;
    const char *what;
    const char *how; /* "graph" or "stream" */
    const char *topology;
} Child;

/* Classes of all intervals. */
static guint64
count_classes(const Prediction *prediction)
{
    guint64 n = 0;
    for (guint i = 0; i < prediction->n_intervals; i++)
        n += prediction->intervals[i].n_classes;
    return n;
}

/* A prediction that needs too much is to end before the machine does. */
static void
limit_memory(void)
{
#ifndef __SANITIZE_ADDRESS__
    const struct rlimit memory = { MOST_MEMORY, MOST_MEMORY }, core = { 0, 0 };
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &core);
#endif
}

/* The report as JSON, which shows every class. */
static gboolean
write_nowhere(const Prediction *prediction, GError **error)
{
    const ReportOptions options = { .max_depth = -1 };
    Report report = { prediction, &options };
    int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    gboolean ok = report_sink_to_fd(report_json_write, &report, fd, error);
    if (fd >= 0)
        close(fd);
    return ok;
}

gboolean
bench_memory_child(const char *how, GError **error)
{
    g_auto(GStrv) words = g_strsplit(how, ";", -1);
    if (g_strv_length(words) != 3) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--child '%s'", how);
        return FALSE;
    }
    limit_memory();
    g_autoptr(Params) params = params_read(words[1], error);
    if (params == NULL || !params_set_topology(params, words[2], error))
        return FALSE;
    g_autoptr(Prediction) prediction =
        bench_predict_whole("-", params, g_str_equal(words[0], "stream"), NULL, error);
    if (prediction == NULL || !write_nowhere(prediction, error))
        return FALSE;
    printf("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
           bench_process_peak(), prediction->n_calls, count_classes(prediction));
    return TRUE;
}

static void
report_failure(const Bench *bench, const Child *child, const GError *failure)
{
    BenchRow *row = bench_table_value(bench->table, child->id, BENCH_BYTES, MOST_MEMORY,
                                      "%s, %s, %s", child->what, child->topology, child->how);
    bench_row_goal(row, BENCH_AT_MOST, PER_PROGRAM);
    bench_row_note(row, "not done with that much: %s", failure->message);
    bench_table_print(bench->table);
}

static void
measure_child(const Bench *bench, const char *path, const Child *child)
{
    g_autofree char *machine = g_build_filename(bench->params, "network.par", NULL);
    g_autofree char *how = g_strdup_printf("%s;%s;%s", child->how, machine, child->topology);
    const char *const argv[] = { "sh", "-c",        "exec \"$1\" --child \"$2\" < \"$3\"",
                                 "sh", bench->self, how,
                                 path, NULL };
    g_autofree char *output = NULL;
    g_autoptr(GError) failure = NULL;
    if (!bench_process_output(argv, &output, &failure)) {
        report_failure(bench, child, failure);
        return;
    }
    char *end = output;
    double peak = (double)g_ascii_strtoull(end, &end, 10);
    double calls = (double)g_ascii_strtoull(end, &end, 10);
    double classes = (double)g_ascii_strtoull(end, &end, 10);
    BenchRow *row = bench_table_value(bench->table, child->id, BENCH_BYTES, peak, "%s, %s, %s",
                                      child->what, child->topology, child->how);
    bench_row_goal(row, BENCH_AT_MOST, PER_PROGRAM + PER_CALL * calls + PER_CLASS * classes);
    bench_row_note(row, "%.0f calls, %.0f classes of intervals", calls, classes);
    bench_table_print(bench->table);
}

static void
measure_children(const Bench *bench, const char *path, const Child *children, guint n)
{
    for (guint i = 0; i < n; i++)
        measure_child(bench, path, &children[i]);
}

static gboolean
measure_heat(const Bench *bench, GError **error)
{
    static const Child children[] = {
        { "heat2d-graph", "heat2d, 728,000 calls", "graph", "8x8" },
        { "heat2d-graph-most", "heat2d, 728,000 calls", "graph", "1024x1024" },
        { "heat2d-stream", "heat2d, 728,000 calls", "stream", "8x8" },
        { "heat2d-stream-most", "heat2d, 728,000 calls", "stream", "1024x1024" },
    };
    g_autofree char *sample = g_build_filename(bench->samples, "heat2d.trc", NULL);
    g_autofree char *path = bench_path(bench, "heat.trc");
    const BenchRepeat repeat = { sample, "call_binter_", 28, 26000, 100 };
    if (!bench_repeat(&repeat, path, error))
        return FALSE;
    measure_children(bench, path, children, G_N_ELEMENTS(children));
    return TRUE;
}

/* As it stands among the samples. */
static void
measure_sample(const Bench *bench, const char *name, const Child *child)
{
    g_autofree char *path = g_build_filename(bench->samples, name, NULL);
    measure_child(bench, path, child);
}

static gboolean
measure_program(const Bench *bench, BenchProgram make, guint n, const Child *child,
                GError **error)
{
    g_autofree char *path = bench_path(bench, "program.trc");
    if (!make(path, n, error))
        return FALSE;
    measure_child(bench, path, child);
    return TRUE;
}

gboolean
bench_memory(Bench *bench, GError **error)
{
    static const Child few = { "elimination-64", "elimination, 1,200 rows", "graph", "64" };
    static const Child many = { "elimination-1024", "elimination, 1,200 rows", "graph",
                                "1024" };
    static const Child pipeline = { "wavefront", "wavefront", "graph", "64x64" };
    static const Child uneven = { "uneven", "heat2d_large, 2000 on 1024", "graph",
                                  "1024x1024" };
    static const Child rows = { "elimination-intervals", "elimination, interval by row",
                                "graph", "1024" };
    static const Child intervals = { "intervals", "many intervals", "graph", "1024x1024" };
    static const Child intervals_stream = { "intervals-stream", "many intervals", "stream",
                                            "1024x1024" };
    static const Child alive = { "arrays", "10,000 arrays", "graph", "1024x1024" };
    static const Child many_alive = { "arrays-many", "many arrays", "graph", "1024x1024" };
    static const Child loops = { "loops", "many distinct loops", "graph", "8x8" };
    static const Child uneven_loops = { "loops-uneven", "distinct loops", "graph", "256x256" };
    static const Child weights = { "distributions", "distinct distributions", "graph", "8x8" };
    bench_table_section(bench->table, "memory",
                        "most memory resident; goal 64 MB + 40 B a call + 256 B a class and "
                        "interval");
    if (!measure_heat(bench, error))
        return FALSE;
    measure_sample(bench, "gauss_elimination_large.trc.gz", &few);
    measure_sample(bench, "gauss_elimination_large.trc.gz", &many);
    measure_sample(bench, "wavefront_sor.trc", &pipeline);
    measure_sample(bench, "heat2d_large.trc", &uneven);
    return measure_program(bench, bench_program_elimination, bench->quick ? 300 : 1200, &rows,
                           error) &&
           measure_program(bench, bench_program_intervals, bench->quick ? 10000 : 100000,
                           &intervals, error) &&
           measure_program(bench, bench_program_intervals, bench->quick ? 10000 : 100000,
                           &intervals_stream, error) &&
           measure_program(bench, bench_program_alive, 10000, &alive, error) &&
           measure_program(bench, bench_program_alive, bench->quick ? 20000 : 100000,
                           &many_alive, error) &&
           measure_program(bench, bench_program_loops, bench->quick ? 10000 : 100000, &loops,
                           error) &&
           measure_program(bench, bench_program_loops, 500, &uneven_loops, error) &&
           measure_program(bench, bench_program_weights, bench->quick ? 1000 : 10000, &weights,
                           error);
}

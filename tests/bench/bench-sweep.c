/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "sweep": one reading, many configurations on all cores.
 */
#include "src/analysis/sweep/run.h"
#include "src/trace/text/reader.h"
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-repeat.h"
#include "tests/bench/bench.h"

#define CONFIGURATIONS 64
#define STEPS          2000

/* What `predictor sweep` does, without the output. */
typedef struct {
    const char *path;
    Sweep *sweep;
    guint threads;
    const TraceProgram *program; /* NULL: read it every time */
} SweepJob;

static gboolean
predict_all(gpointer data, GError **error)
{
    SweepJob *job = data;
    const SweepRunOptions options = { .n_threads = job->threads,
                                      .predict = { .no_ideal = TRUE } };
    sweep_run(job->sweep, 0, job->sweep->rows->len, job->program, &options);
    if (sweep_count(job->sweep, SWEEP_DONE) == CONFIGURATIONS)
        return TRUE;
    g_set_error_literal(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "a configuration cannot run");
    return FALSE;
}

static gboolean
read_and_predict_all(gpointer data, GError **error)
{
    SweepJob *job = data;
    g_autoptr(TraceProgram) program = trace_read(job->path, error);
    if (program == NULL)
        return FALSE;
    job->program = program;
    gboolean ok = predict_all(job, error);
    job->program = NULL;
    return ok;
}

static void
sweep_job_free(gpointer data)
{
    SweepJob *job = data;
    sweep_free(job->sweep);
    g_free(job);
}

static SweepJob *
sweep_job_new(const Bench *bench, const TraceProgram *program, const char *path, guint threads,
              GError **error)
{
    SweepJob *job = g_new0(SweepJob, 1);
    job->program = program;
    job->path = path;
    job->threads = threads;
    job->sweep = sweep_new();
    for (guint i = 0; i < CONFIGURATIONS; i++) {
        g_autofree char *topology = g_strdup_printf("%ux%u", 1 + i % 8, 1 + i / 8);
        Params *params = bench_params(bench, "network", topology, error);
        if (params == NULL) {
            sweep_job_free(job);
            return NULL;
        }
        g_ptr_array_add(job->sweep->rows, sweep_row_new("network.par", params));
    }
    return job;
}

static BenchJob *
add_sweep(const Bench *bench, BenchGroup *group, BenchFunction function,
          const TraceProgram *program, const char *path, guint threads, const char *what,
          GError **error)
{
    SweepJob *job = sweep_job_new(bench, program, path, threads, error);
    return job == NULL ? NULL
                       : bench_group_add(group, function, job, sweep_job_free, "%s", what);
}

gboolean
bench_sweep(Bench *bench, GError **error)
{
    g_autofree char *sample = g_build_filename(bench->samples, "heat2d.trc", NULL);
    g_autofree char *path = bench_path(bench, "sweep.trc");
    const guint steps = bench->quick ? STEPS / 2 : STEPS;
    const BenchRepeat repeat = { sample, "call_binter_", 28, steps, 100 };
    if (!bench_repeat(&repeat, path, error))
        return FALSE;
    g_autoptr(TraceProgram) program = trace_read(path, error);
    g_autoptr(BenchGroup) group = bench_group_new();
    if (program == NULL)
        return FALSE;
    BenchJob *reading = bench_add_graph(group, path, "reading");
    BenchJob *serial = add_sweep(bench, group, predict_all, program, path, 1,
                                 "simulations, one after the other", error);
    BenchJob *whole = serial == NULL ? NULL
                                     : add_sweep(bench, group, read_and_predict_all, NULL, path,
                                                 g_get_num_processors(),
                                                 "reading, simulations on all cores", error);
    if (whole == NULL || !bench_group_run(group, bench->quick ? 0 : 10, error))
        return FALSE;
    bench_table_section(bench->table, "sweep", "heat2d, %u steps, %d configurations", steps,
                        CONFIGURATIONS);
    bench_table_job(bench->table, "reading", reading);
    bench_table_job(bench->table, "serial", serial);
    double goal =
        bench_job_statistics(reading).median + 0.6 * bench_job_statistics(serial).median;
    bench_row_goal(bench_table_job(bench->table, "sweep", whole), BENCH_AT_MOST, goal);
    bench_table_print(bench->table);
    return TRUE;
}

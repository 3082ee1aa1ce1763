/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "sweep": one reading, many configurations on all cores.
 */
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-repeat.h"
#include "tests/bench/bench.h"

#define CONFIGURATIONS 64
#define STEPS          2000

typedef struct {
    const char *path;
    Params *params[CONFIGURATIONS];
    guint threads;
    gint next; /* atomic: first configuration that nobody has taken */
    const CallGraph *graph;
} Sweep;

static gpointer
sweep_worker(gpointer data)
{
    Sweep *sweep = data;
    const PredictOptions options = { .no_ideal = TRUE, .lazy_boxes = TRUE };
    GError *error = NULL;
    for (gint i = g_atomic_int_add(&sweep->next, 1); i < CONFIGURATIONS && error == NULL;
         i = g_atomic_int_add(&sweep->next, 1)) {
        Prediction *prediction = predict(sweep->graph, sweep->params[i], &options, &error);
        prediction_free(prediction);
    }
    return error;
}

static gboolean
predict_all(gpointer data, GError **error)
{
    Sweep *sweep = data;
    g_autofree GThread **threads = g_new(GThread *, sweep->threads);
    gboolean ok = TRUE;
    sweep->next = 0;
    for (guint i = 0; i < sweep->threads; i++)
        threads[i] = g_thread_new("sweep", sweep_worker, sweep);
    for (guint i = 0; i < sweep->threads; i++) {
        GError *failure = g_thread_join(threads[i]);
        if (failure != NULL && ok)
            g_propagate_error(error, failure);
        else
            g_clear_error(&failure);
        ok = ok && failure == NULL;
    }
    return ok;
}

static gboolean
read_and_predict_all(gpointer data, GError **error)
{
    Sweep *sweep = data;
    g_autoptr(CallGraph) graph = call_graph_read(sweep->path, error);
    if (graph == NULL)
        return FALSE;
    sweep->graph = graph;
    gboolean ok = predict_all(sweep, error);
    sweep->graph = NULL;
    return ok;
}

static void
sweep_free(gpointer data)
{
    Sweep *sweep = data;
    for (guint i = 0; i < CONFIGURATIONS; i++)
        params_free(sweep->params[i]);
    g_free(sweep);
}

static Sweep *
sweep_new(const Bench *bench, const CallGraph *graph, const char *path, guint threads,
          GError **error)
{
    Sweep *sweep = g_new0(Sweep, 1);
    sweep->graph = graph;
    sweep->path = path;
    sweep->threads = threads;
    for (guint i = 0; i < CONFIGURATIONS; i++) {
        g_autofree char *topology = g_strdup_printf("%ux%u", 1 + i % 8, 1 + i / 8);
        sweep->params[i] = bench_params(bench, "network", topology, error);
        if (sweep->params[i] == NULL) {
            sweep_free(sweep);
            return NULL;
        }
    }
    return sweep;
}

static BenchJob *
add_sweep(const Bench *bench, BenchGroup *group, BenchFunction function, const CallGraph *graph,
          const char *path, guint threads, const char *what, GError **error)
{
    Sweep *sweep = sweep_new(bench, graph, path, threads, error);
    return sweep == NULL ? NULL
                         : bench_group_add(group, function, sweep, sweep_free, "%s", what);
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
    g_autoptr(CallGraph) graph = call_graph_read(path, error);
    g_autoptr(BenchGroup) group = bench_group_new();
    if (graph == NULL)
        return FALSE;
    BenchJob *reading = bench_add_graph(group, path, "reading");
    BenchJob *serial = add_sweep(bench, group, predict_all, graph, path, 1,
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

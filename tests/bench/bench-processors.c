/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sections "processors" and "distinct": the same trace for more and more processors.
 */
#include "src/trace/text/reader.h"
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-programs.h"
#include "tests/bench/bench.h"

#define MOST_TOPOLOGIES 5
#define ROWS            600 /* of the matrix that is eliminated with an interval for each row */

/* A trace and the processor systems it is predicted for, the last one not with --quick when the
 * goal is linear. */
typedef struct {
    const char *id;
    const char *sample;  /* NULL: the program bench_program_elimination() */
    const char *machine; /* parameter file */
    const char *topologies[MOST_TOPOLOGIES + 1];
    gboolean linear; /* goal: time grows no more than the processors; else it at most doubles */
    const char *settings[4];
} Case;

static const Case alike[] = {
    { "heat2d", "heat2d.trc", "network", { "4x4", "8x8", "32x32", "1024x1024" } },
    { "heat2d-transputer", "heat2d.trc", "transputer", { "4x4", "8x8", "32x32", "1024x1024" } },
    { "heat2d-large", "heat2d_large.trc", "network", { "4x4", "8x8", "32x32", "1024x1024" } },
    { "heat2d-large-row", "heat2d_large.trc", "network", { "16", "64", "1024", "1048576" } },
    { "redblack", "redblack_sor.trc", "network", { "4x4", "8x8", "32x32", "1024x1024" } },
    { "redblack-transputer",
      "redblack_sor.trc",
      "transputer",
      { "4x4", "8x8", "32x32", "1024x1024" } },
    { "heat2d-torus",
      "heat2d.trc",
      "network",
      { "4x4", "8x8", "32x32", "1024x1024" },
      .settings = { "type=torus", "link delay=0.5", "message gap=1" } },
    { "heat2d-torus-none",
      "heat2d.trc",
      "network",
      { "4x4", "8x8", "32x32", "1024x1024" },
      .settings = { "type=torus", "link delay=0.5", "congestion=none" } },
    { "adi", "adi_redistribute.trc", "network", { "16", "64", "1024", "1048576" } },
    { "adi-transputer",
      "adi_redistribute.trc",
      "transputer",
      { "16", "64", "1024", "1048576" } },
};

static const Case apart[] = {
    { "elimination",
      "gauss_elimination_large.trc.gz",
      "network",
      { "16", "64", "256", "1024", "1048576" },
      TRUE },
    { "elimination-intervals", NULL, "network", { "16", "64", "256", "1024" }, TRUE },
    { "wavefront",
      "wavefront_sor.trc",
      "network",
      { "4x4", "16x16", "64x64", "1024x1024" },
      TRUE },
    { "adi-across",
      "adi_across.trc",
      "network",
      { "4x4", "16x16", "64x64", "1024x1024" },
      TRUE },
};

static TraceProgram *
read_case(const Bench *bench, const Case *which, GError **error)
{
    g_autofree char *path = which->sample != NULL
                                ? g_build_filename(bench->samples, which->sample, NULL)
                                : bench_path(bench, "case.trc");
    if (which->sample == NULL && !bench_program_elimination(path, ROWS, error))
        return NULL;
    return trace_read(path, error);
}

static void
report_case(const Bench *bench, const Case *which, const TraceProgram *program,
            BenchJob *jobs[], const double processors[], guint n)
{
    for (guint i = 0; i < n; i++) {
        g_autofree char *id = g_strdup_printf("%s-%s", which->id, which->topologies[i]);
        BenchRow *row = bench_table_job(bench->table, id, jobs[i]);
        bench_row_note(row, "%.3g ns a call", 1e9 * row->value / (double)program->n_calls);
        if (i == 0)
            continue;
        bench_row_ratio(row, bench_job_ratio(jobs[i], jobs[0]), which->topologies[0]);
        if (which->linear)
            bench_row_goal(row, BENCH_AT_MOST, processors[i] / processors[0]);
        else if (i == n - 1)
            bench_row_goal(row, BENCH_AT_MOST, 2);
    }
    bench_table_print(bench->table);
}

static gboolean
apply(Params *params, const char *const settings[], GError **error)
{
    for (; *settings != NULL; settings++) {
        if (!params_set(params, *settings, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean
measure_case(const Bench *bench, const Case *which, double seconds, GError **error)
{
    g_autoptr(TraceProgram) program = read_case(bench, which, error);
    g_autoptr(BenchGroup) group = bench_group_new();
    BenchJob *jobs[MOST_TOPOLOGIES];
    double processors[MOST_TOPOLOGIES];
    guint n = 0;
    if (program == NULL)
        return FALSE;
    for (; which->topologies[n] != NULL; n++) {
        if (bench->quick && which->linear && which->topologies[n + 1] == NULL)
            break;
        Params *params = bench_params(bench, which->machine, which->topologies[n], error);
        if (params == NULL || !apply(params, which->settings, error))
            return FALSE;
        processors[n] = (double)rater_grid_count(&params->topology);
        jobs[n] = bench_add_predict(group, program, params, NULL, "%s, %s", which->id,
                                    which->topologies[n]);
    }
    if (!bench_group_run(group, seconds, error))
        return FALSE;
    report_case(bench, which, program, jobs, processors, n);
    return TRUE;
}

/* What the classes of processors are worth: the same with each processor for itself. */
static gboolean
measure_classes(const Bench *bench, GError **error)
{
    static const char *const grids[] = { "2x2", "4x4", "8x8", "16x16" };
    const PredictOptions one_by_one = { .per_processor = TRUE };
    g_autofree char *path = g_build_filename(bench->samples, "heat2d.trc", NULL);
    g_autoptr(TraceProgram) program = trace_read(path, error);
    g_autoptr(BenchGroup) group = bench_group_new();
    BenchJob *classes[G_N_ELEMENTS(grids)], *each[G_N_ELEMENTS(grids)];
    if (program == NULL)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
        Params *params = bench_params(bench, "network", grids[i], error);
        if (params == NULL)
            return FALSE;
        classes[i] = bench_add_predict(group, program, params, NULL, "heat2d, %s", grids[i]);
        each[i] = bench_add_predict(group, program, params_copy(params), &one_by_one,
                                    "heat2d, %s, each for itself", grids[i]);
    }
    if (!bench_group_run(group, bench->quick ? 0 : 3, error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
        g_autofree char *id = g_strdup_printf("each-%s", grids[i]);
        BenchRow *row = bench_table_job(bench->table, id, each[i]);
        bench_row_ratio(row, bench_job_ratio(each[i], classes[i]), "classes");
    }
    bench_table_print(bench->table);
    return TRUE;
}

/* Patterns that are walked message by message: 4,096 nodes of a fat tree. */
static gboolean
measure_fat_tree(const Bench *bench, GError **error)
{
    static const char *const settings[] = { "type=fat tree", "nodes={16,16,16}", "taper=2",
                                            "link delay=0.5", NULL };
    g_autofree char *path = g_build_filename(bench->samples, "adi_redistribute.trc", NULL);
    g_autoptr(TraceProgram) program = trace_read(path, error);
    g_autoptr(BenchGroup) group = bench_group_new();
    Params *params = bench_params(bench, "network", "64x64", error);
    if (program == NULL || params == NULL || !apply(params, settings, error))
        return FALSE;
    BenchJob *job = bench_add_predict(group, program, params, NULL, "adi, fat tree, 64x64");
    if (!bench_group_run(group, bench->quick ? 0 : 3, error))
        return FALSE;
    bench_row_goal(bench_table_job(bench->table, "adi-fat-tree", job), BENCH_AT_MOST, 1);
    bench_table_print(bench->table);
    return TRUE;
}

gboolean
bench_processors(Bench *bench, GError **error)
{
    bench_table_section(bench->table, "processors",
                        "predict() of samples whose processors behave alike");
    for (guint i = 0; i < G_N_ELEMENTS(alike); i++) {
        if (!measure_case(bench, &alike[i], bench->quick ? 0 : 3, error))
            return FALSE;
    }
    return measure_fat_tree(bench, error) && measure_classes(bench, error);
}

gboolean
bench_distinct(Bench *bench, GError **error)
{
    bench_table_section(bench->table, "distinct",
                        "predict() of programs that tell processors apart");
    for (guint i = 0; i < G_N_ELEMENTS(apart); i++) {
        if (!measure_case(bench, &apart[i], bench->quick ? 0 : 8, error))
            return FALSE;
    }
    return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "report": what it takes to write what was predicted, and how long it is.
 */
#include <glib/gstdio.h>

#include "src/trace/text/reader.h"
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-programs.h"
#include "tests/bench/bench.h"

#define INTERVALS 1000

static void
report_size(const Bench *bench, const char *id, const char *path, double most)
{
    GStatBuf status;
    double size = g_stat(path, &status) == 0 ? (double)status.st_size : 0;
    BenchRow *row = bench_table_value(bench->table, id, BENCH_BYTES, size, "its size");
    if (most > 0)
        bench_row_goal(row, BENCH_AT_MOST, most);
}

/* Reports of a prediction for `topology`; `goals`: those of 1,000 intervals on 1,048,576
 * processors. */
static gboolean
measure_reports(const Bench *bench, const TraceProgram *program, const char *topology,
                gboolean goals, GError **error)
{
    static const char *const suffixes[] = { "html", "json", "xml", "csv" };
    g_autoptr(Params) params = bench_params(bench, "network", topology, error);
    g_autoptr(Prediction) prediction =
        params == NULL ? NULL : predict(program, params, NULL, error);
    g_autoptr(BenchGroup) group = bench_group_new();
    BenchJob *jobs[G_N_ELEMENTS(suffixes)];
    if (prediction == NULL)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        g_autofree char *name = g_strdup_printf("report.%s", suffixes[i]);
        g_autofree char *path = bench_path(bench, name);
        g_autofree char *what = g_strdup_printf("%u intervals, %s, %s", prediction->n_intervals,
                                                topology, suffixes[i]);
        jobs[i] = bench_add_report(group, prediction, path, what);
    }
    if (!bench_group_run(group, bench->quick ? 0 : 4, error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        g_autofree char *name = g_strdup_printf("report.%s", suffixes[i]);
        g_autofree char *path = bench_path(bench, name);
        g_autofree char *id =
            g_strdup_printf("%s-%u-%s", suffixes[i], prediction->n_intervals, topology);
        g_autofree char *size_id = g_strdup_printf("%s-size", id);
        BenchRow *row = bench_table_job(bench->table, id, jobs[i]);
        if (goals && i == 0)
            bench_row_goal(row, BENCH_AT_MOST, 0.5);
        report_size(bench, size_id, path, goals && i == 0 ? 5e6 : 0);
    }
    bench_table_print(bench->table);
    return TRUE;
}

gboolean
bench_report(Bench *bench, GError **error)
{
    static const guint sizes[] = { INTERVALS, 10 * INTERVALS };
    bench_table_section(bench->table, "report", "writing reports of a prediction that is made");
    for (guint i = 0; i < (bench->quick ? 1 : G_N_ELEMENTS(sizes)); i++) {
        g_autofree char *path = bench_path(bench, "report.trc");
        if (!bench_program_intervals(path, sizes[i] - 1, error))
            return FALSE;
        g_autoptr(TraceProgram) program = trace_read(path, error);
        if (program == NULL || !measure_reports(bench, program, "1024x1024", i == 0, error))
            return FALSE;
    }
    return TRUE;
}

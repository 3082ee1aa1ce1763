/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "large": a heat2d trace of 26,000 steps, against `wc -l` and `zcat` of the same file.
 */
#include <glib/gstdio.h>

#include "src/trace/text/reader.h"
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-repeat.h"
#include "tests/bench/bench.h"

#define STEPS       26000
#define EXPRESSIONS 100
#define SECONDS     30 /* full; quick takes the fewest rounds */

typedef struct {
    char *plain, *gz, *json;
} Files;

static void
files_clear(Files *files)
{
    g_free(files->plain);
    g_free(files->gz);
    g_free(files->json);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Files, files_clear)

static gboolean
make_files(const Bench *bench, Files *files, GError **error)
{
    g_autofree char *sample = g_build_filename(bench->samples, "heat2d.trc", NULL);
    const BenchRepeat repeat = { .sample = sample,
                                 .marker = "call_binter_",
                                 .line = 28,
                                 .steps = STEPS,
                                 .expressions = EXPRESSIONS };
    files->plain = bench_path(bench, "large.trc");
    files->gz = bench_path(bench, "large.trc.gz");
    files->json = bench_path(bench, "large.json");
    return bench_repeat(&repeat, files->plain, error) &&
           bench_gzip(files->plain, files->gz, error);
}

/* Against `wc -l`: everything that reads the text. */
typedef struct {
    BenchJob *wc, *zcat, *scan, *graph, *scan_gz, *whole, *stream, *program;
} Readers;

static gboolean
add_readers(const Bench *bench, const Files *files, BenchGroup *group, Readers *r,
            GError **error)
{
    g_autofree char *machine = g_build_filename(bench->params, "network.par", NULL);
    const char *const wc[] = { "wc", "-l", files->plain, NULL };
    const char *const zcat[] = { "zcat", files->gz, NULL };
    const char *const program[] = { bench->program, "-q", "-t",        "8x8", machine,
                                    files->plain,   "-o", files->json, NULL };
    Params *whole = bench_params(bench, "network", "8x8", error);
    if (whole == NULL)
        return FALSE;
    r->wc = bench_add_process(group, wc, "wc -l");
    r->zcat = bench_add_process(group, zcat, "zcat");
    r->scan = bench_add_scan(group, files->plain, "reading, call by call");
    r->graph = bench_add_graph(group, files->plain, "reading into a call graph");
    r->scan_gz = bench_add_scan(group, files->gz, "reading the gzip file, call by call");
    r->whole = bench_add_whole(group, files->plain, whole, FALSE, files->json,
                               "call program, 8x8 processors, JSON");
    r->stream = bench_add_whole(group, files->plain, params_copy(whole), TRUE, files->json,
                                "call by call, 8x8 processors, JSON");
    r->program = bench_add_process(group, program, "predictor -t 8x8 -o large.json");
    return TRUE;
}

static void
report_readers(const Bench *bench, const Readers *r)
{
    BenchTable *table = bench->table;
    bench_row_ratio(bench_table_job(table, "wc", r->wc), 1, "wc -l");
    bench_row_ratio(bench_table_job(table, "zcat", r->zcat), bench_job_ratio(r->zcat, r->wc),
                    "wc -l");
    BenchRow *row = bench_table_job(table, "scan", r->scan);
    bench_row_ratio(row, bench_job_ratio(r->scan, r->wc), "wc -l");
    bench_row_goal(row, BENCH_AT_MOST, 5);
    bench_row_note(row, "stretch 3");
    row = bench_table_job(table, "graph", r->graph);
    bench_row_ratio(row, bench_job_ratio(r->graph, r->wc), "wc -l");
    row = bench_table_job(table, "scan-gzip", r->scan_gz);
    bench_row_ratio(row, bench_job_ratio(r->scan_gz, r->zcat), "zcat");
    row = bench_table_job(table, "whole", r->whole);
    bench_row_ratio(row, bench_job_ratio(r->whole, r->wc), "wc -l");
    row = bench_table_job(table, "stream", r->stream);
    bench_row_ratio(row, bench_job_ratio(r->stream, r->wc), "wc -l");
    row = bench_table_job(table, "program", r->program);
    bench_row_ratio(row, bench_job_ratio(r->program, r->wc), "wc -l");
    bench_row_goal(row, BENCH_AT_MOST, 10);
    bench_table_print(table);
}

/* The same graph for more and more processors. */
static const char *const grids[] = { "1", "4x4", "8x8", "32x32", "1024x1024" };
static const char *const rows_of[] = { "16", "64", "1024", "1048576" };

static gboolean
add_predictions(const Bench *bench, const TraceProgram *program, BenchGroup *group,
                BenchJob *by_grid[], BenchJob *by_row[], GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
        Params *params = bench_params(bench, "network", grids[i], error);
        if (params == NULL)
            return FALSE;
        by_grid[i] = bench_add_predict(group, program, params, NULL, "predict(), %s processors",
                                       grids[i]);
    }
    for (guint i = 0; i < G_N_ELEMENTS(rows_of); i++) {
        Params *params = bench_params(bench, "network", rows_of[i], error);
        if (params == NULL)
            return FALSE;
        by_row[i] = bench_add_predict(group, program, params, NULL, "predict(), %s processors",
                                      rows_of[i]);
    }
    return TRUE;
}

static void
report_predictions(const Bench *bench, const TraceProgram *program, BenchJob *by_grid[],
                   BenchJob *by_row[])
{
    BenchRow *row;
    for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
        row = bench_table_job(bench->table, grids[i], by_grid[i]);
        bench_row_ratio(row, bench_job_ratio(by_grid[i], by_grid[1]), "4x4");
        bench_row_note(row, "%.3g ns a call", 1e9 * row->value / (double)program->n_calls);
    }
    bench_row_goal(row, BENCH_AT_MOST, 2);
    for (guint i = 0; i < G_N_ELEMENTS(rows_of); i++) {
        row = bench_table_job(bench->table, rows_of[i], by_row[i]);
        bench_row_ratio(row, bench_job_ratio(by_row[i], by_row[0]), "16");
    }
    bench_row_goal(row, BENCH_AT_MOST, 2);
    double seconds = bench_job_statistics(by_grid[3]).median;
    row = bench_table_value(bench->table, "rate", BENCH_PER_SECOND,
                            1024 * (double)program->n_calls / seconds,
                            "calls of 1024 processors, 32x32");
    bench_row_goal(row, BENCH_AT_LEAST, 500e6);
    bench_table_print(bench->table);
}

static gboolean
measure_predictions(const Bench *bench, const char *path, GError **error)
{
    BenchJob *by_grid[G_N_ELEMENTS(grids)], *by_row[G_N_ELEMENTS(rows_of)];
    g_autoptr(TraceProgram) program = trace_read(path, error);
    if (program == NULL)
        return FALSE;
    g_autoptr(BenchGroup) group = bench_group_new();
    if (!add_predictions(bench, program, group, by_grid, by_row, error) ||
        !bench_group_run(group, bench->quick ? 0 : SECONDS, error))
        return FALSE;
    bench_table_section(bench->table, "large-processors", "the same trace, already read");
    report_predictions(bench, program, by_grid, by_row);
    return TRUE;
}

gboolean
bench_large(Bench *bench, GError **error)
{
    g_auto(Files) files = { 0 };
    g_autoptr(BenchGroup) group = bench_group_new();
    Readers readers;
    if (!make_files(bench, &files, error) ||
        !add_readers(bench, &files, group, &readers, error) ||
        !bench_group_run(group, bench->quick ? 0 : SECONDS, error))
        return FALSE;
    GStatBuf status;
    double size = g_stat(files.plain, &status) == 0 ? (double)status.st_size : 0;
    g_autofree char *bytes = bench_format(BENCH_BYTES, size);
    bench_table_section(bench->table, "large", "heat2d, %d steps, a file of %s", STEPS, bytes);
    report_readers(bench, &readers);
    return measure_predictions(bench, files.plain, error);
}

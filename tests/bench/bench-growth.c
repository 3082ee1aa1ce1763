/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sections "growth" and "objects": the same kind of program with more and more of one thing.
 */
#include "src/trace/text/reader.h"
#include "tests/bench/bench-predict.h"
#include "tests/bench/bench-programs.h"
#include "tests/bench/bench-repeat.h"
#include "tests/bench/bench.h"

#define MOST_SIZES      4
#define MOST_TOPOLOGIES 3
#define STEP_CALLS      28 /* of a step of heat2d ... */
#define OTHER_CALLS     25 /* ... and before and after all steps */

typedef struct {
    const char *things; /* what there is more and more of */
    BenchProgram make;
    guint sizes[MOST_SIZES + 1]; /* ends with 0 */
    guint quick_sizes;           /* how many of them for --quick */
    const char *topologies[MOST_TOPOLOGIES + 1];
} Curve;

static const Curve growth[] = {
    { "intervals",
      bench_program_intervals,
      { 1000, 10000, 100000 },
      2,
      { "8x8", "1024x1024" } },
    { "loops", bench_program_loops, { 100, 1000, 10000 }, 2, { "8x8", "32x32" } },
    { "distributions", bench_program_weights, { 10, 100, 1000 }, 2, { "8x8", "32x32" } },
    { "rows", bench_program_elimination, { 300, 600, 1200 }, 2, { "64", "1024" } },
};

static const Curve objects[] = {
    { "arrays", bench_program_arrays, { 1000, 10000, 100000 }, 2, { "8x8", "1024x1024" } },
    { "arrays alive", bench_program_alive, { 100, 1000, 10000 }, 3, { "8x8", "1024x1024" } },
    { "levels", bench_program_nested, { 100, 1000, 10000 }, 3, { "8x8", "1024x1024" } },
};

/* A row and its place in the curve: how the time follows the size. */
static void
report_point(const Bench *bench, const char *things, const char *what, const BenchJob *job,
             const BenchJob *before, guint64 size, guint64 size_before)
{
    g_autofree char *id = g_strdup_printf("%s-%" G_GUINT64_FORMAT "-%s", things, size, what);
    BenchRow *row = bench_table_job(bench->table, id, job);
    bench_row_note(row, "%.3g us each", 1e6 * row->value / (double)size);
    if (before == NULL)
        return;
    g_autofree char *reference = g_strdup_printf("that of %" G_GUINT64_FORMAT, size_before);
    bench_row_ratio(row, bench_job_ratio(job, before), reference);
}

/* Jobs of one size: reading, then one for each topology. */
typedef struct {
    TraceProgram *program;
    BenchJob *read;
    BenchJob *predict[MOST_TOPOLOGIES];
} Point;

static void
point_free(gpointer data)
{
    Point *point = data;
    trace_program_free(point->program);
    g_free(point);
}

static Point *
point_new(const Bench *bench, BenchGroup *group, const char *path, const char *things,
          guint64 size, const char *const *topologies, GError **error)
{
    Point *point = g_new0(Point, 1);
    point->program = trace_read(path, error);
    if (point->program == NULL) {
        point_free(point);
        return NULL;
    }
    g_autofree char *what = g_strdup_printf("%" G_GUINT64_FORMAT " %s: reading", size, things);
    point->read = bench_add_graph(group, path, what);
    for (guint t = 0; topologies[t] != NULL; t++) {
        Params *params = bench_params(bench, "network", topologies[t], error);
        if (params == NULL) {
            point_free(point);
            return NULL;
        }
        point->predict[t] =
            bench_add_predict(group, point->program, params, NULL,
                              "%" G_GUINT64_FORMAT " %s, %s", size, things, topologies[t]);
    }
    return point;
}

static void
report_points(const Bench *bench, const char *things, const GPtrArray *points,
              const guint64 *sizes, const char *const *topologies)
{
    for (guint i = 0; i < points->len; i++) {
        const Point *point = g_ptr_array_index(points, i);
        const Point *last = i > 0 ? g_ptr_array_index(points, i - 1) : NULL;
        guint64 last_size = i > 0 ? sizes[i - 1] : 0;
        report_point(bench, things, "read", point->read, last != NULL ? last->read : NULL,
                     sizes[i], last_size);
        for (guint t = 0; topologies[t] != NULL; t++)
            report_point(bench, things, topologies[t], point->predict[t],
                         last != NULL ? last->predict[t] : NULL, sizes[i], last_size);
    }
    bench_table_print(bench->table);
}

static gboolean
measure_curve(const Bench *bench, const Curve *curve, GError **error)
{
    g_autoptr(GPtrArray) points = g_ptr_array_new_with_free_func(point_free);
    g_autoptr(BenchGroup) group = bench_group_new();
    guint64 sizes[MOST_SIZES];
    for (guint i = 0; curve->sizes[i] != 0 && (!bench->quick || i < curve->quick_sizes); i++) {
        g_autofree char *name = g_strdup_printf("%u.trc", curve->sizes[i]);
        g_autofree char *path = bench_path(bench, name);
        sizes[i] = curve->sizes[i];
        Point *point = curve->make(path, curve->sizes[i], error)
                           ? point_new(bench, group, path, curve->things, sizes[i],
                                       curve->topologies, error)
                           : NULL;
        if (point == NULL)
            return FALSE;
        g_ptr_array_add(points, point);
    }
    if (!bench_group_run(group, bench->quick ? 0 : 6, error))
        return FALSE;
    report_points(bench, curve->things, points, sizes, curve->topologies);
    return TRUE;
}

/* heat2d with ever more steps. */
static gboolean
measure_calls(const Bench *bench, GError **error)
{
    static const char *const topologies[] = { "8x8", "1024x1024", NULL };
    g_autofree char *sample = g_build_filename(bench->samples, "heat2d.trc", NULL);
    g_autoptr(GPtrArray) points = g_ptr_array_new_with_free_func(point_free);
    g_autoptr(BenchGroup) group = bench_group_new();
    g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(guint64));
    for (guint64 calls = 1000; calls <= bench->most_calls; calls *= 10) {
        const BenchRepeat repeat = { sample, "call_binter_", 28,
                                     (calls - OTHER_CALLS) / STEP_CALLS, 100 };
        g_autofree char *name = g_strdup_printf("%" G_GUINT64_FORMAT ".trc", calls);
        g_autofree char *path = bench_path(bench, name);
        Point *point = bench_repeat(&repeat, path, error)
                           ? point_new(bench, group, path, "calls", calls, topologies, error)
                           : NULL;
        if (point == NULL)
            return FALSE;
        g_ptr_array_add(points, point);
        g_array_append_val(sizes, calls);
    }
    if (!bench_group_run(group, bench->quick ? 0 : 10, error))
        return FALSE;
    report_points(bench, "calls", points, (const guint64 *)sizes->data, topologies);
    return TRUE;
}

static gboolean
measure_curves(const Bench *bench, const Curve *curves, guint n, GError **error)
{
    for (guint i = 0; i < n; i++) {
        if (!measure_curve(bench, &curves[i], error))
            return FALSE;
    }
    return TRUE;
}

gboolean
bench_growth(Bench *bench, GError **error)
{
    bench_table_section(bench->table, "growth", "time by what a program has much of");
    return measure_calls(bench, error) &&
           measure_curves(bench, growth, G_N_ELEMENTS(growth), error);
}

gboolean
bench_objects(Bench *bench, GError **error)
{
    bench_table_section(bench->table, "objects", "many arrays, deep nesting");
    return measure_curves(bench, objects, G_N_ELEMENTS(objects), error);
}

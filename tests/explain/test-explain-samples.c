/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The samples: six programs with a planted fault, each with its repair, on several machines;
 * and what must hold of every explanation.
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "src/analysis/predict/predict.h"
#include "src/analysis/sweep/topology.h"
#include "src/report/view/losses.h"
#include "src/report/view/metrics.h"
#include "src/sim/simulator.h"
#include "src/trace/text/reader.h"
#include "tests/explain/explain-check.h"

#define NETWORK "start time = 75; send byte time = 0.2; "

typedef struct {
    const char *name;
    FindingKind kind;
    gint64 line; /* of the fault */
} Fault;

static const Fault faults[] = {
    { "unbalanced", FINDING_IMBALANCE, 24 },
    { "reduction_in_loop", FINDING_REDUCTION, 33 },
    { "shadow_no_overlap", FINDING_OVERLAP, 30 },
    { "serial_section", FINDING_SERIAL, 24 },
    { "replicated_array", FINDING_REPLICATED, 25 },
    { "redistribute_in_loop", FINDING_REDISTRIBUTION, 30 },
};

static const char *const machines[] = {
    NETWORK "topology = { 8 };",  "type = transputer; " NETWORK "topology = { 8 };",
    NETWORK "topology = { 4 };",  "type = transputer; " NETWORK "topology = { 4 };",
    NETWORK "topology = { 16 };", "type = transputer; " NETWORK "topology = { 16 };",
};

static const char *
source_folder(void)
{
    const char *folder = g_getenv("SRCDIR");
    return folder != NULL ? folder : ".";
}

static char *
sample(const char *name, const char *suffix)
{
    return g_strdup_printf("%s/samples/%s%s.trc", source_folder(), name, suffix);
}

static void
test_faults(void)
{
    const ExplainOptions options = { .n_threads = 2 };
    for (guint i = 0; i < G_N_ELEMENTS(faults); i++) {
        const Fault *fault = &faults[i];
        g_autofree char *path = sample(fault->name, "_fault");
        for (guint m = 0; m < G_N_ELEMENTS(machines); m++) {
            g_auto(Explained) e = explain_check_file(path, machines[m], &options);
            explain_check_first(&e, fault->kind, fault->line, path);
        }
    }
}

/* An array with two distributed dimensions on two. */
static void
test_plane(void)
{
    static const char *const planes[] = { "topology = { 4, 2 };", "topology = { 2, 4 };" };
    g_autofree char *path = sample("replicated_array", "_fault");
    for (guint k = 0; k < G_N_ELEMENTS(planes); k++) {
        for (int transputer = 0; transputer < 2; transputer++) {
            g_autofree char *machine = g_strdup_printf(
                "%s%s%s", transputer ? "type = transputer; " : "", NETWORK, planes[k]);
            g_auto(Explained) e = explain_check_file(path, machine, NULL);
            explain_check_first(&e, FINDING_REPLICATED, 25, path);
        }
    }
}

/* The repaired program has no finding of that kind where the fault was, and loses less. */
static void
test_fixed(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(faults); i++) {
        const Fault *fault = &faults[i];
        g_autofree char *bad = sample(fault->name, "_fault");
        g_autofree char *good = sample(fault->name, "_fixed");
        for (guint m = 0; m < 2; m++) {
            g_auto(Explained) e = explain_check_file(bad, machines[m], NULL);
            g_auto(Explained) f = explain_check_file(good, machines[m], NULL);
            const Finding *first = g_ptr_array_index(e.explanation->findings, 0);
            const Finding *left = explain_check_find(&f, fault->kind, 0);
            for (guint k = 0; k < f.explanation->findings->len; k++) {
                const Finding *g = g_ptr_array_index(f.explanation->findings, k);
                CHECK_THAT(!g_str_equal(g->id, first->id), "%s: %s remains", good, g->id);
            }
            /* a reduction a step, which is needed, is not the one of each sub-step */
            CHECK_THAT(left == NULL || left->bound < 0.1 * first->bound,
                       "%s: %s remains: %g of %g", good, first->id,
                       left != NULL ? left->bound : 0, first->bound);
            /* what the repair saved is what was promised, but for what the measured times
             * differ */
            double saved = e.prediction->execution_time - f.prediction->execution_time;
            CHECK_THAT(saved > 0.8 * first->bound, "%s: saved %g of %g", good, saved,
                       first->bound);
        }
    }
}

/* No loss is listed twice: all lines together lose what the program does, none less than
 * nothing. */
static void
check_losses(const Prediction *prediction, const char *name)
{
    const ReportOptions all = { .max_depth = -1 };
    const Interval *root = &prediction->intervals[0];
    g_autofree ReportLoser *losers = g_new(ReportLoser, prediction->n_intervals);
    const guint n = report_losers(prediction, &all, losers, prediction->n_intervals);
    double listed = 0, split = 0;
    for (guint i = 0; i < n; i++)
        listed += losers[i].lost_time;
    for (ReportLoss loss = 0; loss < REPORT_N_LOSSES; loss++) {
        const double seconds = report_loss_seconds(root, loss);
        CHECK_THAT(seconds >= -1e-9 * root->total_time, "%s: %s %g", name,
                   report_loss_label(loss), seconds);
        split += seconds;
    }
    CHECK_THAT(fabs(split - root->values.lost_time) <= 1e-9 * root->total_time,
               "%s: %g is lost, losses add up to %g", name, root->values.lost_time, split);
    listed += report_loss_seconds(root, REPORT_LOSS_START); /* which is nobody's */
    CHECK_THAT(fabs(listed - root->values.lost_time) <= 1e-9 * root->total_time,
               "%s: %g is lost, lines lose %g", name, root->values.lost_time, listed);
}

/* The intervals move what the program does. */
static void
check_moved(const Explained *e, const char *name)
{
    g_autoptr(MetricsTable) table = metrics_new(e->explanation->timeline, 0);
    const Metrics all = metrics_get(table, METRICS_PROGRAM, 0);
    const MetricsMoved moved = report_metrics_moved(table, e->prediction, 1);
    CHECK_THAT(fabs(moved.messages - all.value[METRIC_MESSAGES]) <= 1e-9 * moved.messages &&
                   fabs(moved.bytes - all.value[METRIC_BYTES]) <= 1e-9 * moved.bytes,
               "%s: intervals move %g messages, %g bytes, the program %g, %g", name,
               moved.messages, moved.bytes, all.value[METRIC_MESSAGES],
               all.value[METRIC_BYTES]);
    CHECK_THAT(!critical_path_is_delayed(e->explanation->path), "%s: more than its path", name);
}

/* Every sample: identities (by explain_check_file()), and the same for one thread and four. */
static void
test_threads(void)
{
    g_autofree char *folder = g_strdup_printf("%s/samples", source_folder());
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    guint n = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        GStatBuf info;
        if (!g_str_has_suffix(name, ".trc") || g_stat(path, &info) != 0 ||
            info.st_size > 1 << 20)
            continue;
        const ExplainOptions one = { .n_threads = 1 }, four = { .n_threads = 4 };
        const char *machine = machines[n++ % 2];
        g_auto(Explained) a = explain_check_file(path, machine, &one);
        g_auto(Explained) b = explain_check_file(path, machine, &four);
        const GPtrArray *x = a.explanation->findings, *y = b.explanation->findings;
        check_losses(a.prediction, name);
        check_moved(&a, name);
        CHECK_INT(x->len, y->len);
        CHECK_THAT(a.explanation->together == b.explanation->together, "%s: together", name);
        for (guint i = 0; i < x->len && i < y->len; i++) {
            const Finding *f = g_ptr_array_index(x, i), *g = g_ptr_array_index(y, i);
            CHECK_THAT(g_str_equal(f->id, g->id) && f->line == g->line &&
                           f->bound == g->bound && g_str_equal(f->evidence, g->evidence) &&
                           g_str_equal(f->processors, g->processors),
                       "%s: finding %u differs", name, i);
        }
    }
    CHECK_THAT(n > 30, "%u samples", n);
}

static char *
is_faster(const RaterGrid *grid)
{
    g_autofree char *name = topology_name(grid);
    return g_strconcat(name, " is faster", NULL);
}

static double
time_on(const Explained *e, const RaterGrid *grid)
{
    const PredictOptions options = { .no_ideal = TRUE };
    g_autoptr(Params) params = params_copy(e->params);
    params->topology = *grid;
    g_autoptr(Prediction) prediction = predict(e->program, params, &options, NULL);
    return prediction->execution_time;
}

/* "the grid 4x1 is not the best shape; 2x2 is faster": the time on the latter over the least of
 * all grids of as many processors that leave none without elements. */
static double
times_the_least(const Explained *e, const Finding *finding)
{
    g_autoptr(SimLayout) layout = sim_layout_new(e->program);
    const TopologyShape shape = topology_shape_on(layout, e->params);
    const gint64 n = rater_grid_count(&e->params->topology);
    g_autoptr(GArray) grids = topology_between(n, n, &shape, G_MAXUINT);
    const char *name = strrchr(finding->title, ';') + 2;
    double least = INFINITY, advised = INFINITY;
    for (guint i = 0; i < grids->len; i++) {
        const RaterGrid *grid = &g_array_index(grids, RaterGrid, i);
        g_autofree char *advice = is_faster(grid);
        const double time = time_on(e, grid);
        least = MIN(least, time);
        advised = g_str_equal(name, advice) ? time : advised;
    }
    return advised / least;
}

/* Another grid that is advised is the best of all, also where they are many. */
static void
test_grids(void)
{
    static const char *const names[] = { "heat2d_large", "heat3d", "redblack_sor",
                                         "multi_array_shadow" };
    static const char *const topologies[] = { "1, 2880", "36, 36, 1", "2000, 30", "65536",
                                              "40, 2, 16" };
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(names) * G_N_ELEMENTS(topologies); i++) {
        g_autofree char *path = sample(names[i % G_N_ELEMENTS(names)], "");
        g_autofree char *machine = g_strdup_printf(
            "type = transputer; start time = 2; send byte time = 0.02; topology = { %s };",
            topologies[i / G_N_ELEMENTS(names)]);
        g_auto(Explained) e = explain_check_file(path, machine, NULL);
        const Finding *grid = explain_check_find(&e, FINDING_GRID, 0);
        if (grid == NULL)
            continue;
        n++;
        const double times = times_the_least(&e, grid);
        CHECK_THAT(times < 1 + 1e-9, "%s: %s, %.6g times the least", path, grid->title, times);
    }
    CHECK_THAT(n > 8, "%u grids are advised", n);
}

/* Of the processors of `e` on which half of the time is productive: they are what is predicted
 * there. */
static void
check_half(const Explained *e, const char *name)
{
    const RaterGrid *half = &e->explanation->half;
    g_autoptr(Params) params = params_copy(e->params);
    params->topology = *half;
    g_autoptr(Prediction) there = predict(e->program, params, NULL, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(there);
    CHECK_THAT(e->explanation->half_efficiency >= 0.5, "%s: efficiency %g", name,
               e->explanation->half_efficiency);
    CHECK_THAT(fabs(there->execution_time - e->explanation->half_time) <=
                   1e-12 * there->execution_time,
               "%s: %g, predicted %g", name, e->explanation->half_time, there->execution_time);
    CHECK_THAT(rater_grid_count(half) < e->prediction->processors, "%s: no fewer", name);
}

/* No explanation is silent where much is lost: it says where, and how many processors the
 * problem is large enough for. */
static void
test_quiet(void)
{
    g_autofree char *folder = g_strdup_printf("%s/samples", source_folder());
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    guint n = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (!g_str_has_suffix(name, ".trc"))
            continue;
        g_auto(Explained) e = explain_check_file(
            path,
            "start time = 1.5; send byte time = 0.0001; channels = 65536; trace overhead = 1; "
            "topology = { 4, 4 };",
            NULL);
        const double efficiency = e.prediction->intervals[0].efficiency;
        if (e.explanation->findings->len > 0 || efficiency >= 0.9)
            continue;
        CHECK_THAT(explanation_is_quiet(e.explanation, e.prediction), "%s: nothing is said",
                   name);
        if (e.explanation->half.rank > 0 && ++n > 0)
            check_half(&e, name);
    }
    CHECK_THAT(n > 5, "%u samples are too small for 16 processors", n);
}

/* Collecting causes, and leaving nothing out, change no bit of the time. */
static void
test_same_time(void)
{
    static const char *const names[] = { "unbalanced_fault", "wavefront_sor", "task_regions",
                                         "io_heavy", "transpose_realign" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = sample(names[i], "");
        g_autoptr(TraceProgram) program = trace_read(path, NULL);
        g_autoptr(Params) params =
            params_parse("t.par", machines[0], strlen(machines[0]), NULL);
        g_autoptr(SimWhatIf) nothing = sim_what_if_new();
        const SimulatorOptions how[] = { { 0 }, { .causes = TRUE }, { .what_if = nothing } };
        double time[G_N_ELEMENTS(how)];
        CU_ASSERT_PTR_NOT_NULL_FATAL(program);
        for (guint k = 0; k < G_N_ELEMENTS(how); k++) {
            g_autoptr(Simulator) s = simulator_new(program, params, &how[k], NULL);
            CU_ASSERT_FATAL(s != NULL && simulator_run(s, NULL));
            time[k] = simulator_time(s);
            CHECK_THAT(time[k] == time[0], "%s: %.17g, plain %.17g", names[i], time[k],
                       time[0]);
        }
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "faults", test_faults },       { "plane", test_plane },
        { "fixed", test_fixed },         { "threads", test_threads },
        { "same_time", test_same_time }, { "grids", test_grids },
        { "quiet", test_quiet },         CU_TEST_INFO_NULL,
    };
    return tap_run("explain samples", tests);
}

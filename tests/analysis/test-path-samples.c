/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is read from the timelines of the samples: a simulation is never idle, so that its
 * critical path is as long as it; and metrics agree with the characteristics of the prediction,
 * which come from accumulators.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/activity/critical-path.h"
#include "src/analysis/activity/metrics.h"
#include "src/analysis/predict/predict.h"
#include "src/trace/text/reader.h"
#include "tests/tap.h"

static const char *const machines[][2] = {
    { "type = network; start time = 75; send byte time = 0.2;", "4x2" },
    { "type = transputer; start time = 75; send byte time = 0.2;", "3" },
    { "type = network; start time = 1; send byte time = 0.01;", "2x2x2" },
};

static Params *
make_machine(guint i)
{
    const char *text = machines[i][0];
    Params *params = params_parse("test", text, strlen(text), NULL);

    g_assert_true(params != NULL && params_set_topology(params, machines[i][1], NULL));
    return params;
}

static void
check_value(const char *name, const char *what, double actual, double expected)
{
    const gboolean near = fabs(actual - expected) <= 1e-11 * fabs(expected);

    if (!near)
        g_print("# %s: %s is %.17g, not %.17g\n", name, what, actual, expected);
    CU_ASSERT_TRUE(near);
}

static void
check_path(const char *name, const Timeline *timeline, double execution_time)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CriticalPath) path = critical_path_new(timeline, 50, &error);
    SimSum program = { 0, 0 }, processors = { 0, 0 }, lines = { 0, 0 };

    if (path == NULL)
        g_print("# %s: %s\n", name, error->message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    for (PathPart part = 0; part < N_PATH_PARTS; part++)
        sim_sum_add(&program, path->program[part]);
    for (guint i = 0; i < path->processors->len; i++)
        sim_sum_add(&processors, g_array_index(path->processors, PathProcessor, i).seconds);
    for (guint i = 0; i < path->lines->len; i++)
        sim_sum_add(&lines, g_array_index(path->lines, PathLine, i).total);
    CU_ASSERT_EQUAL(sim_sum_value(program), path->length);
    CU_ASSERT_EQUAL(sim_sum_value(processors), path->length);
    CU_ASSERT_EQUAL(sim_sum_value(lines), path->length);
    CU_ASSERT_TRUE(path->stretches->len <= 50);
    check_value(name, "the length of the path", path->length, execution_time);
}

static void
check_metrics(const char *name, const Timeline *timeline, const Prediction *prediction)
{
    const Characteristics *all = &prediction->intervals[0].values;
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    const Metrics metrics = metrics_get(table, METRICS_PROGRAM, 0);
    double cpu = 0;

    check_value(name, "T", metrics.value[METRIC_TIME], prediction->execution_time);
    check_value(name, "T_cpu", metrics.value[METRIC_CPU], all->cpu_time);
    for (gint64 p = 0; p < timeline_processors(timeline); p++) {
        const Metrics own = metrics_get(table, METRICS_PROCESSOR, p);
        cpu += own.value[METRIC_CPU];
        check_value(name, "T of a processor", own.value[METRIC_TIME],
                    own.value[METRIC_CPU] + own.value[METRIC_WAIT] +
                        own.value[METRIC_WAIT_CPU]);
    }
    check_value(name, "T_cpu of the processors", cpu, metrics.value[METRIC_CPU]);
}

static void
check_sample(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program = trace_read(path, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(program);
    for (guint i = 0; i < G_N_ELEMENTS(machines); i++) {
        g_autoptr(Params) params = make_machine(i);
        const gint64 n = rater_grid_count(&params->topology);
        g_autoptr(Timeline) timeline = timeline_new(n, 0);
        const PredictOptions options = { .timeline = timeline, .no_ideal = TRUE };
        g_autoptr(Prediction) prediction = predict(program, params, &options, NULL);
        g_autofree char *name = g_strdup_printf("%s on %s", path, machines[i][1]);
        if (prediction == NULL)
            continue; /* tasks that do not fit */
        check_path(name, timeline, prediction->execution_time);
        check_metrics(name, timeline, prediction);
    }
}

static void
test_samples(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SRCDIR"), "samples", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    guint n = 0;

    CU_ASSERT_PTR_NOT_NULL_FATAL(dir);
    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (!g_str_has_suffix(name, ".trc"))
            continue;
        check_sample(path);
        n++;
    }
    CU_ASSERT_TRUE(n > 10);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "samples", test_samples }, CU_TEST_INFO_NULL };
    return tap_run("path", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Logs of task pools, the fit, and what is predicted: by hand, by the tables of the report, and
 * against a pool that is played task by task.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/tasks/predict.h"
#include "src/analysis/tasks/student.h"
#include "src/pool/read.h"
#include "tests/tap.h"
#include "tests/tasks/measured.h"

#define SEED 20260315

#define CHECK_NEAR(actual, expected, relative) check_near((actual), (expected), (relative), __LINE__)

static void
check_near(double actual, double expected, double relative, unsigned line)
{
    const gboolean near = fabs(actual - expected) <= relative * fabs(expected) + 1e-300;

    if (!near)
        g_printerr("# %s:%u: %.17g, expected %.17g\n", __FILE__, line, actual, expected);
    CU_assertImplementation(near, line, "near", __FILE__, "", CU_FALSE);
}

static TaskLog *
read_log(const char *text, GError **error)
{
    g_autoptr(GraphText) copy = graph_text_new("x.log", text, strlen(text));

    return task_log_read(copy, &(TaskLogOptions){ 2, 3 }, error);
}

static TaskFit *
fit_log(const char *text, gboolean robust)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TaskLog) log = read_log(text, &error);

    g_assert_no_error(error);
    return task_fit_new(log, &(TaskFitOptions){ robust, NAN });
}

/* A fit that is given, of a run of many workers. */
static TaskFit
given(double time, double interval, double start, double slope)
{
    return (TaskFit){ .processors = 12, .time.value = time, .interval.value = interval,
                      .start.value = start, .slope.value = slope, .paper_slope = slope };
}

static void
test_student(void)
{
    CHECK_NEAR(student_quantile(0.95, 1), 12.7062047362, 1e-11);
    CHECK_NEAR(student_quantile(0.95, 2), 4.30265272975, 1e-11);
    CHECK_NEAR(student_quantile(0.95, 5), 2.57058183565, 1e-11);
    CHECK_NEAR(student_quantile(0.95, 30), 2.04227245630, 1e-11);
    CHECK_NEAR(student_quantile(0.99, 10), 3.16927267261, 1e-11);
    CHECK_NEAR(student_quantile(0.95, 1000000), 1.95996640000, 1e-7);
}

/* Workers that do tasks of one length at one distance, as the figures tell of the mean. */
static TaskFit *
fit_measured(const Measured *rows, guint n, double slope)
{
    g_autoptr(TaskLog) log = task_log_new("figure", "gisttext", "us");

    for (guint w = 0; w < n; w++) {
        g_autofree char *name = g_strdup_printf("%u", w);
        const guint worker = task_log_worker(log, name);
        for (guint k = 0; k < rows[w].tasks; k++) {
            const double start = rows[w].start + k * (rows[w].time + rows[w].interval);
            task_log_add(log, worker, start, start + rows[w].time, k + 1);
        }
    }
    CU_ASSERT_FATAL(task_log_finish(log, FALSE, NULL));
    return task_fit_new(log, &(TaskFitOptions){ FALSE, slope });
}

static void
test_report(void)
{
    static const struct {
        const Measured *rows;
        guint n;
        double paper, line, pool;
    } runs[] = {
        { figure7, G_N_ELEMENTS(figure7), 4106084, 4104983, 4104799 },
        { figure8, G_N_ELEMENTS(figure8), 4135614, 4138241, 4138236 },
        { figure9, G_N_ELEMENTS(figure9), 4164614, 4170405, 4170280 },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(runs); i++) {
        g_autoptr(TaskFit) fit = fit_measured(runs[i].rows, runs[i].n, 7300);
        const TaskPrediction p = task_predict(fit, runs[i].n, fit->tasks);
        CHECK_NEAR(p.paper, runs[i].paper, 2e-4);
        CHECK_NEAR(p.line, runs[i].line, 2e-7);
        CHECK_NEAR(p.pool, runs[i].pool, 2e-7);
        CU_ASSERT_FALSE(p.triangle);
        CU_ASSERT_FALSE(p.paper_triangle);
    }
}

static void
test_figure7(void)
{
    g_autoptr(TaskFit) fit = fit_measured(figure7, G_N_ELEMENTS(figure7), NAN);

    CHECK_NEAR(fit->time.value, 4059.741685, 1e-9);
    CHECK_NEAR(fit->interval.value, 15.136709, 1e-7);
    CHECK_NEAR(fit->slope.value, 6457.952381, 1e-9);
    CHECK_NEAR(fit->start.value, 5486.666667, 1e-9);
    CHECK_NEAR(fit->origin_slope, 7555.285714, 1e-9);
    /* (4104378 - 4370 - 1006 * 4059.95) / 1005 */
    const Measured *row = &figure7[0];
    CHECK_NEAR((row->finish - row->start - row->tasks * row->time) / (row->tasks - 1.0),
               row->interval, 1e-3);
}

static void
test_figure15(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(figure15); i++) {
        const Formulas *row = &figure15[i];
        const TaskFit fit = given(row->time, row->interval, 0, 7300);
        const gint64 tasks = 12 * row->factor;
        const TaskPrediction p = task_predict(&fit, 12, tasks);
        const double trapezoid = 12 * 7300 / 2.0 + row->factor * (row->time + row->interval) +
                                 row->time / 2;
        CHECK_NEAR(task_paper_triangle(&fit, tasks), row->triangle, 1.2e-4);
        CHECK_NEAR(task_paper_processors(&fit, tasks), row->desired, 5e-3);
        CHECK_NEAR(trapezoid, row->trapezoid, 6.2e-5);
        CU_ASSERT_EQUAL(p.paper_triangle, row->factor != 550);
        CHECK_NEAR(p.paper, p.paper_triangle ? row->triangle : row->trapezoid - row->interval,
                   1.2e-4);
    }
}

/* Figure 4 of the report. */
static const char figure4[] = "E 0x0 0 0 1 Start Generator\n"
                              "E 0x0 186 186 2 Start Worker Task #0\n"
                              "E 0x0 598 412 3 End Worker Task #0\n"
                              "E 0x0 625 27 2 Start Worker Task #1\n"
                              "E 0xe 998 373 2 Start Worker Task #2\n"
                              "E 0x0 1031 33 3 End Worker Task #1\n"
                              "E 0x0 1049 18 2 Start Worker Task #3\n"
                              "E 0xe 1411 362 3 End Worker Task #2\n";

static void
test_gist(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TaskLog) log = read_log(figure4, &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(log);
    CHECK_INT(log->workers->len, 2);
    CU_ASSERT_STRING_EQUAL(task_log_get_worker(log, 1)->name, "14");
    CHECK_INT(task_log_get_worker(log, 0)->n, 2);
    CHECK_INT(log->warnings->len, 1);
    CU_ASSERT_STRING_EQUAL(log->warnings->pdata[0],
                           "x.log:7: warning: the task of process 0 never ends: it is left out");
    g_autoptr(TaskFit) fit = task_fit_new(log, &(TaskFitOptions){ FALSE, NAN });
    CHECK_NEAR(fit->slope.value, 998 - 186, 0);
    CHECK_NEAR(fit->start.value, 186, 0);
    CHECK_NEAR(fit->time.value, (412 + 406 + 413) / 3.0, 1e-15);
    CU_ASSERT_TRUE(isnan(fit->slope.error));
    CU_ASSERT_TRUE(isnan(task_predict(fit, 2, 3).half_width));
}

/* Starts 0 and 3, T_t 5, T_i 1, four tasks. */
static void
test_four_tasks(void)
{
    g_autoptr(TaskFit) fit = fit_log("worker,start,end\na,0,5\na,6,11\nb,3,8\nb,9,14\n", FALSE);
    const TaskPrediction p = task_predict(fit, 2, 4);

    CHECK_NEAR(p.pool, 14, 1e-15);
    CHECK_NEAR(p.line, 15, 1e-15);
    CHECK_NEAR(p.paper, 16.5, 1e-15);
    CHECK_NEAR(task_critical_processors(fit, 4), (-4 + sqrt(16 + 8 * 3 * 24)) / 6, 1e-15);
}

static void
test_lines(void)
{
    g_autoptr(TaskFit) fit = fit_log("worker,start,end\na,0,1\nb,2,3\nc,7,8\n", FALSE);
    g_autoptr(TaskFit) robust = fit_log("worker,start,end\na,0,1\nb,2,3\nc,4,5\nd,60,61\n", TRUE);

    CHECK_NEAR(fit->slope.value, 3.5, 1e-15);
    CHECK_NEAR(fit->start.value, -0.5, 1e-14);
    CHECK_NEAR(fit->residuals[0], 0.5, 1e-14);
    CHECK_NEAR(fit->residuals[1], -1, 1e-14);
    CHECK_NEAR(fit->slope.error, sqrt(0.75), 1e-14);
    CHECK_NEAR(robust->slope.value, 11, 1e-15);
    CHECK_NEAR(robust->start.value, -4.5, 1e-15);
}

/* Tasks 3, 5 and 6, 6. */
static void
test_clusters(void)
{
    g_autoptr(TaskFit) fit = fit_log("worker,start,end\na,0,3\na,3,8\nb,0,6\nb,6,12\n", FALSE);

    CHECK_NEAR(fit->time.value, 5, 0);
    CHECK_NEAR(fit->time.error, 1, 1e-15);
    CHECK_INT(fit->effective, 2);
    CHECK_INT(fit->formal, 0);
}

static void
test_lanes(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TaskLog) log = read_log("host;begin;runtime\n# a remark\n"
                                      "n10;1;1\n\"n2\";0;5\nn2;3;3\nn2;5;3\nn2;5;2\n", &error);
    static const struct {
        const char *name;
        guint n;
        double end;
    } lanes[] = { { "n2", 2, 7 }, { "n2#2", 1, 6 }, { "n2#3", 1, 8 }, { "n10", 1, 2 } };

    CU_ASSERT_PTR_NOT_NULL_FATAL(log);
    CHECK_INT(log->workers->len, G_N_ELEMENTS(lanes));
    for (guint i = 0; i < log->workers->len && i < G_N_ELEMENTS(lanes); i++) {
        const PoolWorker *worker = task_log_get_worker(log, i);
        CU_ASSERT_STRING_EQUAL(worker->name, lanes[i].name);
        CHECK_INT(worker->n, lanes[i].n);
        CHECK_NEAR(task_log_task(log, i, worker->n - 1)->end, lanes[i].end, 0);
    }
    CHECK_INT(log->warnings->len, 1);
}

static void
test_dates(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TaskLog) log = read_log("JobID|NodeList|Start|End|State\n"
                                      "1|n1|2026-03-14T10:00:05|2026-03-14T10:04:31|COMPLETED\n"
                                      "2|n2|2026-03-14T11:00:06.5+01:00|2026-03-14T10:01:00Z|X\n"
                                      "3||Unknown|Unknown|PENDING\n"
                                      "4||2026-03-14T11:00:06|None|RUNNING\n", &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(log);
    CHECK_NEAR(task_log_task(log, 0, 0)->end, 266, 0);
    CHECK_NEAR(task_log_task(log, 1, 0)->start, 1.5, 0);
    CHECK_NEAR(task_log_task(log, 1, 0)->end, 55, 0);
    CHECK_INT(log->warnings->len, 1);
    CU_ASSERT_STRING_EQUAL(log->warnings->pdata[0],
                           "x.log:4: warning: 2 tasks without start or end, this the first: left out");
}

static void
test_chrome(void)
{
    static const char *const texts[] = {
        "{\"traceEvents\": [%s], \"x\": 1}", "[%s]",
    };
    static const char events[] = "{\"ph\":\"M\"}, {\"ph\":\"X\",\"pid\":1,\"tid\":\"b\",\"ts\":7.5,"
                                 "\"dur\":2}, 5, {\"ph\":\"X\",\"pid\":1,\"tid\":\"a\",\"ts\":5,\"dur\":1}";

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(GStrv) parts = g_strsplit(texts[i], "%s", 2);
        g_autofree char *text = g_strjoinv(events, parts);
        g_autoptr(TaskLog) log = read_log(text, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(log);
        CHECK_INT(log->workers->len, 2);
        CU_ASSERT_STRING_EQUAL(task_log_get_worker(log, 0)->name, "1/a");
        CHECK_NEAR(task_log_task(log, 1, 0)->start, 2.5, 0);
        CHECK_NEAR(task_log_task(log, 1, 0)->end, 4.5, 0);
    }
}

static void
test_errors(void)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        { "E 0x0 5 5 2 a\nE 0x0 4 1 3 b\n", "x.log:2: error: time goes back: 4" },
        { "E 0x0 5 5 2 a\nE 0x0 6 1 2 b\n",
          "x.log:2: error: process 0 begins a task while that of line 1 is not ended" },
        { "E 0x1f 5 5 3 a\n", "x.log:1: error: process 31 ends a task that it did not begin" },
        { "E 0x0 5 5\n", "x.log:1: error: an event is E, process, time, elapsed time and code" },
        { "E 0x0 5 5 2 a\nE zero 6 6 3\n",
          "x.log:2: error: 'zero' is not a process, 0x and its number" },
        { "E 0x0 1e999 5 2 a\n", "x.log:1: error: '1e999' is not a time" },
        { "E 0x0 5 5 1 a\n", "x.log: error: there is no task in it" },
        { "worker,start\na,1\n", "x.log:1: error: there is no column 'end'" },
        { "worker,end\na,1\n", "x.log:1: error: there is no column 'start'" },
        { "worker,start,end\na,2,1\n", "x.log:2: error: the task ends before it starts" },
        { "worker,start,end\na,x,1\n", "x.log:2: error: 'x' is not a time" },
        { "worker,start,dur\na,1,-1\n", "x.log:2: error: '-1' is not a duration" },
        { "worker,start,end\n,1,2\n", "x.log:2: error: the worker is missing" },
        { "worker,start,end\na,2026-03-14T10:00:05,7\n",
          "x.log:2: error: '7' is not a date as in the lines before" },
        { "worker,start,end\n", "x.log: error: there is no task in it" },
        { "[{\"ph\":\"X\",\"ts\":1}]", "x.log: error: traceEvents[0].dur is not a time" },
        { "[{\"ph\":\"X\",\"ts\":1,\"dur\":-1}]", "x.log: error: traceEvents[0].dur is negative" },
        { "hello\n", "x.log: error: no log of tasks: expected lines of gisttext, a table with the "
                     "columns worker, start and end, or a Chrome trace" },
        { "", "x.log: error: no log of tasks: expected lines of gisttext, a table with the "
              "columns worker, start and end, or a Chrome trace" },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TaskLog) log = read_log(cases[i].text, &error);
        CU_ASSERT_PTR_NULL(log);
        CU_ASSERT_PTR_NOT_NULL_FATAL(error);
        if (!g_str_equal(error->message, cases[i].message))
            g_printerr("# %s\n# expected %s\n", error->message, cases[i].message);
        CU_ASSERT_STRING_EQUAL(error->message, cases[i].message);
    }
}

/* The pool, task by task: whoever is free first takes the next. */
static double
play(const TaskFit *fit, guint processors, guint tasks)
{
    g_autofree double *free = g_new(double, processors);
    double end = -INFINITY;

    for (guint j = 0; j < processors; j++)
        free[j] = fit->start.value + j * fit->slope.value;
    for (guint t = 0; t < tasks; t++) {
        guint first = 0;
        for (guint j = 1; j < processors; j++)
            first = free[j] < free[first] ? j : first;
        end = MAX(end, free[first] + fit->time.value);
        free[first] += fit->time.value + fit->interval.value;
    }
    return end;
}

static void
test_pool(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(SEED);

    for (int i = 0; i < TAP_CASES(2000); i++) {
        const TaskFit fit = given(g_rand_double_range(random, 0.1, 10), g_rand_double(random),
                                  g_rand_double_range(random, -1, 5),
                                  g_rand_double_range(random, -0.5, 8));
        const guint processors = (guint)g_rand_int_range(random, 1, 30);
        const guint tasks = (guint)g_rand_int_range(random, 1, 300);
        const double expected = play(&fit, processors, tasks);
        const double pool = task_predict(&fit, processors, tasks).pool;
        if (fabs(pool - expected) > 1e-9 * (1 + fabs(expected)))
            g_printerr("# case %d of seed %d: %.17g, played %.17g\n", i, SEED, pool, expected);
        CU_ASSERT_DOUBLE_EQUAL(pool, expected, 1e-9 * (1 + fabs(expected)));
    }
}

/* A trapezoid and a triangle are the same where the one becomes the other, and more processors
 * never take longer. */
static void
test_forms(void)
{
    const TaskFit fit = given(4060, 15, 4500, 7300);
    const double critical = task_critical_processors(&fit, 8000);
    double last = INFINITY;

    for (gint64 n = 1; n < 200; n++) {
        const TaskPrediction p = task_predict(&fit, n, 8000);
        CU_ASSERT_EQUAL(p.triangle, n > critical);
        CU_ASSERT_TRUE(p.pool <= last);
        last = p.pool;
    }
    CHECK_NEAR(task_predict(&fit, (gint64)critical, 8000).line,
               task_predict(&fit, 1000, 8000).line, 1e-3);
    const TaskFit flat = given(5, 0, 0, 0);
    CU_ASSERT_TRUE(isnan(task_critical_processors(&flat, 10)));
    CHECK_NEAR(task_predict(&flat, 10, 10).pool, 5, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "quantiles of Student's distribution", test_student },
        { "table 1 of the report", test_report },
        { "figure 7 of the report", test_figure7 },
        { "figure 15 of the report, all rows", test_figure15 },
        { "gisttext", test_gist },
        { "four tasks by hand", test_four_tasks },
        { "lines by hand", test_lines },
        { "errors of clusters by hand", test_clusters },
        { "several tasks at once", test_lanes },
        { "dates and times that are not known", test_dates },
        { "Chrome traces", test_chrome },
        { "errors", test_errors },
        { "the pool against one that is played", test_pool },
        { "forms", test_forms },
        CU_TEST_INFO_NULL,
    };

    return tap_run("tasks", tests);
}

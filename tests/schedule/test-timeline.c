/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Schedules as timelines: the critical path of each is as long as the schedule, and all of it is
 * tasks and messages.
 */
#include <math.h>
#include <string.h>

#include "src/analysis/activity/critical-path.h"
#include "src/analysis/schedule/measured.h"
#include "src/analysis/schedule/timeline.h"
#include "src/graph/grains-timeline.h"
#include "src/pool/timeline.h"
#include "tests/schedule/graphs.h"
#include "tests/tap.h"

#define SEED 20261122

static CriticalPath *
path_of(const ScheduleProblem *problem, const Schedule *schedule)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Timeline) timeline = timeline_new(problem->p, 0);

    schedule_timeline(&(ScheduleOfProblem){ problem, schedule }, timeline);
    CU_ASSERT_TRUE(timeline_ok(timeline, &error));
    CriticalPath *path = critical_path_new(timeline, 10, &error);
    if (path == NULL)
        g_printerr("%s\n", error->message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    return path;
}

/* heft10: n1 9, message 9 to n4 at 18, 24 there until 42, message 15 to n8 at 57, 5, message 11 to
 * n10 at 73, 7: 45 of tasks and 35 of messages */
static void
test_heft(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TaskGraph) graph = graphs_sample("heft10.dot");
    g_autoptr(ScheduleMachine) machine = graphs_machine(NULL, 3, NULL, NULL);
    g_autoptr(ScheduleProblem) problem = schedule_problem_new(graph, machine, &error);
    g_autoptr(Schedule) schedule = schedule_make(problem, SCHEDULE_heft);
    g_autoptr(CriticalPath) path = path_of(problem, schedule);

    CU_ASSERT_EQUAL(path->length, 80);
    CU_ASSERT_EQUAL(path->program[PATH_CPU], 9 + 8 + 16 + 5 + 7);
    CU_ASSERT_EQUAL(path->program[PATH_COMMUNICATION + OPERATION_REMOTE], 35);
}

static void
test_random(void)
{
    static const char *const links[] = { "full", "ring", "mesh" };

    for (guint i = 0; i < TAP_CASES(100); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TaskGraph) graph = graphs_random(SEED + i, 1 + i % 40, i % 3 * 5);
        g_autoptr(ScheduleMachine) machine =
            graphs_machine(links[i % 3], 1 + i % 6, NULL, NULL);
        g_autoptr(ScheduleProblem) problem = schedule_problem_new(graph, machine, &error);
        for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++) {
            g_autoptr(Schedule) schedule = schedule_make(problem, h);
            g_autoptr(CriticalPath) path = path_of(problem, schedule);
            CU_ASSERT_DOUBLE_EQUAL(path->length, schedule->makespan, 1e-9);
        }
    }
}

/* The times of the trace in the graph of the cold start. */
static void
test_measured(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TaskGraph) cold = graphs_sample("pi-cold.tg"), warm = graphs_sample("pi.trace");
    g_autofree char *path = g_build_filename(g_getenv("SRCDIR"), "samples/graphs/pi.trace", NULL);
    g_autoptr(GraphText) text = graph_text_read(path, 0, &error);
    g_autoptr(GrainTrace) trace = grain_trace_read(text);
    g_autoptr(TaskGraph) measured = schedule_measured_graph(cold, trace);

    for (guint i = 0; i < warm->tasks->len; i++)
        CU_ASSERT_EQUAL(task_graph_task(measured, i)->time, task_graph_task(warm, i)->time);
    for (guint k = 0; k < warm->edges->len; k++)
        CU_ASSERT_EQUAL(task_graph_get_edge(measured, measured->in[k])->delay,
                        task_graph_get_edge(warm, warm->in[k])->delay);
    CHECK_INT(measured->warnings->len, 0);
}

static CriticalPath *
path_of_trace(const char *lines)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_new("x.trace", lines, strlen(lines));
    g_autoptr(GrainTrace) trace = grain_trace_read(text);
    g_autoptr(Timeline) timeline = timeline_new(trace->processors->len, 0);

    grain_trace_timeline(trace, timeline);
    CriticalPath *path = critical_path_new(timeline, 10, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    return path;
}

static void
check_path(const char *lines, double length, double cpu)
{
    g_autoptr(CriticalPath) path = path_of_trace(lines);

    CU_ASSERT_DOUBLE_EQUAL(path->length, length * 1e-3, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(path->program[PATH_CPU], cpu * 1e-3, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(path->program[PATH_COMMUNICATION + OPERATION_REMOTE],
                           (length - cpu) * 1e-3, 1e-12);
}

static void
test_grains(void)
{
    /* 10, a message of 2 + 2 behind it, 3 */
    check_path("start 4 1 0\nstop 4 1 10\nsendBegin x 1 10\nsendEnd x 1 12\nrecvBegin x 2 15\n"
               "recvEnd x 2 17\nstart 9 2 17\nstop 9 2 20\n",
               17, 13);
    /* sent at 5 in the middle of a grain: 5, a message of 1 + 1, 12 */
    check_path("start 4 1 0\nsendBegin x 1 5\nsendEnd x 1 6\nstop 4 1 10\nrecvBegin x 2 7\n"
               "recvEnd x 2 8\nstart 9 2 8\nstop 9 2 20\n",
               19, 17);
    /* received in the middle: what comes before does not wait for it: 10, 1 + 1, 3 */
    check_path("start 4 1 0\nstop 4 1 10\nsendBegin x 1 10\nsendEnd x 1 11\nstart 9 2 2\n"
               "recvBegin x 2 11\nrecvEnd x 2 12\nstop 9 2 15\n",
               15, 13);
    /* the receiver is there before it is sent: no more than the 2 that there are between */
    check_path("start 4 1 0\nstop 4 1 10\nsendBegin x 1 10\nsendEnd x 1 12\nrecvBegin x 2 1\n"
               "recvEnd x 2 12\nstart 9 2 12\nstop 9 2 20\n",
               20, 18);
    /* received before it is sent: clocks differ, nobody waits */
    check_path("start 4 1 0\nstop 4 1 10\nsendBegin x 1 10\nsendEnd x 1 12\nrecvBegin x 2 1\n"
               "recvEnd x 2 2\nstart 9 2 2\nstop 9 2 20\n",
               18, 18);
    /* at one time to and fro */
    check_path("start 4 1 0\nstop 4 1 10\nstart 9 2 0\nstop 9 2 10\nsendBegin x 1 10\n"
               "sendEnd x 1 10\nrecvBegin x 2 10\nrecvEnd x 2 10\nsendBegin y 2 10\n"
               "sendEnd y 2 10\nrecvBegin y 1 10\nrecvEnd y 1 10\n",
               10, 10);
}

/* Whatever is in a trace, the path is no longer than the run and no shorter than the processor
 * with the most to do. */
static void
test_random_traces(void)
{
    for (guint i = 0; i < TAP_CASES(100); i++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(SEED + i);
        g_autoptr(GString) lines = g_string_new(NULL);
        gint at[4] = { 0 }, most = 0, end = 0;
        gint busy[4] = { 0 };
        for (gint g = 1; g <= 20; g++) {
            const gint p = g_rand_int_range(rand, 0, 4), time = g_rand_int_range(rand, 0, 9);
            const gint start = at[p] + g_rand_int_range(rand, 0, 4), stop = start + time;
            const gint sent = g_rand_int_range(rand, 0, 60), received = g_rand_int_range(rand, 0, 60);
            g_string_append_printf(lines, "start %d %d %d\nstop %d %d %d\n", p, g, start, p, g, stop);
            g_string_append_printf(lines, "sendBegin x%d %d %d\nsendEnd x%d %d %d\n", g, g, sent, g, g,
                                   sent + g % 3);
            g_string_append_printf(lines, "recvBegin x%d %d %d\nrecvEnd x%d %d %d\n", g, g % 20 + 1,
                                   received, g, g % 20 + 1, received + g % 2);
            at[p] = stop;
            busy[p] += time;
            most = MAX(most, busy[p]);
            end = MAX(end, MAX(stop, MAX(sent, received + g % 2)));
        }
        g_autoptr(CriticalPath) path = path_of_trace(lines->str);
        if (path->length < most * 1e-3 - 1e-12 || path->length > end * 1e-3 + 1e-12)
            g_printerr("seed %u: %g of %d to %d ms\n", SEED + i, path->length, most, end);
        CU_ASSERT_TRUE(path->length >= most * 1e-3 - 1e-12 && path->length <= end * 1e-3 + 1e-12);
    }
}

/* Nobody waits for another: the path is the worker with the most work, 2 + 4 of the three. */
static void
test_log(void)
{
    g_autoptr(TaskLog) log = task_log_new("x.csv", "csv", "s");
    g_autoptr(GError) error = NULL;
    const guint a = task_log_worker(log, "n10"), b = task_log_worker(log, "n2");

    task_log_add(log, a, 0, 2, 2);
    task_log_add(log, a, 3, 7, 3);
    task_log_add(log, b, 1, 6, 4);
    CU_ASSERT_TRUE_FATAL(task_log_finish(log, TRUE, NULL));
    g_autoptr(Timeline) timeline = timeline_new(log->workers->len, 0);
    CU_ASSERT_EQUAL(task_log_timeline(log, timeline), 7);
    CU_ASSERT_STRING_EQUAL(timeline_name(timeline, 0), "n2");
    CU_ASSERT_STRING_EQUAL(timeline_name(timeline, 1), "n10");
    g_autoptr(CriticalPath) path = critical_path_new(timeline, 10, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    CU_ASSERT_EQUAL(path->length, 6);
    CU_ASSERT_EQUAL(path->total_cpu, 11);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "the critical path of HEFT's schedule", test_heft },
        { "critical paths of random schedules", test_random },
        { "a graph with measured times", test_measured },
        { "traces of grains", test_grains },
        { "critical paths of random traces", test_random_traces },
        { "a log of tasks", test_log },
        CU_TEST_INFO_NULL,
    };
    return tap_run("timelines of schedules", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Schedules as timelines: the critical path of each is as long as the schedule, and all of it is
 * tasks and messages.
 */
#include <math.h>

#include "src/analysis/activity/critical-path.h"
#include "src/analysis/schedule/measured.h"
#include "src/analysis/schedule/timeline.h"
#include "src/graph/grains.h"
#include "tests/schedule/graphs.h"
#include "tests/tap.h"

#define SEED 20261122

static CriticalPath *
path_of(const ScheduleProblem *problem, const Schedule *schedule)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Timeline) timeline = timeline_new(problem->p, 0);

    schedule_timeline_fill(problem, schedule, timeline);
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

int
main(void)
{
    CU_TestInfo tests[] = {
        { "the critical path of HEFT's schedule", test_heft },
        { "critical paths of random schedules", test_random },
        { "a graph with measured times", test_measured },
        CU_TEST_INFO_NULL,
    };
    return tap_run("timelines of schedules", tests);
}

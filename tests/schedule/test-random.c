/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What holds for every schedule, on random graphs and machines.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/schedule/graphs.h"
#include "tests/tap.h"

#define SEED 20261122

/* No start before all data are there, none before the task before it has ended, and the critical
 * path is as long as the schedule. */
static void
check_schedule(const ScheduleProblem *problem, const Schedule *schedule)
{
    g_autofree double *arrival = g_new(double, problem->p);
    guint placed = 0;
    gboolean sound = TRUE;

    for (guint p = 0; p < problem->p; p++) {
        double free = 0;
        for (guint k = 0; k < schedule->lanes[p]->len; k++, placed++) {
            const guint i = g_array_index(schedule->lanes[p], guint, k);
            schedule_arrivals(problem, schedule, i, arrival);
            sound &= schedule->processor[i] == p && schedule->start[i] >= free &&
                     schedule->start[i] >= arrival[p] &&
                     schedule->finish[i] ==
                         schedule->start[i] + schedule_problem_time(problem, i, p);
            free = schedule->finish[i];
        }
    }
    CU_ASSERT_TRUE(sound);
    CHECK_INT(placed, problem->n);
    g_autoptr(GArray) path = schedule_path(problem, schedule);
    const ScheduleStep *first = &g_array_index(path, ScheduleStep, 0),
                       *last = &g_array_index(path, ScheduleStep, path->len - 1);
    CU_ASSERT_EQUAL(schedule->start[first->task], 0);
    CU_ASSERT_EQUAL(schedule->finish[last->task], schedule->makespan);
}

static void
check_problem(const ScheduleProblem *problem, gboolean small)
{
    const ScheduleBounds bounds = schedule_bounds(problem);
    double best = G_MAXDOUBLE;

    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++) {
        g_autoptr(Schedule) schedule = schedule_make(problem, h);
        check_schedule(problem, schedule);
        CU_ASSERT_TRUE(schedule->makespan >= bounds.bound * (1 - 1e-12));
        if (problem->p == 1)
            CU_ASSERT_DOUBLE_EQUAL(schedule->makespan, problem->one, 1e-9);
        best = MIN(best, schedule->makespan);
    }
    if (!small)
        return;
    const ScheduleOptimum optimum = schedule_optimum(problem, best, bounds.bound, 20000);
    CU_ASSERT_TRUE(optimum.makespan <= best);
    CU_ASSERT_TRUE(optimum.makespan >= bounds.bound * (1 - 1e-12));
}

static void
test_properties(void)
{
    static const char *const links[] = { "full", "star", "line", "ring", "mesh", "torus" };
    static const double speeds[] = { 1, 2, 0.5, 3, 1.5, 0.25, 1, 4 };

    for (guint i = 0; i < TAP_CASES(240); i++) {
        GError *error = NULL;
        const guint p = 1 + i % 7, n = 1 + i % 40;
        g_autoptr(TaskGraph) graph = graphs_random(SEED + i, n, i % 3 * 10);
        g_autoptr(ScheduleMachine) machine =
            graphs_machine(links[i % G_N_ELEMENTS(links)], p, NULL, i % 2 == 0 ? NULL : speeds);
        g_autoptr(ScheduleProblem) problem = schedule_problem_new(graph, machine, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(problem);
        check_problem(problem, n <= 10);
    }
}

/* The shortest of all schedules, by trying all orders and processors without any cleverness. */
static double
try_all(const ScheduleProblem *problem, Schedule *schedule, guint32 placed, double free[])
{
    double best = G_MAXDOUBLE, arrival[3];

    if (placed == ((guint32)1 << problem->n) - 1) {
        schedule_end_all(schedule);
        return schedule->makespan;
    }
    for (guint i = 0; i < problem->n; i++) {
        gboolean ready = (placed >> i & 1) == 0;
        for (guint x = problem->graph->first_in[i]; x < problem->graph->first_in[i + 1]; x++)
            ready &= (placed >> task_graph_get_edge(problem->graph, problem->graph->in[x])->from &
                      1) != 0;
        for (guint p = 0; p < problem->p && ready; p++) {
            const double before = free[p];
            schedule_arrivals(problem, schedule, i, arrival);
            schedule->processor[i] = p;
            schedule->finish[i] = free[p] =
                MAX(before, arrival[p]) + schedule_problem_time(problem, i, p);
            best = MIN(best, try_all(problem, schedule, placed | (guint32)1 << i, free));
            free[p] = before;
        }
    }
    return best;
}

static void
test_optimum(void)
{
    static const double speeds[] = { 1, 2, 0.5 };

    for (guint i = 0; i < TAP_CASES(60); i++) {
        GError *error = NULL;
        double free[3] = { 0 };
        g_autoptr(TaskGraph) graph = graphs_random(SEED + 1000 + i, 2 + i % 5, i % 4 * 3);
        g_autoptr(ScheduleMachine) machine =
            graphs_machine(i % 2 == 0 ? "full" : "line", 1 + i % 3, NULL, i % 5 == 0 ? speeds : NULL);
        g_autoptr(ScheduleProblem) problem = schedule_problem_new(graph, machine, &error);
        g_autoptr(Schedule) schedule = schedule_new(problem, "all");
        const double shortest = try_all(problem, schedule, 0, free);
        const ScheduleOptimum optimum = schedule_optimum(problem, G_MAXDOUBLE, 0, 1000000);
        CU_ASSERT_TRUE(optimum.proven);
        CU_ASSERT_EQUAL(optimum.makespan, shortest);
        if (optimum.makespan != shortest)
            printf("# seed %u\n", SEED + 1000 + i);
    }
}

/* The same schedules whatever the number of threads. */
static void
test_threads(void)
{
    g_autoptr(TaskGraph) graph = graphs_random(SEED, 300, 20);
    double makespans[2][4 * SCHEDULE_N_HEURISTICS];

    for (guint t = 0; t < 2; t++) {
        GError *error = NULL;
        ScheduleOptions options = { .threads = t == 0 ? 1 : 4 };
        g_autoptr(ScheduleStudy) study = schedule_study_new(graph);
        for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
            options.heuristics[h] = TRUE;
        for (guint p = 1; p <= 4; p++)
            schedule_study_add(study, graphs_machine(NULL, p, NULL, NULL));
        CU_ASSERT_TRUE_FATAL(schedule_study_run(study, &options, &error));
        for (guint i = 0; i < 4; i++)
            for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
                makespans[t][i * SCHEDULE_N_HEURISTICS + h] =
                    schedule_row_result(schedule_study_row(study, i), h)->schedule->makespan;
    }
    CU_ASSERT_EQUAL(memcmp(makespans[0], makespans[1], sizeof makespans[0]), 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "every schedule can be done", test_properties },
        { "the optimum is that of all schedules", test_optimum },
        { "threads change nothing", test_threads },
        CU_TEST_INFO_NULL,
    };
    return tap_run("random schedules", tests);
}

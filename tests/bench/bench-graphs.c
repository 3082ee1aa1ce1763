/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "graphs": schedules of a large task graph by each heuristic, lower bounds, reading long
 * traces of grains and logs of task pools.
 */
#include <math.h>

#include "src/analysis/schedule/bounds.h"
#include "src/analysis/schedule/heuristics.h"
#include "src/analysis/tasks/fit.h"
#include "src/graph/grains.h"
#include "src/pool/read.h"
#include "tests/bench/bench-group.h"
#include "tests/bench/bench.h"

#define SEED       20261122
#define TASKS      10000
#define BOUNDED    2000
#define PROCESSORS 64
#define RECORDS    1000000
#define REACH      200 /* predecessors are among so many tasks before */
#define EDGES      5   /* of a task */

/* A layered graph as scientific workflows are: data come from tasks shortly before. */
static TaskGraph *
make_graph(guint n, GError **error)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(SEED);
    g_autoptr(TaskGraph) graph = task_graph_new("random", GRAPH_KIND_DOT);

    for (guint i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("t%u", i);
        task_graph_add(graph, name, g_rand_int_range(random, 1, 101), 0);
        for (guint k = 0; k < EDGES && i > 0; k++) {
            const guint back = (guint)g_rand_int_range(random, 1, (gint)MIN(i, REACH) + 1);
            task_graph_edge(graph, i - back, i, g_rand_int_range(random, 0, 51), NAN, 0);
        }
    }
    return task_graph_finish(graph, error) ? g_steal_pointer(&graph) : NULL;
}

typedef struct {
    TaskGraph *graph;
    ScheduleMachine *machine;
    ScheduleProblem *problem;
} Case;

static void
case_clear(Case *c)
{
    g_clear_pointer(&c->problem, schedule_problem_free);
    g_clear_pointer(&c->machine, schedule_machine_free);
    g_clear_pointer(&c->graph, task_graph_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

static gboolean
case_make(Case *c, guint n, GError **error)
{
    const RaterGrid grid = { 1, { PROCESSORS } };

    c->graph = make_graph(n, error);
    c->machine = c->graph != NULL ? schedule_machine_new(NULL, &grid, NULL, error) : NULL;
    c->problem = c->machine != NULL ? schedule_problem_new(c->graph, c->machine, error) : NULL;
    return c->problem != NULL;
}

typedef struct {
    const ScheduleProblem *problem;
    ScheduleHeuristic heuristic;
} Making;

static gboolean
make_schedule(gpointer data, G_GNUC_UNUSED GError **error)
{
    const Making *making = data;

    schedule_free(schedule_make(making->problem, making->heuristic));
    return TRUE;
}

static gboolean
make_bounds(gpointer data, G_GNUC_UNUSED GError **error)
{
    return schedule_bounds(((const Making *)data)->problem).bound > 0;
}

static gboolean
read_trace(gpointer text, G_GNUC_UNUSED GError **error)
{
    g_autoptr(GrainTrace) trace = grain_trace_read(text);

    return trace->n_errors == 0;
}

static gboolean
fit_log(gpointer text, GError **error)
{
    const TaskLogOptions options = { 2, 3 };
    g_autoptr(TaskLog) log = task_log_read(text, &options, error);

    if (log == NULL)
        return FALSE;
    task_fit_free(task_fit_new(log, &(TaskFitOptions){ FALSE, NAN }));
    return TRUE;
}

/* Grains one after the other on 64 processors, a start and a stop each. */
static GraphText *
make_trace(guint n)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < n / 2; i++) {
        const guint p = i % PROCESSORS, at = 5 * (i / PROCESSORS);
        g_string_append_printf(text, "start %u %u %u\nstop %u %u %u\n", p, i, at, p, i, at + 3 + p % 2);
    }
    return graph_text_new("long.trace", text->str, text->len);
}

static GraphText *
make_log(guint n)
{
    g_autoptr(GString) text = g_string_new("worker,start,duration\n");

    for (guint i = 0; i < n; i++)
        g_string_append_printf(text, "%u,%u,%u\n", i % PROCESSORS, 5 * (i / PROCESSORS), 3 + i % 2);
    return graph_text_new("long.csv", text->str, text->len);
}

static BenchJob *
add_making(BenchGroup *group, const Case *c, BenchFunction function, ScheduleHeuristic heuristic,
           const char *name)
{
    Making *making = g_new(Making, 1);

    *making = (Making){ c->problem, heuristic };
    return bench_group_add(group, function, making, g_free, "%s, %u tasks, %u edges, %d processors",
                           name, c->graph->tasks->len, c->graph->edges->len, PROCESSORS);
}

gboolean
bench_graphs(Bench *bench, GError **error)
{
    const guint part = bench->quick ? 10 : 1;
    g_auto(Case) large = { 0 }, small = { 0 };
    g_autoptr(GraphText) trace = make_trace(RECORDS / part), log = make_log(RECORDS / part);
    g_autoptr(BenchGroup) group = bench_group_new();
    BenchJob *jobs[SCHEDULE_N_HEURISTICS];

    bench_table_section(bench->table, "graphs", "task graphs, traces of grains, logs of task pools");
    if (!case_make(&large, TASKS / part, error) || !case_make(&small, BOUNDED / part, error))
        return FALSE;
    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        jobs[h] = add_making(group, &large, make_schedule, h, schedule_heuristic_name(h));
    BenchJob *bounds = add_making(group, &small, make_bounds, 0, "lower bounds");
    BenchJob *grains = bench_group_add(group, read_trace, trace, NULL, "reading %u records of grains",
                                       RECORDS / part);
    BenchJob *fit = bench_group_add(group, fit_log, log, NULL,
                                    "reading a log of %u tasks, and its model", RECORDS / part);
    if (!bench_group_run(group, bench->quick ? 0 : 10, error))
        return FALSE;
    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        bench_row_goal(bench_table_job(bench->table, schedule_heuristic_name(h), jobs[h]),
                       BENCH_AT_MOST, h == SCHEDULE_etf || h == SCHEDULE_dls ? 2 : 0.5);
    bench_row_goal(bench_table_job(bench->table, "bounds", bounds), BENCH_AT_MOST, 2);
    bench_row_goal(bench_table_job(bench->table, "grains", grains), BENCH_AT_MOST, 1);
    bench_table_job(bench->table, "log", fit);
    bench_table_print(bench->table);
    return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the papers of the heuristics print, and levels and schedules worked out by hand.
 */
#include <string.h>

#include "src/analysis/schedule/given.h"
#include "tests/schedule/graphs.h"
#include "tests/tap.h"

/* A graph on a machine. */
typedef struct {
    TaskGraph *graph;
    ScheduleMachine *machine;
    ScheduleProblem *problem;
} Case;

static Case
make_case(TaskGraph *graph, ScheduleMachine *machine)
{
    GError *error = NULL;
    const Case one = { graph, machine, schedule_problem_new(graph, machine, &error) };

    CU_ASSERT_PTR_NOT_NULL_FATAL(one.problem);
    return one;
}

static void
case_clear(Case *one)
{
    schedule_problem_free(one->problem);
    schedule_machine_free(one->machine);
    task_graph_free(one->graph);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

static void
check_makespans(const Case *one, const double expected[SCHEDULE_N_HEURISTICS])
{
    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        if (expected[h] != 0)
            CU_ASSERT_EQUAL(graphs_makespan(one->problem, h), expected[h]);
}

/* "0 n1 0-2 n4 2-6; 1 ..." */
static void
check_schedule(const Schedule *schedule, const TaskGraph *graph, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint p = 0; p < schedule->p; p++) {
        g_string_append_printf(text, "%s%u", p > 0 ? "; " : "", p);
        for (guint k = 0; k < schedule->lanes[p]->len; k++) {
            const guint i = g_array_index(schedule->lanes[p], guint, k);
            g_string_append_printf(text, " %s %g-%g", task_graph_task(graph, i)->name,
                                   schedule->start[i], schedule->finish[i]);
        }
    }
    CU_ASSERT_STRING_EQUAL(text->str, expected);
    if (strcmp(text->str, expected) != 0)
        g_printerr("found %s\n", text->str);
}

static void
check_all(const double found[], const double expected[], guint n)
{
    for (guint i = 0; i < n; i++)
        CU_ASSERT_DOUBLE_EQUAL(found[i], expected[i], 1e-3);
}

/* Kwok and Ahmad 1999: levels as printed, and four processors */
static void
test_kwok(void)
{
    static const double sl[] = { 11, 8, 8, 9, 5, 5, 5, 5, 1 },
                        tl[] = { 0, 6, 3, 3, 3, 10, 12, 8, 22 },
                        bl[] = { 23, 15, 14, 15, 5, 10, 11, 10, 1 },
                        alap[] = { 0, 8, 9, 8, 18, 13, 12, 13, 22 };
    g_auto(Case) one = make_case(graphs_sample("kwok9.dot"), graphs_machine(NULL, 4, NULL, NULL));

    check_all(one.problem->sl, sl, 9);
    check_all(one.problem->tl, tl, 9);
    check_all(one.problem->bl, bl, 9);
    check_all(one.problem->alap, alap, 9);
    check_makespans(&one, (const double[]){ 23, 19, 19, 20, 19, 16, 17, 17 });
    g_autoptr(Schedule) hlfet = schedule_make(one.problem, SCHEDULE_hlfet);
    check_schedule(hlfet, one.graph,
                   "0 n1 0-2 n4 2-6 n2 6-9 n6 9-13; 1 n3 3-6 n7 12-16 n9 18-19; 2 n5 3-8; "
                   "3 n8 7-11");
}

/* Topcuoglu, Hariri, Wu 2002: ranks, the schedule of HEFT, CPOP */
static void
test_heft(void)
{
    static const double ranks[] = { 108, 77, 80, 80, 69, 63.333, 42.667, 35.667, 44.333, 14.667 };
    g_auto(Case) one = make_case(graphs_sample("heft10.dot"), graphs_machine(NULL, 3, NULL, NULL));
    g_autoptr(Schedule) heft = schedule_make(one.problem, SCHEDULE_heft);
    g_autoptr(GArray) path = schedule_path(one.problem, heft);
    g_autoptr(GString) words = g_string_new(NULL);

    check_all(one.problem->bl, ranks, 10);
    check_schedule(heft, one.graph,
                   "0 n2 27-40 n8 57-62; 1 n4 18-26 n6 26-42 n9 56-68 n10 73-80; "
                   "2 n1 0-9 n3 9-28 n5 28-38 n7 38-49");
    for (guint k = 0; k < path->len; k++) {
        const ScheduleStep *step = &g_array_index(path, ScheduleStep, k);
        g_string_append_printf(words, "%s %s ", task_graph_task(one.graph, step->task)->name,
                               schedule_cause_name(step->cause));
    }
    CU_ASSERT_STRING_EQUAL(words->str,
                           "n1 start n4 message n6 processor n8 message n10 message ");
    CU_ASSERT_EQUAL(graphs_makespan(one.problem, SCHEDULE_cpop), 86);
    CU_ASSERT_EQUAL(one.problem->one, 127);
}

/* Arabnejad, Barbosa 2014: the table, PEFT and HEFT */
static void
test_peft(void)
{
    g_auto(Case) one = make_case(graphs_sample("peft10.dot"), graphs_machine(NULL, 3, NULL, NULL));
    g_autofree double *table = schedule_optimistic_costs(one.problem);

    check_all(table, (const double[]){ 64, 68, 86 }, 3);
    check_all(table + 4 * 3, (const double[]){ 28, 37, 28 }, 3);
    CU_ASSERT_EQUAL(graphs_makespan(one.problem, SCHEDULE_peft), 122);
    CU_ASSERT_EQUAL(graphs_makespan(one.problem, SCHEDULE_heft), 133);
}

/* the cold start of appendix C: grains 1 3 4 5 7 and 2 6 */
static void
test_hu(void)
{
    g_auto(Case) one = make_case(graphs_sample("pi-cold.tg"), graphs_machine(NULL, 2, NULL, NULL));
    g_autoptr(Schedule) hu = schedule_make(one.problem, SCHEDULE_hu);

    check_schedule(hu, one.graph, "0 1 0-1 3 1-2 4 2-3 5 3-4 7 5-6; 1 2 2-3 6 3-4");
}

static void
test_unequal(void)
{
    g_auto(Case) one = make_case(graphs_text("digraph { a [time=6]; b [time=4]; a -> b [delay=5] }"),
                                 graphs_machine(NULL, 2, NULL, (const double[]){ 1, 2 }));

    check_all(one.problem->mean, (const double[]){ 4.5, 3 }, 2);
    check_all(one.problem->sl, (const double[]){ 7.5, 3 }, 2);
    check_all(one.problem->bl, (const double[]){ 12.5, 3 }, 2);
    CU_ASSERT_EQUAL(one.problem->one, 5);
    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        CU_ASSERT_TRUE(graphs_makespan(one.problem, h) >= 5);
    CU_ASSERT_EQUAL(graphs_makespan(one.problem, SCHEDULE_heft), 5);
}

/* a task of 3 fits before one that begins at 15, when its data come at 2 */
static void
test_gap(void)
{
    g_auto(Case) one = make_case(graphs_text("digraph { node [time=1]; a; b; c }"),
                                 graphs_machine(NULL, 1, NULL, NULL));
    g_autoptr(Schedule) schedule = schedule_new(one.problem, "test");
    guint place;

    schedule_put(schedule, 0, 0, 0, 0, 2);
    schedule_put(schedule, 1, 0, 1, 15, 1);
    CU_ASSERT_EQUAL(schedule_gap(schedule, 0, 2, 3, &place), 2);
    CHECK_INT(place, 1);
    CU_ASSERT_EQUAL(schedule_gap(schedule, 0, 2, 14, &place), 16);
    CHECK_INT(place, 2);
    /* without length it fits where nobody is at work */
    CU_ASSERT_EQUAL(schedule_gap(schedule, 0, 0, 0, &place), 0);
    CHECK_INT(place, 0);
    CU_ASSERT_EQUAL(schedule_end(schedule, 0), 16);
}

static double
mean_hops(const ScheduleMachine *machine)
{
    double sum = 0, pairs = 0;

    for (guint k = 1; k < machine->n_classes; k++) {
        sum += machine->pairs[k] * machine->hops[k];
        pairs += machine->pairs[k];
    }
    return sum / pairs;
}

static void
test_links(void)
{
    static const struct {
        const char *links;
        guint n;
        gint64 sizes[3];
        double mean;
    } cases[] = {
        { "full", 4, { 0 }, 1 },        { "bus", 4, { 0 }, 1 },
        { "ring", 4, { 0 }, 4. / 3 },   { "line", 4, { 0 }, 5. / 3 },
        { "star", 4, { 0 }, 1.5 },      { "torus", 9, { 3, 3 }, 1.5 },
        { "mesh", 6, { 3, 2 }, 5. / 3 }, { "hypercube", 8, { 0 }, 96. / 56 },
    };
    static const gint64 grids[][3] = { { 6, 3, 2 }, { 7, 7, 1 }, { 8, 4, 2 }, { 12, 4, 3 },
                                       { 16, 4, 4 } };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(ScheduleMachine) machine =
            graphs_machine(cases[i].links, cases[i].n,
                           cases[i].sizes[0] > 0 ? cases[i].sizes : NULL, NULL);
        CU_ASSERT_DOUBLE_EQUAL(mean_hops(machine), cases[i].mean, 1e-15);
    }
    for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
        g_autoptr(ScheduleMachine) mesh = graphs_machine("mesh", (guint)grids[i][0], NULL, NULL);
        CHECK_INT(mesh->sizes.size[0], grids[i][1]);
        CHECK_INT(mesh->sizes.size[1], grids[i][2]);
    }
}

/* a delay of 3 on a ring of four */
static void
test_ring(void)
{
    g_auto(Case) one = make_case(graphs_text("digraph { node [time=1]; a -> b [delay=3] }"),
                                 graphs_machine("ring", 4, NULL, NULL));

    CU_ASSERT_EQUAL(schedule_problem_cost(one.problem, 0, 0, 0), 0);
    CU_ASSERT_EQUAL(schedule_problem_cost(one.problem, 0, 0, 1), 3);
    CU_ASSERT_EQUAL(schedule_problem_cost(one.problem, 0, 0, 2), 6);
    CU_ASSERT_EQUAL(schedule_problem_cost(one.problem, 0, 0, 3), 3);
    CU_ASSERT_EQUAL(one.problem->mean_cost[0], 4);
}

/* Messages in microseconds, on machines of parameter files. */
static double
message(const char *params, guint p, guint q, double *mean)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Params) machine = params_parse("a.par", params, strlen(params), &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(machine);
    TaskGraph *graph = graphs_text("digraph { node [time=1]; a -> b [bytes=1000] }");
    task_graph_set_unit(graph, "us");
    g_auto(Case) one = make_case(graph, schedule_machine_of(machine, NULL, &error));
    *mean = one.problem->mean_cost[0];
    return schedule_problem_cost(one.problem, 0, p, q);
}

static void
test_messages(void)
{
    static const char bus[] = "type = network; start time = 1.5; send byte time = 0.1; "
                              "topology = { 4 };";
    static const char grid[] = "type = transputer; start time = 75; send byte time = 0.2; "
                               "topology = { 2, 2 };";
    static const char ideal[] = "type = ideal; topology = { 4 };";
    double mean;

    CU_ASSERT_DOUBLE_EQUAL(message(bus, 0, 3, &mean), 101.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(mean, 101.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(message(grid, 0, 1, &mean), 275, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(message(grid, 0, 3, &mean), 525, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(mean, (8 * 275 + 4 * 525) / 12., 1e-9);
    CU_ASSERT_EQUAL(message(ideal, 0, 1, &mean), 0);
}

static Schedule *
given(const Case *one, const char *text, GError **error)
{
    g_autoptr(GraphText) file = graph_text_new("given", text, strlen(text));
    g_autoptr(GArray) list = graph_read_assignments(file, error);

    return list != NULL ? schedule_given(one->problem, list, error) : NULL;
}

static void
test_given(void)
{
    static const char *const bad[] = {
        "a,0,0\nb,0,1\n",              /* c is missing */
        "a,0,0\na,0,1\nb,0,2\nc,1,0\n", /* twice */
        "a,0,0\nb,2,0\nc,0,0\n",       /* processor 2 of 2 */
        "b,0,0\na,0,1\nc,1,0\n",       /* a has to be before b */
        "a,0,0\nb,0\nc,0,0\n",         /* no start */
    };
    g_auto(Case) one =
        make_case(graphs_text("digraph { node [time=2]; a -> b [delay=3]; a -> c [delay=3] }"),
                  graphs_machine(NULL, 2, NULL, NULL));
    g_autoptr(GError) error = NULL;
    g_autoptr(Schedule) rows = given(&one, "task,processor,start\nb,1,9\na,0,0\nc,0,7\n", &error);
    g_autoptr(Schedule) file =
        given(&one, "Schedule <x> 3 2 1.0 1 2 a 0 2 0 0 c 2 4 0 0 2 1 b 5 7 0 0", &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    check_schedule(rows, one.graph, "0 a 0-2 c 2-4; 1 b 5-7");
    check_schedule(file, one.graph, "0 a 0-2 c 2-4; 1 b 5-7");
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) wrong = NULL;
        CU_ASSERT_PTR_NULL(given(&one, bad[i], &wrong));
        CU_ASSERT_PTR_NOT_NULL(wrong);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "nine tasks of Kwok and Ahmad", test_kwok },
        { "HEFT and CPOP on their ten tasks", test_heft },
        { "PEFT on its ten tasks", test_peft },
        { "TaskGrapher's schedule of the cold start", test_hu },
        { "unequal processors", test_unequal },
        { "gaps between tasks", test_gap },
        { "hops of links", test_links },
        { "delays on a ring", test_ring },
        { "messages with bytes", test_messages },
        { "a schedule that is given", test_given },
        CU_TEST_INFO_NULL,
    };
    return tap_run("heuristics", tests);
}

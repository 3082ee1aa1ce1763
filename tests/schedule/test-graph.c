/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Readers of task graphs: what they find, and what they say of files that are none.
 */
#include <math.h>
#include <string.h>

#include "src/graph/read.h"
#include "tests/schedule/graphs.h"
#include "tests/tap.h"

/* "a 1; b 2; a>b 3": tasks with times, edges with delays or "Nb" bytes. */
static void
check_graph(const TaskGraph *graph, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < graph->tasks->len; i++)
        g_string_append_printf(text, "%s %g; ", task_graph_task(graph, i)->name,
                               task_graph_task(graph, i)->time);
    for (guint e = 0; e < graph->edges->len; e++) {
        const GraphEdge *edge = task_graph_get_edge(graph, e);
        g_string_append_printf(text, "%s>%s %g", task_graph_task(graph, edge->from)->name,
                               task_graph_task(graph, edge->to)->name, edge->delay);
        if (edge->bytes >= 0)
            g_string_append_printf(text, " %gb", edge->bytes);
        g_string_append(text, "; ");
    }
    CU_ASSERT_STRING_EQUAL(text->str, expected);
    if (strcmp(text->str, expected) != 0)
        g_printerr("found %s\n", text->str);
}

static void
check_text(const char *text, const char *expected)
{
    g_autoptr(TaskGraph) graph = graphs_text(text);

    check_graph(graph, expected);
}

static void
test_samples(void)
{
    static const struct {
        const char *file, *kind, *unit;
        guint tasks, edges;
        double time, delay;
    } cases[] = {
        { "heft10.dot", "dot", "unit", 10, 15, 127 + 2. / 3 * 0, 241 },
        { "kwok9.dot", "dot", "unit", 9, 12, 30, 37 },
        { "pi-cold.tg", "tg", "ms", 7, 11, 7, 11 },
        { "pi.trace", "grains", "ms", 7, 11, 9050, 100 },
        { "gauss6-delays.stg", "stg", "unit", 20, 29, 170, 87 },
        { "srasearch-chameleon-10a-001.json.gz", "wfformat", "s", 22, 30, -1, 0 },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TaskGraph) graph = graphs_sample(cases[i].file);
        double time = 0, delay = 0;
        for (guint k = 0; k < graph->tasks->len; k++)
            time += task_graph_task(graph, k)->time;
        for (guint k = 0; k < graph->edges->len; k++)
            delay += task_graph_get_edge(graph, k)->delay;
        CU_ASSERT_STRING_EQUAL(graph->kind, cases[i].kind);
        CU_ASSERT_STRING_EQUAL(graph->unit, cases[i].unit);
        CHECK_INT(graph->tasks->len, cases[i].tasks);
        CHECK_INT(graph->edges->len, cases[i].edges);
        if (cases[i].time >= 0 && graph->n_times == 0)
            CU_ASSERT_EQUAL(time, cases[i].time);
        CU_ASSERT_EQUAL(delay, cases[i].delay);
        CHECK_INT(graph->warnings->len, 0);
    }
}

static void
test_dot(void)
{
    check_text("/* x */ strict digraph \"a b\" { // y\n# z\n node [Weight=2]; a -> b -> \"c d\" [weight=3]\n"
               " a [TIME=5, label=<<b>x</b>>]; subgraph s { e [size=7]; x = y } b:p:n -> e; f }",
               "a 5; b 2; c d 2; e 2; f 2; a>b 3; b>c d 3; b>e 0; ");
    /* bytes; below 0 there are none; without a time of nodes with sizes: 0 */
    check_text("digraph { a [size=1]; a -> b [size=100]; a -> c [size=-1, delay=2]; a -> d [data=4] }",
               "a 1; b 0; c 0; d 0; a>b 0 100b; a>c 2; a>d 0 4b; ");
    /* edges between the same tasks are one; a task without time takes 1 */
    check_text("digraph { a -> b [delay=2]; a -> b [delay=3]; }", "a 1; b 1; a>b 5; ");
    check_text("digraph { a [times=\"1 2 6\"]; b [times=\"4,4 4\"] }", "a 3; b 4; ");
}

static void
test_stg(void)
{
    /* the marks of begin and end are dropped */
    check_text("2 # tasks\n0 0 0\n1 5 1 0\n2 6 1 1\n3 0 1 2\n", "1 5; 2 6; 1>2 0; ");
    check_text("2 4\n1 5 0\n2 6 1 1\n", "1 5; 2 6; 1>2 0; ");
    /* costs behind the predecessors, or on lines of their own */
    check_text("3\n1 5 0\n2 6 1 1 7\n3 1 2 1 8 2 9\n", "1 5; 2 6; 3 1; 1>2 7; 1>3 8; 2>3 9; ");
    check_text("2\n1 5 0\n2 6 1\n1 7\n", "1 5; 2 6; 1>2 7; ");
}

static void
test_workflow(void)
{
    check_text("{\"workflow\": {\"specification\": {\"tasks\": ["
               "{\"id\": \"a\", \"name\": \"x\", \"parents\": [], \"children\": [\"b\"], \"outputFiles\": [\"f\", \"g\"]},"
               "{\"id\": \"b\", \"name\": \"x\", \"parents\": [\"a\"], \"children\": [], \"inputFiles\": [\"f\", \"g\", \"h\"]}],"
               "\"files\": [{\"id\": \"f\", \"sizeInBytes\": 10}, {\"id\": \"g\", \"sizeInBytes\": 5}, {\"id\": \"h\", \"sizeInBytes\": 1}]},"
               "\"execution\": {\"makespanInSeconds\": 9, \"tasks\": [{\"id\": \"b\", \"runtimeInSeconds\": 2.5}, {\"id\": \"a\", \"runtimeInSeconds\": 1}]}}}",
               "a 1; b 2.5; a>b 0 15b; ");
    /* before 1.5 */
    check_text("{\"workflow\": {\"tasks\": ["
               "{\"name\": \"a\", \"children\": [\"b\"], \"runtimeInSeconds\": 3, \"files\": [{\"name\": \"f\", \"link\": \"output\", \"sizeInBytes\": 7}]},"
               "{\"name\": \"b\", \"parents\": [\"a\"], \"runtimeInSeconds\": 4, \"files\": [{\"name\": \"f\", \"link\": \"input\", \"sizeInBytes\": 7}]}]}}",
               "a 3; b 4; a>b 0 7b; ");
}

static void
test_grains(void)
{
    /* two structures between the same grains; one structure for several; in pairs else */
    check_text("start 0 1 0\nstop 0 1 5\nstart 1 2 20\nstop 1 2 30\nstart 2 3 20\nstop 2 3 21\n"
               "sendBegin x 1 5\nsendEnd x 1 6\nrecvBegin x 2 10\nrecvEnd x 2 12\n"
               "recvBegin x 3 8\nrecvEnd x 3 9\n"
               "sendBegin y 1 6\nsendEnd y 1 8\nrecvBegin y 2 12\nrecvEnd y 2 12\n",
               "1 5; 2 10; 3 1; 1>2 5; 1>3 2; ");
    check_text("start 0 1 0\nstop 0 1 5\nstart 1 2 20\nstop 1 2 30\nstart 2 3 50\nstop 2 3 51\n"
               "sendBegin x 1 30\nsendEnd x 1 31\nsendBegin x 1 10\nsendEnd x 1 12\n"
               "recvBegin x 3 40\nrecvEnd x 3 44\nrecvBegin x 2 13\nrecvEnd x 2 15\n",
               "1 5; 2 10; 3 1; 1>2 4; 1>3 5; ");
}

/* A grain that runs twice is a cycle, but not its runs. */
static void
test_executions(void)
{
    static const char trace[] = "start 0 1 0\nstop 0 1 4\nstart 1 2 6\nstop 1 2 9\n"
                                "start 0 1 10\nstop 0 1 12\n"
                                "sendBegin x 1 4\nsendEnd x 1 5\nrecvBegin x 2 4\nrecvEnd x 2 6\n"
                                "sendBegin y 2 9\nsendEnd y 2 12\nrecvBegin y 1 7\nrecvEnd y 1 10\n";
    g_autoptr(GraphText) text = graph_text_new("a.trace", trace, strlen(trace));
    g_autoptr(GError) error = NULL, none = NULL;
    g_autoptr(TaskGraph) cycle = graph_read(text, FALSE, &error);
    g_autoptr(TaskGraph) runs = graph_read(text, TRUE, &none);

    CU_ASSERT_PTR_NULL(cycle);
    CU_ASSERT_PTR_NOT_NULL_FATAL(error);
    CU_ASSERT_PTR_NOT_NULL(strstr(error->message, "has a cycle: 1 -> 2 -> 1"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(runs);
    check_graph(runs, "1.1 4; 1.2 2; 2 3; 1.1>1.2 0; 1.1>2 3; 2>1.2 6; ");
}

/* tests/schedule/bad/NN, and what errors has of it. */
static void
test_errors(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SRCDIR"), "tests/schedule/bad", NULL);
    g_autofree char *list = g_build_filename(folder, "errors", NULL);
    g_autofree char *all = NULL;

    CU_ASSERT_TRUE_FATAL(g_file_get_contents(list, &all, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(g_strchomp(all), "\n", -1);
    CHECK_INT(g_strv_length(lines), 22);
    for (char **line = lines; *line != NULL; line++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *name = g_strndup(*line, 2);
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(GraphText) read = graph_text_read(path, 0, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(read);
        g_autoptr(GraphText) text = graph_text_new(name, read->data, read->size);
        g_autoptr(TaskGraph) graph = graph_read(text, FALSE, &error);
        CU_ASSERT_PTR_NULL(graph);
        CU_ASSERT_PTR_NOT_NULL_FATAL(error);
        CU_ASSERT_STRING_EQUAL(error->message, *line);
        if (strcmp(error->message, *line) != 0)
            g_printerr("found %s\n", error->message);
    }
}

static void
test_cycle(void)
{
    static const char dot[] = "digraph {\n a -> b;\n b -> c;\n c -> a;\n x -> a; }";
    g_autoptr(GraphText) text = graph_text_new("loop.dot", dot, strlen(dot));
    g_autoptr(GError) error = NULL;

    CU_ASSERT_PTR_NULL(graph_read(text, FALSE, &error));
    CU_ASSERT_STRING_EQUAL(error->message,
                           "loop.dot:4: error: the task graph has a cycle: a -> b -> c -> a");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "samples of all formats", test_samples },
        { "DOT", test_dot },
        { "STG", test_stg },
        { "WfFormat", test_workflow },
        { "grain traces", test_grains },
        { "executions of grains", test_executions },
        { "errors with file and line", test_errors },
        { "a cycle is named", test_cycle },
        CU_TEST_INFO_NULL,
    };
    return tap_run("task graphs", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Standard Task Graphs: the number of tasks (in the prototype set also one of processors), then a
 * line for each: number, time, how many predecessors, which.  With communication each predecessor
 * has a cost behind it, on the same line or on lines of their own.  # begins a comment.
 */
#include <math.h>

#include "src/graph/read.h"

/* A predecessor, until all tasks are known. */
typedef struct {
    guint task;
    gint64 number;
    double cost;
    guint line;
} Predecessor;

typedef struct {
    const GraphText *text;
    const char *at;
    guint line;           /* of `numbers` */
    GArray *numbers;      /* of double: a line */
    gint64 expected;      /* tasks */
    TaskGraph *graph;
    GHashTable *known;    /* numbers of tasks: their place */
    GArray *predecessors; /* of Predecessor */
    GError **error;
} Stg;

/* The numbers of the next line that has any; FALSE at the end, or with an error. */
static gboolean
next_line(Stg *stg)
{
    g_array_set_size(stg->numbers, 0);
    while (*stg->at != '\0' && stg->numbers->len == 0) {
        stg->line++;
        while (*stg->at != '\0' && *stg->at != '\n' && *stg->at != '#') {
            gsize len = 0;
            double number;
            while (stg->at[len] != '\0' && stg->at[len] != '#' && !g_ascii_isspace(stg->at[len]))
                len++;
            if (len == 0) {
                stg->at++;
                continue;
            }
            if (!graph_number(stg->at, len, &number) || number > GRAPH_LARGEST)
                return graph_fail(stg->text->path, stg->line, stg->error,
                                  "expected a number, found '%.*s'", (int)MIN(len, 100),
                                  stg->at);
            g_array_append_val(stg->numbers, number);
            stg->at += len;
        }
        while (*stg->at != '\0' && *stg->at != '\n')
            stg->at++;
        stg->at += *stg->at == '\n';
    }
    return stg->numbers->len > 0;
}

/* Number i of the line, which has to be whole. */
static gboolean
whole(Stg *stg, guint i, const char *what, gint64 *value)
{
    const double number = g_array_index(stg->numbers, double, i);

    if (number != floor(number) || number > G_MAXINT32)
        return graph_fail(stg->text->path, stg->line, stg->error,
                          "expected %s, found '%.17g'", what, number);
    *value = (gint64)number;
    return TRUE;
}

static gboolean
add_predecessor(Stg *stg, guint task, guint i, double cost)
{
    Predecessor one = { task, 0, cost, stg->line };

    if (!whole(stg, i, "a predecessor", &one.number))
        return FALSE;
    g_array_append_val(stg->predecessors, one);
    return TRUE;
}

static gboolean
fail_count(Stg *stg, gint64 id, gint64 wanted)
{
    return graph_fail(stg->text->path, stg->line, stg->error,
                      "task %" G_GINT64_FORMAT " has %u numbers behind '%" G_GINT64_FORMAT
                      "', expected %" G_GINT64_FORMAT " predecessors",
                      id, stg->numbers->len - 3, wanted, wanted);
}

/* K lines `P COST`. */
static gboolean
read_pairs(Stg *stg, guint task, gint64 id, gint64 n)
{
    for (gint64 k = 0; k < n; k++) {
        if (!next_line(stg))
            return *stg->error == NULL
                       ? graph_fail(stg->text->path, stg->line, stg->error,
                                    "the file ends, expected %" G_GINT64_FORMAT
                                    " predecessors of task %" G_GINT64_FORMAT,
                                    n, id)
                       : FALSE;
        if (stg->numbers->len != 2)
            return graph_fail(stg->text->path, stg->line, stg->error,
                              "expected a predecessor of task %" G_GINT64_FORMAT
                              " and its cost, found %u numbers",
                              id, stg->numbers->len);
        if (!add_predecessor(stg, task, 0, g_array_index(stg->numbers, double, 1)))
            return FALSE;
    }
    return TRUE;
}

static gboolean
read_task(Stg *stg)
{
    gint64 id, n;

    if (stg->numbers->len < 3)
        return graph_fail(stg->text->path, stg->line, stg->error,
                          "expected a task, its time and its number of predecessors, found %u "
                          "numbers",
                          stg->numbers->len);
    if (!whole(stg, 0, "the number of a task", &id) ||
        !whole(stg, 2, "a number of predecessors", &n))
        return FALSE;
    if (g_hash_table_contains(stg->known, GINT_TO_POINTER((gint)id)))
        return graph_fail(stg->text->path, stg->line, stg->error,
                          "task %" G_GINT64_FORMAT " twice", id);
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, id);
    const guint task =
        task_graph_add(stg->graph, name, g_array_index(stg->numbers, double, 1), stg->line);
    g_hash_table_insert(stg->known, GINT_TO_POINTER((gint)id), GUINT_TO_POINTER(task));
    const gint64 behind = stg->numbers->len - 3;
    if (behind == 0 && n > 0)
        return read_pairs(stg, task, id, n);
    if (behind != n && behind != 2 * n)
        return fail_count(stg, id, n);
    for (gint64 k = 0; k < n; k++) {
        const guint at = (guint)(3 + k * (behind == n ? 1 : 2));
        const double cost = behind == n ? 0 : g_array_index(stg->numbers, double, at + 1);
        if (!add_predecessor(stg, task, at, cost))
            return FALSE;
    }
    return TRUE;
}

/* The marks of begin and end are no work. */
static gboolean
is_mark(const Stg *stg, guint task, const gboolean has_successor[])
{
    const GraphTask *one = task_graph_task(stg->graph, task);

    return one->time == 0 && ((task == 0 && g_str_equal(one->name, "0")) ||
                              (task == stg->graph->tasks->len - 1 && !has_successor[task]));
}

/* The same without the marks. */
static TaskGraph *
without_marks(const Stg *stg)
{
    const guint n = stg->graph->tasks->len;
    TaskGraph *graph = task_graph_new(stg->text->path, GRAPH_KIND_STG);
    g_autofree gboolean *has_successor = g_new0(gboolean, n + 1);
    g_autofree guint *place = g_new(guint, n + 1);

    for (guint e = 0; e < stg->graph->edges->len; e++)
        has_successor[task_graph_get_edge(stg->graph, e)->from] = TRUE;
    for (guint i = 0; i < n; i++) {
        const GraphTask *task = task_graph_task(stg->graph, i);
        place[i] = is_mark(stg, i, has_successor)
                       ? G_MAXUINT
                       : task_graph_add(graph, task->name, task->time, task->line);
    }
    for (guint e = 0; e < stg->graph->edges->len; e++) {
        const GraphEdge *edge = task_graph_get_edge(stg->graph, e);
        if (place[edge->from] != G_MAXUINT && place[edge->to] != G_MAXUINT)
            task_graph_edge(graph, place[edge->from], place[edge->to], edge->delay, NAN,
                            edge->line);
    }
    return graph;
}

static gboolean
add_edges(Stg *stg)
{
    for (guint k = 0; k < stg->predecessors->len; k++) {
        const Predecessor *one = &g_array_index(stg->predecessors, Predecessor, k);
        const char *name = task_graph_task(stg->graph, one->task)->name;
        gpointer from;
        if (!g_hash_table_lookup_extended(stg->known, GINT_TO_POINTER((gint)one->number), NULL,
                                          &from))
            return graph_fail(stg->text->path, one->line, stg->error,
                              "task %s has the unknown predecessor %" G_GINT64_FORMAT, name,
                              one->number);
        if (GPOINTER_TO_UINT(from) == one->task)
            return graph_fail(stg->text->path, one->line, stg->error,
                              "task %s depends on itself", name);
        task_graph_edge(stg->graph, GPOINTER_TO_UINT(from), one->task, one->cost, NAN,
                        one->line);
    }
    return TRUE;
}

static gboolean
read_tasks(Stg *stg)
{
    if (!next_line(stg))
        return *stg->error == NULL
                   ? graph_fail(stg->text->path, 0, stg->error, "the task graph has no task")
                   : FALSE;
    if (stg->numbers->len > 2)
        return graph_fail(stg->text->path, stg->line, stg->error,
                          "expected the number of tasks, found %u numbers", stg->numbers->len);
    if (!whole(stg, 0, "the number of tasks", &stg->expected))
        return FALSE;
    while (next_line(stg))
        if (!read_task(stg))
            return FALSE;
    if (*stg->error != NULL || !add_edges(stg))
        return FALSE;
    if (stg->graph->tasks->len < stg->expected)
        return graph_fail(stg->text->path, stg->line, stg->error,
                          "%u tasks, expected %" G_GINT64_FORMAT, stg->graph->tasks->len,
                          stg->expected);
    return TRUE;
}

TaskGraph *
graph_read_stg(const GraphText *text, GError **error)
{
    g_autoptr(GError) wrong = NULL;
    g_autoptr(TaskGraph) all = task_graph_new(text->path, GRAPH_KIND_STG);
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) predecessors = g_array_new(FALSE, FALSE, sizeof(Predecessor));
    Stg stg = { text, text->data, 0, numbers, 0, all, known, predecessors, &wrong };

    if (!read_tasks(&stg)) {
        g_propagate_error(error, g_steal_pointer(&wrong));
        return NULL;
    }
    g_autoptr(TaskGraph) graph = without_marks(&stg);
    if (all->tasks->len > stg.expected + 2)
        task_graph_warn(graph, 1, "%u tasks, expected %" G_GINT64_FORMAT, all->tasks->len,
                        stg.expected);
    return task_graph_finish(graph, error) ? g_steal_pointer(&graph) : NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The task graph file of EPA and TaskGrapher: `Task_Graph`, the number of nodes, a line for each
 * (number, time, two places of the picture, numbers of successors and predecessors), the number
 * of edges, a line for each (from, to, delay). <...> is a comment.
 */
#include <math.h>

#include "src/graph/read.h"

typedef struct {
    const GraphText *text;
    GraphWords words;
    TaskGraph *graph;
    GHashTable *numbers; /* of nodes: their task */
    GArray *degrees;     /* guint: successors and predecessors of each that the file tells */
    GError **error;
} Epa;

static gboolean
fail(Epa *epa, const GraphWord *word, const char *what)
{
    g_autofree char *found = graph_word_text(word);

    return word->len > 0
               ? graph_fail(epa->text->path, word->line, epa->error, "expected %s, found '%s'",
                            what, found)
               : graph_fail(epa->text->path, word->line, epa->error,
                            "the file ends, expected %s", what);
}

static gboolean
read_integer(Epa *epa, const char *what, gint64 *value, GraphWord *word)
{
    *word = graph_words_next(&epa->words);
    return graph_integer(word->at, word->len, value) || fail(epa, word, what);
}

static gboolean
read_number(Epa *epa, const char *what, gint64 node, double *value)
{
    const GraphWord word = graph_words_next(&epa->words);
    g_autofree char *of = g_strdup_printf("%s%" G_GINT64_FORMAT, what, node);

    return (graph_number(word.at, word.len, value) && *value <= GRAPH_LARGEST) ||
           fail(epa, &word, of);
}

static gboolean
read_node(Epa *epa)
{
    gint64 number, place, degree;
    double time;
    GraphWord word, other;

    if (!read_integer(epa, "a node", &number, &word) ||
        !read_number(epa, "the time of node ", number, &time))
        return FALSE;
    for (guint i = 0; i < 4; i++) {
        if (!read_integer(epa, i < 2 ? "a place" : "a number of neighbours",
                          i < 2 ? &place : &degree, &other))
            return FALSE;
        if (i >= 2)
            g_array_append_val(epa->degrees, degree);
    }
    if (g_hash_table_contains(epa->numbers, GINT_TO_POINTER((gint)number)))
        return graph_fail(epa->text->path, word.line, epa->error,
                          "node %" G_GINT64_FORMAT " twice", number);
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT, number);
    g_hash_table_insert(epa->numbers, GINT_TO_POINTER((gint)number),
                        GUINT_TO_POINTER(task_graph_add(epa->graph, name, time, word.line)));
    return TRUE;
}

/* The task of a node that an edge names. */
static gboolean
read_end(Epa *epa, guint *task, gint64 *number, guint *line)
{
    GraphWord word;
    gpointer known;

    if (!read_integer(epa, "a node of an edge", number, &word))
        return FALSE;
    *line = word.line;
    if (!g_hash_table_lookup_extended(epa->numbers, GINT_TO_POINTER((gint)*number), NULL,
                                      &known))
        return graph_fail(epa->text->path, word.line, epa->error,
                          "unknown node %" G_GINT64_FORMAT, *number);
    *task = GPOINTER_TO_UINT(known);
    return TRUE;
}

static gboolean
read_edge(Epa *epa)
{
    guint from, to, line;
    gint64 a, b;
    double delay;

    if (!read_end(epa, &from, &a, &line) || !read_end(epa, &to, &b, &line))
        return FALSE;
    if (from == to)
        return graph_fail(epa->text->path, line, epa->error,
                          "node %" G_GINT64_FORMAT " depends on itself", a);
    if (!read_number(epa, "the delay behind node ", b, &delay))
        return FALSE;
    task_graph_edge(epa->graph, from, to, delay, NAN, line);
    return TRUE;
}

static gboolean
read_list(Epa *epa, const char *what, gboolean (*read_item)(Epa *epa))
{
    gint64 n;
    GraphWord word;

    if (!read_integer(epa, what, &n, &word))
        return FALSE;
    for (gint64 i = 0; i < n; i++)
        if (!read_item(epa))
            return FALSE;
    return TRUE;
}

/* What the file says of numbers of neighbours counts for nothing. */
static void
check_degrees(Epa *epa)
{
    const guint n = epa->graph->tasks->len;
    g_autofree gint64 *found = g_new0(gint64, 2 * n + 1);

    for (guint e = 0; e < epa->graph->edges->len; e++) {
        const GraphEdge *edge = task_graph_get_edge(epa->graph, e);
        found[2 * edge->from]++;
        found[2 * edge->to + 1]++;
    }
    for (guint k = 0; k < 2 * n; k++) {
        const GraphTask *task = task_graph_task(epa->graph, k / 2);
        const gint64 told = g_array_index(epa->degrees, gint64, k);
        if (told != found[k])
            task_graph_warn(epa->graph, task->line,
                            "node %s has %" G_GINT64_FORMAT " %s, the file says %"
                            G_GINT64_FORMAT,
                            task->name, found[k], k % 2 == 0 ? "successors" : "predecessors",
                            told);
    }
}

TaskGraph *
graph_read_epa(const GraphText *text, GError **error)
{
    g_autoptr(TaskGraph) graph = task_graph_new(text->path, GRAPH_KIND_EPA);
    g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) degrees = g_array_new(FALSE, FALSE, sizeof(gint64));
    Epa epa = { text, graph_words(text, '<', '>'), graph, numbers, degrees, error };
    GraphWord word = graph_words_next(&epa.words);

    if (!graph_word_is(&word, "Task_Graph")) {
        fail(&epa, &word, "Task_Graph");
        return NULL;
    }
    if (!read_list(&epa, "the number of nodes", read_node) ||
        !read_list(&epa, "the number of edges", read_edge))
        return NULL;
    word = graph_words_next(&epa.words);
    if (word.len > 0) {
        fail(&epa, &word, "the end of the file");
        return NULL;
    }
    check_degrees(&epa);
    return task_graph_finish(graph, error) ? g_steal_pointer(&graph) : NULL;
}

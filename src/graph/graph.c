/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/graph.h"

#include <math.h>
#include <string.h>

/* Tasks that an error names of a cycle. */
#define MOST_NAMED 20

G_DEFINE_QUARK(graph-error-quark, graph_error)

static const struct {
    const char *kind, *unit;
    double seconds;
} units[] = {
    { GRAPH_KIND_GRAINS, "ms", 1e-3 },  { GRAPH_KIND_EPA, "ms", 1e-3 },
    { GRAPH_KIND_STG, "unit", NAN },    { GRAPH_KIND_DOT, "unit", NAN },
    { GRAPH_KIND_WORKFLOW, "s", 1 },    { GRAPH_KIND_PROGRAM, "s", 1 },
};

/* The file's name without folders and suffixes. */
static char *
name_of(const char *file)
{
    char *name = g_path_get_basename(file);
    static const char *const suffixes[] = { ".gz", ".json", ".dot", ".gv", ".stg",
                                            ".tg", ".trace", ".trc", NULL };

    for (const char *const *suffix = suffixes; *suffix != NULL; suffix++)
        if (g_str_has_suffix(name, *suffix) && strlen(name) > strlen(*suffix))
            name[strlen(name) - strlen(*suffix)] = '\0';
    return name;
}

TaskGraph *
task_graph_new(const char *file, const char *kind)
{
    TaskGraph *graph = g_new0(TaskGraph, 1);

    *graph = (TaskGraph){
        .file = g_strdup(file),
        .name = name_of(file),
        .kind = kind,
        .unit = "unit",
        .seconds = NAN,
        .tasks = g_array_new(FALSE, FALSE, sizeof(GraphTask)),
        .edges = g_array_new(FALSE, FALSE, sizeof(GraphEdge)),
        .initial = 1,
        .recorded = NAN,
        .warnings = g_ptr_array_new_with_free_func(g_free),
        .names = g_string_chunk_new(4096),
    };
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++)
        if (g_str_equal(units[i].kind, kind)) {
            graph->unit = units[i].unit;
            graph->seconds = units[i].seconds;
        }
    return graph;
}

void
task_graph_free(TaskGraph *graph)
{
    if (graph == NULL)
        return;
    g_free(graph->file);
    g_free(graph->name);
    g_array_unref(graph->tasks);
    g_array_unref(graph->edges);
    g_free(graph->times);
    g_ptr_array_unref(graph->warnings);
    g_string_chunk_free(graph->names);
    g_free(graph->first_in);
    g_free(graph->in);
    g_free(graph->first_out);
    g_free(graph->out);
    g_free(graph->order);
    g_free(graph);
}

guint
task_graph_add(TaskGraph *graph, const char *name, double time, guint line)
{
    const GraphTask task = { g_string_chunk_insert_const(graph->names, name), time, line, NULL };

    g_array_append_val(graph->tasks, task);
    return graph->tasks->len - 1;
}

void
task_graph_edge(TaskGraph *graph, guint from, guint to, double delay, double bytes, guint line)
{
    const GraphEdge edge = { from, to, delay, bytes, line };

    g_array_append_val(graph->edges, edge);
}

char *
graph_message(const char *file, guint line, const char *word, const char *format, va_list args)
{
    g_autofree char *text = g_strdup_vprintf(format, args);

    return line > 0 ? g_strdup_printf("%s:%u: %s: %s", file, line, word, text)
                    : g_strdup_printf("%s: %s: %s", file, word, text);
}

gboolean
graph_unit(const char *text, const char **unit, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } known[] = { { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 } };

    for (gsize i = 0; i < G_N_ELEMENTS(known); i++)
        if (g_str_equal(known[i].name, text)) {
            *unit = known[i].name;
            *seconds = known[i].seconds;
            return TRUE;
        }
    return FALSE;
}

void
task_graph_warn(TaskGraph *graph, guint line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(graph->warnings, graph_message(graph->file, line, "warning", format, args));
    va_end(args);
}

gboolean
graph_fail(const char *file, guint line, GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *message = graph_message(file, line, "error", format, args);
    va_end(args);
    g_set_error_literal(error, GRAPH_ERROR, GRAPH_ERROR_SYNTAX, message);
    return FALSE;
}

double
graph_mean(const double x[], guint n)
{
    double sum = 0;
    gboolean equal = TRUE;

    for (guint i = 0; i < n; i++) {
        sum += x[i];
        equal &= x[i] == x[0];
    }
    return equal ? x[0] : sum / n;
}

gboolean
task_graph_set_unit(TaskGraph *graph, const char *unit)
{
    char *end;
    const double seconds = g_ascii_strtod(unit, &end);

    if (graph_unit(unit, &graph->unit, &graph->seconds))
        return TRUE;
    if (*end != '\0' || end == unit || !(seconds >= 1e-15) || seconds > 1e9)
        return FALSE;
    graph->unit = "unit";
    graph->seconds = seconds;
    return TRUE;
}

static gint
compare_edges(gconstpointer a, gconstpointer b, gpointer edges)
{
    const guint i = *(const guint *)a, j = *(const guint *)b;
    const GraphEdge *x = (const GraphEdge *)edges + i, *y = (const GraphEdge *)edges + j;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (i > j) - (i < j);
}

/* The numbers of all edges by their tasks. */
static guint *
sorted_edges(const TaskGraph *graph)
{
    const guint n = graph->edges->len;
    guint *sorted = g_new(guint, MAX(n, 1));

    for (guint e = 0; e < n; e++)
        sorted[e] = e;
    g_qsort_with_data(sorted, (gint)n, sizeof *sorted, compare_edges, graph->edges->data);
    return sorted;
}

/* Adds edges up that are between the same two tasks; the first of them stays. */
static void
unite_edges(TaskGraph *graph)
{
    GraphEdge *edges = (GraphEdge *)(gpointer)graph->edges->data;
    const guint n = graph->edges->len;
    g_autofree guint *sorted = sorted_edges(graph);
    guint kept = 0;
    GraphEdge *last = NULL;

    for (guint k = 0; k < n; k++) {
        GraphEdge *edge = &edges[sorted[k]];
        if (last == NULL || last->from != edge->from || last->to != edge->to) {
            last = edge;
            continue;
        }
        last->delay += edge->delay;
        last->bytes = isnan(last->bytes)    ? edge->bytes
                      : isnan(edge->bytes) ? last->bytes
                                           : last->bytes + edge->bytes;
        edge->from = edge->to; /* marks it: no task waits for itself */
    }
    for (guint e = 0; e < n; e++)
        if (edges[e].from != edges[e].to)
            edges[kept++] = edges[e];
    g_array_set_size(graph->edges, kept);
}

/* Lists of neighbours. Sorted by `from` and `to`, edges come to both lists in order. */
static void
make_lists(TaskGraph *graph)
{
    const guint n = graph->tasks->len, m = graph->edges->len;
    g_autofree guint *sorted = sorted_edges(graph);

    graph->first_in = g_new0(guint, n + 2);
    graph->first_out = g_new0(guint, n + 2);
    graph->in = g_new(guint, MAX(m, 1));
    graph->out = g_new(guint, MAX(m, 1));
    for (guint e = 0; e < m; e++) {
        graph->first_in[task_graph_get_edge(graph, e)->to + 2]++;
        graph->first_out[task_graph_get_edge(graph, e)->from + 2]++;
    }
    for (guint i = 0; i < n; i++) {
        graph->first_in[i + 2] += graph->first_in[i + 1];
        graph->first_out[i + 2] += graph->first_out[i + 1];
    }
    for (guint k = 0; k < m; k++) {
        const GraphEdge *edge = task_graph_get_edge(graph, sorted[k]);
        graph->in[graph->first_in[edge->to + 1]++] = sorted[k];
        graph->out[graph->first_out[edge->from + 1]++] = sorted[k];
    }
}

/* The order, as far as it goes: how many tasks have a place. */
static guint
sort_tasks(TaskGraph *graph)
{
    const guint n = graph->tasks->len;
    g_autofree guint *missing = g_new(guint, MAX(n, 1));
    guint ready = 0;

    graph->order = g_new(guint, MAX(n, 1));
    for (guint i = 0; i < n; i++) {
        missing[i] = graph->first_in[i + 1] - graph->first_in[i];
        if (missing[i] == 0)
            graph->order[ready++] = i;
    }
    for (guint k = 0; k < ready; k++) {
        const guint i = graph->order[k];
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const guint j = task_graph_get_edge(graph, graph->out[x])->to;
            if (--missing[j] == 0)
                graph->order[ready++] = j;
        }
    }
    return ready;
}

/* Tasks that were not sorted have a predecessor that was not: going back along them comes round. The
 * cycle is told from its first task in the file on, at the line of the edge that closes it. */
static gboolean
fail_cycle(const TaskGraph *graph, guint sorted, GError **error)
{
    const guint n = graph->tasks->len;
    g_autofree gboolean *done = g_new0(gboolean, n);
    g_autofree guint *seen = g_new0(guint, n); /* place in `back`, from 1 */
    g_autoptr(GArray) back = g_array_new(FALSE, FALSE, sizeof(guint)); /* edges */
    g_autoptr(GString) text = g_string_new(NULL);
    guint i = 0;

    for (guint k = 0; k < sorted; k++)
        done[graph->order[k]] = TRUE;
    while (done[i])
        i++;
    for (; seen[i] == 0;) {
        guint x = graph->first_in[i];
        while (done[task_graph_get_edge(graph, graph->in[x])->from])
            x++;
        seen[i] = back->len + 1;
        g_array_append_val(back, graph->in[x]);
        i = task_graph_get_edge(graph, graph->in[x])->from;
    }
    /* edges back[begin ..], each to the task before: the first task of the file is where it starts */
    const guint begin = seen[i] - 1, length = back->len - begin;
    guint least = begin;
#define EDGE(k) task_graph_get_edge(graph, g_array_index(back, guint, begin + (k) % length))
    for (guint k = begin; k < back->len; k++)
        if (EDGE(k - begin)->to < EDGE(least - begin)->to)
            least = k;
    for (guint k = 0; k < length && k < MOST_NAMED; k++)
        g_string_append_printf(text, "%s -> ",
                               task_graph_task(graph, EDGE(least - begin + length - k)->to)->name);
    if (length > MOST_NAMED)
        g_string_append(text, "... -> ");
    g_string_append(text, task_graph_task(graph, EDGE(least - begin)->to)->name);
    const guint line = EDGE(least - begin)->line;
#undef EDGE
    return graph_fail(graph->file, line, error, "the task graph has a cycle: %s", text->str);
}

/* Tasks without time take the initial one. */
static void
settle_times(TaskGraph *graph)
{
    guint n = 0, first = 0;

    for (guint i = 0; i < graph->tasks->len; i++) {
        GraphTask *task = &g_array_index(graph->tasks, GraphTask, i);
        if (!isnan(task->time))
            continue;
        first = n++ == 0 ? i : first;
        task->time = graph->initial;
    }
    if (n == 1)
        task_graph_warn(graph, task_graph_task(graph, first)->line,
                        "task '%s' has no time, and takes %g",
                        task_graph_task(graph, first)->name, graph->initial);
    else if (n > 1)
        task_graph_warn(graph, task_graph_task(graph, first)->line,
                        "%u tasks have no time, '%s' the first; each takes %g", n,
                        task_graph_task(graph, first)->name, graph->initial);
}

gboolean
task_graph_finish(TaskGraph *graph, GError **error)
{
    if (graph->tasks->len == 0)
        return graph_fail(graph->file, 0, error, "the task graph has no task");
    settle_times(graph);
    unite_edges(graph);
    make_lists(graph);
    const guint sorted = sort_tasks(graph);
    return sorted == graph->tasks->len || fail_cycle(graph, sorted, error);
}

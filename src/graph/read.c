/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/read.h"

#include <string.h>

#include "src/graph/grains.h"

static gboolean
is_dvm_line(const char *line, gsize len)
{
    static const char *const begins[] = { "call_", "ret_", "Event_" };

    for (gsize i = 0; i < G_N_ELEMENTS(begins); i++)
        if (len > strlen(begins[i]) && memcmp(line, begins[i], strlen(begins[i])) == 0)
            return g_strstr_len(line, (gssize)len, "TIME=") != NULL;
    return FALSE;
}

/* Whether some line is what `is` says. */
static gboolean
has_line(const GraphText *text, gboolean (*is)(const char *line, gsize len))
{
    const char *end = text->data + text->size;

    for (const char *line = text->data, *stop; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (gsize)(end - line));
        stop = stop != NULL ? stop : end;
        if (is(line, (gsize)(stop - line)))
            return TRUE;
    }
    return FALSE;
}

/* Where comments of DOT and STG are over. */
static const char *
skip_comments(const char *at)
{
    for (;;) {
        const char *end = NULL;
        while (g_ascii_isspace(*at))
            at++;
        if (g_str_has_prefix(at, "/*"))
            end = strstr(at, "*/");
        else if (g_str_has_prefix(at, "//") || *at == '#')
            end = strchr(at, '\n');
        if (end == NULL)
            return at;
        at = end + (*end == '*' ? 2 : 1);
    }
}

/* Whether a word of DOT that begins a graph is here. */
static gboolean
begins_dot(const char *at)
{
    static const char *const words[] = { "strict", "digraph", "graph" };

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        const gsize len = strlen(words[i]);
        if (g_ascii_strncasecmp(at, words[i], len) == 0 &&
            (g_ascii_isspace(at[len]) || at[len] == '{' || at[len] == '"') &&
            strchr(at, '{') != NULL)
            return TRUE;
    }
    return FALSE;
}

/* Whether the line has nothing but numbers. */
static gboolean
is_numbers(const char *at)
{
    const gsize len = strcspn(at, "\n#");

    return len > 0 && g_ascii_isdigit(*at) && strspn(at, "0123456789.eE+- \t\r") >= len;
}

const char *
graph_kind_of(const GraphText *text)
{
    GraphWords words = graph_words(text, '<', '>');
    const GraphWord first = graph_words_next(&words);
    const char *at = skip_comments(text->data);

    if (graph_word_is(&first, "Task_Graph"))
        return GRAPH_KIND_EPA;
    if (*at == '{')
        return GRAPH_KIND_WORKFLOW;
    if (begins_dot(at))
        return GRAPH_KIND_DOT;
    if (has_line(text, is_dvm_line))
        return GRAPH_KIND_PROGRAM;
    if (has_line(text, grain_trace_is_record))
        return GRAPH_KIND_GRAINS;
    return is_numbers(at) ? GRAPH_KIND_STG : NULL;
}

/* The first error of a trace is one of the graph; warnings are the graph's too. */
static TaskGraph *
read_grains(const GraphText *text, gboolean executions, GError **error)
{
    g_autoptr(GrainTrace) trace = grain_trace_read(text);
    for (guint i = 0; i < trace->messages->len; i++) {
        g_autofree char *message = grain_trace_message(trace, i);
        if (!g_array_index(trace->messages, GrainMessage, i).error)
            continue;
        g_set_error_literal(error, GRAPH_ERROR, GRAPH_ERROR_SYNTAX, message);
        return NULL;
    }
    g_autoptr(TaskGraph) graph = grain_trace_graph(trace, executions, error);
    for (guint i = 0; graph != NULL && i < trace->messages->len; i++)
        g_ptr_array_insert(graph->warnings, (gint)i, grain_trace_message(trace, i));
    return g_steal_pointer(&graph);
}

TaskGraph *
graph_read(const GraphText *text, gboolean executions, GError **error)
{
    static const struct {
        const char *kind;
        GraphReader *read;
    } readers[] = {
        { GRAPH_KIND_EPA, graph_read_epa },
        { GRAPH_KIND_STG, graph_read_stg },
        { GRAPH_KIND_DOT, graph_read_dot },
        { GRAPH_KIND_WORKFLOW, graph_read_workflow },
    };
    const char *kind = graph_kind_of(text);

    for (gsize i = 0; i < G_N_ELEMENTS(readers); i++)
        if (kind != NULL && g_str_equal(kind, readers[i].kind))
            return readers[i].read(text, error);
    if (kind != NULL && g_str_equal(kind, GRAPH_KIND_GRAINS))
        return read_grains(text, executions, error);
    graph_fail(text->path, 0, error,
               "no task graph: expected a grain trace, a task graph file, STG, DOT or WfFormat");
    return NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Directed graphs in the language of Graphviz: nodes, chains of edges, defaults of nodes and
 * edges, subgraphs (whose nodes are those of the graph), ports, quotes, comments.
 */
#include <math.h>
#include <string.h>

#include "src/graph/read.h"

typedef enum { DOT_END, DOT_NAME, DOT_ARROW, DOT_LINE, DOT_SIGN } DotType;

typedef struct {
    DotType type;
    char sign;    /* of DOT_SIGN */
    gboolean quoted;
    GString *text; /* of a name */
    guint line;
} DotToken;

/* What nodes and edges can have. */
typedef enum {
    DOT_TIME,
    DOT_WEIGHT,
    DOT_SIZE,
    DOT_DELAY,
    DOT_BYTES,
    DOT_DATA,
    DOT_N_NUMBERS,
    DOT_TIMES = DOT_N_NUMBERS,
    DOT_N_ATTRIBUTES
} DotAttribute;

static const char *const attribute_names[DOT_N_ATTRIBUTES] = {
    "time", "weight", "size", "delay", "bytes", "data", "times",
};

/* Those of nodes and of edges, the first that is given counts; the last rows are bytes. */
static const DotAttribute of_nodes[] = { DOT_TIME, DOT_WEIGHT, DOT_SIZE };
static const DotAttribute of_delays[] = { DOT_DELAY, DOT_WEIGHT };
static const DotAttribute of_bytes[] = { DOT_BYTES, DOT_SIZE, DOT_DATA };

/* Values as text, in the order of DotAttribute; NULL: not given. */
typedef struct {
    const char *value[DOT_N_ATTRIBUTES];
    guint line[DOT_N_ATTRIBUTES];
} DotValues;

/* Defaults within braces. */
typedef struct {
    DotValues node, edge;
} DotScope;

typedef struct {
    DotValues values;
    guint from, to, line;
} DotEdge;

typedef struct {
    const char *path, *at;
    guint line;
    DotToken token; /* the next */
    TaskGraph *graph;
    GHashTable *numbers; /* of names */
    GArray *nodes;       /* of DotValues, by task */
    GArray *edges;       /* of DotEdge */
    GArray *scopes;      /* of DotScope */
    GError **error;
} Dot;

/* --- tokens --- */

static void
skip_comment(Dot *dot, const char *end)
{
    const char *found = strstr(dot->at, end);
    const char *stop = found != NULL ? found + strlen(end) : dot->at + strlen(dot->at);

    for (; dot->at < stop; dot->at++)
        dot->line += *dot->at == '\n';
}

static void
skip_blanks(Dot *dot)
{
    for (;;) {
        const gboolean begin = dot->line == 1 || dot->at[-1] == '\n';
        if (g_str_has_prefix(dot->at, "/*"))
            skip_comment(dot, "*/");
        else if (g_str_has_prefix(dot->at, "//") || (*dot->at == '#' && begin))
            skip_comment(dot, "\n");
        else if (g_ascii_isspace(*dot->at))
            dot->line += *dot->at++ == '\n';
        else
            return;
    }
}

static gboolean
is_letter(char c)
{
    return g_ascii_isalnum(c) || c == '_' || (guchar)c >= 0x80;
}

static gboolean
read_quoted(Dot *dot)
{
    const guint line = dot->line;

    for (dot->at++; *dot->at != '"'; dot->at++) {
        if (*dot->at == '\0')
            return graph_fail(dot->path, line, dot->error, "a quote without an end");
        if (dot->at[0] == '\\' && (dot->at[1] == '"' || dot->at[1] == '\n'))
            dot->at++;
        dot->line += *dot->at == '\n';
        if (*dot->at != '\n')
            g_string_append_c(dot->token.text, *dot->at);
    }
    dot->at++;
    dot->token.quoted = TRUE;
    return TRUE;
}

/* <...> with brackets in each other. */
static gboolean
read_html(Dot *dot)
{
    const guint line = dot->line;
    guint depth = 0;

    do {
        if (*dot->at == '\0')
            return graph_fail(dot->path, line, dot->error, "a '<' without its '>'");
        depth += *dot->at == '<';
        depth -= *dot->at == '>';
        dot->line += *dot->at == '\n';
        g_string_append_c(dot->token.text, *dot->at++);
    } while (depth > 0);
    dot->token.quoted = TRUE;
    return TRUE;
}

static void
read_name(Dot *dot)
{
    const char *begin = dot->at;

    /* a point and a sign only where a number can have them */
    const gboolean number = !is_letter(*begin) || g_ascii_isdigit(*begin);
    dot->at++;
    while (is_letter(*dot->at) || (number && *dot->at == '.'))
        dot->at++;
    g_string_append_len(dot->token.text, begin, dot->at - begin);
}

static gboolean
next(Dot *dot)
{
    skip_blanks(dot);
    g_string_truncate(dot->token.text, 0);
    dot->token.line = *dot->at != '\0' ? dot->line : dot->token.line;
    dot->token.quoted = FALSE;
    const char c = *dot->at, second = c != '\0' ? dot->at[1] : '\0';
    dot->token.type = DOT_NAME;
    if (c == '"')
        return read_quoted(dot);
    if (c == '<')
        return read_html(dot);
    if (is_letter(c) || c == '.' || (c == '-' && (g_ascii_isdigit(second) || second == '.'))) {
        read_name(dot);
        return TRUE;
    }
    if (c == '-' && (second == '>' || second == '-')) {
        dot->token.type = second == '>' ? DOT_ARROW : DOT_LINE;
        dot->at += 2;
        return TRUE;
    }
    dot->token.type = c == '\0' ? DOT_END : DOT_SIGN;
    dot->token.sign = c;
    if (c != '\0' && strchr("{}[];,=:", c) == NULL)
        return graph_fail(dot->path, dot->line, dot->error, "unexpected '%.*s'",
                          (int)(g_utf8_next_char(dot->at) - dot->at), dot->at);
    dot->at += c != '\0';
    return TRUE;
}

static gboolean
is_sign(const Dot *dot, char sign)
{
    return dot->token.type == DOT_SIGN && dot->token.sign == sign;
}

static gboolean
is_word(const Dot *dot, const char *word)
{
    return dot->token.type == DOT_NAME && !dot->token.quoted &&
           g_ascii_strcasecmp(dot->token.text->str, word) == 0;
}

static gboolean
fail_expected(Dot *dot, const char *what)
{
    const DotToken *token = &dot->token;
    g_autofree char *found = token->type == DOT_NAME    ? g_strdup(token->text->str)
                             : token->type == DOT_ARROW ? g_strdup("->")
                             : token->type == DOT_LINE  ? g_strdup("--")
                                                        : g_strndup(&token->sign, 1);

    return token->type == DOT_END
               ? graph_fail(dot->path, token->line, dot->error, "the file ends, expected %s",
                            what)
               : graph_fail(dot->path, token->line, dot->error, "expected %s, found '%s'", what,
                            found);
}

static gboolean
expect(Dot *dot, char sign)
{
    char what[] = { '\'', sign, '\'', '\0' };

    return is_sign(dot, sign) ? next(dot) : fail_expected(dot, what);
}

/* --- statements --- */

static DotScope *
scope_of(Dot *dot)
{
    return &g_array_index(dot->scopes, DotScope, dot->scopes->len - 1);
}

/* The task of that name, which is new when it is met first. */
static guint
node_of(Dot *dot, const char *name, guint line)
{
    gpointer known;

    if (g_hash_table_lookup_extended(dot->numbers, name, NULL, &known))
        return GPOINTER_TO_UINT(known);
    const guint task = task_graph_add(dot->graph, name, NAN, line);
    g_hash_table_insert(dot->numbers, (gpointer)task_graph_task(dot->graph, task)->name,
                        GUINT_TO_POINTER(task));
    g_array_append_val(dot->nodes, scope_of(dot)->node);
    return task;
}

/* A list of lists in brackets: what counts of it goes over `values`. */
static gboolean
read_attributes(Dot *dot, DotValues *values)
{
    while (is_sign(dot, '[')) {
        if (!next(dot))
            return FALSE;
        while (!is_sign(dot, ']')) {
            if (dot->token.type != DOT_NAME)
                return fail_expected(dot, "']'");
            g_autofree char *name = g_ascii_strdown(dot->token.text->str, -1);
            const guint line = dot->token.line;
            if (!next(dot) || !expect(dot, '='))
                return FALSE;
            if (dot->token.type != DOT_NAME)
                return fail_expected(dot, "a value");
            for (guint k = 0; k < DOT_N_ATTRIBUTES; k++)
                if (g_str_equal(name, attribute_names[k])) {
                    values->value[k] =
                        g_string_chunk_insert_const(dot->graph->names, dot->token.text->str);
                    values->line[k] = line;
                }
            if (!next(dot))
                return FALSE;
            if ((is_sign(dot, ',') || is_sign(dot, ';')) && !next(dot))
                return FALSE;
        }
        if (!next(dot))
            return FALSE;
    }
    return TRUE;
}

/* A node and its ports. */
static gboolean
read_node(Dot *dot, guint *task)
{
    if (is_sign(dot, '{') || is_word(dot, "subgraph"))
        return graph_fail(dot->path, dot->token.line, dot->error,
                          "an edge of a subgraph is not supported");
    if (dot->token.type != DOT_NAME)
        return fail_expected(dot, "a node");
    *task = node_of(dot, dot->token.text->str, dot->token.line);
    if (!next(dot))
        return FALSE;
    while (is_sign(dot, ':')) {
        if (!next(dot))
            return FALSE;
        if (dot->token.type != DOT_NAME)
            return fail_expected(dot, "a port");
        if (!next(dot))
            return FALSE;
    }
    return TRUE;
}

static gboolean
fail_undirected(Dot *dot)
{
    return graph_fail(dot->path, dot->token.line, dot->error,
                      "the edge is not directed, expected '->'");
}

static gboolean
read_chain(Dot *dot, guint from)
{
    const guint first = dot->edges->len;

    while (dot->token.type == DOT_ARROW) {
        DotEdge edge = { scope_of(dot)->edge, from, from, dot->token.line };
        if (!next(dot) || !read_node(dot, &edge.to))
            return FALSE;
        if (edge.from == edge.to)
            return graph_fail(dot->path, edge.line, dot->error, "'%s' depends on itself",
                              task_graph_task(dot->graph, from)->name);
        g_array_append_val(dot->edges, edge);
        from = edge.to;
    }
    if (dot->token.type == DOT_LINE)
        return fail_undirected(dot);
    DotValues values = g_array_index(dot->edges, DotEdge, first).values;
    if (!read_attributes(dot, &values))
        return FALSE;
    for (guint e = first; e < dot->edges->len; e++)
        g_array_index(dot->edges, DotEdge, e).values = values;
    return TRUE;
}

/* A node, a chain, or NAME = VALUE. */
static gboolean
read_named(Dot *dot)
{
    const char *at = dot->at;
    guint task;

    while (g_ascii_isspace(*at))
        at++;
    if (*at == '=') {
        if (!next(dot) || !next(dot))
            return FALSE;
        return dot->token.type == DOT_NAME ? next(dot) : fail_expected(dot, "a value");
    }
    if (!read_node(dot, &task))
        return FALSE;
    if (dot->token.type == DOT_ARROW)
        return read_chain(dot, task);
    if (dot->token.type == DOT_LINE)
        return fail_undirected(dot);
    return read_attributes(dot, &g_array_index(dot->nodes, DotValues, task));
}

static gboolean
open_scope(Dot *dot)
{
    const DotScope scope = *scope_of(dot);

    g_array_append_val(dot->scopes, scope);
    return next(dot);
}

static gboolean
close_scope(Dot *dot)
{
    g_array_set_size(dot->scopes, dot->scopes->len - 1);
    if (!next(dot))
        return FALSE;
    if (dot->scopes->len > 0 && (dot->token.type == DOT_ARROW || dot->token.type == DOT_LINE))
        return graph_fail(dot->path, dot->token.line, dot->error,
                          "an edge of a subgraph is not supported");
    return TRUE;
}

static gboolean
read_statement(Dot *dot)
{
    DotValues graph;

    if (is_sign(dot, ';') || is_sign(dot, ','))
        return next(dot);
    if (is_sign(dot, '}'))
        return close_scope(dot);
    if (is_sign(dot, '{'))
        return open_scope(dot);
    if (is_word(dot, "subgraph")) {
        if (!next(dot) || (dot->token.type == DOT_NAME && !next(dot)))
            return FALSE;
        return is_sign(dot, '{') ? open_scope(dot) : fail_expected(dot, "'{'");
    }
    if (is_word(dot, "graph"))
        return next(dot) && read_attributes(dot, &graph);
    if (is_word(dot, "node"))
        return next(dot) && read_attributes(dot, &scope_of(dot)->node);
    if (is_word(dot, "edge"))
        return next(dot) && read_attributes(dot, &scope_of(dot)->edge);
    return dot->token.type == DOT_NAME ? read_named(dot) : fail_expected(dot, "'}'");
}

static gboolean
read_graph(Dot *dot)
{
    const DotScope scope = { 0 };

    if (!next(dot) || (is_word(dot, "strict") && !next(dot)))
        return FALSE;
    if (is_word(dot, "graph"))
        return graph_fail(dot->path, dot->token.line, dot->error,
                          "the graph is not directed, expected 'digraph'");
    if (!is_word(dot, "digraph"))
        return fail_expected(dot, "'digraph'");
    if (!next(dot))
        return FALSE;
    if (dot->token.type == DOT_NAME) {
        g_free(dot->graph->name);
        dot->graph->name = g_strdup(dot->token.text->str);
        if (!next(dot))
            return FALSE;
    }
    if (!expect(dot, '{'))
        return FALSE;
    g_array_append_val(dot->scopes, scope);
    while (dot->scopes->len > 0)
        if (!read_statement(dot))
            return FALSE;
    return dot->token.type == DOT_END || fail_expected(dot, "the end of the file");
}

/* --- values --- */

/* The first of the attributes that is given; *value stays as it is when none is. With `none`
 * what is below 0 counts as not given. */
static gboolean
number_of(Dot *dot, const DotValues *values, const DotAttribute rows[], gsize n, const char *of,
          gboolean none, double *value)
{
    for (gsize i = 0; i < n; i++) {
        const char *text = values->value[rows[i]];
        if (text == NULL)
            continue;
        const char *digits = text + (*text == '-');
        double number;
        if (!graph_number(digits, strlen(digits), &number) || number > GRAPH_LARGEST)
            return graph_fail(dot->path, values->line[rows[i]], dot->error,
                              "%s of '%s': expected a number, found '%s'",
                              attribute_names[rows[i]], of, text);
        if (digits == text)
            *value = number;
        else if (!none && number > 0)
            return graph_fail(dot->path, values->line[rows[i]], dot->error, "%s of '%s' is negative",
                              attribute_names[rows[i]], of);
        return TRUE;
    }
    return TRUE;
}

static gboolean
settle_edges(Dot *dot)
{
    for (guint e = 0; e < dot->edges->len; e++) {
        const DotEdge *edge = &g_array_index(dot->edges, DotEdge, e);
        g_autofree char *of =
            g_strdup_printf("%s -> %s", task_graph_task(dot->graph, edge->from)->name,
                            task_graph_task(dot->graph, edge->to)->name);
        double delay = 0, bytes = NAN;
        if (!number_of(dot, &edge->values, of_delays, G_N_ELEMENTS(of_delays), of, FALSE,
                       &delay) ||
            !number_of(dot, &edge->values, of_bytes, G_N_ELEMENTS(of_bytes), of, TRUE, &bytes))
            return FALSE;
        task_graph_edge(dot->graph, edge->from, edge->to, delay, bytes, edge->line);
    }
    return TRUE;
}

/* The times of a task for each processor, behind each other; how many there are. */
static gboolean
read_times(Dot *dot, guint task, GArray *times, guint *n)
{
    const DotValues *values = &g_array_index(dot->nodes, DotValues, task);
    const char *name = task_graph_task(dot->graph, task)->name;
    g_auto(GStrv) words =
        g_strsplit_set(values->value[DOT_TIMES] != NULL ? values->value[DOT_TIMES] : "", " ,\t", -1);

    *n = 0;
    for (char **word = words; *word != NULL; word++) {
        double time;
        if (**word == '\0')
            continue;
        if (!graph_number(*word, strlen(*word), &time) || time > GRAPH_LARGEST)
            return graph_fail(dot->path, values->line[DOT_TIMES], dot->error,
                              "times of '%s': expected a number, found '%s'", name, *word);
        g_array_append_val(times, time);
        ++*n;
    }
    return TRUE;
}

/* All tasks have times for the same number of processors. */
static gboolean
settle_times(Dot *dot)
{
    g_autoptr(GArray) times = g_array_new(FALSE, FALSE, sizeof(double));
    const guint n_tasks = dot->graph->tasks->len;
    guint most = 0, n;

    for (guint i = 0; i < n_tasks; i++) {
        if (!read_times(dot, i, times, &n))
            return FALSE;
        most = most == 0 ? n : most;
        if (n != most || n == 0)
            return graph_fail(dot->path, task_graph_task(dot->graph, i)->line, dot->error,
                              "'%s' has no times for %u processors",
                              task_graph_task(dot->graph, i)->name, MAX(most, n));
    }
    dot->graph->n_times = most;
    dot->graph->times = (double *)(gpointer)g_array_free(g_steal_pointer(&times), FALSE);
    for (guint i = 0; i < n_tasks; i++)
        g_array_index(dot->graph->tasks, GraphTask, i).time =
            graph_mean(dot->graph->times + (gsize)i * most, most);
    return TRUE;
}

static gboolean
settle_nodes(Dot *dot)
{
    gboolean several = FALSE;

    for (guint i = 0; i < dot->nodes->len; i++) {
        const DotValues *values = &g_array_index(dot->nodes, DotValues, i);
        GraphTask *task = &g_array_index(dot->graph->tasks, GraphTask, i);
        several |= values->value[DOT_TIMES] != NULL;
        if (values->value[DOT_SIZE] != NULL)
            dot->graph->initial = 0;
        if (!number_of(dot, values, of_nodes, G_N_ELEMENTS(of_nodes), task->name, FALSE,
                       &task->time))
            return FALSE;
    }
    return !several || settle_times(dot);
}

TaskGraph *
graph_read_dot(const GraphText *text, GError **error)
{
    g_autoptr(TaskGraph) graph = task_graph_new(text->path, GRAPH_KIND_DOT);
    g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(DotValues));
    g_autoptr(GArray) edges = g_array_new(FALSE, FALSE, sizeof(DotEdge));
    g_autoptr(GArray) scopes = g_array_new(FALSE, FALSE, sizeof(DotScope));
    g_autoptr(GString) word = g_string_new(NULL);
    Dot dot = { .path = text->path, .at = text->data, .line = 1, .token = { .text = word, .line = 1 },
                .graph = graph, .numbers = numbers, .nodes = nodes, .edges = edges,
                .scopes = scopes, .error = error };

    if (!read_graph(&dot) || !settle_nodes(&dot) || !settle_edges(&dot) ||
        !task_graph_finish(graph, error))
        return NULL;
    return g_steal_pointer(&graph);
}

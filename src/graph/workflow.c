/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Runs of scientific workflows in WfFormat 1.3 to 1.5 (wfcommons.org).  An edge carries the files
 * that one task writes and the other reads.
 */
#include <math.h>
#include <string.h>

#include "src/base/members.h"
#include "src/graph/read.h"

/* Brackets in each other; the format has 8. */
#define DEEPEST 64

typedef struct {
    const GraphText *text;
    TaskGraph *graph;
    GHashTable *tasks;  /* of ids: number of the task, + 1 */
    GHashTable *names;  /* the same of names, where ids do not tell */
    GHashTable *files;  /* of names: a double, owned */
    GHashTable *edges;  /* of pairs in a guint64, owned: those that are there */
    GPtrArray *outputs, *inputs; /* of each task: a set of files, names of graph->names */
    gboolean old; /* before 1.5: files of tasks, and their times, are in them */
    GError **error;
} Workflow;

static gboolean
fail(Workflow *workflow, const char *format, const char *what)
{
    g_autofree char *message = g_strdup_printf("%s '%s'", format, what);

    return graph_fail(workflow->text->path, 0, workflow->error, "%s", message);
}

static JsonNode *
member(JsonObject *object, const char *name)
{
    return object != NULL ? json_object_get_member(object, name) : NULL;
}

/* NULL: it is not there, or something else. */
static JsonObject *
object_of(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name);

    return node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static JsonArray *
array_of(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name);

    return node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

static guint
length_of(JsonArray *array)
{
    return array != NULL ? json_array_get_length(array) : 0;
}

static const char *
text_of(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name);

    return node != NULL && JSON_NODE_HOLDS_VALUE(node) &&
                   json_node_get_value_type(node) == G_TYPE_STRING
               ? json_node_get_string(node)
               : NULL;
}

/* Item `i` as an object, or NULL. */
static JsonObject *
item_of(JsonArray *array, guint i)
{
    JsonNode *node = json_array_get_element(array, i);

    return JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static const char *
item_text(JsonArray *array, guint i)
{
    JsonNode *node = json_array_get_element(array, i);

    return JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING
               ? json_node_get_string(node)
               : NULL;
}

/* A number that is not below 0; NAN where there is none. FALSE: it is something else. */
static gboolean
number_of(Workflow *workflow, JsonObject *object, const char *name, const char *of,
          double *number)
{
    JsonNode *node = member(object, name);

    *number = NAN;
    if (node == NULL || JSON_NODE_HOLDS_NULL(node))
        return TRUE;
    const GType type = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : 0;
    if (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
        *number = json_node_get_double(node);
    if (*number >= 0 && *number <= GRAPH_LARGEST)
        return TRUE;
    return graph_fail(workflow->text->path, 0, workflow->error,
                      "%s of '%s': expected a number that is not negative", name, of);
}

/* The task that somebody names by its id or, where there is none of it, its name. */
static gboolean
task_of(const Workflow *workflow, const char *id, guint *task)
{
    gpointer known = g_hash_table_lookup(workflow->tasks, id);

    if (known == NULL)
        known = g_hash_table_lookup(workflow->names, id);
    *task = GPOINTER_TO_UINT(known) - 1;
    return known != NULL;
}

/* --- tasks and files --- */

static gboolean
add_file_size(Workflow *workflow, const char *file, JsonObject *object)
{
    double size;

    if (!number_of(workflow, object, "sizeInBytes", file, &size))
        return FALSE;
    double *kept = g_new(double, 1);
    *kept = isnan(size) ? 0 : size;
    g_hash_table_replace(workflow->files,
                         g_string_chunk_insert_const(workflow->graph->names, file), kept);
    return TRUE;
}

static void
add_file(Workflow *workflow, guint task, gboolean output, const char *file)
{
    GPtrArray *sets = output ? workflow->outputs : workflow->inputs;

    g_hash_table_add(g_ptr_array_index(sets, task),
                     g_string_chunk_insert_const(workflow->graph->names, file));
}

/* files[] {name link sizeInBytes} of a task, before 1.5. */
static gboolean
add_own_files(Workflow *workflow, guint task, JsonArray *files)
{
    for (guint i = 0; i < length_of(files); i++) {
        JsonObject *file = item_of(files, i);
        const char *name = text_of(file, "name"), *link = text_of(file, "link");
        name = name != NULL ? name : text_of(file, "id");
        if (name == NULL || link == NULL)
            return fail(workflow, "a file has no name or no link: task",
                        task_graph_task(workflow->graph, task)->name);
        add_file(workflow, task, g_str_equal(link, "output"), name);
        if (!add_file_size(workflow, name, file))
            return FALSE;
    }
    return TRUE;
}

static gboolean
add_named_files(Workflow *workflow, guint task, gboolean output, JsonArray *files)
{
    for (guint i = 0; i < length_of(files); i++) {
        const char *file = item_text(files, i);
        if (file == NULL)
            return fail(workflow, "a file is no text: task",
                        task_graph_task(workflow->graph, task)->name);
        add_file(workflow, task, output, file);
    }
    return TRUE;
}

/* How long a task ran, and on how many cores: of the task itself, or of its entry in execution. */
static gboolean
set_run(Workflow *workflow, guint task, JsonObject *run)
{
    GraphTask *one = &g_array_index(workflow->graph->tasks, GraphTask, task);
    double time, cores;
    const gboolean has = member(run, "runtimeInSeconds") != NULL;

    if (!number_of(workflow, run, has ? "runtimeInSeconds" : "runtime", one->name, &time) ||
        !number_of(workflow, run, member(run, "coreCount") != NULL ? "coreCount" : "cores",
                   one->name, &cores))
        return FALSE;
    one->time = time;
    if (cores > 1)
        task_graph_warn(workflow->graph, 0,
                        "task '%s' ran on %g cores; here it takes one processor", one->name,
                        cores);
    return TRUE;
}

static gboolean
add_task(Workflow *workflow, JsonObject *object, guint number)
{
    const char *name = text_of(object, "name"), *id = text_of(object, "id");

    id = id != NULL ? id : name;
    if (id == NULL)
        return graph_fail(workflow->text->path, 0, workflow->error,
                          "tasks[%u] has no id, or it is no text", number);
    if (g_hash_table_contains(workflow->tasks, id))
        return fail(workflow, "twice: task", id);
    const guint task = task_graph_add(workflow->graph, id, NAN, 0);
    g_hash_table_insert(workflow->tasks, (gpointer)task_graph_task(workflow->graph, task)->name,
                        GUINT_TO_POINTER(task + 1));
    if (name != NULL && !g_hash_table_contains(workflow->names, name))
        g_hash_table_insert(workflow->names,
                            g_string_chunk_insert_const(workflow->graph->names, name),
                            GUINT_TO_POINTER(task + 1));
    g_ptr_array_add(workflow->outputs, g_hash_table_new(NULL, NULL));
    g_ptr_array_add(workflow->inputs, g_hash_table_new(NULL, NULL));
    if (workflow->old)
        return set_run(workflow, task, object) &&
               add_own_files(workflow, task, array_of(object, "files"));
    return add_named_files(workflow, task, TRUE, array_of(object, "outputFiles")) &&
           add_named_files(workflow, task, FALSE, array_of(object, "inputFiles"));
}

static gboolean
add_tasks(Workflow *workflow, JsonArray *tasks)
{
    for (guint i = 0; i < length_of(tasks); i++)
        if (!add_task(workflow, item_of(tasks, i), i))
            return FALSE;
    return TRUE;
}

static gboolean
add_sizes(Workflow *workflow, JsonArray *files)
{
    for (guint i = 0; i < length_of(files); i++) {
        const char *id = text_of(item_of(files, i), "id");
        if (id == NULL)
            return graph_fail(workflow->text->path, 0, workflow->error,
                              "files[%u] has no id, or it is no text", i);
        if (!add_file_size(workflow, id, item_of(files, i)))
            return FALSE;
    }
    return TRUE;
}

static gboolean
add_runs(Workflow *workflow, JsonArray *runs)
{
    for (guint i = 0; i < length_of(runs); i++) {
        const char *id = text_of(item_of(runs, i), "id");
        guint task;
        if (id == NULL || !task_of(workflow, id, &task))
            return fail(workflow, "execution names the unknown task", id != NULL ? id : "");
        if (!set_run(workflow, task, item_of(runs, i)))
            return FALSE;
    }
    return TRUE;
}

/* --- edges --- */

/* What is written by one and read by the other, each file once; by name, as a sum has an order. */
static double
bytes_between(const Workflow *workflow, guint from, guint to)
{
    GHashTable *outputs = g_ptr_array_index(workflow->outputs, from);
    GHashTable *inputs = g_ptr_array_index(workflow->inputs, to);
    g_autoptr(GPtrArray) shared = g_ptr_array_new();
    GHashTableIter iter;
    gpointer file;
    double bytes = 0;

    g_hash_table_iter_init(&iter, outputs);
    while (g_hash_table_iter_next(&iter, &file, NULL))
        if (g_hash_table_contains(inputs, file))
            g_ptr_array_add(shared, file);
    g_ptr_array_sort(shared, (GCompareFunc)g_strcmp0);
    for (guint i = 0; i < shared->len; i++) {
        const double *size =
            g_hash_table_lookup(workflow->files, g_ptr_array_index(shared, i));
        bytes += size != NULL ? *size : 0;
    }
    return bytes;
}

static gboolean
add_edge(Workflow *workflow, guint from, guint to)
{
    const guint64 pair = (guint64)from << 32 | to;

    if (from == to)
        return fail(workflow, "a task depends on itself:",
                    task_graph_task(workflow->graph, from)->name);
    if (g_hash_table_contains(workflow->edges, &pair))
        return TRUE;
    guint64 *kept = g_new(guint64, 1);
    *kept = pair;
    g_hash_table_add(workflow->edges, kept);
    task_graph_edge(workflow->graph, from, to, 0, bytes_between(workflow, from, to), 0);
    return TRUE;
}

static gboolean
add_neighbours(Workflow *workflow, guint task, JsonArray *names, gboolean parents)
{
    const char *name = task_graph_task(workflow->graph, task)->name;

    for (guint i = 0; i < length_of(names); i++) {
        const char *other = item_text(names, i);
        guint number;
        if (other == NULL || !task_of(workflow, other, &number))
            return graph_fail(workflow->text->path, 0, workflow->error,
                              "task '%s' names the unknown task '%s'", name,
                              other != NULL ? other : "");
        if (!(parents ? add_edge(workflow, number, task) : add_edge(workflow, task, number)))
            return FALSE;
    }
    return TRUE;
}

static gboolean
add_edges(Workflow *workflow, JsonArray *tasks)
{
    for (guint i = 0; i < length_of(tasks); i++)
        if (!add_neighbours(workflow, i, array_of(item_of(tasks, i), "parents"), TRUE) ||
            !add_neighbours(workflow, i, array_of(item_of(tasks, i), "children"), FALSE))
            return FALSE;
    return TRUE;
}

/* --- the file --- */

static gboolean
read_workflow(Workflow *workflow, JsonObject *root)
{
    JsonObject *all = object_of(root, "workflow");
    JsonObject *specification = object_of(all, "specification");
    JsonObject *execution = object_of(all, "execution");
    workflow->old = specification == NULL;
    JsonArray *tasks = array_of(workflow->old ? all : specification, "tasks");
    const char *name = text_of(root, "name");

    if (tasks == NULL)
        return graph_fail(workflow->text->path, 0, workflow->error,
                          "no workflow: expected workflow.specification.tasks or "
                          "workflow.tasks");
    if (name != NULL) {
        g_free(workflow->graph->name);
        workflow->graph->name = g_strdup(name);
    }
    return add_tasks(workflow, tasks) && add_sizes(workflow, array_of(specification, "files")) &&
           add_runs(workflow, array_of(execution, "tasks")) && add_edges(workflow, tasks) &&
           number_of(workflow, workflow->old ? all : execution, "makespanInSeconds", "the run",
                     &workflow->graph->recorded);
}

static JsonObject *
parse(JsonParser *parser, const GraphText *text, GError **error)
{
    ReportMembers members = {
        .path = text->path, .domain = GRAPH_ERROR, .code = GRAPH_ERROR_SYNTAX, .error = error
    };

    return report_members_parse(&members, parser, text->data, text->size, DEEPEST);
}

TaskGraph *
graph_read_workflow(const GraphText *text, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_autoptr(TaskGraph) graph = task_graph_new(text->path, GRAPH_KIND_WORKFLOW);
    g_autoptr(GHashTable) tasks = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) files =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autoptr(GHashTable) edges =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GPtrArray) outputs =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
    g_autoptr(GPtrArray) inputs =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
    Workflow workflow = { text, graph, tasks, names, files, edges, outputs, inputs, FALSE, error };
    JsonObject *root = parse(parser, text, error);

    if (root == NULL || !read_workflow(&workflow, root) || !task_graph_finish(graph, error))
        return NULL;
    return g_steal_pointer(&graph);
}

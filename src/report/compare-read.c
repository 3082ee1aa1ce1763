/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads what report-json.c wrote. The file may hold anything: every member is checked for its
 * type.
 */
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "src/report/compare.h"

/* Ours are six levels deep; the parser goes down as deep as the text. */
#define DEEPEST_JSON 32

G_DEFINE_QUARK(compare - error - quark, compare_error)

static void
clear_interval(gpointer interval)
{
    g_free(((CompareInterval *)interval)->file);
}

void
compare_report_free(CompareReport *report)
{
    if (report == NULL)
        return;
    g_free(report->path);
    g_free(report->program);
    g_free(report->machine);
    g_array_unref(report->intervals);
    g_free(report);
}

/* Notes the first thing that is wrong. */
typedef struct {
    const char *path;
    GError **error;
    gboolean failed;
} Reader;

G_GNUC_PRINTF(2, 3)
static void
fail(Reader *reader, const char *format, ...)
{
    va_list args;

    if (reader->failed)
        return;
    reader->failed = TRUE;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(reader->error, COMPARE_ERROR, COMPARE_ERROR_FORMAT, "%s: error: %s",
                reader->path, message);
}

/* The member if it is a value of one of two types. */
static JsonNode *
need_value(Reader *reader, JsonObject *object, const char *name, GType type, GType other)
{
    JsonNode *node = json_object_get_member(object, name);

    if (node != NULL && JSON_NODE_HOLDS_VALUE(node) &&
        (json_node_get_value_type(node) == type || json_node_get_value_type(node) == other))
        return node;
    fail(reader, "no report of this program: '%s' is missing or of another type", name);
    return NULL;
}

static double
need_real(Reader *reader, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(reader, object, name, G_TYPE_DOUBLE, G_TYPE_INT64);
    const double value = node != NULL ? json_node_get_double(node) : 0;

    if (isfinite(value) && fabs(value) < 1e300)
        return value;
    fail(reader, "'%s' is too large", name);
    return 0;
}

static gint64
need_integer(Reader *reader, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(reader, object, name, G_TYPE_INT64, G_TYPE_INT64);
    const gint64 value = node != NULL ? json_node_get_int(node) : 0;

    if (value >= 0)
        return value;
    fail(reader, "'%s' is negative", name);
    return 0;
}

static const char *
need_string(Reader *reader, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(reader, object, name, G_TYPE_STRING, G_TYPE_STRING);

    return node != NULL ? json_node_get_string(node) : "";
}

static JsonObject *
need_object(Reader *reader, JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);

    if (node != NULL && JSON_NODE_HOLDS_OBJECT(node))
        return json_node_get_object(node);
    fail(reader, "no report of this program: '%s' is missing or no object", name);
    return NULL;
}

static JsonArray *
need_array(Reader *reader, JsonObject *object, const char *name)
{
    JsonNode *node = json_object_get_member(object, name);

    if (node != NULL && JSON_NODE_HOLDS_ARRAY(node))
        return json_node_get_array(node);
    fail(reader, "no report of this program: '%s' is missing or no array", name);
    return NULL;
}

/* Groups of operations are uses of processor time. */
static void
read_uses(Reader *reader, JsonObject *object, CompareInterval *interval)
{
    JsonObject *operations = need_object(reader, object, "operations");

    interval->uses[REPORT_PRODUCTIVE] = need_real(reader, object, "Productive_time");
    interval->uses[REPORT_INSUFFICIENT] = need_real(reader, object, "Insuff_parallelism");
    interval->uses[REPORT_IDLE] = need_real(reader, object, "Idle");
    for (guint i = 0; i < N_OPERATIONS && operations != NULL; i++) {
        JsonObject *group = need_object(reader, operations, operation_name((Operation)i));
        if (group != NULL)
            interval->uses[REPORT_COMMUNICATION + i] =
                need_real(reader, group, "communication");
    }
}

static IntervalType
need_type(Reader *reader, JsonObject *object)
{
    static const IntervalType types[] = { INTERVAL_MAIN, INTERVAL_USER, INTERVAL_SEQ,
                                          INTERVAL_PAR };
    const char *name = need_string(reader, object, "type");

    for (gsize i = 0; i < G_N_ELEMENTS(types); i++)
        if (strcmp(name, interval_type_name(types[i])) == 0)
            return types[i];
    fail(reader, "'%s' is no type of interval", name);
    return INTERVAL_MAIN;
}

/* Where in the tree it is: index_of leads from ids to indices + 1. */
static void
place_interval(Reader *reader, JsonObject *object, const GArray *before, GHashTable *index_of,
               CompareInterval *interval)
{
    const gint64 id = need_integer(reader, object, "id");
    const gint64 parent = need_integer(reader, object, "parent");

    if (id > G_MAXINT || parent > G_MAXINT ||
        !g_hash_table_insert(index_of, GINT_TO_POINTER(id), GUINT_TO_POINTER(before->len + 1)))
        fail(reader, "two intervals have the id %" G_GINT64_FORMAT, id);
    interval->parent =
        parent == id || parent > G_MAXINT
            ? 0
            : GPOINTER_TO_UINT(g_hash_table_lookup(index_of, GINT_TO_POINTER(parent)));
    if ((interval->parent == 0) != (before->len == 0))
        fail(reader, "interval %" G_GINT64_FORMAT " does not follow the one it is in", id);
    if (interval->parent > 0 && !reader->failed)
        interval->level =
            g_array_index(before, CompareInterval, interval->parent - 1).level + 1;
}

static void
read_interval(Reader *reader, JsonObject *object, GHashTable *index_of, GArray *intervals)
{
    JsonNode *expression = json_object_get_member(object, "expression");
    CompareInterval interval = { .type = need_type(reader, object) };

    place_interval(reader, object, intervals, index_of, &interval);
    interval.line = need_integer(reader, object, "line");
    interval.count = (guint64)need_integer(reader, object, "count");
    interval.has_expression = expression != NULL && JSON_NODE_HOLDS_VALUE(expression) &&
                              json_node_get_value_type(expression) == G_TYPE_INT64;
    if (interval.has_expression)
        interval.expression = json_node_get_int(expression);
    interval.efficiency = need_real(reader, object, "Efficiency");
    interval.execution_time = need_real(reader, object, "Execution_time");
    interval.total_time = need_real(reader, object, "Total_time");
    interval.lost_time = need_real(reader, object, "Lost_time");
    read_uses(reader, object, &interval);
    interval.file = g_strdup(need_string(reader, object, "file"));
    g_array_append_val(intervals, interval);
}

static void
read_intervals(Reader *reader, JsonObject *root, GArray *intervals)
{
    g_autoptr(GHashTable) index_of = g_hash_table_new(NULL, NULL);
    JsonArray *array = need_array(reader, root, "intervals");
    const guint n = array != NULL ? json_array_get_length(array) : 0;

    for (guint i = 0; i < n && !reader->failed; i++) {
        JsonNode *node = json_array_get_element(array, i);
        if (JSON_NODE_HOLDS_OBJECT(node))
            read_interval(reader, json_node_get_object(node), index_of, intervals);
        else
            fail(reader, "an interval that is no object");
    }
    if (intervals->len == 0)
        fail(reader, "a report without intervals");
}

/* "network 4x2" */
static char *
read_machine(Reader *reader, JsonObject *root)
{
    JsonObject *parameters = need_object(reader, root, "parameters");
    if (parameters == NULL)
        return g_strdup("");
    GString *text = g_string_new(need_string(reader, parameters, "type"));
    JsonArray *sizes = need_array(reader, parameters, "topology");
    const guint n = sizes != NULL ? json_array_get_length(sizes) : 0;

    for (guint i = 0; i < n; i++) {
        JsonNode *size = json_array_get_element(sizes, i);
        const gint64 value = JSON_NODE_HOLDS_VALUE(size) ? json_node_get_int(size) : 0;
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, i > 0 ? "x" : " ", value);
    }
    return g_string_free(text, FALSE);
}

static void
read_report(Reader *reader, JsonObject *root, CompareReport *report)
{
    if (strcmp(need_string(reader, root, "format"), "predictor-report") != 0)
        fail(reader, "this is no report of this program");
    if (need_integer(reader, root, "version") != 1)
        fail(reader, "this version of the report is not known");
    JsonObject *trace = need_object(reader, root, "trace");
    if (trace != NULL) {
        JsonNode *program = json_object_get_member(trace, "program");
        const char *name = program != NULL && JSON_NODE_HOLDS_VALUE(program)
                               ? json_node_get_string(program)
                               : NULL;
        report->program = g_strdup(name != NULL ? name : need_string(reader, trace, "file"));
    }
    report->machine = read_machine(reader, root);
    report->processors = need_integer(reader, root, "processors");
    report->execution_time = need_real(reader, root, "execution_time");
    read_intervals(reader, root, report->intervals);
}

/* Whether brackets outside of strings stand in no more than so many others. */
static gboolean
is_shallow(const char *text, gsize len)
{
    guint depth = 0;
    gboolean in_string = FALSE;

    for (gsize i = 0; i < len && depth <= DEEPEST_JSON; i++) {
        if (in_string && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            in_string = !in_string;
        else if (!in_string && (text[i] == '[' || text[i] == '{'))
            depth++;
        else if (!in_string && depth > 0 && (text[i] == ']' || text[i] == '}'))
            depth--;
    }
    return depth <= DEEPEST_JSON;
}

CompareReport *
compare_report_read(const char *path, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = NULL;
    Reader reader = { path, error, FALSE };
    gsize len;

    if (!g_file_get_contents(path, &text, &len, error))
        return NULL;
    if (!g_utf8_validate(text, (gssize)len, NULL) || !is_shallow(text, len)) {
        fail(&reader, "this is no report in JSON");
        return NULL;
    }
    if (!json_parser_load_from_data(parser, text, (gssize)len, &cause)) {
        fail(&reader, "this is no report in JSON: %s", cause->message);
        return NULL;
    }
    JsonNode *root = json_parser_get_root(parser);
    if (root == NULL || !JSON_NODE_HOLDS_OBJECT(root)) {
        fail(&reader, "this is no report in JSON");
        return NULL;
    }
    g_autoptr(CompareReport) report = g_new0(CompareReport, 1);
    report->path = g_strdup(path);
    report->intervals = g_array_new(FALSE, FALSE, sizeof(CompareInterval));
    g_array_set_clear_func(report->intervals, clear_interval);
    read_report(&reader, json_node_get_object(root), report);
    return reader.failed ? NULL : g_steal_pointer(&report);
}

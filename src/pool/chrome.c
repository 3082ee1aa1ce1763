/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Logs in Chrome's Trace Event Format: complete events ("ph": "X"), microseconds.
 */
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "src/base/members.h"
#include "src/pool/read.h"

/* Brackets that an event may be nested in. */
#define DEEPEST 100

/* "1/2" of pid and tid, numbers or texts. */
static void
append_id(GString *name, JsonObject *event, const char *member)
{
    JsonNode *node = json_object_get_member(event, member);
    const GType type = node != NULL && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node)
                                                                   : G_TYPE_INVALID;

    if (type == G_TYPE_STRING)
        g_string_append(name, json_node_get_string(node));
    else if (type == G_TYPE_INT64)
        g_string_append_printf(name, "%" G_GINT64_FORMAT, json_node_get_int(node));
    else
        g_string_append_c(name, '-');
}

static gboolean
read_number(const TaskLog *log, JsonObject *event, guint i, const char *member, double *value,
            GError **error)
{
    JsonNode *node = json_object_get_member(event, member);
    const GType type = node != NULL && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node)
                                                                   : G_TYPE_INVALID;

    *value = type == G_TYPE_INT64 || type == G_TYPE_DOUBLE ? json_node_get_double(node) : NAN;
    return (isfinite(*value) && fabs(*value) <= TASK_LOG_LARGEST) ||
           task_log_fail(log, 0, error, "traceEvents[%u].%s is not a time", i, member);
}

static gboolean
read_event(TaskLog *log, JsonObject *event, guint i, GError **error)
{
    JsonNode *ph = json_object_get_member(event, "ph");
    double start, duration;

    if (ph == NULL || !JSON_NODE_HOLDS_VALUE(ph) || g_strcmp0(json_node_get_string(ph), "X") != 0)
        return TRUE;
    if (!read_number(log, event, i, "ts", &start, error) ||
        !read_number(log, event, i, "dur", &duration, error))
        return FALSE;
    if (duration < 0)
        return task_log_fail(log, 0, error, "traceEvents[%u].dur is negative", i);
    g_autoptr(GString) name = g_string_new(NULL);
    append_id(name, event, "pid");
    g_string_append_c(name, '/');
    append_id(name, event, "tid");
    task_log_add(log, task_log_worker(log, name->str), start, start + duration, i);
    return TRUE;
}

/* The events; the format has them as a member, or bare. NULL: noted. */
static JsonArray *
find_events(const GraphText *text, JsonParser *parser, GError **error)
{
    ReportMembers members = { text->path, TASK_LOG_ERROR, TASK_LOG_ERROR_SYNTAX, error, FALSE };
    const gboolean bare = text->data[strspn(text->data, " \t\r\n")] == '[';
    g_autofree char *whole =
        bare ? g_strconcat("{\"traceEvents\":", text->data, "}", NULL) : NULL;
    const char *data = bare ? whole : text->data;
    JsonObject *root = report_members_parse(&members, parser, data, strlen(data), DEEPEST);

    return root != NULL ? report_members_array(&members, root, "traceEvents") : NULL;
}

TaskLog *
task_log_read_chrome(const GraphText *text, const TaskLogOptions *options, GError **error)
{
    g_autoptr(TaskLog) log = task_log_new(text->path, "chrome", "us");
    g_autoptr(JsonParser) parser = json_parser_new();
    JsonArray *events = find_events(text, parser, error);

    (void)options;
    if (events == NULL)
        return NULL;
    for (guint i = 0; i < json_array_get_length(events); i++) {
        JsonNode *node = json_array_get_element(events, i);
        if (JSON_NODE_HOLDS_OBJECT(node) && !read_event(log, json_node_get_object(node), i, error))
            return NULL;
    }
    return task_log_finish(log, TRUE, error) ? g_steal_pointer(&log) : NULL;
}

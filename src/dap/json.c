/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Members of messages: what clients send may have any type anywhere.
 */
#include "src/dap/private.h"

#include <string.h>

gboolean
dap_refuse(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (error != NULL)
        *error = g_error_new_valist(REPLAY_ERROR, REPLAY_ERROR_COMMAND, format, args);
    va_end(args);
    return FALSE;
}

/* Of a type; NULL: it is not there, or of another. */
static JsonNode *
member(JsonObject *object, const char *name, GType type)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
    return node != NULL && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type
               ? node
               : NULL;
}

const char *
dap_text(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name, G_TYPE_STRING);
    return node != NULL ? json_node_get_string(node) : NULL;
}

gint64
dap_integer(JsonObject *object, const char *name, gint64 otherwise)
{
    JsonNode *node = member(object, name, G_TYPE_INT64);
    return node != NULL ? json_node_get_int(node) : otherwise;
}

gboolean
dap_truth(JsonObject *object, const char *name)
{
    JsonNode *node = member(object, name, G_TYPE_BOOLEAN);
    return node != NULL && json_node_get_boolean(node);
}

JsonObject *
dap_object(JsonObject *object, const char *name)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
    return node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

JsonArray *
dap_array(JsonObject *object, const char *name)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
    return node != NULL && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

JsonObject *
dap_item(JsonArray *array, guint i)
{
    JsonNode *node = json_array_get_element(array, i);
    return JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

void
dap_put_text(JsonBuilder *body, const char *name, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    json_builder_set_member_name(body, name);
    json_builder_add_string_value(body, valid);
}

void
dap_put_integer(JsonBuilder *body, const char *name, gint64 integer)
{
    json_builder_set_member_name(body, name);
    json_builder_add_int_value(body, integer);
}

void
dap_put_truth(JsonBuilder *body, const char *name, gboolean truth)
{
    json_builder_set_member_name(body, name);
    json_builder_add_boolean_value(body, truth);
}

void
dap_put_line(const DapAdapter *adapter, JsonBuilder *body, gint64 line)
{
    dap_put_integer(body, "line", MAX(line - adapter->lines_from_0, 0));
}

gint64
dap_line_of(const DapAdapter *adapter, JsonObject *object, const char *name)
{
    const gint64 line = dap_integer(object, name, -1);
    return line >= 0 && line < G_MAXINT32 ? line + adapter->lines_from_0 : -1;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/report-members.h"

#include <math.h>
#include <string.h>

#define LARGEST_FILE (512 * 1024 * 1024)

void
report_members_fail(ReportMembers *members, const char *format, ...)
{
    va_list args;

    if (members->failed)
        return;
    members->failed = TRUE;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(members->error, members->domain, members->code, "%s: error: %s", members->path,
                message);
}

void
report_members_fail_name(ReportMembers *members, const char *name)
{
    report_members_fail(
        members, "this is no JSON of this program: '%s' is missing or of another type", name);
}

/* The member if it is a value of one of two types. */
static JsonNode *
need_value(ReportMembers *members, JsonObject *object, const char *name, GType type,
           GType other)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

    if (node != NULL && JSON_NODE_HOLDS_VALUE(node) &&
        (json_node_get_value_type(node) == type || json_node_get_value_type(node) == other))
        return node;
    report_members_fail_name(members, name);
    return NULL;
}

gboolean
report_members_is_null(JsonObject *object, const char *name)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

    return node != NULL && JSON_NODE_HOLDS_NULL(node);
}

/* Whether sums and parts of it are numbers too: no prediction is near the ends of a double,
 * where the steps of a picture's axis overflow or are 0. */
static gboolean
is_plausible(double value)
{
    return value == 0 || (fabs(value) >= 1e-302 && fabs(value) <= 1e300);
}

double
report_members_real(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(members, object, name, G_TYPE_DOUBLE, G_TYPE_INT64);
    const double value = node != NULL ? json_node_get_double(node) : 0;

    if (is_plausible(value))
        return value;
    report_members_fail_name(members, name);
    return 0;
}

gint64
report_members_integer(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(members, object, name, G_TYPE_INT64, G_TYPE_INT64);

    return node != NULL ? json_node_get_int(node) : 0;
}

/* Not below 0. */
guint64
report_members_natural(ReportMembers *members, JsonObject *object, const char *name)
{
    const gint64 value = report_members_integer(members, object, name);

    if (value >= 0)
        return (guint64)value;
    report_members_fail_name(members, name);
    return 0;
}

gboolean
report_members_boolean(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(members, object, name, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN);

    return node != NULL && json_node_get_boolean(node);
}

const char *
report_members_string(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(members, object, name, G_TYPE_STRING, G_TYPE_STRING);

    return node != NULL ? json_node_get_string(node) : "";
}

JsonObject *
report_members_object(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

    if (node != NULL && JSON_NODE_HOLDS_OBJECT(node))
        return json_node_get_object(node);
    report_members_fail_name(members, name);
    return NULL;
}

JsonArray *
report_members_array(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

    if (node != NULL && JSON_NODE_HOLDS_ARRAY(node))
        return json_node_get_array(node);
    report_members_fail_name(members, name);
    return NULL;
}

/* Whether it could be JSON with no more than `deepest` brackets in each other. The parser takes
 * comments too, which might hide a quote and so brackets behind it: what JSON has no use for
 * outside of strings is refused. */
static gboolean
is_shallow(const char *text, gsize len, guint deepest)
{
    static const char others[] = "]}:,+-. \t\r\n";
    guint depth = 0;
    gboolean in_string = FALSE;

    for (gsize i = 0; i < len && depth <= deepest; i++) {
        const char c = text[i];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (in_string)
            continue;
        else if (c == '[' || c == '{')
            depth++;
        else if (!g_ascii_isalnum(c) && (c == '\0' || strchr(others, c) == NULL))
            return FALSE;
        else if (depth > 0 && (c == ']' || c == '}'))
            depth--;
    }
    return depth <= deepest;
}

JsonObject *
report_members_load(ReportMembers *members, JsonParser *parser, guint deepest)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = NULL;
    gsize len;

    if (!g_file_get_contents(members->path, &text, &len, members->error)) {
        members->failed = TRUE;
        return NULL;
    }
    if (len > LARGEST_FILE || !g_utf8_validate(text, (gssize)len, NULL) ||
        !is_shallow(text, len, deepest)) {
        report_members_fail(members, "this is no JSON of this program");
        return NULL;
    }
    if (!json_parser_load_from_data(parser, text, (gssize)len, &cause)) {
        report_members_fail(members, "this is no JSON: %s", cause->message);
        return NULL;
    }
    JsonNode *root = json_parser_get_root(parser);
    if (root != NULL && JSON_NODE_HOLDS_OBJECT(root))
        return json_node_get_object(root);
    report_members_fail(members, "this is no JSON of this program");
    return NULL;
}

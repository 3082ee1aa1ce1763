/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/members.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
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
        members, "this is not JSON of this program: '%s' is missing or of another type", name);
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

/* Notes an error of form at the place `at` of the text, with its line and column (in bytes). */
G_GNUC_PRINTF(4, 5)
static void
fail_at(ReportMembers *members, const char *text, gsize at, const char *format, ...)
{
    gsize line = 1, start = 0;
    va_list args;

    if (members->failed)
        return;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    for (gsize i = 0; i < at; i++) {
        if (text[i] != '\n')
            continue;
        line++;
        start = i + 1;
    }
    members->failed = TRUE;
    g_set_error(members->error, members->domain, members->code,
                "%s:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ": error: %s", members->path, line,
                at - start + 1, message);
}

/* Whether it could be JSON with no more than `deepest` brackets in each other. The parser takes
 * comments too, which might hide a quote and so brackets behind it: what JSON has no use for
 * outside of strings is refused. */
static gboolean
check_nesting(ReportMembers *members, const char *text, gsize len, guint deepest)
{
    static const char others[] = "]}:,+-. \t\r\n";
    guint depth = 0;
    gboolean in_string = FALSE;

    for (gsize i = 0; i < len && !members->failed; i++) {
        const char c = text[i];
        if (in_string && c == '\\')
            i++;
        else if (c == '"')
            in_string = !in_string;
        else if (in_string)
            continue;
        else if ((c == '[' || c == '{') && depth++ == deepest)
            fail_at(members, text, i,
                    "this is not JSON of this program: too many brackets in brackets");
        else if (c == '[' || c == '{')
            continue;
        else if (!g_ascii_isalnum(c) && strchr(others, c) == NULL)
            fail_at(members, text, i, "this is not JSON: unexpected '%.*s'",
                    (int)(g_utf8_next_char(text + i) - (text + i)), text + i);
        else if (depth > 0 && (c == ']' || c == '}'))
            depth--;
    }
    return !members->failed;
}

/* Whether the parser may have a look at the text. */
static gboolean
check_text(ReportMembers *members, const char *text, gsize len, guint deepest)
{
    const char *end;

    if (len == 0)
        report_members_fail(members, "the file is empty");
    else if (!g_utf8_validate(text, (gssize)len, &end))
        fail_at(members, text, (gsize)(end - text), "this is not JSON: not text in UTF-8");
    return !members->failed && check_nesting(members, text, len, deepest);
}

/* All of the file, which may be a pipe; stops beyond LARGEST_FILE, as /dev/zero never ends. */
static GByteArray *
read_file(ReportMembers *members)
{
    FILE *file = fopen(members->path, "rb");
    guint8 buffer[16384];
    gsize n;

    if (file == NULL) {
        report_members_fail(members, "cannot be read: %s", g_strerror(errno));
        return NULL;
    }
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    while (bytes->len <= LARGEST_FILE && (n = fread(buffer, 1, sizeof buffer, file)) > 0) {
        g_byte_array_append(bytes, buffer, (guint)n);
        if (buffer[0] == '\0')
            break; /* no text, perhaps /dev/zero */
    }
    const int broken = ferror(file) ? errno : 0;
    fclose(file);
    if (broken != 0)
        report_members_fail(members, "cannot be read: %s", g_strerror(broken));
    else if (bytes->len > LARGEST_FILE)
        report_members_fail(members, "too large for a report");
    return members->failed ? NULL : g_steal_pointer(&bytes);
}

/* What is wrong with the text, at the place that the parser tells as "<data>:LINE:COLUMN: ". */
static void
fail_parse(ReportMembers *members, const char *message)
{
    guint line, column;
    int skip = 0;

    if (members->failed)
        return;
    if (sscanf(message, "<data>:%u:%u: %n", &line, &column, &skip) != 2 || skip == 0) {
        report_members_fail(members, "this is not JSON: %s", message);
        return;
    }
    members->failed = TRUE;
    g_set_error(members->error, members->domain, members->code,
                "%s:%u:%u: error: this is not JSON: %s", members->path, line, column,
                message + skip);
}

JsonObject *
report_members_parse(ReportMembers *members, JsonParser *parser, const char *text, gsize len,
                     guint deepest)
{
    g_autoptr(GError) cause = NULL;

    if (!check_text(members, text, len, deepest))
        return NULL;
    if (!json_parser_load_from_data(parser, text, (gssize)len, &cause)) {
        fail_parse(members, cause->message);
        return NULL;
    }
    JsonNode *root = json_parser_get_root(parser);
    if (root != NULL && JSON_NODE_HOLDS_OBJECT(root))
        return json_node_get_object(root);
    report_members_fail(members, "this is not JSON of this program: it is no object");
    return NULL;
}

JsonObject *
report_members_load(ReportMembers *members, JsonParser *parser, guint deepest)
{
    g_autoptr(GByteArray) bytes = read_file(members);

    return bytes != NULL ? report_members_parse(members, parser, (const char *)bytes->data,
                                                bytes->len, deepest)
                         : NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/members.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "src/base/json-text.h"

#define LARGEST_FILE (512 * 1024 * 1024)

/* A share may be above 1 by so much. */
#define ROUNDING 1e-9

/* Notes an error, at a place of the form ":LINE:COLUMN". */
static void
fail(ReportMembers *members, const char *place, const char *message)
{
    if (members->failed)
        return;
    members->failed = TRUE;
    g_set_error(members->error, members->domain, members->code, "%s%s: error: %s",
                members->path, place, message);
}

void
report_members_fail(ReportMembers *members, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    fail(members, "", message);
}

/* The same at the byte `at` of the text. */
static void
fail_at(ReportMembers *members, gsize at, const char *message)
{
    const char *text = members->text;
    gsize line = 1, start = 0;

    for (gsize i = 0; i < at; i++) {
        if (text[i] != '\n')
            continue;
        line++;
        start = i + 1;
    }
    g_autofree char *place =
        g_strdup_printf(":%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT, line, at - start + 1);
    fail(members, place, message);
}

void
report_members_fail_member(ReportMembers *members, JsonObject *object, const char *name,
                           const char *format, ...)
{
    va_list args;

    if (members->failed)
        return;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    fail_at(members, json_text_place(members->text, members->len, members->root, object, name),
            message);
}

void
report_members_fail_name(ReportMembers *members, JsonObject *object, const char *name)
{
    report_members_fail_member(
        members, object, name,
        "this is not JSON of this program: '%s' is missing or of another type", name);
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
    report_members_fail_name(members, object, name);
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
    return value == 0 || (value >= 1e-302 && value <= 1e300);
}

double
report_members_real(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(members, object, name, G_TYPE_DOUBLE, G_TYPE_INT64);
    const double value = node != NULL ? json_node_get_double(node) : 0;

    if (is_plausible(value))
        return value;
    report_members_fail_member(members, object, name,
                               "'%s' is %g, expected 0, or a number from 1e-302 to 1e300", name,
                               value);
    return 0;
}

double
report_members_share(ReportMembers *members, JsonObject *object, const char *name)
{
    const double value = report_members_real(members, object, name);

    if (value > 1 + ROUNDING)
        report_members_fail_member(members, object, name,
                                   "'%s' is %g, expected a share from 0 to 1", name, value);
    return value;
}

gint64
report_members_integer(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = need_value(members, object, name, G_TYPE_INT64, G_TYPE_INT64);

    return node != NULL ? json_node_get_int(node) : 0;
}

guint64
report_members_natural(ReportMembers *members, JsonObject *object, const char *name)
{
    const gint64 value = report_members_integer(members, object, name);

    if (value >= 0)
        return (guint64)value;
    report_members_fail_member(members, object, name,
                               "'%s' is %" G_GINT64_FORMAT ", expected a number of at least 0",
                               name, value);
    return 0;
}

gint64
report_members_item(ReportMembers *members, JsonObject *object, const char *name,
                    JsonNode *item, gint64 least, gint64 most)
{
    const gboolean is_integer =
        JSON_NODE_HOLDS_VALUE(item) && json_node_get_value_type(item) == G_TYPE_INT64;
    const gint64 value = is_integer ? json_node_get_int(item) : 0;

    if (is_integer && value >= least && value <= most)
        return value;
    report_members_fail_member(members, object, name,
                               "an item of '%s' is no integer from %" G_GINT64_FORMAT
                               " to %" G_GINT64_FORMAT,
                               name, least, most);
    return least;
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
    report_members_fail_name(members, object, name);
    return NULL;
}

JsonArray *
report_members_array(ReportMembers *members, JsonObject *object, const char *name)
{
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

    if (node != NULL && JSON_NODE_HOLDS_ARRAY(node))
        return json_node_get_array(node);
    report_members_fail_name(members, object, name);
    return NULL;
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
    guint line = 0, column = 0;
    int skip = 0;

    const gboolean placed =
        sscanf(message, "<data>:%u:%u: %n", &line, &column, &skip) == 2 && skip > 0;
    g_autofree char *place = placed ? g_strdup_printf(":%u:%u", line, column) : g_strdup("");
    g_autofree char *text =
        g_strconcat("this is not JSON: ", message + (placed ? skip : 0), NULL);
    fail(members, place, text);
}

JsonObject *
report_members_parse(ReportMembers *members, JsonParser *parser, const char *text, gsize len,
                     guint deepest)
{
    g_autoptr(GError) cause = NULL;
    gsize at;

    members->text = text;
    members->len = len;
    g_autofree char *wrong = json_text_error(text, len, deepest, &at);
    if (wrong != NULL) {
        if (len > 0)
            fail_at(members, at, wrong);
        else
            fail(members, "", wrong);
        return NULL;
    }
    if (!json_parser_load_from_data(parser, text, (gssize)len, &cause)) {
        fail_parse(members, cause->message);
        return NULL;
    }
    members->root = json_parser_get_root(parser);
    if (members->root == NULL || !JSON_NODE_HOLDS_OBJECT(members->root))
        report_members_fail(members, "this is not JSON of this program: it is no object");
    else if (json_text_repeats(text, len, members->root))
        report_members_fail(members, "a member stands twice in one object");
    return members->failed ? NULL : json_node_get_object(members->root);
}

JsonObject *
report_members_load(ReportMembers *members, JsonParser *parser, guint deepest)
{
    members->bytes = read_file(members);
    return members->bytes != NULL
               ? report_members_parse(members, parser, (const char *)members->bytes->data,
                                      members->bytes->len, deepest)
               : NULL;
}

void
report_members_clear(ReportMembers *members)
{
    g_clear_pointer(&members->bytes, g_byte_array_unref);
}

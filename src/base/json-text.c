/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/json-text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Where the string that begins at `at` ends: behind its closing quote. */
static gsize
skip_string(const char *text, gsize len, gsize at)
{
    for (at++; at < len && text[at] != '"'; at++)
        at += text[at] == '\\';
    return MIN(at + 1, len);
}

static gsize
skip_digits(const char *text, gsize len, gsize at)
{
    while (at < len && g_ascii_isdigit(text[at]))
        at++;
    return at;
}

/* Where a number of JSON that begins at `at` ends; `at` when it is none. *whole: it has neither
 * point nor exponent. */
static gsize
skip_number(const char *text, gsize len, gsize at, gboolean *whole)
{
    const gsize first = at + (text[at] == '-');
    gsize end = skip_digits(text, len, first);

    *whole = TRUE;
    if (end == first || (text[first] == '0' && end > first + 1))
        return at;
    if (end < len && text[end] == '.') {
        const gsize point = end;
        end = skip_digits(text, len, end + 1);
        *whole = FALSE;
        if (end == point + 1)
            return at;
    }
    if (end < len && (text[end] == 'e' || text[end] == 'E')) {
        const gsize sign = end + 1;
        const gsize digits = sign + (sign < len && strchr("+-", text[sign]) != NULL);
        end = skip_digits(text, len, digits);
        *whole = FALSE;
        if (end == digits)
            return at;
    }
    return end < len && (g_ascii_isalnum(text[end]) || text[end] == '.') ? at : end;
}

/* Whether the number is one that a variable holds: whole ones in 64 bits, others neither beyond
 * all nor 0 for being small. */
static gboolean
fits(const char *number, gboolean whole)
{
    errno = 0;
    if (whole)
        g_ascii_strtoll(number, NULL, 10);
    else
        g_ascii_strtod(number, NULL);
    return errno != ERANGE;
}

static char *
number_error(const char *text, gsize len, gsize at, gsize *end)
{
    gboolean whole;

    *end = skip_number(text, len, at, &whole);
    g_autofree char *number = g_strndup(text + at, MIN(MAX(*end - at, 1), 40));
    if (*end == at)
        return g_strdup_printf("this is not JSON: unexpected '%s'", number);
    g_autofree char *all = g_strndup(text + at, *end - at);
    return fits(all, whole) ? NULL : g_strdup_printf("the number %s is out of range", number);
}

/* Whether it could be JSON with no more than `deepest` brackets in each other. The parser takes
 * comments too, which might hide a quote and so brackets behind it, and numbers of C, which
 * wrap around: what JSON has no use for outside of strings is refused. */
static char *
structure_error(const char *text, gsize len, guint deepest, gsize *at)
{
    static const char others[] = "]}:, \t\r\n";
    guint depth = 0;
    char *wrong = NULL;

    for (gsize next; *at < len && wrong == NULL; *at = wrong == NULL ? next : *at) {
        const char c = text[*at];
        next = *at + 1;
        if (c == '"')
            next = skip_string(text, len, *at);
        else if ((c == '[' || c == '{') && depth++ == deepest)
            wrong = g_strdup("this is not JSON of this program: too many brackets in brackets");
        else if (c == '-' || g_ascii_isdigit(c))
            wrong = number_error(text, len, *at, &next);
        else if (c != '[' && c != '{' && !g_ascii_isalpha(c) && strchr(others, c) == NULL)
            wrong =
                g_strdup_printf("this is not JSON: unexpected '%.*s'",
                                (int)(g_utf8_next_char(text + *at) - (text + *at)), text + *at);
        else if (depth > 0 && (c == ']' || c == '}'))
            depth--;
    }
    return wrong;
}

char *
json_text_error(const char *text, gsize len, guint deepest, gsize *at)
{
    const char *end;

    *at = 0;
    if (len == 0)
        return g_strdup("the file is empty");
    if (!g_utf8_validate(text, (gssize)len, &end)) {
        *at = (gsize)(end - text);
        return g_strdup("this is not JSON: not text in UTF-8");
    }
    return structure_error(text, len, deepest, at);
}

/* A walk over the objects of a tree in the order of the text, which stops at `wanted`. */
typedef struct {
    JsonObject *wanted; /* NULL: none, so that all are counted */
    guint objects, members;
} Walk;

static gboolean walk_node(Walk *walk, JsonNode *node);

static gboolean
walk_object(Walk *walk, JsonObject *object)
{
    JsonObjectIter iter;
    JsonNode *member;
    const char *name;

    if (object == walk->wanted)
        return TRUE;
    walk->objects++;
    json_object_iter_init_ordered(&iter, object);
    while (json_object_iter_next_ordered(&iter, &name, &member)) {
        walk->members++;
        if (walk_node(walk, member))
            return TRUE;
    }
    return FALSE;
}

/* As deep as the text, which is checked for that. */
static gboolean
walk_node(Walk *walk, JsonNode *node)
{
    if (JSON_NODE_HOLDS_OBJECT(node))
        return walk_object(walk, json_node_get_object(node));
    if (!JSON_NODE_HOLDS_ARRAY(node))
        return FALSE;
    JsonArray *array = json_node_get_array(node);
    for (guint i = 0; i < json_array_get_length(array); i++)
        if (walk_node(walk, json_array_get_element(array, i)))
            return TRUE;
    return FALSE;
}

gboolean
json_text_repeats(const char *text, gsize len, JsonNode *root)
{
    Walk walk = { 0 };
    guint members = 0;

    walk_node(&walk, root);
    for (gsize at = 0; at < len; at = text[at] == '"' ? skip_string(text, len, at) : at + 1)
        members += text[at] == ':';
    return members != walk.members;
}

/* The value of the member `name` of the object that begins at `at`; `at` when it has none. */
static gsize
find_member(const char *text, gsize len, gsize at, const char *name)
{
    const gsize object = at;
    guint depth = 0;
    gsize key = at, end = at; /* the last string */

    for (; at < len && (depth > 0 || at == object);) {
        if (text[at] == '"') {
            key = at + 1;
            end = at = skip_string(text, len, at);
            continue;
        }
        depth += text[at] == '{' || text[at] == '[';
        depth -= text[at] == '}' || text[at] == ']';
        if (depth == 1 && text[at] == ':' && end - key == strlen(name) + 1 &&
            memcmp(text + key, name, strlen(name)) == 0)
            return key - 1;
        at++;
    }
    return object;
}

gsize
json_text_place(const char *text, gsize len, JsonNode *root, JsonObject *object,
                const char *name)
{
    Walk walk = { .wanted = object };
    guint objects = 0;

    if (object == NULL || !walk_node(&walk, root))
        return 0;
    for (gsize at = 0; at < len; at = text[at] == '"' ? skip_string(text, len, at) : at + 1)
        if (text[at] == '{' && objects++ == walk.objects)
            return find_member(text, len, at, name);
    return 0;
}

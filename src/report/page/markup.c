/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/markup.h"

#include <string.h>

static const char *
entity(char c, gboolean in_attribute)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\r': /* readers of XML would make a line feed of it */
        return "&#13;";
    case '\n':
        return in_attribute ? "&#10;" : NULL;
    case '\t':
        return in_attribute ? "&#9;" : NULL;
    default:
        return NULL;
    }
}

void
markup_escape(GString *out, const char *text, gsize len, gboolean in_attribute)
{
    gsize done = 0;

    for (gsize i = 0; i < len; i++) {
        const char *escaped = entity(text[i], in_attribute);
        if (escaped == NULL)
            continue;
        g_string_append_len(out, text + done, (gssize)(i - done));
        g_string_append(out, escaped);
        done = i + 1;
    }
    g_string_append_len(out, text + done, (gssize)(len - done));
}

void
markup_collapse(GString *out, const char *text, gsize len)
{
    gsize i = 0;

    while (i < len) {
        const gsize begin = i;
        gboolean line_end = FALSE;
        for (; i < len && g_ascii_isspace(text[i]); i++)
            line_end = line_end || text[i] == '\n';
        if (i > begin)
            g_string_append_c(out, line_end ? '\n' : ' ');
        const gsize word = i;
        while (i < len && !g_ascii_isspace(text[i]))
            i++;
        markup_escape(out, text + word, i - word, FALSE);
    }
}

gboolean
markup_is_void(const char *element)
{
    static const char *const names[] = { "area",  "base",   "br",    "col",  "embed",
                                         "hr",    "img",    "input", "link", "meta",
                                         "param", "source", "track", "wbr",  NULL };
    return g_strv_contains(names, element);
}

gboolean
markup_is_raw(const char *element)
{
    return strcmp(element, "style") == 0 || strcmp(element, "script") == 0;
}

gboolean
markup_keeps_space(const char *element)
{
    return strcmp(element, "pre") == 0 || strcmp(element, "textarea") == 0;
}

gboolean
markup_raw(GString *out, const char *text)
{
    g_autofree char *folded = g_ascii_strdown(text, -1);

    if (strstr(folded, "</style") != NULL || strstr(folded, "</script") != NULL ||
        strstr(folded, "<!--") != NULL || strstr(text, "]]>") != NULL)
        return FALSE;
    if (strpbrk(text, "<&") == NULL) {
        g_string_append(out, text);
        return TRUE;
    }
    /* HTML reads comments of CSS and JavaScript here, XML a section in which nothing is markup.
     */
    g_string_append(out, "/*<![CDATA[*/");
    g_string_append(out, text);
    g_string_append(out, "/*]]>*/");
    return TRUE;
}

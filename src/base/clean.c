/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/clean.h"

#define REPLACEMENT 0xFFFD

static gboolean
fit_for_xml(gunichar c)
{
    if (c < 0x20)
        return c == '\t' || c == '\n' || c == '\r';
    if (c >= 0x7f && c < 0xa0)
        return FALSE;
    return (c & 0xFFFE) != 0xFFFE && (c < 0xFDD0 || c > 0xFDEF);
}

char *
report_clean_xml(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *clean = g_string_new(NULL);

    for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        g_string_append_unichar(clean, fit_for_xml(c) ? c : REPLACEMENT);
    }
    return g_string_free(clean, FALSE);
}

char *
report_clean_terminal(const char *text, gboolean unicode)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *clean = g_string_new(NULL);

    for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        const gboolean shown =
            c < 0x80 ? !g_ascii_iscntrl((char)c) : unicode && g_unichar_isprint(c);
        g_string_append_unichar(clean, shown ? c : '?');
    }
    return g_string_free(clean, FALSE);
}

static gsize
character_width(const char *p)
{
    const gunichar c = g_utf8_get_char(p);

    return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

gsize
report_clean_width(const char *text)
{
    gsize width = 0;

    for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p))
        width += character_width(p);
    return width;
}

char *
report_clean_fit(const char *text, gsize columns, gboolean unicode)
{
    const char *dots = unicode ? "\xe2\x80\xa6" : "...";
    g_autofree char *clean = report_clean_terminal(text, unicode);
    const char *p = clean;
    gsize width = report_clean_width(clean);

    if (width <= columns)
        return g_steal_pointer(&clean);
    for (width += report_clean_width(dots); width > columns && *p != '\0';
         p = g_utf8_next_char(p))
        width -= character_width(p);
    return g_strconcat(dots, p, NULL);
}

void
report_clean_wrap(GString *out, const char *text, glong width, const char *begin)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    const glong indent = g_utf8_strlen(begin, -1);
    glong column = indent;

    for (char **word = words; *word != NULL; word++) {
        const glong length = g_utf8_strlen(*word, -1);
        if (column > indent && column + 1 + length > width) {
            g_string_append_printf(out, "\n%s", begin);
            column = indent;
        } else if (column > indent) {
            g_string_append_c(out, ' ');
            column++;
        }
        g_string_append(out, *word);
        column += length;
    }
}

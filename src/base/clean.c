/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/clean.h"

#include <string.h>

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

/* Characters that show what they are. Joiners only join their neighbours, and names in some
 * languages need them. */
static gboolean
is_plain(gunichar c)
{
    const GUnicodeType type = g_unichar_type(c);

    if (c < 0x80)
        return !g_ascii_iscntrl((char)c);
    return (g_unichar_isprint(c) && type != G_UNICODE_LINE_SEPARATOR &&
            type != G_UNICODE_PARAGRAPH_SEPARATOR) ||
           c == 0x200C || c == 0x200D;
}

/* Appends the character at `p` for people and returns what follows it. */
static const char *
append_shown(GString *out, const char *p, const char *end)
{
    const gunichar c = g_utf8_get_char_validated(p, end - p);

    if (c == (gunichar)-1 || c == (gunichar)-2 || (c < 0x80 && !is_plain(c))) {
        g_string_append_printf(out, "\\x%02x", (guchar)*p);
        return p + 1;
    }
    if (is_plain(c))
        g_string_append_unichar(out, c);
    else
        g_string_append_printf(out, c > 0xFFFF ? "\\U%08x" : "\\u%04x", c);
    return g_utf8_next_char(p);
}

static char *
show(const char *text, const char *end, gboolean tabs)
{
    GString *shown = g_string_sized_new((gsize)(end - text));

    for (const char *p = text; p < end;)
        if ((*p >= ' ' && *p < 0x7f) || (tabs && *p == '\t'))
            g_string_append_c(shown, *p++);
        else
            p = append_shown(shown, p, end);
    return g_string_free(shown, FALSE);
}

char *
report_clean_shown(const char *text, gssize len)
{
    return show(text, text + (len < 0 ? (gssize)strlen(text) : len), FALSE);
}

char *
report_clean_page(const char *text)
{
    return show(text, text + strlen(text), TRUE);
}

char *
report_clean_terminal(const char *text, gboolean unicode)
{
    g_autofree char *shown = report_clean_shown(text, -1);

    if (unicode)
        return g_steal_pointer(&shown);
    GString *ascii = g_string_new(NULL);
    for (const char *p = shown; *p != '\0'; p = g_utf8_next_char(p))
        g_string_append_c(ascii, (guchar)*p < 0x80 ? *p : '?');
    return g_string_free(ascii, FALSE);
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

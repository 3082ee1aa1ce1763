/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/report-clean.h"

#define REPLACEMENT 0xFFFD

char *
report_clean_utf8(const char *text)
{
    return g_utf8_make_valid(text, -1);
}

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

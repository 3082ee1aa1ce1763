/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Names and messages come from traces and may hold any bytes; these make them fit to be
 * written.
 */
#pragma once

#include <glib.h>

/* `text` with U+FFFD in place of each byte that is not UTF-8, and of each character that
 * XML 1.0 forbids or advises against, and HTML forbids: control characters but tab and the two
 * line ends, and noncharacters. Free with g_free(). */
char *report_clean_xml(const char *text);

/* `text` of `len` bytes (-1: up to its end) for people. What cannot be seen, or changes how
 * other text is seen, is shown as an escape: control characters, line ends too, and bytes that
 * are not UTF-8 as "\x1b", marks of direction and other formatting but joiners, line and
 * paragraph separators, noncharacters as "\u202e" or "\U000e0001". Backslashes are left alone.
 * Free with g_free(). */
char *report_clean_shown(const char *text, gssize len);

/* The same for a page, which shows tabs. Free with g_free(). */
char *report_clean_page(const char *text);

/* The same for a terminal: without `unicode` every character beyond ASCII is "?". Free with
 * g_free(). */
char *report_clean_terminal(const char *text, gboolean unicode);

/* Columns that a terminal gives clean text: wide characters take two. */
gsize report_clean_width(const char *text);

/* The same as report_clean_terminal(), in at most `columns`, four or more: of longer text the
 * end is shown behind dots, where file names and line numbers are. Free with g_free(). */
char *report_clean_fit(const char *text, gsize columns, gboolean unicode);

/* Appends the words of `text` in lines of at most `width` characters, where that can be. Lines
 * but the first begin with `begin`; something as long stands before the first already. */
void report_clean_wrap(GString *out, const char *text, glong width, const char *begin);

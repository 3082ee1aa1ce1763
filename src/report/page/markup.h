/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pieces of XHTML that HTML readers understand too.
 */
#pragma once

#include <glib.h>

/* Appends `len` bytes of text (valid UTF-8 without characters that XML forbids) with what
 * markup would take for its own escaped; line ends and tabs too in an attribute's value. */
void markup_escape(GString *out, const char *text, gsize len, gboolean in_attribute);

/* The same with each run of white space made one character: a line end if it holds one, else a
 * blank. */
void markup_collapse(GString *out, const char *text, gsize len);

/* An element of HTML that never has content: the only kind that HTML lets end in "/>". */
gboolean markup_is_void(const char *element);

/* An element whose content HTML reads as plain characters (style, script). */
gboolean markup_is_raw(const char *element);

/* An element in which white space matters. */
gboolean markup_keeps_space(const char *element);

/* Appends the content of a raw element so that XML and HTML read the same; FALSE when it holds
 * what would end it. */
gboolean markup_raw(GString *out, const char *text);

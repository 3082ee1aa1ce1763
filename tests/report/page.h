/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The HTML report of a prediction, or another page, read as XML.
 */
#pragma once

#include <libxml/parser.h>
#include <libxml/xpath.h>

#include "tests/report/builder.h"
#include "tests/report/check.h"

typedef struct {
    char *text;
    gsize len;
    xmlDoc *doc;
    xmlXPathContext *context; /* prefix h */
} Page;

void page_clear(Page *page);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Page, page_clear)

/* Takes over `text`. Fails the test when it is no XML or not UTF-8. */
Page page_parse(char *text, gsize len);

/* The same of a report. `options` may be NULL. */
Page page_render(const Prediction *prediction, const ReportOptions *options);

/* What the expression, printf-like, gives as a string; free with g_free(). */
char *page_find(const Page *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* How many nodes it gives. */
guint page_count(const Page *page, const char *expression);

/* CHECKs that every link leads to an element of the page, and that ids are not given twice. */
void page_check_links(const Page *page);

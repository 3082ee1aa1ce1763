/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/report/page.h"

#include <libxml/xpathInternals.h>

void
page_clear(Page *page)
{
    xmlXPathFreeContext(page->context);
    xmlFreeDoc(page->doc);
    g_free(page->text);
}

Page
page_parse(char *text, gsize len)
{
    Page page = { .text = text, .len = len };

    CU_ASSERT_PTR_NOT_NULL_FATAL(page.text);
    CU_ASSERT_TRUE(g_utf8_validate(page.text, (gssize)page.len, NULL));
    page.doc = xmlReadMemory(page.text, (int)page.len, "report.html", NULL, XML_PARSE_NONET);
    CU_ASSERT_PTR_NOT_NULL_FATAL(page.doc);
    page.context = xmlXPathNewContext(page.doc);
    xmlXPathRegisterNs(page.context, BAD_CAST "h", BAD_CAST "http://www.w3.org/1999/xhtml");
    return page;
}

Page
page_render(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GError) error = NULL;
    gsize len = 0;
    char *text = builder_render(prediction, options, "html", &len, &error);

    CHECK_TEXT(error != NULL ? error->message : "", "");
    return page_parse(text, len);
}

char *
page_find(const Page *page, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *expression = g_strdup_vprintf(format, args);
    va_end(args);
    xmlXPathObject *result = xmlXPathEvalExpression(BAD_CAST expression, page->context);
    CU_ASSERT_PTR_NOT_NULL_FATAL(result);
    xmlChar *string = xmlXPathCastToString(result);
    char *copy = g_strdup((const char *)string);
    xmlFree(string);
    xmlXPathFreeObject(result);
    return copy;
}

guint
page_count(const Page *page, const char *expression)
{
    g_autofree char *all = g_strdup_printf("count(%s)", expression);
    g_autofree char *number = page_find(page, "%s", all);

    return (guint)g_ascii_strtoull(number, NULL, 10);
}

void
page_check_links(const Page *page)
{
    CHECK_INT(page_count(page, "//h:a[not(starts-with(@href, '#'))]"), 0);
    CHECK_INT(page_count(page, "//h:a[not(substring(@href, 2) = //@id)]"), 0);
    CHECK_INT(page_count(page, "//*[@id = preceding::*/@id or @id = ancestor::*/@id]"), 0);
}

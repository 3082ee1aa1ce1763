/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/template-parse.h"

#include <libxml/parser.h>

#define LARGEST_FILE (16 * 1024 * 1024)

G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlParserCtxt, xmlFreeParserCtxt)

gboolean
template_parse_fail(const char *name, const xmlNode *node, GError **error, const char *format,
                    ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE, "%s:%ld: error: %s", name,
                xmlGetLineNo(node), message);
    return FALSE;
}

/* What libxml2 found wrong, in one line. */
static void
set_syntax_error(const char *name, xmlParserCtxt *context, GError **error)
{
    const xmlError *found = xmlCtxtGetLastError(context);
    g_autofree char *message =
        g_strdup(found != NULL && found->message != NULL ? found->message : "not XML");

    g_set_error(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE, "%s:%d: error: %s", name,
                found != NULL ? found->line : 1, g_strstrip(message));
}

xmlDoc *
template_parse(const char *name, GBytes *bytes, GError **error)
{
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autoptr(xmlParserCtxt) context = xmlNewParserCtxt();

    if (context == NULL || size > LARGEST_FILE) {
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE,
                    "%s: error: too large for a template", name);
        return NULL;
    }
    g_autoptr(xmlDoc) doc = xmlCtxtReadMemory(
        context, size > 0 ? data : "", (int)size, name, NULL,
        XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    if (doc == NULL) {
        set_syntax_error(name, context, error);
        return NULL;
    }
    if (doc->intSubset != NULL && doc->intSubset->children != NULL) {
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE,
                    "%s: error: a template declares no entities", name);
        return NULL;
    }
    return g_steal_pointer(&doc);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The only place that reads XML with libxml2.
 */
#pragma once

#include <libxml/tree.h>

#include "src/report/page/template.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlDoc, xmlFreeDoc)

/* Reads a template from `bytes`; no entities, nothing from elsewhere. Free with xmlFreeDoc().
 * NULL with REPORT_ERROR_TEMPLATE, "name:line: error: ...". */
xmlDoc *template_parse(const char *name, GBytes *bytes, GError **error);

/* Sets `error` to "name:line: error: ..." for the place of `node`; returns FALSE. */
gboolean template_parse_fail(const char *name, const xmlNode *node, GError **error,
                             const char *format, ...) G_GNUC_PRINTF(4, 5);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where templates come from: a folder of the user's, then the files of templates/ as they were
 * when the program was built (templates/embed.sh makes them part of it).
 */
#pragma once

#include "src/report/page/page.h"

/* A file of templates/, built in. */
typedef struct {
    const char *name;
    const guint8 *bytes;
    gsize size;
} TemplateFile;

/* All of them, generated; static. */
const TemplateFile *template_files_built_in(guint *n);

/* The file `name` of the folder `directory` (a const char *, may be NULL) or, where it has
 * none, the built-in one: a PageLoader's function. `name` is a plain file name. NULL with
 * REPORT_ERROR_TEMPLATE when there is no such file or folder, or it cannot be read. */
GBytes *template_files_load(gpointer directory, const char *name, GError **error);

/* The page of a tree: page_compile() with these, and page_write(). What is wrong in a
 * file of the folder is told with its path, "DIRECTORY/NAME:LINE: error: ...". */
gboolean page_files_write(const ValueNode *root, const char *directory, const char *name,
                          ReportSink *sink, GError **error);

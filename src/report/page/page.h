/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pages: XHTML templates with places for the values of a tree (value.h), in the language that
 * templates/README.md describes.  A template is read with libxml2 and compiled once into a
 * short list of instructions; writing goes through that list and puts bytes into a sink, every
 * value escaped, without a tree of the page in memory.
 *
 *   {name} {name:format}                       a value, in text or in an attribute's value
 *   <t:each in="list"> ... </t:each>           once for each item of the list
 *   <t:recurse in="list"/>                     the body of the enclosing t:each again, for the
 *                                              parts of its item (a tree)
 *   <t:if test="name"> or <t:if not="name">    when a value is not 0, "" or false, a list not
 *                                              empty, an object there
 *   <t:include file="name"/>                   another file, in style and script as it is
 *   <t:policy/>                                a content security policy: the page's own styles
 *                                              and scripts by their SHA-256, nothing else
 *   <t:group> ... </t:group>                   its content: the root of many elements
 *   <p t:hidden="name">                        hidden="hidden" when the test holds
 *
 * Names are those of fields, with a dot between an object and its field. An item is called as
 * its shape is: in a t:each over intervals interval.id is a field of each.
 *
 * Namespace of t: PAGE_NAMESPACE.  Any page ends: a list is never walked inside of a walk over
 * items of the same shape other than by t:recurse, of which a t:each has one at most.
 */
#pragma once

#include "src/report/value/report.h"
#include "src/report/value/value.h"

#define PAGE_NAMESPACE "urn:predictor:template"

/* Elements in elements that readers are sure to follow end somewhere (libxml2: 256, browsers:
 * 512). Below this level a tree goes on flat. */
#define PAGE_DEEPEST_LEVEL 48

/* Finds the bytes of a template by its name. */
typedef struct {
    GBytes *(*load)(gpointer data, const char *name, GError **error);
    gpointer data;
} PageLoader;

typedef struct _Page Page;

/* Compiles the template `name` and all that it includes, for trees whose root is of this shape.
 * NULL with REPORT_ERROR_TEMPLATE, "name:line: error: ...", when it is not sound. */
Page *page_compile(const ValueShape *root, const PageLoader *loader, const char *name,
                   GError **error);
void page_free(Page *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Page, page_free)

/* Writes it with the values of a tree. Stops early if the sink failed. */
void page_write(const Page *page, const ValueNode *root, ReportSink *sink);

/* Where templates come from: a folder of the user's, then the files of templates/ as they were
 * when the program was built (templates/embed.sh makes them part of it). */
typedef struct {
    const char *name;
    const guint8 *bytes;
    gsize size;
} PageFile;

/* All that are built in, generated; static. */
const PageFile *page_files_built_in(guint *n);

/* The file `name` of the folder `directory` (a const char *, may be NULL) or, where it has
 * none, the built-in one: a PageLoader's function. `name` is a plain file name. NULL with
 * REPORT_ERROR_TEMPLATE when there is no such file or folder, or it cannot be read. */
GBytes *page_files_load(gpointer directory, const char *name, GError **error);

/* The page of a tree by these. What is wrong in a file of the folder is told with its path,
 * "DIRECTORY/NAME:LINE: error: ...". */
gboolean page_files_write(const ValueNode *root, const char *directory, const char *name,
                          ReportSink *sink, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The half of compiling that makes instructions, names and scopes checked; template-compile.c
 * walks the elements.  Functions with `error` set REPORT_ERROR_TEMPLATE and return FALSE.
 */
#pragma once

#include <libxml/tree.h>

#include "src/report/page/template-code.h"

typedef struct {
    const TemplateModel *model;
    const TemplateLoader *loader;
    Template *result;
    gsize flushed;    /* bytes of result->text that have their instruction */
    GArray *loops;    /* of TemplateLoop: the t:each that are open, the outermost first */
    GArray *tests;    /* of guint32: the instructions of the t:if that are open */
    const char *file; /* being compiled */
    GPtrArray *files; /* of const char *, not owned: those that are open, the outermost first */
    guint n_includes;
    gboolean keep_space; /* inside of <pre> */
} TemplateCompiler;

/* A t:each that is open. */
typedef struct {
    guint32 variable;
    guint32 at; /* its instruction; the body begins at the next */
    gboolean recursed;
} TemplateLoop;

/* Appends plain text, escaped. */
void template_compiler_text(TemplateCompiler *compiler, const char *text, gsize len,
                            gboolean in_attribute);

/* What stands between braces: "name" or "name:format". */
gboolean template_compiler_value(TemplateCompiler *compiler, const xmlNode *node,
                                 const char *place, gboolean in_attribute, GError **error);

/* Around the content of t:if; `test` names a value or a list. */
gboolean template_compiler_begin_if(TemplateCompiler *compiler, const xmlNode *node,
                                    const char *test, gboolean negative, GError **error);
void template_compiler_end_if(TemplateCompiler *compiler);

/* Around the content of t:each. */
gboolean template_compiler_begin_each(TemplateCompiler *compiler, const xmlNode *node,
                                      const char *list, GError **error);
void template_compiler_end_each(TemplateCompiler *compiler);

gboolean template_compiler_recurse(TemplateCompiler *compiler, const xmlNode *node,
                                   const char *list, GError **error);

/* Compiles the file `name` to where the compiler stands (template-compile.c). */
gboolean template_compile_file(TemplateCompiler *compiler, const char *name, GError **error);

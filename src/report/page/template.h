/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Templates: XHTML files with places for values, in the language that templates/README.md
 * describes.  A template is read with libxml2 and compiled once into a short list of
 * instructions; writing goes through that list and puts bytes into a sink, every value escaped,
 * without a tree in memory.  What values and lists there are is told by a TemplateModel.
 *
 *   {name} {name:format}                      a value, in text or in an attribute's value
 *   <t:each in="list"> ... </t:each>          once for each item of the list
 *   <t:recurse in="list"/>                    the body of the enclosing t:each again, for
 * another list of the same variable (a tree) <t:if test="name"> or <t:if not="name">   when a
 * value is not 0, "" or false, a list not empty <t:include file="name"/> another file, in style
 * and script elements as it is <t:group> ... </t:group>                  its content: the root
 * of a file with many elements <p t:hidden="name">                       hidden="hidden" when
 * the test holds
 *
 * Namespace of t: TEMPLATE_NAMESPACE.  Any template ends: a list is never walked inside of a
 * walk over the same variable other than by t:recurse, of which a t:each has one at most.
 */
#pragma once

#include <glib.h>

#include "src/report/value/report.h"

#define TEMPLATE_NAMESPACE "urn:predictor:template"

/* Elements in elements that readers are sure to follow end somewhere (libxml2: 256, browsers:
 * 512). Below this level a model's tree goes on flat. */
#define TEMPLATE_DEEPEST_LEVEL 48

typedef enum { TEMPLATE_TEXT, TEMPLATE_INTEGER, TEMPLATE_REAL, TEMPLATE_TRUTH } TemplateType;

typedef struct {
    TemplateType type;
    union {
        const char *text; /* any bytes; the model's, until its next value is asked for */
        gint64 integer;
        double real;
        gboolean truth;
    } as;
} TemplateValue;

/* A list binds a variable to each of its items in turn. Items are numbers >= 0 whose meaning is
 * the model's. */
typedef struct {
    const char *name;
    guint variable;
    gboolean
        nested; /* its items are parts of the outer one, and no two overlap: for t:recurse */
} TemplateList;

/* Names are words joined by dots. One whose first word is a variable can be used only where
 * that variable is bound. Ids are indices into the tables. */
typedef struct {
    const char *const *variables;
    guint n_variables;
    const char *const *values;
    guint n_values;
    const TemplateList *lists;
    guint n_lists;

    /* The value, with current[variable] the item that each bound variable stands at. */
    void (*get)(gpointer data, const gint64 current[], guint value, TemplateValue *out);

    /* Moves *item, -1 before the first, to the next item of the list; FALSE at its end. `outer`
     * is what the list's variable stood at outside of the loop, -1: nothing. */
    gboolean (*next)(gpointer data, const gint64 current[], guint list, gint64 outer,
                     gint64 *item);
} TemplateModel;

/* Finds the bytes of a template by its name. */
typedef struct {
    GBytes *(*load)(gpointer data, const char *name, GError **error);
    gpointer data;
} TemplateLoader;

typedef struct _Template Template;

/* Compiles the template `name` and all that it includes. `model` must outlive the template.
 * NULL with REPORT_ERROR_TEMPLATE, "name:line: error: ...", when it is not sound. */
Template *template_compile(const TemplateModel *model, const TemplateLoader *loader,
                           const char *name, GError **error);
void template_free(Template *compiled);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Template, template_free)

/* Writes it with the values that `data` holds for the model. Stops early if the sink failed. */
void template_write(const Template *compiled, gpointer data, ReportSink *sink);

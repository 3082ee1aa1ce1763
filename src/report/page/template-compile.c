/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the tree of a template to its instructions.  Markup that does not change is written out
 * here, once; neighbouring pieces become one literal.
 */
#include <string.h>

#include "src/report/page/template-code.h"
#include "src/report/page/template-compiler.h"
#include "src/report/page/template-markup.h"
#include "src/report/page/template-parse.h"

/* Enough for any design. */
#define DEEPEST_INCLUDE 8
#define MOST_INCLUDES   1000
#define LARGEST_TEXT    (64 * 1024 * 1024)

static gboolean compile_children(TemplateCompiler *compiler, const xmlNode *node,
                                 GError **error);
static gboolean compile_bytes(TemplateCompiler *compiler, const char *name, GBytes *bytes,
                              GError **error);

static gboolean
is_template_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && node->ns != NULL &&
           strcmp((const char *)node->ns->href, TEMPLATE_NAMESPACE) == 0 &&
           (name == NULL || strcmp((const char *)node->name, name) == 0);
}

/* The value of attribute `name`; NULL with `error` set when it is not there. */
static char *
need_attribute(TemplateCompiler *compiler, const xmlNode *node, const char *name,
               GError **error)
{
    xmlChar *value = xmlGetNoNsProp(node, BAD_CAST name);

    if (value == NULL) {
        template_parse_fail(compiler->file, node, error, "t:%s needs the attribute '%s'",
                            (const char *)node->name, name);
        return NULL;
    }
    char *copy = g_strdup((const char *)value);
    xmlFree(value);
    return copy;
}

/* Text with values in braces. */
static gboolean
compile_text(TemplateCompiler *compiler, const xmlNode *node, const char *text,
             gboolean in_attribute, GError **error)
{
    while (*text != '\0') {
        const gsize plain = strcspn(text, "{}");
        template_compiler_text(compiler, text, plain, in_attribute);
        text += plain;
        if (*text == '\0')
            break;
        if (text[1] == text[0]) { /* a brace doubled is a brace */
            template_compiler_text(compiler, text, 1, in_attribute);
            text += 2;
            continue;
        }
        const char *close = *text == '{' ? strchr(text, '}') : NULL;
        if (close == NULL)
            return template_parse_fail(compiler->file, node, error,
                                       "a brace without its partner (write it twice)");
        g_autofree char *place = g_strndup(text + 1, (gsize)(close - text - 1));
        if (!template_compiler_value(compiler, node, place, in_attribute, error))
            return FALSE;
        text = close + 1;
    }
    return TRUE;
}

static gboolean
compile_attribute(TemplateCompiler *compiler, const xmlNode *node, const xmlAttr *attribute,
                  GError **error)
{
    const char *name = (const char *)attribute->name;
    const char *space = attribute->ns != NULL ? (const char *)attribute->ns->href : "";
    xmlChar *value = xmlNodeListGetString(node->doc, attribute->children, 1);
    const char *text = value != NULL ? (const char *)value : "";
    gboolean ok;

    if (strcmp(space, TEMPLATE_NAMESPACE) == 0) {
        ok = template_compiler_begin_if(compiler, node, text, FALSE, error);
        if (ok) {
            g_string_append_printf(compiler->result->text, " %s=\"%s\"", name, name);
            template_compiler_end_if(compiler);
        }
    } else {
        g_string_append_printf(
            compiler->result->text, " %s%s=\"",
            strcmp(space, (const char *)XML_XML_NAMESPACE) == 0 ? "xml:" : "", name);
        ok = compile_text(compiler, node, text, TRUE, error);
        g_string_append_c(compiler->result->text, '"');
    }
    xmlFree(value);
    return ok;
}

static gboolean
compile_start(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    if (node->ns == NULL || node->ns->prefix != NULL)
        return template_parse_fail(compiler->file, node, error,
                                   "<%s> needs a default namespace "
                                   "(xmlns=\"http://www.w3.org/1999/xhtml\")",
                                   (const char *)node->name);
    g_string_append_printf(compiler->result->text, "<%s", (const char *)node->name);
    for (const xmlNs *space = node->nsDef; space != NULL; space = space->next)
        if (space->prefix == NULL)
            g_string_append_printf(compiler->result->text, " xmlns=\"%s\"",
                                   (const char *)space->href);
    for (const xmlAttr *attribute = node->properties; attribute != NULL;
         attribute = attribute->next)
        if (!compile_attribute(compiler, node, attribute, error))
            return FALSE;
    return TRUE;
}

/* The files that are open, the outermost first, and `name`. Free with g_free(). */
static char *
chain_text(const TemplateCompiler *compiler, const char *name)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < compiler->files->len; i++)
        g_string_append_printf(text, "%s > ",
                               (const char *)g_ptr_array_index(compiler->files, i));
    g_string_append(text, name);
    return g_string_free(text, FALSE);
}

/* The name of the file that a t:include includes; NULL with `error` set when it is one too
 * many. */
static char *
begin_include(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    g_autofree char *name = need_attribute(compiler, node, "file", error);

    if (name == NULL)
        return NULL;
    if (compiler->files->len > DEEPEST_INCLUDE) {
        g_autofree char *chain = chain_text(compiler, name);
        template_parse_fail(compiler->file, node, error, "files in files more than %d deep: %s",
                            DEEPEST_INCLUDE, chain);
        return NULL;
    }
    if (compiler->n_includes >= MOST_INCLUDES || compiler->result->text->len >= LARGEST_TEXT) {
        template_parse_fail(compiler->file, node, error,
                            compiler->n_includes >= MOST_INCLUDES
                                ? "more than %d files are included"
                                : "the templates together have more than %d bytes",
                            compiler->n_includes >= MOST_INCLUDES ? MOST_INCLUDES
                                                                  : LARGEST_TEXT);
        return NULL;
    }
    compiler->n_includes++;
    return g_steal_pointer(&name);
}

/* The file that a t:include names. What is wrong with it is told at the place of the t:include.
 */
static GBytes *
load_included(TemplateCompiler *compiler, const xmlNode *node, const char *name, GError **error)
{
    static const char word[] = ": error: ";
    g_autoptr(GError) cause = NULL;
    GBytes *bytes = compiler->loader->load(compiler->loader->data, name, &cause);

    if (bytes != NULL)
        return bytes;
    const char *at = strstr(cause->message, word);
    template_parse_fail(compiler->file, node, error, "cannot include '%s': %s", name,
                        at != NULL ? at + strlen(word) : cause->message);
    return NULL;
}

/* Appends the file that a t:include names to `text`. */
static gboolean
include_text(TemplateCompiler *compiler, const xmlNode *node, GString *text, GError **error)
{
    g_autofree char *name = begin_include(compiler, node, error);
    if (name == NULL)
        return FALSE;
    g_autoptr(GBytes) bytes = load_included(compiler, node, name, error);
    if (bytes == NULL)
        return FALSE;

    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    if (size == 0)
        return TRUE;
    if (text->len + size > LARGEST_TEXT)
        return template_parse_fail(compiler->file, node, error, "%s is too large", name);
    if (memchr(data, '\0', size) != NULL || !g_utf8_validate(data, (gssize)size, NULL))
        return template_parse_fail(compiler->file, node, error, "%s is not text in UTF-8",
                                   name);
    g_string_append_len(text, data, (gssize)size);
    return TRUE;
}

/* Content of style and script: text and files, as they are. */
static gboolean
compile_raw(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (const xmlNode *child = node->children; child != NULL; child = child->next) {
        if (child->type == XML_TEXT_NODE && !xmlIsBlankNode(child))
            g_string_append(text, (const char *)child->content);
        else if (is_template_element(child, "include")) {
            if (!include_text(compiler, child, text, error))
                return FALSE;
        } else if (child->type != XML_TEXT_NODE && child->type != XML_COMMENT_NODE)
            return template_parse_fail(compiler->file, child, error,
                                       "<%s> holds nothing but text and t:include",
                                       (const char *)node->name);
    }
    if (!template_markup_raw(compiler->result->text, text->str))
        return template_parse_fail(compiler->file, node, error, "what <%s> holds would end it",
                                   (const char *)node->name);
    return TRUE;
}

static gboolean
compile_element(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    const char *name = (const char *)node->name;
    const gboolean outer_space = compiler->keep_space;

    if (!compile_start(compiler, node, error))
        return FALSE;
    if (template_markup_is_void(name)) {
        g_string_append(compiler->result->text, "/>");
        return node->children == NULL ||
               template_parse_fail(compiler->file, node, error, "<%s> has no content", name);
    }
    g_string_append_c(compiler->result->text, '>');
    compiler->keep_space = outer_space || template_markup_keeps_space(name);
    if (template_markup_is_raw(name) ? !compile_raw(compiler, node, error)
                                     : !compile_children(compiler, node, error))
        return FALSE;
    compiler->keep_space = outer_space;
    g_string_append_printf(compiler->result->text, "</%s>", name);
    return TRUE;
}

static gboolean
compile_each(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    g_autofree char *list = need_attribute(compiler, node, "in", error);

    if (list == NULL || !template_compiler_begin_each(compiler, node, list, error) ||
        !compile_children(compiler, node, error))
        return FALSE;
    template_compiler_end_each(compiler);
    return TRUE;
}

static gboolean
compile_recurse(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    g_autofree char *list = need_attribute(compiler, node, "in", error);

    return list != NULL && template_compiler_recurse(compiler, node, list, error);
}

static gboolean
compile_if(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    const gboolean negative = xmlHasProp(node, BAD_CAST "not") != NULL;
    g_autofree char *test = need_attribute(compiler, node, negative ? "not" : "test", error);

    if (test == NULL || !template_compiler_begin_if(compiler, node, test, negative, error) ||
        !compile_children(compiler, node, error))
        return FALSE;
    template_compiler_end_if(compiler);
    return TRUE;
}

static gboolean
compile_include(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    g_autofree char *name = begin_include(compiler, node, error);

    if (name == NULL)
        return FALSE;
    if (g_ptr_array_find_with_equal_func(compiler->files, name, g_str_equal, NULL)) {
        g_autofree char *chain = chain_text(compiler, name);
        return template_parse_fail(compiler->file, node, error, "%s includes itself: %s", name,
                                   chain);
    }
    g_autoptr(GBytes) bytes = load_included(compiler, node, name, error);
    return bytes != NULL && compile_bytes(compiler, name, bytes, error);
}

static gboolean
compile_instruction(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    static const struct {
        const char *name;
        gboolean (*compile)(TemplateCompiler *compiler, const xmlNode *node, GError **error);
    } instructions[] = {
        { "each", compile_each },       { "recurse", compile_recurse }, { "if", compile_if },
        { "include", compile_include }, { "group", compile_children },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(instructions); i++)
        if (strcmp(instructions[i].name, (const char *)node->name) == 0)
            return instructions[i].compile(compiler, node, error);
    return template_parse_fail(compiler->file, node, error, "unknown instruction t:%s",
                               (const char *)node->name);
}

/* Line ends that only set an instruction's content apart from its tags. */
static gboolean
is_layout(const xmlNode *node)
{
    return is_template_element(node->parent, NULL) && xmlIsBlankNode(node) &&
           (node->prev == NULL || node->next == NULL) &&
           strchr((const char *)node->content, '\n') != NULL;
}

static gboolean
compile_node(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    switch (node->type) {
    case XML_ELEMENT_NODE:
        return is_template_element(node, NULL) ? compile_instruction(compiler, node, error)
                                               : compile_element(compiler, node, error);
    case XML_TEXT_NODE:
        return is_layout(node) ||
               compile_text(compiler, node, (const char *)node->content, FALSE, error);
    case XML_COMMENT_NODE:
        return TRUE;
    default:
        return template_parse_fail(compiler->file, node, error,
                                   "neither an element nor text nor a comment");
    }
}

static gboolean
compile_children(TemplateCompiler *compiler, const xmlNode *node, GError **error)
{
    for (const xmlNode *child = node->children; child != NULL; child = child->next)
        if (!compile_node(compiler, child, error))
            return FALSE;
    return TRUE;
}

/* What the file `name` holds. */
static gboolean
compile_bytes(TemplateCompiler *compiler, const char *name, GBytes *bytes, GError **error)
{
    const char *outer = compiler->file;
    g_autoptr(xmlDoc) doc = template_parse(name, bytes, error);
    if (doc == NULL)
        return FALSE;

    compiler->file = name;
    g_ptr_array_add(compiler->files, (gpointer)name);
    const gboolean ok = compile_node(compiler, xmlDocGetRootElement(doc), error);
    g_ptr_array_set_size(compiler->files, (gint)compiler->files->len - 1);
    compiler->file = outer;
    return ok;
}

gboolean
template_compile_file(TemplateCompiler *compiler, const char *name, GError **error)
{
    g_autoptr(GBytes) bytes = compiler->loader->load(compiler->loader->data, name, error);

    return bytes != NULL && compile_bytes(compiler, name, bytes, error);
}

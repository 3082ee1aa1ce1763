/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the elements of a template to the instructions of a page.  Markup that does not change
 * is written out here, once; neighbouring pieces become one literal.
 */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

#include "src/report/page/code.h"
#include "src/report/page/markup.h"

/* Enough for any design. */
#define DEEPEST_INCLUDE 8
#define MOST_INCLUDES   1000
#define MOST_BYTES      (64 * 1024 * 1024)

G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlChar, xmlFree)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlDoc, xmlFreeDoc)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(xmlParserCtxt, xmlFreeParserCtxt)

/* A t:each that is open. */
typedef struct {
    const ValueShape *shape; /* of its items */
    guint at;                /* its instruction; the body begins at the next */
    gboolean recursed;
} Loop;

typedef struct {
    const ValueShape *root;
    const PageLoader *loader;
    Page *page;
    gsize flushed;    /* bytes of page->text that have their instruction */
    GArray *loops;    /* of Loop: the t:each that are open, the outermost first */
    GPtrArray *files; /* of const char *, not owned: those that are open, the outermost first */
    guint n_includes;
    gsize n_bytes;       /* of all files that are included */
    gboolean keep_space; /* inside of <pre> */
    GString
        *styles; /* what <style> and <script> hold, as sources of a policy: " 'sha256-...'" */
    GString *scripts;
    guint policy; /* the literal of t:policy, NO_POLICY without */
    GError **error;
} Compiler;

#define NO_POLICY G_MAXUINT

/* Notes "name:line: error: ..."; without a line when that is 0. */
static void
fail_at(const Compiler *compiler, long line, const char *message)
{
    g_autofree char *place = line > 0 ? g_strdup_printf(":%ld", line) : g_strdup("");

    g_set_error(compiler->error, REPORT_ERROR, REPORT_ERROR_TEMPLATE, "%s%s: error: %s",
                (const char *)g_ptr_array_index(compiler->files, compiler->files->len - 1),
                place, message);
}

/* The same for the place of `node`; returns FALSE. */
G_GNUC_PRINTF(3, 4)
static gboolean
fail(const Compiler *compiler, const xmlNode *node, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    fail_at(compiler, xmlGetLineNo(node), message);
    return FALSE;
}

/* Reads a template; no entities, nothing from elsewhere. Free with xmlFreeDoc(). */
static xmlDoc *
parse(const Compiler *compiler, const char *name, GBytes *bytes)
{
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autoptr(xmlParserCtxt) context = xmlNewParserCtxt();
    g_autoptr(xmlDoc) doc = xmlCtxtReadMemory(
        context, size > 0 ? data : "", (int)MIN(size, G_MAXINT), name, NULL,
        XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);

    if (doc == NULL) {
        const xmlError *found = xmlCtxtGetLastError(context);
        g_autofree char *message =
            g_strdup(found != NULL && found->message != NULL ? found->message : "not XML");
        fail_at(compiler, found != NULL ? found->line : 1, g_strstrip(message));
        return NULL;
    }
    if (doc->intSubset != NULL && doc->intSubset->children != NULL) {
        fail_at(compiler, 0, "a template declares no entities");
        return NULL;
    }
    return g_steal_pointer(&doc);
}

/* Makes one literal of the text since the last instruction. */
static void
flush_text(Compiler *compiler)
{
    const gsize end = compiler->page->text->len;

    if (end == compiler->flushed)
        return;
    const PageInstruction literal = { .operation = PAGE_LITERAL,
                                      .what = (guint)compiler->flushed,
                                      .target = (guint)(end - compiler->flushed) };
    g_array_append_val(compiler->page->code, literal);
    compiler->flushed = end;
}

/* Appends the instruction and returns its number. */
static guint
emit(Compiler *compiler, PageInstruction instruction)
{
    flush_text(compiler);
    g_array_append_val(compiler->page->code, instruction);
    return compiler->page->code->len - 1;
}

/* Lets instruction `at` go to what comes next. */
static void
aim(Compiler *compiler, guint at)
{
    flush_text(compiler);
    g_array_index(compiler->page->code, PageInstruction, at).target = compiler->page->code->len;
}

static gboolean
is_list(const ValueField *field)
{
    return field->type == VALUE_ARRAY || field->type == VALUE_MAP;
}

static gboolean
is_called(const ValueShape *shape, const char *name, gsize len)
{
    return strncmp(shape->name, name, len) == 0 && shape->name[len] == '\0';
}

/* Whether `name` is what an item of some list below `shape` is called. */
static gboolean
names_item(const ValueShape *shape, const char *name, gsize len, GHashTable *seen)
{
    if (!g_hash_table_add(seen, (gpointer)shape))
        return FALSE;
    for (guint i = 0; i < shape->n_fields; i++) {
        const ValueShape *part = shape->fields[i].shape;
        if (part != NULL && ((is_list(&shape->fields[i]) && is_called(part, name, len)) ||
                             names_item(part, name, len, seen)))
            return TRUE;
    }
    return FALSE;
}

/* No such field: nowhere, or only in a loop that is not here. `kind`: what was looked for. */
static gboolean
fail_name(const Compiler *compiler, const xmlNode *node, const char *kind, const char *name)
{
    const gsize len = strcspn(name, ".");
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);

    if (name[len] == '.' && names_item(compiler->root, name, len, seen))
        return fail(compiler, node, "'%s' stands outside of a t:each that gives '%.*s'", name,
                    (int)len, name);
    return fail(compiler, node, "no %s is called '%s'", kind, name);
}

/* The loop whose item a name begins with: 1 for the outermost, 0: none. */
static guint
find_loop(const Compiler *compiler, const char *name, gsize len)
{
    guint i = compiler->loops->len;

    while (i > 0 && !is_called(g_array_index(compiler->loops, Loop, i - 1).shape, name, len))
        i--;
    return i;
}

/* Where the value or list `name` is; FALSE: nowhere. */
static gboolean
find_path(const Compiler *compiler, const char *name, PagePath *path)
{
    gsize len = strcspn(name, ".");

    *path = (PagePath){ .loop = find_loop(compiler, name, len) };
    const ValueShape *shape = path->loop > 0
                                  ? g_array_index(compiler->loops, Loop, path->loop - 1).shape
                                  : compiler->root;
    if (path->loop > 0 && name[len] == '\0') { /* the item itself */
        path->field = &shape->fields[0];
        return shape->bare;
    }
    if (path->loop > 0) {
        name += len + 1;
        len = strcspn(name, ".");
    }
    while ((path->field = value_field(shape, name, len)) != NULL && name[len] == '.' &&
           path->field->type == VALUE_OBJECT && path->n_hops < PAGE_MOST_HOPS) {
        path->hops[path->n_hops++] = path->field;
        shape = path->field->shape;
        name += len + 1;
        len = strcspn(name, ".");
    }
    return path->field != NULL && name[len] == '\0';
}

static guint
add_path(Compiler *compiler, const PagePath *path)
{
    g_array_append_val(compiler->page->paths, *path);
    return compiler->page->paths->len - 1;
}

static gboolean
parse_format(const char *name, PageFormat *format)
{
    static const char *const names[] = {
        [PAGE_NUMBER] = "number",   [PAGE_EXACT] = "exact",     [PAGE_PERCENT] = "percent",
        [PAGE_CSS] = "css",         [PAGE_ROUNDED] = "rounded", [PAGE_TIME] = "time",
        [PAGE_GROUPED] = "grouped",
    };

    for (gsize i = PAGE_NUMBER; i < G_N_ELEMENTS(names); i++)
        if (strcmp(names[i], name) == 0) {
            *format = (PageFormat)i;
            return TRUE;
        }
    return FALSE;
}

/* Plain text, escaped. */
static void
put_text(Compiler *compiler, const char *text, gsize len, gboolean in_attribute)
{
    if (in_attribute || compiler->keep_space)
        markup_escape(compiler->page->text, text, len, in_attribute);
    else
        markup_collapse(compiler->page->text, text, len);
}

/* What stands between braces: "name" or "name:format". */
static gboolean
put_value(Compiler *compiler, const xmlNode *node, const char *place, gboolean in_attribute)
{
    const char *colon = strchr(place, ':');
    g_autofree char *name =
        g_strndup(place, colon != NULL ? (gsize)(colon - place) : strlen(place));
    PageFormat format = PAGE_PLAIN;
    PagePath path;

    if (colon != NULL && !parse_format(colon + 1, &format))
        return fail(compiler, node, "no format is called '%s'", colon + 1);
    if (!find_path(compiler, name, &path) || is_list(path.field) ||
        path.field->type == VALUE_OBJECT)
        return fail_name(compiler, node, "value", name);
    if (format == PAGE_PLAIN && path.field->type == VALUE_REAL &&
        g_str_equal(path.field->unit, "s"))
        format = PAGE_TIME;
    const PageInstruction value = { .operation = PAGE_VALUE,
                                    .format = format,
                                    .in_attribute = in_attribute,
                                    .what = add_path(compiler, &path) };
    emit(compiler, value);
    return TRUE;
}

/* Begins what is written if a test holds; *at is the instruction to aim behind it. */
static gboolean
begin_if(Compiler *compiler, const xmlNode *node, const char *test, gboolean negative,
         guint *at)
{
    PageInstruction jump = { .operation = negative ? PAGE_WHEN : PAGE_UNLESS };
    PagePath path;

    if (!find_path(compiler, test, &path))
        return fail_name(compiler, node, "value or list", test);
    jump.what = add_path(compiler, &path);
    *at = emit(compiler, jump);
    return TRUE;
}

static gboolean
need_list(Compiler *compiler, const xmlNode *node, const char *name, PagePath *path)
{
    return (find_path(compiler, name, path) && is_list(path->field)) ||
           fail_name(compiler, node, "list", name);
}

static gboolean compile_children(Compiler *compiler, const xmlNode *node);
static gboolean compile_bytes(Compiler *compiler, const char *name, GBytes *bytes);

static gboolean
is_template_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && node->ns != NULL &&
           strcmp((const char *)node->ns->href, PAGE_NAMESPACE) == 0 &&
           (name == NULL || strcmp((const char *)node->name, name) == 0);
}

/* The value of attribute `name`, owned; NULL, noted, when it is not there. */
static xmlChar *
need_attribute(Compiler *compiler, const xmlNode *node, const char *name)
{
    xmlChar *value = xmlGetNoNsProp(node, BAD_CAST name);

    if (value == NULL)
        fail(compiler, node, "t:%s needs the attribute '%s'", (const char *)node->name, name);
    return value;
}

/* Text with values in braces. */
static gboolean
compile_text(Compiler *compiler, const xmlNode *node, const char *text, gboolean in_attribute)
{
    while (*text != '\0') {
        const gsize plain = strcspn(text, "{}");
        put_text(compiler, text, plain, in_attribute);
        text += plain;
        if (*text == '\0')
            break;
        if (text[1] == text[0]) { /* a brace doubled is a brace */
            put_text(compiler, text, 1, in_attribute);
            text += 2;
            continue;
        }
        const char *close = *text == '{' ? strchr(text, '}') : NULL;
        if (close == NULL)
            return fail(compiler, node, "a brace without its partner (write it twice)");
        g_autofree char *place = g_strndup(text + 1, (gsize)(close - text - 1));
        if (!put_value(compiler, node, place, in_attribute))
            return FALSE;
        text = close + 1;
    }
    return TRUE;
}

static gboolean
compile_attribute(Compiler *compiler, const xmlNode *node, const xmlAttr *attribute)
{
    const char *name = (const char *)attribute->name;
    g_autoptr(xmlChar) value = xmlNodeListGetString(node->doc, attribute->children, 1);
    const char *space = attribute->ns != NULL ? (const char *)attribute->ns->href : "";
    const char *text = value != NULL ? (const char *)value : "";
    guint at;

    if (strcmp(space, PAGE_NAMESPACE) == 0) {
        if (!begin_if(compiler, node, text, FALSE, &at))
            return FALSE;
        g_string_append_printf(compiler->page->text, " %s=\"%s\"", name, name);
        aim(compiler, at);
        return TRUE;
    }
    g_string_append_printf(compiler->page->text, " %s%s=\"",
                           strcmp(space, (const char *)XML_XML_NAMESPACE) == 0 ? "xml:" : "",
                           name);
    if (!compile_text(compiler, node, text, TRUE))
        return FALSE;
    g_string_append_c(compiler->page->text, '"');
    return TRUE;
}

static gboolean
compile_start(Compiler *compiler, const xmlNode *node)
{
    if (node->ns == NULL || node->ns->prefix != NULL)
        return fail(compiler, node,
                    "<%s> needs a default namespace "
                    "(xmlns=\"http://www.w3.org/1999/xhtml\")",
                    (const char *)node->name);
    g_string_append_printf(compiler->page->text, "<%s", (const char *)node->name);
    for (const xmlNs *space = node->nsDef; space != NULL; space = space->next)
        if (space->prefix == NULL)
            g_string_append_printf(compiler->page->text, " xmlns=\"%s\"",
                                   (const char *)space->href);
    for (const xmlAttr *attribute = node->properties; attribute != NULL;
         attribute = attribute->next)
        if (!compile_attribute(compiler, node, attribute))
            return FALSE;
    return TRUE;
}

/* The files that are open, the outermost first, and `name`. Free with g_free(). */
static char *
chain_text(const Compiler *compiler, const char *name)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < compiler->files->len; i++)
        g_string_append_printf(text, "%s > ",
                               (const char *)g_ptr_array_index(compiler->files, i));
    g_string_append(text, name);
    return g_string_free(text, FALSE);
}

/* The file that a t:include names; *file, owned, is its name. What is wrong with it is told at
 * the place of the t:include. */
static GBytes *
load_included(Compiler *compiler, const xmlNode *node, xmlChar **file)
{
    static const char word[] = ": error: ";
    g_autoptr(GError) cause = NULL;
    const char *name = (const char *)(*file = need_attribute(compiler, node, "file"));

    if (name == NULL)
        return NULL;
    if (g_ptr_array_find_with_equal_func(compiler->files, name, g_str_equal, NULL)) {
        g_autofree char *chain = chain_text(compiler, name);
        fail(compiler, node, "%s includes itself: %s", name, chain);
        return NULL;
    }
    if (compiler->files->len > DEEPEST_INCLUDE) {
        g_autofree char *chain = chain_text(compiler, name);
        fail(compiler, node, "files in files more than %d deep: %s", DEEPEST_INCLUDE, chain);
        return NULL;
    }
    if (++compiler->n_includes > MOST_INCLUDES) {
        fail(compiler, node, "more than %d files are included", MOST_INCLUDES);
        return NULL;
    }
    g_autoptr(GBytes) bytes = compiler->loader->load(compiler->loader->data, name, &cause);
    if (bytes == NULL) {
        const char *at = strstr(cause->message, word);
        fail(compiler, node, "cannot include '%s': %s", name,
             at != NULL ? at + strlen(word) : cause->message);
        return NULL;
    }
    compiler->n_bytes += g_bytes_get_size(bytes);
    if (compiler->n_bytes > MOST_BYTES) {
        fail(compiler, node, "the templates together have more than %d bytes", MOST_BYTES);
        return NULL;
    }
    return g_steal_pointer(&bytes);
}

/* Appends the file that a t:include names to `text`. */
static gboolean
include_text(Compiler *compiler, const xmlNode *node, GString *text)
{
    g_autoptr(xmlChar) name = NULL;
    g_autoptr(GBytes) bytes = load_included(compiler, node, &name);
    gsize size;

    if (bytes == NULL)
        return FALSE;
    const char *data = g_bytes_get_data(bytes, &size);
    if (size == 0)
        return TRUE;
    if (!g_utf8_validate(data, (gssize)size, NULL))
        return fail(compiler, node, "%s is not text in UTF-8", (const char *)name);
    g_string_append_len(text, data, (gssize)size);
    return TRUE;
}

/* Adds the content of an element to the sources of a policy, as browsers compare it: with line
 * feeds alone. */
static void
add_source(GString *sources, const char *content)
{
    guint8 digest[32];
    gsize len = sizeof digest;
    g_autoptr(GString) text = g_string_new(content);
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

    g_string_replace(text, "\r\n", "\n", 0);
    g_string_replace(text, "\r", "\n", 0);
    g_checksum_update(sum, (const guchar *)text->str, (gssize)text->len);
    g_checksum_get_digest(sum, digest, &len);
    g_autofree char *base64 = g_base64_encode(digest, len);
    g_string_append_printf(sources, " 'sha256-%s'", base64);
}

/* Content of style and script: text and files, as they are. */
static gboolean
compile_raw(Compiler *compiler, const xmlNode *node)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (const xmlNode *child = node->children; child != NULL; child = child->next) {
        if (child->type == XML_TEXT_NODE && !xmlIsBlankNode(child))
            g_string_append(text, (const char *)child->content);
        else if (is_template_element(child, "include")) {
            if (!include_text(compiler, child, text))
                return FALSE;
        } else if (child->type != XML_TEXT_NODE && child->type != XML_COMMENT_NODE)
            return fail(compiler, child, "<%s> holds nothing but text and t:include",
                        (const char *)node->name);
    }
    const gsize begin = compiler->page->text->len;
    if (!markup_raw(compiler->page->text, text->str))
        return fail(compiler, node, "what <%s> holds would end it", (const char *)node->name);
    add_source(g_str_equal(node->name, "script") ? compiler->scripts : compiler->styles,
               compiler->page->text->str + begin);
    return TRUE;
}

static gboolean
compile_element(Compiler *compiler, const xmlNode *node)
{
    const char *name = (const char *)node->name;
    const gboolean outer_space = compiler->keep_space;

    if (!compile_start(compiler, node))
        return FALSE;
    if (markup_is_void(name)) {
        g_string_append(compiler->page->text, "/>");
        return node->children == NULL || fail(compiler, node, "<%s> has no content", name);
    }
    g_string_append_c(compiler->page->text, '>');
    compiler->keep_space = outer_space || markup_keeps_space(name);
    if (markup_is_raw(name) ? !compile_raw(compiler, node) : !compile_children(compiler, node))
        return FALSE;
    compiler->keep_space = outer_space;
    g_string_append_printf(compiler->page->text, "</%s>", name);
    return TRUE;
}

static gboolean
compile_each(Compiler *compiler, const xmlNode *node)
{
    g_autoptr(xmlChar) name = need_attribute(compiler, node, "in");
    PagePath path;

    if (name == NULL || !need_list(compiler, node, (const char *)name, &path))
        return FALSE;
    const char *item = path.field->shape->name;
    if (find_loop(compiler, item, strlen(item)) > 0)
        return fail(compiler, node, "a t:each inside of another that gives '%s' too", item);
    const PageInstruction instruction = { .operation = PAGE_LOOP,
                                          .depth = compiler->loops->len,
                                          .what = add_path(compiler, &path) };
    const Loop loop = { path.field->shape, emit(compiler, instruction), FALSE };
    g_array_append_val(compiler->loops, loop);
    compiler->page->n_loops = MAX(compiler->page->n_loops, compiler->loops->len);
    if (!compile_children(compiler, node))
        return FALSE;
    emit(compiler, (PageInstruction){ .operation = PAGE_NEXT });
    aim(compiler, loop.at);
    g_array_set_size(compiler->loops, compiler->loops->len - 1);
    return TRUE;
}

static gboolean
compile_recurse(Compiler *compiler, const xmlNode *node)
{
    g_autoptr(xmlChar) name = need_attribute(compiler, node, "in");
    PagePath path;

    if (name == NULL || !need_list(compiler, node, (const char *)name, &path))
        return FALSE;
    if (!path.field->tree)
        return fail(compiler, node, "t:recurse over '%s' would not end", (const char *)name);
    const guint n = compiler->loops->len;
    Loop *loop = n > 0 ? &g_array_index(compiler->loops, Loop, n - 1) : NULL;
    if (loop == NULL || loop->shape != path.field->shape || loop->recursed)
        return fail(compiler, node,
                    "t:recurse stands once, directly in the t:each that it repeats");
    loop->recursed = TRUE;
    emit(compiler, (PageInstruction){ .operation = PAGE_RECURSE,
                                      .depth = n - 1,
                                      .what = add_path(compiler, &path),
                                      .target = loop->at + 1 });
    return TRUE;
}

static gboolean
compile_if(Compiler *compiler, const xmlNode *node)
{
    const gboolean negative = xmlHasProp(node, BAD_CAST "not") != NULL;
    g_autoptr(xmlChar) test = need_attribute(compiler, node, negative ? "not" : "test");
    guint at;

    if (test == NULL || !begin_if(compiler, node, (const char *)test, negative, &at) ||
        !compile_children(compiler, node))
        return FALSE;
    aim(compiler, at);
    return TRUE;
}

static gboolean
compile_include(Compiler *compiler, const xmlNode *node)
{
    g_autoptr(xmlChar) name = NULL;
    g_autoptr(GBytes) bytes = load_included(compiler, node, &name);

    return bytes != NULL && compile_bytes(compiler, (const char *)name, bytes);
}

/* Its text is made at the end, when all scripts and styles are known. */
static gboolean
compile_policy(Compiler *compiler, const xmlNode *node)
{
    if (compiler->policy != NO_POLICY)
        return fail(compiler, node, "t:policy stands once");
    compiler->policy = emit(compiler, (PageInstruction){ .operation = PAGE_LITERAL });
    return TRUE;
}

/* Nothing from outside, no other scripts and styles than the page's own, no handlers in
 * attributes. Values in style attributes are the page's, and escaped. Browsers that do not tell
 * style elements from style attributes go by style-src. */
static void
write_policy(Compiler *compiler)
{
    GString *text = compiler->page->text;

    flush_text(compiler);
    if (compiler->policy == NO_POLICY)
        return;
    PageInstruction *literal =
        &g_array_index(compiler->page->code, PageInstruction, compiler->policy);
    literal->what = (guint)text->len;
    g_string_append_printf(text,
                           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                           "'none'; base-uri 'none'; "
                           "form-action 'none'; style-src 'unsafe-inline'; style-src-elem%s; "
                           "style-src-attr 'unsafe-inline'; "
                           "script-src%s\"/>",
                           compiler->styles->len > 0 ? compiler->styles->str : " 'none'",
                           compiler->scripts->len > 0 ? compiler->scripts->str : " 'none'");
    literal->target = (guint)(text->len - literal->what);
}

static gboolean
compile_instruction(Compiler *compiler, const xmlNode *node)
{
    static const struct {
        const char *name;
        gboolean (*compile)(Compiler *compiler, const xmlNode *node);
    } instructions[] = {
        { "each", compile_each },      { "recurse", compile_recurse },
        { "if", compile_if },          { "include", compile_include },
        { "group", compile_children }, { "policy", compile_policy },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(instructions); i++)
        if (strcmp(instructions[i].name, (const char *)node->name) == 0)
            return instructions[i].compile(compiler, node);
    return fail(compiler, node, "unknown instruction t:%s", (const char *)node->name);
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
compile_node(Compiler *compiler, const xmlNode *node)
{
    switch (node->type) {
    case XML_ELEMENT_NODE:
        return is_template_element(node, NULL) ? compile_instruction(compiler, node)
                                               : compile_element(compiler, node);
    case XML_TEXT_NODE:
        return is_layout(node) ||
               compile_text(compiler, node, (const char *)node->content, FALSE);
    case XML_COMMENT_NODE:
        return TRUE;
    default:
        return fail(compiler, node, "neither an element nor text nor a comment");
    }
}

static gboolean
compile_children(Compiler *compiler, const xmlNode *node)
{
    for (const xmlNode *child = node->children; child != NULL; child = child->next)
        if (!compile_node(compiler, child))
            return FALSE;
    return TRUE;
}

/* What the file `name` holds. */
static gboolean
compile_bytes(Compiler *compiler, const char *name, GBytes *bytes)
{
    g_ptr_array_add(compiler->files, (gpointer)name);
    g_autoptr(xmlDoc) doc = parse(compiler, name, bytes);
    const gboolean ok = doc != NULL && compile_node(compiler, xmlDocGetRootElement(doc));
    g_ptr_array_set_size(compiler->files, (gint)compiler->files->len - 1);
    return ok;
}

Page *
page_compile(const ValueShape *root, const PageLoader *loader, const char *name, GError **error)
{
    g_autoptr(Page) page = g_new0(Page, 1);
    g_autoptr(GArray) loops = g_array_new(FALSE, FALSE, sizeof(Loop));
    g_autoptr(GPtrArray) files = g_ptr_array_new();
    g_autoptr(GString) styles = g_string_new(NULL);
    g_autoptr(GString) scripts = g_string_new(NULL);

    page->text = g_string_new("<!DOCTYPE html>\n");
    page->code = g_array_new(FALSE, FALSE, sizeof(PageInstruction));
    page->paths = g_array_new(FALSE, FALSE, sizeof(PagePath));
    Compiler compiler = {
        .root = root,
        .loader = loader,
        .page = page,
        .loops = loops,
        .files = files,
        .styles = styles,
        .scripts = scripts,
        .policy = NO_POLICY,
        .error = error,
    };
    g_autoptr(GBytes) bytes = loader->load(loader->data, name, error);
    if (bytes == NULL || !compile_bytes(&compiler, name, bytes))
        return NULL;
    write_policy(&compiler);
    return g_steal_pointer(&page);
}

void
page_free(Page *page)
{
    if (page == NULL)
        return;
    g_string_free(page->text, TRUE);
    g_array_unref(page->code);
    g_array_unref(page->paths);
    g_free(page);
}

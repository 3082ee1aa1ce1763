/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/template-compiler.h"

#include <string.h>

#include "src/report/page/template-markup.h"
#include "src/report/page/template-parse.h"

/* Makes one literal of the text since the last instruction. */
static void
flush_text(TemplateCompiler *compiler)
{
    const gsize end = compiler->result->text->len;

    if (end == compiler->flushed)
        return;
    const TemplateInstruction literal = { .operation = TEMPLATE_LITERAL,
                                          .what = (guint32)compiler->flushed,
                                          .target = (guint32)(end - compiler->flushed) };
    g_array_append_val(compiler->result->code, literal);
    compiler->flushed = end;
}

/* Appends the instruction and returns its number. */
static guint32
emit(TemplateCompiler *compiler, TemplateInstruction instruction)
{
    flush_text(compiler);
    g_array_append_val(compiler->result->code, instruction);
    return compiler->result->code->len - 1;
}

/* Lets instruction `at` go to what comes next. */
static void
aim(TemplateCompiler *compiler, guint32 at)
{
    flush_text(compiler);
    g_array_index(compiler->result->code, TemplateInstruction, at).target =
        compiler->result->code->len;
}

static gboolean
is_bound(const TemplateCompiler *compiler, guint variable)
{
    for (guint i = 0; i < compiler->loops->len; i++)
        if (g_array_index(compiler->loops, TemplateLoop, i).variable == variable)
            return TRUE;
    return FALSE;
}

/* A name that belongs to a variable stands inside of a loop over it. */
static gboolean
check_scope(TemplateCompiler *compiler, const xmlNode *node, const char *name, GError **error)
{
    const TemplateModel *model = compiler->model;
    const gsize len = strcspn(name, ".");

    for (guint i = 0; i < model->n_variables; i++)
        if (strlen(model->variables[i]) == len &&
            strncmp(model->variables[i], name, len) == 0 && !is_bound(compiler, i))
            return template_parse_fail(compiler->file, node, error,
                                       "'%s' stands outside of a t:each that gives '%s'", name,
                                       model->variables[i]);
    return TRUE;
}

static gboolean
find_value(const TemplateModel *model, const char *name, guint32 *found)
{
    for (guint i = 0; i < model->n_values; i++)
        if (strcmp(model->values[i], name) == 0) {
            *found = i;
            return TRUE;
        }
    return FALSE;
}

static gboolean
find_list(const TemplateModel *model, const char *name, guint32 *found)
{
    for (guint i = 0; i < model->n_lists; i++)
        if (strcmp(model->lists[i].name, name) == 0) {
            *found = i;
            return TRUE;
        }
    return FALSE;
}

static gboolean
need_list(TemplateCompiler *compiler, const xmlNode *node, const char *name, guint32 *found,
          GError **error)
{
    if (!find_list(compiler->model, name, found))
        return template_parse_fail(compiler->file, node, error, "no list is called '%s'", name);
    return check_scope(compiler, node, name, error);
}

static gboolean
parse_format(const char *name, TemplateFormat *format)
{
    static const char *const names[] = {
        [TEMPLATE_PLAIN] = "plain",     [TEMPLATE_EXACT] = "exact",
        [TEMPLATE_PERCENT] = "percent", [TEMPLATE_CSS] = "css",
        [TEMPLATE_ROUNDED] = "rounded", [TEMPLATE_GROUPED] = "grouped"
    };

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(names[i], name) == 0) {
            *format = (TemplateFormat)i;
            return TRUE;
        }
    return FALSE;
}

void
template_compiler_text(TemplateCompiler *compiler, const char *text, gsize len,
                       gboolean in_attribute)
{
    if (in_attribute || compiler->keep_space)
        template_markup_escape(compiler->result->text, text, len, in_attribute);
    else
        template_markup_collapse(compiler->result->text, text, len);
}

gboolean
template_compiler_value(TemplateCompiler *compiler, const xmlNode *node, const char *place,
                        gboolean in_attribute, GError **error)
{
    const char *colon = strchr(place, ':');
    g_autofree char *name =
        g_strndup(place, colon != NULL ? (gsize)(colon - place) : strlen(place));
    TemplateFormat format = TEMPLATE_PLAIN;
    guint32 what;

    if (colon != NULL && !parse_format(colon + 1, &format))
        return template_parse_fail(compiler->file, node, error, "no format is called '%s'",
                                   colon + 1);
    if (!find_value(compiler->model, name, &what))
        return template_parse_fail(compiler->file, node, error, "no value is called '%s'",
                                   name);
    if (!check_scope(compiler, node, name, error))
        return FALSE;
    const TemplateInstruction value = { .operation = TEMPLATE_VALUE,
                                        .format = (guint8)format,
                                        .in_attribute = in_attribute ? 1 : 0,
                                        .what = what };
    emit(compiler, value);
    return TRUE;
}

gboolean
template_compiler_begin_if(TemplateCompiler *compiler, const xmlNode *node, const char *test,
                           gboolean negative, GError **error)
{
    TemplateInstruction jump = { .operation = negative ? TEMPLATE_WHEN : TEMPLATE_UNLESS };

    if (!find_value(compiler->model, test, &jump.what)) {
        if (!find_list(compiler->model, test, &jump.what))
            return template_parse_fail(compiler->file, node, error,
                                       "no value or list is called '%s'", test);
        jump.list = 1;
    }
    if (!check_scope(compiler, node, test, error))
        return FALSE;
    const guint32 at = emit(compiler, jump);
    g_array_append_val(compiler->tests, at);
    return TRUE;
}

void
template_compiler_end_if(TemplateCompiler *compiler)
{
    const guint last = compiler->tests->len - 1;

    aim(compiler, g_array_index(compiler->tests, guint32, last));
    g_array_set_size(compiler->tests, last);
}

gboolean
template_compiler_begin_each(TemplateCompiler *compiler, const xmlNode *node, const char *list,
                             GError **error)
{
    guint32 what;

    if (!need_list(compiler, node, list, &what, error))
        return FALSE;
    const guint32 variable = compiler->model->lists[what].variable;
    if (is_bound(compiler, variable))
        return template_parse_fail(compiler->file, node, error,
                                   "a t:each inside of another that gives '%s' too",
                                   compiler->model->variables[variable]);
    const TemplateInstruction instruction = { .operation = TEMPLATE_LOOP, .what = what };
    const TemplateLoop loop = { variable, emit(compiler, instruction), FALSE };
    g_array_append_val(compiler->loops, loop);
    return TRUE;
}

void
template_compiler_end_each(TemplateCompiler *compiler)
{
    const TemplateInstruction next = { .operation = TEMPLATE_NEXT };
    const guint last = compiler->loops->len - 1;

    emit(compiler, next);
    aim(compiler, g_array_index(compiler->loops, TemplateLoop, last).at);
    g_array_set_size(compiler->loops, last);
}

gboolean
template_compiler_recurse(TemplateCompiler *compiler, const xmlNode *node, const char *list,
                          GError **error)
{
    guint32 what;

    if (!need_list(compiler, node, list, &what, error))
        return FALSE;
    if (!compiler->model->lists[what].nested)
        return template_parse_fail(compiler->file, node, error,
                                   "t:recurse over '%s' would not end", list);
    TemplateLoop *loop =
        compiler->loops->len > 0
            ? &g_array_index(compiler->loops, TemplateLoop, compiler->loops->len - 1)
            : NULL;
    if (loop == NULL || loop->variable != compiler->model->lists[what].variable ||
        loop->recursed)
        return template_parse_fail(
            compiler->file, node, error,
            "t:recurse stands once, directly in the t:each that it repeats");
    loop->recursed = TRUE;
    const TemplateInstruction recurse = { .operation = TEMPLATE_RECURSE,
                                          .what = what,
                                          .target = loop->at + 1 };
    emit(compiler, recurse);
    return TRUE;
}

Template *
template_compile(const TemplateModel *model, const TemplateLoader *loader, const char *name,
                 GError **error)
{
    g_autoptr(Template) result = g_new0(Template, 1);
    g_autoptr(GArray) loops = g_array_new(FALSE, FALSE, sizeof(TemplateLoop));
    g_autoptr(GArray) tests = g_array_new(FALSE, FALSE, sizeof(guint32));
    g_autoptr(GPtrArray) files = g_ptr_array_new();

    result->model = model;
    result->text = g_string_new("<!DOCTYPE html>\n");
    result->code = g_array_new(FALSE, FALSE, sizeof(TemplateInstruction));
    TemplateCompiler compiler = {
        .model = model,
        .loader = loader,
        .result = result,
        .loops = loops,
        .tests = tests,
        .files = files,
    };
    if (!template_compile_file(&compiler, name, error))
        return NULL;
    flush_text(&compiler);
    return g_steal_pointer(&result);
}

void
template_free(Template *compiled)
{
    g_string_free(compiled->text, TRUE);
    g_array_unref(compiled->code);
    g_free(compiled);
}

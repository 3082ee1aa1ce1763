/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table of values and lists that templates may name, against what is behind it and what
 * templates/README.md says of it.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "src/report/view/page.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"
#include "tests/report/explain-builder.h"

/* Whether the value belongs to the variable `name`; NULL: to none. */
static gboolean
belongs(const char *value, const char *name)
{
    const TemplateModel *tables = html_model_tables();

    if (name != NULL)
        return strncmp(value, name, strlen(name)) == 0 && value[strlen(name)] == '.';
    for (guint i = 0; i < tables->n_variables; i++)
        if (belongs(value, tables->variables[i]))
            return FALSE;
    return TRUE;
}

/* The first list of the variable that can be walked anywhere. */
static const char *
list_of(guint variable)
{
    const TemplateModel *tables = html_model_tables();
    guint i = 0;

    while (tables->lists[i].variable != variable || tables->lists[i].nested)
        i++;
    return tables->lists[i].name;
}

/* The list around one whose name begins with a variable of an explanation; NULL: another. */
static const char *
around(const char *list)
{
    return list == NULL                         ? NULL
           : g_str_has_prefix(list, "piece.")   ? "path.pieces"
           : g_str_has_prefix(list, "place.")   ? "path.places"
           : g_str_has_prefix(list, "track.")   ? "timeline.tracks"
           : g_str_has_prefix(list, "metric.")  ? "metrics.processor"
           : g_str_has_prefix(list, "profile.") ? "metrics.profiles"
                                                : NULL;
}

/* All values of a variable, within a loop over it and what that needs around it. */
static void
append_variable(GString *text, guint variable)
{
    const TemplateModel *tables = html_model_tables();
    const char *list = variable < tables->n_variables ? list_of(variable) : NULL;
    const gboolean in_row = list != NULL && g_str_has_prefix(list, "row.");
    const gboolean in_source = list != NULL && g_str_has_prefix(list, "source.");
    const gboolean in_interval =
        in_row || (list != NULL && g_str_has_prefix(list, "interval."));

    g_string_append(text, in_interval ? "<t:each in='intervals'>" : "");
    g_string_append(text, in_source ? "<t:each in='sources'>" : "");
    /* The test within the loop must not disturb the loop. */
    g_string_append(text,
                    in_row ? "<t:each in='interval.rows'><t:if test='interval.rows'>" : "");
    if (around(list) != NULL)
        g_string_append_printf(text, "<t:each in='%s'>", around(list));
    if (list != NULL)
        g_string_append_printf(text, "<t:each in='%s'>", list);
    for (guint i = 0; i < tables->n_values; i++)
        if (belongs(tables->values[i], list != NULL ? tables->variables[variable] : NULL))
            g_string_append_printf(text, "<b id='%s'>{%s}</b>", tables->values[i],
                                   tables->values[i]);
    g_string_append(text, list != NULL ? "</t:each>" : "");
    g_string_append(text, around(list) != NULL ? "</t:each>" : "");
    g_string_append(text, in_row ? "</t:if></t:each>" : "");
    g_string_append(text, in_source ? "</t:each>" : "");
    g_string_append(text, in_interval ? "</t:each>" : "");
}

/* Every value of html-model.def has a function behind it, in both kinds of rows. */
static void
test_everything(void)
{
    const TemplateModel *tables = html_model_tables();
    g_autofree char *folder = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "report.xhtml", NULL);
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(Explanation) explanation = explain_builder_sample(prediction, 2);
    g_autoptr(GString) text = g_string_new("<html xmlns='http://www.w3.org/1999/xhtml' "
                                           "xmlns:t='urn:predictor:template'>");

    g_autofree char *source = g_build_filename(folder, "heat2d.fdv", NULL);
    const char *const folders[] = { folder, NULL };
    g_autofree char *lines = g_strnfill(100, '\n');
    g_file_set_contents(source, lines, -1, NULL);
    for (guint variable = 0; variable <= tables->n_variables; variable++)
        append_variable(text, variable);
    g_string_append(text, "</html>");
    g_file_set_contents(path, text->str, -1, NULL);
    for (gboolean per_processor = FALSE; per_processor <= TRUE; per_processor++) {
        const ReportOptions options = { .max_depth = -1,
                                        .template_dir = folder,
                                        .source_path = folders,
                                        .explanation = explanation,
                                        .per_processor = per_processor };
        g_autoptr(GError) error = NULL;
        gsize len;
        g_autofree char *page = builder_render(prediction, &options, "html", &len, &error);
        CHECK_TEXT(error != NULL ? error->message : "", "");
        for (guint i = 0; i < tables->n_values; i++) {
            g_autofree char *element = g_strdup_printf("<b id=\"%s\">", tables->values[i]);
            CHECK_HAS(page, element);
        }
    }
    g_remove(path);
    g_remove(source);
    g_rmdir(folder);
}

/* The page for users names every value and list. */
static void
test_readme(void)
{
    const TemplateModel *tables = html_model_tables();
    g_autofree char *path = check_source_path("templates/README.md");
    g_autofree char *text = NULL;

    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    for (guint i = 0; i < tables->n_values + tables->n_lists; i++) {
        g_autofree char *quoted = g_strdup_printf(
            "`%s`", i < tables->n_values ? tables->values[i]
                                         : tables->lists[i - tables->n_values].name);
        CHECK_HAS(text, quoted);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "every value", test_everything },
        { "README", test_readme },
        CU_TEST_INFO_NULL,
    };
    return tap_run("html model", tests);
}

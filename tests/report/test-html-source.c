/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sources in the HTML report.
 */
#include <glib/gstdio.h>

#include "src/analysis/predict/line-times.h"
#include "tests/report/page.h"

/* Writes `text` to the file `name` of `folder`; free the path with g_free(). */
static char *
put_file(const char *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);

    CU_ASSERT_TRUE_FATAL(g_file_set_contents(path, text, -1, NULL));
    return path;
}

/* The source around the intervals' lines: found by name or last part, never outside of the
 * folder. */
static void
test_source(void)
{
    g_autofree char *outer = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *inner = g_build_filename(outer, "inner", NULL);
    const char *const folders[] = { inner, NULL };
    const ReportOptions options = { .max_depth = -1, .source_path = folders };
    g_autoptr(Prediction) prediction = builder_sample();
    g_autoptr(GString) text = g_string_new(NULL);

    g_mkdir(inner, 0700);
    for (guint i = 1; i <= 200; i++)
        g_string_append_printf(text, "line <%u> &amp;\r\n", i);
    g_autofree char *source = put_file(inner, "heat2d.fdv", text->str);
    g_autofree char *secret = put_file(outer, "secret", "secret");
    for (guint i = 0; i < prediction->n_intervals; i++) {
        prediction->intervals[i].line = i < 4 ? 100 : 150;
        g_free(prediction->intervals[i].file);
        prediction->intervals[i].file = g_strdup(i == 1   ? "../secret"
                                                 : i == 2 ? secret
                                                          : "dir/heat2d.fdv");
    }
    const LineTimes calls[] = {
        { g_strdup("dir/heat2d.fdv"), 99, 7, 1, 0.5, 0.25,
          0.125 }, /* no interval begins there */
        { g_strdup("dir/heat2d.fdv"), 150, 1, 0.5, 0, 0, 0 },
        { g_strdup("other.fdv"), 3, 1, 2, 0, 0, 0 },
    };
    prediction->lines = g_array_new(FALSE, FALSE, sizeof(LineTimes));
    g_array_append_vals(prediction->lines, calls, G_N_ELEMENTS(calls));
    g_auto(Page) page = page_render(prediction, &options);
    for (guint i = 0; i < G_N_ELEMENTS(calls); i++)
        g_free(calls[i].file);
    g_autofree char *first =
        page_find(&page, "//h:table[@class='source']//h:tr[2]/h:td[6]/h:pre");
    g_autofree char *name = page_find(&page, "//h:section[@id='source']//h:h3");
    g_autofree char *seconds =
        page_find(&page, "//h:table[@class='source']//h:tr[h:td/h:a='150']/h:td[1]");
    g_autofree char *plain = page_find(&page, "//h:table[@class='source']//h:tr[h:td[5]='99']");
    g_autofree char *none =
        page_find(&page, "//h:table[@class='source']//h:tr[h:td[5]='101']/h:td[1]");
    CHECK_INT(page_count(&page, "//h:section[@id='source']//h:h3"), 1);
    CHECK_TEXT(name, "dir/heat2d.fdv");
    CHECK_TEXT(first, "line <93> &amp;");
    CHECK_TEXT(plain, "1.88 s25.4 %250 ms125 ms99line <99> &amp;");
    CHECK_TEXT(none, "");
    CHECK_INT(page_count(&page, "//h:table[@class='source']//h:pre"), 27);
    CHECK_INT(page_count(&page, "//h:tr[@class='gap']"), 2);
    CHECK_TEXT(seconds, "500 ms");
    CHECK_LACKS(page.text, "<pre>secret");
    page_check_links(&page);
    g_remove(source);
    g_remove(secret);
    g_rmdir(inner);
    g_rmdir(outer);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "source", test_source },
        CU_TEST_INFO_NULL,
    };
    return tap_run("html source", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The page of a comparison, read as XML: its tree.
 */
#include <glib/gstdio.h>

#include "src/report/value/report.h"
#include "tests/report/compare-builder.h"
#include "tests/report/page.h"

static Page
render(const Prediction *first, const Prediction *second)
{
    g_autoptr(CompareReport) a = compare_builder_read(first);
    g_autoptr(CompareReport) b = compare_builder_read(second);
    g_autoptr(Comparison) comparison = comparison_new(a, b);
    const ReportOptions options = { .max_depth = -1 };
    ComparisonOutput output = { comparison, &options };
    g_autofree char *folder = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "out.html", NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    gsize len = 0;

    CU_ASSERT_TRUE(report_sink_to_file(compare_html_write, &output, path, &error));
    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, &len, NULL));
    g_remove(path);
    g_rmdir(folder);
    return page_parse(text, len);
}

#define ROWS "//*[starts-with(@id, 'row-')]"

/* Each interval is in the element of the one around it, few are all unfolded. */
static void
test_tree(void)
{
    g_autoptr(Prediction) prediction = builder_sample();
    g_auto(Page) page = render(prediction, prediction);

    CHECK_INT(page_count(&page, ROWS), prediction->n_intervals);
    CHECK_INT(page_count(&page, ROWS "[self::h:details][not(@open)]"), 0);
    for (guint i = 1; i < prediction->n_intervals; i++) {
        g_autofree char *parent =
            page_find(&page, "//*[@id='row-%u']/parent::h:details/@id", i + 1);
        g_autofree char *expected = g_strdup_printf("row-%u", prediction->intervals[i].parent);
        CHECK_TEXT(parent, expected);
    }
    page_check_links(&page);
}

/* Of many the way to what changed most is unfolded, and no more. */
static void
test_unfolded(void)
{
    g_autoptr(Prediction) first = builder_random(3, 300);
    g_autoptr(Prediction) second = builder_random(3, 300);
    guint changed = 0, open = 1;

    for (guint i = 0; i < second->n_intervals; i++)
        if (second->intervals[i].level > second->intervals[changed].level)
            changed = i;
    CU_ASSERT_TRUE_FATAL(changed > 0);
    second->intervals[changed].values.execution_time += 1e6;
    g_auto(Page) page = render(first, second);
    for (guint up = second->intervals[changed].parent; up > 1;
         up = second->intervals[up - 1].parent) {
        g_autofree char *is_open = page_find(&page, "//h:details[@id='row-%u']/@open", up);
        CHECK_TEXT(is_open, "open");
        open++;
    }
    CHECK_INT(page_count(&page, ROWS), 300);
    /* Own times around it change as much the other way: that is on the same way. */
    CHECK_INT(page_count(&page, ROWS "[@open]"), open);
    page_check_links(&page);
}

/* A tree of any depth stays one that readers follow. */
static void
test_deep(void)
{
    g_autoptr(Prediction) prediction = builder_deep(2000);
    g_auto(Page) page = render(prediction, prediction);

    CHECK_INT(page_count(&page, ROWS), 2000);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "tree", test_tree },
        { "unfolded", test_unfolded },
        { "deep", test_deep },
        CU_TEST_INFO_NULL,
    };
    return tap_run("compare page", tests);
}

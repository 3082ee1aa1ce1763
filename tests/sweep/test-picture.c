/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of sweeps: axes, links.
 */
#include <math.h>

#include "src/report/sweep/view.h"
#include "tests/sweep/common.h"

static void
check_ticks(gboolean log, double lo, double hi, guint most, const char *expected)
{
    const Axis axis = axis_new(log, lo, hi, 0, 100);
    g_autoptr(GArray) ticks = axis_ticks(&axis, most);
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < ticks->len; i++)
        g_string_append_printf(text, "%s%g", i > 0 ? " " : "", g_array_index(ticks, double, i));
    CHECK_TEXT(text->str, expected);
}

static void
test_ticks(void)
{
    check_ticks(TRUE, 1, 100, 8, "1 2 5 10 20 50 100");
    check_ticks(TRUE, 0.001, 1000, 8, "0.001 0.01 0.1 1 10 100 1000");
    check_ticks(TRUE, 1, 1e12, 8, "1 100 10000 1e+06 1e+08 1e+10 1e+12");
    check_ticks(TRUE, 3.1, 3.3, 4, "3 3.5");
    check_ticks(FALSE, 0, 1, 8, "0 0.2 0.4 0.6 0.8 1");
    check_ticks(FALSE, 0, 1.3, 8, "0 0.2 0.4 0.6 0.8 1 1.2");
}

/* Few ticks, at least two, in the axis, whatever the range. */
static void
test_any_range(void)
{
    for (double lo = 1e-12; lo < 1e12; lo *= 3.7) {
        for (double factor = 1; factor < 1e15; factor = factor * 4.1 + 1e-3) {
            const Axis axis = axis_new(TRUE, lo, lo * factor, 300, 10);
            g_autoptr(GArray) ticks = axis_ticks(&axis, 8);
            CU_ASSERT_TRUE(ticks->len >= 2 && ticks->len <= 9);
            for (guint i = 0; i < ticks->len; i++) {
                const double at = axis_at(&axis, g_array_index(ticks, double, i));
                CU_ASSERT_TRUE(at >= 9.99 && at <= 300.01);
            }
        }
    }
}

/* The ends of the numbers, and ranges without a number between their ends. */
static void
test_ends(void)
{
    static const double ends[][2] = { { 5e-324, 1.7e308 },  { 5e-324, 5e-324 },
                                      { 5e-324, 1.5e-323 }, { 1.7e308, 1.7e308 },
                                      { 1e-310, 1 },        { 1e17, 1e17 } };

    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        for (gint log = 0; log < 2; log++) {
            const Axis axis = axis_new(log, ends[i][0], ends[i][1], 0, 100);
            g_autoptr(GArray) ticks = axis_ticks(&axis, 8);
            CU_ASSERT_TRUE(ticks->len <= 9);
            for (guint k = 0; k < ticks->len; k++) {
                const double at = axis_at(&axis, g_array_index(ticks, double, k));
                CU_ASSERT_TRUE(at >= -0.01 && at <= 100.01);
            }
            for (gint k = 0; k < 2; k++) {
                const double at = axis_at(&axis, ends[i][k]);
                CU_ASSERT_TRUE(at >= 0 && at <= 100);
            }
        }
    }
    const Axis narrow = { FALSE, 1e17, 1e17 + 16, 0, 100 };
    g_autoptr(GArray) ticks = axis_ticks(&narrow, 5);
    CHECK_INT(ticks->len, 0);
}

static void
test_axis(void)
{
    const Axis linear = axis_new(FALSE, 0, 4, 100, 20);
    const Axis log = { TRUE, 1, 16, 0, 80 };

    CU_ASSERT_DOUBLE_EQUAL(axis_at(&linear, 1), 80, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(axis_at(&log, 4), 40, 1e-9);
}

static void
check_link(const char *folder, const char *path, const char *expected)
{
    g_autofree char *link = sweep_link(folder, path);
    CHECK_TEXT(link, expected);
}

static void
test_links(void)
{
    check_link(NULL, "r/4x2.html", "r/4x2.html");
    check_link("r", "r/4x2.html", "4x2.html");
    check_link("r/./s/..", "r/4x2.html", "4x2.html");
    check_link("out/a", "r/4x2.html", "../../r/4x2.html");
    check_link("/a/b", "/a/c/4x2.html", "../c/4x2.html");
    check_link("/", "/r/4x2.html", "r/4x2.html");
    check_link(NULL, "my reports/50%.html", "my%20reports/50%25.html");
    check_link(NULL, "javascript:x/\"<>#?.html", "javascript%3Ax/%22%3C%3E%23%3F.html");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "ticks", test_ticks }, { "ticks of any range", test_any_range },
        { "axis", test_axis },   { "ends of the numbers", test_ends },
        { "links", test_links }, CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-picture", tests);
}

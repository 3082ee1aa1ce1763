/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The tables of IPS: golden files hold figures 10 to 17 as this program lays them out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text-table.h"
#include "src/base/number.h"
#include "src/report/write/ips.h"
#include "tests/analysis/timeline-sample.h"
#include "tests/report/check.h"

static char *
name_procedure(guint32 interval, gpointer data G_GNUC_UNUSED)
{
    return g_strdup(sample_ips_procedure(interval));
}

static const RaterGrid ips_grid = { .rank = 2, .size = { 3, 3 } };

static void
test_path(void)
{
    g_autoptr(Timeline) timeline = sample_ips_path();
    g_autoptr(CriticalPath) path = critical_path_new(timeline, 0, NULL);
    g_autoptr(GString) out = g_string_new(NULL);
    const TimelineNames names = { .timeline = timeline, .grid = &ips_grid };

    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    critical_path_text_program(path, out);
    g_string_append_c(out, '\n');
    critical_path_text_processors(path, &names, 0, out);
    g_string_append_c(out, '\n');
    critical_path_text_lines(path, &names, 0, out);
    CHECK_GOLDEN(out->str, "ips-path.txt");
}

/* Fewer rows; processors by number. */
static void
test_path_short(void)
{
    g_autoptr(Timeline) timeline = sample_ips_path();
    g_autoptr(CriticalPath) path = critical_path_new(timeline, 0, NULL);
    g_autoptr(GString) out = g_string_new(NULL);
    const TimelineNames names = { .timeline = timeline };

    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    critical_path_text_processors(path, &names, 1, out);
    CHECK_TEXT(out->str, "Entry Name  Time(s)    %\n"
                         "P(0) CPU      9.740   58\n"
                         "21 others     6.927   42\n"
                         "Total        16.667  100\n"
                         "(P(i) denotes processor i, * denotes less than 1%)\n");
    g_string_truncate(out, 0);
    critical_path_text_lines(path, &names, 1, out);
    CHECK_TEXT(out->str, "Interval Name  Line       Time(s)  Time(%)\n"
                         "interval 0     simplex:7    6.320       38\n"
                         "5 others                   10.347       62\n"
                         "Total CPU                  10.347       62\n"
                         "Total                      16.667      100\n"
                         "(* denotes less than 1%)\n");
}

static void
test_metrics(void)
{
    g_autoptr(Timeline) timeline = sample_ips_metrics();
    g_autoptr(MetricsTable) table = metrics_new(timeline, 3);
    g_autoptr(GString) out = g_string_new(NULL);
    const TimelineNames names = { .timeline = timeline,
                                  .grid = &ips_grid,
                                  .interval = name_procedure };

    metrics_text_program(table, out);
    g_string_append_c(out, '\n');
    metrics_text_histogram(table, METRIC_CPU, 12, out);
    g_string_append_c(out, '\n');
    metrics_text_machines(table, 3, out);
    g_string_append_c(out, '\n');
    metrics_text_processors(table, &names, 3, out);
    g_string_append_c(out, '\n');
    metrics_text_profile(table, &names, 0, METRICS_INTERVAL, 0, out);
    g_string_append_c(out, '\n');
    metrics_text_profile(table, &names, 4, METRICS_CALL, 4, out);
    CHECK_GOLDEN(out->str, "ips-metrics.txt");
}

/* Nothing is divided by nothing. */
static void
test_nothing(void)
{
    g_autoptr(Timeline) timeline = timeline_new(1, 0);
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    g_autoptr(CriticalPath) path = critical_path_new(timeline, 0, NULL);
    g_autoptr(GString) out = g_string_new(NULL);
    const TimelineNames names = { .timeline = timeline };

    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    metrics_text_profile(table, &names, -1, METRICS_CALL, 0, out);
    CHECK_TEXT(out->str, "Interval Name  Line  Counter  Time(%)\n"
                         "Total                      0        -\n"
                         "(* denotes less than 1%)\n");
    g_string_truncate(out, 0);
    metrics_text_histogram(table, METRIC_LOAD, 2, out);
    CHECK_TEXT(out->str, "From(s)  Load Factor\n"
                         "      0            -\n"
                         "      0            -\n");
    g_string_truncate(out, 0);
    critical_path_text_program(path, out);
    CHECK_TEXT(out->str, "Entry Name  Time(s)  %\n"
                         "Total             0  *\n"
                         "Parallelism: 0.00\n");
}

/* Rows with the same names are one; what a terminal would obey is not shown. */
static char *
name_alike(guint32 interval G_GNUC_UNUSED, gpointer data)
{
    return g_strdup(data);
}

static void
test_names(void)
{
    static char loop[] = "loop\n";
    g_autoptr(Timeline) timeline = timeline_new(1, 0);
    const guint32 p = sample_group(timeline, 0);
    const guint32 site = timeline_site_add(timeline, "a\033[7mb", 3);
    const guint32 at = sample_step(timeline, TIMELINE_CPU, p, 0, 0, 1, 1, site);
    sample_step(timeline, TIMELINE_CPU, p, at, 1, 1, 2, site);
    g_autoptr(CriticalPath) path = critical_path_new(timeline, 0, NULL);
    g_autoptr(GString) out = g_string_new(NULL);
    const TimelineNames names = { .timeline = timeline, .interval = name_alike, .data = loop };

    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    CHECK_INT(path->lines->len, 2);
    critical_path_text_lines(path, &names, 0, out);
    CHECK_TEXT(out->str, "Interval Name  Line         Time(s)  Time(%)\n"
                         "loop\\x0a       a\\x1b[7mb:3        2      100\n"
                         "Total CPU                         2      100\n"
                         "Total                             2      100\n"
                         "(* denotes less than 1%)\n");
}

static void
check_and_free(char *text, const char *expected)
{
    CHECK_TEXT(text, expected);
    g_free(text);
}

static void
test_cells(void)
{
    /* as in figure 16: 88 and 79 of 16667 */
    check_and_free(text_table_percent(88 / 16667.0), "1");
    check_and_free(text_table_percent(79 / 16667.0), "*");
    check_and_free(text_table_percent(1), "100");
    check_and_free(text_table_percent((double)NAN), "-");
    check_and_free(text_table_ratio(31870 / 16667.0), "1.91");
    check_and_free(text_table_ratio(1e300), "1e+300");
    check_and_free(text_table_count(1e300), "1e+300");
    check_and_free(text_table_count(2220080), "2220080");
}

/* A text without its point: units of the last decimal. */
static gint64
read_units(const char *text)
{
    gint64 units = 0;

    for (; *text != '\0'; text++)
        units = *text == '.' ? units : 10 * units + (*text - '0');
    return units;
}

/* Three thirds of a second: one of them is printed larger. */
static void
test_column(void)
{
    const double cells[] = { 1.0 / 3, 1.0 / 3, 1.0 / 3, 0.5 };
    static const char *const expected[] = { "0.33334", "0.33333", "0.33333", "0.50000",
                                            "1.00000" };
    const char *unit;
    g_auto(GStrv) texts = critical_path_column(1, cells, 3, 1, &unit);

    CHECK_TEXT(unit, "s");
    CHECK_INT(g_strv_length(texts), G_N_ELEMENTS(expected));
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
        CHECK_TEXT(texts[i], expected[i]);
}

/* The unit is that of the total. */
static void
test_column_unit(void)
{
    const double cells[] = { 0.005, 0.00001234 };
    const char *unit;
    g_auto(GStrv) texts = critical_path_column(0.00501234, cells, 2, 0, &unit);

    CHECK_TEXT(unit, "ms");
    CHECK_TEXT(texts[0], "5.00000");
    CHECK_TEXT(texts[1], "0.01234");
    CHECK_TEXT(texts[2], "5.01234");
}

/* Whatever the cells are, they add up as printed, each is off by less than its last digit, and
 * all have as many decimals. */
static void
test_random_columns(void)
{
    enum { SEED = 20261121, N = 500 };
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);

    for (guint round = 0; round < N; round++) {
        const guint n = (guint)g_rand_int_range(rand, 1, 40);
        const double scale = pow(10, g_rand_int_range(rand, -4, 10));
        g_autofree double *cells = g_new(double, n);
        SimSum sum = { 0, 0 };
        gint64 units = 0;
        for (guint i = 0; i < n; i++) {
            cells[i] = scale * pow(g_rand_double(rand), 1 + i % 6);
            sim_sum_add(&sum, cells[i]);
        }
        double size;
        const char *name;
        g_auto(GStrv) texts = critical_path_column(sim_sum_value(sum), cells, n, 0, &name);
        CHECK_TEXT(name, report_number_unit(sim_sum_value(sum), &size));
        const char *point = strchr(texts[n], '.');
        const gsize decimals = point != NULL ? strlen(point + 1) : 0;
        const double unit = pow(10, -(double)decimals);
        for (guint i = 0; i < n; i++) {
            const char *own = strchr(texts[i], '.');
            units += read_units(texts[i]);
            CHECK_INT(own != NULL ? strlen(own + 1) : 0, decimals);
            const double off = fabs(g_ascii_strtod(texts[i], NULL) - cells[i] / size);
            if (!(off < unit * 1.000001))
                printf("# seed %d, round %u: %s of %g s\n", SEED, round, texts[i], cells[i]);
            CU_ASSERT(off < unit * 1.000001);
        }
        CHECK_INT(units, read_units(texts[n]));
    }
}

int
main(void)
{
    CU_TestInfo tests[] = { { "critical path, figures 15 to 17", test_path },
                            { "critical path, fewer rows", test_path_short },
                            { "metrics, figures 10 to 14", test_metrics },
                            { "nothing", test_nothing },
                            { "names", test_names },
                            { "cells", test_cells },
                            { "a column adds up", test_column },
                            { "the unit of a column", test_column_unit },
                            { "random columns add up", test_random_columns },
                            CU_TEST_INFO_NULL };
    return tap_run("timeline-text", tests);
}

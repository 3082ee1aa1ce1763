/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Decimal numbers against strtod() of the same literal (the tests run in the C
 * locale) and against integer arithmetic.
 */
#include "src/params/decimal.h"
#include "tests/params/params-check.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED     20250701
#define N_RANDOM 20000

static void
check_span(void)
{
    static const struct {
        const char *text;
        int span;
    } cases[] = {
        { "75", 2 },      { "75;", 2 },   { "0.2 ", 3 },  { ".5", 2 },    { "5.", 2 },
        { "-3", 2 },      { "+3", 2 },    { "1e-3", 4 },  { "1E+3,", 4 }, { "1e", 1 },
        { "1e+", 1 },     { "1e3.5", 3 }, { "1.2.3", 3 }, { "0x10", 1 },  { "2x1", 1 },
        { "", 0 },        { ".", 0 },     { "-", 0 },     { "-.", 0 },    { "e5", 0 },
        { ".e5", 0 },     { "inf", 0 },   { "nan", 0 },   { "--1", 0 },   { "1-", 1 },
        { "007.250", 7 }, { "1,5", 1 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const char *text = cases[i].text;
        CHECK_INT((int)params_decimal_span(text, text + strlen(text)), cases[i].span);
        /* Never looks at or beyond the end. */
        for (gsize n = strlen(text); n-- > 0;) {
            g_autofree char *part = g_strdup(text);
            part[n] = '9';
            CU_ASSERT(params_decimal_span(part, part + n) <= n);
        }
    }
}

static double
parse(const char *text)
{
    double number = -1;
    CU_ASSERT(params_decimal_parse(text, strlen(text), &number));
    return number;
}

static void
check_parse(void)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        { "75", 75 },
        { "0.2", 0.2 },
        { "100", 100 },
        { "0", 0 },
        { "000.000e55", 0 },
        { "-0", -0.0 },
        { "-3", -3 },
        { "0.00120300", 0.001203 },
        { "12e3", 12000 },
        { "1.50e-3", 0.0015 },
        { "5.", 5 },
        { ".5", 0.5 },
        { "+10.010", 10.01 },
        { "999999999999999", 999999999999999 },
        { "000123456789012345000", 123456789012345e3 },
        { "1e99999999999999999999", INFINITY },
        { "1e-99999999999999999999", DBL_MIN },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        CHECK_SAME(parse(cases[i].text), cases[i].value);
    double untouched = 42;
    CU_ASSERT_FALSE(params_decimal_parse("1000000000000001", 16, &untouched));
    CU_ASSERT_FALSE(params_decimal_parse("0.1234567890123456", 18, &untouched));
    CHECK_SAME(untouched, 42);
    /* nothing behind the end is looked at */
    CU_ASSERT(params_decimal_parse("12345", 2, &untouched));
    CHECK_SAME(untouched, 12);
}

/* As the reader asks: the order of doubles is that of the numbers. */
static gboolean
is_within(double value)
{
    return value >= 1e-9 && value <= 1e9;
}

static void
check_within(void)
{
    static const struct {
        const char *text;
        gboolean within;
    } cases[] = {
        { "1e-9", TRUE },
        { "0.999999999999999e-9", FALSE },
        { "1.00000000000001e-9", TRUE },
        { "1e9", TRUE },
        { "1000000000.0", TRUE },
        { "1000000000.00001", FALSE },
        { "999999999.999999", TRUE },
        { "2e9", FALSE },
        { "1e10", FALSE },
        { "1e-10", FALSE },
        { "9e-10", FALSE },
        { "0", FALSE },
        { "-1", FALSE },
        { "1e99999999999999999999", FALSE },
        { "1e-99999999999999999999", FALSE },
        { "1", TRUE },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        CHECK_INT(is_within(parse(cases[i].text)), cases[i].within);
    }
}

static void
check_known_values(void)
{
    CHECK_ATTO(params_decimal_scaled(75, 12), (RaterAtto)75000000 * 1000000);
    CHECK_ATTO(params_decimal_scaled(0.2, 12), G_GINT64_CONSTANT(200000000000));
    CHECK_ATTO(params_decimal_scaled(1e-12, 12), 1);
    CHECK_ATTO(params_decimal_scaled(1e-12, 11), 0);
    CHECK_ATTO(params_decimal_scaled(7.5e-05, 18), (RaterAtto)75000000 * 1000000);
    CHECK_ATTO(params_decimal_scaled(0, 18), 0);
    CHECK_ATTO(params_decimal_scaled(1000, 18), (RaterAtto)1000000000 * 1000000000 * 1000);
    CHECK_ATTO(params_decimal_scaled(1e-300, 18), 0);
}

static void
check_written(void)
{
    static const struct {
        gint64 time;
        const char *text;
    } cases[] = {
        { 0, "0" },
        { 1, "0.000000000001" },
        { G_GINT64_CONSTANT(200000000000), "0.2" },
        { G_GINT64_CONSTANT(1000000000000), "1" },
        { G_GINT64_CONSTANT(10000000000000), "10" },
        { G_GINT64_CONSTANT(75500000000000), "75.5" },
        { G_GINT64_CONSTANT(1000000000001), "1.000000000001" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) out = g_string_new(NULL);
        params_decimal_append(out, cases[i].time, PARAMS_ATTO_MICROSECONDS);
        CHECK_TEXT(out->str, cases[i].text);
    }
    g_autoptr(GString) largest = g_string_new("<");
    params_decimal_append(largest, (RaterAtto)1000000000 * G_GINT64_CONSTANT(1000000000000),
                          PARAMS_ATTO_MICROSECONDS);
    CHECK_TEXT(largest->str, "<1000000000");
    g_autoptr(GString) real = g_string_new(NULL);
    params_decimal_append_double(real, 0.1);
    g_string_append_c(real, ' ');
    params_decimal_append_double(real, 1e9);
    CHECK_TEXT(real->str, "0.1 1000000000");
}

/* digits * 10^-places microseconds, as text with a point. */
static char *
with_point(gint64 digits, int places)
{
    g_autofree char *text = g_strdup_printf("%0*" G_GINT64_FORMAT, places + 1, digits);
    gsize whole = strlen(text) - (gsize)places;
    return g_strdup_printf("%.*s.%s", (int)whole, text, text + whole);
}

static void
check_random(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    printf("# seed %d\n", SEED);
    for (int i = 0; i < N_RANDOM; i++) {
        gint64 limit = 1;
        for (int n = g_rand_int_range(rand, 1, 16); n > 0; n--)
            limit *= 10;
        gint64 digits = 1 + (gint64)(g_rand_double(rand) * (double)(limit - 1));
        int places = g_rand_int_range(rand, 0, 13);
        g_autofree char *literal = with_point(digits, places);
        g_autofree char *power = g_strdup_printf("%" G_GINT64_FORMAT "e-%d", digits, places);
        g_autofree char *seconds =
            g_strdup_printf("%" G_GINT64_FORMAT "e-%d", digits, places + 6);
        const double number = parse(literal), value = strtod(power, NULL);
        CHECK_SAME(number, value);
        CHECK_SAME(parse(power), value);
        if (!is_within(value))
            continue;
        RaterAtto exact = digits;
        for (int k = places; k < 12; k++)
            exact *= 10;
        CHECK_ATTO(params_decimal_scaled(number, PARAMS_ATTO_MICROSECONDS), exact);
        CHECK_ATTO(params_decimal_scaled(strtod(seconds, NULL), PARAMS_ATTO_SECONDS), exact);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "span", check_span },
        { "parse", check_parse },
        { "within", check_within },
        { "known values", check_known_values },
        { "written", check_written },
        { "random", check_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("params-decimal", tests);
}

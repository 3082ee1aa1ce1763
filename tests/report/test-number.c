/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers and text of reports: what they must look like, and that they read back.
 */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "tests/report/check.h"

static void
check_exact(double value, const char *expected)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text = report_number_exact(value, buffer);

    CHECK_TEXT(text, expected);
    if (text != NULL)
        CHECK_SAME(g_ascii_strtod(text, NULL), value);
}

static void
test_exact(void)
{
    check_exact(0, "0");
    check_exact(-0.0, "-0.0");
    check_exact(1, "1");
    check_exact(-7, "-7");
    check_exact(0.1, "0.1");
    check_exact(7.5e-05, "7.5e-05");
    check_exact(0.1 + 0.2, "0.30000000000000004");
    check_exact(1.0 / 3, "0.3333333333333333");
    check_exact(2.0 / 3, "0.6666666666666666");
    check_exact(999999999999999, "999999999999999");
    check_exact(1e15, "1e+15");
    check_exact((double)9007199254740993, "9007199254740992");
    check_exact(1e300, "1e+300");
    check_exact(5e-324, "4.94065645841247e-324");
    check_exact(1.7976931348623157e308, "1.7976931348623157e+308");
    check_exact(INFINITY, NULL);
    check_exact(-INFINITY, NULL);
    check_exact(NAN, NULL);
}

/* The way that needs no thought: print and read until it is the same. */
static void
print_until_same(double value, char *buffer)
{
    static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };

    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, formats[i], value);
        if (g_ascii_strtod(buffer, NULL) == value)
            return;
    }
}

/* A number as reports have them: any bits, few digits, neighbours of numbers with few digits,
 * quotients. */
static double
random_number(GRand *rand, int i)
{
    const double ten = pow(10, -g_rand_int_range(rand, 0, 16));
    const double few = g_rand_int_range(rand, 1, 100000) * ten;
    guint64 bits;
    double value;

    if (i % 4 == 1)
        return few;
    if (i % 4 == 2)
        return nextafter(few, i % 8 < 4 ? 0 : 1e300);
    if (i % 4 == 3)
        return few / g_rand_int_range(rand, 2, 1000);
    bits = (guint64)g_rand_int(rand) << 32 | g_rand_int(rand);
    bits = (bits & G_GUINT64_CONSTANT(0x800fffffffffffff)) |
           (guint64)g_rand_int_range(rand, 1023 - 60, 1023 + 60) << 52;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void
test_exact_digits(void)
{
    static const double edges[] = {
        1e-14,
        9.9999999999999999e-15,
        999999999999999.875,
        0.5,
        0.75,
        1.5,
        4503599627370495.5,
        9.9e-5,
        0.0001,
        0.00099999999999999999,
        99999.999999999985,
        123456789012345.67,
    };
    const guint32 seed = 20261121;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    char buffer[REPORT_NUMBER_SIZE], expected[REPORT_NUMBER_SIZE];
    guint bad = 0;

    for (int i = 0; i < 200000; i++) {
        const double value = i < (int)G_N_ELEMENTS(edges) ? edges[i] : random_number(rand, i);
        if (value == trunc(value))
            continue; /* written otherwise */
        print_until_same(value, expected);
        if (g_strcmp0(report_number_exact(value, buffer), expected) != 0 && bad++ < 5)
            printf("# seed %u: %a is %s, not %s\n", seed, value, buffer, expected);
    }
    CU_ASSERT_EQUAL(bad, 0);
}

/* Any finite double reads back, and no precision with fewer digits would do. */
static void
test_exact_random(void)
{
    const guint32 seed = 20240607;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    char buffer[REPORT_NUMBER_SIZE], shorter[64];
    guint bad = 0;

    for (int i = 0; i < 50000; i++) {
        const guint64 bits = ((guint64)g_rand_int(rand) << 32) | g_rand_int(rand);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i % 2 == 0)
            value = g_rand_double(rand);
        if (!isfinite(value))
            continue;
        const char *text = report_number_exact(value, buffer);
        gsize digits = 0;
        for (const char *p = text; *p != '\0' && *p != 'e'; p++)
            digits += g_ascii_isdigit(*p) && (digits > 0 || *p != '0');
        bad += g_ascii_strtod(text, NULL) != value;
        if (digits > 15) {
            g_snprintf(shorter, sizeof shorter, "%.*g", (int)digits - 1, value);
            bad += g_ascii_strtod(shorter, NULL) == value;
        }
    }
    CHECK_INT(bad, 0);
}

static void
test_people(void)
{
    char buffer[REPORT_NUMBER_SIZE];

    CHECK_TEXT(report_number_short(0.04433985750000056, buffer), "0.0443399");
    CHECK_TEXT(report_number_short(-0.0, buffer), "0");
    CHECK_TEXT(report_number_short(4.44925e-05, buffer), "4.44925e-05");
    CHECK_TEXT(report_number_short(NAN, buffer), "-");
    CHECK_TEXT(report_number_percent(0.03979726, buffer), "4.0 %");
    CHECK_TEXT(report_number_percent(1, buffer), "100.0 %");
    CHECK_TEXT(report_number_percent(0.00012, buffer), "0.012 %");
    CHECK_TEXT(report_number_percent(1e-9, buffer), "<0.001 %");
    CHECK_TEXT(report_number_percent(-1e-18, buffer), "0 %");
    CHECK_TEXT(report_number_percent(0, buffer), "0 %");
    CHECK_TEXT(report_number_percent(INFINITY, buffer), "-");
    CHECK_TEXT(report_number_css(0.12345, buffer), "12.3%");
    CHECK_TEXT(report_number_css(1e-9, buffer), "0%");
    CHECK_TEXT(report_number_css(3, buffer), "100%");
    CHECK_TEXT(report_number_css(-3, buffer), "0%");
    CHECK_TEXT(report_number_css(NAN, buffer), "0%");
    CHECK_TEXT(report_number_grouped(0, buffer), "0");
    CHECK_TEXT(report_number_grouped(999, buffer), "999");
    CHECK_TEXT(report_number_grouped(1048576, buffer), "1\xc2\xa0"
                                                       "048\xc2\xa0"
                                                       "576");
    CHECK_TEXT(report_number_grouped(-123456, buffer), "-123\xc2\xa0"
                                                       "456");
    CHECK_TEXT(report_number_grouped(G_MININT64, buffer), "-9\xc2\xa0"
                                                          "223\xc2\xa0"
                                                          "372\xc2\xa0"
                                                          "036\xc2\xa0"
                                                          "854\xc2\xa0"
                                                          "775\xc2\xa0"
                                                          "808");
}

static void
test_time(void)
{
    static const struct {
        double seconds;
        const char *text;
    } cases[] = {
        { 0, "0 s" },
        { -0.0, "0 s" },
        { NAN, "-" },
        { -INFINITY, "-" },
        { 1, "1.00 s" },
        { 1.4749, "1.47 s" },
        { 0.00501, "5.01 ms" },
        { 0.0852, "85.2 ms" },
        { 0.0000852, "85.2 us" },
        { 0.00099949, "999 us" },
        { 0.00099951, "1.00 ms" },
        { 9.9951e-3, "10.0 ms" },
        { 99.951e-3, "100 ms" },
        { 1e-7, "100 ns" },
        { 2.5e-10, "0.25 ns" },
        { 1e-13, "0.0001 ns" },
        { 86400, "86400 s" },
        { 123456789, "1.23e+08 s" },
        { -0.0123, "-12.3 ms" },
    };
    char buffer[REPORT_NUMBER_SIZE];

    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
        CHECK_TEXT(report_number_time(cases[i].seconds, buffer), cases[i].text);
    double unit;
    CHECK_TEXT(report_number_unit(0.0123, &unit), "ms");
    CHECK_SAME(unit, 1e-3);
    CHECK_TEXT(report_number_unit(0, &unit), "s");
    CHECK_SAME(unit, 1.0);
}

/* With a comma for the point, where the machine has such a locale. */
static void
test_locale(void)
{
    static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "de_DE" };
    char buffer[REPORT_NUMBER_SIZE];

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (setlocale(LC_ALL, names[i]) != NULL)
            break;
    CHECK_TEXT(report_number_exact(0.5, buffer), "0.5");
    CHECK_TEXT(report_number_short(0.5, buffer), "0.5");
    CHECK_TEXT(report_number_percent(0.5, buffer), "50.0 %");
    CHECK_TEXT(report_number_css(0.125, buffer), "12.5%");
    CHECK_TEXT(report_number_time(1.5, buffer), "1.50 s");
    setlocale(LC_ALL, "C");
}

static void
test_clean(void)
{
    g_autofree char *xml =
        report_clean_xml("a\x01\tb\r\n\x7f\xc2\x85\xef\xbf\xbf\xef\xb7\x90\xf0\x9f\x98\x80");
    g_autofree char *plain = report_clean_terminal("a\n\033[1m\xc3\xa9\xff\x7f", FALSE);
    g_autofree char *rich = report_clean_terminal("\xc3\xa9\xc2\x9b\xe2\x80\xae", TRUE);

    CHECK_TEXT(
        xml,
        "a\xef\xbf\xbd\tb\r\n\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xf0\x9f\x98\x80");
    CHECK_TEXT(plain, "a\\x0a\\x1b[1m?\\xff\\x7f");
    CHECK_TEXT(rich, "\xc3\xa9\\u009b\\u202e");
}

/* Names of people and of files stay as they are; what a terminal takes for a command, what
 * turns text round and what cannot be seen does not. */
static void
test_shown(void)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {
        { "", "" },
        { "plain \\ text", "plain \\ text" },
        { "\033[2J\007\n\t\r", "\\x1b[2J\\x07\\x0a\\x09\\x0d" },
        { "\x7f", "\\x7f" },
        { "\xc3\xa4\xe2\x82\xac", "\xc3\xa4\xe2\x82\xac" }, /* a umlaut, euro sign */
        { "\xe4 cut \xe2\x82", "\\xe4 cut \\xe2\\x82" },    /* not UTF-8 */
        { "\xc2\x9b"
          "1m",
          "\\u009b1m" }, /* the one character that is ESC [ */
        { "\xd7\x90\xd9\x85\xe2\x80\x8d",
          "\xd7\x90\xd9\x85\xe2\x80\x8d" }, /* Hebrew, Arabic, a joiner */
        { "\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f", "\\u061c\\u200e\\u200f" },
        { "\xe2\x80\xa8\xef\xbb\xbf\xef\xbf\xbf", "\\u2028\\ufeff\\uffff" },
        { "\xf3\xa0\x80\x81\xf0\x9f\x98\x80", "\\U000e0001\xf0\x9f\x98\x80" },
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *shown = report_clean_shown(cases[i].text, -1);
        CHECK_TEXT(shown, cases[i].shown);
    }
    for (gunichar c = 0x202A; c <= 0x2069; c = c == 0x202E ? 0x2066 : c + 1) {
        char mark[7] = { 0 }, expected[8];
        g_unichar_to_utf8(c, mark);
        g_snprintf(expected, sizeof expected, "\\u%04x", c);
        g_autofree char *shown = report_clean_shown(mark, -1);
        CHECK_TEXT(shown, expected);
    }
    g_autofree char *part = report_clean_shown("a\0b", 3), *page = report_clean_page("\ta\n");
    CHECK_TEXT(part, "a\\x00b");
    CHECK_TEXT(page, "\ta\\x0a");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "exact", test_exact },
        { "shown", test_shown },
        { "exact digits", test_exact_digits },
        { "exact random", test_exact_random },
        { "people", test_people },
        { "time", test_time },
        { "locale", test_locale },
        { "clean", test_clean },
        CU_TEST_INFO_NULL,
    };
    return tap_run("number", tests);
}

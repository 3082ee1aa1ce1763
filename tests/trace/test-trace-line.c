/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One line: is it an event line, what are its numbers.
 */
#include "src/trace/text/line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/trace/trace-check.h"

/* What a line says: `kind name seconds line file problem`, or `-`. */
static char *
describe(const char *text)
{
    static const char *const kinds[] = { "call", "ret", "event" };
    TraceLine line;
    gboolean may = trace_line_may_be_event(text, text + strlen(text));
    if (!trace_line_parse(text, strlen(text), &line))
        return g_strdup("-");
    CU_ASSERT(may);
    return g_strdup_printf("%s %.*s %.9g %" G_GINT64_FORMAT " <%.*s> %s", kinds[line.kind],
                           (int)line.n_name, text + line.name, line.seconds, line.line,
                           (int)line.n_file, text + line.file,
                           line.problem != NULL ? line.problem : "good");
}

#define CHECK_LINE(text, expected)                                                             \
    do {                                                                                       \
        g_autofree char *found = describe(text);                                               \
        CHECK_TEXT(found, expected);                                                           \
    } while (0)

static void
test_event_lines(void)
{
    CHECK_LINE("call_begbl_                TIME=0.00518298 LINE=14     FILE=heat2d.fdv",
               "call begbl_ 0.00518298 14 <heat2d.fdv> good");
    CHECK_LINE("ret_mps_Barrier TIME=12.000001 LINE=7 FILE=a",
               "ret mps_Barrier 12.000001 7 <a> good");
    CHECK_LINE("Event_dvm_exit TIME=0.5 LINE= FILE=", "event dvm_exit 0.5 0 <> good");
    CHECK_LINE("     call_x TIME=1 LINE=2 FILE=a", "call x 1 2 <a> good");
    CHECK_LINE("\t call_x\tTIME=1\tLINE=2\tFILE=a", "call x 1 2 <a> good");
    CHECK_LINE("NAME=call_x TIME=1 LINE=2 FILE=a", "call x 1 2 <a> good");
    CHECK_LINE("  NAME= ret_x TIME=1 LINE=2 FILE=a", "ret x 1 2 <a> good");
    CHECK_LINE("call_x TIME= 1 LINE= 2 FILE=a", "call x 1 2 <a> good");
    CHECK_LINE("call_x TIME=1 LINE=2 FILE=my own program.fdv  \r",
               "call x 1 2 <my own program.fdv> good");
    CHECK_LINE("call_x TIME=1 LINE=FILE=a", "call x 1 0 <a> good");
    CHECK_LINE("call_abcdefghijklmnopqrstu TIME=1 LINE=2 FILE=a",
               "call abcdefghijklmnopqrstu 1 2 <a> good");
    CHECK_LINE("call_x TIME=-0.00000000 LINE=2 FILE=a", "call x 0 2 <a> good");
}

/* CurrentTimeTrace: the time since the start behind that of the call. */
static void
test_current_time(void)
{
    CHECK_LINE("call_begbl_                TIME=0.000518 1.259183 LINE=14     FILE=heat2d.fdv",
               "call begbl_ 0.000518 14 <heat2d.fdv> good");
    CHECK_LINE("NAME=ret_x TIME=0.5 12345.678901 LINE=  FILE=a", "ret x 0.5 0 <a> good");
    CHECK_LINE("ret_x LINE=2 TIME=0.5\t-0.000001 FILE=a", "ret x 0.5 2 <a> good");
    CHECK_LINE("ret_x TIME=-1 2 LINE=2 FILE=a", "ret x 1 2 <a> negative TIME");
    CHECK_LINE("ret_x TIME=1 2 3 LINE=2 FILE=a", "-");
    CHECK_LINE("ret_x TIME=1 two LINE=2 FILE=a", "-");
}

/* What other programs may have made of a line. */
static void
test_rewritten_lines(void)
{
    CHECK_LINE(" NAME = call_x TIME = 0001.5 LINE = 002 FILE = a", "call x 1.5 2 <a> good");
    CHECK_LINE("call_x\tLINE=2\t\tTIME=1\tFILE=a b\t\r", "call x 1 2 <a b> good");
    CHECK_LINE("call_x TIME=9.5e-07 LINE=2 FILE=a", "call x 9.5e-07 2 <a> good");
    CHECK_LINE("call_x TIME=1E+1 LINE=2 FILE=a", "call x 10 2 <a> good");
    CHECK_LINE("call_x TIME=1e14 LINE=2 FILE=a", "call x 1e+14 2 <a> good");
    CHECK_LINE("call_x TIME=-0e5 LINE=2 FILE=a", "call x 0 2 <a> good");
    CHECK_LINE("call_x LINE=TIME=1 FILE=a", "call x 1 0 <a> good");
    CHECK_LINE("call_x TIME=1 LINE=2 FILE=", "call x 1 2 <> good");
    CHECK_LINE("call_x TIME=1 LINE=2 FILE=TIME=3", "call x 1 2 <TIME=3> good");
}

static void
test_other_lines(void)
{
    CHECK_LINE("", "-");
    CHECK_LINE(" ", "-");
    CHECK_LINE("LoopRef=55f9; call_x TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("call_ TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("call_x", "-");
    CHECK_LINE("call_me maybe", "-");
    CHECK_LINE("call_x TIME=1", "-");
    CHECK_LINE("call_x TIME=1 LINE=2", "-");
    CHECK_LINE("call_x TIME=1 FILE=a", "-");
    CHECK_LINE("call_x TIME=1 FILE=a LINE=2", "-");
    CHECK_LINE("DVM_Trace_Start TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("recall_x TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("CALL_x TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("event_x TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("NAME=x TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("call_x y TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("call_x TIME=1 TIME=1 LINE=2 FILE=a", "-");
    CHECK_LINE("call_x TIME=1 LINE=2 LINE=2 FILE=a", "-");
}

static void
test_bad_numbers(void)
{
    CHECK_LINE("call_x LINE=2 FILE=a", "call x 0 2 <a> missing TIME");
    CHECK_LINE("call_x TIME= LINE=2 FILE=a", "call x 0 2 <a> missing TIME");
    CHECK_LINE("call_x TIME=-0.5 LINE=2 FILE=a", "call x 0.5 2 <a> negative TIME");
    CHECK_LINE("call_x TIME=-0.00000001 LINE=2 FILE=a", "call x 1e-08 2 <a> negative TIME");
    CHECK_LINE("call_x TIME=one LINE=2 FILE=a", "call x 0 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=1.2.3 LINE=2 FILE=a", "call x 1.2 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=1e15 LINE=2 FILE=a", "call x 1 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=-1e-5 LINE=2 FILE=a", "call x 1e-05 2 <a> negative TIME");
    CHECK_LINE("call_x TIME=1e LINE=2 FILE=a", "call x 1 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=1e999 LINE=2 FILE=a", "call x 1 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=+1 LINE=2 FILE=a", "call x 0 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=--1 LINE=2 FILE=a", "call x 0 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=. LINE=2 FILE=a", "call x 0 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=nan LINE=2 FILE=a", "call x 0 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=- LINE=2 FILE=a", "call x 0 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=1234567890123456 LINE=2 FILE=a", "call x 0 2 <a> bad TIME");
    CHECK_LINE("call_x TIME=1 LINE=-2 FILE=a", "call x 1 -2 <a> bad LINE");
    CHECK_LINE("call_x TIME=1 LINE=2x FILE=a", "call x 1 0 <a> bad LINE");
    CHECK_LINE("call_x TIME=1 LINE=9223372036854775808 FILE=a", "call x 1 0 <a> bad LINE");
}

static void
check_seconds(const char *text)
{
    double seconds = -1;
    const char *end = text + strlen(text);
    CU_ASSERT(trace_parse_seconds(text, end, &seconds) == end);
    CHECK_SAME(seconds, g_ascii_strtod(text, NULL));
}

/* Up to 15 digits the nearest double, as strtod() gives it. */
static void
test_seconds_are_exact(void)
{
    static const char *const texts[] = { "0",
                                         "0.00000000",
                                         "0.00000095",
                                         "9.99999999",
                                         "0.1",
                                         ".5",
                                         "5.",
                                         "12.34567890",
                                         "1234567.89012345",
                                         "0.000001",
                                         "999999999999999",
                                         "000000000000000000001.5" };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        check_seconds(texts[i]);
    guint32 seed = 20240611;
    g_test_message("seed %u", seed);
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    for (guint i = 0; i < 20000; i++) {
        guint n_whole = (guint)g_rand_int_range(random, 1, 8);
        guint n_fraction = (guint)g_rand_int_range(random, 0, 9);
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint k = 0; k < n_whole + n_fraction; k++)
            g_string_append_printf(text, "%s%d", k == n_whole ? "." : "",
                                   g_rand_int_range(random, 0, 10));
        check_seconds(text->str);
    }
}

/* Beyond 15 digits: within a unit of the last place of a double. */
static void
test_long_seconds(void)
{
    static const char *const texts[] = { "0.123456789012345678901234567890",
                                         "1234.5678901234567890", "0.00000000000000000000001",
                                         "999999999999999.999999999" };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        double seconds = -1, expected = g_ascii_strtod(texts[i], NULL);
        const char *end = texts[i] + strlen(texts[i]);
        CU_ASSERT(trace_parse_seconds(texts[i], end, &seconds) == end);
        CU_ASSERT(fabs(seconds - expected) <= 2.3e-16 * expected + 1e-18);
    }
}

/* The end of the text is respected, and what follows the digits is left. */
static void
test_seconds_stop(void)
{
    double seconds;
    const char *text = "0.00000095 LINE=3";
    for (gsize n = 1; n <= 12; n++) {
        const char *expected = text + MIN(n, 10);
        CU_ASSERT(trace_parse_seconds(text, text + n, &seconds) == expected);
    }
    CHECK_SAME(seconds, 0.00000095);
    const char *longer = "0.000000951 ";
    CU_ASSERT(trace_parse_seconds(longer, longer + 12, &seconds) == longer + 11);
    CHECK_SAME(seconds, 0.000000951);
    const char *bad = "0.0000x095 ";
    CU_ASSERT(trace_parse_seconds(bad, bad + 11, &seconds) == bad + 6);
    for (int c = 0; c < 256; c++) {
        char bytes[] = "0.12345678 ";
        bytes[5] = (char)c;
        const char *stop = trace_parse_seconds(bytes, bytes + 11, &seconds);
        CHECK_INT(stop - bytes, c >= '0' && c <= '9' ? 10 : 5);
    }
}

static gboolean
parse_int(const char *text, gint64 *value)
{
    return trace_parse_int(text, text + strlen(text), value);
}

static void
test_int(void)
{
    gint64 value = 77;
    CU_ASSERT(parse_int("9223372036854775807", &value));
    CHECK_INT(value, G_MAXINT64);
    CU_ASSERT(parse_int("-9223372036854775808", &value));
    CHECK_INT(value, G_MININT64);
    CU_ASSERT(parse_int("-0", &value));
    CHECK_INT(value, 0);
    CU_ASSERT(parse_int("+12", &value));
    CHECK_INT(value, 12);
    static const char *const bad[] = { "",
                                       "-",
                                       "+",
                                       "1x",
                                       "x1",
                                       " 1",
                                       "1 ",
                                       "--1",
                                       "1.0",
                                       "9223372036854775808",
                                       "-9223372036854775809",
                                       "99999999999999999999" };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
        CU_ASSERT(!parse_int(bad[i], &value));
    CHECK_INT(value, 12);
}

static void
test_hex(void)
{
    guint64 value = 77;
    const char *largest = "ffffffffffffffff";
    CU_ASSERT(trace_parse_hex(largest, largest + 16, &value));
    CU_ASSERT(value == G_MAXUINT64);
    const char *prefixed = "0x55F9";
    CU_ASSERT(trace_parse_hex(prefixed, prefixed + 6, &value));
    CHECK_INT(value, 0x55f9);
    static const char *const bad[] = { "", "0x", "-1", "g", "10000000000000000", "55 " };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
        CU_ASSERT(!trace_parse_hex(bad[i], bad[i] + strlen(bad[i]), &value));
    CHECK_INT(value, 0x55f9);
}

static void
test_real(void)
{
    double value = 77;
    static const char *const good[] = { "1.00", "-2.5", "0.000000", "1e3", "+.5", "7" };
    for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
        CU_ASSERT(trace_parse_real(good[i], good[i] + strlen(good[i]), &value));
        CHECK_SAME(value, g_ascii_strtod(good[i], NULL));
    }
    static const char *const bad[] = { "", "inf", "nan", "0x10", "1.0x", "1e999", "1,5", "-" };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
        CU_ASSERT(!trace_parse_real(bad[i], bad[i] + strlen(bad[i]), &value));
    CHECK_SAME(value, 7);
    g_autofree char *many = g_strnfill(401, '1');
    CU_ASSERT(!trace_parse_real(many, many + 401, &value));
    CU_ASSERT(trace_parse_real(many, many + 300, &value));
}

static void
test_rules(void)
{
    const char *text = " ----------x";
    CU_ASSERT(trace_line_is_rule(text, 12));
    CU_ASSERT(trace_line_is_rule(text, 11));
    CU_ASSERT(!trace_line_is_rule(text, 10));
    CU_ASSERT(!trace_line_is_rule("", 0));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "event lines", test_event_lines },
        { "current time", test_current_time },
        { "rewritten lines", test_rewritten_lines },
        { "other lines", test_other_lines },
        { "bad numbers", test_bad_numbers },
        { "seconds are exact", test_seconds_are_exact },
        { "long seconds", test_long_seconds },
        { "seconds stop", test_seconds_stop },
        { "int", test_int },
        { "hex", test_hex },
        { "real", test_real },
        { "rules", test_rules },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-line", tests);
}

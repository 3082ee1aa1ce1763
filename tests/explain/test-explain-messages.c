/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Programs whose messages are short or many, in microseconds: what can be united is one cause,
 * and the clock's ticks are none.  A message of n bytes takes 100 + n.
 */
#include <string.h>

#include "tests/explain/explain-check.h"

#define FOUR  "start time = 100; send byte time = 1; topology = { 4 };"
#define STEPS 10

/* begbl_, and n lines of 100 elements a0, a1, ... */
static TraceText *
program_new(int n)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_at(t, "main.fdv", 2);
    trace_text_call(t, "begbl_", 5000, 0, NULL, NULL);
    for (int k = 0; k < n; k++) {
        const char name[] = { 'a', (char)('0' + k), '\0' };
        trace_text_distributed(t, name, "100", "1");
    }
    return t;
}

/* SHADOW_RENEW of array k in the directive of a loop on it. */
static void
renew_and_loop(TraceText *t, int line, int k, int body)
{
    const char name[] = { 'a', (char)('0' + k), '\0' };
    trace_text_at(t, "main.fdv", line);
    trace_text_shadow(t, "e0", name, 1);
    explain_check_exchange(t, line, line, "e0");
    explain_check_loop(t, line, name, "0", "99", body);
}

/* Exchanges of several arrays in one loop: 6 messages of 108 on the bus each. They could be
 * hidden behind the loop that follows, too, but united they are one message a pair. */
static void
test_united(void)
{
    g_autoptr(TraceText) t = program_new(4);
    explain_check_begin(t, 10);
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < 4; k++)
            renew_and_loop(t, 20 + 10 * k, k, 10000);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, FOUR);
    CHECK_INT(e.explanation->findings->len, 1);
    explain_check_first(&e, FINDING_LATENCY, 20, "united");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CU_ASSERT_STRING_EQUAL(f->id, "small-messages");
    CHECK_US(f->bound, STEPS * 4 * 6 * 108);
    CHECK_THAT(strstr(f->evidence, "40 times, 648 us each on average, waited for 25.9 ms; also "
                                   "at lines 30, 40, 50") != NULL,
               "%s", f->evidence);
}

/* One exchange alone has nothing to be united with, but a loop that hides it. */
static void
test_alone(void)
{
    g_autoptr(TraceText) t = program_new(1);
    explain_check_begin(t, 10);
    for (int i = 0; i < STEPS; i++)
        renew_and_loop(t, 20, 0, 10000);
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, FOUR);
    CHECK_INT(e.explanation->findings->len, 1);
    explain_check_first(&e, FINDING_OVERLAP, 20, "alone");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, STEPS * 6 * 108);
}

/* Each exchange is less than a hundredth of the run, all of the loop are a twentieth. */
static void
test_many_small(void)
{
    g_autoptr(TraceText) t = program_new(8);
    explain_check_begin(t, 10);
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < 8; k++)
            renew_and_loop(t, 20 + 10 * k, k, 50000);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, FOUR);
    CHECK_INT(e.explanation->findings->len, 1);
    explain_check_first(&e, FINDING_LATENCY, 20, "many");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, STEPS * 8 * 6 * 108);
}

/* Calls with a tick of the clock before each, again and again: no serial section. */
static void
test_ticks(void)
{
    for (int work = 0; work < 2; work++) {
        g_autoptr(TraceText) t = program_new(1);
        explain_check_begin(t, 10);
        for (int i = 0; i < 1000; i++) {
            trace_text_at(t, "main.fdv", 20);
            trace_text_call(t, "tstda_", 1, 0, NULL, NULL);
            trace_text_at(t, "main.fdv", 30);
            trace_text_call(t, "getlen_", work ? 9 : 2, 0, NULL, NULL);
        }
        explain_check_end(t, 10);
        trace_text_exit(t, 0);
        g_auto(Explained) e = explain_check_text(t, FOUR);
        CHECK_INT(e.explanation->findings->len, work);
        if (work)
            explain_check_first(&e, FINDING_SERIAL, 21, "more than ticks");
    }
}

int
main(void)
{
    CU_TestInfo tests[] = { { "united", test_united },
                            { "alone", test_alone },
                            { "many_small", test_many_small },
                            { "ticks", test_ticks },
                            CU_TEST_INFO_NULL };
    return tap_run("explain messages", tests);
}

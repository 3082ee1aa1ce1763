/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Serial sections: where they are, and what they cost, in microseconds.
 */
#include <string.h>

#include "tests/explain/explain-check.h"

/* User time between two loops, in an interval of the user's or outside of one: 3/4 of it is
 * saved by four. Time that is named by a call (line 35) stands behind the call before it (line
 * 22). */
static void
test_serial(void)
{
    for (int in_interval = 0; in_interval < 2; in_interval++) {
        g_autoptr(TraceText) t = explain_check_program("100", "1");
        explain_check_begin(t, 10);
        for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
            explain_check_loop(t, 20, "a0", "0", "99", 4000);
            trace_text_at(t, "main.fdv", 25);
            if (in_interval)
                trace_text_call(t, "binter_", 0, 0, "nfrag=3; index=1 UserInter=0;", NULL);
            trace_text_at(t, "main.fdv", 35);
            if (in_interval)
                trace_text_call(t, "einter_", 800, 0, "nfrag=3; nline=25", NULL);
            else
                trace_text_call(t, "tstda_", 800, 0, NULL, NULL);
        }
        explain_check_end(t, 10);
        trace_text_exit(t, 0);
        g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
        explain_check_first(&e, FINDING_SERIAL, in_interval ? 26 : 23, "serial");
        const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
        CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 600);
        CHECK_INT(e.prediction->intervals[f->interval - 1].line, in_interval ? 25 : 10);
    }
}

/* A section in pieces, between calls that say nothing to others: one cause. */
static void
test_serial_pieces(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        for (int line = 35; line < 50; line += 5) {
            trace_text_at(t, "main.fdv", line);
            trace_text_call(t, "tstda_", 400, 0, NULL, NULL);
        }
        explain_check_loop(t, 60, "a0", "0", "99", 4000);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_INT(e.explanation->findings->len, 1);
    explain_check_first(&e, FINDING_SERIAL, 23, "pieces");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 3 * 300);
    CHECK_THAT(strstr(f->evidence, "10 times") != NULL, "%s", f->evidence);
}

/* Where the trace has no interval of the loop around, a section at the beginning of its body is
 * met in all turns; the loop itself, line 23 at least, stands between it and the call above. */
static void
test_serial_at_start(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_loop(t, 20, "a0", "0", "99", 400);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        trace_text_at(t, "main.fdv", 30);
        trace_text_call(t, "tstda_", 800, 0, NULL, NULL);
        explain_check_loop(t, 40, "a0", "0", "99", 4000);
    }
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_SERIAL, 24, "start of the body");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 600);
    CHECK_THAT(strstr(f->evidence, "10 times, between lines 22 and 30") != NULL, "%s",
               f->evidence);
}

/* A serial loop that is an interval of its own, with nothing in it: its line. */
static void
test_serial_loop(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        explain_check_begin(t, 30);
        trace_text_at(t, "main.fdv", 35);
        trace_text_call(t, "enloop_", 800, 0, "nfrag=1; nline=30", NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_SERIAL, 30, "serial loop");
}

/* The section stands at the end of the loop's body: its time belongs to the next turn's first
 * call (line 20), the last to the call behind the loop, and the first turn has none. One cause.
 */
static void
test_serial_at_end(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        trace_text_at(t, "main.fdv", 20);
        trace_text_call(t, "tstda_", i > 0 ? 800 : 0, 0, NULL, NULL);
        explain_check_loop(t, 30, "a0", "0", "99", 4000);
    }
    trace_text_at(t, "main.fdv", 50);
    trace_text_call(t, "enloop_", 800, 0, "nfrag=1; nline=10", NULL);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_INT(e.explanation->findings->len, 1);
    explain_check_first(&e, FINDING_SERIAL, 33, "end of the body");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 600);
    CHECK_THAT(strstr(f->evidence, "8.00 ms on every processor, 10 times, behind line 32") !=
                   NULL,
               "%s", f->evidence);
}

/* Behind the last call, before the end of the program. */
static void
test_serial_at_exit(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++)
        explain_check_loop(t, 20, "a0", "0", "99", 400);
    trace_text_at(t, "main.fdv", 30);
    explain_check_end(t, 10);
    trace_text_at(t, "main.fdv", 40);
    trace_text_exit(t, 8000);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    CHECK_INT(e.explanation->findings->len, 1);
    explain_check_first(&e, FINDING_SERIAL, 31, "before the end");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, 6000);
    CHECK_THAT(strstr(f->evidence, "once, between lines 30 and 40") != NULL, "%s", f->evidence);
}

/* Where the calls around it are in two files, both are named. */
static void
test_serial_between_files(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        trace_text_at(t, "sub.fdv", 105);
        trace_text_call(t, "tstda_", 800, 0, NULL, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_SERIAL, 105, "two files");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 600);
    CU_ASSERT_STRING_EQUAL(f->file, "sub.fdv");
    CHECK_THAT(strstr(f->evidence, "between main.fdv:22 and sub.fdv:105") != NULL, "%s",
               f->evidence);
}

/* Calls of one line count as one visit, and time between two of them is no loop's next turn. */
static void
test_serial_visits(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        trace_text_at(t, "main.fdv", 20);
        trace_text_map_loop(t, "c0", "a0", "0", "99");
        trace_text_do_loop(t, "c0", 4000);
        trace_text_at(t, "main.fdv", 25);
        trace_text_end_loop(t, "c0");
        trace_text_at(t, "main.fdv", 30);
        trace_text_call(t, "tstda_", 800, 0, NULL, NULL);
        trace_text_call(t, "getlen_", 1, 0, NULL, NULL);
        trace_text_call(t, "locsiz_", 1, 0, NULL, NULL);
    }
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_SERIAL, 26, "visits");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 802 * 3 / 4.0);
    CHECK_THAT(strstr(f->evidence, "8.02 ms on every processor, 10 times") != NULL, "%s",
               f->evidence);
}

/* A section in an interval whose expression is the number of the turn, and a reduction in it:
 * an interval for each turn, one cause. */
static void
test_interval_of_turn(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < 100; i++) {
        g_autofree char *begin = g_strdup_printf("nfrag=3; index=%d UserInter=1;", i);
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        trace_text_at(t, "main.fdv", 25);
        trace_text_call(t, "binter_", 0, 0, begin, NULL);
        explain_check_reduce(t, 30, NULL);
        trace_text_at(t, "main.fdv", 35);
        trace_text_call(t, "einter_", 800, 0, "nfrag=3; nline=25", NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_SERIAL, 31, "section of a turn");
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, 100 * 600);
    f = explain_check_find(&e, FINDING_REDUCTION, 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CU_ASSERT_STRING_EQUAL(f->id, "reduction");
}

/* User time before such a loop, at the same line as the loop, is another cause. */
static void
test_serial_and_replicated(void)
{
    g_autoptr(TraceText) t = explain_check_program("100", "1");
    trace_text_distributed(t, "b0", "100", "");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0", "99", 4000);
        trace_text_at(t, "main.fdv", 30);
        trace_text_call(t, "tstda_", 800, 0, NULL, NULL);
        explain_check_loop(t, 30, "b0", "0", "99", 1000);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_FOUR);
    explain_check_first(&e, FINDING_REPLICATED, 30, "serial and replicated");
    CHECK_US(((Finding *)g_ptr_array_index(e.explanation->findings, 0))->bound,
             EXPLAIN_CHECK_STEPS * 750);
    const Finding *f = explain_check_find(&e, FINDING_SERIAL, 23);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 600);
    CHECK_US(e.explanation->together, EXPLAIN_CHECK_STEPS * 1350);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "serial", test_serial },
        { "serial_pieces", test_serial_pieces },
        { "serial_at_start", test_serial_at_start },
        { "serial_loop", test_serial_loop },
        { "serial_at_end", test_serial_at_end },
        { "serial_at_exit", test_serial_at_exit },
        { "serial_between_files", test_serial_between_files },
        { "serial_visits", test_serial_visits },
        { "interval_of_turn", test_interval_of_turn },
        { "serial_and_replicated", test_serial_and_replicated },
        CU_TEST_INFO_NULL,
    };
    return tap_run("explain serial", tests);
}

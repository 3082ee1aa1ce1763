/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * When another grid of as many processors is a finding, and when it is not, in microseconds. A
 * message of n bytes takes 10 + n.
 */
#include <string.h>

#include "tests/explain/explain-check.h"

/* A loop of `first` once, which makes the program worth its processors, and steps with an
 * exchange. */
static TraceText *
exchange_new(const char *sizes, const char *last, int first)
{
    TraceText *t = explain_check_program(sizes, "1 2");
    trace_text_shadow(t, "e0", "a0", 2);
    explain_check_loop(t, 5, "a0", "0 0", last, first);
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_exchange(t, 20, 20, "e0");
        explain_check_loop(t, 20, "a0", "0 0", last, 400);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    return t;
}

/* The exchange on a grid of the wrong shape: of 4 x 1 rows of 800 bytes cross three borders, of
 * 2 x 2 half as long ones two borders of each kind. Nothing else to be done but to send less,
 * so that most of the cost is the program's: the grid comes second. */
static void
test_shape(void)
{
    g_autoptr(TraceText) t = exchange_new("100 100", "99 99", 200000);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 4, 1 };");
    explain_check_first(&e, FINDING_SHADOW, 20, "exchange");
    const Finding *f = explain_check_find(&e, FINDING_GRID, 2);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    /* 6 messages of 810 against 8 of 410 */
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * (6 * 810 - 8 * 410));
}

/* The same on a machine where the borders of one processor count alone: of 16 x 1 they cost
 * 10 + 800 + the way, of 4 x 4 a quarter: three quarters are the grid's fault. */
static void
test_wrong_grid(void)
{
    g_autoptr(TraceText) t = exchange_new("1600 1600", "1599 1599", 400000);
    g_auto(Explained) e = explain_check_text(t, "type = transputer; " EXPLAIN_CHECK_COSTS
                                                "topology = { 16, 1 };");
    explain_check_first(&e, FINDING_GRID, 2, "grid");
    const Finding *f = explain_check_find(&e, FINDING_SHADOW, 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    CHECK_THAT(f->bound <
                   0.5 * ((Finding *)g_ptr_array_index(e.explanation->findings, 0))->bound,
               "%g of the exchange is not the grid's", f->bound);
}

/* Without the first loop one processor takes 9400, four of the better shape more than 4 times
 * as long: no grid of four is an advice. */
static void
test_too_small(void)
{
    g_autoptr(TraceText) t = exchange_new("100 100", "99 99", 400);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 4, 1 };");
    CHECK_US(e.prediction->serial_time, 9400);
    explain_check_first(&e, FINDING_SHADOW, 20, "exchange");
    CHECK_THAT(explain_check_find(&e, FINDING_GRID, 0) == NULL, "a grid for nothing");
}

/* A loop on an array that has its rows distributed only. On 2 x 2 two processors each do half
 * of it, 4000; on 4 x 1 each does a quarter, as when they shared it: one cause, the program's.
 */
static void
test_fault_of_program(void)
{
    g_autoptr(TraceText) t = explain_check_program("100 100", "1 2");
    trace_text_distributed(t, "b0", "100 100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0 0", "99 99", 4000);
        explain_check_loop(t, 30, "b0", "0 0", "99 99", 8000);
        explain_check_reduce(t, 40, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 2, 2 };");
    explain_check_first(&e, FINDING_REPLICATED, 30, "fault of the program");
    CHECK_INT(e.explanation->findings->len, 1);
    const Finding *f = g_ptr_array_index(e.explanation->findings, 0);
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * 2000);
    /* the reduction of b0 costs 72 on 2 x 2, 108 on 4 x 1 */
    CHECK_THAT(strstr(f->evidence, "; the grid 4x1 helps, too: 36.1 ms instead of 55.7 ms") !=
                   NULL,
               "%s", f->evidence);
}

/* The same with an exchange that costs more on 2 x 2, 4 * (10 + 80) + 4 * (10 + 1600) against
 * 6 * (10 + 160): the difference is left to the grid. */
static void
test_fault_of_both(void)
{
    g_autoptr(TraceText) t = explain_check_program("400 20", "1 2");
    trace_text_distributed(t, "b0", "400 20", "1");
    trace_text_shadow(t, "e0", "a0", 2);
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_exchange(t, 20, 20, "e0");
        explain_check_loop(t, 20, "a0", "0 0", "399 19", 4000);
        explain_check_loop(t, 30, "b0", "0 0", "399 19", 40000);
        explain_check_reduce(t, 40, NULL);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 2, 2 };");
    explain_check_first(&e, FINDING_REPLICATED, 30, "fault of both");
    CHECK_US(((Finding *)g_ptr_array_index(e.explanation->findings, 0))->bound,
             EXPLAIN_CHECK_STEPS * 10000);
    const Finding *f = explain_check_find(&e, FINDING_GRID, 2);
    CU_ASSERT_PTR_NOT_NULL_FATAL(f);
    /* the reduction over 4 x 1 sends 6 messages of 18 instead of 4 */
    CHECK_US(f->bound, EXPLAIN_CHECK_STEPS * (6800 - 1020 - 2 * 18));
    CHECK_THAT(strstr(f->evidence, "because of the loop at line 30") != NULL, "%s",
               f->evidence);
    /* an exchange in one piece may be hidden, or be needless: all of its cost */
    const Finding *exchange = explain_check_find(&e, FINDING_OVERLAP, 20);
    CU_ASSERT_PTR_NOT_NULL_FATAL(exchange);
    CHECK_US(exchange->bound, EXPLAIN_CHECK_STEPS * 6800);
}

/* Rows only are distributed: on 1 x 4 every processor does all, which looks as if nothing were
 * distributed, but on 4 x 1 each does a quarter. */
static void
test_nothing_shared(void)
{
    g_autoptr(TraceText) t = explain_check_program("100 100", "1");
    explain_check_begin(t, 10);
    for (int i = 0; i < EXPLAIN_CHECK_STEPS; i++) {
        explain_check_loop(t, 20, "a0", "0 0", "99 99", 4000);
        explain_check_loop(t, 30, "a0", "0 0", "99 99", 8000);
    }
    explain_check_end(t, 10);
    trace_text_exit(t, 0);
    g_auto(Explained) e = explain_check_text(t, EXPLAIN_CHECK_COSTS "topology = { 1, 4 };");
    explain_check_first(&e, FINDING_GRID, 2, "nothing shared");
    CHECK_INT(e.explanation->findings->len, 1);
    CHECK_US(((Finding *)g_ptr_array_index(e.explanation->findings, 0))->bound,
             EXPLAIN_CHECK_STEPS * 9000);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "shape", test_shape },
        { "wrong_grid", test_wrong_grid },
        { "too_small", test_too_small },
        { "fault_of_program", test_fault_of_program },
        { "fault_of_both", test_fault_of_both },
        { "nothing_shared", test_nothing_shared },
        CU_TEST_INFO_NULL,
    };
    return tap_run("explain grids", tests);
}

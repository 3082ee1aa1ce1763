/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The best configuration and what is said about it, on sweeps made by hand.
 */
#include "src/report/sweep/advice.h"

#include "tests/sweep/common.h"

static const SweepOptions no_options = { 0 };

/* 12 s of work: 2 processors are slow by shadow edges, 4 the fastest, 8 slower again. */
static Sweep *
usual(void)
{
    Sweep *sweep = sweep_new();

    common_add_row(sweep, "1", 12, 12, SWEEP_IDLE);
    common_add_row(sweep, "2", 7, 12, SWEEP_COMMUNICATION + OPERATION_SHADOW);
    common_add_row(sweep, "2x2", 4, 12, SWEEP_COMMUNICATION + OPERATION_REDUCTION);
    common_add_row(sweep, "4x2", 5, 12, SWEEP_COMMUNICATION + OPERATION_REDUCTION);
    return sweep;
}

static void
check(const Sweep *sweep, const char *expected)
{
    g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
    g_autofree char *text = sweep_advice_text(view);

    CHECK_TEXT(text, expected);
}

static void
test_time(void)
{
    g_autoptr(Sweep) sweep = usual();

    check(sweep,
          "Use 2x2 (4 processors): 4.00 s, 3 times the speed of one processor, efficiency "
          "75.0 %. What limits it most: reductions, 25.0 % of the processor time. More "
          "processors do not pay: the best with more, 4x2 (8 processors), takes 25.0 % "
          "longer, because of reductions: 3.50 s of each processor instead of 1.00 s.");
    sweep->interrupted = TRUE;
    sweep_row(sweep, 3)->status = SWEEP_NOT_RUN;
    check(sweep,
          "Use 2x2 (4 processors): 4.00 s, 3 times the speed of one processor, efficiency "
          "75.0 %. What limits it most: reductions, 25.0 % of the processor time. More "
          "processors were not tried. This is not the last word: the sweep was "
          "interrupted.");
    sweep->interrupted = FALSE;
    sweep_row(sweep, 3)->status = SWEEP_FAILED;
    check(sweep,
          "Use 2x2 (4 processors): 4.00 s, 3 times the speed of one processor, efficiency "
          "75.0 %. What limits it most: reductions, 25.0 % of the processor time. With "
          "more processors it cannot run.");
}

/* The knee: the fewest processors within 5 % of the minimum. */
static void
test_knee(void)
{
    g_autoptr(Sweep) sweep = usual();

    common_add_row(sweep, "3", 4.1, 12, SWEEP_IDLE); /* 2.5 % more than 4 s */
    g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
    CHECK_INT(view->advice.minimum, 2);
    CHECK_INT(view->advice.best, 4);
    check(sweep,
          "Use 3 (3 processors): 4.10 s, 2.93 times the speed of one processor, efficiency "
          "97.6 %. The minimum, 4.00 s, is at 2x2 (4 processors); 3 are within 2.5 %. What "
          "limits it most: idle processors, 2.4 % of the processor time. More than 4 do not "
          "pay: the best with more, 4x2 (8 processors), takes 25.0 % longer, because of "
          "reductions: 3.50 s of each processor instead of 1.00 s.");
    sweep_row(sweep, 4)->result.execution_time = 4.21; /* a little more than 5 % */
    g_autoptr(SweepView) above = sweep_view_new(sweep, &no_options);
    CHECK_INT(above->advice.best, 2);
    sweep_row(sweep, 4)->result.execution_time = 4.1;
    sweep->objective = SWEEP_COST;
    g_autoptr(SweepView) cost = sweep_view_new(sweep, &no_options);
    CHECK_INT(cost->advice.best, cost->advice.minimum);
    CHECK_INT(cost->advice.best, 0);
}

/* Where most is start and exit of the process, which nobody can mend, that is said, and how the
 * rest does. */
static void
test_start(void)
{
    g_autoptr(Sweep) sweep = sweep_new();
    SweepRow *row = common_add_row(sweep, "2", 16, 12, SWEEP_INSUFFICIENT); /* 20 s are lost */

    row->result.start_exit_repeated = 10;
    row->result.efficiency_without_start = 0.8;
    g_autoptr(SweepView) half = sweep_view_new(sweep, &no_options);
    g_autofree char *usual_text = sweep_advice_text(half);
    CHECK_HAS(usual_text, " What limits it most: insufficient parallelism (work that");
    row->result.start_exit_repeated = 16;
    g_autoptr(SweepView) most = sweep_view_new(sweep, &no_options);
    g_autofree char *text = sweep_advice_text(most);
    CHECK_HAS(text,
              " What limits it most: start and exit of the process, which each processor "
              "repeats, 50.0 % of the processor time; without them the efficiency is 80.0 %. "
              "Trace more steps, or larger ones, to judge the rest.");
}

/* A curve that falls for ever by ever less, as of heat2d on a machine without costs: 32768
 * processors are the minimum, 4096 are the answer. */
static void
test_long_tail(void)
{
    g_autoptr(Sweep) sweep = sweep_new();

    for (gint64 p = 1; p <= 32768; p *= 2) {
        g_autofree char *topology = g_strdup_printf("%" G_GINT64_FORMAT, p);
        common_add_row(sweep, topology, 0.09793 + 11.98 / (double)p, 12.1, SWEEP_INSUFFICIENT);
    }
    g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
    g_autofree char *text = sweep_advice_text(view);
    CHECK_HAS(text, "Use 4096 (4096 processors): 101 ms, ");
    CHECK_HAS(text,
              " The minimum, 98.3 ms, is at 32768 (32768 processors); 4096 are within 2.6 %.");
    CHECK_HAS(text, " More than 32768 were not tried.");
}

/* Grids that leave processors without elements. */
static void
test_beyond(void)
{
    g_autoptr(Sweep) sweep = usual();

    sweep->trace.extents = common_grid("3x2");
    sweep->left_out = TRUE;
    g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
    g_autofree char *text = sweep_advice_text(view);
    CHECK_HAS(text,
              " Grids beyond 3x2, the extents of the distributed arrays, were not tried. On "
              "4x2 some processors have no elements: the distributed arrays end at 3x2.");
    sweep->trace.extents.size[0] = 0;
    sweep->trace.extents.size[1] = 1;
    sweep->left_out = FALSE;
    g_autoptr(SweepView) other = sweep_view_new(sweep, &no_options);
    g_autofree char *two = sweep_advice_text(other);
    CHECK_HAS(two,
              " On 2 of the configurations some processors have no elements: the distributed "
              "arrays end at 1 in dimension 2.");
}

static void
test_efficiency(void)
{
    g_autoptr(Sweep) sweep = usual();

    sweep->objective = SWEEP_EFFICIENCY;
    sweep->floor = 0.8;
    check(sweep,
          "Use 2 (2 processors): 7.00 s, 1.71 times the speed of one processor, efficiency "
          "85.7 %. What limits it most: the exchange of shadow edges, 14.3 % of the "
          "processor time. More processors are not efficient enough: the next, 2x2 (4 "
          "processors), "
          "takes 42.9 % less time, but its efficiency is 75.0 % because of reductions: 25.0 % "
          "of the processor time instead of 0 %.");
    /* the next is the one that misses the floor by least, not the fastest */
    common_add_row(sweep, "16", 3, 12, SWEEP_IDLE);
    g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
    CHECK_INT(view->advice.more, 2);
    g_ptr_array_set_size(sweep->rows, 4);
    sweep->floor = 1;
    g_ptr_array_remove_index(sweep->rows, 0);
    check(sweep,
          "No configuration reaches an efficiency of 100.0 %. The most efficient is 2 (2 "
          "processors): 85.7 %, 7.00 s.");
    g_ptr_array_set_size(sweep->rows, 0);
    check(sweep, "No configuration was predicted.");
}

static void
test_cost(void)
{
    g_autoptr(Sweep) sweep = usual();

    sweep->objective = SWEEP_COST;
    check(sweep,
          "Use 1 (1 processor): 12.0 s, 12 processor-seconds, efficiency 100.0 %. More "
          "processors do not pay: the best with more, 2 (2 processors), costs 16.7 % more, "
          "because of the exchange of shadow edges: 2 processor-seconds instead of none.");
}

/* One processor alone is faster; what is named twice is explained once. */
static void
test_slower(void)
{
    g_autoptr(Sweep) sweep = sweep_new();

    common_add_row(sweep, "2", 16, 12, SWEEP_INSUFFICIENT);
    common_add_row(sweep, "4", 17, 12, SWEEP_INSUFFICIENT);
    check(sweep,
          "Use 2 (2 processors): 16.0 s where one processor alone takes 12.0 s, efficiency "
          "37.5 %. What limits it most: insufficient parallelism (work that processors "
          "repeat), 62.5 % of the processor time. More processors do not pay: the best "
          "with more, 4 (4 processors), takes 6.2 % longer, because of insufficient "
          "parallelism: 14.0 s of each processor instead of 10.0 s.");
}

/* Of equal values the fewest processors, then the first; a hair is no difference. */
static void
test_ties(void)
{
    g_autoptr(Sweep) sweep = sweep_new();

    common_add_row(sweep, "4", 5, 12, SWEEP_IDLE);
    common_add_row(sweep, "2x1", 5 * (1 + 1e-12), 8, SWEEP_IDLE);
    common_add_row(sweep, "1x2", 5, 8, SWEEP_IDLE);
    CHECK_INT(sweep_best_of(sweep, 0, 3), 1);
    CHECK_INT(sweep_best_of(sweep, 2, 1), 2);
    CHECK_INT(sweep_best_of(sweep, 0, 0), SWEEP_NOTHING);
}

/* Hardly any gain; several times as long. */
static void
test_little(void)
{
    g_autoptr(Sweep) sweep = sweep_new();

    common_add_row(sweep, "2", 11.8, 12, SWEEP_INSUFFICIENT);
    common_add_row(sweep, "4", 35.4, 12, SWEEP_IDLE);
    check(sweep,
          "Use 2 (2 processors): 11.8 s, hardly faster than one processor alone (12.0 s), "
          "efficiency 50.8 %. What limits it most: insufficient parallelism (work that "
          "processors repeat), 49.2 % of the processor time. More processors do not pay: "
          "the best with more, 4 (4 processors), takes 3 times as long, because of idle "
          "processors: 32.4 s of each processor instead of none.");
    sweep->objective = SWEEP_COST;
    g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
    g_autofree char *text = sweep_advice_text(view);
    CHECK_HAS(text, "costs 6 times as much, because of idle processors: 130 processor-seconds "
                    "instead of none.");
}

/* Nothing can run: the first reason. */
static void
test_failed(void)
{
    g_autoptr(Sweep) sweep = usual();

    for (guint i = 0; i < sweep->rows->len; i++) {
        sweep_row(sweep, i)->status = SWEEP_FAILED;
        sweep_row(sweep, i)->reason = g_strdup_printf("reason %u", i);
    }
    check(sweep, "No configuration can run. 1: reason 0.");
    sweep_row(sweep, 2)->status = SWEEP_NOT_RUN;
    check(sweep, "No configuration was predicted.");
}

/* Machines: what tells them apart is said; "more" and "fewer" are of the same machine. */
static void
test_machines(void)
{
    g_autoptr(Sweep) sweep = usual();

    params_set(common_add_row(sweep, "8", 3.99, 12, SWEEP_IDLE)->params, "start time = 5",
               NULL);
    g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
    g_autofree char *text = sweep_advice_text(view);
    CHECK_INT(view->advice.best, 4);
    CHECK_INT(view->advice.minimum, 4); /* that of the other machine is no knee of it */
    CHECK_HAS(text, "Use 8 (8 processors) with start time = 5 microseconds: 3.99 s");
    CHECK_HAS(text, "More processors were not tried.");
}

/* Files are named without the folders that all of them are in. */
static void
test_files(void)
{
    static const struct {
        const char *first, *second, *said;
    } cases[] = {
        { "/a/long/way/net.par", "/a/long/way/modern.par", "with modern.par: " },
        { "/a/old/net.par", "/a/new/net.par", "with new/net.par: " },
        { "old/net.par", "older/net.par", "with older/net.par: " },
        { "net.par", "/a/net.par", "with /a/net.par: " },
        { "/net.par", "/a/net.par", "with a/net.par: " },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Sweep) sweep = sweep_new();
        SweepRow *slow = common_add_row(sweep, "4", 9, 12, SWEEP_IDLE);
        SweepRow *fast = common_add_row(sweep, "4", 5, 12, SWEEP_IDLE);
        g_free(slow->params_file);
        g_free(fast->params_file);
        slow->params_file = g_strdup(cases[i].first);
        fast->params_file = g_strdup(cases[i].second);
        g_autoptr(SweepView) view = sweep_view_new(sweep, &no_options);
        g_autofree char *text = sweep_advice_text(view);
        CHECK_HAS(text, cases[i].said);
    }
}

/* The objectives by name. */
static void
test_names(void)
{
    SweepObjective objective = SWEEP_TIME;

    CHECK_INT(sweep_objective_find("cost", &objective), 1);
    CHECK_INT(objective, SWEEP_COST);
    CHECK_INT(sweep_objective_find("costs", &objective), 0);
    CHECK_INT(objective, SWEEP_COST);
    CHECK_TEXT(sweep_objective_name(SWEEP_EFFICIENCY), "efficiency");
}

/* Nothing takes time: no division by 0 reaches anybody. */
static void
test_no_time(void)
{
    g_autoptr(Sweep) sweep = sweep_new();
    SweepRow *row = common_add_row(sweep, "2", 0, 0, SWEEP_IDLE);

    row->result.efficiency = 1;
    row->result.losses[SWEEP_IDLE] = 0;
    check(sweep, "Use 2 (2 processors): 0 s, as fast as one processor alone, efficiency "
                 "100.0 %. More processors were not tried.");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "time", test_time },
        { "the knee", test_knee },
        { "start and exit", test_start },
        { "a long tail", test_long_tail },
        { "beyond the extents", test_beyond },
        { "efficiency", test_efficiency },
        { "cost", test_cost },
        { "slower than one processor", test_slower },
        { "little to gain", test_little },
        { "nothing can run", test_failed },
        { "ties", test_ties },
        { "machines", test_machines },
        { "files", test_files },
        { "names", test_names },
        { "no time", test_no_time },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-advice", tests);
}

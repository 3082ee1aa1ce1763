/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Section "record": what an event costs while the buffer of the recorder has room.
 */
#include <stdlib.h>
#include <time.h>

#include "record/dvm-record.h"
#include "tests/bench/bench-group.h"
#include "tests/bench/bench.h"

#define N_PAIRS  10000
#define N_ROUNDS 11

static const int64_t size[] = { 1000, 1000 }, first[] = { 1, 1 }, last[] = { 998, 998 };

static void
interval(G_GNUC_UNUSED dvmr_array a)
{
    dvmr_interval_begin(1);
    dvmr_interval_end();
}

static void
loop(dvmr_array a)
{
    dvmr_loop_begin(a, NULL, 2, first, last, NULL);
    dvmr_loop_end();
}

static void
loop_with_rule(dvmr_array a)
{
    dvmr_loop_begin(a, "[i,j] -> [i,j]", 2, first, last, NULL);
    dvmr_loop_end();
}

static void
exchange_and_wait(dvmr_array a)
{
    dvmr_wait(dvmr_exchange_start(1, &a, false));
}

/* A pair of calls, and how many events (calls of the trace) it writes. */
static const struct {
    const char *id, *what;
    void (*pair)(dvmr_array a);
    int n_events;
} kinds[] = {
    { "interval", "an event of an interval", interval, 2 },
    { "loop", "an event of a parallel loop", loop, 7 },
    { "rule", "an event of a loop with a rule", loop_with_rule, 7 },
    { "exchange", "an event of an exchange", exchange_and_wait, 5 },
    { "off", "a call without a recording", interval, 2 },
};

static int
compare(gconstpointer a, gconstpointer b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of this thread: what else runs on the machine does not count. */
static double
cpu_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of a pair of calls. */
static double
measure(const char *trace, void (*pair)(dvmr_array a))
{
    if (trace != NULL)
        dvmr_begin(trace);
    const dvmr_array a = dvmr_distribute("u", 8, 2, size, "block,block");
    const double start = cpu_time();
    for (int i = 0; i < N_PAIRS; i++)
        pair(a);
    const double time = cpu_time() - start;
    dvmr_end();
    return time / N_PAIRS;
}

gboolean
bench_record(Bench *bench, G_GNUC_UNUSED GError **error)
{
    g_autofree char *trace = bench_path(bench, "recorded.trc");
    bench_table_section(bench->table, "record", "events of the recorder, %d pairs of calls",
                        N_PAIRS);
    for (guint k = 0; k < G_N_ELEMENTS(kinds); k++) {
        double times[N_ROUNDS];
        const gboolean off = g_str_equal(kinds[k].id, "off");
        for (int i = 0; i < N_ROUNDS; i++)
            times[i] = measure(off ? NULL : trace, kinds[k].pair);
        qsort(times, N_ROUNDS, sizeof *times, compare);
        BenchRow *row =
            bench_table_value(bench->table, kinds[k].id, BENCH_SECONDS,
                              times[N_ROUNDS / 2] / kinds[k].n_events, "%s", kinds[k].what);
        bench_row_goal(row, BENCH_AT_MOST, 100e-9);
        bench_row_note(row, "%.0f ns a call", 1e9 * times[N_ROUNDS / 2] / 2);
    }
    bench_table_print(bench->table);
    return TRUE;
}

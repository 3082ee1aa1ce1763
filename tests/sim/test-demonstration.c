/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/heat2d_large.trc on 4 x 2 processors and on one, derived from the program's text:
 *
 *     DOUBLE PRECISION U(2000,2000), UNEW(2000,2000)    DISTRIBUTE U(BLOCK,BLOCK), ALIGN UNEW
 * with U loop 10 (line 18): all 2000 x 2000 elements 50 times, from line 28 on: loop 20 (line
 * 31): 1998 x 1998 elements, after the renewal of U's shadow edges (widths 1), then the
 * reduction of MAX(CHANGE) and SUM(HEAT) loop 30 (line 41): 1998 x 1998 elements a PRINT (line
 * 49)
 *
 * Blocks: distr_ gives the first grid dimension the template's second axis: 500 of it for each
 * of 4, and 1000 of the first axis for each of 2.
 *
 * One exchange on the bus (TS 75, TB 0.2 us): along the first dimension 3 pairs of neighbours
 * in each of 2 columns, both ways: 12 messages of 1000 elements, 8000 bytes: 12 * (75 + 1600) =
 * 20100. Along the second 1 pair in each of 4 rows: 8 messages of 4000 bytes: 8 * (75 + 800) =
 * 7000. Together 27100 us.
 *
 * One reduction: 2 doubles, over both dimensions: (75 + 0.2 * 16) * (4*2 + 8 - 2) = 1094.8 us.
 *
 * Loops: loop 10 is an eighth for each. In loops 20 and 30 the elements 1..1998 (from 0) of an
 * axis are 499, 500, 500, 499 on the four coordinates, 999 and 999 on the two. So an outer
 * processor (rows 0 and 3: numbers 0 1 6 7) has 499 * 999 of 1998^2 and an inner one 500 * 999:
 * 499/3996 and 500/3996.
 *
 * Everything else but the print is done by all alike. An exchange and a reduction start when
 * the last has come, that is an inner processor. Each is waited for at once: what is between
 * start and wait (the return of the one call, the time before the other) passes beside the
 * communication and costs nothing, as long as it is shorter. After the last start there is the
 * last loop 30, and the print on processor 0, an outer one.
 */
#include <string.h>

#include "src/trace/text/reader.h"
#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"
#include "tests/sim/trace-scan.h"

#define STEPS     50
#define EXCHANGE  27100.
#define REDUCTION 1094.8
#define OUTER     (499. / 3996)
#define INNER     (500. / 3996)

/* Times of the trace by what becomes of them, in microseconds. */
typedef struct {
    double all;
    double base; /* user and system time of all processors, `hidden` included */
    double user; /* the part of base before calls */
    double loop10, loop20, loop30;
    double last30;      /* the last execution of loop 30 */
    double io;          /* in the bracket of the print */
    double hidden;      /* between a start and its wait */
    double most_hidden; /* of one of them */
    guint n_exchanges, n_reductions;
} Times;

static gboolean
is_call(const TraceScanEvent *event, char kind, const char *name)
{
    return event->kind == kind && strcmp(event->name, name) == 0;
}

static void
add_time(Times *times, const TraceScanEvent *event, gboolean in_bracket)
{
    double us = (double)event->ticks * 0.01;

    times->all += us;
    if (in_bracket) {
        times->io += us;
    } else if (is_call(event, 'c', "dopl_")) {
        /* the loops' dopl_ stand on the lines of their DO statements */
        if (event->line == 19)
            times->loop10 += us;
        if (event->line == 33)
            times->loop20 += us;
        if (event->line == 42)
            times->loop30 += us;
        CU_ASSERT(event->line == 19 || event->line == 33 || event->line == 42);
    } else {
        times->base += us;
        if (event->kind != 'r')
            times->user += us;
    }
}

/* An execution of a loop is two dopl_: one that says "go on" at once, and one after the body.
 */
static double
last_execution(const GArray *events, int line)
{
    double sum = 0;
    guint n = 0;

    for (guint i = events->len; i-- > 0 && n < 2;) {
        const TraceScanEvent *event = &g_array_index(events, TraceScanEvent, i);
        if (is_call(event, 'c', "dopl_") && event->line == line) {
            sum += (double)event->ticks * 0.01;
            n++;
        }
    }
    return sum;
}

static Times
read_times(const char *path)
{
    Times times = { 0 };
    gsize bytes;
    g_autoptr(GArray) events = trace_scan_read(path, &bytes);
    gboolean in_bracket = FALSE;

    for (guint i = 0; i < events->len; i++) {
        const TraceScanEvent *event = &g_array_index(events, TraceScanEvent, i);
        gboolean starts = is_call(event, 'r', "strtsh_") || is_call(event, 'r', "strtrd_");
        in_bracket = in_bracket || is_call(event, 'r', "biof_");
        add_time(&times, event, in_bracket);
        in_bracket = in_bracket && !is_call(event, 'r', "eiof_");
        times.n_exchanges += is_call(event, 'r', "strtsh_");
        times.n_reductions += is_call(event, 'r', "strtrd_");
        if (starts) {
            /* the next event is the call of the wait */
            double us = (double)(event->ticks + event[1].ticks) * 0.01;
            CU_ASSERT(is_call(&event[1], 'c', "waitsh_") || is_call(&event[1], 'c', "waitrd_"));
            times.hidden += us;
            times.most_hidden = MAX(times.most_hidden, us);
        }
    }
    times.last30 = last_execution(events, 42);
    return times;
}

static Prediction *
predict_on(const char *path, const char *topology)
{
    const char *bus = "type = network; start time = 75; send byte time = 0.2;";
    g_autoptr(Params) params = params_parse("machine", bus, strlen(bus), NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program = trace_read(path, &error);
    g_assert_no_error(error);
    g_assert_true(params_set_topology(params, topology, NULL));
    Prediction *p = predict(program, params, NULL, &error);
    g_assert_no_error(error);
    return p;
}

/* A sum of a few thousand times in another order than the program's. */
#define CHECK_SUM(actual, microseconds) CHECK_REAL((actual)*1e6, (microseconds), 1e-11)

static void
check_processor(const Prediction *p, gint64 number, const Times *times)
{
    const Characteristics *v = prediction_check_values(p, 0, number);
    gboolean outer = number < 2 || number >= 6;
    double share = outer ? OUTER : INNER;
    double loops = times->loop10 / 8 + share * (times->loop20 + times->loop30);
    /* what an outer processor waits for inner ones: after loop 20 at each reduction, after loop
     * 30 at each exchange but the first; the last loop 30 is followed by none */
    double late20 = outer ? (INNER - OUTER) * times->loop20 : 0;
    double late30 = outer ? (INNER - OUTER) * (times->loop30 - times->last30) : 0;
    const OperationTimes *shadow = &v->operations[OPERATION_SHADOW];
    const OperationTimes *reduction = &v->operations[OPERATION_REDUCTION];

    CHECK_SUM(v->cpu_time, times->user + loops);
    CHECK_SUM(v->sys_time, times->base - times->user);
    CHECK_SUM(v->insuff_parallelism_usr, times->user * 7 / 8);
    CHECK_SUM(v->insuff_parallelism_sys, (times->base - times->user) * 7 / 8);
    CHECK_SUM(v->io_time, number == 0 ? times->io : 0);
    CHECK_SUM(v->overlap, times->hidden);
    CHECK_SUM(shadow->communication + reduction->communication,
              STEPS * (EXCHANGE + REDUCTION) - times->hidden + late20 + late30);
    /* differences of clocks are no better than the clocks: 1e-15 of 1.7 s each */
    sim_check_real(shadow->synchronization * 1e6, late30, 1e-7, "waiting for exchanges",
                   __FILE__, __LINE__);
    sim_check_real(reduction->synchronization * 1e6, late20, 1e-7, "waiting for reductions",
                   __FILE__, __LINE__);
    sim_check_real(v->time_variation * 1e6, 0, 1e-7, "variation", __FILE__, __LINE__);
}

static void
test_eight(void)
{
    g_autofree char *path =
        g_build_filename(g_getenv("SRCDIR"), "samples", "heat2d_large.trc", NULL);
    Times times = read_times(path);
    g_autoptr(Prediction) p = predict_on(path, "4x2");

    CHECK_INT(times.n_exchanges, STEPS);
    CHECK_INT(times.n_reductions, STEPS);
    CU_ASSERT(times.most_hidden < REDUCTION);

    double alike = times.base - times.hidden + times.loop10 / 8 +
                   INNER * (times.loop20 + times.loop30 - times.last30) +
                   STEPS * (EXCHANGE + REDUCTION);
    double inner = alike + INNER * times.last30;
    double first = alike + OUTER * times.last30 + times.io;
    CHECK_SUM(p->execution_time, MAX(inner, first));
    /* the print is longer than what the outer processor has less of the last loop */
    CU_ASSERT(first > inner);
    CHECK_SUM(prediction_check_values(p, 0, 0)->execution_time, first);
    CHECK_SUM(prediction_check_values(p, 0, 2)->execution_time, inner);

    for (gint64 n = 0; n < 8; n++)
        check_processor(p, n, &times);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], STEPS);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REDUCTION], STEPS);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_IO], 1);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REMOTE], 0);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_REDISTRIBUTION], 0);
    CHECK_SUM(p->intervals[0].values.productive_time, times.all);
    printf("# %.9f s on 4 x 2\n", p->execution_time);
}

/* Alone there is nobody to exchange with: all times of the trace. */
static void
test_one(void)
{
    g_autofree char *path =
        g_build_filename(g_getenv("SRCDIR"), "samples", "heat2d_large.trc", NULL);
    Times times = read_times(path);
    g_autoptr(Prediction) p = predict_on(path, "1");
    const Characteristics *v = prediction_check_values(p, 0, 0);

    CHECK_SUM(p->execution_time, times.all);
    CHECK_SUM(v->cpu_time, times.user + times.loop10 + times.loop20 + times.loop30);
    CHECK_SUM(v->sys_time, times.base - times.user);
    CHECK_SUM(v->io_time, times.io);
    CHECK_REAL(v->communication, 0, 0);
    CHECK_REAL(v->overlap, 0, 0);
    CHECK_REAL(p->intervals[0].efficiency, 1, 1e-12);
    CHECK_INT(p->intervals[0].n_operations[OPERATION_SHADOW], STEPS);
    printf("# %.9f s on one\n", p->execution_time);
}

/* Intervals: loop 10 in USER 17/PAR 18; SEQ 27 with one USER 28 an iteration; USER 48 with the
 * print. */
static void
test_intervals(void)
{
    g_autofree char *path =
        g_build_filename(g_getenv("SRCDIR"), "samples", "heat2d_large.trc", NULL);
    g_autoptr(Prediction) p = predict_on(path, "4x2");
    int steps = prediction_check_interval(p, INTERVAL_SEQ, 27);
    int print = prediction_check_interval(p, INTERVAL_USER, 48);

    /* MAIN, USER 17 and its loop, SEQ 27, 50 of USER 28 with two loops each, USER 48 */
    CHECK_INT(p->n_intervals, 1 + 2 + 1 + STEPS * 3 + 1);
    CU_ASSERT_FATAL(steps > 0 && print > 0);
    CHECK_INT(p->intervals[steps].count, 1);
    CHECK_INT(p->intervals[print].expression, 1000);
    CHECK_INT(p->intervals[print].n_operations[OPERATION_IO], 1);
    CHECK_INT(p->intervals[print].n_operations[OPERATION_SHADOW], 0);
    for (int step = 0; step < STEPS; step++) {
        const Interval *user = &p->intervals[steps + 1 + 3 * step];
        CHECK_INT(user->type, INTERVAL_USER);
        CHECK_INT(user->line, 28);
        CHECK_INT(user->expression, step + 1);
        CHECK_INT(user->count, 1);
        CHECK_INT(user->n_operations[OPERATION_SHADOW], 1);
        CHECK_INT(user->n_operations[OPERATION_REDUCTION], 1);
        CHECK_INT(user[1].type, INTERVAL_PAR);
        CHECK_INT(user[1].line, 31);
        CHECK_INT(user[1].n_operations[OPERATION_SHADOW], 1);
        CHECK_INT(user[2].type, INTERVAL_PAR);
        CHECK_INT(user[2].line, 41);
        CHECK_INT(user[2].n_operations[OPERATION_SHADOW], 0);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "eight", test_eight },
        { "one", test_one },
        { "intervals", test_intervals },
        CU_TEST_INFO_NULL,
    };
    return tap_run("demonstration", tests);
}

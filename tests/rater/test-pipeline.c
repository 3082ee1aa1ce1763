/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The run of pipelined loops: by hand, and against a simulation of each portion.
 */
#include "rater/pipeline/pipeline.h"
#include "tests/rater/check-real.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#include <string.h>

#define MOST_PROCESSORS 40
#define MOST_EXTENT     60

/* 2^-18 s are exact in units of 10^-18 s. */
#define TICK      0x1p-18
#define ATTO_TICK INT64_C(3814697265625)

/* A network whose times are whole ticks. */
static RaterNetwork
tick_network(int64_t start, int64_t per_byte)
{
    return (RaterNetwork){ rater_network_find("transputer"), (RaterAtto)start * ATTO_TICK,
                           (RaterAtto)per_byte * ATTO_TICK, 1, 1 };
}

/* A pipeline given by hand; nothing of it is owned. finish_case() clears the bytes of edges that
 * have no predecessor. */
typedef struct {
    RaterPipeline pipeline;
    RaterNetwork network;
    int64_t start, per_byte; /* ticks */
    int64_t bytes[MOST_PROCESSORS * 3];
    int64_t clock_ticks[MOST_PROCESSORS], work_ticks[MOST_PROCESSORS];
    double clock[MOST_PROCESSORS], work[MOST_PROCESSORS];
} Case;

static int64_t
predecessor(const Case *c, int64_t p, int g)
{
    const RaterGrid *grid = &c->pipeline.grid;
    int64_t index[RATER_MAX_RANK];
    rater_grid_index(grid, p, index);
    if (c->pipeline.direction[g] == RATER_PIPELINE_NONE || c->bytes[p * grid->rank + g] == 0)
        return -1;
    index[g] += c->pipeline.direction[g] == RATER_PIPELINE_FROM_LOW ? -1 : 1;
    return index[g] >= 0 && index[g] < grid->size[g] ? rater_grid_number(grid, index) : -1;
}

/* When processor p has finished portion k of n, in ticks times n: found by going back to the
 * predecessors, with what is known already in done[p][k] (-1: not yet). */
static int64_t
portion_done(const Case *c, int64_t p, int64_t k, int64_t n,
             int64_t done[MOST_PROCESSORS][MOST_EXTENT])
{
    if (done[p][k] >= 0)
        return done[p][k];
    int64_t begin = k > 0 ? portion_done(c, p, k - 1, n, done) : c->clock_ticks[p] * n;
    int64_t length = c->work_ticks[p];
    for (int g = 0; g < c->pipeline.grid.rank; g++) {
        int64_t before = predecessor(c, p, g);
        if (before < 0)
            continue;
        int64_t ready = portion_done(c, before, k, n, done);
        begin = ready > begin ? ready : begin;
        length += n * c->start + c->per_byte * c->bytes[p * c->pipeline.grid.rank + g];
    }
    return done[p][k] = begin + length;
}

/* Ends of all processors for n portions, in ticks times n; returns the last. */
static int64_t
simulate(const Case *c, int64_t n, int64_t end[])
{
    static int64_t done[MOST_PROCESSORS][MOST_EXTENT];
    int64_t last = 0;
    memset(done, -1, sizeof done);
    for (int64_t p = 0; p < c->pipeline.count; p++) {
        end[p] = portion_done(c, p, n - 1, n, done);
        last = end[p] > last ? end[p] : last;
    }
    return last;
}

/* The smallest of the numbers of portions with the least completion time: all are tried. */
static int64_t
best_of_all(const Case *c)
{
    int64_t end[MOST_PROCESSORS];
    int64_t best = 1, least = simulate(c, 1, end);
    for (int64_t n = 2; n <= c->pipeline.extent; n++) {
        int64_t last = simulate(c, n, end);
        if ((__int128)last * best < (__int128)least * n) {
            best = n;
            least = last;
        }
    }
    return best;
}

static void
finish_case(Case *c)
{
    c->pipeline.count = rater_grid_count(&c->pipeline.grid);
    c->pipeline.bytes = c->bytes;
    c->network = tick_network(c->start, c->per_byte);
    for (int64_t p = 0; p < c->pipeline.count; p++) {
        c->clock[p] = (double)c->clock_ticks[p] * TICK;
        c->work[p] = (double)c->work_ticks[p] * TICK;
        for (int g = 0; g < c->pipeline.grid.rank; g++)
            if (predecessor(c, p, g) < 0)
                c->bytes[p * c->pipeline.grid.rank + g] = 0;
    }
}

/* Runs the case and compares each processor with the simulation. */
static void
check_run(const Case *c, double wanted, int64_t expected_portions)
{
    RaterPipelineTimes times[MOST_PROCESSORS];
    int64_t end[MOST_PROCESSORS];
    int64_t portions = -1;
    CHECK_INT(rater_pipeline_run(&c->pipeline, &c->network, NULL, c->clock, c->work, wanted,
                                 &portions, times),
              RATER_OK);
    CHECK_INT(portions, expected_portions);
    simulate(c, expected_portions, end);
    for (int64_t p = 0; p < c->pipeline.count; p++) {
        double receiving = 0;
        for (int g = 0; g < c->pipeline.grid.rank; g++)
            if (predecessor(c, p, g) >= 0)
                receiving += (double)(expected_portions * c->start +
                                      c->per_byte * c->bytes[p * c->pipeline.grid.rank + g]);
        double done = (double)end[p] / (double)expected_portions;
        CHECK_REAL(times[p].done, done * TICK, 1e-12);
        CHECK_REAL(times[p].receiving, receiving * TICK, 1e-12);
        CU_ASSERT_TRUE(times[p].waiting >= 0);
        CHECK_REAL(c->clock[p] + c->work[p] + times[p].waiting + times[p].receiving,
                   times[p].done, 1e-12);
    }
}

/* 3 processors in a row of work 12, start 1, 2 bytes of 1 tick: portions take 12/Q, then
 * 14/Q + 1 on the others. Q = 1: 12, 27, 42. Q = 2: 6 12; 14 22; 22 30. Q = 3: the ends are
 * 4 + 17/3 + 17/3 + 2*17/3 = 80/3 = 26.67. In all 12/Q + (Q + 1)(14/Q + 1) = 26/Q + Q + 15:
 * least at sqrt(26) = 5.1: Q = 5: 25.2, Q = 4: 25.5, Q = 6: 25.33. */
static void
test_row(void)
{
    Case c = { .start = 1, .per_byte = 1 };
    int64_t size[] = { 3 };
    CHECK_INT(rater_grid_init(&c.pipeline.grid, 1, size), RATER_OK);
    c.pipeline.direction[0] = RATER_PIPELINE_FROM_LOW;
    c.pipeline.extent = 20;
    for (int p = 0; p < 3; p++) {
        c.work_ticks[p] = 12;
        c.bytes[p] = 2;
    }
    finish_case(&c);
    check_run(&c, 1, 1);
    check_run(&c, 2, 2);
    check_run(&c, 0, 5);
    RaterPipelineTimes times[3];
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 2, NULL, times),
              RATER_OK);
    CHECK_REAL(times[0].done, 12 * TICK, 1e-15);
    CHECK_REAL(times[1].done, 22 * TICK, 1e-15);
    CHECK_REAL(times[2].done, 30 * TICK, 1e-15);
    CHECK_REAL(times[2].receiving, 4 * TICK, 1e-15);
    CHECK_REAL(times[2].waiting, 14 * TICK, 1e-15);
    /* PipeLinePar is cut to a whole number between 1 and the extent. */
    check_run(&c, 3.9, 3);
    check_run(&c, 0.5, 1);
    check_run(&c, 1e30, 20);
    /* From the other end the first is last. */
    c.pipeline.direction[0] = RATER_PIPELINE_FROM_HIGH;
    c.bytes[0] = 2;
    finish_case(&c);
    check_run(&c, 0, 5);
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 2, NULL, times),
              RATER_OK);
    CHECK_REAL(times[0].done, 30 * TICK, 1e-15);
    /* Not pipelined: everybody at once, in one portion. */
    c.pipeline.direction[0] = RATER_PIPELINE_NONE;
    check_run(&c, 0, 1);
}

/* Near the optimum of P equal processors: sqrt(((P - 2)(t + TB*B) + t) / TS). */
static void
test_closed_optimum(void)
{
    for (int64_t n = 2; n <= MOST_PROCESSORS; n++) {
        Case c = { .start = 1, .per_byte = 1 };
        CHECK_INT(rater_grid_init(&c.pipeline.grid, 1, &n), RATER_OK);
        c.pipeline.direction[0] = RATER_PIPELINE_FROM_LOW;
        c.pipeline.extent = 1000;
        for (int p = 0; p < n; p++) {
            c.work_ticks[p] = 5000;
            c.bytes[p] = 800;
        }
        finish_case(&c);
        RaterPipelineTimes times[MOST_PROCESSORS];
        int64_t portions = 0;
        CHECK_INT(
            rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 0, &portions, times),
            RATER_OK);
        CU_ASSERT_TRUE(fabs((double)portions - sqrt((double)(n - 2) * 5800 + 5000)) <= 1);
    }
}

/* Without costs more portions are never worse, with nothing else they are no better: ties go to
 * the smallest number. */
static void
test_ties(void)
{
    Case c = { .start = 0, .per_byte = 0 };
    int64_t size[] = { 4 };
    CHECK_INT(rater_grid_init(&c.pipeline.grid, 1, size), RATER_OK);
    c.pipeline.direction[0] = RATER_PIPELINE_FROM_LOW;
    c.pipeline.extent = 50;
    for (int p = 0; p < 4; p++) {
        c.work_ticks[p] = 7;
        c.bytes[p] = 8;
    }
    finish_case(&c);
    check_run(&c, 0, 50); /* 7 + 21/Q falls to the end */
    /* The last processor is so late that the others do not matter once 7 + 21/Q <= 8 + 7: the
     * end is 15 from Q = 3 on. */
    c.clock_ticks[3] = 8;
    finish_case(&c);
    check_run(&c, 0, 3);
    c.work_ticks[0] = c.work_ticks[1] = c.work_ticks[2] = c.work_ticks[3] = 0;
    finish_case(&c);
    check_run(&c, 0, 1);
}

static void
random_case(Case *c, Random *random)
{
    int64_t size[3];
    int64_t most = MOST_PROCESSORS;
    int rank = (int)random_between(random, 1, 3);
    memset(c, 0, sizeof *c);
    for (int g = 0; g < rank; g++) {
        size[g] = random_between(random, 1, most < 7 ? most : 7);
        most /= size[g];
    }
    CHECK_INT(rater_grid_init(&c->pipeline.grid, rank, size), RATER_OK);
    for (int g = 0; g < rank; g++)
        c->pipeline.direction[g] = (RaterPipelineDirection)random_between(random, 0, 2);
    c->pipeline.extent = random_between(random, 1, MOST_EXTENT);
    c->start = random_between(random, 0, 3) * random_between(random, 0, 20);
    c->per_byte = random_between(random, 0, 2);
    bool equal = random_one_in(random, 3);
    int64_t spread = random_one_in(random, 2) ? 0 : random_between(random, 0, 3000);
    for (int64_t p = 0; p < MOST_PROCESSORS; p++) {
        c->clock_ticks[p] = 100000 + (spread > 0 ? random_between(random, 0, spread) : 0);
        c->work_ticks[p] = equal ? 500 : random_between(random, 0, 1000);
    }
    for (int64_t e = 0; e < MOST_PROCESSORS * 3; e++)
        c->bytes[e] = random_one_in(random, 8) ? 0 : random_between(random, 1, 40);
    finish_case(c);
}

static void
test_random(void)
{
    Random random = random_start(20261126);
    static Case c;
    int inside = 0;
    for (int number = 0; number < 1500; number++) {
        random_case(&c, &random);
        int64_t best = best_of_all(&c);
        inside += best > 1 && best < c.pipeline.extent;
        check_run(&c, 0, best);
        int64_t wanted = random_between(&random, 1, c.pipeline.extent);
        check_run(&c, (double)wanted, wanted);
    }
    CU_ASSERT_TRUE(inside > 300);
}

/* Sums that no double holds exactly: the search still ends, with the number that a brute
 * comparison of the results finds, or one as good up to rounding. */
static void
test_rounding(void)
{
    Random random = random_start(20261127);
    static Case c;
    for (int number = 0; number < 300; number++) {
        random_case(&c, &random);
        RaterPipelineTimes times[MOST_PROCESSORS];
        double least = INFINITY;
        int64_t portions = 0;
        RaterNetwork network = { rater_network_find("network"), 75000000000001, 200000000003,
                                 0.7, 1 };
        for (int64_t p = 0; p < c.pipeline.count; p++)
            c.work[p] /= 3;
        for (int64_t n = 1; n <= c.pipeline.extent; n++) {
            double last = 0;
            CHECK_INT(rater_pipeline_run(&c.pipeline, &network, NULL, c.clock, c.work, (double)n,
                                         NULL, times),
                      RATER_OK);
            for (int64_t p = 0; p < c.pipeline.count; p++)
                last = fmax(last, times[p].done);
            least = fmin(least, last);
        }
        CHECK_INT(
            rater_pipeline_run(&c.pipeline, &network, NULL, c.clock, c.work, 0, &portions, times),
            RATER_OK);
        double last = 0;
        for (int64_t p = 0; p < c.pipeline.count; p++)
            last = fmax(last, times[p].done);
        CHECK_REAL(last, least, 1e-14);
    }
}

static void
test_extremes(void)
{
    Case c = { .start = 1, .per_byte = 1 };
    RaterPipelineTimes times[3];
    int64_t size[] = { 3 };
    int64_t portions = 0;
    CHECK_INT(rater_grid_init(&c.pipeline.grid, 1, size), RATER_OK);
    c.pipeline.direction[0] = RATER_PIPELINE_FROM_LOW;
    c.pipeline.extent = INT64_C(1) << 40;
    for (int p = 0; p < 3; p++) {
        c.work_ticks[p] = 12;
        c.bytes[p] = INT64_C(1) << 40;
    }
    finish_case(&c);
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 0, &portions, times),
              RATER_OK);
    /* 12/Q + (Q + 1)((12 + 2^40)/Q + 1) = Q + (24 + 2^40)/Q + ...: least at 2^20. */
    CHECK_INT(portions, 1 << 20);
    /* Beyond what the whole numbers can tell apart: some number of portions. */
    c.pipeline.extent = INT64_MAX;
    c.bytes[1] = INT64_MAX;
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 0, &portions, times),
              RATER_OK);
    CU_ASSERT_TRUE(portions >= 1);
    c.work[1] = 1e308;
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 0, NULL, times),
              RATER_ERROR_OVERFLOW);
    c.work[1] = NAN;
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 1, NULL, times),
              RATER_ERROR_OVERFLOW);
    c.work[1] = -1;
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 0, NULL, times),
              RATER_ERROR_OVERFLOW);
    c.pipeline.count = 0;
    c.pipeline.grid.size[0] = 0;
    CHECK_INT(rater_pipeline_run(&c.pipeline, &c.network, NULL, c.clock, c.work, 0, &portions, times),
              RATER_OK);
    CHECK_INT(portions, 1);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "a row of three", test_row },
        { "closed optimum", test_closed_optimum },
        { "ties", test_ties },
        { "random against portions", test_random },
        { "rounding", test_rounding },
        { "extremes", test_extremes },
        CU_TEST_INFO_NULL,
    };
    return tap_run("pipeline", tests);
}

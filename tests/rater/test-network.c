/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/network/kind.h"
#include "tests/rater/check-real.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#include <stddef.h>
#include <string.h>

#define EPS 1e-14

/* TS 75, TB 0.2 microseconds. */
static RaterNetwork
network_of(const char *kind)
{
    return (RaterNetwork){ .kind = rater_network_find(kind),
                           .start_time = (RaterAtto)75 * 1000000000000,
                           .byte_time = 200000000000,
                           .scale = 1,
                           .channels = 1 };
}

static RaterGrid
grid_of(int rank, const int64_t size[])
{
    RaterGrid grid = { 0 };
    CHECK_INT(rater_grid_init(&grid, rank, size), RATER_OK);
    return grid;
}

static double
reduction(const RaterNetwork *network, const RaterGrid *grid, const bool spread[],
          int64_t n_processors, double bytes)
{
    RaterTeam team = { .grid = grid, .n_processors = n_processors };
    RaterExchange exchange;
    CHECK_INT(rater_network_reduction(network, &team, spread, bytes, &exchange), RATER_OK);
    return exchange.seconds;
}

static double
broadcast(const RaterNetwork *network, const RaterGrid *grid, double bytes)
{
    RaterTeam team = { .grid = grid, .n_processors = rater_grid_count(grid) };
    RaterExchange exchange;
    CHECK_INT(rater_network_broadcast(network, &team, bytes, &exchange), RATER_OK);
    return exchange.seconds;
}

/* Whole, and what its bytes are of that. */
static double
message(const RaterNetwork *network, double bytes)
{
    double whole = rater_network_message(network, 0, 1, bytes);
    double start = rater_network_message(network, 0, 1, 0);
    CHECK_REAL(rater_network_message_bytes(network, 0, 1, bytes), whole - start, EPS);
    return whole;
}

/* Every name of the list for users is a kind, and there are no other kinds. */
static void
test_kinds(void)
{
    static const struct {
        const char *name, *kind;
        RaterTrafficParts wants;
    } cases[] = { { "network", "network", RATER_TRAFFIC_SUMS },
                  { "ethernet", "network", RATER_TRAFFIC_SUMS },
                  { "transputer", "transputer", RATER_TRAFFIC_PEAK },
                  { "ideal", "ideal", RATER_TRAFFIC_NONE } };
    char names[sizeof RATER_NETWORK_NAMES] = "";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        RaterNetwork network = network_of(cases[i].name);
        CU_ASSERT_PTR_NOT_NULL_FATAL(network.kind);
        CU_ASSERT_STRING_EQUAL(rater_network_name(&network), cases[i].kind);
        CHECK_INT(rater_network_wants(&network), cases[i].wants);
        CU_ASSERT_TRUE(rater_network_is_symmetric(&network));
        if (i > 0)
            strcat(names, ", ");
        strcat(names, cases[i].name);
    }
    CU_ASSERT_STRING_EQUAL(names, RATER_NETWORK_NAMES);
    CU_ASSERT_PTR_NULL(rater_network_find("torus"));
    CU_ASSERT_PTR_NULL(rater_network_find(""));
}

/* What is left of 75 + 0.2 * 100. */
static void
test_without(void)
{
    RaterNetwork bus = network_of("network"), rest;
    rest = rater_network_without(&bus, RATER_NETWORK_STARTS);
    CHECK_REAL(message(&rest, 100), 20e-6, EPS);
    rest = rater_network_without(&bus, RATER_NETWORK_BYTES);
    CHECK_REAL(message(&rest, 100), 75e-6, EPS);
    rest = rater_network_without(&bus, RATER_NETWORK_COSTS);
    CHECK_REAL(message(&rest, 100), 0, 0);
    CU_ASSERT_STRING_EQUAL(rater_network_name(&rest), "ideal");
    CHECK_REAL(message(&bus, 100), 95e-6, EPS);
}

/* The shadow exchange of jac400, costed by hand. */
static void
test_transfers(void)
{
    RaterNetwork bus = network_of("ethernet");
    RaterTraffic square = { .messages = 8, .bytes = 8 * 800, .distance = 1, .largest = 800 };
    RaterTraffic oblong = {
        .messages = 20, .bytes = 12 * 800 + 8 * 400, .distance = 1, .largest = 800
    };
    CHECK_REAL(rater_network_transfers(&bus, &square, 4), 1880e-6, EPS);
    CHECK_REAL(rater_network_transfers(&bus, &oblong, 8), 4060e-6, EPS);
    RaterNetwork transputer = network_of("transputer");
    CHECK_REAL(rater_network_transfers(&transputer, &square, 4), 235e-6, EPS);
    RaterNetwork ideal = network_of("ideal");
    CHECK_REAL(rater_network_transfers(&ideal, &square, 4), 0, 0);
    RaterTraffic none = { 0 };
    CHECK_REAL(rater_network_transfers(&bus, &none, 4), 0, 0);
    CHECK_REAL(rater_network_transfers(&transputer, &none, 4), 0, 0);
}

static void
test_channels_and_scale(void)
{
    RaterNetwork bus = network_of("ethernet");
    RaterGrid grid = grid_of(2, (int64_t[]){ 2, 2 });
    bool both[] = { true, true };
    RaterTraffic square = { .messages = 8, .bytes = 8 * 800, .distance = 1, .largest = 800 };
    bus.channels = 3;
    CHECK_REAL(rater_network_transfers(&bus, &square, 4), 1880e-6 / 3, EPS);
    CHECK_REAL(rater_network_transfers(&bus, &square, 2), 1880e-6 / 2, EPS);
    bus.channels = 100;
    bus.scale = 2.5;
    CHECK_REAL(rater_network_transfers(&bus, &square, 4), 1880e-6 / 4 * 2.5, EPS);
    CHECK_REAL(reduction(&bus, &grid, both, 4, 4), 454.8e-6 / 4 * 2.5, EPS);
    CHECK_REAL(broadcast(&bus, &grid, 100), 95e-6 * 3 / 4 * 2.5, EPS);
    CHECK_REAL(message(&bus, 100), 95e-6 * 2.5, EPS);
    RaterNetwork transputer = network_of("transputer");
    transputer.channels = 3;
    transputer.scale = 0.5;
    CHECK_REAL(rater_network_transfers(&transputer, &square, 4), 235e-6 / 2, EPS);
    CHECK_REAL(message(&transputer, 100), 95e-6 / 2, EPS);
    transputer = rater_network_without(&transputer, RATER_NETWORK_COSTS);
    CHECK_REAL(message(&transputer, 100), 0, 0);
}

static void
test_reduction(void)
{
    RaterNetwork bus = network_of("ethernet");
    RaterNetwork transputer = network_of("transputer");
    RaterNetwork ideal = network_of("ideal");
    RaterGrid grid = grid_of(2, (int64_t[]){ 2, 2 });
    bool both[] = { true, true }, second[] = { false, true }, none[] = { false, false };
    CHECK_REAL(reduction(&bus, &grid, both, 4, 4), 454.8e-6, EPS);
    CHECK_REAL(reduction(&transputer, &grid, both, 4, 4), 303.2e-6, EPS);
    CHECK_REAL(reduction(&ideal, &grid, both, 4, 4), 0, 0);
    CHECK_REAL(reduction(&bus, &grid, none, 4, 4), 0, 0);
    CHECK_REAL(reduction(&transputer, &grid, none, 4, 4), 0, 0);
    grid = grid_of(2, (int64_t[]){ 7, 5 });
    /* N_2 + N - 2 = 38; 2*floor(5/2) + floor(7/2) = 7 */
    CHECK_REAL(reduction(&bus, &grid, second, 35, 4), 75.8e-6 * 38, EPS);
    CHECK_REAL(reduction(&transputer, &grid, second, 35, 4), 75.8e-6 * 7, EPS);
    grid = grid_of(2, (int64_t[]){ 7, 1 });
    CHECK_REAL(reduction(&bus, &grid, second, 7, 4), 0, 0);
}

static void
test_broadcast(void)
{
    RaterNetwork bus = network_of("ethernet");
    RaterNetwork transputer = network_of("transputer");
    RaterNetwork ideal = network_of("ideal");
    RaterGrid grid = grid_of(2, (int64_t[]){ 3, 4 });
    CHECK_REAL(broadcast(&bus, &grid, 100), 95e-6 * 11, EPS);
    CHECK_REAL(broadcast(&transputer, &grid, 100), 95e-6 * 5, EPS);
    CHECK_REAL(broadcast(&ideal, &grid, 100), 0, 0);
    grid = grid_of(1, (int64_t[]){ 1 });
    CHECK_REAL(broadcast(&bus, &grid, 100), 0, 0);
    CHECK_REAL(broadcast(&transputer, &grid, 100), 0, 0);
}

/* The formula of the design as it is written. */
static __int128
literal_time(const RaterNetwork *network, int64_t l, int64_t bytes, int64_t s)
{
    __int128 phases = l + bytes / s - 1;
    __int128 time = phases * (network->start_time + network->byte_time * s);
    if (bytes % s != 0)
        time += network->start_time + network->byte_time * (bytes % s);
    return time;
}

/* Whether s <= S0, that is s^2 * TB*(l-1) <= TS*L. */
static bool
not_above_optimum(const RaterNetwork *network, int64_t l, int64_t bytes, int64_t s)
{
    return (__int128)s * s * network->byte_time * (l - 1) <= network->start_time * bytes;
}

/* The largest S in 1..L with S <= S0, from a guess. */
static int64_t
literal_start(const RaterNetwork *network, int64_t l, int64_t bytes)
{
    long double square = (long double)network->start_time * (long double)bytes /
                         ((long double)network->byte_time * (long double)(l - 1));
    long double guess = fminl(fmaxl(sqrtl(square), 1), (long double)bytes);
    int64_t s = (int64_t)guess;
    while (s > 1 && !not_above_optimum(network, l, bytes, s))
        s--;
    while (s < bytes && not_above_optimum(network, l, bytes, s + 1))
        s++;
    return s;
}

static int64_t
literal_search(const RaterNetwork *network, int64_t l, int64_t bytes, int64_t s)
{
    __int128 here = literal_time(network, l, bytes, s);
    bool down = s > 1 && literal_time(network, l, bytes, s - 1) < here;
    bool up = s < bytes && literal_time(network, l, bytes, s + 1) < here;
    if (down && up)
        down = literal_time(network, l, bytes, s - 1) <= literal_time(network, l, bytes, s + 1);
    int64_t step = down ? -1 : up ? 1 : 0;
    while (step != 0 && s + step >= 1 && s + step <= bytes &&
           literal_time(network, l, bytes, s + step) < literal_time(network, l, bytes, s))
        s += step;
    return s;
}

static void
check_pipeline(const RaterNetwork *network, int64_t l, int64_t bytes)
{
    int64_t piece = -1;
    double time = rater_network_pipeline(network, l, bytes, &piece);
    int64_t expected = literal_search(network, l, bytes, literal_start(network, l, bytes));
    CHECK_INT(piece, expected);
    CHECK_REAL(time, (double)literal_time(network, l, bytes, expected) / 1e18, EPS);
}

static void
test_pipeline_special(void)
{
    RaterNetwork network = network_of("transputer");
    int64_t piece;
    CHECK_REAL(rater_network_pipeline(&network, 0, 100, NULL), 0, 0);
    CHECK_REAL(rater_network_pipeline(&network, 3, 0, NULL), 0, 0);
    CHECK_REAL(rater_network_pipeline(&network, 1, 100, NULL), 95e-6, EPS);
    /* S0 = sqrt(75*1000/(0.2*1)) = 612.4; T(500) = 3*(75+100), T(612) is more */
    CHECK_REAL(rater_network_pipeline(&network, 2, 1000, &piece), 525e-6, EPS);
    CHECK_INT(piece, 500);
    network.byte_time = 0; /* in one piece over four links */
    CHECK_REAL(rater_network_pipeline(&network, 4, 1000, &piece), 300e-6, EPS);
    CHECK_INT(piece, 1000);
    network = network_of("transputer");
    network.start_time = 0; /* byte by byte: 1003 phases */
    CHECK_REAL(rater_network_pipeline(&network, 4, 1000, &piece), 1003 * 0.2e-6, EPS);
    CHECK_INT(piece, 1);
}

static void
test_pipeline_random(void)
{
    Random random = random_start(555111);
    for (int round = 0; round < 20000; round++) {
        RaterNetwork network = network_of("transputer");
        network.start_time = random_between(&random, 1, random_one_in(&random, 2) ? 50 : 5000);
        network.byte_time = random_between(&random, 1, random_one_in(&random, 2) ? 50 : 5000);
        int64_t most = random_one_in(&random, 10) ? 100000 : 300;
        check_pipeline(&network, random_between(&random, 2, 12),
                       random_between(&random, 1, most));
    }
}

/* Where T has no dents the piece found is the best of all. */
static void
test_pipeline_convex(void)
{
    Random random = random_start(1212);
    int convex = 0;
    for (int round = 0; round < 3000; round++) {
        RaterNetwork network = network_of("transputer");
        int64_t l = random_between(&random, 2, 40), bytes = random_between(&random, 1, 30);
        network.start_time = random_between(&random, 1, 400);
        network.byte_time = random_between(&random, 1, 400);
        bool is_convex = true;
        __int128 best = literal_time(&network, l, bytes, 1);
        for (int64_t s = 1; s <= bytes; s++) {
            __int128 time = literal_time(&network, l, bytes, s);
            best = time < best ? time : best;
            if (s > 1 && s < bytes)
                is_convex = is_convex && literal_time(&network, l, bytes, s - 1) - time >=
                                             time - literal_time(&network, l, bytes, s + 1);
        }
        if (!is_convex)
            continue;
        convex++;
        CHECK_REAL(rater_network_pipeline(&network, l, bytes, NULL), (double)best / 1e18, EPS);
    }
    CU_ASSERT_TRUE(convex > 100);
}

/* Long walks: S0 near the square root of L, where plateaux are one byte wide, and
 * above it, where they are wide. */
static void
test_pipeline_long(void)
{
    RaterNetwork network = network_of("transputer");
    network.start_time = 1000000;
    for (int shift = 4; shift <= 60; shift++)
        for (int off = -1; off <= 1; off++) {
            network.byte_time = network.start_time + off;
            check_pipeline(&network, 2, (int64_t)1 << shift);
            check_pipeline(&network, 2, ((int64_t)1 << shift) - 1);
        }
    network.byte_time = 1;
    for (int shift = 4; shift <= 56; shift++)
        check_pipeline(&network, 2, ((int64_t)1 << shift) + 1);
}

/* Numbers beyond 128 bits: T of the piece found, and nothing undefined. */
static void
test_pipeline_hostile(void)
{
    __int128 coefficients[] = { 0, 1, 1000000000, (RaterAtto)1000000000 * 1000000000000 };
    int64_t amounts[] = { 1, 2, 1000, (int64_t)1 << 40, (int64_t)1 << 62, INT64_MAX };
    RaterNetwork network = network_of("transputer");
    for (int i = 0; i < 4 * 4 * 6 * 6; i++) {
        network.start_time = coefficients[i % 4];
        network.byte_time = coefficients[i / 4 % 4];
        int64_t l = amounts[i / 16 % 6], bytes = amounts[i / 96];
        int64_t piece = 0;
        double time = rater_network_pipeline(&network, l, bytes, &piece);
        CU_ASSERT_TRUE(piece >= 1 && piece <= bytes);
        double start = (double)network.start_time / 1e18,
               byte = (double)network.byte_time / 1e18;
        double pieces = (double)((bytes - 1) / piece + 1);
        double expected = (double)(l - 1) * (start + byte * (double)piece) + pieces * start +
                          (double)bytes * byte;
        CHECK_REAL(time, expected, 1e-12);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "kinds", test_kinds },
        { "without", test_without },
        { "transfers", test_transfers },
        { "channels and scale", test_channels_and_scale },
        { "reduction", test_reduction },
        { "broadcast", test_broadcast },
        { "pipeline, special cases", test_pipeline_special },
        { "pipeline against the literal search", test_pipeline_random },
        { "pipeline, best where convex", test_pipeline_convex },
        { "pipeline, long messages", test_pipeline_long },
        { "pipeline, hostile numbers", test_pipeline_hostile },
        CU_TEST_INFO_NULL,
    };
    return tap_run("network", tests);
}

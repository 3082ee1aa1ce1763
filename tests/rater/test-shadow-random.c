/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The sums of rater_shadow_traffic() against the matrix of all pairs.
 */
#include "rater/shadow/shadow.h"
#include "tests/rater/check-real.h"
#include "tests/rater/geometry.h"
#include "tests/rater/shadow-naive.h"
#include "tests/tap.h"

#include <stdlib.h>

#define MAX_ARRAYS 4

typedef struct {
    RaterGrid grid;
    int n;
    Geometry geometry[MAX_ARRAYS];
    RaterMapping mapping[MAX_ARRAYS];
    RaterShadow shadow[MAX_ARRAYS];
    int64_t transfer[SHADOW_NAIVE_PROCESSORS * SHADOW_NAIVE_PROCESSORS];
} Case;

static RaterRange
random_part(Random *random, int64_t size)
{
    int64_t lo = random_between(random, 0, size);
    return (RaterRange){ lo, lo + random_between(random, 0, size) };
}

static void
random_shadow(RaterShadow *shadow, const RaterMapping *mapping, Random *random)
{
    *shadow =
        (RaterShadow){ .mapping = mapping, .element_bytes = random_between(random, 1, 9) };
    bool partial = random_one_in(random, 4);
    bool all_signs = !random_one_in(random, 3);
    rater_shadow_whole(shadow);
    shadow->max_axes = (int)random_between(random, 0, 4);
    for (int x = 0; x < mapping->rank; x++) {
        shadow->low[x] = random_between(random, 0, random_one_in(random, 3) ? 9 : 2);
        shadow->high[x] = random_between(random, 0, random_one_in(random, 3) ? 9 : 2);
        shadow->sign[x] = RATER_SHADOW_ANY;
        if (!all_signs && random_one_in(random, 2))
            shadow->sign[x] = (int)random_between(random, 0, 7);
        if (partial && random_one_in(random, 2))
            shadow->part[x] = random_part(random, mapping->size[x]);
        if (partial && random_one_in(random, 2))
            shadow->low_layers[x] = random_part(random, 4);
        if (partial && random_one_in(random, 2))
            shadow->high_layers[x] = random_part(random, 4);
    }
}

/* Another array of the group: with the same mapping as the one before, on the same
 * template, or quite another. */
static void
random_member(Case *a_case, int i, Random *random, int64_t size)
{
    a_case->n = i + 1;
    if (i > 0 && random_one_in(random, 3)) {
        a_case->mapping[i] = a_case->mapping[i - 1];
    } else {
        Geometry *geometry = &a_case->geometry[i];
        geometry_random_dist(geometry, random, &a_case->grid, size);
        geometry_random_arrays(geometry, random,
                               random_one_in(random, 3) ? (int)random_between(random, 2, 3) : 1,
                               size);
        CHECK_INT(rater_mapping_init(&a_case->mapping[i], &geometry_last(geometry)->align,
                                     &geometry->dist),
                  RATER_OK);
    }
    random_shadow(&a_case->shadow[i], &a_case->mapping[i], random);
}

/* The sums must be those of the matrix, and the bytes those of each array alone. */
static void
check_case(Case *a_case, int *busy)
{
    RaterTraffic fast, alone;
    double bytes = 0;
    shadow_naive_transfers(a_case->shadow, a_case->n, a_case->transfer);
    RaterTraffic naive = shadow_naive_traffic(&a_case->grid, a_case->transfer);
    CHECK_INT(rater_shadow_traffic(a_case->shadow, a_case->n, &fast), RATER_OK);
    CHECK_REAL(fast.messages, naive.messages, 0);
    CHECK_REAL(fast.bytes, naive.bytes, 0);
    CHECK_INT(fast.distance, naive.distance);
    CHECK_INT(fast.largest, naive.largest);
    for (int i = 0; i < a_case->n; i++) {
        CHECK_INT(rater_shadow_traffic(&a_case->shadow[i], 1, &alone), RATER_OK);
        bytes += alone.bytes;
    }
    CHECK_REAL(fast.bytes, bytes, 0);
    *busy += naive.messages > 0;
}

static void
run_rank(int rank, int64_t coordinates, int64_t size, int rounds, uint64_t seed)
{
    Case *a_case = calloc(1, sizeof *a_case);
    Random random = random_start(seed);
    int busy = 0;
    for (int round = 0; round < rounds; round++) {
        geometry_random_grid(&a_case->grid, &random, rank, coordinates);
        int n = (int)random_between(&random, 1, MAX_ARRAYS);
        for (int i = 0; i < n; i++)
            random_member(a_case, i, &random, size);
        check_case(a_case, &busy);
    }
    printf("# %d of %d groups send something\n", busy, rounds);
    CU_ASSERT_TRUE(busy > rounds / 4);
    free(a_case);
}

static void
test_line(void)
{
    run_rank(1, 15, 30, 3000, 1001);
}

static void
test_plane(void)
{
    run_rank(2, 8, 20, 2000, 2002);
}

static void
test_space(void)
{
    run_rank(3, 5, 12, 1000, 3003);
}

static void
test_four(void)
{
    run_rank(4, 4, 9, 600, 4004);
}

/* With one layer below and above, each message has its answer of the same size. */
static void
test_balance(void)
{
    Case *a_case = calloc(1, sizeof *a_case);
    Random random = random_start(5005);
    for (int round = 0; round < 300; round++) {
        geometry_random_grid(&a_case->grid, &random, 2, 6);
        random_member(a_case, 0, &random, 24);
        RaterShadow *shadow = &a_case->shadow[0];
        rater_shadow_whole(shadow);
        for (int x = 0; x < shadow->mapping->rank; x++) {
            shadow->low[x] = shadow->high[x] = 1;
            shadow->sign[x] = RATER_SHADOW_ANY;
        }
        shadow_naive_transfers(shadow, 1, a_case->transfer);
        int64_t count = rater_grid_count(&a_case->grid);
        int wrong = 0;
        for (int64_t p = 0; p < count; p++)
            for (int64_t q = 0; q < p; q++)
                wrong += a_case->transfer[p * count + q] != a_case->transfer[q * count + p];
        CHECK_INT(wrong, 0);
        RaterTraffic traffic;
        CHECK_INT(rater_shadow_traffic(shadow, 1, &traffic), RATER_OK);
        CHECK_INT((int64_t)traffic.messages % 2, 0);
    }
    free(a_case);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "line", test_line },
        { "plane", test_plane },
        { "space", test_space },
        { "four dimensions", test_four },
        { "each message has its answer", test_balance },
        CU_TEST_INFO_NULL,
    };
    return tap_run("shadow-random", tests);
}

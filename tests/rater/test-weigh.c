/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/blocks.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#include <float.h>
#include <math.h>

static void
check_weights(const double *loads, int64_t n_loads, int64_t parts, const int64_t *counts)
{
    int64_t prefix[32] = { -1 };
    CHECK_INT(rater_blocks_weigh(loads, n_loads, parts, prefix), RATER_OK);
    CHECK_INT(prefix[0], 0);
    for (int64_t c = 0; c < parts; c++)
        CHECK_INT(prefix[c + 1] - prefix[c], counts[c]);
}

static void
test_hand(void)
{
    /* bound 9: 1+2+3 | 4+5 | 6 */
    check_weights((double[]){ 1, 2, 3, 4, 5, 6 }, 6, 3, (int64_t[]){ 3, 2, 1 });
    check_weights((double[]){ 1, 1, 1, 1 }, 4, 2, (int64_t[]){ 2, 2 });
    check_weights((double[]){ 10, 1, 1, 1 }, 4, 2, (int64_t[]){ 1, 3 });
    /* the bound is 10, and first-fit takes all that fits */
    check_weights((double[]){ 1, 1, 1, 10 }, 4, 3, (int64_t[]){ 3, 1, 1 });
    /* bound 2: 1+1 | 1+1 | none: the count of the last group */
    check_weights((double[]){ 1, 1, 1, 1 }, 4, 3, (int64_t[]){ 2, 2, 2 });
    check_weights((double[]){ 0, 0, 0 }, 3, 2, (int64_t[]){ 3, 3 });
    check_weights((double[]){ 5 }, 1, 1, (int64_t[]){ 1 });
    /* bound 5: 3+1 | 4+1 | 5, although there are coordinates enough for one load each */
    check_weights((double[]){ 3, 1, 4, 1, 5 }, 5, 5, (int64_t[]){ 2, 2, 1, 1, 1 });
}

static void
test_decimals(void)
{
    /* 0.1+0.2+0.3 is above 0.6 in binary by rounding only */
    check_weights((double[]){ 0.1, 0.2, 0.3, 0.6 }, 4, 3, (int64_t[]){ 3, 1, 1 });
}

static void
test_fewer_loads(void)
{
    check_weights((double[]){ 1, 100 }, 2, 3, (int64_t[]){ 1, 1, 1 });
    check_weights((double[]){ 0 }, 0, 2, (int64_t[]){ 1, 1 });
}

static void
test_errors(void)
{
    int64_t prefix[3];
    CHECK_INT(rater_blocks_weigh((double[]){ 1, -1 }, 2, 2, prefix), RATER_ERROR_WEIGHT);
    CHECK_INT(rater_blocks_weigh((double[]){ 1, NAN }, 2, 2, prefix), RATER_ERROR_WEIGHT);
    CHECK_INT(rater_blocks_weigh((double[]){ INFINITY, 1 }, 2, 2, prefix), RATER_ERROR_WEIGHT);
    CHECK_INT(rater_blocks_weigh((double[]){ DBL_MAX, DBL_MAX }, 2, 2, prefix),
              RATER_ERROR_OVERFLOW);
    CHECK_INT(rater_blocks_weigh((double[]){ 1, 1 }, 2, 0, prefix), RATER_ERROR_SIZE);
}

/* The least largest sum of at most `parts` consecutive groups of whole numbers, by
 * trying every end of the first group. */
static int64_t
literal_bound(const int64_t *loads, int n_loads, int parts)
{
    if (n_loads == 0)
        return 0;
    int64_t best = INT64_MAX;
    int64_t sum = 0;
    for (int end = 1; end <= n_loads; end++) {
        sum += loads[end - 1];
        if (parts == 1 && end < n_loads)
            continue;
        int64_t rest = literal_bound(loads + end, n_loads - end, parts - 1);
        int64_t largest = sum > rest ? sum : rest;
        best = largest < best ? largest : best;
    }
    return best;
}

static void
check_literal(const int64_t *loads, int n_loads, int parts)
{
    double real[10];
    int64_t prefix[10];
    for (int i = 0; i < n_loads; i++)
        real[i] = (double)loads[i] / 64; /* exact */
    CHECK_INT(rater_blocks_weigh(real, n_loads, parts, prefix), RATER_OK);
    int64_t bound = literal_bound(loads, n_loads, parts);
    int wrong = 0;
    int next = 0;
    int64_t count = 0;
    for (int c = 0; c < parts; c++) {
        if (next < n_loads)
            count = 0;
        int64_t sum = 0;
        while (next < n_loads && sum + loads[next] <= bound) {
            sum += loads[next++];
            count++;
        }
        wrong += prefix[c + 1] - prefix[c] != count;
    }
    CHECK_INT(next, n_loads);
    CHECK_INT(wrong, 0);
}

static void
test_random(void)
{
    Random random = random_start(77001);
    for (int round = 0; round < 5000; round++) {
        int64_t loads[9];
        int n_loads = (int)random_between(&random, 1, 9);
        int64_t most = random_between(&random, 0, 20);
        for (int i = 0; i < n_loads; i++)
            loads[i] = random_between(&random, 0, most);
        int parts = (int)random_between(&random, 1, n_loads);
        check_literal(loads, n_loads, parts);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "hand cases", test_hand },
        { "decimal loads", test_decimals },
        { "fewer loads than coordinates", test_fewer_loads },
        { "errors", test_errors },
        { "random", test_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("weigh", tests);
}

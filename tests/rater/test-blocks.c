/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/geometry/blocks.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#include <stddef.h>

#define MAX_PARTS 24

/* Sizes of the blocks of coordinates 0.., and that they lie one behind the other. */
static void
check_sizes(const RaterBlocks *blocks, const int64_t sizes[])
{
    int64_t next = 0;
    for (int64_t c = 0; c < blocks->parts; c++) {
        RaterRange range = rater_blocks_range(blocks, c);
        CHECK_INT(rater_range_count(range), sizes[c]);
        if (!rater_range_is_empty(range))
            CHECK_INT(range.lo, next);
        next += sizes[c];
    }
    CHECK_INT(next, blocks->n);
}

static RaterBlocks
make(int64_t n, int64_t parts, int64_t multiple, int64_t fixed, const int64_t *prefix)
{
    RaterBlocks blocks = { 0 };
    CHECK_INT(rater_blocks_init(&blocks, n, parts, multiple, fixed, prefix), RATER_OK);
    return blocks;
}

static void
test_equal_weights(void)
{
    RaterBlocks blocks = make(10, 4, 1, 0, NULL); /* bounds 0, 2.5, 5, 7.5 */
    check_sizes(&blocks, (int64_t[]){ 2, 3, 2, 3 });
    blocks = make(400, 2, 1, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ 200, 200 });
    blocks = make(3, 5, 1, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ 1, 1, 1, 0, 0 });
    blocks = make(7, 1, 1, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ 7 });
}

static void
test_weights(void)
{
    /* d = 12/6: 0, 2, 8 */
    RaterBlocks blocks = make(12, 3, 1, 0, (int64_t[]){ 0, 1, 4, 6 });
    check_sizes(&blocks, (int64_t[]){ 2, 6, 4 });
    /* block sizes themselves, one of them empty */
    blocks = make(12, 4, 1, 0, (int64_t[]){ 0, 5, 5, 11, 12 });
    check_sizes(&blocks, (int64_t[]){ 5, 0, 6, 1 });
    CHECK_INT(rater_blocks_owner(&blocks, 4), 0);
    CHECK_INT(rater_blocks_owner(&blocks, 5), 2);
    /* weights that add up to more than n: one element a unit, the rest empty */
    blocks = make(5, 4, 1, 0, (int64_t[]){ 0, 2, 4, 6, 8 });
    check_sizes(&blocks, (int64_t[]){ 2, 2, 1, 0 });
    /* leading and trailing zeros */
    blocks = make(5, 4, 1, 0, (int64_t[]){ 0, 0, 1, 2, 2 });
    check_sizes(&blocks, (int64_t[]){ 0, 2, 3, 0 });
}

static void
test_multiple(void)
{
    /* 129 over 4: 32.25, 64.5, 96.75 down to even numbers */
    RaterBlocks blocks = make(129, 4, 2, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ 32, 32, 32, 33 });
    /* 11 over 3: 3.67, 7.33 down to 3, 6 */
    blocks = make(11, 3, 3, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ 3, 3, 5 });
    /* d is at least 4: 0, 4, 8 and nothing is left for the last */
    blocks = make(8, 3, 4, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ 4, 4, 0 });
    /* a multiple above n: the first owns everything */
    blocks = make(5, 3, 100, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ 5, 0, 0 });
    /* d = 20/5 is 4; bounds 0, 8, 12 down to 0, 6, 12 */
    blocks = make(20, 3, 3, 0, (int64_t[]){ 0, 2, 3, 5 });
    check_sizes(&blocks, (int64_t[]){ 6, 6, 8 });
}

static void
test_fixed(void)
{
    /* the last one owns what is left over */
    RaterBlocks blocks = make(20, 3, 1, 4, NULL);
    check_sizes(&blocks, (int64_t[]){ 4, 4, 12 });
    blocks = make(20, 4, 1, 7, NULL);
    check_sizes(&blocks, (int64_t[]){ 7, 7, 6, 0 });
    /* no more than n, and blkdiv_ has no say */
    blocks = make(20, 3, 6, 50, NULL);
    check_sizes(&blocks, (int64_t[]){ 20, 0, 0 });
    blocks = make(20, 3, 6, 5, NULL);
    check_sizes(&blocks, (int64_t[]){ 5, 5, 10 });
    /* elements a unit of weight */
    blocks = make(20, 3, 1, 3, (int64_t[]){ 0, 2, 3, 4 });
    check_sizes(&blocks, (int64_t[]){ 6, 3, 11 });
}

static void
test_large(void)
{
    int64_t n = INT64_MAX;
    RaterBlocks blocks = make(n, 2, 1, 0, NULL);
    check_sizes(&blocks, (int64_t[]){ n / 2, n - n / 2 });
    blocks = make(n, 2, 1, n, NULL);
    check_sizes(&blocks, (int64_t[]){ n, 0 });
    blocks = make(n, n, 1, 0, NULL);
    CHECK_INT(rater_blocks_range(&blocks, n - 1).lo, n - 1);
    CHECK_INT(rater_blocks_owner(&blocks, n - 1), n - 1);
    CHECK_INT(rater_blocks_owner(&blocks, n / 3), n / 3);
    blocks = make(n, 3, 1, 0, (int64_t[]){ 0, n - 2, n - 1, n });
    check_sizes(&blocks, (int64_t[]){ n - 2, 1, 1 });
    blocks = make(n, n, n, 0, NULL);
    blocks = make(5, n, 1, 0, NULL);
    CHECK_INT(rater_range_count(rater_blocks_range(&blocks, n - 1)), 0);
}

static void
test_errors(void)
{
    RaterBlocks blocks = { .n = 77 };
    CHECK_INT(rater_blocks_init(&blocks, 0, 1, 1, 0, NULL), RATER_ERROR_SIZE);
    CHECK_INT(rater_blocks_init(&blocks, 1, 0, 1, 0, NULL), RATER_ERROR_SIZE);
    CHECK_INT(rater_blocks_init(&blocks, 1, 1, 0, 0, NULL), RATER_ERROR_SIZE);
    CHECK_INT(rater_blocks_init(&blocks, 1, 1, 1, -1, NULL), RATER_ERROR_SIZE);
    const int64_t *bad[] = { (int64_t[]){ 1, 2, 3 }, (int64_t[]){ 0, 2, 1 },
                             (int64_t[]){ 0, 0, 0 }, (int64_t[]){ 0, -1, 3 } };
    for (int i = 0; i < 4; i++)
        CHECK_INT(rater_blocks_init(&blocks, 5, 2, 1, 0, bad[i]), RATER_ERROR_WEIGHT);
    CHECK_INT(blocks.n, 77);
}

static void
test_equality(void)
{
    int64_t one[] = { 0, 1, 3 }, same[] = { 0, 1, 3 }, other[] = { 0, 2, 3 };
    RaterBlocks a = make(9, 2, 1, 0, one), b = make(9, 2, 1, 0, same);
    CU_ASSERT_TRUE(rater_blocks_equal(&a, &b));
    b = make(9, 2, 1, 0, other);
    CU_ASSERT_FALSE(rater_blocks_equal(&a, &b));
    b = make(9, 2, 1, 0, NULL);
    CU_ASSERT_FALSE(rater_blocks_equal(&a, &b));
    a = make(9, 2, 4, 3, NULL);
    b = make(9, 2, 5, 3, NULL); /* a fixed size leaves no room for blkdiv_ */
    CU_ASSERT_TRUE(rater_blocks_equal(&a, &b));
    a = make(9, 2, 1, 9, NULL);
    b = make(9, 2, 1, 50, NULL); /* a size above n is n */
    CU_ASSERT_TRUE(rater_blocks_equal(&a, &b));
    b = make(9, 2, 5, 0, NULL);
    CU_ASSERT_FALSE(rater_blocks_equal(&a, &b));
}

/* The words of the rule with a fraction for d: coordinate c owns floor(d*W(c)) ..
 * floor(d*W(c+1)) - 1, the last one up to n - 1; empty where lower > upper or the
 * lower bound is outside. */
static RaterRange
literal_range(int64_t n, int64_t parts, int64_t m, int64_t fixed, const int64_t *prefix,
              int64_t c)
{
    int64_t total = prefix != NULL ? prefix[parts] : parts;
    int64_t numerator = n, denominator = total, multiple = m;
    if (fixed > 0) {
        numerator = fixed < n ? fixed : n;
        denominator = 1;
        multiple = 1;
    } else if (numerator < m * denominator) {
        numerator = m;
        denominator = 1;
    }
    int64_t lower = numerator * (prefix != NULL ? prefix[c] : c) / denominator;
    int64_t upper = numerator * (prefix != NULL ? prefix[c + 1] : c + 1) / denominator;
    lower = lower / multiple * multiple;
    upper = upper / multiple * multiple - 1;
    if (c == parts - 1 || upper > n - 1)
        upper = n - 1;
    bool empty = lower > upper || lower > n - 1;
    return empty ? (RaterRange){ 0, 0 } : (RaterRange){ lower, upper + 1 };
}

static void
check_against_literal(const RaterBlocks *blocks, int64_t m, int64_t fixed)
{
    int64_t next = 0;
    int wrong = 0;
    for (int64_t c = 0; c < blocks->parts; c++) {
        RaterRange range = rater_blocks_range(blocks, c);
        RaterRange literal =
            literal_range(blocks->n, blocks->parts, m, fixed, blocks->prefix, c);
        wrong += rater_range_count(range) != rater_range_count(literal);
        if (rater_range_is_empty(range))
            continue;
        wrong += range.lo != literal.lo || range.lo != next;
        next = range.hi;
        for (int64_t x = range.lo; x < range.hi; x++)
            wrong += rater_blocks_owner(blocks, x) != c;
    }
    wrong += next != blocks->n;
    CHECK_INT(wrong, 0);
}

/* The runs from coordinate c on are the blocks one by one; no empty run, none left out. */
static void
check_runs(const RaterBlocks *blocks, int64_t c)
{
    RaterBlocksRun run;
    int wrong = 0;
    rater_blocks_run_first(&run, blocks, c);
    for (bool more = true; more; more = rater_blocks_run_next(&run)) {
        wrong += run.coords.lo != c || rater_range_is_empty(run.coords);
        for (; c < run.coords.hi; c++) {
            RaterRange block = rater_blocks_range(blocks, c);
            wrong += run.first + (c - run.coords.lo) * run.size != block.lo;
            wrong += rater_range_count(block) != run.size;
            wrong += block.hi < blocks->n && run.size < rater_blocks_least(blocks);
        }
    }
    CHECK_INT(wrong, 0);
    CHECK_INT(c, blocks->parts);
}

/* 2,000 elements on 1,024 coordinates: 48 blocks of one among those of two. */
static void
test_runs(void)
{
    RaterBlocks blocks = make(2000, 1024, 1, 0, NULL);
    RaterBlocksRun run;
    int n = 1;
    check_runs(&blocks, 0);
    rater_blocks_run_first(&run, &blocks, 0);
    CHECK_INT(run.coords.hi, 1);
    CHECK_INT(run.size, 1);
    while (rater_blocks_run_next(&run))
        n++;
    CHECK_INT(n, 96);
    CHECK_INT(run.coords.hi, 1024);
    CU_ASSERT_FALSE(rater_blocks_run_next(&run));
    CHECK_INT(run.coords.hi, 1024);

    int64_t many = INT64_C(1) << 60;
    blocks = make(INT64_MAX, many, 1, 0, NULL); /* eights, sevens in between: 2^63 - 1 */
    rater_blocks_run_first(&run, &blocks, many - 1);
    CHECK_INT(run.first, INT64_MAX - 8);
    CHECK_INT(run.size, 8);
    rater_blocks_run_first(&run, &blocks, 0);
    CHECK_INT(run.size, 7);
    CHECK_INT(run.coords.hi, 1);
    CU_ASSERT_TRUE(rater_blocks_run_next(&run));
    CHECK_INT(run.size, 8);
    CHECK_INT(run.coords.hi, many);
    blocks = make(many, INT64_MAX, 1, 0, NULL); /* one each, then none */
    rater_blocks_run_first(&run, &blocks, 5);
    CHECK_INT(run.coords.hi, many);
    CU_ASSERT_TRUE(rater_blocks_run_next(&run));
    CHECK_INT(run.size, 0);
    CHECK_INT(run.coords.hi, INT64_MAX);
}

static void
test_random(void)
{
    Random random = random_start(20240901);
    for (int round = 0; round < 20000; round++) {
        int64_t prefix[MAX_PARTS + 1] = { 0 };
        int64_t parts = random_between(&random, 1, MAX_PARTS);
        int64_t n = random_between(&random, 1, 60);
        int64_t m = random_one_in(&random, 2) ? random_between(&random, 1, 9) : 1;
        int64_t fixed = random_one_in(&random, 3) ? random_between(&random, 1, 70) : 0;
        bool weighted = random_one_in(&random, 2);
        int64_t most = random_between(&random, 1, 6);
        for (int64_t c = 0; c < parts; c++)
            prefix[c + 1] = prefix[c] + random_between(&random, 0, most);
        weighted = weighted && prefix[parts] > 0;
        RaterBlocks blocks = make(n, parts, m, fixed, weighted ? prefix : NULL);
        check_against_literal(&blocks, m, fixed);
        check_runs(&blocks, random_between(&random, 0, parts - 1));
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "equal weights", test_equal_weights },
        { "weights", test_weights },
        { "multiple", test_multiple },
        { "fixed", test_fixed },
        { "large", test_large },
        { "errors", test_errors },
        { "equality", test_equality },
        { "runs", test_runs },
        { "random", test_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("blocks", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Transfers of random geometries: the separable sums, and the pairs, against the movement of
 * each element to each processor (move-naive.h).
 */
#include "rater/transfer/pairs.h"
#include "rater/transfer/transfer.h"
#include "tests/rater/move-naive.h"
#include "tests/tap.h"

#include <string.h>

#define MOST_ARRAYS 6

/* Several movements at once on one grid. */
typedef struct {
    RaterGrid grid;
    int n;
    RaterTransfer transfer[MOST_ARRAYS];
    MovePlaced from[MOST_ARRAYS], to[MOST_ARRAYS];
    MoveLoop loop[MOST_ARRAYS];
    MoveMatrix matrix;
} Case;

static void
start_case(Case *c, Random *random, int64_t most)
{
    memset(c, 0, sizeof *c);
    move_random_grid(random, &c->grid, most);
    c->matrix.source = c->matrix.target = c->grid;
}

/* Every pair by itself, and in the sparse form. */
static void
check_pairs(const Case *c, const char *what, int number)
{
    RaterPairs *pairs = rater_pairs_new();
    RaterTraffic actual, expected;
    int64_t count = rater_grid_count(&c->grid);
    bool same = true;
    for (int i = 0; i < c->n; i++)
        CHECK_INT(rater_transfer_pairs(&c->transfer[i], NULL, NULL, rater_pairs_grid_distance,
                                       &c->grid, pairs),
                  RATER_OK);
    for (int64_t p = 0; p < count; p++)
        for (int64_t q = 0; q < count; q++) {
            int64_t from[RATER_MAX_RANK], to[RATER_MAX_RANK];
            int64_t bytes = 0;
            rater_grid_index(&c->grid, p, from);
            rater_grid_index(&c->grid, q, to);
            for (int i = 0; i < c->n; i++)
                bytes += move_bytes(&c->transfer[i], from, to);
            same =
                same && bytes == c->matrix.bytes[p][q] && bytes == move_pairs_get(pairs, p, q);
        }
    CU_ASSERT_TRUE(same);
    rater_pairs_traffic(pairs, rater_pairs_grid_distance, &c->grid, &actual);
    rater_pairs_free(pairs);
    move_traffic(&c->matrix, &expected);
    move_check(&actual, &expected, what, number);
}

/* What is not asked for is 0. */
static void
check_parts(const Case *c, const RaterTraffic *expected, const char *what, int number)
{
    RaterTraffic sums = { .largest = 7 }, peak = { .bytes = 7 };
    const RaterTraffic expected_sums = { expected->messages, expected->bytes, 0, 0 };
    const RaterTraffic expected_peak = { 0, 0, expected->distance, expected->largest };
    CHECK_INT(rater_transfer_traffic(c->transfer, c->n, RATER_TRAFFIC_SUMS, &sums), RATER_OK);
    CHECK_INT(rater_transfer_traffic(c->transfer, c->n, RATER_TRAFFIC_PEAK, &peak), RATER_OK);
    move_check(&sums, &expected_sums, what, number);
    move_check(&peak, &expected_peak, what, number);
}

/* All of it. Returns whether anything moves. */
static bool
check_case(const Case *c, const char *what, int number)
{
    RaterTraffic actual = { 0 }, expected;
    move_traffic(&c->matrix, &expected);
    CHECK_INT(rater_transfer_traffic(c->transfer, c->n, RATER_TRAFFIC_ALL, &actual), RATER_OK);
    move_check(&actual, &expected, what, number);
    check_parts(c, &expected, what, number);
    check_pairs(c, what, number);
    return expected.messages > 0;
}

/* Array i of `size` moves from the distribution of array 0 to its new one. */
static void
add_redistribution(Case *c, Random *random, int i, int rank, const int64_t size[])
{
    RaterSection all;
    int64_t whole[RATER_MAX_RANK];
    int64_t bytes = random_between(random, 1, 9);
    c->from[i].dist = c->from[0].dist;
    c->to[i].dist = c->to[0].dist;
    move_random_align(random, &c->from[i], rank, size);
    if (random_one_in(random, 3)) {
        move_random_align(random, &c->to[i], rank, size);
    } else {
        c->to[i].align = c->from[i].align;
        move_make_mapping(&c->to[i]);
    }
    memset(whole, -1, sizeof whole);
    CHECK_INT(rater_section_init_coords(&all, rank, size, whole), RATER_OK);
    CHECK_INT(rater_transfer_init_redistribution(&c->transfer[i], &c->from[i].mapping,
                                                 &c->to[i].mapping, bytes),
              RATER_OK);
    move_copy(&c->matrix, &c->from[i], &all, &c->to[i], &all, -1, bytes);
    c->n = i + 1;
}

/* Array i is like array i - 1 but for its element size. */
static void
repeat_redistribution(Case *c, Random *random, int i)
{
    RaterSection all;
    int64_t whole[RATER_MAX_RANK];
    int64_t bytes = random_between(random, 1, 9);
    const RaterAlign *align = &c->from[i - 1].align;
    c->from[i].dist = c->from[0].dist;
    c->to[i].dist = c->to[0].dist;
    c->from[i].align = c->from[i - 1].align;
    c->to[i].align = c->to[i - 1].align;
    move_make_mapping(&c->from[i]);
    move_make_mapping(&c->to[i]);
    memset(whole, -1, sizeof whole);
    CHECK_INT(rater_section_init_coords(&all, align->rank, align->size, whole), RATER_OK);
    CHECK_INT(rater_transfer_init_redistribution(&c->transfer[i], &c->from[i].mapping,
                                                 &c->to[i].mapping, bytes),
              RATER_OK);
    move_copy(&c->matrix, &c->from[i], &all, &c->to[i], &all, -1, bytes);
    c->n = i + 1;
}

static void
test_redistribution(void)
{
    Random random = random_start(20261121);
    static Case c;
    int moving = 0;
    for (int number = 0; number < TAP_CASES(4000); number++) {
        int64_t size[4];
        start_case(&c, &random, MOVE_PROCESSORS);
        move_random_dist(&random, &c.from[0], &c.grid, NULL);
        move_random_dist(&random, &c.to[0], &c.grid, &c.from[0].dist);
        int rank = move_random_sizes(&random, size);
        add_redistribution(&c, &random, 0, rank, size);
        moving += check_case(&c, "redistribution", number);
    }
    CU_ASSERT_TRUE(moving > TAP_CASES(1000));
}

static void
test_several_arrays(void)
{
    Random random = random_start(20261122);
    static Case c;
    int moving = 0;
    for (int number = 0; number < TAP_CASES(2000); number++) {
        start_case(&c, &random, 16);
        move_random_dist(&random, &c.from[0], &c.grid, NULL);
        move_random_dist(&random, &c.to[0], &c.grid, &c.from[0].dist);
        int n = (int)random_between(&random, 2, MOST_ARRAYS);
        for (int i = 0; i < n; i++) {
            int64_t size[4];
            int rank = move_random_sizes(&random, size);
            if (i > 0 && random_one_in(&random, 4))
                repeat_redistribution(&c, &random, i);
            else
                add_redistribution(&c, &random, i, rank, size);
        }
        moving += check_case(&c, "arrays", number);
    }
    CU_ASSERT_TRUE(moving > TAP_CASES(1000));
}

/* A section with these extents in this order, axes of extent 1 strewn in, of an array whose
 * sizes are written too. */
static void
random_section(Random *random, RaterSection *section, int n, const int64_t extent[],
               int64_t size[])
{
    int64_t init[RATER_MAX_RANK], last[RATER_MAX_RANK], step[RATER_MAX_RANK];
    int rank = 0;
    for (int k = 0; k < n || rank == 0; rank++) {
        bool single = k == n || (rank < 4 && random_one_in(random, 4));
        int64_t count = single ? 1 : extent[k++];
        int64_t stride = random_between(random, 1, count > 9 ? 1 : 3);
        int64_t before = random_between(random, 0, 3);
        size[rank] = before + (count - 1) * stride + 1 + random_between(random, 0, 3);
        init[rank] = before;
        last[rank] = before + (count - 1) * stride;
        step[rank] = stride;
        if (random_one_in(random, 4)) {
            init[rank] = last[rank];
            last[rank] = before;
            step[rank] = -stride;
        }
        if (count == 1 && random_one_in(random, 2))
            step[rank] = 0;
        if (count > 1 && random_one_in(random, 5)) {
            init[rank] = -1;
            size[rank] = count;
        }
    }
    CHECK_INT(rater_section_init(section, rank, size, init, last, step), RATER_OK);
}

static int
random_extents(Random *random, int64_t extent[])
{
    int n = (int)random_between(random, 0, 3);
    for (int k = 0; k < n; k++)
        extent[k] = random_between(random, 2, n == 3 ? 4 : n == 2 ? 8 : 20);
    return n;
}

static void
test_copy(void)
{
    Random random = random_start(20261123);
    static Case c;
    int moving = 0;
    for (int number = 0; number < TAP_CASES(4000); number++) {
        start_case(&c, &random, MOVE_PROCESSORS);
        int n = random_one_in(&random, 3) ? (int)random_between(&random, 2, 3) : 1;
        for (int i = 0; i < n; i++) {
            RaterSection source, target;
            int64_t extent[4], size[RATER_MAX_RANK];
            int64_t bytes = random_between(&random, 1, 9);
            int n_extents = random_extents(&random, extent);
            random_section(&random, &source, n_extents, extent, size);
            move_random_dist(&random, &c.from[i], &c.grid, NULL);
            move_random_align(&random, &c.from[i], source.rank, size);
            random_section(&random, &target, n_extents, extent, size);
            move_random_dist(&random, &c.to[i], &c.grid, NULL);
            move_random_align(&random, &c.to[i], target.rank, size);
            CU_ASSERT_TRUE(rater_section_conforms(&source, &target));
            CHECK_INT(rater_transfer_init_copy(&c.transfer[i], &c.from[i].mapping, &source,
                                               &c.to[i].mapping, &target, bytes),
                      RATER_OK);
            move_copy(&c.matrix, &c.from[i], &source, &c.to[i], &target, -1, bytes);
            c.n = i + 1;
        }
        moving += check_case(&c, "copy", number);
    }
    CU_ASSERT_TRUE(moving > TAP_CASES(1000));
}

static void
test_buffer(void)
{
    Random random = random_start(20261124);
    static Case c;
    int moving = 0;
    for (int number = 0; number < TAP_CASES(2000); number++) {
        start_case(&c, &random, MOVE_PROCESSORS);
        int n = random_one_in(&random, 3) ? (int)random_between(&random, 2, 3) : 1;
        for (int i = 0; i < n; i++) {
            RaterSection source;
            int64_t extent[4], size[RATER_MAX_RANK];
            int64_t bytes = random_between(&random, 1, 9);
            int64_t holder = random_between(&random, -1, rater_grid_count(&c.grid) - 1);
            int n_extents = random_extents(&random, extent);
            if (random_one_in(&random, 2))
                holder = -1;
            random_section(&random, &source, n_extents, extent, size);
            move_random_dist(&random, &c.from[i], &c.grid, NULL);
            move_random_align(&random, &c.from[i], source.rank, size);
            CHECK_INT(rater_transfer_init_buffer(&c.transfer[i], &c.from[i].mapping, &source,
                                                 &c.grid, holder, bytes),
                      RATER_OK);
            move_copy(&c.matrix, &c.from[i], &source, NULL, NULL, holder, bytes);
            c.n = i + 1;
        }
        moving += check_case(&c, "buffer", number);
    }
    CU_ASSERT_TRUE(moving > TAP_CASES(1000));
}

static RaterAlignRule
random_remote_rule(Random *random, int loop_rank, int64_t size)
{
    static const int64_t coeffs[] = { 1, 1, 1, -1, 2, -2, 3, 0 };
    if (random_one_in(random, 6))
        return (RaterAlignRule){ .axis = -1 };
    if (random_one_in(random, 6))
        return (RaterAlignRule){ 0, random_between(random, 0, 2),
                                 random_between(random, -1, size) };
    RaterAlignRule rule = { .axis = random_between(random, 1, loop_rank),
                            .coeff = coeffs[random_between(random, 0, 7)] };
    rule.konst = random_between(random, -4, 6) + (rule.coeff < 0 ? size : 0);
    return rule;
}

static void
test_remote(void)
{
    Random random = random_start(20261125);
    static Case c;
    int moving = 0;
    for (int number = 0; number < TAP_CASES(7000); number++) {
        start_case(&c, &random, MOVE_PROCESSORS);
        int n = random_one_in(&random, 3) ? (int)random_between(&random, 2, 3) : 1;
        for (int i = 0; i < n; i++) {
            RaterAlignRule rules[RATER_MAX_RANK];
            int64_t size[4];
            int64_t bytes = random_between(&random, 1, 9);
            int rank = move_random_sizes(&random, size);
            move_random_dist(&random, &c.from[i], &c.grid, NULL);
            move_random_align(&random, &c.from[i], rank, size);
            move_random_dist(&random, &c.to[i], &c.grid, NULL);
            move_random_loop(&random, &c.loop[i], &c.to[i]);
            int n_rules =
                random_one_in(&random, 6) ? (int)random_between(&random, 0, rank) : rank;
            for (int x = 0; x < n_rules; x++)
                rules[x] = random_remote_rule(&random, c.loop[i].loop.rank, size[x]);
            CHECK_INT(rater_transfer_init_remote(&c.transfer[i], &c.from[i].mapping,
                                                 &c.loop[i].loop, n_rules, rules, bytes),
                      RATER_OK);
            move_remote(&c.matrix, &c.from[i], &c.loop[i], n_rules, rules, bytes);
            c.n = i + 1;
        }
        moving += check_case(&c, "remote buffer", number);
    }
    CU_ASSERT_TRUE(moving > TAP_CASES(1000));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "redistribution", test_redistribution },
        { "several arrays", test_several_arrays },
        { "copy", test_copy },
        { "buffer", test_buffer },
        { "remote buffer", test_remote },
        CU_TEST_INFO_NULL,
    };
    return tap_run("transfer-random", tests);
}

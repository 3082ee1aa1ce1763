/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Transfers at the ends of what numbers can hold, and many at once.
 */
#include "rater/transfer/pairs.h"
#include "rater/transfer/transfer.h"
#include "tests/rater/move-naive.h"
#include "tests/tap.h"

#include <string.h>

#define TWO_62 (INT64_C(1) << 62)

/* A 1-D array of `size` on a 1-D template of `template_size` over a line of `parts`. */
static RaterMapping
line_mapping(int64_t parts, int64_t size, int64_t template_size, RaterAlignRule rule)
{
    RaterGrid grid;
    RaterDist dist;
    RaterAlign align;
    RaterMapping mapping;
    RaterDistDim dim = { .axis = 1 };
    CHECK_INT(rater_grid_init(&grid, 1, &parts), RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, 1, &template_size, 1, &dim, NULL), RATER_OK);
    CHECK_INT(rater_align_array(&align, 1, &size, 1, &template_size, NULL, 1, &rule), RATER_OK);
    CHECK_INT(rater_mapping_init(&mapping, &align, &dist), RATER_OK);
    return mapping;
}

static const RaterAlignRule straight = { 1, 1, 0 }, everywhere = { -1, 0, 0 };

/* 2^62 processors: coordinates that behave alike are not gone through. */
static void
test_many_processors(void)
{
    RaterMapping one = line_mapping(TWO_62, 5, 8, (RaterAlignRule){ 0, 0, 3 });
    RaterMapping all = line_mapping(TWO_62, 5, 8, everywhere);
    RaterMapping block = line_mapping(TWO_62, 5, 8, straight);
    RaterTransfer transfer;
    RaterTraffic traffic;
    /* From processor 3 to all others. */
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &one, &all, 2), RATER_OK);
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CU_ASSERT_EQUAL(traffic.messages, 0x1p62);
    CU_ASSERT_EQUAL(traffic.bytes, 0x1p62 * 10);
    CHECK_INT(traffic.distance, TWO_62 - 4);
    CHECK_INT(traffic.largest, 10);
    /* From 0..4 one element each to all others. */
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &block, &all, 2), RATER_OK);
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CU_ASSERT_EQUAL(traffic.messages, 0x1p62 * 5);
    CHECK_INT(traffic.distance, TWO_62 - 1);
    CHECK_INT(traffic.largest, 2);
    /* Both at once: where one goes the other goes too, from 3 together. */
    RaterTransfer both[2] = { transfer };
    CHECK_INT(rater_transfer_init_redistribution(&both[1], &one, &all, 2), RATER_OK);
    CHECK_INT(rater_transfer_traffic(both, 2, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CU_ASSERT_EQUAL(traffic.messages, 0x1p62 * 5);
    CU_ASSERT_EQUAL(traffic.bytes, 0x1p62 * 20);
    CHECK_INT(traffic.largest, 2);
}

/* The same along the second of two dimensions, the first being 3 blocks of rows: (0, 0) holds
 * rows 0 and 1 of 6, and so on, and all get all: 3 * (3 * 2^40) - 3 messages but those from (c,
 * 2) to itself. */
static void
test_many_in_one_dimension(void)
{
    int64_t many = INT64_C(1) << 40;
    int64_t grid_size[] = { 3, many }, template_size[] = { 6, 8 }, size[] = { 6 };
    RaterAlignRule rules[] = { { 1, 1, 0 }, { 0, 0, 2 } }, no_rules[] = { { 0 } };
    RaterDistDim dims[] = { { .axis = 1 }, { .axis = 2 } };
    RaterGrid grid;
    RaterDist dist;
    RaterAlign align;
    RaterMapping some, all;
    RaterTransfer transfer;
    RaterTraffic traffic;
    CHECK_INT(rater_grid_init(&grid, 2, grid_size), RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, 2, template_size, 2, dims, NULL), RATER_OK);
    CHECK_INT(rater_align_array(&align, 1, size, 2, template_size, NULL, 2, rules), RATER_OK);
    CHECK_INT(rater_mapping_init(&some, &align, &dist), RATER_OK);
    CHECK_INT(rater_align_array(&align, 1, size, 2, template_size, NULL, 0, no_rules),
              RATER_OK);
    CHECK_INT(rater_mapping_init(&all, &align, &dist), RATER_OK);
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &some, &all, 1), RATER_OK);
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CU_ASSERT_EQUAL(traffic.messages, 9 * 0x1p40 - 3);
    CU_ASSERT_EQUAL(traffic.bytes, 2 * (9 * 0x1p40 - 3));
    CHECK_INT(traffic.distance, 2 + many - 3);
    CHECK_INT(traffic.largest, 2);
}

/* As many blocks as elements: refused at once instead of gone through. */
static void
test_many_blocks(void)
{
    int64_t many = INT64_C(1) << 40;
    RaterMapping block = line_mapping(many, many, many, straight);
    RaterMapping mirror = line_mapping(many, many, many, (RaterAlignRule){ 1, -1, many - 1 });
    RaterTransfer transfer;
    RaterTraffic traffic = { .largest = 7 };
    RaterPairs *pairs = rater_pairs_new();
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &block, &mirror, 8), RATER_OK);
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic),
              RATER_ERROR_MEMORY);
    CHECK_INT(traffic.largest, 7);
    CHECK_INT(rater_transfer_pairs(&transfer, NULL, NULL, rater_pairs_grid_distance,
                                   &block.grid, pairs),
              RATER_ERROR_MEMORY);
    CHECK_INT(rater_pairs_count(pairs), 0);
    rater_pairs_free(pairs);
}

/* The size of the elements does not matter: 2^62 bytes in halves on two processors. */
static void
test_many_elements(void)
{
    RaterMapping block = line_mapping(2, TWO_62, TWO_62, straight);
    RaterMapping mirror =
        line_mapping(2, TWO_62, TWO_62, (RaterAlignRule){ 1, -1, TWO_62 - 1 });
    RaterTransfer transfer;
    RaterTraffic traffic;
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &block, &mirror, 1), RATER_OK);
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CU_ASSERT_EQUAL(traffic.messages, 2);
    CU_ASSERT_EQUAL(traffic.bytes, 0x1p62);
    CHECK_INT(traffic.largest, TWO_62 / 2);
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &block, &mirror, 2),
              RATER_ERROR_OVERFLOW);
    /* 2^61 + 2^61 + 2^61 + 2^61 bytes a message are too many, three times are not. */
    RaterTransfer four[4] = { transfer, transfer, transfer, transfer };
    CHECK_INT(rater_transfer_traffic(four, 3, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CHECK_INT(traffic.largest, TWO_62 / 2 * 3);
    CHECK_INT(rater_transfer_traffic(four, 4, RATER_TRAFFIC_ALL, &traffic),
              RATER_ERROR_OVERFLOW);
    CHECK_INT(rater_transfer_traffic(four, 4, RATER_TRAFFIC_SUMS, &traffic),
              RATER_ERROR_OVERFLOW);
    CHECK_INT(rater_transfer_traffic(four, 4, RATER_TRAFFIC_PEAK, &traffic),
              RATER_ERROR_OVERFLOW);
    CHECK_INT(rater_transfer_traffic(four, 3, RATER_TRAFFIC_SUMS, &traffic), RATER_OK);
}

/* Steps and factors whose products leave int64_t. */
static void
test_large_factors(void)
{
    int64_t size = TWO_62, four = 4;
    RaterMapping block = line_mapping(2, size, size, straight);
    RaterTransfer transfer = { 0 };
    RaterTraffic traffic;
    RaterLoop loop;
    RaterLoopAxis axis = { 0, TWO_62 - 1, TWO_62 / 2 };
    RaterGrid grid;
    RaterDist dist;
    RaterDistDim dim = { .axis = 1 };
    int64_t two = 2;
    CHECK_INT(rater_grid_init(&grid, 1, &two), RATER_OK);
    CHECK_INT(rater_dist_init(&dist, &grid, 1, &size, 1, &dim, NULL), RATER_OK);
    CHECK_INT(rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, &straight), RATER_OK);
    RaterAlignRule huge = { 1, INT64_MAX, 0 }, negative = { 1, -1, TWO_62 - 1 };
    CHECK_INT(rater_transfer_init_remote(&transfer, &block, &loop, 1, &huge, 1),
              RATER_ERROR_OVERFLOW);
    CHECK_INT(transfer.n_axes, 0);
    /* Iterations 0 and 2^61 read elements 2^62 - 1 and 2^61 - 1: 0 of 1 and 1 of 0. */
    CHECK_INT(rater_transfer_init_remote(&transfer, &block, &loop, 1, &negative, 1), RATER_OK);
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CU_ASSERT_EQUAL(traffic.messages, 2);
    CHECK_INT(traffic.largest, 1);
    RaterMapping sparse = line_mapping(2, four, size, (RaterAlignRule){ 1, TWO_62 / 4, 0 });
    RaterSection section;
    int64_t init = 3, last = 0, step = -1;
    CHECK_INT(rater_section_init(&section, 1, &four, &init, &last, &step), RATER_OK);
    CHECK_INT(rater_transfer_init_copy(&transfer, &sparse, &section, &sparse, &section, 1),
              RATER_OK);
    CHECK_INT(rater_transfer_traffic(&transfer, 1, RATER_TRAFFIC_ALL, &traffic), RATER_OK);
    CU_ASSERT_EQUAL(traffic.messages, 0);
}

/* Random numbers of any size: an answer or an error, never more. */
static int64_t
any_number(Random *random)
{
    int64_t number = (int64_t)(random_bits(random) >> random_between(random, 1, 63));
    return random_one_in(random, 4) ? -number : number;
}

static void
test_any_numbers(void)
{
    Random random = random_start(20261204);
    int made = 0;
    for (int number = 0; number < 20000; number++) {
        int64_t parts = random_between(&random, 1, 5);
        int64_t size[2] = { any_number(&random), any_number(&random) };
        RaterAlignRule rules[2] = { { 1, any_number(&random), any_number(&random) },
                                    { 1, any_number(&random), any_number(&random) } };
        RaterGrid grid;
        RaterDist dist;
        RaterAlign align[2];
        RaterMapping mapping[2];
        RaterTransfer transfer[2];
        RaterTraffic traffic;
        RaterLoop loop;
        RaterLoopAxis axis = { any_number(&random), any_number(&random), any_number(&random) };
        RaterDistDim dim = { .axis = 1 };
        CHECK_INT(rater_grid_init(&grid, 1, &parts), RATER_OK);
        if (rater_dist_init(&dist, &grid, 1, size, 1, &dim, NULL) != RATER_OK ||
            rater_align_array(&align[0], 1, size + 1, 1, size, NULL, 1, rules) != RATER_OK ||
            rater_align_array(&align[1], 1, size + 1, 1, size, NULL, 1, rules + 1) !=
                RATER_OK ||
            rater_mapping_init(&mapping[0], &align[0], &dist) != RATER_OK ||
            rater_mapping_init(&mapping[1], &align[1], &dist) != RATER_OK)
            continue;
        int n = 0;
        n += rater_transfer_init_redistribution(&transfer[n], &mapping[0], &mapping[1],
                                                any_number(&random)) == RATER_OK;
        if (rater_loop_init(&loop, 1, &axis, NULL, &dist, 1, rules) == RATER_OK)
            n += rater_transfer_init_remote(&transfer[n], &mapping[1], &loop, 1, rules + 1,
                                            any_number(&random)) == RATER_OK;
        if (rater_transfer_traffic(transfer, n, RATER_TRAFFIC_ALL, &traffic) == RATER_OK) {
            made += n > 0;
            CU_ASSERT_TRUE(traffic.messages >= 0 && traffic.bytes >= 0 &&
                           traffic.distance < parts && traffic.largest >= 0);
        }
    }
    CU_ASSERT_TRUE(made > 500);
}

/* 200 arrays that all lie differently on 6 processors: more than are joined. */
static void
test_many_transfers(void)
{
    static RaterTransfer transfers[200];
    static MovePlaced from, to;
    static MoveMatrix matrix;
    int64_t parts = 6, template_size = 300;
    RaterDistDim dim = { .axis = 1 };
    memset(&matrix, 0, sizeof matrix);
    CHECK_INT(rater_grid_init(&matrix.source, 1, &parts), RATER_OK);
    matrix.target = matrix.source;
    CHECK_INT(rater_dist_init(&from.dist, &matrix.source, 1, &template_size, 1, &dim, NULL),
              RATER_OK);
    to.dist = from.dist;
    for (int i = 0; i < 200; i++) {
        int64_t size = 40 + i % 7, whole = -1;
        RaterAlignRule low = { 1, 1, i }, high = { 1, -1, 299 - i / 2 };
        RaterSection all;
        CHECK_INT(rater_section_init_coords(&all, 1, &size, &whole), RATER_OK);
        CHECK_INT(rater_align_array(&from.align, 1, &size, 1, &template_size, NULL, 1, &low),
                  RATER_OK);
        CHECK_INT(rater_align_array(&to.align, 1, &size, 1, &template_size, NULL, 1, &high),
                  RATER_OK);
        move_make_mapping(&from);
        move_make_mapping(&to);
        CHECK_INT(rater_transfer_init_redistribution(&transfers[i], &from.mapping, &to.mapping,
                                                     1 + i % 5),
                  RATER_OK);
        move_copy(&matrix, &from, &all, &to, &all, -1, 1 + i % 5);
        if (i % 20 == 19 || i == 62 || i == 63 || i == 64) {
            RaterTraffic actual = { 0 }, expected;
            move_traffic(&matrix, &expected);
            CHECK_INT(rater_transfer_traffic(transfers, i + 1, RATER_TRAFFIC_ALL, &actual),
                      RATER_OK);
            move_check(&actual, &expected, "transfers", i + 1);
        }
    }
}

/* Any number of arrays that differ in their element size and in axes that are not distributed
 * are one kind: pair by pair there would be too many. */
static void
test_many_alike(void)
{
    static RaterTransfer transfers[100];
    int64_t grid_size[] = { 1 << 20, 5 }, template_size[] = { 30, 40 };
    RaterGrid grid;
    RaterDist before, after;
    RaterDistDim rows[] = { { 0 }, { .axis = 1 } }, columns[] = { { 0 }, { .axis = 2 } };
    RaterTraffic one, all;
    CHECK_INT(rater_grid_init(&grid, 2, grid_size), RATER_OK);
    CHECK_INT(rater_dist_init(&before, &grid, 2, template_size, 2, rows, NULL), RATER_OK);
    CHECK_INT(rater_dist_init(&after, &grid, 2, template_size, 2, columns, NULL), RATER_OK);
    int64_t elements = 0;
    for (int i = 0; i < 100; i++) {
        int64_t size[] = { 1 + i % 3, 20, 2, 30 };
        RaterAlignRule rules[] = { { 2, 1, 3 }, { 4, 1, 4 } };
        RaterAlign align;
        RaterMapping from, to;
        CHECK_INT(rater_align_array(&align, 4, size, 2, template_size, NULL, 2, rules),
                  RATER_OK);
        CHECK_INT(rater_mapping_init(&from, &align, &before), RATER_OK);
        CHECK_INT(rater_mapping_init(&to, &align, &after), RATER_OK);
        CHECK_INT(rater_transfer_init_redistribution(&transfers[i], &from, &to, 1 + i),
                  RATER_OK);
        elements += (1 + i) * size[0];
    }
    CHECK_INT(rater_transfer_traffic(transfers, 1, RATER_TRAFFIC_ALL, &one), RATER_OK);
    CHECK_INT(rater_transfer_traffic(transfers, 100, RATER_TRAFFIC_ALL, &all), RATER_OK);
    CU_ASSERT_TRUE(one.messages > 1 << 20);
    CU_ASSERT_EQUAL(all.messages, one.messages);
    CU_ASSERT_EQUAL(all.bytes, one.bytes * (double)elements);
    CHECK_INT(all.distance, one.distance);
    CHECK_INT(all.largest, one.largest * elements);
}

/* 32 x 32 processors, and arrays that move (BLOCK, BLOCK) to (*, BLOCK) with other offsets: far
 * more pairs than blocks. Against the pairs. */
static void
test_large_grid(void)
{
    int64_t grid_size[] = { 32, 32 }, size[] = { 100, 90 }, template_size[] = { 120, 110 };
    RaterGrid grid;
    RaterDist before, after;
    RaterDistDim both[] = { { .axis = 1 }, { .axis = 2 } }, one[] = { { .axis = 2 }, { 0 } };
    RaterTransfer transfers[4];
    RaterPairs *pairs = rater_pairs_new();
    CHECK_INT(rater_grid_init(&grid, 2, grid_size), RATER_OK);
    CHECK_INT(rater_dist_init(&before, &grid, 2, template_size, 2, both, NULL), RATER_OK);
    CHECK_INT(rater_dist_init(&after, &grid, 2, template_size, 2, one, NULL), RATER_OK);
    for (int i = 0; i < 4; i++) {
        RaterAlignRule rules[] = { { 1, 1, 5 * i }, { 2, i == 2 ? -1 : 1, i == 2 ? 100 : i } };
        RaterAlign align;
        RaterMapping from, to;
        RaterTraffic fast, slow;
        CHECK_INT(rater_align_array(&align, 2, size, 2, template_size, NULL, 2, rules),
                  RATER_OK);
        CHECK_INT(rater_mapping_init(&from, &align, &before), RATER_OK);
        CHECK_INT(rater_mapping_init(&to, &align, &after), RATER_OK);
        CHECK_INT(rater_transfer_init_redistribution(&transfers[i], &from, &to, i + 1),
                  RATER_OK);
        CHECK_INT(rater_transfer_pairs(&transfers[i], NULL, NULL, rater_pairs_grid_distance,
                                       &grid, pairs),
                  RATER_OK);
        CHECK_INT(rater_transfer_traffic(transfers, i + 1, RATER_TRAFFIC_ALL, &fast), RATER_OK);
        rater_pairs_traffic(pairs, rater_pairs_grid_distance, &grid, &slow);
        move_check(&fast, &slow, "large grid", i);
        CU_ASSERT_TRUE(fast.messages > 20000);
    }
    rater_pairs_free(pairs);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "many processors", test_many_processors },
        { "many in one dimension", test_many_in_one_dimension },
        { "many blocks", test_many_blocks },
        { "many elements", test_many_elements },
        { "large factors", test_large_factors },
        { "any numbers", test_any_numbers },
        { "many transfers", test_many_transfers },
        { "many alike", test_many_alike },
        { "a large grid", test_large_grid },
        CU_TEST_INFO_NULL,
    };
    return tap_run("transfer-limits", tests);
}

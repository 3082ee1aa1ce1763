/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pairs of processors: the table, transfers between different systems, copies by runs, shadow
 * exchanges.
 */
#include "rater/transfer/pairs.h"
#include "rater/transfer/transfer.h"
#include "tests/rater/geometry.h"
#include "tests/rater/move-naive.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

/* Bytes between processors of a root system, by root number. */
typedef struct {
    RaterGrid grid;
    int64_t bytes[MOVE_PROCESSORS][MOVE_PROCESSORS];
} Root;

static void
compare(const Root *root, const RaterPairs *pairs)
{
    int64_t count = 0;
    bool same = true;
    for (int64_t p = 0; p < MOVE_PROCESSORS; p++)
        for (int64_t q = 0; q < MOVE_PROCESSORS; q++) {
            same = same && move_pairs_get(pairs, p, q) == root->bytes[p][q];
            count += root->bytes[p][q] > 0;
        }
    CU_ASSERT_TRUE(same);
    CHECK_INT(rater_pairs_count(pairs), count);
}

static int64_t
zero_distance(int64_t p, int64_t q, const void *context)
{
    (void)context;
    return p != q;
}

static void
test_table(void)
{
    Random random = random_start(20261129);
    static int64_t expected[300][300];
    RaterPairs *pairs = rater_pairs_new();
    int64_t count = 0;
    memset(expected, 0, sizeof expected);
    for (int i = 0; i < 60000; i++) {
        int64_t p = random_between(&random, 0, 299), q = random_between(&random, 0, 299);
        int64_t bytes = random_between(&random, 0, 5);
        CHECK_INT(rater_pairs_add(pairs, p, q, bytes), RATER_OK);
        if (p == q)
            continue;
        count += expected[p][q] == 0 && bytes > 0;
        expected[p][q] += bytes;
    }
    CHECK_INT(rater_pairs_count(pairs), count);
    RaterPair *list = calloc((size_t)count, sizeof *list);
    rater_pairs_list(pairs, list);
    RaterTraffic expected_traffic = { .messages = (double)count, .distance = 1 };
    int64_t at = 0;
    for (int64_t p = 0; p < 300; p++)
        for (int64_t q = 0; q < 300; q++) {
            if (expected[p][q] == 0)
                continue;
            CU_ASSERT_TRUE(list[at].from == p && list[at].to == q &&
                           list[at].bytes == expected[p][q]);
            at++;
            expected_traffic.bytes += (double)expected[p][q];
            if (expected[p][q] > expected_traffic.largest)
                expected_traffic.largest = expected[p][q];
        }
    RaterTraffic traffic;
    rater_pairs_traffic(pairs, zero_distance, NULL, &traffic);
    move_check(&traffic, &expected_traffic, "table", 0);
    free(list);
    rater_pairs_free(pairs);
}

static void
test_table_limits(void)
{
    RaterPairs *pairs = rater_pairs_new();
    RaterTraffic traffic;
    CHECK_INT(rater_pairs_add(pairs, 3, 3, 9), RATER_OK);
    CHECK_INT(rater_pairs_add(pairs, 3, 4, 0), RATER_OK);
    CHECK_INT(rater_pairs_count(pairs), 0);
    CHECK_INT(rater_pairs_add(pairs, INT64_MAX, 4, INT64_MAX), RATER_OK);
    CHECK_INT(rater_pairs_add(pairs, INT64_MAX, 4, 1), RATER_ERROR_OVERFLOW);
    CHECK_INT(move_pairs_get(pairs, INT64_MAX, 4), INT64_MAX);
    CHECK_INT(rater_pairs_add(pairs, 4, INT64_MAX, INT64_MAX), RATER_OK);
    rater_pairs_traffic(pairs, zero_distance, NULL, &traffic);
    CU_ASSERT_EQUAL(traffic.bytes, 0x1p64);
    CHECK_INT(traffic.largest, INT64_MAX);
    rater_pairs_free(pairs);
    rater_pairs_free(NULL);
}

/* Different root numbers for the processors of a grid. */
static void
random_numbers(Random *random, int64_t number[], const RaterGrid *grid)
{
    int64_t all[MOVE_PROCESSORS];
    for (int i = 0; i < MOVE_PROCESSORS; i++)
        all[i] = i;
    for (int64_t i = 0; i < rater_grid_count(grid); i++) {
        int64_t other = random_between(random, i, MOVE_PROCESSORS - 1);
        number[i] = all[other];
        all[other] = all[i];
    }
}

/* Two systems inside of a root system. */
typedef struct {
    Root root;
    RaterGrid source, target;
    MovePlaced from, to;
    MoveLoop loop;
    int64_t source_number[MOVE_PROCESSORS], target_number[MOVE_PROCESSORS];
} Systems;

static void
random_systems(Systems *s, Random *random)
{
    static const int64_t root_size[] = { 2, 3, 4 };
    memset(s, 0, sizeof *s);
    CHECK_INT(rater_grid_init(&s->root.grid, 3, root_size), RATER_OK);
    move_random_grid(random, &s->source, 12);
    move_random_grid(random, &s->target, 12);
    random_numbers(random, s->source_number, &s->source);
    random_numbers(random, s->target_number, &s->target);
    move_random_dist(random, &s->from, &s->source, NULL);
    move_random_dist(random, &s->to, &s->target, NULL);
}

/* The holder with the least distance and then the least number sends to root processor q,
 * unless that holds the element itself. */
static void
need(Systems *s, const int64_t x[], int64_t q, int64_t bytes)
{
    int64_t best = -1;
    for (int64_t i = 0; i < rater_grid_count(&s->source); i++) {
        int64_t index[RATER_MAX_RANK];
        int64_t p = s->source_number[i];
        rater_grid_index(&s->source, i, index);
        if (!move_holds(&s->from, index, x))
            continue;
        int64_t distance = rater_grid_distance(&s->root.grid, p, q);
        int64_t least = best < 0 ? INT64_MAX : rater_grid_distance(&s->root.grid, best, q);
        if (distance < least || (distance == least && p < best))
            best = p;
    }
    if (best >= 0 && best != q)
        s->root.bytes[best][q] += bytes;
}

static void
copy_between(Systems *s, const RaterSection *source, const RaterSection *target, int64_t bytes)
{
    for (int64_t k = 0; k < source->total; k++) {
        int64_t x[RATER_MAX_RANK], y[RATER_MAX_RANK], index[RATER_MAX_RANK];
        move_section_index(source, k, x);
        move_section_index(target, k, y);
        for (int64_t i = 0; i < rater_grid_count(&s->target); i++) {
            rater_grid_index(&s->target, i, index);
            if (move_holds(&s->to, index, y))
                need(s, x, s->target_number[i], bytes);
        }
    }
}

static RaterSection
whole_section(int rank, const int64_t size[])
{
    int64_t whole[RATER_MAX_RANK];
    RaterSection section = { 0 };
    memset(whole, -1, sizeof whole);
    CHECK_INT(rater_section_init_coords(&section, rank, size, whole), RATER_OK);
    return section;
}

/* Arrays go from one system to another. */
static void
test_systems(void)
{
    Random random = random_start(20261130);
    static Systems s;
    int moving = 0;
    for (int number = 0; number < 1500; number++) {
        int64_t size[4];
        int64_t bytes = random_between(&random, 1, 9);
        random_systems(&s, &random);
        int rank = move_random_sizes(&random, size);
        move_random_align(&random, &s.from, rank, size);
        move_random_align(&random, &s.to, rank, size);
        RaterSection all = whole_section(rank, size);
        RaterTransfer transfer;
        RaterPairs *pairs = rater_pairs_new();
        CHECK_INT(rater_transfer_init_redistribution(&transfer, &s.from.mapping, &s.to.mapping,
                                                     bytes),
                  RATER_OK);
        CHECK_INT(rater_transfer_pairs(&transfer, s.source_number, s.target_number,
                                       rater_pairs_grid_distance, &s.root.grid, pairs),
                  RATER_OK);
        copy_between(&s, &all, &all, bytes);
        compare(&s.root, pairs);
        moving += rater_pairs_count(pairs) > 0;
        rater_pairs_free(pairs);
    }
    CU_ASSERT_TRUE(moving > 500);
}

/* An array of one system is read by a loop on another, whose numbers are the root's. */
static void
test_remote_systems(void)
{
    Random random = random_start(20261201);
    static Systems s;
    int moving = 0;
    for (int number = 0; number < 1000; number++) {
        int64_t size[4];
        random_systems(&s, &random);
        int rank = move_random_sizes(&random, size);
        move_random_align(&random, &s.from, rank, size);
        move_random_loop(&random, &s.loop, &s.to);
        RaterTransfer transfer;
        RaterAlignRule rule = { random_between(&random, 1, s.loop.loop.rank),
                                random_between(&random, -2, 2),
                                random_between(&random, -3, 6) };
        CHECK_INT(
            rater_transfer_init_remote(&transfer, &s.from.mapping, &s.loop.loop, 1, &rule, 3),
            RATER_OK);
        RaterPairs *pairs = rater_pairs_new();
        CHECK_INT(rater_transfer_pairs(&transfer, s.source_number, NULL,
                                       rater_pairs_grid_distance, &s.root.grid, pairs),
                  RATER_OK);
        RaterSection all = whole_section(rank, size);
        for (int64_t k = 0; k < all.total; k++) {
            int64_t x[RATER_MAX_RANK];
            move_section_index(&all, k, x);
            for (int64_t q = 0; q < rater_grid_count(&s.target); q++)
                if (move_remote_needs(&s.loop, &s.target, q, 1, &rule, x))
                    need(&s, x, q, 3);
        }
        compare(&s.root, pairs);
        moving += rater_pairs_count(pairs) > 0;
        rater_pairs_free(pairs);
    }
    CU_ASSERT_TRUE(moving > 150);
}

/* Factors of `total` in random order, axes of one element among them. */
static int
random_shape(Random *random, int64_t total, int64_t size[])
{
    int rank = 0;
    while (rank < 3 && total > 1) {
        int64_t factor = random_between(random, 1, total);
        if (total % factor != 0)
            continue;
        size[rank++] = factor;
        total /= factor;
    }
    size[rank++] = total;
    return rank;
}

/* A section of that shape of a larger array, of which `size` becomes that of the array. */
static RaterSection
random_section(Random *random, int rank, int64_t size[])
{
    int64_t init[4], last[4], step[4];
    RaterSection section = { 0 };
    for (int x = 0; x < rank; x++) {
        int64_t count = size[x];
        step[x] = count < 12 ? random_between(random, 1, 2) : 1;
        init[x] = random_between(random, 0, 2);
        last[x] = init[x] + (count - 1) * step[x];
        size[x] = last[x] + 1 + random_between(random, 0, 2);
        if (random_one_in(random, 4)) {
            int64_t swap = init[x];
            init[x] = last[x];
            last[x] = swap;
            step[x] = -step[x];
        }
    }
    CHECK_INT(rater_section_init(&section, rank, size, init, last, step), RATER_OK);
    return section;
}

/* Sections that need not conform, between systems and (distance NULL) on one grid. */
static void
test_runs(void)
{
    static const int64_t totals[] = { 1, 6, 12, 24, 30, 36, 48, 60 };
    Random random = random_start(20261202);
    static Systems s;
    int moving = 0, conforming = 0;
    for (int number = 0; number < 2000; number++) {
        int64_t from_size[4], to_size[4];
        int64_t total = totals[random_between(&random, 0, 7)];
        bool one_grid = random_one_in(&random, 3);
        random_systems(&s, &random);
        if (one_grid) {
            s.target = s.root.grid = s.source;
            move_random_dist(&random, &s.to, &s.target, NULL);
            for (int i = 0; i < MOVE_PROCESSORS; i++)
                s.source_number[i] = s.target_number[i] = i;
        }
        int from_rank = random_shape(&random, total, from_size);
        int to_rank = random_shape(&random, total, to_size);
        RaterSection source = random_section(&random, from_rank, from_size);
        RaterSection target = random_section(&random, to_rank, to_size);
        move_random_align(&random, &s.from, from_rank, from_size);
        move_random_align(&random, &s.to, to_rank, to_size);
        RaterPairs *pairs = rater_pairs_new();
        CHECK_INT(rater_transfer_runs(&s.from.mapping, &source,
                                      one_grid ? NULL : s.source_number, &s.to.mapping, &target,
                                      one_grid ? NULL : s.target_number, 5,
                                      rater_pairs_grid_distance, &s.root.grid, pairs),
                  RATER_OK);
        copy_between(&s, &source, &target, 5);
        compare(&s.root, pairs);
        moving += rater_pairs_count(pairs) > 0;
        rater_pairs_free(pairs);
        RaterTransfer transfer;
        RaterStatus status = rater_transfer_init_copy(&transfer, &s.from.mapping, &source,
                                                      &s.to.mapping, &target, 5);
        conforming += status == RATER_OK;
        CHECK_INT(status,
                  rater_section_conforms(&source, &target) ? RATER_OK : RATER_ERROR_RANK);
    }
    CU_ASSERT_TRUE(moving > 500);
    CU_ASSERT_TRUE(conforming > 100);
}

/* 1 x 4 and 4 x 1 systems of a root line of 8, 0-3 and 4-7: two holders at the same distance.
 */
static void
test_nearest(void)
{
    RaterGrid root, grid;
    int64_t eight = 8, one = 1, size[] = { 5 }, sizes[] = { 2 };
    int64_t ends[] = { 6, 2 }, middle[] = { 4 }, inside[] = { 2 };
    RaterMapping all, alone;
    RaterTransfer transfer;
    RaterPairs *pairs = rater_pairs_new();
    CHECK_INT(rater_grid_init(&root, 1, &eight), RATER_OK);
    CHECK_INT(rater_grid_init(&grid, 1, sizes), RATER_OK);
    CHECK_INT(geometry_replicate(&all, 1, size, &grid), RATER_OK);
    CHECK_INT(rater_grid_init(&grid, 1, &one), RATER_OK);
    CHECK_INT(geometry_replicate(&alone, 1, size, &grid), RATER_OK);
    CHECK_INT(rater_transfer_init_redistribution(&transfer, &all, &alone, 1), RATER_OK);
    CHECK_INT(
        rater_transfer_pairs(&transfer, ends, middle, rater_pairs_grid_distance, &root, pairs),
        RATER_OK);
    CHECK_INT(rater_pairs_count(pairs), 1);
    CHECK_INT(move_pairs_get(pairs, 2, 4), 5);
    CHECK_INT(
        rater_transfer_pairs(&transfer, ends, inside, rater_pairs_grid_distance, &root, pairs),
        RATER_OK);
    CHECK_INT(rater_pairs_count(pairs), 1);
    rater_pairs_free(pairs);
}

static void
test_run_errors(void)
{
    RaterGrid grid;
    int64_t four = 4, size[] = { 8, 3 }, other[] = { 5, 5 };
    RaterMapping a, b;
    RaterPairs *pairs = rater_pairs_new();
    CHECK_INT(rater_grid_init(&grid, 1, &four), RATER_OK);
    CHECK_INT(geometry_replicate(&a, 2, size, &grid), RATER_OK);
    CHECK_INT(geometry_replicate(&b, 2, other, &grid), RATER_OK);
    RaterSection all = whole_section(2, size), whole = whole_section(2, other);
    struct {
        const RaterMapping *to;
        const RaterSection *target;
        int64_t bytes;
        RaterStatus status;
    } cases[] = {
        { &b, &whole, 4, RATER_ERROR_SECTION },
        { &b, &all, 4, RATER_ERROR_SECTION },
        { &a, &all, 0, RATER_ERROR_SIZE },
        { &a, &all, INT64_MAX, RATER_ERROR_OVERFLOW },
        { &a, &all, 4, RATER_OK },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_INT(rater_transfer_runs(&a, &all, NULL, cases[i].to, cases[i].target, NULL,
                                      cases[i].bytes, rater_pairs_grid_distance, &grid, pairs),
                  cases[i].status);
    CHECK_INT(rater_pairs_count(pairs), 0);
    rater_pairs_free(pairs);
}

static void
random_shadow(Random *random, RaterShadow *shadow, const RaterMapping *mapping)
{
    *shadow = (RaterShadow){ .mapping = mapping,
                             .element_bytes = random_between(random, 1, 9),
                             .max_axes = (int)random_between(random, 0, 4) };
    rater_shadow_whole(shadow);
    for (int x = 0; x < mapping->rank; x++) {
        shadow->low[x] = random_between(random, 0, 3);
        shadow->high[x] = random_between(random, 0, 3);
        shadow->sign[x] =
            random_one_in(random, 4) ? (int)random_between(random, 0, 7) : RATER_SHADOW_ANY;
        if (random_one_in(random, 6))
            shadow->part[x] = (RaterRange){ random_between(random, 0, 2),
                                            random_between(random, 2, mapping->size[x] + 1) };
        if (random_one_in(random, 8))
            shadow->low_layers[x] = (RaterRange){ 1, 2 };
        if (random_one_in(random, 8))
            shadow->high_layers[x] = (RaterRange){ 0, 1 };
    }
}

/* Against the sums of rater_shadow_traffic(). */
static void
test_shadow(void)
{
    Random random = random_start(20261203);
    static MovePlaced placed[3];
    int moving = 0;
    for (int number = 0; number < 1500; number++) {
        RaterGrid grid;
        RaterShadow shadows[3];
        RaterTraffic actual, expected;
        int n = (int)random_between(&random, 1, 3);
        move_random_grid(&random, &grid, MOVE_PROCESSORS);
        for (int i = 0; i < n; i++) {
            int64_t size[4];
            int rank = move_random_sizes(&random, size);
            move_random_dist(&random, &placed[i], &grid, NULL);
            move_random_align(&random, &placed[i], rank, size);
            random_shadow(&random, &shadows[i], &placed[i].mapping);
        }
        RaterPairs *pairs = rater_pairs_new();
        CHECK_INT(rater_shadow_pairs(shadows, n, NULL, pairs), RATER_OK);
        CHECK_INT(rater_shadow_traffic(shadows, n, &expected), RATER_OK);
        rater_pairs_traffic(pairs, rater_pairs_grid_distance, &grid, &actual);
        move_check(&actual, &expected, "shadow", number);
        moving += expected.messages > 0;

        /* The same pairs under other numbers. */
        int64_t numbers[MOVE_PROCESSORS];
        RaterPairs *renamed = rater_pairs_new();
        bool same = true;
        random_numbers(&random, numbers, &grid);
        CHECK_INT(rater_shadow_pairs(shadows, n, numbers, renamed), RATER_OK);
        for (int64_t p = 0; p < rater_grid_count(&grid); p++)
            for (int64_t q = 0; q < rater_grid_count(&grid); q++)
                same = same && move_pairs_get(pairs, p, q) ==
                                   move_pairs_get(renamed, numbers[p], numbers[q]);
        CU_ASSERT_TRUE(same);
        CHECK_INT(rater_pairs_count(renamed), rater_pairs_count(pairs));
        rater_pairs_free(renamed);
        rater_pairs_free(pairs);
    }
    CU_ASSERT_TRUE(moving > 500);
}

static void
test_shadow_errors(void)
{
    RaterGrid grid, other;
    int64_t four = 4, two = 2, size[] = { 8 };
    RaterMapping a, b;
    RaterPairs *pairs = rater_pairs_new();
    CHECK_INT(rater_grid_init(&grid, 1, &four), RATER_OK);
    CHECK_INT(rater_grid_init(&other, 1, &two), RATER_OK);
    CHECK_INT(geometry_replicate(&a, 1, size, &grid), RATER_OK);
    CHECK_INT(geometry_replicate(&b, 1, size, &other), RATER_OK);
    RaterShadow shadows[2] = { { .mapping = &a, .element_bytes = 4 },
                               { .mapping = &b, .element_bytes = 4 } };
    CHECK_INT(rater_shadow_pairs(shadows, 2, NULL, pairs), RATER_ERROR_RANK);
    CHECK_INT(rater_shadow_pairs(shadows, 0, NULL, pairs), RATER_OK);
    shadows[0].low[0] = -1;
    CHECK_INT(rater_shadow_pairs(shadows, 1, NULL, pairs), RATER_ERROR_WIDTH);
    shadows[0].element_bytes = 0;
    CHECK_INT(rater_shadow_pairs(shadows, 1, NULL, pairs), RATER_ERROR_SIZE);
    rater_pairs_free(pairs);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "table", test_table },
        { "limits of the table", test_table_limits },
        { "systems", test_systems },
        { "remote buffers between systems", test_remote_systems },
        { "nearest holder", test_nearest },
        { "runs", test_runs },
        { "errors of runs", test_run_errors },
        { "shadow edges", test_shadow },
        { "errors of shadow edges", test_shadow_errors },
        CU_TEST_INFO_NULL,
    };
    return tap_run("pairs", tests);
}

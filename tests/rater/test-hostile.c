/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers at the ends of int64_t everywhere: every call has a result or an error,
 * and what has a result keeps to its invariants. Run under the sanitizers, this also
 * shows that nothing overflows.
 */
#include "rater/geometry/loop.h"
#include "rater/shadow/shadow.h"
#include "tests/rater/geometry.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#include <stddef.h>
#include <stdio.h>

#define RANK 3

static int64_t
any_number(Random *random)
{
    static const int64_t edges[] = { 0,
                                     1,
                                     2,
                                     3,
                                     1000,
                                     1 << 20,
                                     INT64_MAX,
                                     INT64_MAX - 1,
                                     INT64_MAX / 2,
                                     INT64_MAX / 3,
                                     INT64_MIN,
                                     INT64_MIN + 1 };
    int64_t number = edges[random_between(random, 0, 11)];
    if (random_one_in(random, 4))
        number = (int64_t)(random_bits(random) >> random_between(random, 0, 63));
    return random_one_in(random, 3) && number != INT64_MIN ? -number : number;
}

static int64_t
any_size(Random *random)
{
    int64_t number = any_number(random);
    return number > 0 || random_one_in(random, 20) ? number : 1 + (number & INT64_MAX) / 2;
}

typedef struct {
    RaterGrid grid;
    int64_t size[RANK];
    int64_t multiple[RANK];
    RaterDistDim dim[RANK];
    int64_t prefix[RANK][9];
    RaterDist dist;
} Field;

static RaterStatus
make_field(Field *field, Random *random)
{
    int64_t parts[RANK];
    for (int g = 0; g < RANK; g++) {
        parts[g] = random_between(random, 1, 8);
        field->size[g] = any_size(random);
        field->multiple[g] = random_one_in(random, 2) ? 1 : any_size(random);
        field->dim[g] = (RaterDistDim){ .axis = g + 1 };
        if (random_one_in(random, 3))
            field->dim[g].fixed = any_number(random);
        field->prefix[g][0] = 0;
        for (int64_t c = 0; c < parts[g]; c++)
            field->prefix[g][c + 1] =
                field->prefix[g][c] +
                random_between(random, 0, (INT64_MAX - field->prefix[g][c]) / 2);
        if (random_one_in(random, 3))
            field->dim[g].prefix = field->prefix[g];
    }
    CHECK_INT(rater_grid_init(&field->grid, RANK, parts), RATER_OK);
    return rater_dist_init(&field->dist, &field->grid, RANK, field->size, RANK, field->dim,
                           field->multiple);
}

static void
any_rules(Random *random, RaterAlignRule rules[])
{
    for (int t = 0; t < RANK; t++) {
        rules[t] = (RaterAlignRule){ t + 1, any_number(random), any_number(random) };
        if (random_one_in(random, 2))
            rules[t].coeff = random_one_in(random, 2) ? 1 : -1;
        if (random_one_in(random, 8))
            rules[t].axis = random_between(random, -2, RANK + 1);
    }
}

/* An array on the template, and in half of the cases another one on it. */
static RaterStatus
make_align(RaterAlign *align, const Field *field, Random *random)
{
    RaterAlignRule rules[RANK];
    int64_t size[RANK];
    for (int x = 0; x < RANK; x++)
        size[x] = any_size(random);
    any_rules(random, rules);
    RaterStatus status =
        rater_align_array(align, RANK, size, RANK, field->size, NULL, RANK, rules);
    if (status != RATER_OK || random_one_in(random, 2))
        return status;
    RaterAlign pattern = *align;
    any_rules(random, rules);
    return rater_align_array(align, RANK, size, 0, NULL, &pattern, RANK, rules);
}

static int
count_wrong_blocks(const RaterMapping *mapping)
{
    int wrong = 0;
    for (int64_t p = 0; p < rater_grid_count(&mapping->grid); p++) {
        int64_t index[RANK];
        RaterRange block[RANK];
        rater_grid_index(&mapping->grid, p, index);
        if (!geometry_local(mapping, index, block))
            continue;
        for (int x = 0; x < RANK; x++) {
            int g = mapping->dim[x];
            wrong += block[x].lo < 0 || block[x].lo >= block[x].hi;
            wrong += block[x].hi > mapping->size[x];
            if (g < 0)
                continue;
            wrong += rater_place_owner(&mapping->place[g], block[x].lo) != index[g];
            wrong += rater_place_owner(&mapping->place[g], block[x].hi - 1) != index[g];
        }
    }
    return wrong;
}

static void
check_shadow(const RaterMapping *mapping, Random *random)
{
    RaterShadow shadow = { .mapping = mapping,
                           .element_bytes = any_size(random),
                           .max_axes = 3 };
    rater_shadow_whole(&shadow);
    for (int x = 0; x < RANK; x++) {
        shadow.low[x] = any_size(random);
        shadow.high[x] = any_size(random);
        shadow.sign[x] = RATER_SHADOW_ANY;
        if (random_one_in(random, 3))
            shadow.part[x] = (RaterRange){ any_number(random), any_number(random) };
        if (random_one_in(random, 3))
            shadow.low_layers[x] = (RaterRange){ any_number(random), any_number(random) };
        if (random_one_in(random, 3))
            shadow.high_layers[x] = (RaterRange){ any_number(random), any_number(random) };
    }
    RaterTraffic traffic;
    RaterShadow both[] = { shadow, shadow };
    RaterStatus status = rater_shadow_traffic(both, 2, &traffic);
    if (status != RATER_OK) {
        CU_ASSERT_TRUE(status == RATER_ERROR_OVERFLOW || status == RATER_ERROR_WIDTH ||
                       status == RATER_ERROR_SIZE);
        return;
    }
    CU_ASSERT_TRUE(traffic.largest >= 0 && traffic.bytes >= traffic.messages);
    CHECK_INT(traffic.messages > 0, traffic.distance > 0);
    CHECK_INT(traffic.messages > 0, traffic.largest > 0);
}

static void
test_mappings(void)
{
    Random random = random_start(31337);
    int made = 0;
    for (int round = 0; round < 20000; round++) {
        Field field;
        RaterAlign align;
        RaterMapping mapping;
        if (make_field(&field, &random) != RATER_OK ||
            make_align(&align, &field, &random) != RATER_OK)
            continue;
        CHECK_INT(rater_mapping_init(&mapping, &align, &field.dist), RATER_OK);
        CHECK_INT(count_wrong_blocks(&mapping), 0);
        check_shadow(&mapping, &random);
        made++;
    }
    printf("# %d of 20000 rounds made something\n", made);
    CU_ASSERT_TRUE(made > 1000);
}

/* The counts of all coordinates add up to the axis's. */
static void
check_loop(const RaterLoop *loop)
{
    for (int g = 0; g < RANK; g++) {
        if (loop->place[g].kind != RATER_PLACE_AXIS)
            continue;
        int64_t sum = 0;
        for (int64_t c = 0; c < loop->grid.size[g]; c++) {
            int64_t first, last;
            int64_t count = rater_loop_dim_count(loop, g, c, &first, &last);
            const RaterLoopAxis *axis = &loop->axis[loop->place[g].axis];
            CU_ASSERT_TRUE(count >= 0);
            if (count > 0)
                CU_ASSERT_TRUE(((__int128)last - first) / axis->step == count - 1);
            sum += count;
        }
        CHECK_INT(sum, loop->count[loop->place[g].axis]);
    }
}

static void
test_loops(void)
{
    Random random = random_start(4711);
    int made = 0;
    for (int round = 0; round < 20000; round++) {
        Field field;
        RaterAlign align;
        RaterLoop loop;
        RaterAlignRule rules[RANK];
        RaterLoopAxis axes[RANK];
        for (int l = 0; l < RANK; l++)
            axes[l] = (RaterLoopAxis){ any_number(&random), any_number(&random),
                                       any_number(&random) };
        any_rules(&random, rules);
        if (make_field(&field, &random) != RATER_OK ||
            make_align(&align, &field, &random) != RATER_OK ||
            rater_loop_init(&loop, RANK, axes, random_one_in(&random, 2) ? &align : NULL,
                            &field.dist, RANK, rules) != RATER_OK)
            continue;
        check_loop(&loop);
        made++;
    }
    printf("# %d of 20000 rounds made something\n", made);
    CU_ASSERT_TRUE(made > 300);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "mappings and shadow edges", test_mappings },
        { "loops", test_loops },
        CU_TEST_INFO_NULL,
    };
    return tap_run("hostile", tests);
}

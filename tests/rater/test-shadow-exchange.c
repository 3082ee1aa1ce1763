/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Shadow exchanges on networks with topology: by dimension the same as message by message.
 */
#include "rater/shadow/exchange.h"
#include "tests/rater/exchange-check.h"
#include "tests/rater/geometry.h"
#include "tests/rater/shadow-naive.h"
#include "tests/tap.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST_ARRAYS 3

typedef struct {
    RaterGrid grid;
    int n;
    Geometry geometry[MOST_ARRAYS];
    RaterMapping mapping[MOST_ARRAYS];
    RaterShadow shadow[MOST_ARRAYS];
    RaterFabric fabric;
    bool folded;
    int64_t coordinate[RATER_TOPOLOGY_RANK][16];
    int64_t transfer[SHADOW_NAIVE_PROCESSORS * SHADOW_NAIVE_PROCESSORS];
} Case;

/* With the mapping and the widths of the one before, or its own. */
static void
random_array(Case *made, int i, Random *random)
{
    RaterShadow *shadow = &made->shadow[i];
    made->mapping[i] = made->mapping[i > 0 ? i - 1 : 0];
    if (i == 0 || random_one_in(random, 2)) {
        Geometry *geometry = &made->geometry[i];
        geometry_random_dist(geometry, random, &made->grid, 20);
        geometry_random_arrays(geometry, random, 1, 20);
        CHECK_INT(rater_mapping_init(&made->mapping[i], &geometry_last(geometry)->align,
                                     &geometry->dist),
                  RATER_OK);
    }
    *shadow = (RaterShadow){ .mapping = &made->mapping[i],
                             .element_bytes = random_between(random, 1, 9),
                             .max_axes = random_one_in(random, 3) ? 2 : 1 };
    rater_shadow_whole(shadow);
    for (int x = 0; x < made->mapping[i].rank; x++) {
        shadow->low[x] = random_between(random, 0, 2);
        shadow->high[x] = random_between(random, 0, 2);
        shadow->sign[x] =
            random_one_in(random, 4) ? (int)random_between(random, 0, 7) : RATER_SHADOW_ANY;
    }
}

static void
random_network(Case *made, Random *random)
{
    made->fabric = exchange_random_fabric(random, exchange_random_kind(random), &made->grid, 3);
    made->folded = random_one_in(random, 3);
    for (int k = 0; k < made->grid.rank; k++) {
        RaterPlacement ring;
        int64_t n = made->grid.size[k];
        CHECK_INT(rater_placement_ring_to_line(&ring, n, n), RATER_OK);
        for (int64_t c = 0; c < n; c++)
            made->coordinate[k][c] = rater_placement_of(&ring, c);
        rater_placement_clear(&ring);
    }
}

static RaterExchange
walk(Case *made, RaterCongestion congestion)
{
    int64_t count = rater_grid_count(&made->grid);
    RaterParcel *parcel = malloc((size_t)(count * count) * sizeof *parcel);
    RaterPlacement placement = rater_placement_identity(count, count);
    RaterExchange exchange = { .seconds = -1 };
    size_t n = 0;
    if (made->folded)
        CHECK_INT(rater_placement_torus_to_mesh(&placement, &made->grid, count), RATER_OK);
    shadow_naive_transfers(made->shadow, made->n, made->transfer);
    for (int64_t p = 0; p < count; p++)
        for (int64_t q = 0; q < count; q++)
            parcel[n++] = (RaterParcel){ p, q, made->transfer[p * count + q] };
    CHECK_INT(rater_exchange(&made->fabric, &placement, congestion, n, parcel, &exchange),
              RATER_OK);
    rater_placement_clear(&placement);
    free(parcel);
    return exchange;
}

/* Whether it could be computed so. */
static bool
check(Case *made, RaterCongestion congestion)
{
    const int64_t *coordinate[RATER_TOPOLOGY_RANK];
    RaterExchange found = { .seconds = -1 };
    for (int k = 0; k < RATER_TOPOLOGY_RANK; k++)
        coordinate[k] = made->coordinate[k];
    RaterNetwork network = { .links = { .fabric = made->fabric,
                                        .congestion = congestion,
                                        .by_dimension = true,
                                        .coordinate = made->folded ? coordinate : NULL } };
    RaterStatus status = rater_shadow_exchange(&network, made->shadow, made->n, &found);
    if (status == RATER_ERROR_MEMORY)
        return false;
    CHECK_INT(status, RATER_OK);
    RaterExchange exchange = walk(made, congestion);
    exchange_check_same(&found, &exchange);
    rater_exchange_clear(&exchange);
    return true;
}

static void
run(int rank, int64_t most, int rounds, uint64_t seed)
{
    Case *made = calloc(1, sizeof *made);
    Random random = random_start(seed);
    int done = 0;
    for (int i = 0; i < rounds; i++) {
        geometry_random_grid(&made->grid, &random, rank, most);
        made->n = (int)random_between(&random, 1, MOST_ARRAYS);
        for (int j = 0; j < made->n; j++)
            random_array(made, j, &random);
        random_network(made, &random);
        done += check(made, RATER_CONGESTION_NONE);
        done += check(made, RATER_CONGESTION_LOAD);
    }
    printf("# %d of %d\n", done, 2 * rounds);
    CU_ASSERT(done > rounds);
    free(made);
}

static void
test_line(void)
{
    run(1, 12, TAP_CASES(1000), 1);
}

static void
test_plane(void)
{
    run(2, 7, TAP_CASES(1000), 2);
}

static void
test_space(void)
{
    run(3, 4, TAP_CASES(400), 3);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "line", test_line },
        { "plane", test_plane },
        { "space", test_space },
        CU_TEST_INFO_NULL,
    };
    return tap_run("shadow-exchange", tests);
}

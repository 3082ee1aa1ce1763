/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Mappings improved by swapping places.
 */
#include "rater/exchange/improve.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST 60

typedef struct {
    RaterTopology topology;
    RaterPlacement placement;
    size_t n;
    RaterParcel parcel[MOST];
} Case;

static void
make_case(Case *made, Random *random)
{
    static const RaterTopologyKind *const kinds[] = {
        &rater_topology_line,     &rater_topology_torus, &rater_topology_tree,
        &rater_topology_fat_tree, &rater_topology_star,  &rater_topology_dragonfly,
    };
    const RaterTopologyKind *kind = kinds[random_between(random, 0, 5)];
    RaterTopologyShape shape = { .rank = 1, .cores = random_between(random, 1, 2), .arity = 2 };
    if (kind == &rater_topology_dragonfly)
        shape.rank = 3;
    else if (kind == &rater_topology_torus || kind == &rater_topology_fat_tree)
        shape.rank = 2;
    for (int k = 0; k < shape.rank; k++)
        shape.nodes[k] = random_between(random, 1, shape.rank == 1 ? 12 : 4);
    CHECK_INT(rater_topology_init(&made->topology, kind, &shape), RATER_OK);
    int64_t m = rater_topology_count(&made->topology);
    int64_t v = random_between(random, 1, m + 3);
    made->placement = rater_placement_identity(v, m);
    if (random_one_in(random, 2))
        CHECK_INT(rater_placement_random(&made->placement, v, m, random_bits(random)),
                  RATER_OK);
    made->n = (size_t)random_between(random, 0, MOST);
    for (size_t i = 0; i < made->n; i++)
        made->parcel[i] =
            (RaterParcel){ random_between(random, 0, v - 1), random_between(random, 0, v - 1),
                           random_between(random, 0, 100) };
}

static RaterAtto
weight(const Case *made, const RaterPlacement *placement)
{
    RaterAtto sum = -1;
    CHECK_INT(rater_placement_weight(&made->topology, placement, made->n, made->parcel, &sum),
              RATER_OK);
    return sum;
}

/* The same with the whole weight computed for each swap. */
static void
improve_slowly(const Case *made, RaterPlacement *placement)
{
    bool changed = true;
    for (int pass = 0; pass < RATER_IMPROVE_PASSES && changed; pass++) {
        changed = false;
        for (int64_t v = 0; v < placement->n_virtual; v++)
            for (int64_t w = v + 1; w < placement->n_virtual; w++) {
                RaterAtto before = weight(made, placement);
                int64_t place = placement->place[v];
                placement->place[v] = placement->place[w];
                placement->place[w] = place;
                if (weight(made, placement) < before) {
                    changed = true;
                    continue;
                }
                placement->place[w] = placement->place[v];
                placement->place[v] = place;
            }
    }
}

static void
test_random(void)
{
    Random random = random_start(1);
    int better = 0;
    for (int i = 0; i < TAP_CASES(400); i++) {
        Case made;
        int64_t place[64];
        make_case(&made, &random);
        RaterPlacement slow = { made.placement.n_virtual, made.placement.n_physical, place };
        for (int64_t v = 0; v < slow.n_virtual; v++)
            place[v] = rater_placement_of(&made.placement, v);
        RaterAtto before = weight(&made, &made.placement);
        improve_slowly(&made, &slow);
        CHECK_INT(rater_placement_improve(&made.placement, &made.topology, made.n, made.parcel),
                  RATER_OK);
        for (int64_t v = 0; v < slow.n_virtual; v++)
            CHECK_INT(rater_placement_of(&made.placement, v), place[v]);
        better += weight(&made, &made.placement) < before;
        rater_placement_clear(&made.placement);
    }
    printf("# %d are better\n", better);
    CU_ASSERT(better > TAP_CASES(100));
}

/* A ring on a line of 4 weighs 6, folded as well; 0 2 1 3 weighs 8. */
static void
test_ring(void)
{
    RaterTopology line;
    RaterTopologyShape shape = { .rank = 1, .nodes = { 4 }, .cores = 1, .arity = 1 };
    RaterParcel ring[] = { { 0, 1, 1 }, { 1, 2, 1 }, { 2, 3, 1 }, { 3, 0, 1 } };
    int64_t *place = malloc(4 * sizeof *place);
    RaterPlacement placement = { 4, 4, place };
    RaterAtto sum = 0;
    for (int64_t v = 0; v < 4; v++)
        place[v] = (int64_t[]){ 0, 2, 1, 3 }[v];
    CHECK_INT(rater_topology_init(&line, &rater_topology_line, &shape), RATER_OK);
    CHECK_INT(rater_placement_weight(&line, &placement, 4, ring, &sum), RATER_OK);
    CHECK_INT((long long)sum, 8);
    CHECK_INT(rater_placement_improve(&placement, &line, 4, ring), RATER_OK);
    CHECK_INT(rater_placement_weight(&line, &placement, 4, ring, &sum), RATER_OK);
    CHECK_INT((long long)sum, 6);
    ring[0].to = 4;
    CHECK_INT(rater_placement_improve(&placement, &line, 4, ring), RATER_ERROR_SIZE);
    rater_placement_clear(&placement);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "random networks", test_random },
        { "a ring on a line", test_ring },
        CU_TEST_INFO_NULL,
    };
    return tap_run("networks-improve", tests);
}

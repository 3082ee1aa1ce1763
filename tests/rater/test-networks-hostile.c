/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Networks with topology are total: sizes and times at their limits have a result or an error.
 */
#include <stdio.h>
#include <stdlib.h>

#include "rater/exchange/exchange.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#define MOST_PARCELS 20
#define MOST_ROUTE   100000

/* Of any magnitude. */
static int64_t
any(Random *random, int64_t low)
{
    uint64_t bits = random_bits(random) >> random_between(random, 1, 63);
    return (int64_t)bits > low ? (int64_t)bits : low;
}

static RaterAtto
any_time(Random *random)
{
    RaterAtto most = (RaterAtto)1000000000 * 1000000000000;
    RaterAtto time = (RaterAtto)any(random, 0) * (random_one_in(random, 2) ? 1 : 1000);
    return time < most ? time : most;
}

static RaterStatus
any_topology(Random *random, RaterTopology *topology)
{
    static const RaterTopologyKind *const kinds[] = {
        &rater_topology_line,     &rater_topology_ring,      &rater_topology_mesh,
        &rater_topology_torus,    &rater_topology_hypercube, &rater_topology_tree,
        &rater_topology_star,     &rater_topology_full,      &rater_topology_shared,
        &rater_topology_fat_tree, &rater_topology_dragonfly,
    };
    const RaterTopologyKind *kind = kinds[random_between(random, 0, 10)];
    RaterTopologyShape shape = {
        .rank = random_one_in(random, 2) ? 1 : (int)random_between(random, 0, 8),
        .cores = random_one_in(random, 2) ? 1 : any(random, 0),
        .arity = any(random, 0),
        .global_links = random_one_in(random, 2) ? 0 : any(random, 0),
        .n_tapers = (int)random_between(random, 0, 8),
    };
    if (kind == &rater_topology_dragonfly)
        shape.rank = 3;
    for (int k = 0; k < RATER_TOPOLOGY_RANK; k++) {
        shape.nodes[k] =
            random_one_in(random, 2) ? random_between(random, 1, 40) : any(random, 0);
        shape.taper[k] =
            (RaterAtto)any(random, 0) * (random_one_in(random, 2) ? 1 : 1000000000);
    }
    return rater_topology_init(topology, kind, &shape);
}

static RaterFabric
any_times(Random *random)
{
    return (RaterFabric){
        .switching = (RaterSwitching)random_between(random, 0, 2),
        .start_time = any_time(random),
        .byte_time = any_time(random),
        .link_delay = any_time(random),
        .message_gap = any_time(random),
        .packet_start_time = any_time(random),
        .packet_size = random_one_in(random, 2) ? 0 : any(random, 0),
        .flit_size = any(random, 1),
        .flit_buffer = any(random, 1),
        .virtual_channels = any(random, 1),
        .header_ratio = RATER_RATIO_ONE * random_between(random, 1, 1000000000),
        .core_start_time = any_time(random),
        .core_byte_time = any_time(random),
        .scale = 1,
    };
}

static void
check_route(const RaterTopology *topology, int64_t a, int64_t b)
{
    int64_t hops = a != b ? rater_topology_hops(topology, a, b) : 0;
    CU_ASSERT(a == b || (hops >= 1 && hops <= topology->diameter));
    if (hops == 0 || hops > MOST_ROUTE)
        return;
    int64_t *links = malloc((size_t)hops * sizeof *links);
    rater_topology_route(topology, a, b, links);
    for (int64_t i = 0; i < hops; i++) {
        CU_ASSERT(links[i] >= 0 && links[i] < topology->link_span);
        (void)rater_topology_link(topology, links[i]);
    }
    free(links);
}

/* How many of the three costs there are. */
static int
check_parcels(const RaterFabric *fabric, const RaterPlacement *placement, size_t n,
              const RaterParcel parcel[])
{
    int costs = 0;
    for (int c = 0; c < 3; c++) {
        RaterExchange exchange;
        RaterStatus status =
            rater_exchange(fabric, placement, (RaterCongestion)c, n, parcel, &exchange);
        CU_ASSERT(status == RATER_OK || status == RATER_ERROR_OVERFLOW ||
                  status == RATER_ERROR_MEMORY || status == RATER_ERROR_LINKS ||
                  status == RATER_ERROR_PASSAGES);
        if (status != RATER_OK)
            continue;
        CU_ASSERT(exchange.seconds >= exchange.none);
        rater_exchange_clear(&exchange);
        costs++;
    }
    return costs;
}

static void
test_any(void)
{
    Random random = random_start(1);
    int costs = 0;
    for (int i = 0; i < TAP_CASES(400); i++) {
        RaterFabric fabric = any_times(&random);
        if (any_topology(&random, &fabric.topology) != RATER_OK)
            continue;
        const RaterTopology *topology = &fabric.topology;
        int64_t m = rater_topology_count(topology);
        int64_t v = random_one_in(&random, 2) ? m : random_between(&random, 1, 2 * m);
        RaterPlacement placement = rater_placement_identity(v, m);
        RaterParcel parcel[MOST_PARCELS];
        size_t n = (size_t)random_between(&random, 0, MOST_PARCELS);
        for (size_t j = 0; j < n; j++) {
            parcel[j] = (RaterParcel){ random_between(&random, 0, v - 1),
                                       random_between(&random, 0, v - 1),
                                       any(&random, 0) >> random_between(&random, 0, 40) };
            int64_t from = rater_placement_of(&placement, parcel[j].from);
            int64_t to = rater_placement_of(&placement, parcel[j].to);
            double seconds;
            check_route(topology, from / topology->cores, to / topology->cores);
            (void)rater_message_portion(&fabric, from, to, (double)parcel[j].bytes, &seconds);
        }
        costs += check_parcels(&fabric, &placement, n, parcel);
    }
    printf("# %d costs\n", costs);
    CU_ASSERT(costs > TAP_CASES(100));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "anything at all", test_any },
        CU_TEST_INFO_NULL,
    };
    return tap_run("networks-hostile", tests);
}

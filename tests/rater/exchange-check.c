/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/rater/exchange-check.h"

#include <stdio.h>

#include "tests/tap.h"

#define MICROSECOND ((RaterAtto)1000000000000)

const RaterTopologyKind *
exchange_random_kind(Random *random)
{
    return random_one_in(random, 2) ? &rater_topology_mesh : &rater_topology_torus;
}

RaterFabric
exchange_random_fabric(Random *random, const RaterTopologyKind *kind, const RaterGrid *nodes,
                       int n_switchings)
{
    RaterTopologyShape shape = { .rank = nodes->rank, .cores = 1, .arity = 1 };
    for (int k = 0; k < shape.rank; k++)
        shape.nodes[k] = nodes->size[k];
    RaterFabric fabric = {
        .switching = (RaterSwitching)random_between(random, 0, n_switchings - 1),
        .start_time = 10 * MICROSECOND,
        .byte_time = random_between(random, 1, 20) * MICROSECOND / 10,
        .link_delay = random_between(random, 0, 3) * MICROSECOND,
        .message_gap =
            random_between(random, 0, 1) * random_between(random, 1, 40) * MICROSECOND,
        .packet_start_time = random_one_in(random, 4) * MICROSECOND,
        .packet_size = random_between(random, 0, 1) * random_between(random, 1, 20),
        .flit_size = 2,
        .flit_buffer = random_between(random, 1, 3),
        .virtual_channels = 1,
        .header_ratio = 2 * RATER_RATIO_ONE,
        .scale = 1,
    };
    CHECK_INT(rater_topology_init(&fabric.topology, kind, &shape), RATER_OK);
    return fabric;
}

void
exchange_check_same(const RaterExchange *found, const RaterExchange *expected)
{
    bool same = found->seconds == expected->seconds && found->none == expected->none &&
                found->messages == expected->messages && found->bytes == expected->bytes &&
                found->hops == expected->hops && found->most_hops == expected->most_hops;
    if (!same)
        printf("# %.17g and %.17g, %lld over %lld, expected %.17g and %.17g, %lld over %lld\n",
               found->seconds, found->none, (long long)found->messages, (long long)found->hops,
               expected->seconds, expected->none, (long long)expected->messages,
               (long long)expected->hops);
    CU_ASSERT(same);
}

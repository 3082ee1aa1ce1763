/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sets of transfers by dimension are the same as message by message.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rater/exchange/separable.h"
#include "tests/rater/exchange-check.h"
#include "tests/tap.h"

#define MICROSECOND ((RaterAtto)1000000000000)
#define STREAMS     6
#define MOST_STEPS  64

typedef struct {
    RaterFabric fabric;
    int n_streams;
    int64_t weight[STREAMS];
    RaterStep step[RATER_TOPOLOGY_RANK][MOST_STEPS];
    int64_t factor[RATER_TOPOLOGY_RANK][MOST_STEPS * STREAMS];
    RaterSteps steps[RATER_TOPOLOGY_RANK];
} Case;

static void
random_fabric(Random *random, Case *made)
{
    static const RaterTopologyKind *const kinds[] = {
        &rater_topology_line, &rater_topology_ring, &rater_topology_mesh, &rater_topology_torus
    };
    const RaterTopologyKind *kind = kinds[random_between(random, 0, 3)];
    RaterGrid nodes = { .rank = 1 };
    if (kind == &rater_topology_mesh || kind == &rater_topology_torus)
        nodes.rank = (int)random_between(random, 1, 3);
    for (int k = 0; k < nodes.rank; k++)
        nodes.size[k] = random_between(random, 1, nodes.rank == 3 ? 4 : 7);
    made->fabric = exchange_random_fabric(random, kind, &nodes, 3);
}

/* Each stream has an offset of its own, as shadow edges have, or anything. */
static void
random_steps(Random *random, Case *made, bool faces)
{
    int rank = made->fabric.topology.rank;
    int64_t offset[RATER_TOPOLOGY_RANK][STREAMS];
    made->n_streams = (int)random_between(random, 1, STREAMS);
    for (int a = 0; a < made->n_streams; a++) {
        int across = (int)random_between(random, 0, rank - 1);
        made->weight[a] = random_between(random, 1, 5);
        for (int k = 0; k < rank; k++)
            offset[k][a] = k == across ? random_between(random, 0, 1) * 2 - 1 : 0;
    }
    for (int k = 0; k < rank; k++) {
        size_t n = 0;
        int64_t size = made->fabric.topology.size[k];
        for (int64_t s = 0; s < size; s++)
            for (int64_t t = 0; t < size; t++) {
                bool any = false;
                int64_t *row = &made->factor[k][n * (size_t)made->n_streams];
                for (int a = 0; a < made->n_streams; a++) {
                    row[a] = faces ? t - s == offset[k][a] : random_between(random, -3, 2);
                    row[a] = row[a] > 0 ? random_between(random, 1, 4) : 0;
                    any |= row[a] > 0;
                }
                if (any || !faces)
                    made->step[k][n++] = (RaterStep){ s, t };
            }
        made->steps[k] = (RaterSteps){ n, made->step[k], made->factor[k] };
    }
}

static int64_t
bytes_between(const Case *made, const int64_t p[], const int64_t q[])
{
    int64_t bytes = 0;
    for (int a = 0; a < made->n_streams; a++) {
        int64_t product = made->weight[a];
        for (int k = 0; k < made->fabric.topology.rank; k++) {
            int64_t factor = 0;
            for (size_t i = 0; i < made->steps[k].n; i++)
                if (made->step[k][i].from == p[k] && made->step[k][i].to == q[k])
                    factor = made->factor[k][i * (size_t)made->n_streams + (size_t)a];
            product *= factor;
        }
        bytes += product;
    }
    return bytes;
}

/* All messages, one by one. */
static RaterExchange
walk(const Case *made, RaterCongestion congestion)
{
    RaterGrid grid = rater_topology_grid(&made->fabric.topology);
    int64_t count = rater_grid_count(&grid);
    RaterParcel *parcel = malloc((size_t)(count * count) * sizeof *parcel);
    RaterPlacement placement = rater_placement_identity(count, count);
    RaterExchange exchange = { .seconds = -1 };
    size_t n = 0;
    for (int64_t from = 0; from < count; from++)
        for (int64_t to = 0; to < count; to++) {
            int64_t p[RATER_MAX_RANK], q[RATER_MAX_RANK];
            rater_grid_index(&grid, from, p);
            rater_grid_index(&grid, to, q);
            parcel[n++] = (RaterParcel){ from, to, bytes_between(made, p, q) };
        }
    CHECK_INT(rater_exchange(&made->fabric, &placement, congestion, n, parcel, &exchange),
              RATER_OK);
    free(parcel);
    return exchange;
}

static void
check(const Case *made, RaterCongestion congestion, int *refused)
{
    RaterSeparable set = { made->n_streams, made->weight, made->steps };
    RaterExchange found = { .seconds = -1 };
    RaterStatus status = rater_separable(&made->fabric, congestion, &set, &found);
    if (status == RATER_ERROR_MEMORY) {
        (*refused)++;
        return;
    }
    CHECK_INT(status, RATER_OK);
    RaterExchange exchange = walk(made, congestion);
    exchange_check_same(&found, &exchange);
    rater_exchange_clear(&exchange);
}

static void
check_cases(uint64_t seed, bool faces, int most_refused)
{
    static Case made;
    Random random = random_start(seed);
    int refused = 0;
    for (int i = 0; i < TAP_CASES(1000); i++) {
        random_fabric(&random, &made);
        random_steps(&random, &made, faces);
        check(&made, RATER_CONGESTION_NONE, &refused);
        check(&made, RATER_CONGESTION_LOAD, &refused);
    }
    printf("# %d refused\n", refused);
    CU_ASSERT(refused <= most_refused);
}

static void
test_any(void)
{
    check_cases(1, false, TAP_CASES(1000));
}

/* One message a link: any switching. */
static void
test_faces(void)
{
    check_cases(2, true, 0);
}

/* A shadow exchange of a million processors. */
static void
test_many(void)
{
    enum { SIDE = 1024 };
    static RaterStep step[3 * SIDE];
    static int64_t factor[2][3 * SIDE * 4];
    RaterTopologyShape shape = { .rank = 2, .nodes = { SIDE, SIDE }, .cores = 1, .arity = 1 };
    Case made = { .fabric = { .start_time = 10 * MICROSECOND,
                              .byte_time = MICROSECOND,
                              .link_delay = 2 * MICROSECOND,
                              .message_gap = MICROSECOND,
                              .flit_size = 1,
                              .flit_buffer = 1,
                              .virtual_channels = 1,
                              .header_ratio = RATER_RATIO_ONE,
                              .scale = 1 } };
    CHECK_INT(rater_topology_init(&made.fabric.topology, &rater_topology_torus, &shape),
              RATER_OK);
    size_t n = 0;
    for (int64_t s = 0; s < SIDE; s++)
        for (int64_t t = s - 1; t <= s + 1; t++)
            if (t >= 0 && t < SIDE) {
                for (int a = 0; a < 4; a++) { /* down and up along either dimension */
                    int64_t offset = a % 2 == 0 ? -1 : 1;
                    factor[0][n * 4 + (size_t)a] = a < 2 ? t - s == offset : 8 * (t == s);
                    factor[1][n * 4 + (size_t)a] = a >= 2 ? t - s == offset : 8 * (t == s);
                }
                step[n++] = (RaterStep){ s, t };
            }
    RaterSteps steps[] = { { n, step, factor[0] }, { n, step, factor[1] } };
    RaterSeparable set = { 4, (int64_t[]){ 4, 4, 4, 4 }, steps };
    RaterExchange found = { .seconds = -1 };
    CHECK_INT(rater_separable(&made.fabric, RATER_CONGESTION_LOAD, &set, &found), RATER_OK);
    CU_ASSERT(found.none == (double)(44 * MICROSECOND) / 1e18);
    CU_ASSERT(found.seconds == (double)(47 * MICROSECOND) / 1e18);
    CHECK_INT(found.messages, 4 * SIDE * (SIDE - 1));
    CHECK_INT(found.hops, found.messages);
    CHECK_INT(found.bytes, 32 * found.messages);
    CHECK_INT(found.most_hops, 1);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "any products", test_any },
        { "shadow edges", test_faces },
        { "a million processors", test_many },
        CU_TEST_INFO_NULL,
    };
    return tap_run("networks-separable", tests);
}

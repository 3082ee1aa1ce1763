/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Networks with topology: numbers worked out by hand, limits, the program of Kuhn's thesis.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rater/exchange/tree-operation.h"
#include "tests/rater/check-real.h"
#include "tests/rater/network-naive.h"

#define MICROSECOND ((RaterAtto)1000000000000)

static RaterTopologyShape
shape_of(int rank, int64_t a, int64_t b, int64_t c)
{
    return (RaterTopologyShape){ .rank = rank, .nodes = { a, b, c }, .cores = 1, .arity = 2 };
}

/* TS 10, TB 1, d 2. */
static RaterFabric
fabric_of(const RaterTopologyKind *kind, const RaterTopologyShape *shape)
{
    RaterFabric fabric = {
        .start_time = 10 * MICROSECOND,
        .byte_time = MICROSECOND,
        .link_delay = 2 * MICROSECOND,
        .flit_size = 4,
        .flit_buffer = 1,
        .virtual_channels = 1,
        .header_ratio = RATER_RATIO_ONE,
        .scale = 1,
    };
    CHECK_INT(rater_topology_init(&fabric.topology, kind, shape), RATER_OK);
    return fabric;
}

static RaterFabric
simple(const RaterTopologyKind *kind, int rank, int64_t a, int64_t b, int64_t c)
{
    RaterTopologyShape shape = shape_of(rank, a, b, c);
    return fabric_of(kind, &shape);
}

static void
check_facts(const RaterTopology *topology, int64_t links, int64_t diameter, int64_t bisection)
{
    CHECK_INT(topology->links, links);
    CHECK_INT(topology->diameter, diameter);
    CHECK_INT(topology->bisection, bisection);
}

static void
check_route(const RaterTopology *topology, int64_t a, int64_t b, const char *expected)
{
    int64_t links[32];
    char route[1000] = "";
    int64_t n = rater_topology_hops(topology, a, b);
    rater_topology_route(topology, a, b, links);
    for (int64_t i = 0; i < n; i++) {
        char name[80];
        naive_link_name(topology, links[i], name);
        snprintf(route + strlen(route), sizeof route - strlen(route), "%s%s", i > 0 ? " " : "",
                 name);
    }
    if (strcmp(route, expected) != 0)
        printf("# %s, expected %s\n", route, expected);
    CU_ASSERT(strcmp(route, expected) == 0);
}

/* Microseconds of a set under each congestion, and the deadlocks. */
static void
check_set(const RaterFabric *fabric, size_t n, const RaterParcel parcels[], double none,
          double load, double events, int64_t deadlocks)
{
    double expected[] = { none, load, events };
    int64_t m = rater_topology_count(&fabric->topology);
    RaterPlacement placement = rater_placement_identity(m, m);
    for (int c = 0; c < 3; c++) {
        RaterExchange exchange = { .seconds = -1 };
        CHECK_INT(rater_exchange(fabric, &placement, (RaterCongestion)c, n, parcels, &exchange),
                  RATER_OK);
        CHECK_REAL(exchange.seconds * 1e6, expected[c], 1e-12);
        if (c == RATER_CONGESTION_EVENTS)
            CHECK_INT(exchange.deadlocks, deadlocks);
        rater_exchange_clear(&exchange);
    }
}

/* From each v to v + by, around. */
static void
check_shift(const RaterFabric *fabric, int64_t by, int64_t bytes, double none, double load,
            double events, int64_t deadlocks)
{
    RaterParcel parcel[64];
    int64_t m = rater_topology_count(&fabric->topology);
    for (int64_t v = 0; v < m; v++)
        parcel[v] = (RaterParcel){ v, (v + by) % m, bytes };
    check_set(fabric, (size_t)m, parcel, none, load, events, deadlocks);
}

static void
test_facts(void)
{
    RaterFabric fabric = simple(&rater_topology_torus, 2, 4, 4, 0);
    check_facts(&fabric.topology, 64, 4, 8);
    fabric = simple(&rater_topology_mesh, 2, 4, 4, 0);
    check_facts(&fabric.topology, 48, 6, 4);
    fabric = simple(&rater_topology_mesh, 3, 2, 3, 4);
    check_facts(&fabric.topology, 2 * (12 + 16 + 18), 6, 6);
    fabric = simple(&rater_topology_torus, 3, 2, 1, 5);
    check_facts(&fabric.topology, 10 + 0 + 20, 3, 4);
    fabric = simple(&rater_topology_torus, 2, 2, 2, 0);
    check_facts(&fabric.topology, 8, 2, 2);
    fabric = simple(&rater_topology_line, 1, 5, 0, 0);
    check_facts(&fabric.topology, 8, 4, 1);
    fabric = simple(&rater_topology_ring, 1, 5, 0, 0);
    check_facts(&fabric.topology, 10, 2, 2);
    fabric = simple(&rater_topology_hypercube, 1, 4, 0, 0);
    check_facts(&fabric.topology, 64, 4, 8);
    fabric = simple(&rater_topology_tree, 1, 8, 0, 0); /* 7 below 3 below 1; 2 with 5 and 6 */
    check_facts(&fabric.topology, 14, 5, 1);
    fabric = simple(&rater_topology_star, 1, 7, 0, 0);
    check_facts(&fabric.topology, 14, 2, 3);
    fabric = simple(&rater_topology_full, 1, 7, 0, 0);
    check_facts(&fabric.topology, 42, 1, 12);
    fabric = simple(&rater_topology_shared, 1, 7, 0, 0);
    check_facts(&fabric.topology, 1, 1, 1);
    fabric = simple(&rater_topology_fat_tree, 3, 2, 3, 4); /* N 24, sw 12 w 2, sw 8 w 3 */
    check_facts(&fabric.topology, 2 * (24 + 24 + 4 * 2 * 3), 6, 12);
    fabric = simple(&rater_topology_dragonfly, 3, 5, 2, 2); /* h 2, c 1 */
    check_facts(&fabric.topology, 40 + 10 + 20, 5, 6);
    fabric = simple(&rater_topology_dragonfly, 3, 1, 4, 2);
    check_facts(&fabric.topology, 16 + 12, 3, 0);
}

static void
test_routes(void)
{
    RaterFabric fabric = simple(&rater_topology_torus, 2, 4, 4, 0);
    check_route(&fabric.topology, 0, 10, "0>4 4>8 8>9 9>10"); /* both ways are as long: up */
    check_route(&fabric.topology, 0, 15, "0>12 12>15");
    fabric = simple(&rater_topology_mesh, 2, 4, 4, 0);
    check_route(&fabric.topology, 0, 15, "0>4 4>8 8>12 12>13 13>14 14>15");
    fabric = simple(&rater_topology_hypercube, 1, 4, 0, 0);
    check_route(&fabric.topology, 9, 6, "9>8 8>10 10>14 14>6");
    fabric = simple(&rater_topology_tree, 1, 8, 0, 0);
    check_route(&fabric.topology, 7, 5, "7>3 3>1 1>0 0>2 2>5");
    fabric = simple(&rater_topology_star, 1, 8, 0, 0);
    check_route(&fabric.topology, 7, 5, "7>s s>5");
    fabric = simple(&rater_topology_full, 1, 8, 0, 0);
    check_route(&fabric.topology, 7, 5, "7>5");
    fabric = simple(&rater_topology_shared, 1, 8, 0, 0);
    check_route(&fabric.topology, 7, 5, "bus");
}

/* The sets of links, with so many each: as many as the routes of all pairs pass. */
static void
check_links(const RaterTopology *topology, int n, const RaterLinkSet expected[])
{
    RaterLinkSet sets[RATER_TOPOLOGY_SETS];
    char *passed = calloc((size_t)topology->link_span, 1);
    int64_t *links = malloc((size_t)topology->diameter * sizeof *links);
    int64_t count[RATER_TOPOLOGY_SETS] = { 0 };
    CHECK_INT(rater_topology_sets(topology, sets), n);
    for (int64_t a = 0; a < topology->nodes; a++)
        for (int64_t b = 0; b < topology->nodes; b++) {
            int64_t hops = a != b ? rater_topology_hops(topology, a, b) : 0;
            if (hops > 0)
                rater_topology_route(topology, a, b, links);
            for (int64_t i = 0; i < hops; i++)
                if (!passed[links[i]]++)
                    count[rater_topology_set_of(topology, links[i])]++;
        }
    for (int i = 0; i < n; i++) {
        CHECK_INT(sets[i].group, expected[i].group);
        CHECK_INT(sets[i].number, expected[i].number);
        CHECK_INT(sets[i].direction, expected[i].direction);
        CHECK_INT(sets[i].links, expected[i].links);
        CHECK_INT(count[i], expected[i].links);
    }
    free(passed);
    free(links);
}

#define UP_DOWN(group, number, links)                                                          \
    { group, number, 1, links },                                                               \
    {                                                                                          \
        group, number, -1, links                                                               \
    }

/* Up is to larger coordinates, from nodes to switches, and to the root. */
static void
test_link_sets(void)
{
    static const RaterLinkSet torus[] = { UP_DOWN(RATER_LINKS_DIMENSION, 0, 12),
                                          UP_DOWN(RATER_LINKS_DIMENSION, 1, 6),
                                          UP_DOWN(RATER_LINKS_DIMENSION, 2, 0) };
    RaterFabric fabric = simple(&rater_topology_torus, 3, 6, 2, 1);
    check_links(&fabric.topology, 6, torus);
    CHECK_INT(rater_topology_set_of(&fabric.topology, 6 * 11 + 1), 1); /* 11>9 */
    static const RaterLinkSet mesh[] = { UP_DOWN(RATER_LINKS_DIMENSION, 0, 8),
                                         UP_DOWN(RATER_LINKS_DIMENSION, 1, 9) };
    fabric = simple(&rater_topology_mesh, 2, 3, 4, 0);
    check_links(&fabric.topology, 4, mesh);
    static const RaterLinkSet cube[] = { UP_DOWN(RATER_LINKS_DIMENSION, 0, 4),
                                         UP_DOWN(RATER_LINKS_DIMENSION, 1, 4),
                                         UP_DOWN(RATER_LINKS_DIMENSION, 2, 4) };
    fabric = simple(&rater_topology_hypercube, 1, 3, 0, 0);
    check_links(&fabric.topology, 6, cube);
    CHECK_INT(rater_topology_set_of(&fabric.topology, 3 * 6 + 1), 3); /* 110>100 */
    static const RaterLinkSet tree[] = { UP_DOWN(RATER_LINKS_LEVEL, 0, 3),
                                         UP_DOWN(RATER_LINKS_LEVEL, 1, 9),
                                         UP_DOWN(RATER_LINKS_LEVEL, 2, 2) };
    RaterTopologyShape shape = shape_of(1, 15, 0, 0);
    shape.arity = 3;
    fabric = fabric_of(&rater_topology_tree, &shape);
    check_links(&fabric.topology, 6, tree);
    static const RaterLinkSet path[] = { UP_DOWN(RATER_LINKS_ALL, 0, 14) };
    shape.arity = 1;
    fabric = fabric_of(&rater_topology_tree, &shape);
    check_links(&fabric.topology, 2, path);
}

static void
test_switch_sets(void)
{
    static const RaterLinkSet star[] = { UP_DOWN(RATER_LINKS_NODES, 0, 7) };
    RaterFabric fabric = simple(&rater_topology_star, 1, 7, 0, 0);
    check_links(&fabric.topology, 2, star);
    static const RaterLinkSet full[] = { { RATER_LINKS_ALL, 0, 0, 42 } };
    fabric = simple(&rater_topology_full, 1, 7, 0, 0);
    check_links(&fabric.topology, 1, full);
    static const RaterLinkSet bus[] = { { RATER_LINKS_ALL, 0, 0, 1 } };
    fabric = simple(&rater_topology_shared, 1, 7, 0, 0);
    check_links(&fabric.topology, 1, bus);
    /* 12 switches with 2 parents each, 8 with 3 */
    static const RaterLinkSet fat[] = { UP_DOWN(RATER_LINKS_LEVEL, 0, 24),
                                        UP_DOWN(RATER_LINKS_LEVEL, 1, 24),
                                        UP_DOWN(RATER_LINKS_LEVEL, 2, 24) };
    fabric = simple(&rater_topology_fat_tree, 3, 2, 3, 4);
    check_links(&fabric.topology, 6, fat);
    static const RaterLinkSet dragonfly[] = { UP_DOWN(RATER_LINKS_NODES, 0, 20),
                                              { RATER_LINKS_LOCAL, 0, 0, 10 },
                                              { RATER_LINKS_GLOBAL, 0, 0, 20 } };
    fabric = simple(&rater_topology_dragonfly, 3, 5, 2, 2);
    check_links(&fabric.topology, 4, dragonfly);
}

static void
test_fat_tree(void)
{
    RaterTopologyShape shape = shape_of(2, 4, 4, 0);
    shape.n_tapers = 1;
    shape.taper[0] = 2 * RATER_TAPER_ONE;
    RaterFabric fabric = fabric_of(&rater_topology_fat_tree, &shape);
    CHECK_INT(fabric.topology.links, 48);
    check_route(&fabric.topology, 1, 7, "1>s1.0.0 s1.0.0>s2.0.1 s2.0.1>s1.1.0 s1.1.0>7");
    check_shift(&fabric, 4, 100, 118, 218, 218, 0);
}

static void
test_dragonfly(void)
{
    RaterTopologyShape shape = shape_of(3, 5, 2, 2);
    shape.global_links = 2;
    RaterFabric fabric = fabric_of(&rater_topology_dragonfly, &shape);
    CHECK_INT(fabric.topology.links, 70);
    check_route(&fabric.topology, 0, 19, "0>r0 r0>r1 r1>r8#0 r8>r9 r9>19");
    check_shift(&fabric, 4, 100, 118, 418, 416, 0);
}

/* One message of 100 bytes over a line. */
static void
check_alone(RaterFabric *fabric, int64_t links, double microseconds)
{
    RaterParcel parcel = { 0, links, 100 };
    double seconds = -1;
    check_set(fabric, 1, &parcel, microseconds, microseconds, microseconds, 0);
    CHECK_INT(rater_message_portion(fabric, 0, links, 100, &seconds), RATER_OK);
    if (fabric->packet_size == 0 || 100 % fabric->packet_size == 0)
        CHECK_REAL(seconds * 1e6, microseconds, 1e-12);
}

static void
test_message(void)
{
    RaterFabric fabric = simple(&rater_topology_line, 1, 6, 0, 0);
    check_alone(&fabric, 5, 120);
    fabric.packet_start_time = MICROSECOND;
    fabric.packet_size = 40;
    fabric.switching = RATER_SWITCHING_PACKET;
    check_alone(&fabric, 3, 201);
    fabric.switching = RATER_SWITCHING_WORMHOLE;
    fabric.packet_size = 20;
    fabric.header_ratio = 2 * RATER_RATIO_ONE;
    fabric.flit_buffer = 3;
    check_alone(&fabric, 3, 185);
    fabric.flit_buffer = 1;
    check_alone(&fabric, 3, 233);
}

static void
test_sets(void)
{
    RaterFabric fabric = simple(&rater_topology_star, 1, 4, 0, 0);
    check_set(&fabric, 3, (RaterParcel[]){ { 0, 3, 100 }, { 1, 3, 100 }, { 2, 3, 100 } }, 114,
              314, 314, 0);
    fabric.message_gap = 20 * MICROSECOND;
    check_set(&fabric, 3, (RaterParcel[]){ { 0, 1, 8 }, { 0, 2, 8 }, { 0, 3, 8 } }, 22, 62, 62,
              0);
    fabric = simple(&rater_topology_shared, 1, 4, 0, 0);
    check_set(&fabric, 2, (RaterParcel[]){ { 0, 1, 50 }, { 2, 3, 30 } }, 62, 92, 92, 0);

    RaterTopologyShape shape = shape_of(1, 1, 0, 0);
    shape.cores = 4;
    fabric = fabric_of(&rater_topology_full, &shape);
    fabric.core_start_time = MICROSECOND;
    fabric.core_byte_time = MICROSECOND / 10;
    check_set(&fabric, 3, (RaterParcel[]){ { 0, 3, 100 }, { 1, 3, 100 }, { 2, 3, 50 } }, 11, 26,
              26, 0);

    fabric = simple(&rater_topology_line, 1, 4, 0, 0);
    check_set(&fabric, 2, (RaterParcel[]){ { 0, 3, 1 }, { 1, 2, 200 } }, 212, 217, 215, 0);
    fabric = simple(&rater_topology_mesh, 2, 2, 3, 0);
    check_set(&fabric, 4,
              (RaterParcel[]){ { 1, 4, 99 }, { 1, 5, 150 }, { 3, 4, 100 }, { 3, 5, 10 } }, 164,
              263, 273, 0);
    check_set(&fabric, 0, NULL, 0, 0, 0, 0);
}

static void
test_worms(void)
{
    RaterParcel parcel[] = { { 4, 5, 200 }, { 2, 5, 20 }, { 0, 4, 20 } };
    RaterFabric fabric = simple(&rater_topology_line, 1, 6, 0, 0);
    fabric.switching = RATER_SWITCHING_WORMHOLE;
    fabric.header_ratio = 2 * RATER_RATIO_ONE;
    check_set(&fabric, 3, parcel, 220, 280, 282, 0);
    fabric.virtual_channels = 2;
    check_set(&fabric, 3, parcel, 220, 280, 250, 0);

    RaterTopologyShape ring = shape_of(1, 4, 0, 0);
    fabric.virtual_channels = 1;
    CHECK_INT(rater_topology_init(&fabric.topology, &rater_topology_ring, &ring), RATER_OK);
    check_shift(&fabric, 2, 20, 50, 80, 148, 1);
    fabric.flit_buffer = 5;
    check_shift(&fabric, 2, 20, 50, 80, 70, 0);
}

static RaterTree
tree_of(const RaterFabric *fabric, const RaterPlacement *placement, const RaterGrid *grid,
        RaterCongestion congestion)
{
    return (RaterTree){
        .fabric = fabric, .placement = placement, .grid = grid, .congestion = congestion
    };
}

/* Seconds, and what moves. */
static void
check_exchange(RaterExchange *found, double microseconds, int64_t messages, int64_t bytes,
               int64_t hops, int64_t most_hops)
{
    CHECK_REAL(found->seconds * 1e6, microseconds, 1e-12);
    CHECK_REAL(found->none * 1e6, microseconds, 1e-12);
    CHECK_INT(found->messages, messages);
    CHECK_INT(found->bytes, bytes);
    CHECK_INT(found->hops, hops);
    CHECK_INT(found->most_hops, most_hops);
    int64_t passed = 0, carried = 0;
    for (size_t i = 0; i < found->n_uses; i++) {
        CU_ASSERT(i == 0 || found->use[i - 1].link < found->use[i].link);
        passed += found->use[i].messages;
        carried += found->use[i].bytes;
    }
    CHECK_INT(passed, found->n_uses > 0 ? hops : 0);
    CHECK_INT(carried, found->n_uses > 0 ? hops * (bytes / messages) : 0);
    rater_exchange_clear(found);
}

static void
test_trees(void)
{
    RaterExchange found;
    RaterFabric line = simple(&rater_topology_line, 1, 8, 0, 0);
    RaterFabric mesh = simple(&rater_topology_mesh, 2, 4, 4, 0);
    RaterPlacement eight = rater_placement_identity(8, 8);
    RaterPlacement sixteen = rater_placement_identity(16, 16);
    RaterGrid row = { .rank = 1, .size = { 8 } };
    RaterGrid square = { .rank = 2, .size = { 4, 4 } };
    for (int c = 0; c < 3; c++) {
        RaterTree tree = tree_of(&line, &eight, &row, (RaterCongestion)c);
        CHECK_INT(rater_tree_broadcast(&tree, 8, &found), RATER_OK);
        check_exchange(&found, 68, 7, 56, 12, 4);
        tree = tree_of(&mesh, &sixteen, &square, (RaterCongestion)c);
        CHECK_INT(rater_tree_reduction(&tree, (bool[]){ true, false }, 8, &found), RATER_OK);
        check_exchange(&found, 126, 2 * 12 + 12, 36 * 8, 2 * 16 + 16, 2);
        CHECK_INT(rater_tree_reduction(&tree, (bool[]){ false, false }, 8, &found), RATER_OK);
        check_exchange(&found, 0, 0, 0, 0, 0);
    }
}

/* Rounds by dimension cost the same as message by message, and a million processors no more
 * than their coordinates. */
static void
test_wide_trees(void)
{
    static const RaterTopologyKind *const kinds[] = { &rater_topology_mesh,
                                                      &rater_topology_torus };
    for (int64_t a = 1; a <= 9; a++)
        for (int64_t b = 1; b <= 9; b++)
            for (int folded = 0; folded < 2; folded++) {
                RaterFabric fabric = simple(kinds[(a + b) % 2], 2, a, b, 0);
                RaterGrid grid = { .rank = 2, .size = { a, b } };
                RaterPlacement placement = rater_placement_identity(a * b, a * b);
                RaterPlacement rows, columns;
                RaterExchange slow, fast;
                bool spread[] = { a % 3 == 0, b % 4 != 0 };
                fabric.message_gap = 5 * MICROSECOND;
                CHECK_INT(rater_placement_ring_to_line(&rows, a, a), RATER_OK);
                CHECK_INT(rater_placement_ring_to_line(&columns, b, b), RATER_OK);
                if (folded)
                    CHECK_INT(rater_placement_torus_to_mesh(&placement, &grid, a * b),
                              RATER_OK);
                const int64_t *coordinate[] = { rows.place, columns.place };
                RaterTree tree = tree_of(&fabric, &placement, &grid, RATER_CONGESTION_LOAD);
                CHECK_INT(rater_tree_reduction(&tree, spread, 8, &slow), RATER_OK);
                tree.by_dimension = true;
                tree.coordinate = folded ? coordinate : NULL;
                CHECK_INT(rater_tree_reduction(&tree, spread, 8, &fast), RATER_OK);
                CHECK_REAL(fast.seconds, slow.seconds, 0);
                CHECK_REAL(fast.none, slow.none, 0);
                CHECK_INT(fast.messages, slow.messages);
                CHECK_INT(fast.bytes, slow.bytes);
                CHECK_INT(fast.hops, slow.hops);
                CHECK_INT(fast.most_hops, slow.most_hops);
                rater_exchange_clear(&slow);
                rater_exchange_clear(&fast);
                rater_placement_clear(&placement);
                rater_placement_clear(&rows);
                rater_placement_clear(&columns);
            }
    RaterFabric torus = simple(&rater_topology_torus, 2, 1024, 1024, 0);
    RaterGrid wide = { .rank = 2, .size = { 1024, 1024 } };
    RaterPlacement placement = rater_placement_identity(1024 * 1024, 1024 * 1024);
    RaterTree tree = tree_of(&torus, &placement, &wide, RATER_CONGESTION_LOAD);
    RaterExchange found;
    tree.by_dimension = true;
    CHECK_INT(rater_tree_broadcast(&tree, 8, &found), RATER_OK);
    CHECK_REAL(found.seconds * 1e6, 2 * (10 * 18 + 2 * 1023), 1e-12);
    CHECK_INT(found.messages, 1024 * 1024 - 1);
}

static void
check_places(const RaterPlacement *placement, const int expected[])
{
    for (int64_t v = 0; v < placement->n_virtual; v++)
        CHECK_INT(rater_placement_of(placement, v), expected[v]);
}

static void
test_placements(void)
{
    RaterPlacement placement = rater_placement_identity(10, 4);
    check_places(&placement, (int[]){ 0, 0, 0, 1, 1, 1, 2, 2, 3, 3 });
    CHECK_INT(rater_placement_ring_to_line(&placement, 8, 8), RATER_OK);
    check_places(&placement, (int[]){ 0, 2, 4, 6, 7, 5, 3, 1 });
    rater_placement_clear(&placement);
    CHECK_INT(rater_placement_ring_to_line(&placement, 8, 9), RATER_ERROR_SIZE);
    CHECK_INT(rater_placement_random(&placement, 8, 8, 1), RATER_OK);
    check_places(&placement, (int[]){ 0, 3, 7, 1, 2, 6, 5, 4 });
    rater_placement_clear(&placement);
    RaterGrid grid = { .rank = 2, .size = { 3, 4 } };
    CHECK_INT(rater_placement_tiles(&placement, &grid, 6, (int64_t[]){ 2, 3 }), RATER_OK);
    check_places(&placement, (int[]){ 0, 0, 1, 3, 1, 2, 2, 3, 4, 4, 5, 5 });
    rater_placement_clear(&placement);
    CHECK_REAL(rater_random_slowness(1, 1, 5), 1, 0);
    for (int64_t u = 0; u < 1000; u++) {
        double slowness = rater_random_slowness(7, 0.5, u);
        CU_ASSERT(slowness > 0.5 && slowness <= 1);
    }
}

/* Neighbours on the curve are neighbours in the grid where that is a square of side 2^k, and
 * each processor is used once in any grid. */
static void
test_hilbert(void)
{
    for (int64_t a = 1; a <= 17; a++)
        for (int64_t b = 1; b <= 17; b++) {
            RaterGrid grid = { .rank = 2, .size = { a, b } };
            RaterTopologyShape shape = shape_of(1, a * b, 0, 0);
            RaterFabric line = fabric_of(&rater_topology_line, &shape);
            RaterPlacement placement;
            CHECK_INT(rater_placement_hilbert(&placement, &grid, &line.topology), RATER_OK);
            int64_t at[17 * 17];
            for (int64_t i = 0; i < a * b; i++)
                at[i] = -1;
            for (int64_t v = 0; v < a * b; v++)
                at[rater_placement_of(&placement, v)] = v;
            for (int64_t i = 0; i < a * b; i++) {
                CU_ASSERT_FATAL(at[i] >= 0);
                if (i > 0 && a == b && (a & (a - 1)) == 0)
                    CHECK_INT(rater_grid_distance(&grid, at[i - 1], at[i]), 1);
            }
            rater_placement_clear(&placement);
        }
    /* The rest of the square is stepped over, not through. */
    RaterGrid flat = { .rank = 2, .size = { 1, 100000 } };
    RaterTopologyShape shape = shape_of(1, 100000, 0, 0);
    RaterFabric star = fabric_of(&rater_topology_star, &shape);
    RaterPlacement placement;
    CHECK_INT(rater_placement_hilbert(&placement, &flat, &star.topology), RATER_OK);
    CHECK_INT(rater_placement_of(&placement, 99999), 99999);
    rater_placement_clear(&placement);
}

/* mvs = { 3 x node, 2 x cpu }; node = { 2 x cpu }: processors 0-1, 2-3, 4-5, 6, 7. */
static void
test_clusters(void)
{
    RaterClusterPart outer[] = { { 3, 1 }, { 2, -1 } };
    RaterClusterPart inner[] = { { 2, -1 } };
    RaterCluster cluster[] = {
        { .start_time = 7 * MICROSECOND,
          .byte_time = 4 * MICROSECOND / 1000,
          .n_parts = 2,
          .part = outer },
        { .start_time = MICROSECOND,
          .byte_time = MICROSECOND / 1000,
          .n_parts = 1,
          .part = inner },
    };
    RaterFabric fabric = { .scale = 1,
                           .flit_size = 4,
                           .flit_buffer = 1,
                           .virtual_channels = 1,
                           .header_ratio = RATER_RATIO_ONE };
    CHECK_INT(rater_topology_clusters(&fabric.topology, cluster, 2), RATER_OK);
    CHECK_INT(rater_topology_count(&fabric.topology), 8);
    check_facts(&fabric.topology, 10 + 3 * 4, 2, 2);
    check_route(&fabric.topology, 1, 0, "0.1> >0.0");
    check_route(&fabric.topology, 2, 3, "1.0> >1.1");
    check_route(&fabric.topology, 3, 7, "1> >4");
    static const RaterLinkSet sets[] = { UP_DOWN(RATER_LINKS_LEVEL, 0, 5),
                                         UP_DOWN(RATER_LINKS_LEVEL, 1, 6) };
    check_links(&fabric.topology, 4, sets);
    check_set(&fabric, 2, (RaterParcel[]){ { 0, 1, 1000 }, { 4, 5, 2000 } }, 3, 3, 3, 0);
    check_set(&fabric, 2, (RaterParcel[]){ { 0, 6, 1000 }, { 1, 7, 1000 } }, 11, 15, 15, 0);
    RaterPlacement placement = rater_placement_identity(8, 8);
    RaterGrid grid = { .rank = 2, .size = { 4, 2 } };
    RaterTree tree = tree_of(&fabric, &placement, &grid, RATER_CONGESTION_LOAD);
    RaterExchange found;
    CHECK_INT(rater_tree_broadcast(&tree, 1000, &found), RATER_OK);
    CHECK_REAL(found.seconds * 1e6, 3 * 11, 1e-12);
    RaterClusterPart around[] = { { 1, 0 } };
    cluster[1].part = around;
    CHECK_INT(rater_topology_clusters(&fabric.topology, cluster, 2), RATER_ERROR_AXIS);
    inner[0].count = (int64_t)1 << 62;
    cluster[1].part = inner;
    CHECK_INT(rater_topology_clusters(&fabric.topology, cluster, 2), RATER_ERROR_OVERFLOW);
}

static RaterStatus
try_shape(const RaterTopologyKind *kind, int rank, int64_t a, int64_t b, int64_t c)
{
    RaterTopology topology;
    RaterTopologyShape shape = shape_of(rank, a, b, c);
    return rater_topology_init(&topology, kind, &shape);
}

/* What a watch was told. */
typedef struct {
    int times;
    int64_t done, all;
    bool falls;
} Told;

static void
note_told(void *data, int64_t done, int64_t all)
{
    Told *told = data;
    told->times++;
    told->falls |= done < told->done || done > all;
    told->done = done;
    told->all = all;
}

/* 40,000 packets over two links: told at 2^16 passages and at the end; of few not at all. */
static void
test_watch(void)
{
    RaterFabric fabric = simple(&rater_topology_line, 1, 3, 0, 0);
    RaterPlacement placement = rater_placement_identity(3, 3);
    fabric.packet_size = 1;
    for (int worms = 0; worms < 2; worms++) {
        fabric.switching = worms ? RATER_SWITCHING_WORMHOLE : RATER_SWITCHING_PACKET;
        for (int64_t bytes = 4; bytes <= 40000; bytes *= 10000) {
            Told told = { 0 };
            RaterWatch watch = { note_told, &told };
            RaterParcel parcel = { 0, 2, bytes };
            RaterExchange watched, alone;
            CHECK_INT(rater_exchange(&fabric, &placement, RATER_CONGESTION_EVENTS, 1, &parcel,
                                     &alone),
                      RATER_OK);
            fabric.watch = &watch;
            CHECK_INT(rater_exchange(&fabric, &placement, RATER_CONGESTION_EVENTS, 1, &parcel,
                                     &watched),
                      RATER_OK);
            fabric.watch = NULL;
            CHECK_REAL(watched.seconds, alone.seconds, 0);
            CHECK_INT(told.times, bytes == 4 ? 0 : 2);
            CHECK_INT(told.done, bytes == 4 ? 0 : 80000);
            CHECK_INT(told.all, bytes == 4 ? 0 : 80000);
            CU_ASSERT(!told.falls);
            rater_exchange_clear(&watched);
            rater_exchange_clear(&alone);
        }
    }
}

static void
test_limits(void)
{
    int64_t all = RATER_TOPOLOGY_PROCESSORS;
    CHECK_INT(try_shape(&rater_topology_line, 2, 2, 2, 0), RATER_ERROR_RANK);
    CHECK_INT(try_shape(&rater_topology_dragonfly, 2, 2, 2, 0), RATER_ERROR_RANK);
    CHECK_INT(try_shape(&rater_topology_mesh, 2, 2, 0, 0), RATER_ERROR_SIZE);
    CHECK_INT(try_shape(&rater_topology_torus, 2, all, 2, 0), RATER_ERROR_OVERFLOW);
    CHECK_INT(try_shape(&rater_topology_torus, 2, all / 2, 2, 0), RATER_OK);
    CHECK_INT(try_shape(&rater_topology_line, 1, all + 1, 0, 0), RATER_ERROR_OVERFLOW);
    CHECK_INT(try_shape(&rater_topology_hypercube, 1, 31, 0, 0), RATER_OK);
    CHECK_INT(try_shape(&rater_topology_hypercube, 1, 32, 0, 0), RATER_ERROR_OVERFLOW);
    CHECK_INT(try_shape(&rater_topology_full, 1, all, 0, 0), RATER_OK);
    CHECK_INT(try_shape(&rater_topology_tree, 1, all, 0, 0), RATER_OK);
    CHECK_INT(try_shape(&rater_topology_dragonfly, 3, 1 << 11, 1 << 10, 1 << 10), RATER_OK);
    CHECK_INT(try_shape(&rater_topology_dragonfly, 3, 1, all, 1), RATER_ERROR_OVERFLOW);

    RaterTopology topology;
    RaterTopologyShape shape = shape_of(3, 9, 2, 1);
    shape.global_links = 3; /* 8 other groups want 4 */
    CHECK_INT(rater_topology_init(&topology, &rater_topology_dragonfly, &shape),
              RATER_ERROR_WEIGHT);
    shape.global_links = INT64_MAX;
    CHECK_INT(rater_topology_init(&topology, &rater_topology_dragonfly, &shape),
              RATER_ERROR_OVERFLOW);
    shape = shape_of(3, 4, 4, 4);
    shape.n_tapers = 3;
    CHECK_INT(rater_topology_init(&topology, &rater_topology_fat_tree, &shape),
              RATER_ERROR_RANK);
    shape.n_tapers = 2;
    CHECK_INT(rater_topology_init(&topology, &rater_topology_fat_tree, &shape),
              RATER_ERROR_WEIGHT);
    shape.taper[0] = shape.taper[1] = 1; /* of 10^24 */
    CHECK_INT(rater_topology_init(&topology, &rater_topology_fat_tree, &shape),
              RATER_ERROR_OVERFLOW);

    RaterGrid system = { .rank = 2, .size = { 3, 5 } };
    shape = (RaterTopologyShape){ .cores = 2, .arity = 2 };
    CHECK_INT(rater_topology_default(&rater_topology_ring, &system, &shape), RATER_OK);
    CHECK_INT(shape.nodes[0], 8);
    CHECK_INT(rater_topology_default(&rater_topology_hypercube, &system, &shape), RATER_OK);
    CHECK_INT(shape.nodes[0], 3);
    CHECK_INT(rater_topology_default(&rater_topology_mesh, &system, &shape), RATER_ERROR_RANK);
    CHECK_INT(rater_topology_default(&rater_topology_fat_tree, &system, &shape),
              RATER_ERROR_RANK);
    shape.cores = 1;
    CHECK_INT(rater_topology_default(&rater_topology_mesh, &system, &shape), RATER_OK);
    CHECK_INT(shape.nodes[1], 5);
}

static RaterStatus
try_parcel(const RaterFabric *fabric, RaterCongestion congestion, RaterParcel parcel)
{
    RaterExchange exchange;
    int64_t m = rater_topology_count(&fabric->topology);
    RaterPlacement placement = rater_placement_identity(m, m);
    RaterStatus status = rater_exchange(fabric, &placement, congestion, 1, &parcel, &exchange);
    if (status == RATER_OK)
        rater_exchange_clear(&exchange);
    return status;
}

static void
test_refusals(void)
{
    RaterFabric line = simple(&rater_topology_line, 1, RATER_TOPOLOGY_PROCESSORS, 0, 0);
    RaterParcel far = { 0, RATER_EXCHANGE_COUNTED, 1 };
    RaterParcel too_far = { 0, RATER_EXCHANGE_COUNTED + 1, 1 };
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_NONE, too_far), RATER_OK);
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_LOAD, too_far), RATER_ERROR_LINKS);
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_EVENTS, far), RATER_ERROR_PASSAGES);
    line.packet_size = 1;
    RaterParcel long_one = { 0, 1, RATER_EXCHANGE_PASSAGES + 1 };
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_LOAD, long_one), RATER_OK);
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_EVENTS, long_one), RATER_ERROR_PASSAGES);
    RaterParcel outside = { 0, RATER_TOPOLOGY_PROCESSORS, 1 };
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_NONE, outside), RATER_ERROR_SIZE);
    RaterParcel huge = { 0, 1, INT64_MAX };
    line.packet_start_time = line.byte_time = 1000000000 * MICROSECOND;
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_NONE, huge), RATER_ERROR_OVERFLOW);
    line.switching = RATER_SWITCHING_WORMHOLE;
    line.flit_size = line.flit_buffer = INT64_MAX;
    line.header_ratio = 1000000000 * RATER_RATIO_ONE;
    CHECK_INT(try_parcel(&line, RATER_CONGESTION_NONE, (RaterParcel){ 0, 1, 1 }),
              RATER_ERROR_OVERFLOW);
    double seconds;
    CHECK_INT(rater_message_portion(&line, 0, 1, 1, &seconds), RATER_ERROR_OVERFLOW);
}

/* Microseconds of n steps in which each of n x n sends 4 bytes left and 4 up, around, and
 * computes 20 us. */
static double
rotate(const RaterFabric *fabric, const RaterPlacement *placement, int64_t n)
{
    RaterParcel *parcel = malloc((size_t)(2 * n * n) * sizeof *parcel);
    size_t count = 0;
    for (int64_t v = 0; v < n * n; v++) {
        parcel[count++] = (RaterParcel){ v, v / n * n + (v + n - 1) % n, 4 };
        parcel[count++] = (RaterParcel){ v, (v + n * n - n) % (n * n), 4 };
    }
    RaterExchange exchange = { .seconds = -1 };
    CHECK_INT(
        rater_exchange(fabric, placement, RATER_CONGESTION_EVENTS, count, parcel, &exchange),
        RATER_OK);
    free(parcel);
    double step = exchange.seconds * 1e6 + 20;
    rater_exchange_clear(&exchange);
    return (double)n * step;
}

static RaterFabric
thesis(const RaterTopologyKind *kind, int rank, int64_t n)
{
    RaterFabric fabric = simple(kind, rank, n, n, 0);
    fabric.switching = RATER_SWITCHING_WORMHOLE;
    fabric.byte_time = MICROSECOND / 4;
    fabric.link_delay = 0;
    fabric.packet_start_time = MICROSECOND;
    fabric.packet_size = 4;
    fabric.header_ratio = 2 * RATER_RATIO_ONE;
    return fabric;
}

static void
check_mesh(int64_t n, double identity, double random, double folded)
{
    RaterFabric mesh = thesis(&rater_topology_mesh, 2, n);
    RaterPlacement placement = rater_placement_identity(n * n, n * n);
    RaterGrid grid = { .rank = 2, .size = { n, n } };
    CHECK_REAL(rotate(&mesh, &placement, n), identity, 1e-12);
    CHECK_INT(rater_placement_random(&placement, n * n, n * n, 1), RATER_OK);
    CHECK_REAL(rotate(&mesh, &placement, n), random, 1e-12);
    rater_placement_clear(&placement);
    CHECK_INT(rater_placement_torus_to_mesh(&placement, &grid, n * n), RATER_OK);
    CHECK_REAL(rotate(&mesh, &placement, n), folded, 1e-12);
    rater_placement_clear(&placement);
}

static void
test_thesis(void)
{
    RaterFabric torus = thesis(&rater_topology_torus, 2, 4);
    RaterFabric mesh = thesis(&rater_topology_mesh, 2, 4);
    RaterFabric ring = thesis(&rater_topology_ring, 1, 256);
    RaterPlacement placement = rater_placement_identity(16, 16);
    CHECK_REAL(rotate(&torus, &placement, 4), 136, 1e-12);
    CHECK_REAL(rotate(&mesh, &placement, 4), 152, 1e-12);
    placement.n_physical = 256;
    CHECK_REAL(rotate(&ring, &placement, 4), 244, 1e-12);
    check_mesh(8, 368, 504, 288);
    check_mesh(16, 992, 1568, 576);
    mesh = thesis(&rater_topology_mesh, 2, 16);
    placement = rater_placement_identity(256, 256);
    mesh.packet_size = 8;
    CHECK_REAL(rotate(&mesh, &placement, 16), 1008, 1e-12);
    mesh.packet_size = 16;
    CHECK_REAL(rotate(&mesh, &placement, 16), 1040, 1e-12);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "links, diameter and bisection", test_facts },
        { "routes", test_routes },
        { "sets of links between nodes", test_link_sets },
        { "sets of links to switches", test_switch_sets },
        { "a fat tree", test_fat_tree },
        { "a dragonfly", test_dragonfly },
        { "one message", test_message },
        { "sets of transfers", test_sets },
        { "worms", test_worms },
        { "broadcast and reduction", test_trees },
        { "broadcast and reduction by dimension", test_wide_trees },
        { "mappings", test_placements },
        { "Hilbert's curve", test_hilbert },
        { "nested clusters", test_clusters },
        { "a long exchange is watched", test_watch },
        { "limits of topologies", test_limits },
        { "what is refused", test_refusals },
        { "matrices that rotate", test_thesis },
        CU_TEST_INFO_NULL,
    };
    return tap_run("networks", tests);
}

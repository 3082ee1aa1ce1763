/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random networks with random sets of transfers: the same as network-naive.c, and what must
 * hold for any.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/rater/network-naive.h"
#include "tests/rater/random.h"
#include "tests/tap.h"

#define MICROSECOND  ((RaterAtto)1000000000000)
#define MOST_PARCELS 40

static const char *const types[] = { "line", "ring", "mesh",   "torus",    "hypercube", "tree",
                                     "star", "full", "shared", "fat tree", "dragonfly" };
static const char *const switchings[] = { "cut-through", "packet", "wormhole" };
static const char *const mappings[] = { "identity", "blocks",    "tiles",      "hilbert",
                                        "random",   "ring2line", "torus2mesh", "own" };
enum { IDENTITY, BLOCKS, TILES, HILBERT, RANDOM, RING_TO_LINE, TORUS_TO_MESH, OWN };
enum {
    N_TYPES = sizeof types / sizeof types[0],
    N_SWITCHINGS = sizeof switchings / sizeof switchings[0],
    N_MAPPINGS = sizeof mappings / sizeof mappings[0],
};

typedef struct {
    int mapping;
    NaiveShape shape;
    RaterFabric fabric;
    RaterPlacement placement;
    int n;
    RaterParcel parcel[MOST_PARCELS];
} Case;

static int64_t
pick(Random *random, const int64_t values[], int n)
{
    return values[random_between(random, 0, n - 1)];
}
#define PICK(random, ...)                                                                      \
    pick((random), (const int64_t[]){ __VA_ARGS__ },                                           \
         (int)(sizeof(int64_t[]){ __VA_ARGS__ } / sizeof(int64_t)))

/* Sizes that hold few nodes. */
static NaiveShape
random_shape(Random *random, const char *type)
{
    NaiveShape made = { .type = type,
                        .shape = { .rank = 1, .cores = PICK(random, 1, 1, 2, 3) } };
    RaterTopologyShape *shape = &made.shape;
    shape->arity = random_between(random, 1, 4);
    shape->nodes[0] = random_between(random, 1, 12);
    if (strcmp(made.type, "hypercube") == 0) {
        shape->nodes[0] = random_between(random, 1, 4);
    } else if (strcmp(made.type, "mesh") == 0 || strcmp(made.type, "torus") == 0) {
        shape->rank = (int)random_between(random, 1, 3);
        for (int k = 0; k < shape->rank; k++)
            shape->nodes[k] = random_between(random, 1, shape->rank == 3 ? 4 : 6);
    } else if (strcmp(made.type, "fat tree") == 0) {
        shape->rank = (int)random_between(random, 1, 3);
        shape->n_tapers = (int)random_between(random, 0, 2) == 1 ? 1 : shape->rank - 1;
        for (int k = 0; k < shape->rank; k++) {
            shape->nodes[k] = random_between(random, 1, 4);
            shape->taper[k] = PICK(random, 5, 10, 11, 15, 20, 30) * (RATER_TAPER_ONE / 10);
        }
    } else if (strcmp(made.type, "dragonfly") == 0) {
        shape->rank = 3;
        for (int k = 0; k < 3; k++)
            shape->nodes[k] = random_between(random, 1, 4);
        int64_t least = (shape->nodes[0] - 1 + shape->nodes[1] - 1) / shape->nodes[1];
        shape->global_links =
            random_one_in(random, 2) ? 0 : least + random_between(random, 0, 3);
    }
    return made;
}

/* Few different times, so that many things happen at once; now and then odd ones. */
static RaterFabric
random_fabric(Random *random)
{
    RaterFabric fabric = {
        .switching = (RaterSwitching)random_between(random, 0, 2),
        .start_time = PICK(random, 0, 10, 10, 75) * MICROSECOND,
        .byte_time = PICK(random, 0, 1, 1, 2) * MICROSECOND,
        .link_delay = PICK(random, 0, 0, 1, 2) * MICROSECOND,
        .message_gap = PICK(random, 0, 0, 3, 20) * MICROSECOND,
        .packet_start_time = PICK(random, 0, 0, 1) * MICROSECOND,
        .packet_size = PICK(random, 0, 4, 8, 20),
        .flit_size = PICK(random, 1, 2, 4, 8),
        .flit_buffer = PICK(random, 1, 1, 2, 3, 16),
        .virtual_channels = PICK(random, 1, 1, 2, 3),
        .header_ratio = PICK(random, 2, 2, 3, 4) * (RATER_RATIO_ONE / 2),
        .core_start_time = PICK(random, 0, 1, 12) * MICROSECOND,
        .core_byte_time = PICK(random, 0, 1) * MICROSECOND,
        .scale = random_one_in(random, 4) ? 1.5 : 1,
    };
    if (random_one_in(random, 5)) {
        fabric.byte_time = random_between(random, 1, 1000000);
        fabric.header_ratio = RATER_RATIO_ONE + random_between(random, 0, 1000000000000000);
        fabric.link_delay = random_between(random, 0, 1000000);
    }
    return fabric;
}

static int
compare(const void *first, const void *second)
{
    const RaterParcel *a = first;
    const RaterParcel *b = second;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

/* Distinct pairs, by (p, q): all sorts, or all the same distance. */
static void
random_parcels(Random *random, Case *made)
{
    int64_t v = made->placement.n_virtual;
    int64_t shift = random_one_in(random, 3) ? random_between(random, 1, v) : 0;
    int64_t alike = random_one_in(random, 2) ? random_between(random, 1, 60) : 0;
    int want = (int)random_between(random, 1, MOST_PARCELS);
    for (int i = 0; i < want; i++) {
        int64_t p = shift > 0 ? i % v : random_between(random, 0, v - 1);
        RaterParcel parcel = { p,
                               shift > 0 ? (p + shift) % v : random_between(random, 0, v - 1),
                               alike > 0 ? alike : random_between(random, 1, 60) };
        bool fresh = parcel.from != parcel.to;
        for (int j = 0; j < made->n; j++)
            fresh = fresh && compare(&made->parcel[j], &parcel) != 0;
        if (fresh)
            made->parcel[made->n++] = parcel;
    }
    qsort(made->parcel, (size_t)made->n, sizeof *made->parcel, compare);
}

/* Each place drawn by itself: several virtual processors may share one. */
static RaterPlacement
own_placement(Random *random, int64_t v, int64_t m)
{
    int64_t *place = malloc((size_t)v * sizeof *place);
    for (int64_t i = 0; i < v; i++)
        place[i] = random_between(random, 0, m - 1);
    return (RaterPlacement){ v, m, place };
}

/* Virtual processors where the mapping has them; as many as there are physical ones where it
 * wants that. */
static RaterStatus
random_placement(Random *random, Case *made)
{
    const RaterTopology *topology = &made->fabric.topology;
    int64_t m = rater_topology_count(topology);
    int64_t some = random_between(random, 1, m), more = m + random_between(random, 1, 5);
    int64_t divisor = random_between(random, 1, m);
    while (m % divisor != 0)
        divisor--;
    RaterGrid few = { .rank = 2, .size = { some, random_between(random, 1, m / some) } };
    RaterGrid all = { .rank = 2, .size = { divisor, m / divisor } };
    int64_t tile[] = { random_between(random, 1, 3), random_between(random, 1, 3) };
    RaterPlacement *placement = &made->placement;
    switch (made->mapping) {
    case TILES:
        few.size[1] += random_between(random, 0, 2);
        return rater_placement_tiles(placement, &few, m, tile);
    case HILBERT:
        return rater_placement_hilbert(placement, &few, topology);
    case RANDOM:
        return rater_placement_random(placement, random_one_in(random, 4) ? more : some, m,
                                      random_bits(random));
    case RING_TO_LINE:
        return rater_placement_ring_to_line(placement, m, m);
    case TORUS_TO_MESH:
        return rater_placement_torus_to_mesh(placement, &all, m);
    case OWN:
        *placement = own_placement(random, random_one_in(random, 4) ? more : m, m);
        return RATER_OK;
    default:
        *placement = rater_placement_identity(made->mapping == BLOCKS ? more : some, m);
        return RATER_OK;
    }
}

/* The numbers 0, 1, ... go through all types, kinds of switching and mappings. */
static void
random_case(Random *random, int number, Case *made)
{
    *made = (Case){ .mapping = number / N_TYPES / N_SWITCHINGS % N_MAPPINGS,
                    .shape = random_shape(random, types[number % N_TYPES]),
                    .fabric = random_fabric(random) };
    made->fabric.switching = (RaterSwitching)(number / N_TYPES % N_SWITCHINGS);
    CHECK_INT(rater_topology_init(&made->fabric.topology, rater_topology_find(made->shape.type),
                                  &made->shape.shape),
              RATER_OK);
    CHECK_INT(random_placement(random, made), RATER_OK);
    random_parcels(random, made);
}

static void
describe(const Case *made)
{
    const RaterFabric *f = &made->fabric;
    printf("# %s, %s {", mappings[made->mapping], made->shape.type);
    for (int k = 0; k < made->shape.shape.rank; k++)
        printf(" %lld", (long long)made->shape.shape.nodes[k]);
    printf(
        " } cores %lld, switching %d, TS %g TB %g d %g g %g tp %g S %lld F %lld B %lld vc %lld "
        "ratio %g\n#",
        (long long)f->topology.cores, (int)f->switching, (double)f->start_time / 1e12,
        (double)f->byte_time / 1e12, (double)f->link_delay / 1e12,
        (double)f->message_gap / 1e12, (double)f->packet_start_time / 1e12,
        (long long)f->packet_size, (long long)f->flit_size, (long long)f->flit_buffer,
        (long long)f->virtual_channels, (double)f->header_ratio / (double)RATER_RATIO_ONE);
    for (int i = 0; i < made->n; i++)
        printf(" %lld>%lld:%lld", (long long)made->parcel[i].from,
               (long long)made->parcel[i].to, (long long)made->parcel[i].bytes);
    printf("\n");
}

static void
check_routes(const Case *made)
{
    const RaterTopology *topology = &made->fabric.topology;
    int64_t longest = 0;
    for (int64_t a = 0; a < topology->nodes; a++)
        for (int64_t b = 0; b < topology->nodes; b++) {
            int64_t links[NAIVE_HOPS];
            char name[80];
            if (a == b)
                continue;
            NaiveRoute route = naive_route(&made->shape, a, b);
            CHECK_INT(rater_topology_hops(topology, a, b), route.n);
            rater_topology_route(topology, a, b, links);
            for (int i = 0; i < route.n; i++) {
                CU_ASSERT(links[i] >= 0 && links[i] < topology->link_span);
                naive_link_name(topology, links[i], name);
                if (strcmp(name, route.link[i]) != 0)
                    printf("# %s, expected %s\n", name, route.link[i]);
                CU_ASSERT(strcmp(name, route.link[i]) == 0);
            }
            longest = route.n > longest ? route.n : longest;
        }
    bool most = strcmp(made->shape.type, "dragonfly") == 0 ||
                strcmp(made->shape.type, "fat tree") == 0 || topology->nodes == 1;
    CU_ASSERT(longest <= topology->diameter);
    if (!most)
        CHECK_INT(longest, topology->diameter);
}

static RaterExchange
cost(const Case *made, RaterCongestion congestion)
{
    RaterExchange exchange = { .seconds = -1 };
    CHECK_INT(rater_exchange(&made->fabric, &made->placement, congestion, (size_t)made->n,
                             made->parcel, &exchange),
              RATER_OK);
    return exchange;
}

static double
seconds(const Case *made, RaterAtto time)
{
    return (double)time / 1e18 * made->fabric.scale;
}

static void
check_uses(const Case *made, const RaterExchange *exchange)
{
    static NaiveUse uses[MOST_PARCELS * NAIVE_HOPS];
    int n = naive_uses(&made->fabric, &made->shape, &made->placement, made->n, made->parcel,
                       uses, MOST_PARCELS * NAIVE_HOPS);
    CHECK_INT((long long)exchange->n_uses, n);
    for (size_t i = 0; i < exchange->n_uses; i++) {
        char name[80];
        int at = 0;
        naive_link_name(&made->fabric.topology, exchange->use[i].link, name);
        while (at < n && strcmp(uses[at].name, name) != 0)
            at++;
        CU_ASSERT_FATAL(at < n);
        CHECK_INT(exchange->use[i].bytes, uses[at].bytes);
        CHECK_INT(exchange->use[i].messages, uses[at].messages);
        CU_ASSERT(exchange->use[i].busy == seconds(made, uses[at].busy));
    }
}

/* none <= load, events; load <= 2 events + G; without worms
 * events <= max(TS, core start) + 2G + h (C + d). */
static void
check_bounds(const Case *made, const NaiveCost *naive)
{
    CU_ASSERT(naive->none <= naive->load && naive->none <= naive->events);
    CU_ASSERT(naive->load <= 2 * naive->events + naive->gaps);
    if (made->fabric.switching == RATER_SWITCHING_WORMHOLE || made->n == 0)
        return;
    int64_t h = naive->most_hops > 1 ? naive->most_hops : 1;
    RaterAtto start = made->fabric.start_time > made->fabric.core_start_time
                          ? made->fabric.start_time
                          : made->fabric.core_start_time;
    CU_ASSERT(naive->events <=
              start + 2 * naive->gaps + h * (naive->busiest + made->fabric.link_delay));
}

static void
check_costs(const Case *made, int64_t *deadlocks)
{
    NaiveCost naive = naive_set_cost(&made->fabric, &made->shape, &made->placement, made->n,
                                     made->parcel, true);
    RaterExchange none = cost(made, RATER_CONGESTION_NONE);
    RaterExchange load = cost(made, RATER_CONGESTION_LOAD);
    RaterExchange events = cost(made, RATER_CONGESTION_EVENTS);
    bool same = none.seconds == seconds(made, naive.none) &&
                load.seconds == seconds(made, naive.load) &&
                events.seconds == seconds(made, naive.events) &&
                events.deadlocks == naive.deadlocks && load.hops == naive.hops &&
                load.most_hops == naive.most_hops;
    if (!same) {
        printf("# %.17g %.17g %.17g %lld, expected %.17g %.17g %.17g %lld\n", none.seconds,
               load.seconds, events.seconds, (long long)events.deadlocks,
               seconds(made, naive.none), seconds(made, naive.load),
               seconds(made, naive.events), (long long)naive.deadlocks);
        describe(made);
    }
    CU_ASSERT(same);
    check_bounds(made, &naive);
    check_uses(made, &load);
    check_uses(made, &events);
    *deadlocks += events.deadlocks;
    rater_exchange_clear(&load);
    rater_exchange_clear(&events);
}

static void
test_routes(void)
{
    Random random = random_start(1);
    for (int i = 0; i < TAP_CASES(1000); i++) {
        Case made;
        random_case(&random, i, &made);
        check_routes(&made);
        rater_placement_clear(&made.placement);
    }
}

/* How many cases with messages there were of each kind, each of which was costed without
 * congestion, counted and simulated. */
static void
show_met(int (*met)[N_SWITCHINGS][N_MAPPINGS])
{
    printf("# %-11s", "");
    for (int s = 0; s < N_SWITCHINGS; s++)
        printf("%-*s", 4 * N_MAPPINGS + 3, switchings[s]);
    printf("\n# mappings:  ");
    for (int k = 0; k < N_MAPPINGS; k++)
        printf("%s%s", mappings[k], k + 1 < N_MAPPINGS ? ", " : "\n");
    for (int t = 0; t < N_TYPES; t++) {
        printf("# %-10s", types[t]);
        for (int s = 0; s < N_SWITCHINGS; s++, printf("   "))
            for (int k = 0; k < N_MAPPINGS; k++) {
                printf("%4d", met[t][s][k]);
                CU_ASSERT(met[t][s][k] > 0);
            }
        printf("\n");
    }
}

static void
test_costs(void)
{
    int met[N_TYPES][N_SWITCHINGS][N_MAPPINGS] = { { { 0 } } };
    Random random = random_start(2);
    int64_t deadlocks = 0;
    for (int i = 0; i < TAP_CASES(4000); i++) {
        Case made;
        random_case(&random, i, &made);
        check_costs(&made, &deadlocks);
        met[i % N_TYPES][i / N_TYPES % N_SWITCHINGS][made.mapping] += made.n > 0;
        rater_placement_clear(&made.placement);
    }
    show_met(met);
    printf("# %lld deadlocks\n", (long long)deadlocks);
}

/* Rings of worms that wait for each other. */
static void
test_deadlocks(void)
{
    Random random = random_start(3);
    int64_t deadlocks = 0;
    for (int i = 0; i < TAP_CASES(1000); i++) {
        Case made = { .shape = { "torus", { .rank = 2, .cores = 1, .arity = 2 } },
                      .fabric = random_fabric(&random) };
        made.shape.shape.nodes[0] = random_between(&random, 1, 4);
        made.shape.shape.nodes[1] = random_between(&random, 3, 6);
        made.fabric.switching = RATER_SWITCHING_WORMHOLE;
        made.fabric.virtual_channels = 1;
        made.fabric.packet_size = PICK(&random, 0, 0, 20);
        CHECK_INT(rater_topology_init(&made.fabric.topology, &rater_topology_torus,
                                      &made.shape.shape),
                  RATER_OK);
        int64_t m = rater_topology_count(&made.fabric.topology);
        made.placement = rater_placement_identity(m, m);
        random_parcels(&random, &made);
        check_costs(&made, &deadlocks);
    }
    printf("# %lld deadlocks\n", (long long)deadlocks);
    CU_ASSERT(deadlocks > TAP_CASES(1000) / 10);
}

/* Whether all nodes see the same: any of them could be called any other, or the next one. */
static bool
is_symmetric(const Case *made)
{
    static const char *const those[] = {
        "ring", "torus", "hypercube", "star", "full", "shared"
    };
    bool is = false;
    for (int i = 0; i < 6; i++)
        is |= strcmp(made->shape.type, those[i]) == 0;
    return is;
}

/* The node that takes the place of `node` when a torus is moved, a hypercube turned over; nodes
 * that all have the same way to each other may be called anything. */
static int64_t
moved(const Case *made, int64_t node, int64_t by)
{
    int64_t nodes = made->fabric.topology.nodes;
    if (strcmp(made->shape.type, "hypercube") == 0)
        return node ^ (by % nodes);
    if (made->shape.type[0] == 's' || made->shape.type[0] == 'f') /* star, shared, full */
        return ((by % 2 == 0 ? node : nodes - 1 - node) + by) % nodes;
    const RaterTopologyShape *shape = &made->shape.shape;
    int64_t stride = nodes;
    for (int k = 0; k < shape->rank; k++) {
        int64_t n = shape->nodes[k];
        stride /= n;
        int64_t at = node / stride % n;
        if (n > 2) /* in a mesh of two both see the same as well */
            node += ((at + by) % n - at) * stride;
    }
    return node;
}

/* The same with its nodes renamed. */
static void
rename_nodes(Case *made, int64_t by)
{
    int64_t v = made->placement.n_virtual, cores = made->fabric.topology.cores;
    int64_t *place = malloc((size_t)v * sizeof *place);
    for (int64_t i = 0; i < v; i++) {
        int64_t u = rater_placement_of(&made->placement, i);
        place[i] = moved(made, u / cores, by) * cores + u % cores;
    }
    rater_placement_clear(&made->placement);
    made->placement =
        (RaterPlacement){ v, rater_topology_count(&made->fabric.topology), place };
}

/* Nothing depends on the names of nodes in a network that looks the same from everywhere. */
static void
test_symmetry(void)
{
    Random random = random_start(4);
    for (int i = 0; i < TAP_CASES(1200); i++) {
        RaterExchange before[3];
        Case made;
        random_case(&random, i, &made);
        for (int c = 0; is_symmetric(&made) && c < 3; c++)
            before[c] = cost(&made, (RaterCongestion)c);
        if (is_symmetric(&made))
            rename_nodes(&made, random_between(&random, 1, 100));
        for (int c = 0; is_symmetric(&made) && c < 3; c++) {
            RaterExchange after = cost(&made, (RaterCongestion)c);
            bool same = before[c].seconds == after.seconds && before[c].hops == after.hops &&
                        before[c].most_hops == after.most_hops &&
                        before[c].deadlocks == after.deadlocks &&
                        before[c].n_uses == after.n_uses;
            if (!same)
                describe(&made);
            CU_ASSERT(same);
            rater_exchange_clear(&before[c]);
            rater_exchange_clear(&after);
        }
        rater_placement_clear(&made.placement);
    }
}

/* Neither the order in which transfers are given nor cutting them changes anything. */
static void
test_order(void)
{
    Random random = random_start(5);
    for (int i = 0; i < TAP_CASES(300); i++) {
        Case made;
        random_case(&random, i, &made);
        RaterExchange sorted = cost(&made, RATER_CONGESTION_EVENTS);
        RaterParcel parcel[2 * MOST_PARCELS + 1];
        int n = 0;
        for (int j = made.n - 1; j >= 0; j--) {
            RaterParcel half = made.parcel[j];
            half.bytes = random_between(&random, 0, half.bytes);
            parcel[n++] = half;
            half.bytes = made.parcel[j].bytes - half.bytes;
            parcel[(n++)] = half;
        }
        parcel[n++] = (RaterParcel){ 0, 0, 1000 };
        RaterExchange shuffled = { .seconds = -1 };
        CHECK_INT(rater_exchange(&made.fabric, &made.placement, RATER_CONGESTION_EVENTS,
                                 (size_t)n, parcel, &shuffled),
                  RATER_OK);
        CU_ASSERT(sorted.seconds == shuffled.seconds && sorted.n_uses == shuffled.n_uses &&
                  sorted.messages == shuffled.messages && sorted.bytes == shuffled.bytes);
        rater_exchange_clear(&sorted);
        rater_exchange_clear(&shuffled);
        rater_placement_clear(&made.placement);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "routes are those of the formulas", test_routes },
        { "costs are those of a search", test_costs },
        { "deadlocks are broken alike", test_deadlocks },
        { "nodes of a symmetric network may be renamed", test_symmetry },
        { "the order of transfers does not matter", test_order },
        CU_TEST_INFO_NULL,
    };
    return tap_run("networks-random", tests);
}

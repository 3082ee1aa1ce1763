/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Costs on networks of nodes and links: the messages of an operation, one by one, through the
 * naive exchange of tests/rater/network-naive.c.
 */
#include "src/params/mapping.h"
#include "tests/rater/network-naive.h"
#include "tests/sim/naive-state.h"

typedef struct {
    RaterFabric fabric;
    NaiveShape shape;
    RaterPlacement placement;
} Machine;

/* FALSE: it cannot be. */
static gboolean
machine_init(const Naive *n, Machine *machine)
{
    const RaterLinks *links = &n->params->network.links;
    *machine = (Machine){ .fabric = links->fabric,
                          .shape = { rater_topology_kind_name(links->kind), links->shape } };
    machine->fabric.start_time = n->params->network.start_time;
    machine->fabric.byte_time = n->params->network.byte_time;
    if (links->shape.rank == 0 && rater_topology_default(links->kind, &n->params->topology,
                                                         &machine->shape.shape) != RATER_OK)
        return FALSE;
    return rater_topology_init(&machine->fabric.topology, links->kind, &machine->shape.shape) ==
               RATER_OK &&
           params_mapping_place(n->params->mapping, &n->params->topology,
                                &machine->fabric.topology, &machine->placement, NULL);
}

long double
naive_links_exchange(const Naive *n, Matrix m)
{
    g_autofree RaterParcel *parcel = g_new(RaterParcel, n->n_p * n->n_p);
    const RaterCongestion congestion = n->params->network.links.congestion;
    Machine machine;
    int count = 0;
    for (int p = 0; p < n->n_p; p++)
        for (int q = 0; q < n->n_p; q++)
            if (p != q && m[p][q] > 0)
                parcel[count++] = (RaterParcel){ p, q, m[p][q] };
    if (count == 0)
        return 0;
    g_assert(machine_init(n, &machine));
    const NaiveCost cost = naive_set_cost(&machine.fabric, &machine.shape, &machine.placement,
                                          count, parcel, congestion == RATER_CONGESTION_EVENTS);
    rater_placement_clear(&machine.placement);
    const RaterAtto time = congestion == RATER_CONGESTION_NONE   ? cost.none
                           : congestion == RATER_CONGESTION_LOAD ? cost.load
                                                                 : cost.events;
    return time * 1e-18L * n->params->network.scale;
}

/* Of the physical processors, by number; then each virtual one has that of its own. */
void
naive_links_speeds(Naive *n)
{
    const RaterVariation *variation = &n->params->network.links.variation;
    Machine machine;
    g_assert(machine_init(n, &machine));
    for (int p = 0; p < n->n_p; p++) {
        const gint64 u = rater_placement_of(&machine.placement, p);
        gint64 at = 0;
        n->speed[p] = 1;
        for (guint k = 0; k < n->params->speeds->len; k++) {
            const ParamsSpeed *speed = &g_array_index(n->params->speeds, ParamsSpeed, k);
            if (u >= at && u < at + speed->count)
                n->speed[p] = speed->speed;
            at += speed->count;
        }
        if (variation->given)
            n->speed[p] *= rater_random_slowness(variation->seed, variation->low, u);
    }
    rater_placement_clear(&machine.placement);
}

/* Physical processors that have virtual ones, by rising number, where one of them has several.
 */
void
naive_links_hosts(Naive *n)
{
    gint64 place[MAX_P];
    gboolean several = FALSE;
    Machine machine;
    g_assert(machine_init(n, &machine));
    for (int p = 0; p < n->n_p; p++) {
        place[p] = rater_placement_of(&machine.placement, p);
        for (int q = 0; q < p; q++)
            several = several || place[p] == place[q];
    }
    rater_placement_clear(&machine.placement);
    if (!several)
        return;
    n->n_hosts = 0;
    for (int p = 0; p < n->n_p; p++) {
        gboolean before = FALSE;
        n->host[p] = 0;
        for (int q = 0; q < n->n_p; q++) {
            gboolean first = place[q] < place[p];
            for (int r = 0; r < q; r++)
                first = first && place[r] != place[q];
            n->host[p] += first;
            before = before || (q < p && place[q] == place[p]);
        }
        n->n_hosts += !before;
    }
}

/* One round: who has coordinate g a multiple of 2s and those of the later dimensions of the
 * tree 0 sends to coordinate g + s. */
static long double
tree_round(const Naive *n, const System *grid, const gboolean chosen[], int g, int s,
           gint64 bytes)
{
    g_autofree Matrix *m = g_new0(Matrix, 1);
    for (int i = 0; i < grid->n; i++) {
        int coord[MAX_RANK];
        naive_coords(grid, i, coord);
        gboolean sends = coord[g] % (2 * s) == 0 && coord[g] + s < grid->size[g];
        for (int k = g + 1; k < grid->rank; k++)
            sends = sends && (!chosen[k] || coord[k] == 0);
        if (!sends)
            continue;
        int behind = s;
        for (int k = g + 1; k < grid->rank; k++)
            behind *= grid->size[k];
        (*m)[grid->member[i]][grid->member[i + behind]] += bytes;
    }
    return naive_links_exchange(n, *m);
}

static long double
tree(const Naive *n, const System *grid, const gboolean chosen[], gint64 bytes)
{
    long double sum = 0;
    for (int g = 0; g < grid->rank; g++) {
        if (!chosen[g])
            continue;
        int step = 1;
        while (2 * step < grid->size[g])
            step *= 2;
        for (; step > 0 && grid->size[g] > 1; step /= 2)
            sum += tree_round(n, grid, chosen, g, step, bytes);
    }
    return sum;
}

long double
naive_links_reduction(const Naive *n, const System *grid, const gboolean spread[], gint64 bytes)
{
    gboolean others[MAX_RANK];
    for (int g = 0; g < grid->rank; g++)
        others[g] = !spread[g];
    return 2 * tree(n, grid, spread, bytes) + tree(n, grid, others, bytes);
}

long double
naive_links_broadcast(const Naive *n, gint64 bytes)
{
    gboolean all[MAX_RANK];
    for (int g = 0; g < n->current->rank; g++)
        all[g] = TRUE;
    return tree(n, n->current, all, bytes);
}

/* A message alone, of a portion: packets and flits are not rounded. */
long double
naive_links_message(const Naive *n, int p, int q, long double bytes)
{
    Machine machine;
    g_assert(machine_init(n, &machine));
    const RaterFabric *f = &machine.fabric;
    const gint64 u = rater_placement_of(&machine.placement, p);
    const gint64 v = rater_placement_of(&machine.placement, q);
    const gint64 cores = machine.shape.shape.cores;
    rater_placement_clear(&machine.placement);
    if (u / cores == v / cores)
        return (f->core_start_time + bytes * f->core_byte_time) * 1e-18L *
               n->params->network.scale;
    const NaiveRoute route = naive_route(&machine.shape, u / cores, v / cores);
    const long double h = route.n, S = f->packet_size, tp = f->packet_start_time;
    const long double k = S > 0 ? bytes / S : 1, TB = f->byte_time, d = f->link_delay;
    long double time = f->start_time;
    if (f->switching == RATER_SWITCHING_WORMHOLE) {
        const gint64 body = S > 0 ? (f->packet_size + f->flit_size - 1) / f->flit_size : 0;
        const long double t = f->flit_size * TB;
        const RaterAtto H = f->header_ratio * (RaterAtto)t / RATER_RATIO_ONE + f->link_delay;
        const long double lag = MAX(0, H - f->flit_buffer * t);
        const gint64 reach = S > 0 ? MIN((body - 1) / f->flit_buffer, route.n - 1) : 0;
        const long double flits = S > 0 ? body : bytes / f->flit_size;
        time += k * tp + (h - 1) * H + (k - 1) * reach * lag + k * (H + flits * t);
    } else {
        time += h * d + k * tp + bytes * TB;
        if (f->switching == RATER_SWITCHING_PACKET)
            time += (h - 1) * (tp + (S > 0 ? S : bytes) * TB);
    }
    return time * 1e-18L * n->params->network.scale;
}

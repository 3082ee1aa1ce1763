/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/loop-map.h"

#include <string.h>

#include "src/base/hash.h"
#include "src/sim/objects/gathering.h"

struct _SimLoopMaps {
    GHashTable *known; /* set of KnownLoop (owned) by origin */
    GHashTable *set;   /* GBytes (SimLoopMap.loop) -> SimLoopMap (owned) */
};

typedef struct {
    SimLoopOrigin origin;
    SimLoopMap *map;
} KnownLoop;

static guint
origin_hash(gconstpointer v)
{
    const SimLoopOrigin *origin = v;
    const guint32 words[] = { origin->record, origin->mapping, origin->rank };
    return hash_memory(words, sizeof words);
}

static gboolean
origin_equal(gconstpointer va, gconstpointer vb)
{
    const SimLoopOrigin *a = va, *b = vb;
    return a->record == b->record && a->mapping == b->mapping && a->rank == b->rank;
}

static void
share_free(SimShare *share)
{
    if (share->share != share->part)
        g_free(share->share);
    g_free(share->part);
    g_free(share->copies);
    g_free(share);
}

static void
map_free(gpointer v)
{
    SimLoopMap *map = v;
    while (map->shares != NULL) {
        SimShare *share = map->shares;
        map->shares = share->next;
        share_free(share);
    }
    g_bytes_unref(map->loop);
    g_free(map);
}

SimLoopMaps *
sim_loop_maps_new(void)
{
    SimLoopMaps *m = g_new0(SimLoopMaps, 1);
    m->known = g_hash_table_new_full(origin_hash, origin_equal, g_free, NULL);
    m->set = g_hash_table_new_full(hash_bytes, g_bytes_equal, NULL, map_free);
    return m;
}

void
sim_loop_maps_free(SimLoopMaps *maps)
{
    if (maps == NULL)
        return;
    g_hash_table_unref(maps->known);
    g_hash_table_unref(maps->set);
    g_free(maps);
}

/* What of a loop is in use; the rest, room for RATER_MAX_RANK dimensions, is zero and nine
 * tenths of it. An elimination has two loops a row. */
typedef struct {
    guint32 system, rank, grid_rank;
} Head;

typedef struct {
    gpointer at;
    gsize size;
} Part;

enum { N_PARTS = 6 };

/* Says where the parts of a loop are, whose ranks are set; returns their size. */
static gsize
loop_parts(RaterLoop *loop, Part parts[N_PARTS])
{
    const gsize axes = (gsize)loop->rank, dims = (gsize)loop->grid.rank;
    gsize size = 0;
    parts[0] = (Part){ loop->axis, axes * sizeof *loop->axis };
    parts[1] = (Part){ loop->count, axes * sizeof *loop->count };
    parts[2] = (Part){ loop->valid, axes * sizeof *loop->valid };
    parts[3] = (Part){ loop->dim, axes * sizeof *loop->dim };
    parts[4] = (Part){ loop->grid.size, dims * sizeof *loop->grid.size };
    parts[5] = (Part){ loop->place, dims * sizeof *loop->place };
    for (guint i = 0; i < N_PARTS; i++)
        size += parts[i].size;
    return size;
}

static GBytes *
loop_bytes(const RaterLoop *loop, const SimSystem *system)
{
    RaterLoop copy = *loop;
    Part parts[N_PARTS];
    const Head head = { system->id, (guint32)loop->rank, (guint32)loop->grid.rank };
    const gsize size = sizeof head + loop_parts(&copy, parts);
    guint8 *bytes = g_malloc(size), *at = bytes;
    memcpy(at, &head, sizeof head);
    at += sizeof head;
    for (guint i = 0; i < N_PARTS; at += parts[i++].size)
        memcpy(at, parts[i].at, parts[i].size);
    return g_bytes_new_take(bytes, size);
}

void
sim_loop_map_get(const SimLoopMap *map, RaterLoop *loop)
{
    const guint8 *at = g_bytes_get_data(map->loop, NULL);
    Part parts[N_PARTS];
    Head head;
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    *loop = (RaterLoop){ .rank = (int)head.rank, .grid.rank = (int)head.grid_rank };
    loop_parts(loop, parts);
    for (guint i = 0; i < N_PARTS; at += parts[i++].size)
        memcpy(parts[i].at, at, parts[i].size);
}

SimLoopMap *
sim_loop_maps_find(const SimLoopMaps *maps, const SimLoopOrigin *origin)
{
    const KnownLoop *known = g_hash_table_lookup(maps->known, origin);
    return known != NULL ? known->map : NULL;
}

SimLoopMap *
sim_loop_maps_add(SimLoopMaps *maps, const SimLoopOrigin *origin, const RaterLoop *loop,
                  const SimSystem *system)
{
    g_autoptr(GBytes) bytes = loop_bytes(loop, system);
    SimLoopMap *map = g_hash_table_lookup(maps->set, bytes);
    if (map == NULL) {
        map = g_new0(SimLoopMap, 1);
        map->id = g_hash_table_size(maps->set);
        map->spread = sim_mapping_spread(&loop->grid, loop->place);
        map->system = system;
        map->loop = g_bytes_ref(bytes);
        g_hash_table_insert(maps->set, map->loop, map);
    }
    KnownLoop *known = g_new(KnownLoop, 1);
    *known = (KnownLoop){ *origin, map };
    g_hash_table_add(maps->known, known);
    return map;
}

/* Coordinates of one grid dimension told apart by how many iterations they have. Blocks of two
 * sizes are few runs of each. */
static void
loop_runs(const RaterLoop *loop, int g, SimRuns *runs)
{
    const RaterPlace *place = &loop->place[g];
    gint64 size = loop->grid.size[g];
    switch (place->kind) {
    case RATER_PLACE_AXIS: {
        RaterIndexRun run;
        for (gboolean more = rater_loop_run_first(loop, g, &run); more;
             more = rater_index_run_next(&run)) {
            sim_runs_add(runs, run.coords.lo, 0);
            sim_runs_add(runs, run.coords.hi, (guint64)run.count);
        }
        sim_runs_add(runs, size, 0);
        break;
    }
    case RATER_PLACE_SOME:
        sim_runs_add(runs, CLAMP(place->coords.lo, 0, size), 0);
        sim_runs_add(runs, CLAMP(place->coords.hi, 0, size), 1);
        sim_runs_add(runs, size, 0);
        break;
    case RATER_PLACE_ALL:
        sim_runs_add(runs, size, 1);
        break;
    }
}

/* Processors that execute the same iterations: those that differ only in dimensions on which no
 * loop axis lies. */
static double
loop_copies(const RaterLoop *loop)
{
    double copies = 1;
    for (int g = 0; g < loop->grid.rank; g++) {
        if (loop->place[g].kind == RATER_PLACE_ALL)
            copies *= (double)loop->grid.size[g];
        else if (loop->place[g].kind == RATER_PLACE_SOME)
            copies *= (double)MAX(1, rater_range_count(loop->place[g].coords));
    }
    return copies;
}

/* What a processor executes: first iteration and number on each grid dimension's axis. */
static GBytes *
iterations_key(const RaterLoop *loop, const gint64 *index)
{
    int64_t key[RATER_MAX_RANK][2] = { { 0 } };
    for (int g = 0; g < loop->grid.rank; g++) {
        if (loop->place[g].kind == RATER_PLACE_AXIS)
            key[g][0] = rater_loop_dim_count(loop, g, index[g], &key[g][1], NULL);
    }
    return g_bytes_new(key, sizeof key);
}

/* Shares by going through the processors one by one, each a class: those inside of the current
 * system count, equal sets of iterations once. For loops that the current system holds in part,
 * and the oracle of the tests. inside: for each class whether it is inside. */
static void
share_one_by_one(const RaterLoop *loop, const gint64 *index, const guint8 *inside,
                 SimShare *share)
{
    guint n = share->extent->n_classes, rank = (guint)loop->grid.rank;
    g_autoptr(GHashTable) groups =
        g_hash_table_new_full(hash_bytes, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    double total = 0;
    for (guint c = 0; c < n; c++) {
        const gint64 *at = index + (gsize)c * rank;
        double count = at[0] >= 0 && inside[c] ? rater_loop_count(loop, at) : 0;
        share->part[c] = count;
        if (!(count > 0))
            continue;
        GBytes *key = iterations_key(loop, at);
        guint so_far = GPOINTER_TO_UINT(g_hash_table_lookup(groups, key));
        if (so_far == 0)
            total += count;
        g_hash_table_insert(groups, key, GUINT_TO_POINTER(so_far + 1));
    }
    share->nobody = !(total > 0);
    share->copies = g_new(double, n);
    for (guint c = 0; c < n; c++) {
        share->copies[c] = 1;
        if (!(share->part[c] > 0))
            continue;
        g_autoptr(GBytes) key = iterations_key(loop, index + (gsize)c * rank);
        share->copies[c] = GPOINTER_TO_UINT(g_hash_table_lookup(groups, key));
        share->part[c] /= total;
    }
}

/* For each class of a partition of `space` whether it is inside of the system. */
static guint8 *
classes_inside(SimSystems *systems, const SimPartition *partition, const SimSystem *system)
{
    guint8 *inside = g_malloc(partition->n_classes);
    memset(inside, 1, partition->n_classes);
    if (system->holds == NULL)
        return inside;
    g_autoptr(SimJoin) join = sim_lattice_join(systems->space, partition, system->extent);
    for (guint c = 0; join != NULL && c < join->partition->n_classes; c++)
        inside[join->of_a[c]] = system->holds[join->of_b[c]];
    return inside;
}

/* Shares of a loop whose processors all belong to the current system. */
static void
share_by_class(const RaterLoop *loop, const gint64 *index, SimShare *share)
{
    double total = rater_loop_total(loop);
    share->all_copies = loop_copies(loop);
    share->nobody = !(total > 0);
    for (guint c = 0; c < share->extent->n_classes; c++) {
        const gint64 *at = index + (gsize)c * (guint)loop->grid.rank;
        if (at[0] >= 0 && total > 0)
            share->part[c] = rater_loop_count(loop, at) / total;
    }
}

/* From the root's processors to those that are simulated. A host has 1/K of its processors'
 * parts for itself, and the rest is done elsewhere too. FALSE: too many classes. */
static gboolean
share_gather(const SimSystems *systems, SimShare *share)
{
    share->partition = share->extent;
    share->share = share->part;
    if (systems->hosts == NULL)
        return TRUE;
    g_autoptr(SimGathering) g =
        sim_gathering_new(systems->lattice, systems->hosts, share->extent);
    if (g == NULL)
        return FALSE;
    g_autofree double *alone = g_new(double, share->extent->n_classes);
    for (guint c = 0; c < share->extent->n_classes; c++)
        alone[c] = share->part[c] / sim_share_copies(share, c);
    share->partition = g->partition;
    share->share = sim_gathering_sum(g, share->part);
    g_free(share->copies);
    share->copies = sim_gathering_sum(g, alone);
    for (guint c = 0; c < g->partition->n_classes; c++)
        share->copies[c] = share->share[c] > 0 ? share->share[c] / share->copies[c] : 1;
    return TRUE;
}

static SimShare *
share_new(const SimLoopMap *map, SimSystems *systems, const SimSystem *current,
          gboolean one_by_one)
{
    RaterLoop loop;
    SimRuns runs[RATER_MAX_RANK] = { { NULL } };
    g_autofree gint64 *index = NULL;
    sim_loop_map_get(map, &loop);
    for (int g = 0; g < loop.grid.rank; g++) {
        for (gint64 c = 0; one_by_one && c < loop.grid.size[g]; c++)
            sim_runs_add(&runs[g], c + 1, (guint64)c);
        if (!one_by_one)
            loop_runs(&loop, g, &runs[g]);
    }
    const SimPartition *p = sim_system_map(systems, map->system, runs, &index);
    if (p == NULL)
        return NULL;

    SimShare *share = g_new0(SimShare, 1);
    share->system = current;
    share->extent = p;
    share->part = g_new0(double, p->n_classes);
    if (one_by_one) {
        g_autofree guint8 *inside = classes_inside(systems, p, current);
        share_one_by_one(&loop, index, inside, share);
    } else {
        share_by_class(&loop, index, share);
    }
    if (share_gather(systems, share))
        return share;
    share_free(share);
    return NULL;
}

const SimShare *
sim_loop_map_share(SimLoopMap *map, SimSystems *systems, const SimSystem *current,
                   gboolean one_by_one)
{
    SimShare *share = map->shares;
    while (share != NULL && share->system != current)
        share = share->next;
    if (share != NULL)
        return share;
    share = share_new(map, systems, current,
                      one_by_one || !sim_system_within(systems, map->system, current));
    if (share != NULL) {
        share->next = map->shares;
        map->shares = share;
    }
    return share;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/rollup-maps.h"

#include "src/base/hash.h"

#include <stdlib.h>
#include <string.h>

/* Joins of more partitions than this are not likely to be asked for again. */
#define MOST_JOINED 8

/* What is remembered is forgotten when it gets larger than this: 4 MB of maps, and as many
 * joins as take 7 MB. Where each interval has partitions of its own nothing is asked for twice.
 */
#define MOST_ENTRIES (1u << 20)
#define MOST_JOINS   (1u << 16)

/* Partitions by rising number, G_MAXUINT behind them. */
typedef struct {
    guint id[MOST_JOINED];
} JoinKey;

struct _RollupMaps {
    SimLattice *lattice;
    GHashTable *joins; /* JoinKey -> SimPartition */
    GHashTable *maps;  /* gint64 (id of fine, id of coarse) -> guint[] */
    guint n_entries;   /* of all maps */
};

static guint
join_key_hash(gconstpointer v)
{
    const JoinKey *key = v;
    guint64 h = 0;
    for (guint i = 0; i < MOST_JOINED; i++)
        h = (h ^ key->id[i]) * 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
}

static gboolean
join_key_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(JoinKey)) == 0;
}

RollupMaps *
rollup_maps_new(SimLattice *lattice)
{
    RollupMaps *maps = g_new0(RollupMaps, 1);
    maps->lattice = lattice;
    maps->joins = g_hash_table_new_full(join_key_hash, join_key_equal, g_free, NULL);
    maps->maps = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, g_free);
    return maps;
}

void
rollup_maps_free(RollupMaps *maps)
{
    if (maps == NULL)
        return;
    g_hash_table_unref(maps->joins);
    g_hash_table_unref(maps->maps);
    g_free(maps);
}

static int
compare_partitions(gconstpointer va, gconstpointer vb)
{
    const SimPartition *const *a = va, *const *b = vb;
    return ((*a)->id > (*b)->id) - ((*a)->id < (*b)->id);
}

static void
sort_out(GPtrArray *partitions)
{
    guint n = 0;
    qsort(partitions->pdata, partitions->len, sizeof *partitions->pdata, compare_partitions);
    for (guint i = 0; i < partitions->len; i++) {
        if (n == 0 || partitions->pdata[n - 1] != partitions->pdata[i])
            partitions->pdata[n++] = partitions->pdata[i];
    }
    g_ptr_array_set_size(partitions, (int)n);
}

const SimPartition *
rollup_maps_join(RollupMaps *maps, GPtrArray *partitions)
{
    JoinKey key;
    sort_out(partitions);
    const SimPartition *const *all = (const SimPartition *const *)partitions->pdata;
    if (partitions->len > MOST_JOINED)
        return sim_lattice_join_all(maps->lattice, partitions->len, all);
    memset(&key, 0xff, sizeof key);
    for (guint i = 0; i < partitions->len; i++)
        key.id[i] = all[i]->id;
    const SimPartition *joined = g_hash_table_lookup(maps->joins, &key);
    if (joined != NULL)
        return joined;
    joined = sim_lattice_join_all(maps->lattice, partitions->len, all);
    if (g_hash_table_size(maps->joins) >= MOST_JOINS)
        g_hash_table_remove_all(maps->joins);
    if (joined != NULL)
        g_hash_table_insert(maps->joins, g_memdup2(&key, sizeof key), (gpointer)joined);
    return joined;
}

const guint *
rollup_maps_get(RollupMaps *maps, const SimPartition *fine, const SimPartition *coarse)
{
    gint64 key = (gint64)((guint64)fine->id << 32 | coarse->id);
    guint *map = g_hash_table_lookup(maps->maps, &key);
    if (map != NULL)
        return map;
    map = sim_partition_map(fine, coarse);
    if (maps->n_entries > MOST_ENTRIES) {
        g_hash_table_remove_all(maps->maps);
        maps->n_entries = 0;
    }
    maps->n_entries += fine->n_classes;
    g_hash_table_insert(maps->maps, g_memdup2(&key, sizeof key), map);
    return map;
}

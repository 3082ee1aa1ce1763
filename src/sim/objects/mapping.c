/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/mapping.h"

#include "src/base/hash.h"

struct _SimMappings {
    GHashTable *set;  /* SimMapping by content */
    GPtrArray *all;   /* owned, by id */
    GHashTable *kept; /* set of GBytes */
};

static guint
mapping_hash(gconstpointer v)
{
    const SimMapping *m = v;
    guint64 h = hash_mix(m->system->id, (guint64)m->map.rank);
    for (int x = 0; x < m->map.rank; x++)
        h = hash_mix(h, (guint64)m->map.size[x]);
    for (int g = 0; g < m->map.grid.rank; g++) {
        const RaterPlace *place = &m->map.place[g];
        h = hash_mix(h, (guint64)place->coords.lo ^ (guint64)place->b);
        h = hash_mix(h, (guint64)place->a ^ (guint64)place->blocks.multiple << 32 ^
                            (guint64)place->blocks.fixed);
        h = hash_mix(h, (guintptr)place->blocks.prefix); /* kept once */
    }
    return hash_end(h);
}

static gboolean
mapping_equal(gconstpointer va, gconstpointer vb)
{
    const SimMapping *a = va, *b = vb;
    return a->system == b->system && rater_mapping_equal(&a->map, &b->map);
}

SimMappings *
sim_mappings_new(void)
{
    SimMappings *m = g_new0(SimMappings, 1);
    m->set = g_hash_table_new(mapping_hash, mapping_equal);
    m->all = g_ptr_array_new_with_free_func(g_free);
    m->kept =
        g_hash_table_new_full(hash_bytes, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    return m;
}

void
sim_mappings_free(SimMappings *mappings)
{
    if (mappings == NULL)
        return;
    g_hash_table_unref(mappings->set);
    g_ptr_array_unref(mappings->all);
    g_hash_table_unref(mappings->kept);
    g_free(mappings);
}

gconstpointer
sim_mappings_keep(SimMappings *mappings, gconstpointer bytes, gsize size)
{
    g_autoptr(GBytes) key = g_bytes_new_static(bytes, size);
    GBytes *known = g_hash_table_lookup(mappings->kept, key);
    if (known == NULL) {
        known = g_bytes_new(bytes, size);
        g_hash_table_add(mappings->kept, known);
    }
    return g_bytes_get_data(known, NULL);
}

guint
sim_mapping_spread(const RaterGrid *grid, const RaterPlace place[])
{
    guint spread = 0;
    for (int g = 0; g < grid->rank; g++)
        spread |= (place[g].kind == RATER_PLACE_AXIS ? 1u : 0u) << g;
    return spread;
}

const SimMapping *
sim_mapping_intern(SimMappings *mappings, const RaterMapping *mapping, const SimSystem *system)
{
    const SimMapping wanted = { .id = mappings->all->len,
                                .spread = sim_mapping_spread(&mapping->grid, mapping->place),
                                .system = system,
                                .elements = 1,
                                .map = *mapping };
    SimMapping *m = g_hash_table_lookup(mappings->set, &wanted);
    if (m != NULL)
        return m;
    m = g_memdup2(&wanted, sizeof wanted);
    for (int x = 0; x < mapping->rank; x++)
        m->elements *= mapping->size[x];
    g_ptr_array_add(mappings->all, m);
    g_hash_table_add(mappings->set, m);
    return m;
}

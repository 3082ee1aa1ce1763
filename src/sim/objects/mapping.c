/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/mapping.h"

#include <string.h>

#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"

/* Arrays of a program mostly have few sizes, widths and alignments, and exchange few kinds of
 * edges, so that these are kept once: of 100,000 arrays they were 110 bytes each in each of the
 * two simulations, of groups 2 kB. */
struct _SimMappings {
    GHashTable *set;     /* SimMapping by content */
    GPtrArray *all;      /* owned, by id */
    GHashTable *numbers; /* set of GBytes of int64_t */
    GHashTable *packed;  /* set of SimPacked: alignments and edges */
};

static guint
mapping_hash(gconstpointer v)
{
    const SimMapping *m = v;
    return (guint)(sim_packed_mix(sim_packed_hash(m->map), m->system->id) >> 32);
}

static gboolean
mapping_equal(gconstpointer va, gconstpointer vb)
{
    const SimMapping *a = va, *b = vb;
    return a->system == b->system && sim_packed_equal(a->map, b->map);
}

static void
mapping_free(gpointer v)
{
    SimMapping *m = v;
    g_free(m->map);
    g_free(m);
}

SimMappings *
sim_mappings_new(void)
{
    SimMappings *m = g_new0(SimMappings, 1);
    m->set = g_hash_table_new(mapping_hash, mapping_equal);
    m->all = g_ptr_array_new_with_free_func(mapping_free);
    m->numbers =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    m->packed = g_hash_table_new_full(sim_packed_hash, sim_packed_equal, g_free, NULL);
    return m;
}

void
sim_mappings_free(SimMappings *mappings)
{
    if (mappings == NULL)
        return;
    g_hash_table_unref(mappings->set);
    g_ptr_array_unref(mappings->all);
    g_hash_table_unref(mappings->numbers);
    g_hash_table_unref(mappings->packed);
    g_free(mappings);
}

const int64_t *
sim_mapping_intern_numbers(Simulator *sim, const int64_t numbers[], guint n)
{
    g_autoptr(GBytes) key = g_bytes_new(numbers, n * sizeof *numbers);
    GBytes *known = g_hash_table_lookup(sim->mappings->numbers, key);
    if (known == NULL) {
        known = key;
        g_hash_table_add(sim->mappings->numbers, g_bytes_ref(key));
    }
    return g_bytes_get_data(known, NULL);
}

/* Takes `packed` over. */
static const SimPacked *
intern(Simulator *sim, SimPacked *packed)
{
    SimPacked *known = g_hash_table_lookup(sim->mappings->packed, packed);
    if (known == NULL)
        g_hash_table_add(sim->mappings->packed, packed);
    else
        g_free(packed);
    return known != NULL ? known : packed;
}

const SimPacked *
sim_mapping_intern_align(Simulator *sim, const RaterAlign *align)
{
    return intern(sim, sim_packed_new_align(align));
}

const SimPacked *
sim_mapping_intern_shadow(Simulator *sim, int rank, const RaterShadow *shadow)
{
    return intern(sim, sim_packed_new_shadow(rank, shadow));
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
sim_mapping_intern(Simulator *sim, const RaterMapping *mapping, const SimSystem *system)
{
    SimMapping key = { .spread = sim_mapping_spread(&mapping->grid, mapping->place),
                       .system = system,
                       .map = sim_packed_new_mapping(mapping) };
    SimMapping *known = g_hash_table_lookup(sim->mappings->set, &key);
    if (known != NULL) {
        g_free(key.map);
        return known;
    }
    SimMapping *m = g_memdup2(&key, sizeof key);
    m->elements = 1;
    for (int x = 0; x < mapping->rank; x++)
        m->elements *=
            mapping->size[x]; /* fits: sim_call_CRTDA() and _CRTAMV() refuse others */
    m->id = sim->mappings->all->len;
    g_ptr_array_add(sim->mappings->all, m);
    g_hash_table_add(sim->mappings->set, m);
    return m;
}

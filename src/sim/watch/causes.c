/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/watch/causes.h"

static guint
cause_hash(gconstpointer v)
{
    const SimCause *c = v;
    guint64 h = ((guint64)c->site << 32 | c->interval) * 0x9E3779B97F4A7C15u;
    h ^= (guint64)c->kind << 8 | (guint64)c->operation;
    if (c->kind == SIM_CAUSE_TASK)
        h ^= (guint64)c->system->id << 16;
    h *= 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
}

static gboolean
cause_equal(gconstpointer va, gconstpointer vb)
{
    const SimCause *a = va, *b = vb;
    return a->kind == b->kind && a->operation == b->operation && a->site == b->site &&
           a->interval == b->interval && (a->kind != SIM_CAUSE_TASK || a->system == b->system);
}

SimCauses *
sim_causes_new(void)
{
    SimCauses *causes = g_new0(SimCauses, 1);
    causes->all = g_ptr_array_new_with_free_func(g_free);
    causes->set = g_hash_table_new(cause_hash, cause_equal);
    return causes;
}

void
sim_causes_free(SimCauses *causes)
{
    if (causes == NULL)
        return;
    g_hash_table_unref(causes->set);
    g_ptr_array_unref(causes->all);
    g_free(causes);
}

SimCause *
sim_causes_get(SimCauses *causes, SimCauseKind kind, Operation operation, guint32 site,
               guint32 interval, const SimSystem *system)
{
    SimCause key = { .kind = kind,
                     .operation = operation,
                     .site = site,
                     .interval = interval,
                     .system = system,
                     .start_site = SIM_NO_SITE,
                     .wait_site = SIM_NO_SITE,
                     .section = SIM_NO_SITE,
                     .from_site = SIM_NO_SITE,
                     .region = SIM_NO_SITE };
    SimCause *known = g_hash_table_lookup(causes->set, &key);
    if (known != NULL)
        return known;
    SimCause *cause = g_memdup2(&key, sizeof key);
    g_ptr_array_add(causes->all, cause);
    g_hash_table_add(causes->set, cause);
    return cause;
}

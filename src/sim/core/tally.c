/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/core/tally.h"

#include "src/base/hash.h"

#define NONE G_MAXUINT

static guint
entry_hash(gconstpointer v)
{
    const SimTallyEntry *entry = v;
    const guint64 where = (guint64)entry->interval << 32 | entry->kind;
    return hash_end(hash_mix(hash_mix(0, where), (guintptr)entry->of));
}

static gboolean
entry_equal(gconstpointer va, gconstpointer vb)
{
    const SimTallyEntry *a = va, *b = vb;
    return a->interval == b->interval && a->kind == b->kind && a->of == b->of;
}

static guint
interval_hash(gconstpointer v)
{
    const SimInterval *one = v;
    const guint64 where = (guint64)one->parent << 32 | one->site;
    return hash_end(hash_mix(hash_mix(where, one->type), (guint64)one->expression));
}

static gboolean
interval_equal(gconstpointer va, gconstpointer vb)
{
    const SimInterval *a = va, *b = vb;
    return a->parent == b->parent && a->type == b->type && a->site == b->site &&
           a->has_expression == b->has_expression && a->expression == b->expression;
}

/* Adds an interval with the parent, type, site and expression of `like` behind its siblings. */
static SimInterval *
add_interval(SimTally *tally, const SimInterval *like)
{
    const guint i = tally->intervals->len;
    SimInterval *one = g_memdup2(like, sizeof *like);
    one->first_child = one->last_child = one->next_sibling = NONE;
    if (one->parent != NONE) {
        SimInterval *parent = sim_tally_interval(tally, one->parent);
        one->level = parent->level + 1;
        if (parent->last_child == NONE)
            parent->first_child = i;
        else
            sim_tally_interval(tally, parent->last_child)->next_sibling = i;
        parent->last_child = i;
    }
    g_ptr_array_add(tally->intervals, one);
    g_hash_table_insert(tally->children, one, GUINT_TO_POINTER(i));
    return one;
}

SimTally *
sim_tally_new(gboolean times_only)
{
    const SimInterval root = {
        .parent = NONE, .type = INTERVAL_MAIN, .site = SIM_NO_SITE, .count = 1
    };
    SimTally *tally = g_new0(SimTally, 1);
    tally->n_operation_sums = times_only ? SIM_TIME + 1 : SIM_N_OPERATION_SUMS;
    tally->intervals = g_ptr_array_new_with_free_func(g_free);
    tally->children = g_hash_table_new(interval_hash, interval_equal);
    tally->entries = g_hash_table_new_full(entry_hash, entry_equal, g_free, NULL);
    add_interval(tally, &root);
    return tally;
}

void
sim_tally_free(SimTally *tally)
{
    if (tally == NULL)
        return;
    g_hash_table_unref(tally->entries);
    g_hash_table_unref(tally->children);
    g_ptr_array_unref(tally->intervals);
    g_free(tally);
}

SimInterval *
sim_tally_interval(SimTally *tally, guint i)
{
    return g_ptr_array_index(tally->intervals, i);
}

guint
sim_tally_next(SimTally *tally, guint i)
{
    const SimInterval *at = sim_tally_interval(tally, i);
    if (at->first_child != NONE)
        return at->first_child;
    while (at->next_sibling == NONE && at->parent != NONE)
        at = sim_tally_interval(tally, at->parent);
    return at->next_sibling;
}

void
sim_tally_enter(SimTally *tally, IntervalType type, guint32 site, gboolean has_expression,
                gint64 expression)
{
    const SimInterval like = {
        .parent = tally->current,
        .type = type,
        .site = site,
        .has_expression = has_expression != 0,
        .expression = has_expression ? expression : 0,
    };
    gpointer known, i;
    if (g_hash_table_lookup_extended(tally->children, &like, &known, &i)) {
        tally->current = GPOINTER_TO_UINT(i);
    } else {
        known = add_interval(tally, &like);
        tally->current = tally->intervals->len - 1;
    }
    ((SimInterval *)known)->count++;
}

void
sim_tally_leave(SimTally *tally)
{
    g_return_if_fail(tally->current != 0);
    tally->current = sim_tally_interval(tally, tally->current)->parent;
}

SimSum *
sim_tally_sums(SimTally *tally, SimTallyKind kind, gconstpointer of, guint n_sums)
{
    SimInterval *interval = sim_tally_interval(tally, tally->current);
    SimTallyEntry *entry = interval->recent[kind];
    if (entry != NULL && entry->of == of)
        return entry->sums;

    const SimTallyEntry like = { .kind = kind, .interval = tally->current, .of = of };
    entry = g_hash_table_lookup(tally->entries, &like);
    if (entry == NULL) {
        entry = g_malloc0(sizeof *entry + (gsize)n_sums * sizeof(SimSum));
        *entry = like;
        entry->next = interval->entries;
        interval->entries = entry;
        g_hash_table_add(tally->entries, entry);
    }
    interval->recent[kind] = entry;
    return entry->sums;
}

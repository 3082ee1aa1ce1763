/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/core/tally.h"

#include <string.h>

#define NONE G_MAXUINT

/* Up to this many entries of an interval are found by walking along them. */
#define FEW_ENTRIES 8

/* Records are made in chunks of this size, larger ones alone: with 100,000 intervals, of five
 * entries each, that is 8 MB of 181, since no entry has an allocation of its own, and whole
 * chunks become room for what the roll-up makes of them. */
#define CHUNK_SIZE    32768
#define LARGEST_PIECE (CHUNK_SIZE / 8)
#define OFFSET_UNIT   8

/* Intervals stand in blocks of so many: in one array, which grows by doubling, they took a
 * third more, and freeing it made the C library keep 30 MB of other memory. */
#define PER_BLOCK 256

/* SimTallyEntry.offset is the distance of an entry from the beginning of its chunk in
 * OFFSET_UNITs, 0 of one that has no chunk. */
typedef struct {
    guint n;    /* entries that live in it, and 1 while it is filled */
    guint used; /* bytes */
} Chunk;

/* Programs of 100,000 intervals have half a million entries, so finding them is kept small:
 * those of an interval with few are in no table, others are a set of themselves (12 bytes a
 * place, where keys of their own took 52 and more each), and intervals are found by rows of
 * their indices (8 bytes instead of 84). */
struct _SimTally {
    GPtrArray *blocks; /* owned, of PER_BLOCK SimInterval; their lists own the entries */
    guint n_intervals;
    /* Set of SimTallyEntry by interval, kind and what they are of: those of intervals with more
     * than FEW_ENTRIES. NULL when closed. */
    GHashTable *entries;
    gboolean times_only;
    guint *row;   /* by hash: the first interval of the row, or NONE */
    guint n_rows; /* a power of two */
    guint current;
    Chunk *chunk; /* that is filled, or NULL; others are found through their entries */
    /* The entry used last of each kind: most calls hit it. */
    SimTallyEntry *recent[SIM_N_TALLY_KINDS];
};

static guint
hash_words(const guint32 *words, guint n)
{
    guint64 h = n;
    for (guint i = 0; i < n; i++)
        h = (h ^ words[i]) * 0x9E3779B97F4A7C15u;
    return (guint)(h >> 32);
}

static guint
entry_hash(gconstpointer v)
{
    const SimTallyEntry *entry = v;
    const guint64 of = (guintptr)entry->of;
    const guint32 words[] = { entry->interval, entry->kind, (guint32)of, (guint32)(of >> 32) };
    return hash_words(words, G_N_ELEMENTS(words));
}

static gboolean
entry_equal(gconstpointer va, gconstpointer vb)
{
    const SimTallyEntry *a = va, *b = vb;
    return a->interval == b->interval && a->kind == b->kind && a->of == b->of;
}

/* The row that an interval stands in. */
static guint *
tally_row(const SimTally *tally, const SimInterval *one)
{
    const guint64 expression = (guint64)one->expression;
    const guint32 words[] = { one->parent,         one->type,
                              one->site,           one->has_expression,
                              (guint32)expression, (guint32)(expression >> 32) };
    return &tally->row[hash_words(words, G_N_ELEMENTS(words)) & (tally->n_rows - 1)];
}

/* The child of `like->parent` with the properties of `like`; NONE when there is none. */
static guint
tally_find(SimTally *tally, const SimInterval *like)
{
    guint i = *tally_row(tally, like);
    while (i != NONE) {
        const SimInterval *one = sim_tally_interval(tally, i);
        if (one->parent == like->parent && one->type == like->type && one->site == like->site &&
            one->has_expression == like->has_expression && one->expression == like->expression)
            break;
        i = one->next_in_row;
    }
    return i;
}

static void
tally_link(SimTally *tally, guint i)
{
    SimInterval *one = sim_tally_interval(tally, i);
    guint *row = tally_row(tally, one);
    one->next_in_row = *row;
    *row = i;
}

/* Twice as many rows as there are intervals at most, so that rows stay short. */
static void
tally_add_rows(SimTally *tally)
{
    tally->n_rows = tally->n_rows == 0 ? 16 : 2 * tally->n_rows;
    tally->row = g_renew(guint, tally->row, tally->n_rows);
    memset(tally->row, 0xff, tally->n_rows * sizeof *tally->row); /* NONE */
    for (guint i = 1; i < tally->n_intervals; i++) /* nobody looks for the root */
        tally_link(tally, i);
}

/* Adds an interval with the parent, type, site and expression of `one` behind its siblings. */
static guint
tally_add_interval(SimTally *tally, SimInterval one)
{
    guint i = tally->n_intervals;
    one.first_child = one.last_child = one.next_sibling = one.next_in_row = NONE;
    if (one.parent != NONE) {
        SimInterval *p = sim_tally_interval(tally, one.parent);
        one.level = p->level + 1;
        if (p->last_child == NONE)
            p->first_child = i;
        else
            sim_tally_interval(tally, p->last_child)->next_sibling = i;
        p->last_child = i;
    }
    if (i % PER_BLOCK == 0)
        g_ptr_array_add(tally->blocks, g_new(SimInterval, PER_BLOCK));
    tally->n_intervals++;
    *sim_tally_interval(tally, i) = one;
    if (tally->n_intervals > tally->n_rows)
        tally_add_rows(tally);
    else
        tally_link(tally, i);
    return i;
}

SimTally *
sim_tally_new(gboolean times_only)
{
    SimTally *tally = g_new0(SimTally, 1);
    tally->times_only = times_only;
    tally->blocks = g_ptr_array_new_with_free_func(g_free);
    tally->entries = g_hash_table_new(entry_hash, entry_equal);
    tally_add_interval(
        tally, (SimInterval){ .parent = NONE, .type = INTERVAL_MAIN, .site = G_MAXUINT32 });
    sim_tally_interval(tally, 0)->count = 1;
    return tally;
}

void
sim_tally_free(SimTally *tally)
{
    if (tally == NULL)
        return;
    sim_tally_close(tally);
    sim_tally_clear(tally);
    g_ptr_array_unref(tally->blocks);
    g_free(tally);
}

guint
sim_tally_n_intervals(const SimTally *tally)
{
    return tally->n_intervals;
}

SimInterval *
sim_tally_interval(SimTally *tally, guint i)
{
    return (SimInterval *)g_ptr_array_index(tally->blocks, i / PER_BLOCK) + i % PER_BLOCK;
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

guint
sim_tally_n_operation_sums(const SimTally *tally, SimTallyKind kind)
{
    /* Nobody starts a redistribution and waits for it later, so that it has neither variation
     * nor overlap: 10,000 distinct distributions had 8 MB of these zeros. */
    const guint most = kind == SIM_TALLY_OPERATION + OPERATION_REDISTRIBUTION
                           ? SIM_SYNCH + 1
                           : SIM_N_OPERATION_SUMS;
    return tally->times_only ? 1 : most;
}

guint
sim_tally_current(const SimTally *tally)
{
    return tally->current;
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
    guint i = tally_find(tally, &like);
    tally->current = i != NONE ? i : tally_add_interval(tally, like);
    sim_tally_interval(tally, tally->current)->count++;
}

void
sim_tally_leave(SimTally *tally)
{
    g_return_if_fail(tally->current != 0);
    tally->current = sim_tally_interval(tally, tally->current)->parent;
}

/* The entry of `interval` that is found by the same as `like`, or NULL. */
static SimTallyEntry *
tally_find_entry(const SimTally *tally, const SimInterval *interval, const SimTallyEntry *like)
{
    if (interval->n_entries > FEW_ENTRIES)
        return g_hash_table_lookup(tally->entries, like);
    SimTallyEntry *entry = interval->entries;
    while (entry != NULL && !entry_equal(entry, like))
        entry = entry->next;
    return entry;
}

/* One less lives in the chunk. */
static void
chunk_release(Chunk *chunk)
{
    if (chunk != NULL && --chunk->n == 0)
        g_free(chunk);
}

/* Zeroed, but for its place. */
static SimTallyEntry *
tally_new_entry(SimTally *tally, gsize size)
{
    if (size > LARGEST_PIECE)
        return g_malloc0(size);
    if (tally->chunk == NULL || tally->chunk->used + size > CHUNK_SIZE) {
        chunk_release(tally->chunk);
        tally->chunk = g_malloc(CHUNK_SIZE);
        *tally->chunk = (Chunk){ 1, sizeof(Chunk) };
    }
    SimTallyEntry *entry =
        (SimTallyEntry *)(gpointer)((char *)tally->chunk + tally->chunk->used);
    memset(entry, 0, size);
    entry->offset = (guint16)(tally->chunk->used / OFFSET_UNIT);
    tally->chunk->used += (guint)size;
    tally->chunk->n++;
    return entry;
}

static void
entry_free(SimTallyEntry *entry)
{
    if (entry->offset == 0)
        g_free(entry);
    else
        chunk_release((Chunk *)(gpointer)((char *)entry - (gsize)entry->offset * OFFSET_UNIT));
}

static void
tally_add_entry(SimTally *tally, SimInterval *interval, SimTallyEntry *entry)
{
    entry->next = interval->entries;
    interval->entries = entry;
    interval->n_entries++;
    if (interval->n_entries > FEW_ENTRIES + 1) {
        g_hash_table_add(tally->entries, entry);
    } else if (interval->n_entries == FEW_ENTRIES + 1) {
        for (; entry != NULL; entry = entry->next)
            g_hash_table_add(tally->entries, entry);
    }
}

SimSum *
sim_tally_sums(SimTally *tally, SimTallyKind kind, gconstpointer of, guint n_sums)
{
    const SimTallyEntry like = { .kind = (guint16)kind, .interval = tally->current, .of = of };
    SimTallyEntry *entry = tally->recent[kind];
    if (entry != NULL && entry_equal(entry, &like))
        return entry->sums;

    SimInterval *interval = sim_tally_interval(tally, tally->current);
    entry = tally_find_entry(tally, interval, &like);
    if (entry == NULL) {
        entry = tally_new_entry(tally, sizeof *entry + (gsize)n_sums * sizeof(SimSum));
        entry->of = of;
        entry->kind = like.kind;
        entry->interval = like.interval;
        tally_add_entry(tally, interval, entry);
    }
    tally->recent[kind] = entry;
    return entry->sums;
}

void
sim_tally_close(SimTally *tally)
{
    g_clear_pointer(&tally->entries, g_hash_table_unref);
    g_clear_pointer(&tally->row, g_free);
    g_clear_pointer(&tally->chunk, chunk_release);
    tally->n_rows = 0;
    memset(tally->recent, 0, sizeof tally->recent);
}

void
sim_tally_drop_entries(SimTally *tally, guint i)
{
    SimInterval *interval = sim_tally_interval(tally, i);
    g_return_if_fail(tally->entries == NULL);
    while (interval->entries != NULL) {
        SimTallyEntry *entry = interval->entries;
        interval->entries = entry->next;
        entry_free(entry);
    }
    interval->n_entries = 0;
}

void
sim_tally_clear(SimTally *tally)
{
    for (guint i = 0; i < tally->n_intervals; i++)
        sim_tally_drop_entries(tally, i);
    g_ptr_array_set_size(tally->blocks, 0);
    tally->n_intervals = 0;
}

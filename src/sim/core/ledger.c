/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/core/ledger.h"

#include <string.h>

#define NONE G_MAXUINT

/* Up to this many records of an interval are found by walking along them. */
#define FEW_RECORDS 8

/* Records are made in chunks of this size, larger ones alone: with 100,000 intervals, of five
 * records each, that is 8 MB of 181, since no record has an allocation of its own, and whole
 * chunks become room for what the roll-up makes of them. */
#define CHUNK_SIZE    32768
#define LARGEST_PIECE (CHUNK_SIZE / 8)
#define OFFSET_UNIT   8

/* Intervals stand in blocks of so many: in one array, which grows by doubling, they took a
 * third more, and freeing it made the C library keep 30 MB of other memory. */
#define PER_BLOCK 256

/* SimRecord.offset is the distance of a record from the beginning of its chunk in OFFSET_UNITs,
 * 0 of one that has no chunk. */
typedef struct {
    guint n;    /* records that live in it, and 1 while it is filled */
    guint used; /* bytes */
} Chunk;

/* Programs of 100,000 intervals have half a million records, so finding them is kept small:
 * those of an interval with few are in no table, others are a set of themselves (12 bytes a
 * place, where keys of their own took 52 and more each), and intervals are found by rows of
 * their indices (8 bytes instead of 84). */
struct _SimLedger {
    GPtrArray *blocks; /* owned, of PER_BLOCK SimInterval; their lists own the records */
    guint n_intervals;
    /* Set of SimRecord by interval, kind and what they are of: those of intervals with more
     * than FEW_RECORDS. NULL when closed. */
    GHashTable *records;
    gboolean times_only;
    guint *row;   /* by hash: the first interval of the row, or NONE */
    guint n_rows; /* a power of two */
    guint current;
    Chunk *chunk; /* that is filled, or NULL; others are found through their records */
    /* The record used last of each kind: most calls hit it. */
    SimRecord *recent[SIM_N_RECORDS];
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
record_hash(gconstpointer v)
{
    const SimRecord *record = v;
    const guint64 of = (guintptr)record->of;
    const guint32 words[] = { record->interval, record->kind, (guint32)of,
                              (guint32)(of >> 32) };
    return hash_words(words, G_N_ELEMENTS(words));
}

static gboolean
record_equal(gconstpointer va, gconstpointer vb)
{
    const SimRecord *a = va, *b = vb;
    return a->interval == b->interval && a->kind == b->kind && a->of == b->of;
}

/* The row that an interval stands in. */
static guint *
ledger_row(const SimLedger *ledger, const SimInterval *one)
{
    const guint64 expression = (guint64)one->expression;
    const guint32 words[] = { one->parent,         one->type,
                              one->site,           one->has_expression,
                              (guint32)expression, (guint32)(expression >> 32) };
    return &ledger->row[hash_words(words, G_N_ELEMENTS(words)) & (ledger->n_rows - 1)];
}

/* The child of `like->parent` with the properties of `like`; NONE when there is none. */
static guint
ledger_find(SimLedger *ledger, const SimInterval *like)
{
    guint i = *ledger_row(ledger, like);
    while (i != NONE) {
        const SimInterval *one = sim_ledger_interval(ledger, i);
        if (one->parent == like->parent && one->type == like->type && one->site == like->site &&
            one->has_expression == like->has_expression && one->expression == like->expression)
            break;
        i = one->next_in_row;
    }
    return i;
}

static void
ledger_link(SimLedger *ledger, guint i)
{
    SimInterval *one = sim_ledger_interval(ledger, i);
    guint *row = ledger_row(ledger, one);
    one->next_in_row = *row;
    *row = i;
}

/* Twice as many rows as there are intervals at most, so that rows stay short. */
static void
ledger_add_rows(SimLedger *ledger)
{
    ledger->n_rows = ledger->n_rows == 0 ? 16 : 2 * ledger->n_rows;
    ledger->row = g_renew(guint, ledger->row, ledger->n_rows);
    memset(ledger->row, 0xff, ledger->n_rows * sizeof *ledger->row); /* NONE */
    for (guint i = 1; i < ledger->n_intervals; i++) /* nobody looks for the root */
        ledger_link(ledger, i);
}

/* Adds an interval with the parent, type, site and expression of `one` behind its siblings. */
static guint
ledger_add_interval(SimLedger *ledger, SimInterval one)
{
    guint i = ledger->n_intervals;
    one.first_child = one.last_child = one.next_sibling = one.next_in_row = NONE;
    if (one.parent != NONE) {
        SimInterval *p = sim_ledger_interval(ledger, one.parent);
        one.level = p->level + 1;
        if (p->last_child == NONE)
            p->first_child = i;
        else
            sim_ledger_interval(ledger, p->last_child)->next_sibling = i;
        p->last_child = i;
    }
    if (i % PER_BLOCK == 0)
        g_ptr_array_add(ledger->blocks, g_new(SimInterval, PER_BLOCK));
    ledger->n_intervals++;
    *sim_ledger_interval(ledger, i) = one;
    if (ledger->n_intervals > ledger->n_rows)
        ledger_add_rows(ledger);
    else
        ledger_link(ledger, i);
    return i;
}

SimLedger *
sim_ledger_new(gboolean times_only)
{
    SimLedger *ledger = g_new0(SimLedger, 1);
    ledger->times_only = times_only;
    ledger->blocks = g_ptr_array_new_with_free_func(g_free);
    ledger->records = g_hash_table_new(record_hash, record_equal);
    ledger_add_interval(
        ledger, (SimInterval){ .parent = NONE, .type = INTERVAL_MAIN, .site = G_MAXUINT32 });
    sim_ledger_interval(ledger, 0)->count = 1;
    return ledger;
}

void
sim_ledger_free(SimLedger *ledger)
{
    if (ledger == NULL)
        return;
    sim_ledger_close(ledger);
    sim_ledger_clear(ledger);
    g_ptr_array_unref(ledger->blocks);
    g_free(ledger);
}

guint
sim_ledger_n_intervals(const SimLedger *ledger)
{
    return ledger->n_intervals;
}

SimInterval *
sim_ledger_interval(SimLedger *ledger, guint i)
{
    return (SimInterval *)g_ptr_array_index(ledger->blocks, i / PER_BLOCK) + i % PER_BLOCK;
}

guint
sim_ledger_next(SimLedger *ledger, guint i)
{
    const SimInterval *at = sim_ledger_interval(ledger, i);
    if (at->first_child != NONE)
        return at->first_child;
    while (at->next_sibling == NONE && at->parent != NONE)
        at = sim_ledger_interval(ledger, at->parent);
    return at->next_sibling;
}

guint
sim_ledger_n_operation_sums(const SimLedger *ledger, SimRecordKind kind)
{
    /* Nobody starts a redistribution and waits for it later, so that it has neither variation
     * nor overlap: 10,000 distinct distributions had 8 MB of these zeros. */
    const guint most = kind == SIM_RECORD_OPERATION + OPERATION_REDISTRIBUTION
                           ? SIM_SYNCH + 1
                           : SIM_N_OPERATION_SUMS;
    return ledger->times_only ? 1 : most;
}

guint
sim_ledger_current(const SimLedger *ledger)
{
    return ledger->current;
}

void
sim_ledger_enter(SimLedger *ledger, IntervalType type, guint32 site, gboolean has_expression,
                 gint64 expression)
{
    const SimInterval like = {
        .parent = ledger->current,
        .type = type,
        .site = site,
        .has_expression = has_expression != 0,
        .expression = has_expression ? expression : 0,
    };
    guint i = ledger_find(ledger, &like);
    ledger->current = i != NONE ? i : ledger_add_interval(ledger, like);
    sim_ledger_interval(ledger, ledger->current)->count++;
}

void
sim_ledger_leave(SimLedger *ledger)
{
    g_return_if_fail(ledger->current != 0);
    ledger->current = sim_ledger_interval(ledger, ledger->current)->parent;
}

/* The record of `interval` that is found by the same as `like`, or NULL. */
static SimRecord *
ledger_find_record(const SimLedger *ledger, const SimInterval *interval, const SimRecord *like)
{
    if (interval->n_records > FEW_RECORDS)
        return g_hash_table_lookup(ledger->records, like);
    SimRecord *record = interval->records;
    while (record != NULL && !record_equal(record, like))
        record = record->next;
    return record;
}

/* One less lives in the chunk. */
static void
chunk_release(Chunk *chunk)
{
    if (chunk != NULL && --chunk->n == 0)
        g_free(chunk);
}

/* Zeroed, but for its place. */
static SimRecord *
ledger_new_record(SimLedger *ledger, gsize size)
{
    if (size > LARGEST_PIECE)
        return g_malloc0(size);
    if (ledger->chunk == NULL || ledger->chunk->used + size > CHUNK_SIZE) {
        chunk_release(ledger->chunk);
        ledger->chunk = g_malloc(CHUNK_SIZE);
        *ledger->chunk = (Chunk){ 1, sizeof(Chunk) };
    }
    SimRecord *record = (SimRecord *)(gpointer)((char *)ledger->chunk + ledger->chunk->used);
    memset(record, 0, size);
    record->offset = (guint16)(ledger->chunk->used / OFFSET_UNIT);
    ledger->chunk->used += (guint)size;
    ledger->chunk->n++;
    return record;
}

static void
record_free(SimRecord *record)
{
    if (record->offset == 0)
        g_free(record);
    else
        chunk_release(
            (Chunk *)(gpointer)((char *)record - (gsize)record->offset * OFFSET_UNIT));
}

static void
ledger_add_record(SimLedger *ledger, SimInterval *interval, SimRecord *record)
{
    record->next = interval->records;
    interval->records = record;
    interval->n_records++;
    if (interval->n_records > FEW_RECORDS + 1) {
        g_hash_table_add(ledger->records, record);
    } else if (interval->n_records == FEW_RECORDS + 1) {
        for (; record != NULL; record = record->next)
            g_hash_table_add(ledger->records, record);
    }
}

SimSum *
sim_ledger_sums(SimLedger *ledger, SimRecordKind kind, gconstpointer of, guint n_sums)
{
    const SimRecord like = { .kind = (guint16)kind, .interval = ledger->current, .of = of };
    SimRecord *record = ledger->recent[kind];
    if (record != NULL && record_equal(record, &like))
        return record->sums;

    SimInterval *interval = sim_ledger_interval(ledger, ledger->current);
    record = ledger_find_record(ledger, interval, &like);
    if (record == NULL) {
        record = ledger_new_record(ledger, sizeof *record + (gsize)n_sums * sizeof(SimSum));
        record->of = of;
        record->kind = like.kind;
        record->interval = like.interval;
        ledger_add_record(ledger, interval, record);
    }
    ledger->recent[kind] = record;
    return record->sums;
}

void
sim_ledger_close(SimLedger *ledger)
{
    g_clear_pointer(&ledger->records, g_hash_table_unref);
    g_clear_pointer(&ledger->row, g_free);
    g_clear_pointer(&ledger->chunk, chunk_release);
    ledger->n_rows = 0;
    memset(ledger->recent, 0, sizeof ledger->recent);
}

void
sim_ledger_drop_records(SimLedger *ledger, guint i)
{
    SimInterval *interval = sim_ledger_interval(ledger, i);
    g_return_if_fail(ledger->records == NULL);
    while (interval->records != NULL) {
        SimRecord *record = interval->records;
        interval->records = record->next;
        record_free(record);
    }
    interval->n_records = 0;
}

void
sim_ledger_clear(SimLedger *ledger)
{
    for (guint i = 0; i < ledger->n_intervals; i++)
        sim_ledger_drop_records(ledger, i);
    g_ptr_array_set_size(ledger->blocks, 0);
    ledger->n_intervals = 0;
}

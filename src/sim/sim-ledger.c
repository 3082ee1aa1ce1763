/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/sim-ledger.h"

#include <string.h>

#define NONE G_MAXUINT

/* Up to this many records of an interval are found by walking along them. */
#define FEW_RECORDS 8

/* Programs of 100,000 intervals have half a million records, so finding them is kept small:
 * those of an interval with few are in no table, others are a set of themselves (12 bytes a
 * place, where keys of their own took 52 and more each), and intervals are found by rows of
 * their indices (8 bytes instead of 84). */
struct _SimLedger {
    GArray *intervals; /* of SimInterval; their lists own the records */
    /* Set of SimRecord by interval, kind and id: those of intervals with more than FEW_RECORDS.
     * NULL when closed. */
    GHashTable *records;
    gboolean times_only;
    guint *row;   /* by hash: the first interval of the row, or NONE */
    guint n_rows; /* a power of two */
    guint current;
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
    const guint32 words[] = { record->interval, record->kind, record->id };
    return hash_words(words, G_N_ELEMENTS(words));
}

static gboolean
record_equal(gconstpointer va, gconstpointer vb)
{
    const SimRecord *a = va, *b = vb;
    return a->interval == b->interval && a->kind == b->kind && a->id == b->id;
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
    for (guint i = 1; i < ledger->intervals->len; i++) /* nobody looks for the root */
        ledger_link(ledger, i);
}

/* Adds an interval with the parent, type, site and expression of `one` behind its siblings. */
static guint
ledger_add_interval(SimLedger *ledger, SimInterval one)
{
    guint i = ledger->intervals->len;
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
    g_array_append_val(ledger->intervals, one);
    if (ledger->intervals->len > ledger->n_rows)
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
    ledger->intervals = g_array_new(FALSE, FALSE, sizeof(SimInterval));
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
    g_array_unref(ledger->intervals);
    g_free(ledger);
}

guint
sim_ledger_n_intervals(const SimLedger *ledger)
{
    return ledger->intervals->len;
}

SimInterval *
sim_ledger_interval(SimLedger *ledger, guint i)
{
    return &g_array_index(ledger->intervals, SimInterval, i);
}

guint
sim_ledger_n_operation_sums(const SimLedger *ledger)
{
    return ledger->times_only ? 1 : SIM_N_OPERATION_SUMS;
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
sim_ledger_sums(SimLedger *ledger, SimRecordKind kind, gconstpointer of, guint id, guint n_sums)
{
    const SimRecord like = { .kind = kind, .interval = ledger->current, .id = id };
    SimRecord *record = ledger->recent[kind];
    if (record != NULL && record_equal(record, &like))
        return record->sums;

    SimInterval *interval = sim_ledger_interval(ledger, ledger->current);
    record = ledger_find_record(ledger, interval, &like);
    if (record == NULL) {
        record = g_malloc0(sizeof *record + n_sums * sizeof(SimSum));
        *record = like;
        record->of = of;
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
        g_free(record);
    }
    interval->n_records = 0;
}

void
sim_ledger_clear(SimLedger *ledger)
{
    for (guint i = 0; i < ledger->intervals->len; i++)
        sim_ledger_drop_records(ledger, i);
    g_array_unref(ledger->intervals);
    ledger->intervals = g_array_new(FALSE, FALSE, sizeof(SimInterval));
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/sim-ledger.h"

#include <string.h>

#define NONE G_MAXUINT

typedef struct {
    guint interval;
    guint kind;
    guint id;
} RecordKey;

typedef struct {
    guint parent;
    guint type;
    guint site;
    guint has_expression;
    gint64 expression;
} ChildKey;

struct _SimLedger {
    GArray *intervals;    /* of SimInterval */
    GHashTable *children; /* ChildKey -> index + 1 */
    GHashTable *records;  /* RecordKey -> SimRecord; owned here */
    guint current;
    /* The record used last of each kind: most calls hit it. */
    struct {
        RecordKey key;
        SimRecord *record;
    } recent[SIM_N_RECORDS];
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
record_key_hash(gconstpointer v)
{
    return hash_words(v, sizeof(RecordKey) / 4);
}

static gboolean
record_key_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(RecordKey)) == 0;
}

static guint
child_key_hash(gconstpointer v)
{
    return hash_words(v, sizeof(ChildKey) / 4);
}

static gboolean
child_key_equal(gconstpointer a, gconstpointer b)
{
    return memcmp(a, b, sizeof(ChildKey)) == 0;
}

static guint
ledger_add_interval(SimLedger *ledger, guint parent, const ChildKey *key)
{
    SimInterval one = {
        .parent = parent,
        .first_child = NONE,
        .last_child = NONE,
        .next_sibling = NONE,
        .type = key->type,
        .site = key->site,
        .has_expression = key->has_expression != 0,
        .expression = key->expression,
    };
    guint i = ledger->intervals->len;
    if (parent != NONE) {
        SimInterval *p = &g_array_index(ledger->intervals, SimInterval, parent);
        one.level = p->level + 1;
        if (p->last_child == NONE)
            p->first_child = i;
        else
            g_array_index(ledger->intervals, SimInterval, p->last_child).next_sibling = i;
        p->last_child = i;
    }
    g_array_append_val(ledger->intervals, one);
    return i;
}

SimLedger *
sim_ledger_new(void)
{
    SimLedger *ledger = g_new0(SimLedger, 1);
    ledger->intervals = g_array_new(FALSE, FALSE, sizeof(SimInterval));
    ledger->children = g_hash_table_new_full(child_key_hash, child_key_equal, g_free, NULL);
    ledger->records = g_hash_table_new_full(record_key_hash, record_key_equal, g_free, g_free);
    ChildKey key = { .type = INTERVAL_MAIN, .site = G_MAXUINT32 };
    ledger_add_interval(ledger, NONE, &key);
    sim_ledger_interval(ledger, 0)->count = 1;
    return ledger;
}

void
sim_ledger_free(SimLedger *ledger)
{
    if (ledger == NULL)
        return;
    g_hash_table_unref(ledger->records);
    g_hash_table_unref(ledger->children);
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
sim_ledger_current(const SimLedger *ledger)
{
    return ledger->current;
}

void
sim_ledger_enter(SimLedger *ledger, IntervalType type, guint32 site, gboolean has_expression,
                 gint64 expression)
{
    ChildKey key = { ledger->current, type, site, has_expression,
                     has_expression ? expression : 0 };
    guint i = GPOINTER_TO_UINT(g_hash_table_lookup(ledger->children, &key));
    if (i == 0) {
        i = ledger_add_interval(ledger, ledger->current, &key) + 1;
        g_hash_table_insert(ledger->children, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(i));
    }
    ledger->current = i - 1;
    sim_ledger_interval(ledger, ledger->current)->count++;
}

void
sim_ledger_leave(SimLedger *ledger)
{
    g_return_if_fail(ledger->current != 0);
    ledger->current = sim_ledger_interval(ledger, ledger->current)->parent;
}

SimSum *
sim_ledger_sums(SimLedger *ledger, SimRecordKind kind, gconstpointer of, guint id, guint n_sums)
{
    RecordKey key = { ledger->current, kind, id };
    if (ledger->recent[kind].record != NULL &&
        record_key_equal(&ledger->recent[kind].key, &key))
        return ledger->recent[kind].record->sums;

    SimRecord *record = g_hash_table_lookup(ledger->records, &key);
    if (record == NULL) {
        SimInterval *interval = sim_ledger_interval(ledger, ledger->current);
        record = g_malloc0(sizeof *record + n_sums * sizeof(SimSum));
        record->kind = kind;
        record->of = of;
        record->next = interval->records;
        interval->records = record;
        g_hash_table_insert(ledger->records, g_memdup2(&key, sizeof key), record);
    }
    ledger->recent[kind].key = key;
    ledger->recent[kind].record = record;
    return record->sums;
}

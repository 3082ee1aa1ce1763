/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/watch/partners.h"

#include "src/sim/core/sim.h"
#include "src/sim/watch/parcels.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(RaterPairs, rater_pairs_free)

/* Most pairs of all different traffic together. */
#define MOST_KEPT ((gsize)1 << 22)

/* A traffic that was told. */
typedef struct {
    RaterPair *list; /* owned */
    gsize n;
    gint64 count; /* how often */
} Known;

struct _SimPartners {
    SimWatcher base;
    GArray *known;      /* of Known, by number */
    RaterPairs *others; /* of pipelined loops */
    gsize n_kept;
    gboolean missing;
};

static void
clear_known(gpointer v)
{
    g_free(((Known *)v)->list);
}

static void
partners_free(SimWatcher *watcher)
{
    SimPartners *partners = (SimPartners *)watcher;
    g_array_unref(partners->known);
    rater_pairs_free(partners->others);
    g_free(partners);
}

static void
keep(SimPartners *partners, Known *known, const SimPairsFinder *finder)
{
    g_autoptr(RaterPairs) pairs = finder->find(finder->data);
    const gsize n = pairs != NULL ? (gsize)rater_pairs_count(pairs) : 0;
    partners->n_kept += n;
    partners->missing |= pairs == NULL || partners->n_kept > MOST_KEPT;
    if (partners->missing)
        return;
    known->n = n;
    known->list = g_new(RaterPair, n + 1);
    rater_pairs_list(pairs, known->list);
}

static void
partners_traffic(SimWatcher *watcher, guint number, const RaterTraffic *traffic G_GNUC_UNUSED,
                 const SimPairsFinder *pairs)
{
    SimPartners *partners = (SimPartners *)watcher;
    if (partners->known->len <= number)
        g_array_set_size(partners->known, number + 1);
    Known *known = &g_array_index(partners->known, Known, number);
    if (pairs != NULL && !partners->missing)
        keep(partners, known, pairs);
    known->count++;
}

static void
partners_pipeline(SimWatcher *watcher, const SimPipelineRun *run)
{
    SimPartners *partners = (SimPartners *)watcher;
    g_autoptr(GArray) parcels = sim_pipeline_parcels(run);
    partners->missing |= parcels == NULL;
    for (guint i = 0; !partners->missing && i < parcels->len; i++) {
        const RaterParcel *one = &g_array_index(parcels, RaterParcel, i);
        partners->missing |=
            rater_pairs_add(partners->others, one->from, one->to, one->bytes) != RATER_OK;
    }
}

static const SimWatcherClass partners_class = {
    .free = partners_free,
    .traffic = partners_traffic,
    .pipeline = partners_pipeline,
};

SimWatcher *
sim_partners_new(void)
{
    SimPartners *partners = g_new0(SimPartners, 1);
    partners->base.class = &partners_class;
    partners->known = g_array_new(FALSE, TRUE, sizeof(Known));
    g_array_set_clear_func(partners->known, clear_known);
    partners->others = rater_pairs_new();
    partners->missing = partners->others == NULL;
    return &partners->base;
}

SimPartners *
sim_partners_of(SimWatcher *watcher)
{
    return (SimPartners *)watcher;
}

/* Adds a list so many times. */
static gboolean
add(RaterPairs *sum, const RaterPair list[], gsize n, gint64 count)
{
    gboolean sound = TRUE;
    for (gsize i = 0; i < n && sound; i++) {
        int64_t bytes;
        sound = !__builtin_mul_overflow(list[i].bytes, count, &bytes) &&
                rater_pairs_add(sum, list[i].from, list[i].to, bytes) == RATER_OK;
    }
    return sound;
}

GArray *
sim_partners_parcels(const SimPartners *partners)
{
    g_autoptr(RaterPairs) sum = rater_pairs_new();
    gboolean sound = sum != NULL && !partners->missing;
    for (guint i = 0; sound && i < partners->known->len; i++) {
        const Known *known = &g_array_index(partners->known, Known, i);
        sound = add(sum, known->list, known->n, known->count);
    }
    if (sound) {
        const gsize n = (gsize)rater_pairs_count(partners->others);
        g_autofree RaterPair *others = g_new(RaterPair, n + 1);
        rater_pairs_list(partners->others, others);
        sound = add(sum, others, n, 1);
    }
    if (!sound)
        return NULL;
    GArray *parcels =
        g_array_sized_new(FALSE, FALSE, sizeof(RaterPair), (guint)rater_pairs_count(sum));
    g_array_set_size(parcels, (guint)rater_pairs_count(sum));
    rater_pairs_list(sum, (RaterPair *)(gpointer)parcels->data);
    return parcels;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/watch/links.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/sim/core/sim.h"
#include "src/sim/watch/parcels.h"

/* Most uses of links that are kept, of all different exchanges together: 128 MB. */
#define MOST_USES ((gsize)1 << 22)

/* How often a site lets an exchange happen. */
typedef struct {
    guint exchange; /* index into SimLinks.exchanges */
    guint32 site;
    double count;
} Turn;

struct _SimLinks {
    SimWatcher base;
    GArray *moved;         /* of SimMoved, by interval of the tally */
    GPtrArray *exchanges;  /* of RaterExchange, owned copies of what is told */
    GArray *known;         /* of guint: by number of the exchange its index + 1 */
    GHashTable *pipelines; /* GBytes (RaterParcel) -> index into exchanges */
    GArray *turns;         /* of Turn, */
    GHashTable *turn_of;   /* exchange << 32 | site -> index + 1 */
    gsize n_uses;
    gboolean missing; /* links of some exchange are not known */
};

static void
exchange_free(gpointer v)
{
    RaterExchange *exchange = v;
    rater_exchange_clear(exchange);
    g_free(exchange);
}

static void
links_free(SimWatcher *watcher)
{
    SimLinks *links = (SimLinks *)watcher;
    g_array_unref(links->moved);
    g_ptr_array_unref(links->exchanges);
    g_array_unref(links->known);
    g_hash_table_unref(links->pipelines);
    g_array_unref(links->turns);
    g_hash_table_unref(links->turn_of);
    g_free(links);
}

/* Keeps an exchange, its uses if there is room; returns its index. */
static guint
keep(SimLinks *links, const RaterExchange *exchange)
{
    RaterExchange *copy = g_memdup2(exchange, sizeof *exchange);
    copy->use = NULL;
    if (exchange->n_uses == 0 || links->n_uses + exchange->n_uses > MOST_USES)
        copy->n_uses = 0;
    links->missing |= copy->n_uses == 0 && exchange->messages > 0;
    if (copy->n_uses > 0) {
        copy->use = malloc(copy->n_uses * sizeof *copy->use); /* rater_exchange_clear() */
        g_assert(copy->use != NULL);
        memcpy(copy->use, exchange->use, copy->n_uses * sizeof *copy->use);
        links->n_uses += copy->n_uses;
    }
    g_ptr_array_add(links->exchanges, copy);
    return links->exchanges->len - 1;
}

/* It happens, with `portions` messages for each of its own. */
static void
happen(SimLinks *links, guint index, double portions)
{
    const Simulator *sim = links->base.sim;
    const RaterExchange *exchange = g_ptr_array_index(links->exchanges, index);
    const guint interval = sim->tally->current;
    if (links->moved->len <= interval)
        g_array_set_size(links->moved, interval + 1);
    SimMoved *moved = &g_array_index(links->moved, SimMoved, interval);
    moved->messages += portions * (double)exchange->messages;
    moved->bytes += (double)exchange->bytes;
    moved->hops += portions * (double)exchange->hops;
    moved->most_hops = MAX(moved->most_hops, exchange->most_hops);
    moved->deadlocks += exchange->deadlocks;

    const guint32 site = sim->in_io ? sim->bracket : sim->site;
    const gint64 key = (gint64)index << 32 | site;
    gpointer at = g_hash_table_lookup(links->turn_of, &key);
    if (at == NULL) {
        const Turn turn = { index, site, 0 };
        g_array_append_val(links->turns, turn);
        at = GUINT_TO_POINTER(links->turns->len);
        g_hash_table_insert(links->turn_of, g_memdup2(&key, sizeof key), at);
    }
    g_array_index(links->turns, Turn, GPOINTER_TO_UINT(at) - 1).count++;
}

static void
links_exchange(SimWatcher *watcher, guint number, const RaterExchange *exchange)
{
    SimLinks *links = (SimLinks *)watcher;
    if (links->known->len <= number)
        g_array_set_size(links->known, number + 1);
    guint *index = &g_array_index(links->known, guint, number);
    if (*index == 0)
        *index = keep(links, exchange) + 1;
    happen(links, *index - 1, 1);
}

static void
links_pipeline(SimWatcher *watcher, const SimPipelineRun *run)
{
    SimLinks *links = (SimLinks *)watcher;
    GArray *parcels = sim_pipeline_parcels(run);
    if (parcels == NULL)
        return;
    const gsize size = parcels->len * sizeof(RaterParcel);
    const gsize n = parcels->len;
    g_autoptr(GBytes) key = g_bytes_new_take(g_array_free(parcels, FALSE), size);
    gpointer known = g_hash_table_lookup(links->pipelines, key);
    if (known == NULL) {
        /* counted as if all portions came at once */
        RaterNetwork network = watcher->sim->network;
        RaterExchange exchange;
        network.links.congestion = RATER_CONGESTION_LOAD;
        if (rater_network_exchange(&network, n, g_bytes_get_data(key, NULL), &exchange) !=
            RATER_OK) {
            links->missing = TRUE;
            return;
        }
        known = GUINT_TO_POINTER(keep(links, &exchange) + 1);
        rater_exchange_clear(&exchange);
        g_hash_table_insert(links->pipelines, g_bytes_ref(key), known);
    }
    happen(links, GPOINTER_TO_UINT(known) - 1, (double)run->portions);
}

static const SimWatcherClass links_class = {
    .free = links_free,
    .exchange = links_exchange,
    .pipeline = links_pipeline,
};

SimWatcher *
sim_links_new(void)
{
    SimLinks *links = g_new0(SimLinks, 1);
    links->base.class = &links_class;
    links->moved = g_array_new(FALSE, TRUE, sizeof(SimMoved));
    links->exchanges = g_ptr_array_new_with_free_func(exchange_free);
    links->known = g_array_new(FALSE, TRUE, sizeof(guint));
    links->pipelines =
        g_hash_table_new_full(hash_bytes, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    links->turns = g_array_new(FALSE, FALSE, sizeof(Turn));
    links->turn_of = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return &links->base;
}

SimLinks *
sim_links_of(SimWatcher *watcher)
{
    return (SimLinks *)watcher;
}

SimMoved
sim_links_moved(const SimLinks *links, guint interval)
{
    return interval < links->moved->len ? g_array_index(links->moved, SimMoved, interval)
                                        : (SimMoved){ 0 };
}

static int
compare_loads(gconstpointer a, gconstpointer b)
{
    const gint64 x = ((const SimLinkLoad *)a)->link, y = ((const SimLinkLoad *)b)->link;
    return ORDER(x, y);
}

GArray *
sim_links_loads(const SimLinks *links, gboolean *complete)
{
    GArray *loads = g_array_new(FALSE, FALSE, sizeof(SimLinkLoad));
    g_autoptr(GHashTable) at = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint t = 0; t < links->turns->len; t++) {
        const Turn *turn = &g_array_index(links->turns, Turn, t);
        const RaterExchange *exchange = g_ptr_array_index(links->exchanges, turn->exchange);
        for (gsize i = 0; i < exchange->n_uses; i++) {
            const RaterLinkUse *use = &exchange->use[i];
            gint64 number = use->link;
            guint index = GPOINTER_TO_UINT(g_hash_table_lookup(at, &number));
            if (index == 0) {
                const SimLinkLoad load = { .link = number };
                g_array_append_val(loads, load);
                index = loads->len;
                g_hash_table_insert(at, g_memdup2(&number, sizeof number),
                                    GUINT_TO_POINTER(index));
            }
            SimLinkLoad *load = &g_array_index(loads, SimLinkLoad, index - 1);
            load->busy += turn->count * use->busy;
            load->messages += turn->count * (double)use->messages;
            load->bytes += turn->count * (double)use->bytes;
        }
    }
    g_array_sort(loads, compare_loads);
    *complete = !links->missing;
    return loads;
}

static int
compare_use(const void *link, const void *use)
{
    /* ports come first, the port of 0 before that of 1 */
    const gint64 a = *(const gint64 *)link, b = ((const RaterLinkUse *)use)->link;
    if (a < 0 && b < 0)
        return a > b ? -1 : a < b;
    return ORDER(a, b);
}

guint32
sim_links_site(const SimLinks *links, gint64 link)
{
    g_autoptr(GHashTable) busy = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    guint32 site = SIM_NO_SITE;
    double most = 0;
    for (guint t = 0; t < links->turns->len; t++) {
        const Turn *turn = &g_array_index(links->turns, Turn, t);
        const RaterExchange *exchange = g_ptr_array_index(links->exchanges, turn->exchange);
        const RaterLinkUse *use = exchange->n_uses > 0
                                      ? bsearch(&link, exchange->use, exchange->n_uses,
                                                sizeof *exchange->use, compare_use)
                                      : NULL;
        if (use == NULL)
            continue;
        double *sum = g_hash_table_lookup(busy, GUINT_TO_POINTER(turn->site));
        if (sum == NULL) {
            sum = g_new0(double, 1);
            g_hash_table_insert(busy, GUINT_TO_POINTER(turn->site), sum);
        }
        *sum += turn->count * use->busy;
        if (*sum > most) {
            most = *sum;
            site = turn->site;
        }
    }
    return site;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A stream is a flow (transfer/flow.h); along dimension g it has the factor of the target times
 * that of the source or of the link between the two.
 */
#include "rater/transfer/exchange.h"

#include "rater/exchange/separable.h"
#include "rater/transfer/flow.h"

#include <stdlib.h>
#include <string.h>

/* Most steps of a dimension, over all flows. */
#define MOST_STEPS ((size_t)1 << 22)

/* What a flow has from one coordinate to another. */
typedef struct {
    RaterStep step;
    int flow;
    int64_t factor;
} Entry;

typedef struct {
    size_t n, room;
    Entry *entry; /* owned */
} Entries;

typedef struct {
    const RaterGrid *grid;
    const int64_t *const *coordinate;
    int n_flows; /* of which none is alike another */
    RaterTransferFlow flow[RATER_SEPARABLE_STREAMS];
    RaterStep *step[RATER_TOPOLOGY_RANK]; /* owned, and the factors */
    int64_t *factor[RATER_TOPOLOGY_RANK];
    RaterSteps steps[RATER_TOPOLOGY_RANK];
} Exchange;

static RaterStatus
add_flow(Exchange *x, const RaterTransfer *transfer)
{
    RaterTransferFlow flow;
    rater_transfer_flow_init(&flow, transfer);
    if (flow.weight == 0)
        return RATER_OK;
    for (int g = 0; g < x->grid->rank; g++)
        if (flow.parent[g] >= 0 && flow.parent[g] != g)
            return RATER_ERROR_MEMORY;
    for (int i = 0; i < x->n_flows; i++)
        if (rater_transfer_flow_alike(&x->flow[i], &flow))
            return __builtin_add_overflow(x->flow[i].weight, flow.weight, &x->flow[i].weight)
                       ? RATER_ERROR_OVERFLOW
                       : RATER_OK;
    if (x->n_flows == RATER_SEPARABLE_STREAMS)
        return RATER_ERROR_MEMORY;
    x->flow[x->n_flows++] = flow;
    return RATER_OK;
}

static RaterStatus
add_entry(Entries *entries, Entry entry)
{
    if (entries->n == entries->room) {
        size_t room = entries->room == 0 ? 256 : 2 * entries->room;
        Entry *grown = room > MOST_STEPS ? NULL : realloc(entries->entry, room * sizeof *grown);
        if (grown == NULL)
            return RATER_ERROR_MEMORY;
        entries->entry = grown;
        entries->room = room;
    }
    entries->entry[entries->n++] = entry;
    return RATER_OK;
}

/* All entries of a flow along dimension g. */
static RaterStatus
add_entries(const Exchange *x, int g, int i, Entries *entries)
{
    const RaterTransferFlow *flow = &x->flow[i];
    RaterRange targets = rater_transfer_flow_targets(flow, g);
    RaterStatus status = RATER_OK;
    for (int64_t t = targets.lo; t < targets.hi && status == RATER_OK; t++) {
        int64_t needed = rater_transfer_flow_target_factor(flow, g, t);
        RaterRange senders = rater_transfer_flow_senders(flow, g, t);
        for (int64_t s = senders.lo; s < senders.hi && needed > 0 && status == RATER_OK; s++) {
            int64_t sent = rater_transfer_flow_source_factor(flow, g, s, t);
            int64_t factor;
            if (__builtin_mul_overflow(needed, sent, &factor))
                return RATER_ERROR_OVERFLOW;
            if (factor > 0)
                status = add_entry(entries, (Entry){ { s, t }, i, factor });
        }
    }
    return status;
}

static int
compare_entries(const void *first, const void *second)
{
    const Entry *a = first;
    const Entry *b = second;
    if (a->step.from != b->step.from)
        return a->step.from < b->step.from ? -1 : 1;
    return a->step.to < b->step.to ? -1 : a->step.to > b->step.to;
}

static int64_t
physical(const Exchange *x, int g, int64_t c)
{
    return x->coordinate != NULL && x->coordinate[g] != NULL ? x->coordinate[g][c] : c;
}

/* The entries as steps, each once. */
static RaterStatus
merge_entries(Exchange *x, int g, Entries *entries)
{
    size_t width = (size_t)x->n_flows;
    x->step[g] = malloc((entries->n + 1) * sizeof *x->step[g]);
    x->factor[g] = calloc(entries->n + 1, width * sizeof *x->factor[g]);
    if (x->step[g] == NULL || x->factor[g] == NULL)
        return RATER_ERROR_MEMORY;
    qsort(entries->entry, entries->n, sizeof *entries->entry, compare_entries);
    size_t n = 0;
    for (size_t i = 0; i < entries->n; i++) {
        const Entry *entry = &entries->entry[i];
        if (i == 0 || compare_entries(entry, entry - 1) != 0)
            x->step[g][n++] =
                (RaterStep){ physical(x, g, entry->step.from), physical(x, g, entry->step.to) };
        x->factor[g][(n - 1) * width + (size_t)entry->flow] = entry->factor;
    }
    x->steps[g] = (RaterSteps){ n, x->step[g], x->factor[g] };
    return RATER_OK;
}

static RaterStatus
make_steps(Exchange *x, int g)
{
    Entries entries = { 0 };
    RaterStatus status = add_entry(&entries, (Entry){ 0 }); /* so that there is an array */
    entries.n = 0;
    for (int i = 0; i < x->n_flows && status == RATER_OK; i++)
        status = add_entries(x, g, i, &entries);
    if (status == RATER_OK)
        status = merge_entries(x, g, &entries);
    free(entries.entry);
    return status;
}

static RaterStatus
prepare(Exchange *x, const RaterNetwork *network, const RaterTransfer transfers[], int n)
{
    if (!rater_network_is_by_dimension(network, x->grid))
        return RATER_ERROR_RANK;
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n && status == RATER_OK; i++) {
        if (!rater_grid_equal(&transfers[i].source, x->grid) ||
            !rater_grid_equal(&transfers[i].target, x->grid))
            return RATER_ERROR_RANK;
        status = add_flow(x, &transfers[i]);
    }
    for (int g = 0; g < x->grid->rank && status == RATER_OK && x->n_flows > 0; g++)
        status = make_steps(x, g);
    return status;
}

RaterStatus
rater_transfer_exchange(const RaterNetwork *network, const RaterTransfer transfers[], int n,
                        RaterExchange *exchange)
{
    RaterExchange made = { 0 };
    if (n == 0) {
        *exchange = made;
        return RATER_OK;
    }
    Exchange x = { .grid = &transfers[0].source, .coordinate = network->links.coordinate };
    int64_t weight[RATER_SEPARABLE_STREAMS];
    RaterStatus status = prepare(&x, network, transfers, n);
    for (int i = 0; i < x.n_flows; i++)
        weight[i] = x.flow[i].weight;
    if (status == RATER_OK && x.n_flows > 0)
        status = rater_separable(&network->links.fabric, network->links.congestion,
                                 &(RaterSeparable){ x.n_flows, weight, x.steps }, &made);
    for (int g = 0; g < RATER_TOPOLOGY_RANK; g++) {
        free(x.step[g]);
        free(x.factor[g]);
    }
    if (status == RATER_OK)
        *exchange = made;
    return status;
}

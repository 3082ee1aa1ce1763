/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/flow.h"
#include "rater/transfer/route.h"

/* A walk over target processors, and for each over the coordinates of its senders. */
typedef struct {
    RaterTransferFlow flow;
    RaterTransferRoute route;
    int64_t p[RATER_MAX_RANK], q[RATER_MAX_RANK];
} Walk;

/* Goes through the coordinates of source dimension g and the dimensions after it. */
static RaterStatus
walk_sources(Walk *walk, int g, int64_t bytes)
{
    const RaterTransfer *transfer = walk->flow.transfer;
    while (g < transfer->source.rank && transfer->from[g].kind != RATER_PLACE_AXIS)
        g++;
    if (g == transfer->source.rank)
        return rater_transfer_route_deliver(&walk->route, walk->p, walk->q, bytes);

    int h = walk->flow.parent[g];
    int64_t t = h >= 0 ? walk->q[h] : 0;
    RaterRange senders = h >= 0 ? rater_transfer_flow_senders(&walk->flow, g, t)
                                : rater_transfer_flow_sources(&walk->flow, g);
    for (int64_t s = senders.lo; s < senders.hi; s++) {
        if (--walk->route.steps < 0)
            return RATER_ERROR_MEMORY;
        int64_t factor = h >= 0 ? rater_transfer_flow_link_factor(&walk->flow, g, s, t)
                                : rater_transfer_flow_source_factor(&walk->flow, g, s);
        if (factor == 0)
            continue;
        walk->p[g] = s;
        RaterStatus status = walk_sources(walk, g + 1, bytes * factor);
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

/* Goes through the coordinates of target dimension h and the dimensions after it. */
static RaterStatus
walk_targets(Walk *walk, int h, int64_t bytes)
{
    if (h == walk->flow.transfer->target.rank)
        return walk_sources(walk, 0, bytes);
    RaterRange targets = rater_transfer_flow_targets(&walk->flow, h);
    if (rater_range_count(targets) > walk->route.steps)
        return RATER_ERROR_MEMORY;
    for (int64_t t = targets.lo; t < targets.hi; t++) {
        if (--walk->route.steps < 0)
            return RATER_ERROR_MEMORY;
        int64_t factor = rater_transfer_flow_target_factor(&walk->flow, h, t);
        if (factor == 0)
            continue;
        walk->q[h] = t;
        RaterStatus status = walk_targets(walk, h + 1, bytes * factor);
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

RaterStatus
rater_transfer_pairs(const RaterTransfer *transfer, const int64_t source_number[],
                     const int64_t target_number[], RaterDistance distance, const void *context,
                     RaterPairs *pairs)
{
    Walk walk = { .route = { .source = &transfer->source,
                             .target = &transfer->target,
                             .from = transfer->from,
                             .source_number = source_number,
                             .target_number = target_number,
                             .distance = distance,
                             .context = context,
                             .pairs = pairs } };
    rater_transfer_flow_init(&walk.flow, transfer);
    RaterStatus status = rater_transfer_route_init(&walk.route);
    if (status == RATER_OK && walk.flow.weight > 0)
        status = walk_targets(&walk, 0, walk.flow.weight);
    rater_transfer_route_free(&walk.route);
    return status;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/join.h"

#include "rater/shadow/sums.h"

#include <stdlib.h>

/* A walk on its way. */
typedef struct {
    RaterTransferJoin *join;
    int start, end; /* positions of the part's first slot and after its last */
    bool runs;      /* coordinates of the first slot between ends of sets behave alike */
    bool sends;     /* the sender's coordinate along its dimension is in the part too */
    RaterTransferVisit visit;
    void *context;
} Walk;

static int
source_slot(const RaterTransferJoin *join, int g)
{
    return join->diagonal ? g : join->grid->rank + g;
}

static int
n_slots(const RaterTransferJoin *join)
{
    return join->diagonal ? join->grid->rank : 2 * join->grid->rank;
}

/* Whether some flow links the slot with one that has a position already. */
static bool
is_linked(const RaterTransferJoin *join, int slot)
{
    for (int i = 0; i < join->n; i++)
        for (int g = 0; g < join->grid->rank; g++) {
            int h = join->flows[i].parent[g];
            if (h < 0)
                continue;
            int one = source_slot(join, g);
            if ((one == slot && join->position[h] >= 0) ||
                (h == slot && join->position[one] >= 0))
                return true;
        }
    return false;
}

/* Orders the slots of the part to which `first` belongs so that each is linked with an earlier
 * one: a walk then never combines coordinates that have nothing to do with each other. Earlier
 * parts are complete. Returns the position after the last. */
static int
order_part(RaterTransferJoin *join, int first, int position)
{
    int slot = first;
    while (slot < n_slots(join)) {
        join->order[position] = slot;
        join->position[slot] = position++;
        slot = first + 1;
        while (slot < n_slots(join) && (join->position[slot] >= 0 || !is_linked(join, slot)))
            slot++;
    }
    return position;
}

RaterStatus
rater_transfer_join_init(RaterTransferJoin *join, const RaterGrid *grid,
                         const RaterTransferFlow flows[], int n, bool diagonal, int64_t *work)
{
    *join = (RaterTransferJoin){
        .grid = grid, .flows = flows, .n = n, .diagonal = diagonal, .work = work
    };
    int slots = n_slots(join), position = 0;
    for (int slot = 0; slot < slots; slot++)
        join->position[slot] = -1;
    for (int slot = 0; slot < slots; slot++) {
        if (join->position[slot] >= 0)
            continue;
        join->start[join->n_parts++] = position;
        position = order_part(join, slot, position);
    }
    join->start[join->n_parts] = position;
    join->product = malloc(((size_t)slots + 1) * (size_t)n * sizeof *join->product);
    return join->product != NULL ? RATER_OK : RATER_ERROR_MEMORY;
}

void
rater_transfer_join_free(RaterTransferJoin *join)
{
    free(join->product);
    join->product = NULL;
}

/* The dimension whose getter's (sender's) coordinate the slot is, -1 if none. */
static int
target_dim(const RaterTransferJoin *join, int slot)
{
    return slot < join->grid->rank ? slot : -1;
}

static int
source_dim(const RaterTransferJoin *join, int slot)
{
    if (join->diagonal)
        return slot;
    return slot < join->grid->rank ? -1 : slot - join->grid->rank;
}

/* The coordinates of the slot at which flow i may be alive, from the slots before it. */
static RaterRange
candidates(const RaterTransferJoin *join, int i, int position)
{
    const RaterTransferFlow *flow = &join->flows[i];
    int slot = join->order[position];
    int h = target_dim(join, slot);
    int g = source_dim(join, slot);
    RaterRange range = { 0, INT64_MAX };
    if (h >= 0)
        range = rater_range_meet(range, rater_transfer_flow_targets(flow, h));
    for (int child = 0; h >= 0 && child < join->grid->rank; child++) {
        int sender = source_slot(join, child);
        if (flow->parent[child] == h && join->position[sender] < position)
            range = rater_range_meet(
                range, rater_transfer_flow_getters(flow, child, join->value[sender]));
    }
    if (g < 0)
        return range;
    int parent = flow->parent[g];
    int getter = parent >= 0 ? parent : slot;
    if (join->position[getter] < position)
        return rater_range_meet(range,
                                rater_transfer_flow_senders(flow, g, join->value[getter]));
    return rater_range_meet(range, rater_transfer_flow_sources(flow, g));
}

/* The product of flow i's factors that are known with the slot at this position and
 * were not before. */
static int64_t
factors(const RaterTransferJoin *join, int i, int position)
{
    const RaterTransferFlow *flow = &join->flows[i];
    int slot = join->order[position];
    int h = target_dim(join, slot);
    int64_t product =
        h >= 0 ? rater_transfer_flow_target_factor(flow, h, join->value[slot]) : 1;
    for (int g = 0; g < join->grid->rank && product > 0; g++) {
        int sender = source_slot(join, g);
        int parent = flow->parent[g];
        int getter = parent >= 0 ? parent : sender;
        if ((sender != slot && getter != slot) || join->position[sender] > position ||
            join->position[getter] > position)
            continue;
        product *= rater_transfer_flow_source_factor(flow, g, join->value[sender],
                                                     join->value[getter]);
    }
    return product;
}

static RaterStatus walk_slot(const Walk *walk, int position, int64_t copies);

/* The products of the factors up to the slot before this position. */
static int64_t *
products_before(const RaterTransferJoin *join, int position)
{
    return join->product + (size_t)position * (size_t)join->n;
}

/* Gives the slot at this position coordinate x and goes on with the flows in whose range it is.
 */
static RaterStatus
walk_coordinate(const Walk *walk, int position, int64_t x, const RaterRange ranges[],
                int64_t copies)
{
    RaterTransferJoin *join = walk->join;
    const int64_t *before = products_before(join, position);
    int64_t *product = products_before(join, position + 1);
    bool moves = false;
    *join->work -= RATER_SUMS_COORDINATE * (int64_t)join->n;
    if (*join->work < 0)
        return RATER_ERROR_MEMORY;
    join->value[join->order[position]] = x;
    for (int i = 0; i < join->n; i++) {
        product[i] = 0;
        if (rater_range_contains(ranges[i], x))
            product[i] = factors(join, i, position) * before[i];
        moves = moves || product[i] > 0;
    }
    if (!moves)
        return RATER_OK;
    if (position + 1 == walk->end)
        return walk->visit(walk->context, join, product, copies);
    return walk_slot(walk, position + 1, copies);
}

/* The coordinates of `run` behave alike: its ends, and one for all between them. */
static RaterStatus
walk_run(const Walk *walk, int position, RaterRange run, const RaterRange ranges[])
{
    int64_t count = rater_range_count(run);
    RaterStatus status = walk_coordinate(walk, position, run.lo, ranges, 1);
    if (status == RATER_OK && count > 1)
        status = walk_coordinate(walk, position, run.hi - 1, ranges, 1);
    if (status == RATER_OK && count > 2)
        status = walk_coordinate(walk, position, run.lo + 1, ranges, count - 2);
    return status;
}

/* Whether coordinates along dimension h of the target matter to the flow only by being in its
 * range of targets: what they need does not depend on them. */
static bool
targets_alike(const RaterTransferFlow *flow, int h)
{
    const RaterTransfer *transfer = flow->transfer;
    if (transfer->to[h].kind != RATER_PLACE_AXIS)
        return true;
    for (int k = 0; k < transfer->n_axes; k++)
        if (transfer->need[k].dim == h)
            return false;
    return rater_place_is_dense(&transfer->to[h]);
}

/* Whether the part is the getter's coordinate along a dimension on which no flow's needs
 * depend, at most with the sender's along the same dimension. Then coordinates of the getter
 * differ only by the sets that they are in: in an elimination whoever has iterations needs the
 * same pivot row. */
static bool
has_runs(const RaterTransferJoin *join, int part)
{
    int length = join->start[part + 1] - join->start[part];
    int h = target_dim(join, join->order[join->start[part]]);
    if (h < 0 || length > 2)
        return false;
    for (int i = 0; i < join->n; i++)
        if (!targets_alike(&join->flows[i], h))
            return false;
    return length == 1 || join->order[join->start[part] + 1] == source_slot(join, h);
}

static int64_t
earlier_end(RaterRange set, int64_t x, int64_t end)
{
    if (set.lo > x)
        return set.lo < end ? set.lo : end;
    return set.hi > x && set.hi < end ? set.hi : end;
}

/* The first coordinate after x of dimension h that may behave unlike x. Among those
 * that send what a flow's source distributes each is by itself: for another flow it
 * may be its own sender. */
static int64_t
end_of_run(const Walk *walk, int h, int64_t x)
{
    const RaterTransferJoin *join = walk->join;
    int64_t end = join->grid->size[h];
    for (int i = 0; i < join->n; i++) {
        const RaterTransferFlow *flow = &join->flows[i];
        const RaterTransfer *transfer = flow->transfer;
        if (transfer->to[h].kind != RATER_PLACE_ALL)
            end = earlier_end(rater_transfer_flow_targets(flow, h), x, end);
        if (!walk->sends || transfer->from[h].kind == RATER_PLACE_ALL)
            continue;
        RaterRange sources = rater_transfer_flow_sources(flow, h);
        end = earlier_end(sources, x, end);
        if (transfer->from[h].kind == RATER_PLACE_AXIS && rater_range_contains(sources, x))
            end = x + 1;
    }
    return end;
}

static RaterStatus
walk_slot(const Walk *walk, int position, int64_t copies)
{
    const RaterTransferJoin *join = walk->join;
    const int64_t *before = products_before(join, position);
    RaterRange ranges[RATER_JOIN_MAX_FLOWS], all = { INT64_MAX, 0 };
    RaterStatus status = RATER_OK;
    bool runs = walk->runs && position == walk->start;
    for (int i = 0; i < join->n; i++) {
        ranges[i] = before[i] > 0 ? candidates(join, i, position) : (RaterRange){ 0, 0 };
        if (rater_range_is_empty(ranges[i]))
            continue;
        all.lo = ranges[i].lo < all.lo ? ranges[i].lo : all.lo;
        all.hi = ranges[i].hi > all.hi ? ranges[i].hi : all.hi;
    }
    if (!runs && rater_range_count(all) > *join->work)
        return RATER_ERROR_MEMORY;
    for (int64_t x = all.lo, next; x < all.hi && status == RATER_OK; x = next) {
        next = runs ? end_of_run(walk, target_dim(join, join->order[position]), x) : x + 1;
        status = runs ? walk_run(walk, position, (RaterRange){ x, next }, ranges)
                      : walk_coordinate(walk, position, x, ranges, copies);
    }
    return status;
}

RaterStatus
rater_transfer_join_walk(RaterTransferJoin *join, int part, RaterTransferVisit visit,
                         void *context)
{
    Walk walk = { .join = join,
                  .start = join->start[part],
                  .end = join->start[part + 1],
                  .runs = has_runs(join, part),
                  .sends = join->diagonal || join->start[part + 1] - join->start[part] > 1,
                  .visit = visit,
                  .context = context };
    for (int i = 0; i < join->n; i++)
        products_before(join, walk.start)[i] = 1;
    return walk_slot(&walk, walk.start, 1);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/transfer/peak.h"

#include "rater/transfer/front.h"

#include <stdlib.h>

/* What is farthest in a part for one flow and one choice of signs: the sum, and the
 * products of all flows where it is reached. An empty front: nothing yet. */
typedef struct {
    int64_t reach;
    RaterTransferFront front;
} Extreme;

/* Bit b of a choice of signs stands for dimension dim[b]: set, t - s is meant. */
typedef struct {
    int n_bits;
    int dim[RATER_MAX_RANK];
} Signs;

typedef struct {
    Signs signs;
    int root; /* least dimension of the dimensions that this part's are bound up with */
    Extreme *extremes; /* for each flow, for each choice of signs */
} Part;

typedef struct {
    RaterTransferJoin *join;
    uint64_t far;
    int current; /* the part that is gone through */
    Part part[RATER_JOIN_MAX_SLOTS];
} Peak;

static int
dim_of_slot(const RaterTransferJoin *join, int slot)
{
    return slot < join->grid->rank ? slot : slot - join->grid->rank;
}

static void
add_sign(Signs *signs, const RaterTransferJoin *join, int dim)
{
    for (int b = 0; b < signs->n_bits; b++)
        if (signs->dim[b] == dim)
            return;
    if (join->grid->size[dim] > 1)
        signs->dim[signs->n_bits++] = dim;
}

/* The choice of signs for `part` that is contained in the one of `whole`. */
static unsigned
restrict_choice(const Signs *part, const Signs *whole, unsigned choice)
{
    unsigned found = 0;
    for (int b = 0; b < part->n_bits; b++)
        for (int c = 0; c < whole->n_bits; c++)
            if (part->dim[b] == whole->dim[c])
                found |= (choice >> c & 1) << b;
    return found;
}

static Extreme *
extreme_at(const Part *part, int flow, unsigned choice)
{
    return &part->extremes[((size_t)flow << part->signs.n_bits) + choice];
}

/* s - t of each sign's dimension, as far as they are in the current part. */
static void
differences(const Peak *peak, int64_t difference[])
{
    const RaterTransferJoin *join = peak->join;
    const Part *part = &peak->part[peak->current];
    for (int b = 0; b < part->signs.n_bits; b++)
        difference[b] = 0;
    for (int i = join->start[peak->current]; i < join->start[peak->current + 1]; i++) {
        int slot = join->order[i];
        for (int b = 0; b < part->signs.n_bits; b++)
            if (part->signs.dim[b] == dim_of_slot(join, slot))
                difference[b] +=
                    slot < join->grid->rank ? -join->value[slot] : join->value[slot];
    }
}

static RaterStatus
note_flow(const Peak *peak, int flow, const int64_t difference[], const int64_t product[])
{
    const Part *part = &peak->part[peak->current];
    RaterStatus status = RATER_OK;
    for (unsigned choice = 0; choice >> part->signs.n_bits == 0 && status == RATER_OK;
         choice++) {
        int64_t reach = 0;
        for (int b = 0; b < part->signs.n_bits; b++)
            reach += choice >> b & 1 ? -difference[b] : difference[b];
        Extreme *extreme = extreme_at(part, flow, choice);
        if (extreme->front.count > 0 && reach < extreme->reach)
            continue;
        if (reach > extreme->reach)
            extreme->front.count = 0;
        extreme->reach = reach;
        status = rater_transfer_front_add(&extreme->front, product);
    }
    return status;
}

static RaterStatus
note_extremes(void *context, const RaterTransferJoin *join, uint64_t alive,
              const int64_t product[], int64_t copies)
{
    const Peak *peak = context;
    uint64_t noted = alive & peak->far;
    int64_t difference[RATER_MAX_RANK];
    RaterStatus status = RATER_OK;
    if (copies > 1)
        return RATER_OK;
    differences(peak, difference);
    for (int i = 0; i < join->n && status == RATER_OK; i++) {
        if (!(noted >> i & 1))
            continue;
        *join->steps -= INT64_C(1) << peak->part[peak->current].signs.n_bits;
        status =
            *join->steps < 0 ? RATER_ERROR_MEMORY : note_flow(peak, i, difference, product);
    }
    return status;
}

/* Dimensions whose coordinates occur in one part must have the same signs there:
 * parts are bound up with each other through them. */
static void
bind_parts(Peak *peak)
{
    const RaterTransferJoin *join = peak->join;
    int least[RATER_MAX_RANK]; /* of the dimensions bound up with each */
    for (int g = 0; g < join->grid->rank; g++)
        least[g] = g;
    for (int i = 0; i < join->n_parts; i++) {
        int first = least[dim_of_slot(join, join->order[join->start[i]])];
        for (int j = join->start[i]; j < join->start[i + 1]; j++) {
            int other = least[dim_of_slot(join, join->order[j])];
            int low = first < other ? first : other;
            for (int g = 0; g < join->grid->rank; g++)
                if (least[g] == first || least[g] == other)
                    least[g] = low;
            first = low;
        }
    }
    for (int i = 0; i < join->n_parts; i++)
        peak->part[i].root = least[dim_of_slot(join, join->order[join->start[i]])];
}

static RaterStatus
init_part(Peak *peak, int i)
{
    const RaterTransferJoin *join = peak->join;
    Part *part = &peak->part[i];
    for (int j = join->start[i]; j < join->start[i + 1]; j++)
        add_sign(&part->signs, join, dim_of_slot(join, join->order[j]));
    size_t count = (size_t)join->n << part->signs.n_bits;
    *join->steps -= (int64_t)count;
    if (*join->steps < 0)
        return RATER_ERROR_MEMORY;
    part->extremes = calloc(count, sizeof *part->extremes);
    if (part->extremes == NULL)
        return RATER_ERROR_MEMORY;
    for (size_t e = 0; e < count; e++)
        part->extremes[e].front.n = join->n;
    return RATER_OK;
}

static void
free_parts(Peak *peak)
{
    for (int i = 0; i < peak->join->n_parts; i++) {
        Part *part = &peak->part[i];
        size_t count = (size_t)peak->join->n << part->signs.n_bits;
        for (size_t e = 0; part->extremes != NULL && e < count; e++)
            rater_transfer_front_clear(&part->extremes[e].front);
        free(part->extremes);
    }
}

/* Replaces `front` by its products with `other`. */
static RaterStatus
multiply_front(const Peak *peak, RaterTransferFront *front, const RaterTransferFront *other)
{
    RaterTransferFront products = { .n = front->n };
    *peak->join->steps -= (int64_t)(front->count * other->count);
    if (*peak->join->steps < 0)
        return RATER_ERROR_MEMORY;
    RaterStatus status = rater_transfer_front_add_products(&products, front, other);
    rater_transfer_front_clear(front);
    *front = products;
    return status;
}

/* `front` becomes that of the products of no part: a row of ones. */
static RaterStatus
start_front(RaterTransferFront *front)
{
    int64_t ones[RATER_JOIN_MAX_FLOWS];
    for (int i = 0; i < front->n; i++)
        ones[i] = 1;
    return rater_transfer_front_add(front, ones);
}

/* Sum over the group's parts of what flow `flow` reaches with these signs. */
static int64_t
group_reach(const Peak *peak, int root, const Signs *signs, int flow, unsigned choice)
{
    int64_t reach = 0;
    for (int i = 0; i < peak->join->n_parts; i++) {
        const Part *part = &peak->part[i];
        if (part->root == root)
            reach +=
                extreme_at(part, flow, restrict_choice(&part->signs, signs, choice))->reach;
    }
    return reach;
}

/* Adds to `front` the products of the group's parts with these signs. */
static RaterStatus
add_group_products(const Peak *peak, RaterTransferFront *front, int root, const Signs *signs,
                   int flow, unsigned choice)
{
    RaterTransferFront products = { .n = front->n };
    RaterStatus status = start_front(&products);
    for (int i = 0; i < peak->join->n_parts && status == RATER_OK; i++) {
        const Part *part = &peak->part[i];
        unsigned own = restrict_choice(&part->signs, signs, choice);
        if (part->root == root)
            status = multiply_front(peak, &products, &extreme_at(part, flow, own)->front);
    }
    if (status == RATER_OK)
        status = rater_transfer_front_add_all(front, &products);
    rater_transfer_front_clear(&products);
    return status;
}

/* Adds to *distance what flow `flow` reaches at most in the parts bound up with dimension
 * `root`, and multiplies `front` with the products there. */
static RaterStatus
multiply_group(const Peak *peak, RaterTransferFront *front, int root, int flow,
               int64_t *distance)
{
    const RaterTransferJoin *join = peak->join;
    Signs signs = { 0 };
    for (int i = 0; i < join->n_parts; i++)
        for (int b = 0; peak->part[i].root == root && b < peak->part[i].signs.n_bits; b++)
            add_sign(&signs, join, peak->part[i].signs.dim[b]);
    int64_t most = 0; /* reached by some choice: opposite choices reach opposite sums */
    for (unsigned choice = 0; choice >> signs.n_bits == 0; choice++) {
        int64_t reach = group_reach(peak, root, &signs, flow, choice);
        most = reach > most ? reach : most;
    }
    RaterTransferFront group = { .n = front->n };
    RaterStatus status = RATER_OK;
    for (unsigned choice = 0; choice >> signs.n_bits == 0 && status == RATER_OK; choice++)
        if (group_reach(peak, root, &signs, flow, choice) == most)
            status = add_group_products(peak, &group, root, &signs, flow, choice);
    if (status == RATER_OK)
        status = multiply_front(peak, front, &group);
    rater_transfer_front_clear(&group);
    *distance += most;
    return status;
}

/* The most bytes that a row of the front stands for. */
static RaterStatus
most_bytes(const RaterTransferJoin *join, const RaterTransferFront *front, int64_t *most)
{
    for (size_t i = 0; i < front->count; i++) {
        const int64_t *row = rater_transfer_front_row(front, i);
        int64_t sum = 0, bytes;
        for (int k = 0; k < join->n; k++)
            if (__builtin_mul_overflow(row[k], join->flows[k].weight, &bytes) ||
                __builtin_add_overflow(sum, bytes, &sum))
                return RATER_ERROR_OVERFLOW;
        *most = sum > *most ? sum : *most;
    }
    return RATER_OK;
}

static RaterStatus
flow_peak(const Peak *peak, int flow, int64_t *distance, int64_t *largest)
{
    RaterTransferFront front = { .n = peak->join->n };
    int64_t reach = 0, most = 0;
    RaterStatus status = start_front(&front);
    for (int g = 0; g < peak->join->grid->rank && status == RATER_OK; g++)
        status = multiply_group(peak, &front, g, flow, &reach);
    bool moves = front.count > 0;
    if (status == RATER_OK && reach > 0 && reach >= *distance)
        status = most_bytes(peak->join, &front, &most);
    rater_transfer_front_clear(&front);
    if (status != RATER_OK || !moves)
        return status;
    if (reach > *distance || (reach == *distance && most > *largest))
        *largest = most;
    *distance = reach > *distance ? reach : *distance;
    return RATER_OK;
}

RaterStatus
rater_transfer_peak(RaterTransferJoin *join, uint64_t far, int64_t *distance, int64_t *largest)
{
    Peak peak = { .join = join, .far = far };
    RaterStatus status = RATER_OK;
    int64_t most = 0, bytes = 0;
    bind_parts(&peak);
    for (int i = 0; i < join->n_parts && status == RATER_OK; i++)
        status = init_part(&peak, i);
    for (int i = 0; i < join->n_parts && status == RATER_OK; i++) {
        peak.current = i;
        status = rater_transfer_join_walk(join, i, note_extremes, &peak);
    }
    for (int i = 0; i < join->n && status == RATER_OK; i++)
        if (far >> i & 1)
            status = flow_peak(&peak, i, &most, &bytes);
    free_parts(&peak);
    if (status != RATER_OK)
        return status;
    *distance = most;
    *largest = most > 0 ? bytes : 0;
    return RATER_OK;
}

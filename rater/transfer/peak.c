/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The farthest messages of several transfers on one grid.
 *
 *     distance(s, t) = max over signs of sum over g of +-(s_g - t_g)
 *
 * For given signs that is a sum over the parts of a join.  The farthest pairs of a transfer
 * are, for the signs that reach the greatest sum, all combinations of what is farthest in each
 * part; the largest message among them is one of a front of their products.
 */
#include "rater/transfer/join.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 4096

/* Rows of n numbers of which none is nowhere above another: those among which the greatest
 * value of any sum with weights >= 0 is found. */
typedef struct {
    size_t count, room;
    int64_t *rows; /* owned */
} Front;

/* What is farthest in a part for one flow and one choice of signs: the sum, and the products of
 * all flows where it is reached. */
typedef struct {
    int64_t reach;
    Front front; /* empty: nothing yet */
} Extreme;

/* A choice of signs is a mask of the dimensions of which t - s is meant instead of s - t. */
typedef struct {
    unsigned dims;     /* the part's dimensions that are longer than one */
    size_t n_choices;  /* of signs of these */
    Extreme *extremes; /* n_choices a flow; owned */
} Part;

typedef struct {
    RaterTransferJoin join;
    int current; /* the part that is gone through */
    Part part[RATER_JOIN_MAX_SLOTS];
} Peak;

static bool
nowhere_below(const int64_t a[], const int64_t b[], int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < b[i])
            return false;
    return true;
}

/* Adds a row unless one that is there is nowhere below it; drops those nowhere above it. */
static RaterStatus
add_row(Front *front, const int64_t row[], int n)
{
    size_t kept = 0, length = (size_t)n;
    for (size_t i = 0; i < front->count; i++)
        if (nowhere_below(front->rows + i * length, row, n))
            return RATER_OK;
    for (size_t i = 0; i < front->count; i++)
        if (!nowhere_below(row, front->rows + i * length, n))
            memmove(front->rows + kept++ * length, front->rows + i * length,
                    length * sizeof *row);
    if (kept == front->room) {
        size_t room = kept > 0 ? kept * 2 : 1;
        int64_t *rows =
            room > MOST_ROWS ? NULL : realloc(front->rows, room * length * sizeof *rows);
        if (rows == NULL)
            return RATER_ERROR_MEMORY;
        front->rows = rows;
        front->room = room;
    }
    memcpy(front->rows + kept * length, row, length * sizeof *row);
    front->count = kept + 1;
    return RATER_OK;
}

/* Replaces `front` by its products, number by number, with `other`. */
static RaterStatus
multiply_front(Peak *peak, Front *front, const Front *other)
{
    Front products = { 0 };
    int64_t row[RATER_JOIN_MAX_FLOWS];
    int n = peak->join.n;
    RaterStatus status = rater_transfer_join_spend(&peak->join, front->count * other->count);
    for (size_t i = 0; i < front->count; i++)
        for (size_t j = 0; j < other->count && status == RATER_OK; j++) {
            for (int k = 0; k < n; k++)
                row[k] = front->rows[i * (size_t)n + (size_t)k] *
                         other->rows[j * (size_t)n + (size_t)k];
            status = add_row(&products, row, n);
        }
    free(front->rows);
    *front = products;
    return status;
}

/* The bits of `choice` that are in `mask`, close together. */
static size_t
extract(unsigned choice, unsigned mask)
{
    size_t found = 0;
    for (size_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1)
        if (choice & mask & -mask)
            found |= bit;
    return found;
}

static Extreme *
extreme_at(const Part *part, int flow, unsigned choice)
{
    return &part->extremes[(size_t)flow * part->n_choices + extract(choice, part->dims)];
}

static RaterStatus
note_flow(const Peak *peak, int flow, const int64_t difference[], const int64_t product[])
{
    const Part *part = &peak->part[peak->current];
    RaterStatus status = RATER_OK;
    unsigned choice = 0;
    do {
        int64_t reach = 0;
        for (int g = 0; g < peak->join.grid->rank; g++)
            reach += choice >> g & 1 ? -difference[g] : difference[g];
        Extreme *extreme = extreme_at(part, flow, choice);
        if (extreme->front.count == 0 || reach >= extreme->reach) {
            if (reach > extreme->reach)
                extreme->front.count = 0;
            extreme->reach = reach;
            status = add_row(&extreme->front, product, peak->join.n);
        }
        choice = (choice - part->dims) & part->dims;
    } while (choice != 0 && status == RATER_OK);
    return status;
}

static RaterStatus
note_extremes(void *context, const RaterTransferJoin *join, uint64_t alive,
              const int64_t product[], int64_t copies)
{
    const Peak *peak = context;
    int64_t difference[RATER_MAX_RANK] = { 0 }; /* s - t as far as they are in the part */
    RaterStatus status = RATER_OK;
    if (copies > 1)
        return RATER_OK;
    for (int i = join->start[peak->current]; i < join->start[peak->current + 1]; i++) {
        int slot = join->order[i], rank = join->grid->rank;
        difference[slot % rank] += slot < rank ? -join->value[slot] : join->value[slot];
    }
    for (int i = 0; i < join->n && status == RATER_OK; i++) {
        if (!(alive >> i & 1))
            continue;
        status = rater_transfer_join_spend(join, peak->part[peak->current].n_choices);
        if (status == RATER_OK)
            status = note_flow(peak, i, difference, product);
    }
    return status;
}

/* Finds the extremes of part i. */
static RaterStatus
init_part(Peak *peak, int i)
{
    RaterTransferJoin *join = &peak->join;
    Part *part = &peak->part[i];
    part->n_choices = 1;
    for (int j = join->start[i]; j < join->start[i + 1]; j++) {
        int g = join->order[j] % join->grid->rank;
        if (join->grid->size[g] > 1)
            part->dims |= 1U << g;
    }
    for (unsigned left = part->dims; left != 0; left &= left - 1)
        part->n_choices *= 2;
    size_t count = (size_t)join->n * part->n_choices;
    RaterStatus status = rater_transfer_join_spend(join, count);
    if (status != RATER_OK)
        return status;
    part->extremes = calloc(count, sizeof *part->extremes);
    if (part->extremes == NULL)
        return RATER_ERROR_MEMORY;
    peak->current = i;
    return rater_transfer_join_walk(join, i, note_extremes, peak);
}

static void
free_parts(Peak *peak)
{
    for (int i = 0; i < peak->join.n_parts; i++) {
        Part *part = &peak->part[i];
        for (size_t e = 0; part->extremes != NULL && e < (size_t)peak->join.n * part->n_choices;
             e++)
            free(part->extremes[e].front.rows);
        free(part->extremes);
    }
}

/* Adds to `front` the products of all parts with these signs. */
static RaterStatus
add_products(Peak *peak, Front *front, int flow, unsigned choice)
{
    int64_t ones[RATER_JOIN_MAX_FLOWS];
    int n = peak->join.n;
    Front products = { 0 };
    for (int i = 0; i < n; i++)
        ones[i] = 1;
    RaterStatus status = add_row(&products, ones, n);
    for (int i = 0; i < peak->join.n_parts && status == RATER_OK; i++)
        status =
            multiply_front(peak, &products, &extreme_at(&peak->part[i], flow, choice)->front);
    for (size_t i = 0; i < products.count && status == RATER_OK; i++)
        status = add_row(front, products.rows + i * (size_t)n, n);
    free(products.rows);
    return status;
}

/* The most bytes that a row of the front stands for. */
static RaterStatus
most_bytes(const RaterTransferJoin *join, const Front *front, int64_t *most)
{
    for (size_t i = 0; i < front->count; i++) {
        int64_t sum = 0, bytes;
        for (int k = 0; k < join->n; k++)
            if (__builtin_mul_overflow(front->rows[i * (size_t)join->n + (size_t)k],
                                       join->flows[k].weight, &bytes) ||
                __builtin_add_overflow(sum, bytes, &sum))
                return RATER_ERROR_OVERFLOW;
        *most = sum > *most ? sum : *most;
    }
    return RATER_OK;
}

/* Whether every part has something for the flow: it moves something. */
static bool
moves(const Peak *peak, int flow)
{
    for (int i = 0; i < peak->join.n_parts; i++)
        if (extreme_at(&peak->part[i], flow, 0)->front.count == 0)
            return false;
    return true;
}

static int64_t
reach_of(const Peak *peak, int flow, unsigned choice)
{
    int64_t reach = 0;
    for (int i = 0; i < peak->join.n_parts; i++)
        reach += extreme_at(&peak->part[i], flow, choice)->reach;
    return reach;
}

/* The farthest of one flow, and the most bytes there when it is at least *distance. */
static RaterStatus
flow_peak(Peak *peak, int flow, int64_t *distance, int64_t *largest)
{
    unsigned all = 1U << peak->join.grid->rank, dims = 0;
    int64_t reach = 0, most = 0;
    Front front = { 0 };
    RaterStatus status = RATER_OK;
    if (!moves(peak, flow))
        return RATER_OK;
    for (int i = 0; i < peak->join.n_parts; i++)
        dims |= peak->part[i].dims;
    for (unsigned choice = 0; choice < all; choice++) {
        int64_t here = choice & ~dims ? 0 : reach_of(peak, flow, choice);
        reach = here > reach ? here : reach;
    }
    if (reach == 0 || reach < *distance)
        return RATER_OK;
    status = rater_transfer_join_spend(&peak->join, all * (size_t)peak->join.n_parts);
    for (unsigned choice = 0; choice < all && status == RATER_OK; choice++)
        if ((choice & ~dims) == 0 && reach_of(peak, flow, choice) == reach)
            status = add_products(peak, &front, flow, choice);
    if (status == RATER_OK)
        status = most_bytes(&peak->join, &front, &most);
    free(front.rows);
    if (status == RATER_OK && (reach > *distance || most > *largest))
        *largest = most;
    *distance = reach;
    return status;
}

RaterStatus
rater_transfer_peak(const RaterGrid *grid, const RaterTransferFlow flows[], int n,
                    int64_t *steps, int64_t *distance, int64_t *largest)
{
    Peak peak = { .current = 0 };
    int64_t most = 0, bytes = 0;
    RaterStatus status = rater_transfer_join_init(&peak.join, grid, flows, n, false, steps);
    for (int i = 0; i < peak.join.n_parts && status == RATER_OK; i++)
        status = init_part(&peak, i);
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = flow_peak(&peak, i, &most, &bytes);
    free_parts(&peak);
    rater_transfer_join_free(&peak.join);
    if (status == RATER_OK) {
        *distance = most;
        *largest = bytes;
    }
    return status;
}

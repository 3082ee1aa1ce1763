/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A pair of processors is one step in each grid dimension: an offset o together with the
 * coordinates c that behave alike towards c + o.  An array's bytes between the two are the
 * product of what each dimension multiplies them by:
 *     bytes(p, q) = bytes of the axes not distributed * product over g of factor_g(c_g, o_g)
 */
#include "rater/shadow/shadow.h"

#include "rater/shadow/face.h"
#include "rater/shadow/sums.h"

#include <stdlib.h>

/* Sums over all pairs, and the farthest. */
enum { ALL_PAIRS, FARTHEST, N_SUMS };

/* An exchange of which dimension g is added to what those before it came to. */
typedef struct {
    const RaterShadow *shadows;
    int g;
    RaterSums sums;
    RaterSum total[N_SUMS], part[N_SUMS]; /* of the dimensions before g, of g */
    /* Room, one an array: what they do at a coordinate, their blocks there, offsets; and for
     * one entry. */
    RaterShadowMoves *moves;
    RaterBlocksRun *runs;
    int *most_axes;
    __int128 *entry;
} Exchange;

void
rater_shadow_whole(RaterShadow *shadow)
{
    for (int x = 0; x < RATER_MAX_RANK; x++) {
        RaterRange all = { 0, INT64_MAX };
        shadow->part[x] = all;
        shadow->low_layers[x] = all;
        shadow->high_layers[x] = all;
    }
}

static int64_t
min_int64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Elements by which an array multiplies what goes to this offset. */
static int64_t
factor_at(const RaterShadowMoves *moves, int64_t offset)
{
    for (int k = 0; k < RATER_SHADOW_MOVES; k++)
        if (moves->factor[k] > 0 && moves->offset[k] == offset)
            return moves->factor[k];
    return 0;
}

/* The step to this offset that so many coordinates take. */
static RaterStatus
add_step(Exchange *x, int64_t offset, int64_t coordinates)
{
    RaterStatus status = RATER_OK;
    x->entry[RATER_SUM_AXES] = offset != 0;
    x->entry[RATER_SUM_DISTANCE] = offset < 0 ? -offset : offset;
    x->entry[RATER_SUM_PAIRS] = coordinates;
    for (int k = 0; k < N_SUMS && status == RATER_OK; k++) {
        __int128 weight = k == FARTHEST ? 1 : coordinates;
        for (int i = 0; i < x->sums.n; i++)
            x->entry[RATER_SUM_BYTES + i] = weight * factor_at(&x->moves[i], offset);
        status = rater_sum_add(&x->sums, &x->part[k], x->entry);
    }
    return status;
}

/* Adds the steps of `weight` coordinates that all behave alike: one for each offset to which
 * some array sends. */
static RaterStatus
add_coordinate(Exchange *x, int64_t weight)
{
    RaterStatus status = RATER_OK;
    for (int m = 0; m < RATER_SHADOW_MOVES * x->sums.n && status == RATER_OK; m++) {
        int own = m / RATER_SHADOW_MOVES;
        int64_t offset = x->moves[own].offset[m % RATER_SHADOW_MOVES];
        bool done = x->moves[own].factor[m % RATER_SHADOW_MOVES] == 0;
        for (int i = 0; i < own && !done; i++, x->sums.work--)
            done = factor_at(&x->moves[i], offset) > 0;
        if (!done)
            status = add_step(x, offset, weight);
    }
    return status;
}

/* The first coordinate after c that may behave unlike c along an axis whose elements follow
 * each other: those in a run of equal blocks (`run`, in which c is) behave alike as long as the
 * blocks on both sides are in it too, and all their elements matter. */
static int64_t
next_in_run(const RaterShadow *shadow, const RaterPlace *place, const RaterBlocksRun *run,
            int64_t c)
{
    /* template indices of the elements that have a place and are of the part that is meant */
    RaterRange inner = rater_range_image(
        place->a, place->b, rater_range_meet(place->valid, shadow->part[place->axis]));
    int64_t before = c - 1 - run->coords.lo;
    if (before < 0 || c + 2 >= run->coords.hi || run->first + before * run->size < inner.lo ||
        run->first > inner.hi)
        return c + 1;
    /* blocks of the run that end inside, counted from its beginning */
    int64_t whole = (inner.hi - run->first) / run->size;
    int64_t next = run->coords.lo + min_int64(whole, rater_range_count(run->coords)) - 1;
    return next > c ? next : c + 1;
}

/* The same along any axis; the run is moved to c. */
static int64_t
next_on_axis(const RaterShadow *shadow, const RaterPlace *place, RaterBlocksRun *run, int64_t c)
{
    while (run->coords.hi <= c)
        rater_blocks_run_next(run);
    if (run->size == 0) /* nothing is sent from there */
        return run->coords.hi;
    return place->a == 1 || place->a == -1 ? next_in_run(shadow, place, run, c) : c + 1;
}

/* The first coordinate after c that may behave unlike c. */
static int64_t
next_coordinate(Exchange *x, int64_t c)
{
    int64_t next = x->shadows[0].mapping->grid.size[x->g];
    for (int i = 0; i < x->sums.n; i++) {
        const RaterPlace *place = &x->shadows[i].mapping->place[x->g];
        if (place->kind == RATER_PLACE_AXIS)
            next = min_int64(next, next_on_axis(&x->shadows[i], place, &x->runs[i], c));
        if (place->kind == RATER_PLACE_SOME && place->coords.lo > c)
            next = min_int64(next, place->coords.lo);
        else if (place->kind == RATER_PLACE_SOME && place->coords.hi > c)
            next = min_int64(next, place->coords.hi);
    }
    return next;
}

/* Adds dimension g: the steps of all its coordinates. */
static RaterStatus
add_dimension(Exchange *x)
{
    int64_t size = x->shadows[0].mapping->grid.size[x->g];
    RaterStatus status = RATER_OK;
    for (int i = 0; i < x->sums.n; i++) {
        const RaterPlace *place = &x->shadows[i].mapping->place[x->g];
        if (place->kind == RATER_PLACE_AXIS)
            rater_blocks_run_first(&x->runs[i], &place->blocks, 0);
    }
    for (int64_t c = 0, next; c < size && status == RATER_OK; c = next) {
        next = next_coordinate(x, c);
        for (int i = 0; i < x->sums.n; i++)
            x->moves[i] = rater_shadow_face_moves(&x->shadows[i], x->g, c);
        x->sums.work -= RATER_SUMS_COORDINATE * (int64_t)x->sums.n;
        status = x->sums.work < 0 ? RATER_ERROR_MEMORY : add_coordinate(x, next - c);
    }
    for (int k = 0; k < N_SUMS; k++) {
        if (status == RATER_OK)
            status = rater_sum_multiply(&x->sums, &x->total[k], &x->part[k]);
        x->part[k].count = 0;
    }
    return status;
}

static RaterStatus
read_sums(const Exchange *x, RaterTraffic *traffic)
{
    __int128 pairs, bytes, distance = 0, largest = 0;
    RaterStatus status = rater_sum_total(&x->sums, &x->total[ALL_PAIRS], &pairs, &bytes);
    if (status == RATER_OK)
        status = rater_sum_peak(&x->sums, &x->total[FARTHEST], &distance, &largest);
    if (status != RATER_OK || largest > INT64_MAX)
        return RATER_ERROR_OVERFLOW;
    *traffic = (RaterTraffic){ .messages = (double)pairs,
                               .bytes = (double)bytes,
                               .distance = (int64_t)distance,
                               .largest = (int64_t)largest };
    return RATER_OK;
}

static RaterStatus
sum_dimensions(Exchange *x, RaterTraffic *traffic)
{
    RaterStatus status = RATER_OK;
    if (x->moves == NULL || x->runs == NULL || x->most_axes == NULL || x->entry == NULL)
        return RATER_ERROR_MEMORY;
    x->entry[RATER_SUM_PAIRS] = 1;
    for (int i = 0; i < x->sums.n; i++) {
        x->most_axes[i] = rater_shadow_face_most_axes(&x->shadows[i]);
        x->entry[RATER_SUM_BYTES + i] = rater_shadow_face_bytes(&x->shadows[i]);
    }
    for (int k = 0; k < N_SUMS && status == RATER_OK; k++) {
        x->total[k].farthest = x->part[k].farthest = k == FARTHEST;
        status = rater_sum_add(&x->sums, &x->total[k], x->entry);
    }
    for (; x->g < x->shadows[0].mapping->grid.rank && status == RATER_OK; x->g++)
        status = add_dimension(x);
    return status == RATER_OK ? read_sums(x, traffic) : status;
}

RaterStatus
rater_shadow_traffic(const RaterShadow shadows[], int n, RaterTraffic *traffic)
{
    for (int i = 0; i < n; i++) {
        RaterStatus status = rater_shadow_face_check(&shadows[i], &shadows[0].mapping->grid);
        if (status != RATER_OK)
            return status;
    }
    if (n < 1) {
        *traffic = (RaterTraffic){ 0 };
        return RATER_OK;
    }
    Exchange x = { .shadows = shadows };
    x.moves = calloc((size_t)n, sizeof *x.moves);
    x.runs = calloc((size_t)n, sizeof *x.runs);
    x.most_axes = calloc((size_t)n, sizeof *x.most_axes);
    x.entry = calloc((size_t)n + RATER_SUM_BYTES, sizeof *x.entry);
    x.sums = (RaterSums){ .n = n, .most_axes = x.most_axes, .work = RATER_SUMS_MOST_WORK };
    RaterStatus status = sum_dimensions(&x, traffic);
    free(x.moves);
    free(x.runs);
    free(x.most_axes);
    free(x.entry);
    for (int k = 0; k < N_SUMS; k++) {
        free(x.total[k].entries);
        free(x.part[k].entries);
    }
    return status;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A pair of processors is one step in each grid dimension: an offset o together with the
 * coordinates c that behave alike towards c + o.  An array's bytes between the two are the
 * product of what each dimension multiplies them by:
 *     bytes(p, q) = bytes of the axes not distributed * product over g of factor_g(c_g, o_g)
 * Hence sums over all pairs are made dimension by dimension, and nothing is done for pairs.
 */
#include "rater/shadow/shadow.h"

#include "rater/shadow/face.h"

#include <stdlib.h>
#include <string.h>

/* Values compared and multiplied: a few seconds. */
#define MOST_WORK  ((uint64_t)1 << 30)
#define BLOCK_WORK 16 /* finding a block and its neighbours */

/* All choices of steps so far, those that go on alike as one entry: the same arrays still send
 * something, and the same number of offsets is not 0. */
typedef struct {
    size_t count, room; /* entries */
    __int128 *entries;  /* count of VALUES + n numbers */
} Sum;

/* Sums over all pairs; and for the farthest pairs the messages that no other exceeds in every
 * array. */
enum { ALL_PAIRS, MAXIMA, N_SUMS };

/* An exchange of which dimension g is added to what those before it came to. */
typedef struct {
    const RaterShadow *shadows;
    int n; /* of them */
    int g;
    Sum sums[N_SUMS], next[N_SUMS]; /* without and with dimension g */
    uint64_t work;                  /* done so far; limited */
    /* Room, n of each: what the arrays do at a coordinate, their blocks there, the factors of a
     * step; and for one entry. */
    RaterShadowMoves *moves;
    RaterBlocksRun *runs;
    int64_t *factor;
    __int128 *entry;
} Exchange;

/* An entry: offsets that are not 0, sum of their amounts, pairs of processors, and of each
 * array the bytes, 0: it sends nothing. */
enum { AXES, DISTANCE, PAIRS, VALUES };

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

static __int128 *
entry_at(const Exchange *x, const Sum *sum, size_t i)
{
    return sum->entries + i * ((size_t)x->n + VALUES);
}

/* Whether the two go on alike. */
static bool
same_group(Exchange *x, const __int128 *one, const __int128 *other)
{
    int k = 0;
    while (one[AXES] == other[AXES] && k < x->n &&
           (one[VALUES + k] > 0) == (other[VALUES + k] > 0))
        k++;
    x->work += 1 + (uint64_t)k;
    return k == x->n;
}

static bool
none_larger(const __int128 *a, const __int128 *b, int n)
{
    for (int k = 0; k < n; k++)
        if (a[VALUES + k] > b[VALUES + k])
            return false;
    return true;
}

static RaterStatus
append_entry(const Exchange *x, Sum *sum)
{
    size_t bytes = ((size_t)x->n + VALUES) * sizeof *x->entry;
    if (sum->count == sum->room) {
        size_t room = sum->room > 0 ? sum->room * 2 : 16;
        __int128 *entries = realloc(sum->entries, room * bytes);
        if (entries == NULL)
            return RATER_ERROR_MEMORY;
        sum->entries = entries;
        sum->room = room;
    }
    memcpy(entry_at(x, sum, sum->count++), x->entry, bytes);
    return RATER_OK;
}

/* Adds the entry to the one of its group, of which there is at most one. */
static RaterStatus
absorb_sum(Exchange *x, Sum *sum)
{
    for (size_t i = 0; i < sum->count; i++) {
        __int128 *own = entry_at(x, sum, i);
        if (!same_group(x, own, x->entry))
            continue;
        for (int k = PAIRS; k < VALUES + x->n; k++)
            if (__builtin_add_overflow(own[k], x->entry[k], &own[k]))
                return RATER_ERROR_OVERFLOW;
        return RATER_OK;
    }
    return append_entry(x, sum);
}

/* Leaves the entry out when one of its group is farther, or as far and as large in every array,
 * and drops the others of the group to which the new one is superior so. What follows
 * multiplies the values of a group alike: what is left out could never become the largest. */
static RaterStatus
absorb_maximum(Exchange *x, Sum *sum)
{
    for (size_t i = 0; i < sum->count;) {
        __int128 *own = entry_at(x, sum, i);
        __int128 farther = own[DISTANCE] - x->entry[DISTANCE];
        bool same = same_group(x, own, x->entry);
        if (same && (farther > 0 || (farther == 0 && none_larger(x->entry, own, x->n))))
            return RATER_OK;
        if (same && (farther < 0 || none_larger(own, x->entry, x->n)))
            memmove(own, entry_at(x, sum, --sum->count), ((size_t)x->n + VALUES) * sizeof *own);
        else
            i++;
    }
    return append_entry(x, sum);
}

/* The entry becomes `before` with a step that so many coordinates take, of which `weight` count
 * for the values; *sends: some array still sends. */
static RaterStatus
extend_entry(Exchange *x, const __int128 *before, int64_t offset, int64_t coordinates,
             int64_t weight, bool *sends)
{
    __int128 *entry = x->entry;
    *sends = false;
    entry[AXES] = before[AXES] + (offset != 0);
    entry[DISTANCE] = before[DISTANCE] + (offset < 0 ? -offset : offset);
    entry[PAIRS] = before[PAIRS] * coordinates;
    for (int k = 0; k < x->n; k++) {
        __int128 *value = &entry[VALUES + k];
        *value = 0;
        if (before[VALUES + k] == 0 || x->factor[k] == 0 ||
            entry[AXES] > rater_shadow_face_most_axes(&x->shadows[k]))
            continue;
        if (__builtin_mul_overflow(before[VALUES + k], (__int128)weight * x->factor[k], value))
            return RATER_ERROR_OVERFLOW;
        *sends = true;
    }
    x->work += (uint64_t)x->n;
    return RATER_OK;
}

/* Every entry with a step to this offset that so many coordinates take. */
static RaterStatus
add_step(Exchange *x, int64_t offset, int64_t coordinates)
{
    RaterStatus status = RATER_OK;
    for (int k = 0; k < N_SUMS; k++)
        for (size_t i = 0; i < x->sums[k].count && status == RATER_OK; i++) {
            bool sends;
            status = extend_entry(x, entry_at(x, &x->sums[k], i), offset, coordinates,
                                  k == MAXIMA ? 1 : coordinates, &sends);
            if (status == RATER_OK && sends)
                status =
                    k == MAXIMA ? absorb_maximum(x, &x->next[k]) : absorb_sum(x, &x->next[k]);
        }
    return status == RATER_OK && x->work > MOST_WORK ? RATER_ERROR_MEMORY : status;
}

/* Adds the steps of `weight` coordinates that all behave alike: one for each offset to which
 * some array sends. */
static RaterStatus
add_coordinate(Exchange *x, int64_t weight)
{
    RaterStatus status = RATER_OK;
    for (int m = 0; m < RATER_SHADOW_MOVES * x->n && status == RATER_OK; m++) {
        int own = m / RATER_SHADOW_MOVES;
        int64_t offset = x->moves[own].offset[m % RATER_SHADOW_MOVES];
        bool done = x->moves[own].factor[m % RATER_SHADOW_MOVES] == 0;
        for (int i = 0; i < own && !done; i++, x->work++)
            done = factor_at(&x->moves[i], offset) > 0;
        if (done)
            continue;
        for (int i = 0; i < x->n; i++)
            x->factor[i] = factor_at(&x->moves[i], offset);
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
    for (int i = 0; i < x->n; i++) {
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
    for (int i = 0; i < x->n; i++) {
        const RaterPlace *place = &x->shadows[i].mapping->place[x->g];
        if (place->kind == RATER_PLACE_AXIS)
            rater_blocks_run_first(&x->runs[i], &place->blocks, 0);
    }
    for (int64_t c = 0, next; c < size && status == RATER_OK; c = next) {
        next = next_coordinate(x, c);
        for (int i = 0; i < x->n; i++)
            x->moves[i] = rater_shadow_face_moves(&x->shadows[i], x->g, c);
        x->work += BLOCK_WORK * (uint64_t)x->n;
        status = x->work > MOST_WORK ? RATER_ERROR_MEMORY : add_coordinate(x, next - c);
    }
    for (int k = 0; k < N_SUMS; k++) {
        free(x->sums[k].entries);
        x->sums[k] = x->next[k];
        x->next[k] = (Sum){ 0 };
    }
    return status;
}

/* Bytes of all arrays of an entry together. */
static RaterStatus
entry_bytes(const __int128 *entry, int n, __int128 *bytes)
{
    *bytes = 0;
    for (int k = 0; k < n; k++)
        if (__builtin_add_overflow(*bytes, entry[VALUES + k], bytes))
            return RATER_ERROR_OVERFLOW;
    return RATER_OK;
}

static RaterStatus
read_sums(const Exchange *x, RaterTraffic *traffic)
{
    const Sum *all = &x->sums[ALL_PAIRS], *maxima = &x->sums[MAXIMA];
    RaterStatus status = RATER_OK;
    __int128 pairs = 0, total = 0, distance = 0, largest = 0, bytes;
    for (size_t i = 0; i < all->count && status == RATER_OK; i++) {
        const __int128 *entry = entry_at(x, all, i);
        status = entry_bytes(entry, x->n, &bytes);
        if (entry[AXES] == 0 || status != RATER_OK)
            continue;
        pairs += entry[PAIRS];
        status = __builtin_add_overflow(total, bytes, &total) ? RATER_ERROR_OVERFLOW : RATER_OK;
    }
    for (size_t i = 0; i < maxima->count && status == RATER_OK; i++) {
        const __int128 *entry = entry_at(x, maxima, i);
        status = entry_bytes(entry, x->n, &bytes);
        if (entry[DISTANCE] < distance || entry[AXES] == 0 || status != RATER_OK)
            continue;
        largest = entry[DISTANCE] > distance || bytes > largest ? bytes : largest;
        distance = entry[DISTANCE];
    }
    if (status != RATER_OK || largest > INT64_MAX)
        return RATER_ERROR_OVERFLOW;
    *traffic = (RaterTraffic){ .messages = (double)pairs,
                               .bytes = (double)total,
                               .distance = (int64_t)distance,
                               .largest = (int64_t)largest };
    return RATER_OK;
}

static RaterStatus
sum_dimensions(Exchange *x, RaterTraffic *traffic)
{
    RaterStatus status = RATER_OK;
    if (x->moves == NULL || x->runs == NULL || x->factor == NULL || x->entry == NULL)
        return RATER_ERROR_MEMORY;
    x->entry[PAIRS] = 1;
    for (int i = 0; i < x->n; i++)
        x->entry[VALUES + i] = rater_shadow_face_bytes(&x->shadows[i]);
    for (int k = 0; k < N_SUMS && status == RATER_OK; k++)
        status = append_entry(x, &x->sums[k]);
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
    Exchange x = { .shadows = shadows, .n = n };
    x.moves = calloc((size_t)n, sizeof *x.moves);
    x.runs = calloc((size_t)n, sizeof *x.runs);
    x.factor = calloc((size_t)n, sizeof *x.factor);
    x.entry = calloc((size_t)n + VALUES, sizeof *x.entry);
    RaterStatus status = sum_dimensions(&x, traffic);
    free(x.moves);
    free(x.runs);
    free(x.factor);
    free(x.entry);
    for (int k = 0; k < N_SUMS; k++)
        free(x.sums[k].entries);
    return status;
}

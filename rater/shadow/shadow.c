/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A pair of processors is one step in each grid dimension: an offset o together with the
 * coordinates c that behave alike towards c + o.  An array's bytes between the two are the
 * product of what each dimension multiplies them by:
 *     bytes(p, q) = bytes of the axes not distributed * product over g of factor_g(c_g, o_g)
 * Hence sums over all pairs are made dimension by dimension, and nothing is done for pairs.
 */
#include "rater/shadow/shadow.h"

#include "rater/geometry/hash.h"
#include "rater/shadow/face.h"

#include <stdlib.h>
#include <string.h>

/* Work that the steps of one dimension may cost, in factors written: one or two seconds. */
#define MOST_STEPS_WORK ((uint64_t)1 << 29)
#define BLOCK_WORK      16 /* finding a block and its neighbours */
#define ROW_WORK        16 /* finding a row */

/* Numbers in all rows: 128 MB. */
#define MOST_NUMBERS ((size_t)1 << 24)

/* Values compared and multiplied in one dimension: a few seconds. */
#define MOST_SUM_WORK ((uint64_t)1 << 30)

/* What an exchange does along one dimension: for each step the coordinates that take it and for
 * each array the factor. */
typedef struct {
    int n;          /* arrays */
    size_t count;   /* steps */
    int64_t *rows;  /* count rows of n + 2 */
    size_t room;    /* rows that fit */
    uint32_t *slot; /* hash table of row numbers + 1, 0: free */
    size_t n_slots; /* a power of 2 */
    uint64_t work;  /* done so far; limited */
} Steps;

/* All choices of steps so far, those that go on alike as one entry: the same arrays still send
 * something, and the same number of offsets is not 0. Sums over all pairs, or with `maxima`,
 * for the farthest pairs, the messages that no other exceeds in every array. */
typedef struct {
    int n; /* arrays */
    bool maxima;
    size_t count, room; /* entries */
    __int128 *entries;  /* count of VALUES + n numbers */
    uint64_t work;      /* done so far; limited */
} Sum;

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

/* Row i: [0] weight, [1] offset, [2 ...] factors. */
static int64_t *
row_at(const Steps *steps, size_t i)
{
    return steps->rows + i * ((size_t)steps->n + 2);
}

/* The slot of the row with this offset and these factors, or the free one for it. */
static size_t
find_slot(const Steps *steps, const int64_t *key)
{
    size_t length = (size_t)steps->n + 1;
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = rater_hash(hash, key[i]);
    size_t at = hash & (steps->n_slots - 1);
    while (steps->slot[at] != 0) {
        const int64_t *row = row_at(steps, steps->slot[at] - 1);
        if (memcmp(row + 1, key, length * sizeof *key) == 0)
            break;
        at = (at + 1) & (steps->n_slots - 1);
    }
    return at;
}

/* Doubles the room and puts the rows into a table of twice as many slots. */
static RaterStatus
grow(Steps *steps)
{
    size_t room = steps->room > 0 ? steps->room * 2 : 16;
    size_t row_length = (size_t)steps->n + 2;
    if (room > 16 && room > MOST_NUMBERS / row_length)
        return RATER_ERROR_MEMORY;
    int64_t *rows = realloc(steps->rows, room * row_length * sizeof *rows);
    if (rows == NULL)
        return RATER_ERROR_MEMORY;
    steps->rows = rows;
    uint32_t *slot = calloc(room * 2, sizeof *slot);
    if (slot == NULL)
        return RATER_ERROR_MEMORY;
    free(steps->slot);
    steps->slot = slot;
    steps->n_slots = room * 2;
    steps->room = room;
    for (size_t i = 0; i < steps->count; i++)
        slot[find_slot(steps, row_at(steps, i) + 1)] = (uint32_t)i + 1;
    return RATER_OK;
}

/* Adds `weight` coordinates that behave like key: offset, then factors. */
static RaterStatus
add_row(Steps *steps, const int64_t *key, int64_t weight)
{
    steps->work += ROW_WORK + (uint64_t)steps->n;
    if (steps->count == steps->room) {
        RaterStatus status = grow(steps);
        if (status != RATER_OK)
            return status;
    }
    size_t at = find_slot(steps, key);
    if (steps->slot[at] == 0) {
        steps->slot[at] = (uint32_t)++steps->count;
        int64_t *row = row_at(steps, steps->count - 1);
        row[0] = 0;
        memcpy(row + 1, key, ((size_t)steps->n + 1) * sizeof *key);
    }
    row_at(steps, steps->slot[at] - 1)[0] += weight;
    return RATER_OK;
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

/* Adds the steps of `weight` coordinates that all behave alike: one for each offset to which
 * some array sends. */
static RaterStatus
add_coordinate(Steps *steps, const RaterShadowMoves *moves, int64_t *key, int64_t weight)
{
    RaterStatus status = RATER_OK;
    for (int m = 0; m < RATER_SHADOW_MOVES * steps->n && status == RATER_OK; m++) {
        int own = m / RATER_SHADOW_MOVES;
        int64_t offset = moves[own].offset[m % RATER_SHADOW_MOVES];
        bool done = moves[own].factor[m % RATER_SHADOW_MOVES] == 0;
        for (int i = 0; i < own && !done; i++, steps->work++)
            done = factor_at(&moves[i], offset) > 0;
        if (done)
            continue;
        key[0] = offset;
        for (int i = 0; i < steps->n; i++)
            key[1 + i] = factor_at(&moves[i], offset);
        status = add_row(steps, key, weight);
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
    if (before < 0 || run->size == 0 || c + 2 >= run->coords.hi ||
        run->first + before * run->size < inner.lo || run->first > inner.hi)
        return c + 1;
    /* blocks of the run that end inside, counted from its beginning */
    int64_t whole = (inner.hi - run->first) / run->size;
    int64_t next = run->coords.lo + min_int64(whole, rater_range_count(run->coords)) - 1;
    return next > c ? next : c + 1;
}

/* The first coordinate after c that may behave unlike c; each array's run is moved to c. */
static int64_t
next_coordinate(const RaterShadow shadows[], RaterBlocksRun runs[], int n, int g, int64_t c)
{
    int64_t next = shadows[0].mapping->grid.size[g];
    for (int i = 0; i < n; i++) {
        const RaterPlace *place = &shadows[i].mapping->place[g];
        if (place->kind == RATER_PLACE_AXIS && c < rater_blocks_used(&place->blocks)) {
            while (runs[i].coords.hi <= c)
                rater_blocks_run_next(&runs[i]);
            bool dense = place->a == 1 || place->a == -1;
            next =
                min_int64(next, dense ? next_in_run(&shadows[i], place, &runs[i], c) : c + 1);
        }
        if (place->kind == RATER_PLACE_SOME && place->coords.lo > c)
            next = min_int64(next, place->coords.lo);
        else if (place->kind == RATER_PLACE_SOME && place->coords.hi > c)
            next = min_int64(next, place->coords.hi);
    }
    return next;
}

/* The steps of all coordinates; room for n moves and runs, and n + 1 numbers of a key. */
static RaterStatus
add_coordinates(Steps *steps, const RaterShadow shadows[], int g, RaterShadowMoves *moves,
                RaterBlocksRun *runs, int64_t *key)
{
    int n = steps->n;
    int64_t size = shadows[0].mapping->grid.size[g];
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n; i++)
        if (shadows[i].mapping->place[g].kind == RATER_PLACE_AXIS)
            rater_blocks_run_first(&runs[i], &shadows[i].mapping->place[g].blocks, 0);
    for (int64_t c = 0, next; c < size && status == RATER_OK; c = next) {
        next = next_coordinate(shadows, runs, n, g, c);
        for (int i = 0; i < n; i++)
            moves[i] = rater_shadow_face_moves(&shadows[i], g, c);
        steps->work += BLOCK_WORK * (uint64_t)n;
        status = steps->work > MOST_STEPS_WORK ? RATER_ERROR_MEMORY
                                               : add_coordinate(steps, moves, key, next - c);
    }
    return status;
}

static RaterStatus
init_steps(Steps *steps, const RaterShadow shadows[], int n, int g)
{
    *steps = (Steps){ .n = n };
    RaterShadowMoves *moves = calloc((size_t)n, sizeof *moves);
    RaterBlocksRun *runs = calloc((size_t)n, sizeof *runs);
    int64_t *key = calloc((size_t)n + 1, sizeof *key);
    RaterStatus status = moves != NULL && runs != NULL && key != NULL
                             ? add_coordinates(steps, shadows, g, moves, runs, key)
                             : RATER_ERROR_MEMORY;
    free(moves);
    free(runs);
    free(key);
    return status;
}

static __int128 *
entry_at(const Sum *sum, size_t i)
{
    return sum->entries + i * ((size_t)sum->n + VALUES);
}

/* Whether the two go on alike. */
static bool
same_group(Sum *sum, const __int128 *one, const __int128 *other)
{
    int k = 0;
    while (one[AXES] == other[AXES] && k < sum->n &&
           (one[VALUES + k] > 0) == (other[VALUES + k] > 0))
        k++;
    sum->work += 1 + (uint64_t)k;
    return k == sum->n;
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
append_entry(Sum *sum, const __int128 *entry)
{
    size_t bytes = ((size_t)sum->n + VALUES) * sizeof *entry;
    if (sum->count == sum->room) {
        size_t room = sum->room > 0 ? sum->room * 2 : 16;
        __int128 *entries = realloc(sum->entries, room * bytes);
        if (entries == NULL)
            return RATER_ERROR_MEMORY;
        sum->entries = entries;
        sum->room = room;
    }
    memcpy(entry_at(sum, sum->count++), entry, bytes);
    return RATER_OK;
}

/* Adds to the entry of the same group, of which there is at most one. */
static RaterStatus
absorb_sum(Sum *sum, const __int128 *entry)
{
    for (size_t i = 0; i < sum->count; i++) {
        __int128 *own = entry_at(sum, i);
        if (!same_group(sum, own, entry))
            continue;
        for (int k = PAIRS; k < VALUES + sum->n; k++)
            if (__builtin_add_overflow(own[k], entry[k], &own[k]))
                return RATER_ERROR_OVERFLOW;
        return RATER_OK;
    }
    return append_entry(sum, entry);
}

/* Leaves the entry out when one of its group is farther, or as far and as large in every array,
 * and drops the others of the group to which the new one is superior so. What follows
 * multiplies the values of a group alike: what is left out could never become the largest. */
static RaterStatus
absorb_maximum(Sum *sum, const __int128 *entry)
{
    for (size_t i = 0; i < sum->count;) {
        __int128 *own = entry_at(sum, i);
        __int128 farther = own[DISTANCE] - entry[DISTANCE];
        bool same = same_group(sum, own, entry);
        if (same && (farther > 0 || (farther == 0 && none_larger(entry, own, sum->n))))
            return RATER_OK;
        if (same && (farther < 0 || none_larger(own, entry, sum->n)))
            memmove(own, entry_at(sum, --sum->count), ((size_t)sum->n + VALUES) * sizeof *own);
        else
            i++;
    }
    return append_entry(sum, entry);
}

/* `entry` becomes `before` with a step; *sends: some array still sends. */
static RaterStatus
take_step(const Sum *from, const RaterShadow shadows[], const __int128 *before,
          const int64_t *row, __int128 *entry, bool *sends)
{
    *sends = false;
    entry[AXES] = before[AXES] + (row[1] != 0);
    entry[DISTANCE] = before[DISTANCE] + (row[1] < 0 ? -row[1] : row[1]);
    entry[PAIRS] = before[PAIRS] * row[0];
    for (int k = 0; k < from->n; k++) {
        __int128 *value = &entry[VALUES + k];
        *value = 0;
        if (before[VALUES + k] == 0 || row[2 + k] == 0 ||
            entry[AXES] > rater_shadow_face_most_axes(&shadows[k]))
            continue;
        __int128 factor = from->maxima ? row[2 + k] : (__int128)row[0] * row[2 + k];
        if (__builtin_mul_overflow(before[VALUES + k], factor, value))
            return RATER_ERROR_OVERFLOW;
        *sends = true;
    }
    return RATER_OK;
}

/* Every entry with every step, into `to`. `entry` is room for one. */
static RaterStatus
extend_entries(const Sum *from, const RaterShadow shadows[], const Steps *steps,
               __int128 *entry, Sum *to)
{
    for (size_t i = 0; i < from->count * steps->count; i++) {
        bool sends;
        RaterStatus status = take_step(from, shadows, entry_at(from, i / steps->count),
                                       row_at(steps, i % steps->count), entry, &sends);
        if (status == RATER_OK && sends)
            status = from->maxima ? absorb_maximum(to, entry) : absorb_sum(to, entry);
        to->work += (uint64_t)from->n;
        if (status == RATER_OK && to->work > MOST_SUM_WORK)
            status = RATER_ERROR_MEMORY;
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

/* `entry` is room for one, here and below. */
static RaterStatus
extend_sums(Sum sums[2], const RaterShadow shadows[], int g, __int128 *entry)
{
    Steps steps;
    RaterStatus status = init_steps(&steps, shadows, sums[0].n, g);
    for (int k = 0; k < 2 && status == RATER_OK; k++) {
        Sum next = { .n = sums[k].n, .maxima = sums[k].maxima };
        status = extend_entries(&sums[k], shadows, &steps, entry, &next);
        free(sums[k].entries);
        sums[k] = next;
    }
    free(steps.rows);
    free(steps.slot);
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

/* sums[0] has the sums over all pairs, sums[1] the largest of the farthest. */
static RaterStatus
read_sums(const Sum sums[2], RaterTraffic *traffic)
{
    RaterStatus status = RATER_OK;
    __int128 pairs = 0, all = 0, distance = 0, largest = 0, bytes;
    for (size_t i = 0; i < sums[0].count && status == RATER_OK; i++) {
        const __int128 *entry = entry_at(&sums[0], i);
        status = entry_bytes(entry, sums[0].n, &bytes);
        if (entry[AXES] == 0 || status != RATER_OK)
            continue;
        pairs += entry[PAIRS];
        status = __builtin_add_overflow(all, bytes, &all) ? RATER_ERROR_OVERFLOW : RATER_OK;
    }
    for (size_t i = 0; i < sums[1].count && status == RATER_OK; i++) {
        const __int128 *entry = entry_at(&sums[1], i);
        status = entry_bytes(entry, sums[1].n, &bytes);
        if (entry[DISTANCE] < distance || entry[AXES] == 0 || status != RATER_OK)
            continue;
        largest = entry[DISTANCE] > distance || bytes > largest ? bytes : largest;
        distance = entry[DISTANCE];
    }
    if (status != RATER_OK || largest > INT64_MAX)
        return RATER_ERROR_OVERFLOW;
    *traffic = (RaterTraffic){ .messages = (double)pairs,
                               .bytes = (double)all,
                               .distance = (int64_t)distance,
                               .largest = (int64_t)largest };
    return RATER_OK;
}

static RaterStatus
sum_dimensions(Sum sums[2], const RaterShadow shadows[], __int128 *entry, RaterTraffic *traffic)
{
    int n = sums[0].n;
    RaterStatus status = RATER_OK;
    entry[PAIRS] = 1;
    for (int i = 0; i < n; i++)
        entry[VALUES + i] = rater_shadow_face_bytes(&shadows[i]);
    for (int k = 0; k < 2 && status == RATER_OK; k++)
        status = append_entry(&sums[k], entry);
    for (int g = 0; g < shadows[0].mapping->grid.rank && status == RATER_OK; g++)
        status = extend_sums(sums, shadows, g, entry);
    return status == RATER_OK ? read_sums(sums, traffic) : status;
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
    Sum sums[2] = { { .n = n }, { .n = n, .maxima = true } };
    __int128 *entry = calloc((size_t)n + VALUES, sizeof *entry);
    RaterStatus status =
        entry != NULL ? sum_dimensions(sums, shadows, entry, traffic) : RATER_ERROR_MEMORY;
    free(entry);
    free(sums[0].entries);
    free(sums[1].entries);
    return status;
}

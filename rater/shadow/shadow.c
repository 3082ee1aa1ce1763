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

/* Work that the steps of one dimension may cost, in factors written: one or two seconds, and
 * five million blocks of three arrays. */
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

/* All choices of steps so far that go on alike: the same arrays still send something, and the
 * same number of offsets is not 0. */
typedef struct {
    int axes;         /* offsets that are not 0 */
    int64_t distance; /* sum of the offsets' amounts */
    __int128 pairs;   /* pairs of processors */
} Entry;

/* Sums over all pairs, or with `maxima`, for the farthest pairs, the messages that no other
 * exceeds in every array. */
typedef struct {
    int n; /* arrays */
    bool maxima;
    size_t count; /* entries */
    size_t room;  /* entries that fit */
    Entry *entry;
    __int128 *value; /* n an entry: bytes of each array, 0: it sends nothing */
    uint64_t work;   /* done so far; limited */
} Sum;

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

/* Template indices of the elements that both have a place and are of the part that is meant;
 * for elements that follow each other there. */
static RaterRange
inner_indices(const RaterShadow *shadow, const RaterPlace *place)
{
    RaterRange x = rater_range_meet(place->valid, shadow->part[place->axis]);
    if (rater_range_is_empty(x))
        return (RaterRange){ 0, 0 };
    int64_t one = (int64_t)((__int128)place->a * x.lo + place->b);
    int64_t other = (int64_t)((__int128)place->a * (x.hi - 1) + place->b);
    return one < other ? (RaterRange){ one, other + 1 } : (RaterRange){ other, one + 1 };
}

/* The first coordinate after c that may behave unlike c along an axis whose elements follow
 * each other: those in a run of equal blocks (`run`, in which c is) behave alike as long as the
 * blocks on both sides are in it too, and all their elements matter. */
static int64_t
next_in_run(const RaterShadow *shadow, const RaterPlace *place, const RaterBlocksRun *run,
            int64_t c)
{
    RaterRange inner = inner_indices(shadow, place);
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

static void
free_steps(Steps *steps)
{
    free(steps->rows);
    free(steps->slot);
    *steps = (Steps){ 0 };
}

static __int128 *
values_of(const Sum *sum, size_t i)
{
    return sum->value + i * (size_t)sum->n;
}

/* Whether entry i goes on like `entry` with `value`: the same arrays send. */
static bool
same_group(Sum *sum, size_t i, const Entry *entry, const __int128 *value)
{
    sum->work++;
    if (sum->entry[i].axes != entry->axes)
        return false;
    const __int128 *own = values_of(sum, i);
    int k = 0;
    while (k < sum->n && (own[k] > 0) == (value[k] > 0))
        k++;
    sum->work += (uint64_t)k;
    return k == sum->n;
}

static bool
none_larger(const __int128 *a, const __int128 *b, int n)
{
    for (int k = 0; k < n; k++)
        if (a[k] > b[k])
            return false;
    return true;
}

static void
drop_entry(Sum *sum, size_t i)
{
    size_t last = --sum->count;
    sum->entry[i] = sum->entry[last];
    memmove(values_of(sum, i), values_of(sum, last), (size_t)sum->n * sizeof *sum->value);
}

static RaterStatus
append_entry(Sum *sum, const Entry *entry, const __int128 *value)
{
    if (sum->count == sum->room) {
        size_t room = sum->room > 0 ? sum->room * 2 : 16;
        Entry *entries = realloc(sum->entry, room * sizeof *entries);
        if (entries == NULL)
            return RATER_ERROR_MEMORY;
        sum->entry = entries;
        __int128 *values = realloc(sum->value, room * (size_t)sum->n * sizeof *values);
        if (values == NULL)
            return RATER_ERROR_MEMORY;
        sum->value = values;
        sum->room = room;
    }
    sum->entry[sum->count] = *entry;
    memcpy(values_of(sum, sum->count), value, (size_t)sum->n * sizeof *value);
    sum->count++;
    return RATER_OK;
}

/* Adds to the entry of the same group, of which there is at most one. */
static RaterStatus
absorb_sum(Sum *sum, const Entry *entry, const __int128 *value)
{
    for (size_t i = 0; i < sum->count; i++) {
        if (!same_group(sum, i, entry, value))
            continue;
        __int128 *own = values_of(sum, i);
        for (int k = 0; k < sum->n; k++)
            if (__builtin_add_overflow(own[k], value[k], &own[k]))
                return RATER_ERROR_OVERFLOW;
        sum->entry[i].pairs += entry->pairs;
        return RATER_OK;
    }
    return append_entry(sum, entry, value);
}

/* Leaves the entry out when one of its group is farther, or as far and as large in
 * every array, and drops the others of the group to which the new one is superior so.
 * What follows multiplies the values of a group alike: what is left out could never
 * have become the largest. */
static RaterStatus
absorb_maximum(Sum *sum, const Entry *entry, const __int128 *value)
{
    for (size_t i = 0; i < sum->count;) {
        int64_t farther = sum->entry[i].distance - entry->distance;
        const __int128 *own = values_of(sum, i);
        if (!same_group(sum, i, entry, value))
            i++;
        else if (farther > 0 || (farther == 0 && none_larger(value, own, sum->n)))
            return RATER_OK;
        else if (farther < 0 || none_larger(own, value, sum->n))
            drop_entry(sum, i);
        else
            i++;
    }
    return append_entry(sum, entry, value);
}

/* After the last dimension only the message of all arrays together matters. */
static RaterStatus
collapse(Entry *entry, __int128 *value, int n)
{
    entry->axes = entry->axes > 0;
    for (int k = 1; k < n; k++) {
        if (__builtin_add_overflow(value[0], value[k], &value[0]))
            return RATER_ERROR_OVERFLOW;
        value[k] = 0;
    }
    return RATER_OK;
}

/* The bytes of each array after a step; *sends: some array still sends. */
static RaterStatus
take_step(const Sum *from, const RaterShadow shadows[], const __int128 *before,
          const int64_t *row, int axes, __int128 *value, bool *sends)
{
    *sends = false;
    for (int k = 0; k < from->n; k++) {
        value[k] = 0;
        if (before[k] == 0 || row[2 + k] == 0 ||
            axes > rater_shadow_face_most_axes(&shadows[k]))
            continue;
        __int128 factor = row[2 + k];
        if (!from->maxima)
            factor *= row[0];
        if (__builtin_mul_overflow(before[k], factor, &value[k]))
            return RATER_ERROR_OVERFLOW;
        *sends = true;
    }
    return RATER_OK;
}

/* Entry i of `from` with every step, into `to`. `value` is room for n values. */
static RaterStatus
extend_entry(const Sum *from, size_t i, const RaterShadow shadows[], const Steps *steps,
             bool last, __int128 *value, Sum *to)
{
    for (size_t k = 0; k < steps->count; k++) {
        const int64_t *row = row_at(steps, k);
        Entry entry = from->entry[i];
        entry.axes += row[1] != 0;
        entry.distance += row[1] < 0 ? -row[1] : row[1];
        entry.pairs *= row[0];
        bool sends;
        RaterStatus status =
            take_step(from, shadows, values_of(from, i), row, entry.axes, value, &sends);
        if (status == RATER_OK && sends && last)
            status = collapse(&entry, value, from->n);
        if (status == RATER_OK && sends)
            status = from->maxima ? absorb_maximum(to, &entry, value)
                                  : absorb_sum(to, &entry, value);
        to->work += (uint64_t)from->n;
        if (status == RATER_OK && to->work > MOST_SUM_WORK)
            status = RATER_ERROR_MEMORY;
        if (status != RATER_OK)
            return status;
    }
    return RATER_OK;
}

static RaterStatus
init_sum(Sum *sum, int n, const __int128 bytes[], bool maxima)
{
    *sum = (Sum){ .n = n, .maxima = maxima };
    Entry entry = { .pairs = 1 };
    return append_entry(sum, &entry, bytes);
}

static void
free_sum(Sum *sum)
{
    free(sum->entry);
    free(sum->value);
    *sum = (Sum){ 0 };
}

static RaterStatus
extend_sum(Sum *sum, const RaterShadow shadows[], const Steps *steps, bool last)
{
    Sum next = { .n = sum->n, .maxima = sum->maxima };
    __int128 *value = calloc((size_t)sum->n, sizeof *value);
    if (value == NULL)
        return RATER_ERROR_MEMORY;
    RaterStatus status = RATER_OK;
    for (size_t i = 0; i < sum->count && status == RATER_OK; i++)
        status = extend_entry(sum, i, shadows, steps, last, value, &next);
    free(value);
    if (status != RATER_OK) {
        free_sum(&next);
        return status;
    }
    free_sum(sum);
    *sum = next;
    return RATER_OK;
}

static RaterStatus
extend_both(Sum sums[2], const RaterShadow shadows[], int n, int g)
{
    bool last = g == shadows[0].mapping->grid.rank - 1;
    Steps steps;
    RaterStatus status = init_steps(&steps, shadows, n, g);
    for (int k = 0; k < 2 && status == RATER_OK; k++)
        status = extend_sum(&sums[k], shadows, &steps, last);
    free_steps(&steps);
    return status;
}

/* sums[0] has the sums over all pairs, sums[1] the largest of the farthest. */
static RaterStatus
read_sums(const Sum sums[2], RaterTraffic *traffic)
{
    RaterTraffic found = { 0 };
    for (size_t i = 0; i < sums[0].count; i++)
        if (sums[0].entry[i].axes > 0) {
            found.messages = (double)sums[0].entry[i].pairs;
            found.bytes = (double)sums[0].value[i * (size_t)sums[0].n];
        }
    for (size_t i = 0; i < sums[1].count; i++)
        if (sums[1].entry[i].axes > 0) {
            __int128 largest = sums[1].value[i * (size_t)sums[1].n];
            if (largest > INT64_MAX)
                return RATER_ERROR_OVERFLOW;
            found.largest = (int64_t)largest;
            found.distance = sums[1].entry[i].distance;
        }
    *traffic = found;
    return RATER_OK;
}

static RaterStatus
sum_dimensions(const RaterShadow shadows[], int n, const __int128 bytes[],
               RaterTraffic *traffic)
{
    Sum sums[2];
    RaterStatus status = init_sum(&sums[0], n, bytes, false);
    RaterStatus status_maxima = init_sum(&sums[1], n, bytes, true);
    if (status == RATER_OK)
        status = status_maxima;
    for (int g = 0; g < shadows[0].mapping->grid.rank && status == RATER_OK; g++)
        status = extend_both(sums, shadows, n, g);
    if (status == RATER_OK)
        status = read_sums(sums, traffic);
    for (int k = 0; k < 2; k++)
        free_sum(&sums[k]);
    return status;
}

RaterStatus
rater_shadow_traffic(const RaterShadow shadows[], int n, RaterTraffic *traffic)
{
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = rater_shadow_face_check(&shadows[i], &shadows[0].mapping->grid);
    if (status != RATER_OK)
        return status;
    if (n < 1) {
        *traffic = (RaterTraffic){ 0 };
        return RATER_OK;
    }
    __int128 *bytes = calloc((size_t)n, sizeof *bytes);
    if (bytes == NULL)
        return RATER_ERROR_MEMORY;
    for (int i = 0; i < n; i++)
        bytes[i] = rater_shadow_face_bytes(&shadows[i]);
    status = sum_dimensions(shadows, n, bytes, traffic);
    free(bytes);
    return status;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/shadow/steps.h"

#include "rater/geometry/blocks-run.h"
#include "rater/shadow/face.h"

#include <stdlib.h>
#include <string.h>

/* Work that one dimension may cost, in factors written: one or two seconds, and five
 * million blocks of three arrays. */
#define MOST_WORK  ((uint64_t)1 << 29)
#define BLOCK_WORK 16 /* finding a block and its neighbours */
#define ROW_WORK   16 /* finding a row */

/* Numbers in all rows: 128 MB. */
#define MOST_NUMBERS ((size_t)1 << 24)

static int64_t
min_int64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static uint64_t
hash_row(const int64_t *key, size_t length)
{
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (uint64_t)key[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

const int64_t *
rater_shadow_steps_row(const RaterShadowSteps *steps, size_t i)
{
    return steps->rows + i * ((size_t)steps->n + 2);
}

/* The slot of the row with this offset and these factors, or the free one for it. */
static size_t
find_slot(const RaterShadowSteps *steps, const int64_t *key)
{
    size_t length = (size_t)steps->n + 1;
    size_t at = hash_row(key, length) & (steps->n_slots - 1);
    while (steps->slot[at] != 0) {
        const int64_t *row = rater_shadow_steps_row(steps, steps->slot[at] - 1);
        if (memcmp(row + 1, key, length * sizeof *key) == 0)
            break;
        at = (at + 1) & (steps->n_slots - 1);
    }
    return at;
}

/* Doubles the room and puts the rows into a table of twice as many slots. */
static RaterStatus
grow(RaterShadowSteps *steps)
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
        slot[find_slot(steps, rater_shadow_steps_row(steps, i) + 1)] = (uint32_t)i + 1;
    return RATER_OK;
}

/* Adds `weight` coordinates that behave like key: offset, then factors. */
static RaterStatus
add_row(RaterShadowSteps *steps, const int64_t *key, int64_t weight)
{
    bool moves = false;
    for (int i = 0; i < steps->n; i++)
        moves = moves || key[1 + i] > 0;
    steps->work += ROW_WORK + (uint64_t)steps->n;
    if (!moves)
        return RATER_OK;
    if (steps->count == steps->room) {
        RaterStatus status = grow(steps);
        if (status != RATER_OK)
            return status;
    }
    size_t at = find_slot(steps, key);
    if (steps->slot[at] == 0) {
        steps->slot[at] = (uint32_t)++steps->count;
        int64_t *row = steps->rows + (steps->count - 1) * ((size_t)steps->n + 2);
        row[0] = 0;
        memcpy(row + 1, key, ((size_t)steps->n + 1) * sizeof *key);
    }
    steps->rows[(steps->slot[at] - 1) * ((size_t)steps->n + 2)] += weight;
    return RATER_OK;
}

/* Whether an array before `last` has something at this offset already. */
static bool
offset_seen(RaterShadowSteps *steps, const RaterShadowMoves *moves, int last, int64_t offset)
{
    int i = 0;
    while (i < last && !(moves[i].down > 0 && moves[i].down_offset == offset) &&
           !(moves[i].up > 0 && moves[i].up_offset == offset))
        i++;
    steps->work += (uint64_t)i;
    return i < last;
}

/* The step to c + offset (not 0): factors of the arrays that send there. */
static RaterStatus
add_offset(RaterShadowSteps *steps, const RaterShadowMoves *moves, int64_t *key, int64_t offset,
           int64_t weight)
{
    key[0] = offset;
    for (int i = 0; i < steps->n; i++) {
        key[1 + i] = 0;
        if (moves[i].down > 0 && moves[i].down_offset == offset)
            key[1 + i] = moves[i].down;
        else if (moves[i].up > 0 && moves[i].up_offset == offset)
            key[1 + i] = moves[i].up;
    }
    return add_row(steps, key, weight);
}

/* Adds the steps of `weight` coordinates that all behave as c does. */
static RaterStatus
add_coordinate(RaterShadowSteps *steps, const RaterShadowMoves *moves, int64_t *key,
               int64_t weight)
{
    key[0] = 0;
    for (int i = 0; i < steps->n; i++)
        key[1 + i] = moves[i].stay;
    RaterStatus status = add_row(steps, key, weight);
    for (int i = 0; i < steps->n && status == RATER_OK; i++) {
        if (moves[i].down > 0 && !offset_seen(steps, moves, i, moves[i].down_offset))
            status = add_offset(steps, moves, key, moves[i].down_offset, weight);
        if (status == RATER_OK && moves[i].up > 0 &&
            !offset_seen(steps, moves, i, moves[i].up_offset))
            status = add_offset(steps, moves, key, moves[i].up_offset, weight);
        if (steps->work > MOST_WORK)
            status = RATER_ERROR_MEMORY;
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
 * blocks on both sides are in it too, and all their elements matter. 2,000 elements on 1,024
 * coordinates are a fifth of the steps that way, and blocks of one size a handful. */
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
add_coordinates(RaterShadowSteps *steps, const RaterShadow shadows[], int g,
                RaterShadowMoves *moves, RaterBlocksRun *runs, int64_t *key)
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
        status = add_coordinate(steps, moves, key, next - c);
    }
    return status;
}

RaterStatus
rater_shadow_steps_init(RaterShadowSteps *steps, const RaterShadow shadows[], int n, int g)
{
    *steps = (RaterShadowSteps){ .n = n };
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

void
rater_shadow_steps_free(RaterShadowSteps *steps)
{
    free(steps->rows);
    free(steps->slot);
    *steps = (RaterShadowSteps){ 0 };
}

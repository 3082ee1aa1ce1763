/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A stream is an array and what it does along each dimension: it stays, sends layers down,
 * sends layers up (shadow/face.h), not along more dimensions than its corners have.  Arrays
 * that do the same at every coordinate share their streams.
 */
#include "rater/shadow/exchange.h"

#include "rater/exchange/separable.h"
#include "rater/shadow/face.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ARRAYS 16

/* Arrays of which none does the same as another, with the bytes of all that do. */
typedef struct {
    int n;
    int64_t bytes[MOST_ARRAYS];
    int most_axes[MOST_ARRAYS];
    RaterShadowMoves *moves[MOST_ARRAYS]; /* of all coordinates of all dimensions; owned */
} Arrays;

typedef struct {
    const RaterGrid *grid;
    const int64_t *const *coordinate;
    Arrays arrays;
    int n_streams;
    int array[RATER_SEPARABLE_STREAMS];
    int move[RATER_SEPARABLE_STREAMS][RATER_TOPOLOGY_RANK]; /* RATER_SHADOW_* */
    int64_t weight[RATER_SEPARABLE_STREAMS];
    RaterStep *step[RATER_TOPOLOGY_RANK]; /* owned, and the factors */
    int64_t *factor[RATER_TOPOLOGY_RANK];
    RaterSteps steps[RATER_TOPOLOGY_RANK];
} Exchange;

static size_t
coordinates(const RaterGrid *grid, int dims)
{
    size_t n = 0;
    for (int g = 0; g < dims; g++)
        n += (size_t)grid->size[g];
    return n;
}

static bool
moves_alike(const RaterShadowMoves *a, const RaterShadowMoves *b)
{
    for (int m = 0; m < RATER_SHADOW_MOVES; m++)
        if (a->factor[m] != b->factor[m] || (a->factor[m] > 0 && a->offset[m] != b->offset[m]))
            return false;
    return true;
}

/* The array that does the same, arrays.n: none. */
static int
find_alike(const Exchange *x, const RaterShadowMoves moves[], int most_axes)
{
    size_t count = coordinates(x->grid, x->grid->rank);
    int i = 0;
    for (; i < x->arrays.n; i++) {
        size_t c = 0;
        while (c < count && moves_alike(&x->arrays.moves[i][c], &moves[c]))
            c++;
        if (c == count && x->arrays.most_axes[i] == most_axes)
            break;
    }
    return i;
}

static RaterStatus
add_array(Exchange *x, const RaterShadow *shadow)
{
    __int128 bytes = rater_shadow_face_bytes(shadow);
    RaterStatus status = rater_shadow_face_check(shadow, x->grid);
    if (status != RATER_OK || bytes == 0)
        return status;
    if (bytes > INT64_MAX)
        return RATER_ERROR_OVERFLOW;
    RaterShadowMoves *moves = malloc(coordinates(x->grid, x->grid->rank) * sizeof *moves);
    if (moves == NULL)
        return RATER_ERROR_MEMORY;
    size_t at = 0;
    for (int g = 0; g < x->grid->rank; g++)
        for (int64_t c = 0; c < x->grid->size[g]; c++)
            moves[at++] = rater_shadow_face_moves(shadow, g, c);
    int most_axes = rater_shadow_face_most_axes(shadow);
    int i = find_alike(x, moves, most_axes);
    if (i < x->arrays.n || i == MOST_ARRAYS) {
        free(moves);
        if (i == MOST_ARRAYS)
            return RATER_ERROR_MEMORY;
        return __builtin_add_overflow(x->arrays.bytes[i], (int64_t)bytes, &x->arrays.bytes[i])
                   ? RATER_ERROR_OVERFLOW
                   : RATER_OK;
    }
    x->arrays.moves[i] = moves;
    x->arrays.most_axes[i] = most_axes;
    x->arrays.bytes[i] = (int64_t)bytes;
    x->arrays.n++;
    return RATER_OK;
}

/* Whether some coordinate of dimension g makes this move. */
static bool
is_made(const Exchange *x, int array, int g, int move)
{
    const RaterShadowMoves *moves = x->arrays.moves[array] + coordinates(x->grid, g);
    for (int64_t c = 0; c < x->grid->size[g]; c++)
        if (moves[c].factor[move] > 0)
            return true;
    return false;
}

/* All streams of an array with the moves so far, from dimension g on. */
static RaterStatus
add_streams(Exchange *x, int array, int g, int axes, int move[])
{
    if (axes > x->arrays.most_axes[array])
        return RATER_OK;
    if (g == x->grid->rank) {
        if (axes == 0)
            return RATER_OK;
        if (x->n_streams == RATER_SEPARABLE_STREAMS)
            return RATER_ERROR_MEMORY;
        memcpy(x->move[x->n_streams], move, (size_t)g * sizeof *move);
        x->array[x->n_streams] = array;
        x->weight[x->n_streams++] = x->arrays.bytes[array];
        return RATER_OK;
    }
    RaterStatus status = RATER_OK;
    for (int m = 0; m < RATER_SHADOW_MOVES && status == RATER_OK; m++) {
        move[g] = m;
        if (is_made(x, array, g, m))
            status = add_streams(x, array, g + 1, axes + (m != RATER_SHADOW_STAY), move);
    }
    return status;
}

static int64_t
physical(const Exchange *x, int g, int64_t c)
{
    return x->coordinate != NULL && x->coordinate[g] != NULL ? x->coordinate[g][c] : c;
}

/* The steps from coordinate c of dimension g, one an offset. */
static void
add_steps(Exchange *x, int g, int64_t c)
{
    size_t width = (size_t)x->n_streams;
    size_t base = coordinates(x->grid, g) + (size_t)c;
    size_t first = x->steps[g].n;
    int64_t offset[RATER_SEPARABLE_STREAMS];
    for (size_t a = 0; a < width; a++) {
        const RaterShadowMoves *moves = &x->arrays.moves[x->array[a]][base];
        int m = x->move[a][g];
        size_t i = first;
        if (moves->factor[m] == 0)
            continue;
        while (i < x->steps[g].n && offset[i - first] != moves->offset[m])
            i++;
        int64_t *row = x->factor[g] + i * width;
        if (i == x->steps[g].n) {
            memset(row, 0, width * sizeof *row);
            offset[i - first] = moves->offset[m];
            x->step[g][x->steps[g].n++] =
                (RaterStep){ physical(x, g, c), physical(x, g, c + moves->offset[m]) };
        }
        row[a] = moves->factor[m];
    }
}

static RaterStatus
make_steps(Exchange *x)
{
    for (int g = 0; g < x->grid->rank; g++) {
        size_t most = (size_t)x->grid->size[g] * (size_t)x->arrays.n * RATER_SHADOW_MOVES;
        x->step[g] = malloc(most * sizeof *x->step[g]);
        x->factor[g] = malloc(most * (size_t)x->n_streams * sizeof *x->factor[g]);
        if (x->step[g] == NULL || x->factor[g] == NULL)
            return RATER_ERROR_MEMORY;
        x->steps[g] = (RaterSteps){ .step = x->step[g], .factor = x->factor[g] };
        for (int64_t c = 0; c < x->grid->size[g]; c++)
            add_steps(x, g, c);
    }
    return RATER_OK;
}

static RaterStatus
prepare(Exchange *x, const RaterShadow shadows[], int n)
{
    RaterStatus status = RATER_OK;
    int move[RATER_TOPOLOGY_RANK];
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = add_array(x, &shadows[i]);
    for (int i = 0; i < x->arrays.n && status == RATER_OK; i++)
        status = add_streams(x, i, 0, 0, move);
    if (status == RATER_OK && x->n_streams > 0)
        status = make_steps(x);
    return status;
}

RaterStatus
rater_shadow_exchange(const RaterNetwork *network, const RaterShadow shadows[], int n,
                      RaterExchange *exchange)
{
    RaterExchange made = { 0 };
    if (n == 0) {
        *exchange = made;
        return RATER_OK;
    }
    Exchange x = { .grid = &shadows[0].mapping->grid, .coordinate = network->links.coordinate };
    if (!rater_network_is_by_dimension(network, x.grid))
        return RATER_ERROR_RANK;
    RaterStatus status = prepare(&x, shadows, n);
    RaterSeparable set = { x.n_streams, x.weight, x.steps };
    if (status == RATER_OK && x.n_streams > 0)
        status = rater_separable(&network->links.fabric, network->links.congestion, &set,
                                 &made);
    for (int g = 0; g < RATER_TOPOLOGY_RANK; g++) {
        free(x.step[g]);
        free(x.factor[g]);
    }
    for (int i = 0; i < x.arrays.n; i++)
        free(x.arrays.moves[i]);
    if (status == RATER_OK)
        *exchange = made;
    return status;
}

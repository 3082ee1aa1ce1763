/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/pipeline/pipeline.h"
#include "rater/shadow/face.h"

#include <stdlib.h>

#define MOST_COORDS (INT64_C(1) << 24)

/* A pipeline on its way, with the tables of one array: elements by which its edge grows along
 * each dimension, for each coordinate of the pipeline's grid. */
typedef struct {
    RaterPipeline *pipeline;
    const RaterLoop *loop;
    const RaterShadow *shadow;
    int64_t *stay[RATER_MAX_RANK]; /* while the edge comes from another dimension */
    int64_t *face[RATER_MAX_RANK]; /* while it comes from the predecessor along this one, */
    int *edge[RATER_MAX_RANK];     /* by this edge */
} Setup;

static bool
has_iterations(const RaterLoop *loop, int g, int64_t c)
{
    return loop->place[g].kind == RATER_PLACE_AXIS
               ? rater_loop_dim_count(loop, g, c, NULL, NULL) > 0
               : rater_place_holds(&loop->place[g], c);
}

/* Lists the coordinates of dimension g that have iterations. */
static RaterStatus
list_coords(RaterPipeline *pipeline, const RaterLoop *loop, int g)
{
    int64_t size = loop->grid.size[g];
    int64_t count = 0;
    if (size > MOST_COORDS)
        return RATER_ERROR_MEMORY;
    int64_t *coord = malloc((size_t)size * sizeof *coord);
    if (coord == NULL)
        return RATER_ERROR_MEMORY;
    for (int64_t c = 0; c < size; c++)
        if (has_iterations(loop, g, c))
            coord[count++] = c;
    pipeline->coord[g] = coord;
    pipeline->grid.size[g] = count;
    return RATER_OK;
}

static RaterStatus
make_grid(RaterPipeline *pipeline, const RaterLoop *loop)
{
    pipeline->grid.rank = loop->grid.rank;
    pipeline->count = 1;
    for (int g = 0; g < loop->grid.rank; g++) {
        RaterStatus status = list_coords(pipeline, loop, g);
        if (status != RATER_OK)
            return status;
        pipeline->count *= pipeline->grid.size[g]; /* at most the count of the loop's grid */
    }
    for (int l = 0; l < loop->rank; l++)
        if (loop->count[l] == 0)
            pipeline->count = 0;
    for (int g = 0; pipeline->count == 0 && g < loop->grid.rank; g++)
        pipeline->grid.size[g] = 0;
    return pipeline->count > RATER_PIPELINE_MOST ? RATER_ERROR_MEMORY : RATER_OK;
}

/* Whether the loop runs towards higher template indices, and so coordinates. */
static bool
runs_up(const RaterLoop *loop, int g)
{
    const RaterPlace *place = &loop->place[g];
    return (place->a > 0) == (loop->axis[place->axis].step > 0);
}

/* Whether the edge that an array needs along dimension g is that below its blocks (of
 * lower array indices). */
static bool
needs_low(const RaterLoop *loop, const RaterPlace *place, int g)
{
    return runs_up(loop, g) == (place->a > 0);
}

/* Whether the array has an edge on the side that the loop comes from along dimension g. */
static bool
has_edge(const RaterShadow *shadow, const RaterLoop *loop, int g)
{
    const RaterPlace *place = &shadow->mapping->place[g];
    if (place->kind != RATER_PLACE_AXIS)
        return false;
    int axis = place->axis;
    return needs_low(loop, place, g)
               ? shadow->low[axis] > 0 && (shadow->sign[axis] & RATER_SHADOW_LOW)
               : shadow->high[axis] > 0 && (shadow->sign[axis] & RATER_SHADOW_HIGH);
}

static void
set_directions(RaterPipeline *pipeline, const RaterLoop *loop, const RaterShadow shadows[],
               int n)
{
    for (int g = 0; g < loop->grid.rank; g++) {
        if (loop->grid.size[g] < 2 || loop->place[g].kind != RATER_PLACE_AXIS)
            continue;
        for (int i = 0; i < n; i++)
            if (has_edge(&shadows[i], loop, g))
                pipeline->direction[g] =
                    runs_up(loop, g) ? RATER_PIPELINE_FROM_LOW : RATER_PIPELINE_FROM_HIGH;
    }
}

/* The longest loop axis on no pipelined dimension, the first of equals; -1: none. */
static int
cut_axis(const RaterPipeline *pipeline, const RaterLoop *loop)
{
    int longest = -1;
    for (int l = 0; l < loop->rank; l++) {
        int g = loop->dim[l];
        if (g >= 0 && pipeline->direction[g] != RATER_PIPELINE_NONE)
            continue;
        if (longest < 0 || loop->count[l] > loop->count[longest])
            longest = l;
    }
    return longest;
}

/* `present` says which coordinates of the cut axis count; NULL: all. */
static void
set_extent(RaterPipeline *pipeline, const RaterLoop *loop, const bool present[])
{
    pipeline->extent = 1;
    int l = cut_axis(pipeline, loop);
    if (l < 0 || pipeline->count == 0)
        return;
    int g = loop->dim[l];
    if (g < 0) {
        pipeline->extent = loop->count[l];
        return;
    }
    for (int64_t i = 0; i < pipeline->grid.size[g]; i++) {
        if (present != NULL && !present[i])
            continue;
        int64_t count = rater_loop_dim_count(loop, g, pipeline->coord[g][i], NULL, NULL);
        pipeline->extent = count > pipeline->extent ? count : pipeline->extent;
    }
}

/* The index in the pipeline's grid of coordinate c, -1: it has no iterations. */
static int64_t
index_of(const RaterPipeline *pipeline, int g, int64_t c)
{
    int64_t low = 0, high = pipeline->grid.size[g];
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (pipeline->coord[g][middle] < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low < pipeline->grid.size[g] && pipeline->coord[g][low] == c ? low : -1;
}

/* The edge that comes over a distance along dimension g, entered when it is new; -1: there are
 * too many. */
static int
edge_over(RaterPipeline *pipeline, int g, int64_t distance)
{
    if (distance == 1)
        return g;
    int i = 0;
    while (i < pipeline->n_far &&
           (pipeline->far[i].dim != g || pipeline->far[i].distance != distance))
        i++;
    if (i == RATER_PIPELINE_MOST_FAR)
        return -1;
    if (i == pipeline->n_far) {
        pipeline->far[i].dim = g;
        pipeline->far[i].distance = distance;
        pipeline->n_far++;
    }
    return pipeline->grid.rank + i;
}

/* Enters what the i-th coordinate of dimension g sends along it to the one that waits for it.
 * When that has no iterations nobody waits, and a third one is not asked. */
static RaterStatus
add_face(Setup *setup, int g, int64_t i, const RaterShadowMoves *moves)
{
    RaterPipeline *pipeline = setup->pipeline;
    if (pipeline->direction[g] == RATER_PIPELINE_NONE ||
        !has_edge(setup->shadow, setup->loop, g))
        return RATER_OK;
    const RaterPlace *place = &setup->shadow->mapping->place[g];
    int k = needs_low(setup->loop, place, g) ? RATER_SHADOW_UP : RATER_SHADOW_DOWN;
    int64_t to = moves->factor[k] > 0
                     ? index_of(pipeline, g, pipeline->coord[g][i] + moves->offset[k])
                     : -1;
    if (to < 0)
        return RATER_OK;
    setup->face[g][to] = moves->factor[k];
    setup->edge[g][to] = edge_over(pipeline, g, i < to ? to - i : i - to);
    return setup->edge[g][to] < 0 ? RATER_ERROR_MEMORY : RATER_OK;
}

static RaterStatus
make_factors(Setup *setup, int g)
{
    RaterPipeline *pipeline = setup->pipeline;
    size_t size = (size_t)pipeline->grid.size[g];
    RaterStatus status = RATER_OK;
    setup->stay[g] = calloc(size, sizeof *setup->stay[g]);
    setup->face[g] = calloc(size, sizeof *setup->face[g]);
    setup->edge[g] = calloc(size, sizeof *setup->edge[g]);
    if (setup->stay[g] == NULL || setup->face[g] == NULL || setup->edge[g] == NULL)
        return RATER_ERROR_MEMORY;
    for (int64_t i = 0; i < pipeline->grid.size[g] && status == RATER_OK; i++) {
        RaterShadowMoves moves =
            rater_shadow_face_moves(setup->shadow, g, pipeline->coord[g][i]);
        setup->stay[g][i] = moves.factor[RATER_SHADOW_STAY];
        status = add_face(setup, g, i, &moves);
    }
    return status;
}

static void
clear_factors(Setup *setup)
{
    for (int g = 0; g < RATER_MAX_RANK; g++) {
        free(setup->stay[g]);
        free(setup->face[g]);
        free(setup->edge[g]);
    }
}

/* Bytes of the array that the processor at `index` gets along dimension g; 2^63
 * stands for anything larger. */
static __int128
edge_bytes(const Setup *setup, const int64_t index[], int g, __int128 bytes)
{
    const __int128 too_many = (__int128)INT64_MAX + 1;
    for (int d = 0; d < setup->pipeline->grid.rank; d++) {
        bytes *= d == g ? setup->face[d][index[d]] : setup->stay[d][index[d]];
        bytes = bytes < too_many ? bytes : too_many;
    }
    return bytes;
}

static RaterStatus
add_edges(Setup *setup)
{
    RaterPipeline *pipeline = setup->pipeline;
    __int128 element = rater_shadow_face_bytes(setup->shadow);
    for (int64_t p = 0; p < pipeline->count; p++) {
        int64_t index[RATER_MAX_RANK];
        rater_grid_index(&pipeline->grid, p, index);
        for (int g = 0; g < pipeline->grid.rank; g++) {
            int64_t *bytes = &pipeline->bytes[p * (pipeline->grid.rank + pipeline->n_far) +
                                              setup->edge[g][index[g]]];
            __int128 sum = *bytes + edge_bytes(setup, index, g, element);
            if (sum > INT64_MAX)
                return RATER_ERROR_OVERFLOW;
            *bytes = (int64_t)sum;
        }
    }
    return RATER_OK;
}

/* Makes the tables of the arrays, which say what edges there are, and then adds these. */
static RaterStatus
add_shadows(RaterPipeline *pipeline, const RaterLoop *loop, const RaterShadow shadows[], int n,
            Setup setups[])
{
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n; i++) {
        setups[i] = (Setup){ .pipeline = pipeline, .loop = loop, .shadow = &shadows[i] };
        for (int g = 0; g < pipeline->grid.rank && status == RATER_OK; g++)
            status = make_factors(&setups[i], g);
    }
    size_t n_edges = (size_t)(pipeline->grid.rank + pipeline->n_far);
    if (status == RATER_OK)
        pipeline->bytes = calloc((size_t)pipeline->count * n_edges, sizeof *pipeline->bytes);
    if (status == RATER_OK && pipeline->bytes == NULL)
        status = RATER_ERROR_MEMORY;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = add_edges(&setups[i]);
    for (int i = 0; i < n; i++)
        clear_factors(&setups[i]);
    return status;
}

static RaterStatus
fill(RaterPipeline *pipeline, const RaterLoop *loop, const RaterShadow shadows[], int n)
{
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = rater_shadow_face_check(&shadows[i], &loop->grid);
    if (status == RATER_OK)
        status = make_grid(pipeline, loop);
    if (status != RATER_OK)
        return status;
    set_directions(pipeline, loop, shadows, n);
    set_extent(pipeline, loop, NULL);
    if (pipeline->count == 0)
        return RATER_OK;
    Setup *setups = malloc(((size_t)n + 1) * sizeof *setups);
    if (setups == NULL)
        return RATER_ERROR_MEMORY;
    status = add_shadows(pipeline, loop, shadows, n, setups);
    free(setups);
    return status;
}

RaterStatus
rater_pipeline_init(RaterPipeline *pipeline, const RaterLoop *loop, const RaterShadow shadows[],
                    int n)
{
    RaterPipeline made = { 0 };
    RaterStatus status = fill(&made, loop, shadows, n);
    if (status == RATER_OK)
        *pipeline = made;
    else
        rater_pipeline_clear(&made);
    return status;
}

/* The extent when these processors are left out. */
static RaterStatus
shorten(RaterPipeline *pipeline, const RaterLoop *loop, const bool out[])
{
    int l = cut_axis(pipeline, loop), g = l >= 0 ? loop->dim[l] : -1;
    if (g < 0)
        return RATER_OK;
    bool *present = calloc((size_t)pipeline->grid.size[g], sizeof *present);
    if (present == NULL)
        return RATER_ERROR_MEMORY;
    for (int64_t p = 0; p < pipeline->count; p++) {
        int64_t index[RATER_MAX_RANK];
        rater_grid_index(&pipeline->grid, p, index);
        present[index[g]] |= !out[p];
    }
    set_extent(pipeline, loop, present);
    free(present);
    return RATER_OK;
}

RaterStatus
rater_pipeline_leave_out(RaterPipeline *pipeline, const RaterLoop *loop, const bool out[])
{
    const RaterPipelineEdges edges = rater_pipeline_edges(pipeline);
    const int n = pipeline->grid.rank + pipeline->n_far;
    for (int64_t p = 0; p < pipeline->count; p++) {
        for (int i = 0; i < edges.n; i++) {
            int64_t *bytes = &pipeline->bytes[p * n + edges.edge[i]];
            if (*bytes > 0 && (out[p] || out[p + edges.offset[i]]))
                *bytes = 0;
        }
    }
    return shorten(pipeline, loop, out);
}

void
rater_pipeline_clear(RaterPipeline *pipeline)
{
    for (int g = 0; g < RATER_MAX_RANK; g++)
        free(pipeline->coord[g]);
    free(pipeline->bytes);
    *pipeline = (RaterPipeline){ 0 };
}

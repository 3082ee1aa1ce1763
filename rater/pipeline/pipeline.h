/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pipelined loops (across_; docs/semantics.md, "Pipelines"): which processors wait for which,
 * into how many portions the loop is cut, and when each processor has done its part.
 *
 * Only processors that have iterations take part: a grid of their own, the loop's without the
 * coordinates that have none. A processor's predecessor along a pipelined dimension is the one
 * that holds the array's elements next to its own block, if it has iterations: its neighbour in
 * that grid, or a farther one behind processors that have iterations and no elements. Seconds.
 */
#pragma once

#include "rater/geometry/loop.h"
#include "rater/shadow/shadow.h"

typedef enum {
    RATER_PIPELINE_NONE,      /* not pipelined */
    RATER_PIPELINE_FROM_LOW,  /* the predecessor has the next lower coordinate */
    RATER_PIPELINE_FROM_HIGH, /* the next higher one: the loop runs down there */
} RaterPipelineDirection;

/* Processors of a pipeline, which are gone through one by one: about half a second each,
 * two gigabytes all told. */
#define RATER_PIPELINE_MOST (INT64_C(1) << 20)

/* Different distances of predecessors that are no neighbours, of all arrays and dimensions. */
#define RATER_PIPELINE_MOST_FAR 32

typedef struct {
    RaterGrid grid; /* processors with iterations; sizes are 0 when there are none */
    int64_t count;  /* of them */
    int64_t *coord[RATER_MAX_RANK]; /* for each coordinate of `grid` that of the loop's grid */
    RaterPipelineDirection direction[RATER_MAX_RANK];
    /* Most iterations that a processor has on the cut axis, 1 without such an axis: the most
     * portions. */
    int64_t extent;
    struct {
        int dim;
        int64_t distance; /* in coordinates of `grid`, 2 and more */
    } far[RATER_PIPELINE_MOST_FAR];
    int n_far;
    /* bytes[p * (grid.rank + n_far) + e]: what p (row-major) gets in all portions together, e <
     * rank: from its neighbour along dimension e, behind these from far[e - rank]; 0 where no
     * edge comes from there. */
    int64_t *bytes;
} RaterPipeline;

/* The pipeline of a loop with a new shadow group of n arrays, all on the loop's grid. Clear it
 * with rater_pipeline_clear(); untouched on failure. Takes time and memory for each processor
 * with iterations.
 *
 * Errors: RATER_ERROR_RANK (another grid), _SIZE, _WIDTH (as for rater_shadow_traffic),
 * _OVERFLOW (more than int64_t bytes from a predecessor), _MEMORY (also more than
 * RATER_PIPELINE_MOST processors, or RATER_PIPELINE_MOST_FAR distances). */
RaterStatus rater_pipeline_init(RaterPipeline *pipeline, const RaterLoop *loop,
                                const RaterShadow shadows[], int n);
void rater_pipeline_clear(RaterPipeline *pipeline);

/* Leaves processors out, by number: they wait for nobody, nobody waits for them, and their
 * iterations do not count for the extent. `loop` is that which the pipeline was made for.
 * Errors: RATER_ERROR_MEMORY. */
RaterStatus rater_pipeline_leave_out(RaterPipeline *pipeline, const RaterLoop *loop,
                                     const bool out[]);

/* Where edges come from: which of a processor's bytes, and how far the number of the
 * predecessor is from its own. */
typedef struct {
    int n;
    int edge[RATER_MAX_RANK + RATER_PIPELINE_MOST_FAR];
    int64_t offset[RATER_MAX_RANK + RATER_PIPELINE_MOST_FAR];
} RaterPipelineEdges;

RaterPipelineEdges rater_pipeline_edges(const RaterPipeline *pipeline);

/* Bytes that p gets by the i-th of them; 0: none, and there may be no such predecessor. */
static inline int64_t
rater_pipeline_bytes(const RaterPipeline *pipeline, const RaterPipelineEdges *edges, int64_t p,
                     int i)
{
    return pipeline->bytes[p * (pipeline->grid.rank + pipeline->n_far) + edges->edge[i]];
}

/* The number of the i-th processor that the pipeline passes: after all its predecessors. */
int64_t rater_pipeline_passed(const RaterPipeline *pipeline, int64_t i);

/* One processor's way through the pipeline: done = clock + work + waiting + receiving (up to
 * rounding), where work is its time for the loop. */
typedef struct {
    double done;      /* its clock afterwards */
    double waiting;   /* for predecessors */
    double starting;  /* the part of `waiting` before its first portion */
    double receiving; /* edges of all portions */
} RaterPipelineTimes;

/* Runs the pipeline: number[p] (in the root system; NULL: the network does not ask), clock[p]
 * and work[p] >= 0 for each of pipeline->count processors (row-major in pipeline->grid). The
 * loop is cut into *portions: `wanted` (PipeLinePar) brought to a whole number in 1..extent
 * when it is above 0; else the number with the least completion time of the last processor, the
 * smallest of them. The search counts in whole numbers, of a unit that is 2^-120 of the largest
 * product of a time and the extent: its answer does not hang on rounding. portions may be NULL.
 *
 * Errors: RATER_ERROR_OVERFLOW (times that are negative, not finite or too large), _MEMORY. */
RaterStatus rater_pipeline_run(const RaterPipeline *pipeline, const RaterNetwork *network,
                               const int64_t number[], const double clock[],
                               const double work[], double wanted, int64_t *portions,
                               RaterPipelineTimes times[]);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Iterations of a parallel loop on the processors of a grid.  A loop is mapped
 * like an array whose "elements" are the iteration values of its axes.
 */
#pragma once

#include "rater/geometry/mapping.h"

typedef struct {
    int64_t init, last, step; /* as in the trace; step < 0 runs down; step != 0 */
} RaterLoopAxis;

typedef struct {
    int rank;
    RaterLoopAxis axis[RATER_MAX_RANK];
    int64_t count[RATER_MAX_RANK]; /* iterations of each axis that some coordinate executes */
    RaterGrid grid;
    /* One a grid dimension. RATER_PLACE_AXIS: `axis` is the loop axis, the iteration value i
     * lies at template index a*i + b; `valid` is the range of i whose pattern element exists.
     */
    RaterPlace place[RATER_MAX_RANK];
    RaterRange
        valid[RATER_MAX_RANK]; /* values of each loop axis whose pattern element exists */
    int dim[RATER_MAX_RANK];   /* for each loop axis the grid dimension it lies on, -1: none */
} RaterLoop;

/* Maps on a template (pattern == NULL) or on an array aligned with it; rules as for alignment,
 * with loop axes instead of array axes, and with signed iteration values. A constant outside of
 * the pattern: no processor executes anything (all counts 0). Errors: RATER_ERROR_RANK, _AXIS,
 * _STEP, _OVERFLOW. */
RaterStatus rater_loop_init(RaterLoop *loop, int rank, const RaterLoopAxis axes[],
                            const RaterAlign *pattern, const RaterDist *dist, int n_rules,
                            const RaterAlignRule rules[]);

/* The ordinals (0 for init) of the iterations whose values lie in `values`, which must be
 * between init and last. */
RaterRange rater_loop_ordinals(const RaterLoopAxis *axis, RaterRange values);

/* Iterations of the loop axis of dimension g that coordinate c executes (RATER_PLACE_AXIS),
 * exact for every step and offset; *first and *last (iteration values, in the order of
 * execution) are set when it is not 0 and the pointers are not NULL. */
int64_t rater_loop_dim_count(const RaterLoop *loop, int g, int64_t c, int64_t *first,
                             int64_t *last);

/* Walks over the iterations of rater_loop_dim_count() for all coordinates of dimension g
 * (RATER_PLACE_AXIS): sets `run` to the first run, rater_index_run_next() goes on. False when
 * no coordinate executes anything. Borrows the loop. */
bool rater_loop_run_first(const RaterLoop *loop, int g, RaterIndexRun *run);

/* Total number of iterations that at least one processor executes: product of
 * count[]; may exceed 2^63, hence a double (used only as a divisor). */
double rater_loop_total(const RaterLoop *loop);

/* Iterations of the processor at `index`; 0 when it executes none. */
double rater_loop_count(const RaterLoop *loop, const int64_t index[]);

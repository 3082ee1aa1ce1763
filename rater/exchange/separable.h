/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sets of transfers whose bytes are products over the dimensions of a line, ring, mesh or
 * torus, at the cost of the dimensions instead of the processors ("by dimension"):
 *
 *     bytes(p, q) = sum over streams a of weight[a] * product over k of factor[k][a](p_k, q_k)
 *
 * with physical coordinates.  A message uses links of dimension i from p_i to q_i, at the
 * coordinates q_j, j < i, and p_j, j > i.  So what a stream brings to a link is a product as
 * well,
 *
 *     product over j < i of (sum over s of factor(s, c_j))
 *     * sum over the (s, t) of dimension i whose way leads over the link
 *     * product over j > i of (sum over t of factor(c_j, t)),
 *
 * and the busiest link is found among the fronts of each dimension: the rows, one number a
 * stream, that no other row is nowhere below.
 */
#pragma once

#include "rater/exchange/exchange.h"

/* Most streams. */
#define RATER_SEPARABLE_STREAMS 32

/* From a coordinate to one, not two of the same. */
typedef struct {
    int64_t from, to;
} RaterStep;

typedef struct {
    size_t n;
    const RaterStep *step;
    const int64_t *factor; /* [n][n_streams], >= 0 */
} RaterSteps;

typedef struct {
    int n_streams;
    const int64_t *weight;   /* bytes, >= 0 */
    const RaterSteps *steps; /* of each dimension of the topology */
} RaterSeparable;

/* What rater_exchange() gives, without congestion or by load, but for the links (use is NULL);
 * nodes of one core, one virtual processor on each.  RATER_ERROR_RANK: no line to torus of
 * single cores, or a congestion that is simulated; _SIZE: a coordinate outside; _OVERFLOW;
 * _MEMORY: no memory, too many rows, or packets that have to be counted one by one: the
 * messages have to be walked then. */
RaterStatus rater_separable(const RaterFabric *fabric, RaterCongestion congestion,
                            const RaterSeparable *set, RaterExchange *exchange);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The movement of one array between the processors of two grids: a redistribution, a copy of a
 * section, a buffer (docs/semantics.md, "Redistribution and realignment",
 * "Copies", "Remote access").
 *
 * A transfer is separable. Its elements are counted along virtual axes (the axes of the section
 * that are longer than one element, 0-based); along each, what a source processor holds depends
 * on one coordinate of the source grid and what a target processor needs on one coordinate of
 * the target grid:
 *
 *     bytes(p, q) = element_bytes * product over the axes of |held by p and needed by q|
 *
 * when p is the holder that q asks, and 0 otherwise. The holder asked is the nearest one; what
 * q holds itself comes from q, and q needs nothing from itself.
 */
#pragma once

#include "rater/geometry/loop.h"
#include "rater/network/network.h"
#include "rater/transfer/section.h"

/* What a target processor needs along one virtual axis: elements u*j + v for ordinals j; those
 * that are not in `held` are dropped. Ordinals are the elements themselves (u = 1, v = 0), or
 * the iterations of a loop axis in their order for a remote buffer. */
typedef struct {
    int dim;        /* target grid dimension on which the ordinals depend, -1: none */
    RaterRange all; /* the ordinals when dim is -1 */
    int64_t u, v;   /* u != 0 */
} RaterNeed;

typedef struct {
    int64_t element_bytes; /* >= 1 */
    RaterGrid source, target;
    int n_axes; /* virtual axes */
    /* Of each virtual axis: the elements that the source has at all, and what is needed. */
    RaterRange held[RATER_MAX_RANK];
    RaterNeed need[RATER_MAX_RANK];
    /* One a dimension of the source grid. AXIS: `axis` is the virtual axis, each used once; ALL
     * and SOME: every coordinate, or those of the set, hold all. */
    RaterPlace from[RATER_MAX_RANK];
    /* One a dimension of the target grid. AXIS: ordinals (`axis` is not used), a coordinate
     * without any needs nothing; ALL and SOME: every coordinate, or those of the set, need
     * something. */
    RaterPlace to[RATER_MAX_RANK];
} RaterTransfer;

/* All of an array from one mapping to another. Weights of the mappings stay borrowed, here and
 * below. Errors: RATER_ERROR_RANK (ranks or sizes of the mappings differ), _SIZE (element_bytes
 * below 1), _OVERFLOW (the elements have more than int64_t bytes). */
RaterStatus rater_transfer_init_redistribution(RaterTransfer *transfer,
                                               const RaterMapping *from, const RaterMapping *to,
                                               int64_t element_bytes);

/* Section `source` of an array on `from` to section `target` of an array on `to`, element by
 * element in row-major order; every holder of a target element needs it. Errors as above, and
 * RATER_ERROR_SECTION: different numbers of elements, or a section outside of its array;
 * RATER_ERROR_RANK: the sections do not conform (transfer/section.h): rater_transfer_runs()
 * then.
 */
RaterStatus rater_transfer_init_copy(RaterTransfer *transfer, const RaterMapping *from,
                                     const RaterSection *source, const RaterMapping *to,
                                     const RaterSection *target, int64_t element_bytes);

/* Section `source` to a buffer of processor `holder` of `grid`, or of all its processors when
 * holder is negative. Errors as above; RATER_ERROR_SIZE: no such processor. */
RaterStatus rater_transfer_init_buffer(RaterTransfer *transfer, const RaterMapping *from,
                                       const RaterSection *source, const RaterGrid *grid,
                                       int64_t holder, int64_t element_bytes);

/* The remote buffers of an array on `from` for the processors of a loop (docs/semantics.md,
 * "Remote access"): each gets the product of what rules[0..n_rules-1] say of the array's axes.
 * `axis` is a 1-based loop axis and the index coeff*i + konst over the processor's iterations i
 * of it; 0, or coeff 0: the index konst alone; -1, or a missing rule: the whole array axis.
 * Indices outside of the array are dropped; a processor without iterations needs nothing.
 * Weights of mapping and loop stay borrowed. Errors: RATER_ERROR_RANK (more rules than axes),
 * _AXIS (no such loop axis), _SIZE (element_bytes below 1), _OVERFLOW. */
RaterStatus rater_transfer_init_remote(RaterTransfer *transfer, const RaterMapping *from,
                                       const RaterLoop *loop, int n_rules,
                                       const RaterAlignRule rules[], int64_t element_bytes);

/* What moves when n transfers happen at once, summed a pair (one message a pair); all ends on
 * one grid (RATER_ERROR_RANK otherwise). The cost is the sum over the dimensions of their used
 * blocks; dimensions that several transfers link in different ways are gone through together.
 * Errors: RATER_ERROR_OVERFLOW (more than int64_t bytes in a message, or 2^127 in all), _MEMORY
 * (also where it would take more than seconds). */
RaterStatus rater_transfer_traffic(const RaterTransfer transfers[], int n,
                                   RaterTrafficParts parts, RaterTraffic *traffic);

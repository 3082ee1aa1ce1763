/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the elements of an aligned array are: alignment composed with the
 * distribution of its template.  The result is separable: one place for each
 * grid dimension.
 *
 * A place that is RATER_PLACE_SOME by partial replication reaches from the first to
 * the last coordinate that owns an index of the pattern axis; those in between
 * count as holders too, even where their block is empty or steps over the indices.
 */
#pragma once

#include "rater/geometry/align.h"

typedef enum {
    RATER_PLACE_AXIS, /* distributed: coordinate c holds x with a*x + b in blocks range c */
    RATER_PLACE_ALL,  /* held by all coordinates */
    RATER_PLACE_SOME, /* held by the coordinates `coords` (contiguous; empty: held by none) */
} RaterPlaceKind;

typedef struct {
    RaterPlaceKind kind;
    int axis;           /* RATER_PLACE_AXIS: array axis, 0-based */
    int64_t a, b;       /* RATER_PLACE_AXIS */
    RaterRange valid;   /* RATER_PLACE_AXIS: elements of the axis that exist for the pattern */
    RaterBlocks blocks; /* RATER_PLACE_AXIS */
    RaterRange coords;  /* RATER_PLACE_SOME */
} RaterPlace;

typedef struct {
    RaterGrid grid;
    int rank;                     /* of the array */
    int64_t size[RATER_MAX_RANK]; /* of the array */
    RaterRange valid[RATER_MAX_RANK];
    RaterPlace place[RATER_MAX_RANK]; /* one a grid dimension */
    int dim[RATER_MAX_RANK]; /* for each array axis the grid dimension it lies on, -1: none */
} RaterMapping;

/* Composes; never fails for values made by the functions above whose template
 * sizes agree (RATER_ERROR_RANK otherwise). Borrows the weights of `dist`. */
RaterStatus rater_mapping_init(RaterMapping *mapping, const RaterAlign *align,
                               const RaterDist *dist);

/* Elements of the axis of place g that coordinate c holds (RATER_PLACE_AXIS only). */
RaterRange rater_place_local(const RaterPlace *place, int64_t c);

/* Whether coordinate c of a dimension holds anything (a non-empty local range for an axis). */
bool rater_place_holds(const RaterPlace *place, int64_t c);

/* Whether every coordinate between the owners of two elements of `valid` holds some, as far as
 * the least block tells (RATER_PLACE_AXIS): false may mean not known. */
bool rater_place_is_dense(const RaterPlace *place);

/* The coordinate that owns element x of the axis (RATER_PLACE_AXIS, x in valid). */
int64_t rater_place_owner(const RaterPlace *place, int64_t x);

/* Whether the two place an axis in the same way, whichever axis it is. */
bool rater_place_alike(const RaterPlace *a, const RaterPlace *b);

/* Whether the two place the same axis in the same way. */
bool rater_place_equal(const RaterPlace *a, const RaterPlace *b);

bool rater_mapping_equal(const RaterMapping *a, const RaterMapping *b);

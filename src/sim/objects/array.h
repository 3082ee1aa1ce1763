/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Templates and arrays, and where they are.
 */
#pragma once

#include "rater/geometry/mapping.h"
#include "src/sim/objects/object.h"
#include "src/sim/objects/packed.h"

/* A placed template or array, interned. */
typedef struct {
    guint id;
    guint spread; /* bit g: an axis lies on grid dimension g of the system */
    const SimSystem *system;
    gint64 elements; /* of the whole template or array */
    SimPacked *map;  /* owned RaterMapping */
} SimMapping;

/* What setelw_ or genblk_ say of one grid dimension. */
typedef struct {
    GArray *loads; /* of double: setelw_; NULL: none */
    GArray *sizes; /* of gint64: genblk_; NULL: none */
} SimWeights;

typedef struct {
    SimObject base;
    int rank;
    int64_t size[RATER_MAX_RANK];
    int64_t multiple[RATER_MAX_RANK];   /* blkdiv_, 1: none */
    SimWeights weights[RATER_MAX_RANK]; /* of the next distribution, by grid dimension */
    gboolean is_distributed;
    RaterDist dist;
    const SimSystem *system;   /* of dist */
    const SimMapping *mapping; /* of itself, NULL before distr_ */
    GPtrArray *arrays;         /* SimArray aligned with it, directly or not; not owned */
} SimTemplate;

typedef struct {
    SimObject base;
    guint32 header, handle; /* references, 0: none */
    int rank;
    guint place;         /* own index in template->arrays */
    const int64_t *size; /* interned, of each axis; behind it the shadow widths below of each
                          * axis, then those above: sim_array_low(), sim_array_high() */
    int64_t element_bytes;
    SimTemplate *template;     /* owned reference; NULL: not aligned */
    const SimPacked *align;    /* interned RaterAlign with the template */
    const SimMapping *mapping; /* NULL: not aligned, or the template is not distributed */
} SimArray;

/* Forgets the weights of the next distribution. */
void sim_template_clear_weights(SimTemplate *template);

/* Shadow widths of each axis. */
static inline const int64_t *
sim_array_low(const SimArray *array)
{
    return array->size + array->rank;
}

static inline const int64_t *
sim_array_high(const SimArray *array)
{
    return array->size + 2 * array->rank;
}

/* Aligns array with template in the books (not in space): moves it from its old template's
 * list. */
void sim_array_attach(SimArray *array, SimTemplate *template);

/* Takes a deleted array off its template: it does not move any more, though a group may still
 * hold it. */
void sim_array_detach(SimArray *array);

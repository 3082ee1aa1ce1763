/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Templates and arrays, and where they are.
 */
#pragma once

#include "rater/rater-mapping.h"
#include "src/sim/sim-object.h"
#include "src/sim/sim-packed.h"

/* A placed template or array, interned. */
typedef struct {
    guint id;
    const SimSystem *system;
    RaterMapping map;
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
    gint64 header, handle; /* references */
    int rank;
    guint place;         /* own index in template->arrays */
    int64_t *size;       /* of each axis; low and high stand behind it */
    int64_t *low, *high; /* shadow widths of each axis */
    int64_t element_bytes;
    SimTemplate *template;     /* owned reference; NULL: not aligned */
    SimPacked *align;          /* owned RaterAlign with the template */
    const SimMapping *mapping; /* NULL: not aligned, or the template is not distributed */
} SimArray;

/* Forgets the weights of the next distribution. */
void sim_template_clear_weights(SimTemplate *template);

/* A new array of this rank, with room for its sizes and widths. */
SimArray *sim_array_new(int rank);

/* Aligns array with template in the books (not in space): moves it from its old template's
 * list. */
void sim_array_attach(SimArray *array, SimTemplate *template);

/* Takes a deleted array off its template: it does not move any more, though a group may still
 * hold it. */
void sim_array_detach(SimArray *array);

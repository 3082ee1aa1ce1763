/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The value of `mapping`: which physical processor a virtual one runs on
 * (rater/topology/placement.h).
 *
 *   value  = "default" | "identity" | "hilbert" | "ring2line" | "torus2mesh" | "best"
 *          | "tiles" "(" integer { "," integer } ")" | "random" "(" integer ")" | formula
 */
#pragma once

#include "rater/topology/placement.h"
#include "src/params/formula.h"

typedef enum {
    PARAMS_MAPPING_IDENTITY, /* default */
    PARAMS_MAPPING_TILES,
    PARAMS_MAPPING_HILBERT,
    PARAMS_MAPPING_RANDOM,
    PARAMS_MAPPING_RING_TO_LINE,
    PARAMS_MAPPING_TORUS_TO_MESH,
    PARAMS_MAPPING_BEST, /* to be searched */
    PARAMS_MAPPING_OWN,
} ParamsMappingKind;

struct ParamsMapping {
    ParamsMappingKind kind;
    int n_extents;
    gint64 extent[RATER_MAX_RANK]; /* of tiles */
    guint64 seed;
    ParamsFormula *formula; /* owned */
    char *name;             /* of the file, NULL: of the command line */
    gsize line, column;     /* where the value stands */
    /* Of BEST what a search has found: a mapping (owned), and where each virtual processor is
     * if that is not all (of int64_t, owned). NULL: nothing, which is as the default. */
    ParamsMapping *found;
    GArray *place;
};

/* Most virtual processors of a mapping that is a table: any but the default. */
#define PARAMS_MAPPING_LISTED ((gint64)1 << 24)

/* The default. */
ParamsMapping *params_mapping_new(void);
ParamsMapping *params_mapping_copy(const ParamsMapping *mapping);
void params_mapping_free(ParamsMapping *mapping);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParamsMapping, params_mapping_free)

/* Reads one; NULL on failure. */
ParamsMapping *params_mapping_read(ParamsLexer *lexer, GError **error);

/* As a parameter file has it. */
void params_mapping_append(GString *out, const ParamsMapping *mapping);

/* What was found for BEST: "hilbert", "default, places swapped". */
void params_mapping_append_found(GString *out, const ParamsMapping *mapping);

/* The one that says where processors are: itself, or what was found for BEST; NULL: a table of
 * its own. */
const ParamsMapping *params_mapping_meant(const ParamsMapping *mapping);

/* Makes the placement for these systems. On failure `placement` is
 * untouched. */
gboolean params_mapping_place(const ParamsMapping *mapping, const RaterGrid *system,
                              const RaterTopology *topology, RaterPlacement *placement,
                              GError **error);

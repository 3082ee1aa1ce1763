/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the rows of a sweep differ in.  A machine is everything in a configuration but the
 * topology; machines and parameters are numbered from 0, parameters as in params_rows.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"
#include "src/params/params.h"

typedef struct {
    guint n_machines;
    guint *machine;   /* of each row */
    GArray *first;    /* of guint: the first row of each machine */
    gboolean files;   /* there are rows of different parameter files */
    gsize folder;     /* bytes of the path of the folder that all parameter files are in, which
                       * people need not read */
    gboolean varies[PARAMS_N]; /* rows of the same file differ in the parameter */
} SweepMachines;

SweepMachines *sweep_machines_new(const Sweep *sweep);
void sweep_machines_free(SweepMachines *machines);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SweepMachines, sweep_machines_free)

/* What rows of one machine, or with `topology` of one configuration, have in common: for tables
 * of them. Free with g_free(). */
char *sweep_machine_key(const SweepRow *row, gboolean topology);

/* Adds a row of a machine unless its topology is in `known`, a set of strings that owns them.
 * FALSE: it is. */
gboolean sweep_machine_add_row(Sweep *sweep, const SweepRow *machine, const RaterGrid *grid,
                               GHashTable *known);

/* The value of a parameter for people: "75", "network", "4x2", "2 x 1, 1 x 3"; free with
 * g_free(). */
char *sweep_parameter_text(const Params *params, guint parameter);

/* Leaves one row of each configuration (parameter file and parameters): the first that was
 * predicted or failed, at the place of the first of all. The rest of an interrupted sweep,
 * predicted later, so takes the places of the rows that were not run. Rows that are left
 * without a result leave the sweep interrupted. Machines are numbered anew. Returns how many
 * rows were left out whose result is not that of the row that stays. */
guint sweep_merge(Sweep *sweep);

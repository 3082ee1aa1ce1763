/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a program lays out over the dimensions of a processor grid, whatever their sizes: found
 * by simulating it once on one processor.
 */
#pragma once

#include "src/trace/program/program.h"

/* Dimensions looked at. */
#define SIM_LAYOUT_RANK 8

typedef struct {
    /* The largest number of grid dimensions up to the last one that a distr_ or redis_ onto the
     * whole system gives an axis to, at least that of the virtual processor system of the trace
     * and 1. (Systems that psview_ and crtps_ make are parts and other views of the whole one,
     * their ranks say nothing.) */
    int rank;
    /* like[d]: the least dimension that has the same laid out over it as d: templates and the
     * arrays aligned with them (sizes, shadow widths, coefficients), loops (ranges), shadow
     * edges. In a program with operations whose symmetry is not looked into (tasks,
     * REDISTRIBUTE, REALIGN, weights, ACROSS, remote access, copies) d itself. */
    guint8 like[SIM_LAYOUT_RANK];
    /* For each dimension the sizes of the template axes distributed over it (in units of
     * MULT_BLOCK), as they come: gint64. Owned. */
    GArray *extents[SIM_LAYOUT_RANK];
    gboolean parts; /* systems are made of parts of the whole one: extents do not tell all */
} SimLayout;

/* Calls that cannot be simulated are left out. */
SimLayout *sim_layout_new(const TraceProgram *program);
void sim_layout_free(SimLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimLayout, sim_layout_free)

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the distributions of a trace say about worthwhile topologies.
 */
#pragma once

#include "src/analysis/sweep/topology.h"
#include "src/params/params.h"
#include "src/sim/watch/layout.h"
#include "src/trace/program/program.h"

typedef struct {
    /* The rank that the program uses (at least that of the virtual processor system of the
     * trace; 1 when nothing is distributed) and which dimensions have the same laid out over
     * them (watch/layout.h). Processors are taken to be equally fast. */
    TopologyShape shape;
    /* For each dimension of the shape the sizes of the template axes distributed over it (in
     * units of MULT_BLOCK), ascending, each once: gint64. Owned. */
    GArray *extents[TOPOLOGY_MAX_RANK];
    gboolean parts; /* systems are made of parts of the whole one: extents do not tell all */
} TopologyUse;

/* Simulates `program` once. */
TopologyUse *topology_use_new(const TraceProgram *program);
void topology_use_free(TopologyUse *use);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TopologyUse, topology_use_free)

/* The shape for a machine: processors of different speeds make every dimension one of its own.
 */
TopologyShape topology_use_shape(const TopologyUse *use, const Params *params);

/* The block of an axis of n elements on p processors has ceil(n / p) of them, so that many p
 * have the same blocks. For dimension d: the least and the largest p, at most `most`, of every
 * block size of every extent, ascending, each once; 1 is always there. With parts: all numbers
 * up to 65536. gint64; free with g_array_unref(). */
GArray *topology_use_sizes(const TopologyUse *use, int d, gint64 most);

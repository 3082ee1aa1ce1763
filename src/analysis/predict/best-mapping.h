/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * `mapping = best` (docs/networks.md, "Mappings"): the mapping with which a program is fastest,
 * of default, tiles, hilbert, ring2line and torus2mesh, and of the first of these with the least
 * bytes times hops after swapping places (rater/exchange/improve.h).
 */
#pragma once

#include "src/params/params.h"
#include "src/trace/program/program.h"

/* Whether the mapping is to be searched: best, in a network of nodes and links, and not found
 * yet. */
gboolean best_mapping_is_wanted(const Params *params);

/* A copy of `params` whose mapping has found what it means; simulates the program a few times.
 * NULL when it cannot be simulated with the default mapping, SIMULATOR_ERROR_*. */
Params *best_mapping_search(const TraceProgram *program, const Params *params,
                            gboolean keep_going, GError **error);

/* The extents of tiles for a network whose processors are in groups: cores of a node, nodes of
 * the lowest switch or of a router. Prime factors of the group's size, the largest first, each
 * make the least extent larger; the largest extent is that of the largest dimension. FALSE:
 * there are no groups. */
gboolean best_mapping_tiles(const RaterTopology *topology, const RaterGrid *system,
                            gint64 tile[]);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Who sends how much to whom in a pipelined loop, for those that listen.
 */
#pragma once

#include "src/sim/core/watcher.h"

/* The edges of a pipelined loop, whole, between processors of the root: of RaterParcel; free
 * with g_array_unref(). NULL: the network does not ask which they are. */
GArray *sim_pipeline_parcels(const SimPipelineRun *run);

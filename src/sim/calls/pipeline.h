/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pipelined loops: what across_ prepares and the next dopl_ runs (docs/semantics.md,
 * "Pipelines").
 */
#pragma once

#include "src/sim/core/sim.h"

/* Whether across_ was called for the loop and its body has not come yet. */
gboolean sim_pipeline_is_due(const SimLoop *loop, const SimCall *call);

/* Runs the body of `loop` in t seconds as a pipeline, shared by `share`. */
gboolean sim_pipeline_run(Simulator *sim, const SimCall *call, SimLoop *loop,
                          const SimShare *share, double t, GError **error);

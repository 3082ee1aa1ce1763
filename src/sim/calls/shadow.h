/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What pipelines need of shadow groups.
 */
#pragma once

#include "src/sim/core/sim.h"
#include "src/sim/objects/object.h"

/* The edges of an entry with the distribution of now, which its array has; they borrow
 * `mapping`. */
RaterShadow sim_shadow_entry_get(const SimShadowEntry *entry);

/* What an exchange of the group's edges moves with the distribution of now. */
gboolean sim_shadow_group_traffic(Simulator *sim, const SimCall *call,
                                  const SimShadowGroup *group, RaterTraffic *traffic,
                                  GError **error);

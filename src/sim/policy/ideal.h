/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Communication costs nothing, whatever the parameters say (serialisation efficiency).
 */
#pragma once

#include "src/sim/core/policy.h"

SimPolicy *sim_ideal_policy_new(void);

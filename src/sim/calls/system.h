/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What --keep-going needs of processor systems and tasks.
 */
#pragma once

#include "src/sim/core/sim.h"

/* Pushes the current pair again: for a runam_ in error, so that its stopam_ finds a match. */
void sim_repeat_frame(Simulator *sim);

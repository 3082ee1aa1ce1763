/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where templates and arrays are put: for their own calls and for those that move them.
 */
#pragma once

#include "src/sim/core/sim.h"
#include "src/sim/objects/object.h"

/* Recomputes where the arrays aligned with a template, and itself, are. */
gboolean sim_template_place(Simulator *sim, const SimCall *call, SimTemplate *template,
                            GError **error);

/* Where align_ or realn_ puts the array: its alignment with the pattern's template. */
gboolean sim_alignment_get(Simulator *sim, const SimCall *call, const SimArray *array,
                           SimTemplate **template, RaterAlign *align, GError **error);

/* Puts the array there. */
gboolean sim_array_align(Simulator *sim, const SimCall *call, SimArray *array,
                         SimTemplate *template, const RaterAlign *align, GError **error);

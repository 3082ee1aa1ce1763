/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parameters and objects of a call, with the messages for what is missing or does not
 * fit.
 */
#pragma once

#include "src/sim/core/sim.h"
#include "src/sim/objects/object.h"

/* The object known by this reference, or NULL. */
gpointer sim_object_at(const Simulator *sim, gint64 reference);

/* The object named by parameter `id` of the call line, which must be of `kind`. NULL with
 * `error` set when the parameter is missing, names nothing or names something else. */
gpointer sim_object_get(Simulator *sim, RtParamId id, SimObjectKind kind);

/* The same for a parameter that may be missing or NULL: *object is NULL then. FALSE on failure.
 */
gboolean sim_object_optional(Simulator *sim, RtParamId id, SimObjectKind kind, gpointer object);

/* The array named by its header or, without one, by its handle. */
SimArray *sim_array_get(Simulator *sim, RtParamId header, RtParamId handle);

/* The system that parameter `id` names: that of the object, the current one for no reference.
 * NULL with an error. */
const SimSystem *sim_system_get(Simulator *sim, RtParamId id);

/* Template or array that PatternRef names. */
gboolean sim_pattern_get(Simulator *sim, SimTemplate **template, SimArray **array);

/* Makes `object` (reference taken over) the one that the return's (or the call's) parameter
 * names. */
gboolean sim_object_put(Simulator *sim, const TraceRecord *record, RtParamId id,
                        gpointer object);

/* Forgets the object that the reference names, whatever it is; none is not an error. */
void sim_object_delete(Simulator *sim, gint64 reference);

/* A parameter with at least `n` values, or NULL with an error; without any it need not be
 * there. */
const gint64 *sim_values_get(Simulator *sim, RtParamId id, guint n);

/* Fills `rules` from AxisArray, CoeffArray, ConstArray; returns how many, -1 with an error. */
int sim_rules_get(Simulator *sim, RaterAlignRule rules[]);

/* Rank (1..RATER_MAX_RANK) from parameter `Rank`, 0 with an error. */
int sim_rank_get(Simulator *sim);

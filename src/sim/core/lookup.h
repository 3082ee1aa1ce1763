/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parameters, objects and sites of a call, with the messages for what is missing or does not
 * fit.
 */
#pragma once

#include "src/sim/core/sim.h"
#include "src/sim/objects/object.h"

/* The first site with the same file and line as site number `site`. */
guint32 sim_site(Simulator *sim, guint32 site);

/* The object named by parameter `id` of the call line, which must be of `kind`. NULL with
 * `error` set when the parameter is missing, names nothing or names something else. */
gpointer sim_object_get(Simulator *sim, const SimCall *call, RtParamId id, SimObjectKind kind,
                        GError **error);

/* The array named by its header or, without one, by its handle. */
SimArray *sim_array_get(Simulator *sim, const SimCall *call, RtParamId header, RtParamId handle,
                        GError **error);

/* The system that parameter `id` names: that of the object, the current one for no reference.
 * NULL with an error. */
const SimSystem *sim_system_get(Simulator *sim, const SimCall *call, RtParamId id,
                                GError **error);

/* Template or array that PatternRef names. */
gboolean sim_pattern_get(Simulator *sim, const SimCall *call, SimTemplate **template,
                         SimArray **array, GError **error);

/* Makes `object` (reference taken over) the one that the return's (or the call's) parameter
 * names. */
gboolean sim_object_put(Simulator *sim, const SimCall *call, const TraceRecord *record,
                        RtParamId id, gpointer object, GError **error);

/* Forgets the object that the reference names, whatever it is; none is not an error. */
void sim_object_delete(Simulator *sim, gint64 reference);

/* Deletes the object that the call names, which must be of `kind`. */
gboolean sim_forget(Simulator *sim, const SimCall *call, RtParamId id, SimObjectKind kind,
                    GError **error);

/* A parameter with at least `n` values, or NULL with an error. */
const gint64 *sim_values_get(Simulator *sim, const SimCall *call, RtParamId id, guint n,
                             GError **error);

/* Fills `rules` from AxisArray, CoeffArray, ConstArray; returns how many, -1 with an error. */
int sim_rules_get(Simulator *sim, const SimCall *call, RaterAlignRule rules[], GError **error);

/* Rank (1..RATER_MAX_RANK) from parameter `Rank`, 0 with an error. */
int sim_rank_get(Simulator *sim, const SimCall *call, GError **error);

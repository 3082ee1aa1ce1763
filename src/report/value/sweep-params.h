/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The parameters of a configuration in JSON: an object with a member for each row of
 * params_rows(), its name with '_' for blanks, as in the report of a prediction.  Times are in
 * seconds; speeds are groups of processors, left out when none are given.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "src/params/params.h"

/* "start_time"; free with g_free(). */
char *sweep_params_member(guint parameter);

/* Appends the object. */
void sweep_params_append(const Params *params, GString *out);

/* Reads it back: equal in every bit. NULL with PARAMS_ERROR_* when a member is missing, of
 * another type or out of range; unknown members are an error too. */
Params *sweep_params_read(JsonObject *object, GError **error);

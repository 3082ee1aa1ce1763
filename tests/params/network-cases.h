/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The cases of tests/params/networks/, which an independent program computed: each is a JSON
 * object of a file, with the text of a network, what is asked about it, and the answer.
 */
#pragma once

#include <json-glib/json-glib.h>

/* Checks all cases whose files begin with `prefix`, of which there are `least` at least. `name`
 * is the file, for messages. */
void network_cases_check(const char *prefix, int least,
                         void (*check)(JsonObject *object, const char *name));

/* The transfers of a case: of RaterParcel, empty where there are none; free with
 * g_array_unref(). */
GArray *network_cases_transfers(JsonObject *object);

/* Equal to 1e-9. */
gboolean network_cases_same_seconds(double actual, double expected);

/* Whether a message is that of a case which is an error: its place, and its words. */
gboolean network_cases_is_error(JsonObject *object, const char *message);

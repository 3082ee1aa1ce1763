/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Runs of coordinates of one axis that have equal keys.
 */
#pragma once

#include <glib.h>

/* Collects runs of keys for one axis from coordinate 0 up: equal keys become one label. */
typedef struct {
    GArray *ends; /* of gint64 */
    GArray *keys; /* of guint64 */
} SimRuns;

void sim_runs_init(SimRuns *runs);
void sim_runs_clear(SimRuns *runs);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SimRuns, sim_runs_clear)

/* Coordinates up to `end` (exclusive) from where the runs stand have `key`. */
void sim_runs_add(SimRuns *runs, gint64 end, guint64 key);

/* For each run a number for its key, from 0 in the order in which keys come; free with
 * g_free(). *n: how many there are. */
guint *sim_runs_labels(const SimRuns *runs, guint *n);

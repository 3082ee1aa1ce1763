/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Runs of coordinates of one axis that have equal keys.
 */
#pragma once

#include <glib.h>

typedef struct {
    gint64 end; /* one past its last coordinate */
    guint64 key;
} SimRun;

/* Collects runs from coordinate 0 up; { NULL } has none. */
typedef struct {
    GArray *list; /* of SimRun, neighbours with different keys; or NULL */
} SimRuns;

void sim_runs_clear(SimRuns *runs);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SimRuns, sim_runs_clear)

static inline const SimRun *
sim_runs_at(const SimRuns *runs, guint i)
{
    return &g_array_index(runs->list, SimRun, i);
}

/* Coordinates up to `end` (exclusive) from where the runs stand have `key`. */
void sim_runs_add(SimRuns *runs, gint64 end, guint64 key);

/* For each run a number for its key, from 0 in the order in which keys come; free with
 * g_free(). *n: how many there are. */
guint *sim_runs_labels(const SimRuns *runs, guint *n);

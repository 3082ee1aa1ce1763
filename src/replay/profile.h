/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How much processors compute in successive intervals of time: the performance profile of CPPE.
 */
#pragma once

#include "src/base/processor-set.h"
#include "src/replay/session.h"

/* Most columns, and most rows. */
#define REPLAY_PROFILE_COLUMNS 64
#define REPLAY_PROFILE_ROWS    10000

typedef struct {
    double step;    /* seconds of a row */
    double elapsed; /* rows reach so far; the last one may be shorter */
    guint n_rows, n_columns;
    ProcessorSet **columns; /* owned: processors that do the same, by their least number */
    double *computing;      /* row by row: seconds of CPU and system time of each of them */
} ReplayProfile;

/* Of the processors `set` (NULL: all) up to where the session stands. They are told apart one by
 * one, where they are too many by class, and those behind the last column are left out. NULL
 * with REPLAY_ERROR_COMMAND: the step makes too many rows, with SIMULATOR_ERROR_* or
 * G_FILE_ERROR. */
ReplayProfile *replay_profile_new(ReplaySession *session, double step, const ProcessorSet *set,
                                  GError **error);
void replay_profile_free(ReplayProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReplayProfile, replay_profile_free)

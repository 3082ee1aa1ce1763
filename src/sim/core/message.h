/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages of the simulation: warnings, and the errors of calls, with file and line in front.
 */
#pragma once

#include "src/sim/core/error.h"
#include "src/sim/core/sim.h"

/* "FILE:LINE: warning: NAME: ..." once for each call up to SIM_MOST_WARNINGS a kind. */
void sim_warn(Simulator *sim, SimWarning kind, guint64 line, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Warns when an operation of `object` (NULL is allowed) was started and not waited for. */
void sim_warn_unwaited(Simulator *sim, gpointer object);

/* Sets SIMULATOR_ERROR_CALL with "FILE:LINE: error: NAME: ..."; always returns FALSE. */
gboolean sim_fail(const Simulator *sim, const SimCall *call, GError **error, const char *format,
                  ...) G_GNUC_PRINTF(4, 5);

/* The same for a status of rater/ other than RATER_OK (_MEMORY: as sim_fail_classes()); TRUE
 * when it is RATER_OK. */
gboolean sim_check(const Simulator *sim, const SimCall *call, RaterStatus status,
                   GError **error);

/* Sets SIMULATOR_ERROR_MEMORY; always returns FALSE. */
gboolean sim_fail_classes(const Simulator *sim, const SimCall *call, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rows of a sweep that were predicted before, so that an interrupted one can go on.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"

typedef struct _SweepKnown SweepKnown;

/* Takes over `sweep`: what was read, of the same trace. */
SweepKnown *sweep_known_new(Sweep *sweep);
void sweep_known_free(SweepKnown *known);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SweepKnown, sweep_known_free)

/* The row of the configuration of `row` that was predicted, NULL: none. Those that could not
 * run are none. */
const SweepRow *sweep_known_find(const SweepKnown *known, const SweepRow *row);

/* Its warnings, NULL-terminated; free with g_strfreev(). */
char **sweep_known_warnings(const SweepKnown *known, const SweepRow *row);

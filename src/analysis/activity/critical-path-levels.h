/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Collects what the critical path is made of (internal to critical-path): by program,
 * processor, interval and line.  The rules are in critical-path.h.
 */
#pragma once

#include "src/analysis/activity/critical-path.h"

typedef struct _PathLevels PathLevels;

/* `timeline` must outlive it. */
PathLevels *path_levels_new(const Timeline *timeline);
void path_levels_free(PathLevels *levels);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PathLevels, path_levels_free)

/* What the weight of a record is spent with. */
PathPart path_levels_part(const TimelineRecord *record);

/* A record of the path that has a weight. */
void path_levels_add(PathLevels *levels, const TimelineRecord *record);

/* A record off the path that has a weight. */
void path_levels_add_slack(PathLevels *levels, const TimelineRecord *record, double slack);

/* Fills length, program, processors and lines of `path`; once. */
void path_levels_finish(PathLevels *levels, CriticalPath *path);

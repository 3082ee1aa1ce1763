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

/* What the weight of an activity is spent with. */
PathPart path_levels_part(const TimelineActivity *activity);

/* An activity of the path that has a weight. */
void path_levels_add(PathLevels *levels, const TimelineActivity *activity);

/* An activity off the path that has a weight. */
void path_levels_add_slack(PathLevels *levels, const TimelineActivity *activity, double slack);

/* Fills length, program, processors and lines of `path`; once. */
void path_levels_finish(PathLevels *levels, CriticalPath *path);

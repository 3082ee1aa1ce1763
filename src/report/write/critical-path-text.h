/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The critical path as tables for people, laid out as figures 15 to 17 of IPS.  Each function
 * appends a table; times are in milliseconds and add up to the path's as printed, shares in
 * whole percent of the path, "*" for less than 1.
 */
#pragma once

#include "src/analysis/activity/critical-path.h"
#include "src/report/timeline/names.h"

/* Figure 15, and the parallelism that is possible and that is reached. */
void critical_path_text_program(const CriticalPath *path, GString *out);

/* Figures 16 and 17: the `most` largest rows, the others in one; 0: all. Lines
 * with the same names are one row. */
void critical_path_text_processors(const CriticalPath *path, const TimelineNames *names,
                                   guint most, GString *out);
void critical_path_text_lines(const CriticalPath *path, const TimelineNames *names, guint most,
                              GString *out);

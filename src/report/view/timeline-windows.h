/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which windows of a run a page shows in full, where there is no room for all of it.
 */
#pragma once

#include <glib.h>

/* The run is cut into this many tiles of equal length. */
#define REPORT_TIMELINE_TILES 4096

/* Tiles first <= tile < last. */
typedef struct {
    guint first, last;
} ReportTimelineWindow;

/* Chooses tiles whose sizes add up to `room` at most: those of the seeds in their order, then
 * what comes after each of them, in turns, then what comes before; `per_window` bytes more for
 * each window. Of ReportTimelineWindow, ascending, none touching the next; may be empty. */
GArray *report_timeline_windows_new(const gsize tiles[REPORT_TIMELINE_TILES],
                                    const guint seeds[], guint n_seeds, gsize room,
                                    gsize per_window);

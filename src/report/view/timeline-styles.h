/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers for what an activity is and where: the styles of timeline.h.
 */
#pragma once

#include "src/report/view/timeline.h"

typedef struct _ReportStyles ReportStyles;

/* Fills the styles, places and the number of unnamed activities of `out`, which, like `input`,
 * must outlive it. */
ReportStyles *report_styles_new(const ReportTimelineInput *input, ReportTimeline *out);
void report_styles_free(ReportStyles *styles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportStyles, report_styles_free)

/* The number, 1 and up. `interval` and `site` are numbers of the timeline; when there are too
 * many, they are left out. */
guint32 report_styles_number(ReportStyles *styles, ReportActivity activity, guint32 interval,
                             guint32 site);

/* Interval id of a number of the timeline, 0: none. */
guint report_styles_interval(const ReportTimelineInput *input, guint32 interval);

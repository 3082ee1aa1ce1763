/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers for what an activity is and where: the styles of html-timeline.h.
 */
#pragma once

#include "src/report/page/html-timeline.h"

typedef struct _HtmlStyles HtmlStyles;

/* Fills the styles, places and the number of unnamed activities of `out`, which, like `input`,
 * must outlive it. */
HtmlStyles *html_styles_new(const HtmlTimelineInput *input, HtmlTimeline *out);
void html_styles_free(HtmlStyles *styles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(HtmlStyles, html_styles_free)

/* The number, 1 and up. `interval` and `site` are numbers of the timeline; when there are too
 * many, they are left out. */
guint32 html_styles_number(HtmlStyles *styles, HtmlActivity activity, guint32 interval,
                           guint32 site);

/* Interval id of a number of the timeline, 0: none. */
guint html_styles_interval(const HtmlTimelineInput *input, guint32 interval);

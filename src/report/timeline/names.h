/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What tables call the processors, intervals and lines of a timeline.
 */
#pragma once

#include "src/timeline/timeline.h"

typedef struct {
    const Timeline *timeline;
    const RaterGrid *grid; /* processors are named by grid index, from 0; NULL: by number */
    /* The name of an interval, free with g_free(); NULL: "interval 7" */
    char *(*interval)(guint32 interval, gpointer data);
    gpointer data;
    gboolean unicode; /* what is not ASCII may be shown as it is */
} TimelineNames;

/* "P(3)", "P(1,0)" */
void timeline_names_append_processor(const TimelineNames *names, gint64 processor,
                                     GString *out);

/* Both free with g_free(); without control characters. "a.fdv:12", "-" for no line. */
char *timeline_names_interval(const TimelineNames *names, guint32 interval);
char *timeline_names_site(const TimelineNames *names, guint32 site);

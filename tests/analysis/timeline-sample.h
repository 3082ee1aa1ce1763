/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Timelines made by hand: a small language for tests, and the measurements of IPS.
 */
#pragma once

#include "src/timeline/timeline.h"

/* Number of the group of one processor. */
guint32 sample_group(Timeline *timeline, gint64 processor);

/* A record of `seconds`; returns the new event it leads to. group may be TIMELINE_NO_GROUP. */
guint32 sample_step(Timeline *timeline, TimelineKind kind, guint32 group, guint32 from,
                    double start, double seconds, guint32 interval, guint32 site);

/* Any record, from one event to another. */
void sample_edge(Timeline *timeline, TimelineKind kind, guint32 group, guint32 from, guint32 to,
                 double start, double end, guint32 interval, guint32 site);

/* The same of an operation with traffic. */
void sample_operation(Timeline *timeline, TimelineKind kind, Operation operation, guint32 group,
                      guint32 from, guint32 to, double start, double end, guint32 site,
                      guint32 traffic);

/* The execution of which figures 15 to 17 tell the critical path: nine processors, P(m,p) of
 * IPS is number 3 (m - 1) + p - 3. The program has 31870 ms of user time in 27670 ms. Messages
 * between machines are SHADOW, those within one REMOTE. */
Timeline *sample_ips_path(void);

/* The execution of figures 10 and 12 to 14. */
Timeline *sample_ips_metrics(void);

/* What IPS calls the procedure that is an interval of it. */
const char *sample_ips_procedure(guint32 interval);

/* A random execution of up to 6 processors in rounds of work and operations, some of them of
 * two processors only. With cuts where all meet, or without; otherwise the same. `makespan` is
 * when the last processor ends. Seconds have random digits. */
Timeline *sample_random(guint32 seed, gboolean cuts, double *makespan);

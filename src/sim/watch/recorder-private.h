/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * For sim-recorder*.c alone.
 */
#pragma once

#include "src/sim/watch/recorder.h"

struct _SimRecorder {
    Timeline *timeline;
    const SimPartition *partition; /* of the clocks */
    guint32 *last;                 /* for each class: the event at which its processors are */
    guint32 *group;       /* for each class its TimelineGroup, or NO_GROUP: not yet asked for */
    GHashTable *group_of; /* partition -> its `group` (owned) */
    GArray *pending;      /* base times that the clocks have not got yet */
    guint32 interval, site;
    GArray *site_of;        /* of guint32, by site of the trace: that of the timeline + 1 */
    guint32 traffic;        /* of the next operation, or TIMELINE_NO_TRAFFIC */
    GHashTable *traffic_of; /* GBytes -> number of a traffic + 1 */
    guint32 meeting;        /* where the last operation can start */
    guint n_going;          /* operations started and not waited for */
};

/* A record of class c from its last event to `to`, which becomes its last. Of a kind without
 * operation the operation is 0. */
void sim_recorder_add(SimRecorder *recorder, TimelineKind kind, Operation operation, guint c,
                      double start, double end, guint32 to, guint32 traffic);

/* The processors at `to` cannot go on before `from` has been reached. */
void sim_recorder_precede(SimRecorder *recorder, guint32 from, guint32 to, double at);

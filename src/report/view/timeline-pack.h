/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One row of the timeline at one resolution, packed for timeline.js, which has the reader.
 *
 * Time is counted in ticks.  The row is a sequence of pieces without gaps from tick 0 on; each
 * is 2 * style                 and its length: one activity, or nothing where the style is 0 2
 * * style + 1             and its length: activities shorter than the resolution, one after the
 * other; the longest of them has the style; then a set of kinds (bit k: kind k) and for each of
 * them, the lowest first, a byte of its share, 255 for all of the length where numbers are
 * written in sevens of bits, the lowest first, 128 added to all but the last.
 */
#pragma once

#include "src/timeline/timeline.h"

/* What a processor does: as the colours are. */
typedef enum {
    REPORT_ACTIVITY_NONE,
    REPORT_ACTIVITY_CPU,
    REPORT_ACTIVITY_SYSTEM,
    REPORT_ACTIVITY_IO,
    REPORT_ACTIVITY_OPERATION, /* + Operation: at work in one of its group */
    /* + Operation: waits for others to arrive at one */
    REPORT_ACTIVITY_WAIT = REPORT_ACTIVITY_OPERATION + N_OPERATIONS,
    /* + Operation: waits for one that is going on to complete */
    REPORT_ACTIVITY_COMPLETE = REPORT_ACTIVITY_WAIT + N_OPERATIONS,
    REPORT_N_ACTIVITIES = REPORT_ACTIVITY_COMPLETE + N_OPERATIONS,
} ReportActivity;

typedef struct {
    const char *name;  /* in the style sheet */
    const char *label; /* for people */
    const char *title; /* in timelines for other programs: "shadow: wait for others" */
} ReportActivityNames;

extern const ReportActivityNames report_activities[]; /* REPORT_N_ACTIVITIES of them */

/* REPORT_ACTIVITY_NONE of what is of no processor. */
ReportActivity report_activity_of(const TimelineActivity *record);

typedef struct {
    double start, end; /* seconds */
    guint32 style;     /* of the caller; 1 and up */
    guint8 activity;   /* ReportActivity */
} ReportPackItem;

typedef struct {
    double tick;       /* seconds */
    double resolution; /* seconds: what is shorter is united; 0: nothing is */
    GByteArray *bytes; /* NULL: they were given up */
    gsize size;        /* bytes so far, kept or not */
    gsize *left;       /* bytes that it and others may still keep; when they end, it gives up */
    gint64 at;         /* ticks: where the row stands */
    /* What waits to be united. */
    double from, to, longest;
    double seconds[REPORT_N_ACTIVITIES];
    guint n;
    ReportPackItem item; /* the longest of them */
} ReportPack;

/* `left` must outlive it. */
void report_pack_init(ReportPack *pack, double tick, double resolution, gsize *left);
void report_pack_clear(ReportPack *pack);

/* The items come by their start and do not overlap. */
void report_pack_add(ReportPack *pack, const ReportPackItem *item);

/* Nothing comes any more that could be united with what came. */
void report_pack_end(ReportPack *pack);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an exported timeline shows, for the formats: activities, intervals and messages
 * on lanes, chosen by window and budget and put in order.
 */
#pragma once

#include "src/report/timeline/export.h"
#include "src/report/value/report.h"
#include "src/report/view/timeline-pack.h"
#include "src/report/view/timeline-rows.h"

typedef enum {
    TIMELINE_ITEM_INTERVAL, /* on a lane, without a break; encloses those inside of it */
    TIMELINE_ITEM_ACTIVITY,
    TIMELINE_ITEM_MESSAGE, /* from a lane to another */
    TIMELINE_N_ITEM_KINDS,
} TimelineItemKind;

typedef struct {
    double start, end;      /* seconds, start < end; inside of the window */
    guint64 activity;       /* of activities and messages; of joined ones the first */
    guint64 n;              /* how many are joined in it, 1: it is one */
    double bytes, messages; /* of messages: all from the lane to the other */
    guint32 lane;           /* of messages: from which */
    guint32 other;          /* messages: lane to which; intervals: index in those of the run;
                               activities: the ReportActivity */
    guint32 depth; /* level of the interval; above all levels for activities and messages */
    guint8 kind;   /* TimelineItemKind */
} TimelineItem;

typedef struct _TimelineExport TimelineExport;

/* A file beside the timeline, of the same name with another suffix; never compressed. */
typedef struct {
    const char *suffix;
    void (*write)(const TimelineExport *export, ReportSink *sink);
} TimelineSibling;

typedef struct {
    /* At most so many bytes for the item. */
    gsize (*cost)(const TimelineExport *export, const TimelineItem *item);
    void (*write)(const TimelineExport *export, ReportSink *sink);
    /* `text` as it can stand in a string of the format; free with g_free(). */
    char *(*string)(const char *text);
    const TimelineSibling *siblings; /* the last has no suffix; NULL: the file is alone */
} TimelineFormat;

extern const TimelineFormat timeline_chrome, timeline_paje, timeline_paraver;
extern const TimelineFormat timeline_perfetto;

struct _TimelineExport {
    const TimelineRun *run;
    const Timeline *timeline;
    const TimelineExportOptions *options;
    const TimelineFormat *format;
    gboolean gzip; /* the file is compressed */
    ReportTimelineRows *lanes;
    char **interval;         /* names by index in the run, as strings of the format */
    char **site;             /* by site of the timeline */
    char *program, *machine; /* likewise; machine: the file of its parameters, "" without */
    char *left;              /* likewise; NULL: nothing was left out */
    GArray *items;           /* of TimelineItem, by start, then depth, lane */
};

/* Red, green and blue in percent, each below 100. */
const guint8 *timeline_colour(ReportActivity activity);

/* Fills export->items. Returns a sentence about what is not there in full; NULL: all is. */
char *timeline_items_select(TimelineExport *export);

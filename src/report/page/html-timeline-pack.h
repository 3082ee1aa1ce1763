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
    HTML_ACTIVITY_NONE,
    HTML_ACTIVITY_CPU,
    HTML_ACTIVITY_SYSTEM,
    HTML_ACTIVITY_IO,
    HTML_ACTIVITY_OPERATION, /* + Operation: at work in one of its group */
    /* + Operation: waits for others to arrive at one */
    HTML_ACTIVITY_WAIT = HTML_ACTIVITY_OPERATION + N_OPERATIONS,
    /* + Operation: waits for one that is going on to complete */
    HTML_ACTIVITY_COMPLETE = HTML_ACTIVITY_WAIT + N_OPERATIONS,
    HTML_N_ACTIVITIES = HTML_ACTIVITY_COMPLETE + N_OPERATIONS,
} HtmlActivity;

/* Name in the style sheet, and for people. */
const char *html_activity_name(HtmlActivity activity);
const char *html_activity_label(HtmlActivity activity);

/* HTML_ACTIVITY_NONE of what is of no processor. */
HtmlActivity html_activity_of(const TimelineActivity *record);

typedef struct {
    double start, end; /* seconds */
    guint32 style;     /* of the caller; 1 and up */
    guint8 activity;   /* HtmlActivity */
} HtmlPackItem;

typedef struct {
    double tick;       /* seconds */
    double resolution; /* seconds: what is shorter is united; 0: nothing is */
    GByteArray *bytes; /* NULL: only the size is wanted, or they were given up */
    gsize size;        /* bytes so far, kept or not */
    gsize *left;       /* bytes that it and others may still keep; when they end, it gives up */
    gint64 at;         /* ticks: where the row stands */
    /* What waits to be united. */
    double from, to, longest;
    double seconds[HTML_N_ACTIVITIES];
    guint n;
    HtmlPackItem item; /* the longest of them */
} HtmlPack;

/* Keeps nothing where `left`, which must outlive it, is NULL. */
void html_pack_init(HtmlPack *pack, double tick, double resolution, gsize *left);
void html_pack_clear(HtmlPack *pack);

/* The items come by their start and do not overlap. */
void html_pack_add(HtmlPack *pack, const HtmlPackItem *item);

/* Nothing comes any more. */
void html_pack_end(HtmlPack *pack);

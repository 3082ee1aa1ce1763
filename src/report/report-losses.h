/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What becomes of the processor time of an interval, and which intervals lose most of it.
 */
#pragma once

#include "src/report/report.h"

typedef enum {
    REPORT_PRODUCTIVE,
    REPORT_INSUFFICIENT,  /* parallelism */
    REPORT_COMMUNICATION, /* first of N_OPERATIONS groups, in the order of Operation */
    REPORT_IDLE = REPORT_COMMUNICATION + N_OPERATIONS,
    REPORT_N_USES,
} ReportUse;

/* The name for style sheets ("productive", "insufficient", "io", ..., "idle") and for people.
 */
const char *report_use_name(ReportUse use);
const char *report_use_label(ReportUse use);

/* Seconds of processor time. They add up to the interval's Total_time. */
double report_use_seconds(const Interval *interval, ReportUse use);

/* seconds / Total_time of the program; 0 when that is 0. */
double report_share(const Prediction *prediction, double seconds);

/* An interval and what it loses itself: its Lost_time less that of the intervals nested in it.
 */
typedef struct {
    guint interval;   /* index, not id */
    double lost_time; /* seconds, > 0 */
    ReportUse mostly; /* the kind of loss that is largest in it; never REPORT_PRODUCTIVE */
} ReportLoser;

/* The intervals (but MAIN) that lose most, at most `most` of them, largest first; equal ones by
 * id. What an interval below --depth loses counts for the one above it that is shown. Returns
 * how many there are. */
guint report_losers(const Prediction *prediction, const ReportOptions *options,
                    ReportLoser losers[], guint most);

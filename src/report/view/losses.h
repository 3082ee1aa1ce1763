/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What becomes of the processor time of an interval, and which intervals lose most of it.
 */
#pragma once

#include "src/report/value/report.h"

/* Whether --depth lets the interval be shown. The shown ones form a tree with the same root. */
gboolean report_shows(const ReportOptions *options, const Interval *interval);

typedef enum {
    REPORT_PRODUCTIVE,
    REPORT_INSUFFICIENT,  /* parallelism */
    REPORT_COMMUNICATION, /* first of N_OPERATIONS groups, in the order of Operation */
    REPORT_IDLE = REPORT_COMMUNICATION + N_OPERATIONS,
    REPORT_START, /* start and exit of the process, which are out of the first two */
    REPORT_N_USES,
} ReportUse;

/* The name for style sheets ("productive", "insufficient", "io", ..., "idle"), for people. */
const char *report_use_name(ReportUse use);
const char *report_use_label(ReportUse use);

/* Seconds of processor time. They add up to the interval's Total_time. */
double report_use_seconds(const Interval *interval, ReportUse use);

/* Whether it is more than rounding leaves of nothing. */
gboolean report_use_shows(const Interval *interval, ReportUse use);

/* The same losses by their causes: what was waited for others is in one, not in the operation
 * at which that was. */
typedef enum {
    REPORT_LOSS_START,    /* start and exit of the process, which every processor repeats */
    REPORT_LOSS_REPEATED, /* other work that processors repeat */
    REPORT_LOSS_TRANSFER, /* first of N_OPERATIONS groups, in the order of Operation */
    REPORT_LOSS_WAITING = REPORT_LOSS_TRANSFER + N_OPERATIONS, /* idle time is part of it */
    REPORT_N_LOSSES,
} ReportLoss;

/* The name for style sheets ("start", "insufficient", "io", ..., "idle"), for tables, and
 * within a sentence. */
const char *report_loss_name(ReportLoss loss);
const char *report_loss_label(ReportLoss loss);
const char *report_loss_words(ReportLoss loss);

/* Seconds of processor time. They add up to the interval's Lost_time. */
double report_loss_seconds(const Interval *interval, ReportLoss loss);

/* The bars: the time that is productive for part 0, the losses behind it. Start and exit of the
 * process are a part of their own with what is productive of them. They add up to the
 * interval's Total_time. */
#define REPORT_N_PARTS (1 + (guint)REPORT_N_LOSSES)
double report_split_seconds(const Interval *interval, guint part);

/* The transfers of all groups of operations together. */
double report_transfer_seconds(const Interval *interval);

/* Whether so much of an interval's time is more than rounding leaves of nothing. */
gboolean report_loss_shows(const Interval *interval, double seconds);

/* The loss that takes most, but for start and exit of the process. */
ReportLoss report_largest_loss(const Interval *interval);

/* Whether the interval is MAIN, with others in it that are shown: its own losses stand for what
 * is outside of them. */
gboolean report_is_outside(const Prediction *prediction, const ReportOptions *options,
                           const Interval *interval);

/* seconds / Total_time of the program; 0 when that is 0. */
double report_share(const Prediction *prediction, double seconds);

/* A characteristic (its offset) by interval, less that of the nested ones that are shown. Idle
 * time need not add up, so it may be below 0. Free with g_free(). */
double *report_own(const Prediction *prediction, const ReportOptions *options, gsize offset);

/* Intervals of one type that begin at one line of the source (a loop that is met in many others
 * is many intervals) and what is lost by them themselves, without the intervals nested in them:
 * work that they repeat, their transfers, and waiting for them, idle time included
 * (Interval.waited_for). */
typedef struct {
    guint worst;       /* index, not id, of the one that loses most; of equal ones the first */
    guint n_intervals; /* how many there are */
    guint64 count;     /* how often they were entered, together */
    double lost_time;  /* seconds, > 0 */
    ReportLoss mostly; /* the kind of loss that is largest */
} ReportLoser;

/* Where most is lost, at most `most` places, largest first; equal ones in the order of the
 * tree. All places together lose the Lost_time of the program but REPORT_LOSS_START. What MAIN
 * loses itself is what is lost outside of all nested intervals. What an interval below --depth
 * loses counts for the one above it that is shown. Returns how many there are. */
guint report_losers(const Prediction *prediction, const ReportOptions *options,
                    ReportLoser losers[], guint most);

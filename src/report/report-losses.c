/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/report-losses.h"

#include "src/report/report-fields.h"

/* A loss of this share of the program's time is rounding. */
#define NEGLIGIBLE 1e-12

const char *
report_use_name(ReportUse use)
{
    if (use == REPORT_PRODUCTIVE)
        return "productive";
    if (use == REPORT_INSUFFICIENT)
        return "insufficient";
    if (use == REPORT_IDLE)
        return "idle";
    return operation_name((Operation)(use - REPORT_COMMUNICATION));
}

const char *
report_use_label(ReportUse use)
{
    if (use == REPORT_PRODUCTIVE)
        return "Productive";
    if (use == REPORT_INSUFFICIENT)
        return "Insufficient parallelism";
    if (use == REPORT_IDLE)
        return "Idle";
    return operation_label((Operation)(use - REPORT_COMMUNICATION));
}

double
report_use_seconds(const Interval *interval, ReportUse use)
{
    if (use == REPORT_PRODUCTIVE)
        return interval->values.productive_time;
    if (use == REPORT_INSUFFICIENT)
        return interval->values.insuff_parallelism;
    if (use == REPORT_IDLE)
        return interval->values.idle;
    return interval->values.operations[use - REPORT_COMMUNICATION].communication;
}

double
report_share(const Prediction *prediction, double seconds)
{
    const double total = prediction->intervals[0].total_time;

    return total > 0 ? seconds / total : 0;
}

/* The kind in which interval `index` loses most, the nested intervals that are shown apart. */
static ReportUse
find_cause(const Prediction *prediction, const ReportOptions *options, guint index)
{
    const Interval *intervals = prediction->intervals;
    ReportUse found = REPORT_INSUFFICIENT;
    double largest = -G_MAXDOUBLE;

    for (ReportUse use = REPORT_INSUFFICIENT; use < REPORT_N_USES; use++) {
        double own = report_use_seconds(&intervals[index], use);
        for (guint child = index + 1; child < intervals[index].last;
             child = intervals[child].last) /* ids are indices + 1: the one after its subtree */
            if (report_shows(options, &intervals[child]))
                own -= report_use_seconds(&intervals[child], use);
        if (own > largest) {
            largest = own;
            found = use;
        }
    }
    return found;
}

/* Own losses by index: what an interval loses, less what the nested ones that are shown lose.
 * Idle time need not add up, so the difference may be below 0. */
static double *
own_losses(const Prediction *prediction, const ReportOptions *options)
{
    double *own = g_new0(double, prediction->n_intervals);

    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        if (!report_shows(options, interval))
            continue;
        own[i] += interval->values.lost_time;
        if (interval->parent > 0)
            own[interval->parent - 1] -= interval->values.lost_time;
    }
    return own;
}

/* Puts interval `index` into its place among the `n` largest found so far. */
static guint
insert_loser(ReportLoser losers[], guint n, guint most, guint index, double lost)
{
    guint place = n;

    while (place > 0 && losers[place - 1].lost_time < lost)
        place--;
    if (place >= most)
        return n;
    if (n == most)
        n--;
    for (guint i = n; i > place; i--)
        losers[i] = losers[i - 1];
    losers[place].interval = index;
    losers[place].lost_time = lost;
    return n + 1;
}

guint
report_losers(const Prediction *prediction, const ReportOptions *options, ReportLoser losers[],
              guint most)
{
    g_autofree double *own = own_losses(prediction, options);
    guint n = 0;

    for (guint i = 1; i < prediction->n_intervals; i++)
        if (report_share(prediction, own[i]) > NEGLIGIBLE)
            n = insert_loser(losers, n, most, i, own[i]);
    for (guint i = 0; i < n; i++)
        losers[i].mostly = find_cause(prediction, options, losers[i].interval);
    return n;
}

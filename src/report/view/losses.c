/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/losses.h"

#include <stddef.h>

#include "src/base/hash.h"

/* A time of this share of the total time is rounding. */
#define NEGLIGIBLE 1e-12

gboolean
report_shows(const ReportOptions *options, const Interval *interval)
{
    return options->max_depth < 0 || interval->level <= (guint)options->max_depth;
}

/* Those that are no group of operations. */
static const struct {
    const char *name, *label;
    gsize offset; /* in Characteristics */
} uses[REPORT_N_USES] = {
    [REPORT_PRODUCTIVE] = { "productive", "Productive",
                            offsetof(Characteristics, productive_time) },
    [REPORT_INSUFFICIENT] = { "insufficient", "Insufficient parallelism",
                              offsetof(Characteristics, insuff_parallelism) },
    [REPORT_IDLE] = { "idle", "Idle", offsetof(Characteristics, idle) },
};

static Operation
operation_of(ReportUse use)
{
    return (Operation)(use - REPORT_COMMUNICATION);
}

const char *
report_use_name(ReportUse use)
{
    return uses[use].name != NULL ? uses[use].name : operation_name(operation_of(use));
}

const char *
report_use_label(ReportUse use)
{
    return uses[use].name != NULL ? uses[use].label : operation_label(operation_of(use));
}

double
report_use_seconds(const Interval *interval, ReportUse use)
{
    return uses[use].name != NULL
               ? G_STRUCT_MEMBER(double, &interval->values, uses[use].offset)
               : interval->values.operations[operation_of(use)].communication;
}

gboolean
report_use_shows(const Interval *interval, ReportUse use)
{
    return report_use_seconds(interval, use) > NEGLIGIBLE * interval->total_time;
}

static ReportUse
largest_loss(const double seconds[REPORT_N_USES])
{
    ReportUse found = REPORT_INSUFFICIENT;

    for (ReportUse use = REPORT_INSUFFICIENT; use < REPORT_N_USES; use++)
        if (seconds[use] > seconds[found])
            found = use;
    return found;
}

ReportUse
report_largest_loss(const Interval *interval)
{
    double seconds[REPORT_N_USES];

    for (ReportUse use = 0; use < REPORT_N_USES; use++)
        seconds[use] = report_use_seconds(interval, use);
    return largest_loss(seconds);
}

gboolean
report_is_outside(const Prediction *prediction, const ReportOptions *options,
                  const Interval *interval)
{
    return interval->parent == 0 && prediction->n_intervals > 1 &&
           report_shows(options, &prediction->intervals[1]);
}

double
report_share(const Prediction *prediction, double seconds)
{
    const double total = prediction->intervals[0].total_time;

    return total > 0 ? seconds / total : 0;
}

double *
report_own(const Prediction *prediction, const ReportOptions *options, gsize offset)
{
    double *own = g_new0(double, prediction->n_intervals);

    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        const double value = G_STRUCT_MEMBER(double, &interval->values, offset);
        if (!report_shows(options, interval))
            continue;
        own[i] += value;
        if (interval->parent > 0)
            own[interval->parent - 1] -= value;
    }
    return own;
}

/* All intervals of a type and line, while they are added up. */
typedef struct {
    ReportLoser loser;
    double worst;                 /* own loss of the worst */
    double losses[REPORT_N_USES]; /* own, by kind */
} Place;

/* Which of `places` is the interval's; a new one if it is not there yet. */
static guint
find_place(GHashTable *names, GArray *places, const Interval *interval)
{
    const Place place = { .loser.worst = interval->id - 1, .worst = -G_MAXDOUBLE };
    const guint at = hash_names_number(
        names, g_strdup_printf("%d:%" G_GINT64_FORMAT ":%s", (int)interval->type,
                               interval->line, interval->file != NULL ? interval->file : ""));

    if (at == places->len)
        g_array_append_val(places, place);
    return at;
}

/* Adds what an interval loses to its place, or takes it away where it is nested. */
static void
add_losses(Place *place, const Interval *interval, double sign)
{
    place->loser.lost_time += sign * interval->values.lost_time;
    for (ReportUse use = REPORT_INSUFFICIENT; use < REPORT_N_USES; use++)
        place->losses[use] += sign * report_use_seconds(interval, use);
}

static void
add_interval(Place *place, const Interval *interval, double own)
{
    add_losses(place, interval, 1);
    place->loser.n_intervals++;
    place->loser.count += interval->count;
    if (own <= place->worst)
        return;
    place->worst = own;
    place->loser.worst = interval->id - 1;
}

/* All places, in the order in which the tree meets them: the first is MAIN's. */
static GArray *
find_places(const Prediction *prediction, const ReportOptions *options)
{
    g_autoptr(GHashTable) names = hash_names_new();
    g_autofree double *own =
        report_own(prediction, options, offsetof(Characteristics, lost_time));
    g_autofree guint *place_of = g_new0(guint, prediction->n_intervals);
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));

    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        if (!report_shows(options, interval))
            continue;
        place_of[i] = find_place(names, places, interval);
        add_interval(&g_array_index(places, Place, place_of[i]), interval, own[i]);
        if (interval->parent > 0)
            add_losses(&g_array_index(places, Place, place_of[interval->parent - 1]), interval,
                       -1);
    }
    return places;
}

static int
by_loss(gconstpointer a, gconstpointer b)
{
    const double x = ((const Place *)a)->loser.lost_time;
    const double y = ((const Place *)b)->loser.lost_time;

    return (x < y) - (x > y);
}

guint
report_losers(const Prediction *prediction, const ReportOptions *options, ReportLoser losers[],
              guint most)
{
    g_autoptr(GArray) places = find_places(prediction, options);
    guint n = 0;

    g_array_sort(places, by_loss); /* equal ones stay in the order of the tree */
    for (; n < MIN(places->len, most); n++) {
        const Place *place = &g_array_index(places, Place, n);
        if (report_share(prediction, place->loser.lost_time) <= NEGLIGIBLE)
            break;
        losers[n] = place->loser;
        losers[n].mostly = largest_loss(place->losses);
    }
    return n;
}

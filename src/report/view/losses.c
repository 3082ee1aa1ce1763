/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/losses.h"

#include <stddef.h>

/* A time of this share of the total time is rounding. */
#define NEGLIGIBLE 1e-12

gboolean
report_shows(const ReportOptions *options, const Interval *interval)
{
    return options->max_depth < 0 || interval->level <= (guint)options->max_depth;
}

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

gboolean
report_use_shows(const Interval *interval, ReportUse use)
{
    return report_use_seconds(interval, use) > NEGLIGIBLE * interval->total_time;
}

ReportUse
report_largest_loss(const Interval *interval)
{
    ReportUse found = REPORT_INSUFFICIENT;

    for (ReportUse use = REPORT_INSUFFICIENT; use < REPORT_N_USES; use++)
        if (report_use_seconds(interval, use) > report_use_seconds(interval, found))
            found = use;
    return found;
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
find_place(GHashTable *by_name, GArray *places, const Interval *interval)
{
    g_autofree char *name =
        g_strdup_printf("%d:%" G_GINT64_FORMAT ":%s", (int)interval->type, interval->line,
                        interval->file != NULL ? interval->file : "");
    gpointer known;

    if (g_hash_table_lookup_extended(by_name, name, NULL, &known))
        return GPOINTER_TO_UINT(known);
    const Place place = { .loser.worst = interval->id - 1, .worst = -G_MAXDOUBLE };
    g_array_append_val(places, place);
    g_hash_table_insert(by_name, g_steal_pointer(&name), GUINT_TO_POINTER(places->len - 1));
    return places->len - 1;
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
    g_autoptr(GHashTable) by_name =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree double *own =
        report_own(prediction, options, offsetof(Characteristics, lost_time));
    g_autofree guint *place_of = g_new0(guint, prediction->n_intervals);
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));

    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        if (!report_shows(options, interval))
            continue;
        place_of[i] = find_place(by_name, places, interval);
        add_interval(&g_array_index(places, Place, place_of[i]), interval, own[i]);
        if (interval->parent > 0)
            add_losses(&g_array_index(places, Place, place_of[interval->parent - 1]), interval,
                       -1);
    }
    return places;
}

static ReportUse
largest_loss(const Place *place)
{
    ReportUse found = REPORT_INSUFFICIENT;

    for (ReportUse use = REPORT_INSUFFICIENT; use < REPORT_N_USES; use++)
        if (place->losses[use] > place->losses[found])
            found = use;
    return found;
}

/* Puts a loser into its place among the `n` largest so far; returns how many there are then. */
static guint
insert_loser(ReportLoser losers[], guint n, guint most, const ReportLoser *loser)
{
    guint at = n;

    while (at > 0 && losers[at - 1].lost_time < loser->lost_time)
        at--;
    if (at >= most)
        return n;
    if (n == most)
        n--;
    for (guint i = n; i > at; i--)
        losers[i] = losers[i - 1];
    losers[at] = *loser;
    return n + 1;
}

guint
report_losers(const Prediction *prediction, const ReportOptions *options, ReportLoser losers[],
              guint most)
{
    g_autoptr(GArray) places = find_places(prediction, options);
    guint n = 0;

    for (guint i = 0; i < places->len; i++) {
        Place *place = &g_array_index(places, Place, i);
        if (report_share(prediction, place->loser.lost_time) <= NEGLIGIBLE)
            continue;
        place->loser.mostly = largest_loss(place);
        n = insert_loser(losers, n, most, &place->loser);
    }
    return n;
}

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
    [REPORT_START] = { "start", "Start and exit", offsetof(Characteristics, start_exit) },
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
    const Characteristics *values = &interval->values;

    if (use == REPORT_PRODUCTIVE)
        return report_split_seconds(interval, 0);
    if (use == REPORT_INSUFFICIENT)
        return report_loss_seconds(interval, REPORT_LOSS_REPEATED);
    return uses[use].name != NULL ? G_STRUCT_MEMBER(double, values, uses[use].offset)
                                  : values->operations[operation_of(use)].communication;
}

gboolean
report_use_shows(const Interval *interval, ReportUse use)
{
    return report_use_seconds(interval, use) > NEGLIGIBLE * interval->total_time;
}

/* --- losses by their causes -----------------------------------------------------------------
 */

static const struct {
    const char *name, *label, *words;
} losses_named[REPORT_N_LOSSES] = {
    [REPORT_LOSS_START] = { "start", "Start and exit", "start and exit of the process" },
    [REPORT_LOSS_REPEATED] = { "insufficient", "Repeated work", "repeated work" },
    [REPORT_LOSS_TRANSFER +
        OPERATION_IO] = { "io", "Transfer: input/output", "transfer for input/output" },
    [REPORT_LOSS_TRANSFER + OPERATION_REDUCTION] = { "reduction", "Transfer: reductions",
                                                     "transfer for reductions" },
    [REPORT_LOSS_TRANSFER +
        OPERATION_SHADOW] = { "shadow", "Transfer: shadow edges", "transfer of shadow edges" },
    [REPORT_LOSS_TRANSFER + OPERATION_REMOTE] = { "remote", "Transfer: remote access",
                                                  "transfer for remote access" },
    [REPORT_LOSS_TRANSFER + OPERATION_REDISTRIBUTION] = { "redistribution",
                                                          "Transfer: redistribution",
                                                          "transfer for redistribution" },
    [REPORT_LOSS_WAITING] = { "idle", "Waiting for others", "waiting for others" },
};

const char *
report_loss_name(ReportLoss loss)
{
    return losses_named[loss].name;
}

const char *
report_loss_label(ReportLoss loss)
{
    return losses_named[loss].label;
}

const char *
report_loss_words(ReportLoss loss)
{
    return losses_named[loss].words;
}

double
report_loss_seconds(const Interval *interval, ReportLoss loss)
{
    const Characteristics *values = &interval->values;

    switch (loss) {
    case REPORT_LOSS_START:
        return values->start_exit_repeated;
    case REPORT_LOSS_REPEATED:
        return MAX(0.0, values->insuff_parallelism - values->start_exit_repeated);
    case REPORT_LOSS_WAITING:
        return values->synchronization + values->idle;
    default: {
        const OperationTimes *times = &values->operations[loss - REPORT_LOSS_TRANSFER];
        return times->communication - times->synchronization;
    }
    }
}

double
report_transfer_seconds(const Interval *interval)
{
    return interval->values.communication - interval->values.synchronization;
}

gboolean
report_loss_shows(const Interval *interval, double seconds)
{
    return seconds > NEGLIGIBLE * interval->total_time;
}

double
report_split_seconds(const Interval *interval, guint part)
{
    const Characteristics *values = &interval->values;
    const double productive = values->start_exit - values->start_exit_repeated;

    if (part == 0)
        return MAX(0.0, values->productive_time - productive);
    return part == 1 + REPORT_LOSS_START ? values->start_exit
                                         : report_loss_seconds(interval, part - 1);
}

/* Of those that the program is to blame for. */
static ReportLoss
largest_loss(const double seconds[REPORT_N_LOSSES])
{
    ReportLoss found = REPORT_LOSS_REPEATED;

    for (ReportLoss loss = REPORT_LOSS_REPEATED; loss < REPORT_N_LOSSES; loss++)
        if (seconds[loss] > seconds[found])
            found = loss;
    return found;
}

ReportLoss
report_largest_loss(const Interval *interval)
{
    double seconds[REPORT_N_LOSSES];

    for (ReportLoss loss = 0; loss < REPORT_N_LOSSES; loss++)
        seconds[loss] = report_loss_seconds(interval, loss);
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
    double worst;                   /* own loss of the worst */
    double losses[REPORT_N_LOSSES]; /* own, by kind */
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

/* By interval, what is lost by it itself of each kind: the loss of interval i at i *
 * REPORT_N_LOSSES. All of them add up to what the program loses. */
static double *
own_losses(const Prediction *prediction)
{
    const guint n = prediction->n_intervals;
    double *losses = g_new0(double, (gsize)n *REPORT_N_LOSSES);
    double rest = report_loss_seconds(&prediction->intervals[0], REPORT_LOSS_WAITING);

    for (guint i = 0; i < n; i++) {
        const Interval *interval = &prediction->intervals[i];
        for (ReportLoss loss = 0; loss < REPORT_LOSS_WAITING; loss++) {
            const double seconds = report_loss_seconds(interval, loss);
            losses[(gsize)i * REPORT_N_LOSSES + loss] += seconds;
            if (interval->parent > 0)
                losses[(gsize)(interval->parent - 1) * REPORT_N_LOSSES + loss] -= seconds;
        }
        losses[(gsize)i * REPORT_N_LOSSES + REPORT_LOSS_WAITING] = interval->waited_for;
        rest -= interval->waited_for;
    }
    /* rounding, or all when nobody asked whom is waited for */
    losses[REPORT_LOSS_WAITING] += rest;
    return losses;
}

/* Adds what is lost by an interval to its place; start and exit of the process are nobody's. */
static double
add_losses(Place *place, const double losses[REPORT_N_LOSSES])
{
    double sum = 0;

    for (ReportLoss loss = REPORT_LOSS_REPEATED; loss < REPORT_N_LOSSES; loss++) {
        place->losses[loss] += losses[loss];
        sum += losses[loss];
    }
    place->loser.lost_time += sum;
    return sum;
}

static void
add_interval(Place *place, const Interval *interval, double own)
{
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
    const guint n = prediction->n_intervals;
    g_autoptr(GHashTable) names = hash_names_new();
    g_autofree double *losses = own_losses(prediction);
    g_autofree double *own = g_new0(double, n);
    g_autofree guint *shown = g_new0(guint, n), *place_of = g_new0(guint, n);
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));

    for (guint i = 0; i < n; i++) {
        const Interval *interval = &prediction->intervals[i];
        shown[i] = report_shows(options, interval) ? i : shown[interval->parent - 1];
        if (shown[i] == i)
            place_of[i] = find_place(names, places, interval);
        Place *place = &g_array_index(places, Place, place_of[shown[i]]);
        own[shown[i]] += add_losses(place, &losses[(gsize)i * REPORT_N_LOSSES]);
    }
    for (guint i = 0; i < n; i++)
        if (shown[i] == i)
            add_interval(&g_array_index(places, Place, place_of[i]), &prediction->intervals[i],
                         own[i]);
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

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Jobs that are compared: they run in turns, round after round, so that what disturbs the
 * machine disturbs them all alike.
 */
#pragma once

#include <glib.h>

typedef gboolean (*BenchFunction)(gpointer data, GError **error);

typedef struct {
    char *what;
    BenchFunction function;
    gpointer data;        /* owned */
    GDestroyNotify clear; /* of data, may be NULL */
    guint repeats;        /* calls a measurement, so that it lasts long enough for the clock */
    GArray *seconds;      /* of double: one call, by round */
} BenchJob;

typedef struct {
    double median, least, most;
    double spread; /* between the quartiles, part of the median */
    guint n;
} BenchStatistics;

typedef struct _BenchGroup BenchGroup;

BenchGroup *bench_group_new(void);
void bench_group_free(BenchGroup *group);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BenchGroup, bench_group_free)

/* The job stays the group's. */
BenchJob *bench_group_add(BenchGroup *group, BenchFunction function, gpointer data,
                          GDestroyNotify clear, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Each job once without counting, then rounds until `seconds` are used up: at least 3 of them,
 * at most
 * 15. FALSE when a job fails. */
gboolean bench_group_run(BenchGroup *group, double seconds, GError **error);

/* Of a call of the job, seconds. */
BenchStatistics bench_job_statistics(const BenchJob *job);

/* Median over the rounds of the ratio within the round. */
double bench_job_ratio(const BenchJob *job, const BenchJob *reference);

/* Seconds since some fixed time. */
double bench_now(void);

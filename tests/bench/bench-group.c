/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/bench/bench-group.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <time.h>

#define LEAST_ROUNDS      3
#define MOST_ROUNDS       15
#define LEAST_MEASUREMENT 0.01 /* seconds */
#define MOST_REPEATS      10000

struct _BenchGroup {
    GPtrArray *jobs; /* of BenchJob, owned */
};

double
bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
job_free(gpointer data)
{
    BenchJob *job = data;
    if (job->clear != NULL)
        job->clear(job->data);
    g_array_unref(job->seconds);
    g_free(job->what);
    g_free(job);
}

BenchGroup *
bench_group_new(void)
{
    BenchGroup *group = g_new0(BenchGroup, 1);
    group->jobs = g_ptr_array_new_with_free_func(job_free);
    return group;
}

void
bench_group_free(BenchGroup *group)
{
    if (group == NULL)
        return;
    g_ptr_array_unref(group->jobs);
    g_free(group);
}

BenchJob *
bench_group_add(BenchGroup *group, BenchFunction function, gpointer data, GDestroyNotify clear,
                const char *format, ...)
{
    BenchJob *job = g_new0(BenchJob, 1);
    va_list args;
    va_start(args, format);
    job->what = g_strdup_vprintf(format, args);
    va_end(args);
    job->function = function;
    job->data = data;
    job->clear = clear;
    job->repeats = 1;
    job->seconds = g_array_new(FALSE, FALSE, sizeof(double));
    g_ptr_array_add(group->jobs, job);
    return job;
}

/* Sorts out what the job before has freed, which the C library puts off to the next large
 * allocation: that would count for this job. */
static void
tidy_up(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

/* Seconds of a call, or -1 with an error that names the job. */
static double
measure(const BenchJob *job, GError **error)
{
    tidy_up();
    double start = bench_now();
    for (guint i = 0; i < job->repeats; i++) {
        if (!job->function(job->data, error)) {
            g_prefix_error(error, "%s: ", job->what);
            return -1;
        }
    }
    return (bench_now() - start) / job->repeats;
}

static gboolean
round_run(BenchGroup *group, gboolean first, GError **error)
{
    for (guint i = 0; i < group->jobs->len; i++) {
        BenchJob *job = g_ptr_array_index(group->jobs, i);
        double seconds = measure(job, error);
        if (seconds < 0)
            return FALSE;
        if (first)
            job->repeats =
                (guint)CLAMP(LEAST_MEASUREMENT / MAX(seconds, 1e-9), 1, MOST_REPEATS);
        else
            g_array_append_val(job->seconds, seconds);
    }
    return TRUE;
}

gboolean
bench_group_run(BenchGroup *group, double seconds, GError **error)
{
    double start = bench_now();
    if (!round_run(group, TRUE, error))
        return FALSE;
    for (guint n = 0; n < LEAST_ROUNDS || (n < MOST_ROUNDS && bench_now() - start < seconds);
         n++) {
        if (!round_run(group, FALSE, error))
            return FALSE;
    }
    return TRUE;
}

static int
compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which `part` of the n >= 1 sorted values lie. */
static double
quantile(const double *sorted, guint n, double part)
{
    double at = part * (n - 1);
    guint below = (guint)at;
    guint above = MIN(below + 1, n - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

BenchStatistics
bench_job_statistics(const BenchJob *job)
{
    guint n = job->seconds->len;
    g_autofree double *sorted = g_memdup2(job->seconds->data, n * sizeof *sorted);
    g_assert(n > 0);
    qsort(sorted, n, sizeof *sorted, compare_doubles);
    double median = quantile(sorted, n, 0.5);
    return (BenchStatistics){
        .median = median,
        .least = sorted[0],
        .most = sorted[n - 1],
        .spread = (quantile(sorted, n, 0.75) - quantile(sorted, n, 0.25)) / median,
        .n = n,
    };
}

double
bench_job_ratio(const BenchJob *job, const BenchJob *reference)
{
    guint n = MIN(job->seconds->len, reference->seconds->len);
    g_autofree double *ratios = g_new(double, n);
    g_assert(n > 0);
    for (guint i = 0; i < n; i++)
        ratios[i] = g_array_index(job->seconds, double, i) /
                    g_array_index(reference->seconds, double, i);
    qsort(ratios, n, sizeof *ratios, compare_doubles);
    return quantile(ratios, n, 0.5);
}

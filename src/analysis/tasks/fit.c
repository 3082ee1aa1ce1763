/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/tasks/fit.h"

#include <math.h>
#include <string.h>

#include "src/analysis/tasks/student.h"

/* A time of a task or an interval. */
typedef struct {
    guint worker;
    double value;
} Sample;

static int
compare(gconstpointer a, gconstpointer b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* Of `n` >= 1 values, which are sorted. */
static double
median(double values[], gsize n)
{
    qsort(values, n, sizeof *values, compare);
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* --- times and intervals --- */

static void
add_sample(GArray *samples, guint worker, double value)
{
    const Sample sample = { worker, value };

    g_array_append_val(samples, sample);
}

static void
collect(const TaskLog *log, GArray *times, GArray *intervals)
{
    for (guint w = 0; w < log->workers->len; w++)
        for (guint k = 0; k < task_log_get_worker(log, w)->n; k++) {
            const PoolTask *task = task_log_task(log, w, k);
            add_sample(times, w, task->end - task->start);
            if (k > 0)
                add_sample(intervals, w, task->start - task_log_task(log, w, k - 1)->end);
        }
}

static double
center(const GArray *samples, gboolean robust)
{
    g_autofree double *values = g_new(double, samples->len);
    double sum = 0;

    for (guint i = 0; i < samples->len; i++) {
        values[i] = g_array_index(samples, Sample, i).value;
        sum += values[i];
    }
    return robust ? median(values, samples->len) : sum / samples->len;
}

/* sqrt(P/(P-1) * sum over workers of (sum of (x - center))^2) / n; of one worker s / sqrt(n). */
static double
cluster_error(const GArray *samples, guint workers, double middle)
{
    double squares = 0, sum = 0, single = 0;

    for (guint i = 0; i < samples->len; i++) {
        const Sample *sample = &g_array_index(samples, Sample, i);
        sum += sample->value - middle;
        single += (sample->value - middle) * (sample->value - middle);
        if (i + 1 == samples->len || (sample + 1)->worker != sample->worker) {
            squares += sum * sum;
            sum = 0;
        }
    }
    if (workers > 1)
        return sqrt(workers / (workers - 1.0) * squares) / samples->len;
    return samples->len > 1 ? sqrt(single / (samples->len - 1.0) / samples->len) : NAN;
}

static TaskEstimate
with_error(double value, double error, gint64 degrees)
{
    return (TaskEstimate){ value, error,
                           degrees > 0 ? student_quantile(0.95, (unsigned)degrees) * error : NAN };
}

static TaskEstimate
estimate(const GArray *samples, guint workers, gboolean robust)
{
    if (samples->len == 0)
        return (TaskEstimate){ 0, 0, 0 };
    const double middle = center(samples, robust);
    return with_error(middle, cluster_error(samples, workers, middle),
                      (workers > 1 ? workers : samples->len) - 1);
}

/* --- the line of starts --- */

/* The median of the slopes between any two starts; of many workers between those a fixed number
 * of strides apart. */
static double
median_slope(const double starts[], gsize n)
{
    g_autoptr(GArray) slopes = g_array_new(FALSE, FALSE, sizeof(double));
    const gsize stride = 1 + n / 2048;

    for (gsize i = 0; i < n; i += stride)
        for (gsize j = i + stride; j < n; j += stride) {
            const double slope = (starts[j] - starts[i]) / (double)(j - i);
            g_array_append_val(slopes, slope);
        }
    return median((double *)(gpointer)slopes->data, slopes->len);
}

static void
fit_medians(TaskFit *fit)
{
    const gsize n = (gsize)fit->processors;
    g_autofree double *rest = g_new(double, n);

    fit->slope.value = median_slope(fit->starts, n);
    for (gsize j = 0; j < n; j++)
        rest[j] = fit->starts[j] - fit->slope.value * (double)j;
    fit->start.value = median(rest, n);
}

static void
fit_squares(TaskFit *fit, double mean_j, double sum_jj)
{
    double mean = 0, product = 0;

    for (gint64 j = 0; j < fit->processors; j++)
        mean += fit->starts[j] / (double)fit->processors;
    for (gint64 j = 0; j < fit->processors; j++)
        product += ((double)j - mean_j) * (fit->starts[j] - mean);
    fit->slope.value = product / sum_jj;
    fit->start.value = mean - fit->slope.value * mean_j;
}

/* Errors of a line by the residuals: s^2 = their squares / (P - 2). */
static void
fit_errors(TaskFit *fit, double mean_j, double sum_jj)
{
    double squares = 0;

    for (gint64 j = 0; j < fit->processors; j++) {
        fit->residuals[j] = fit->starts[j] - fit->start.value - fit->slope.value * (double)j;
        squares += fit->residuals[j] * fit->residuals[j];
    }
    const double n = (double)fit->processors, s2 = fit->processors > 2 ? squares / (n - 2) : NAN;
    fit->slope = with_error(fit->slope.value, sqrt(s2 / sum_jj), fit->processors - 2);
    fit->start = with_error(fit->start.value, sqrt(s2 * (1 / n + mean_j * mean_j / sum_jj)),
                            fit->processors - 2);
    fit->covariance = -s2 * mean_j / sum_jj;
}

static void
fit_line(TaskFit *fit, gboolean robust)
{
    const double n = (double)fit->processors;
    const double mean_j = (n - 1) / 2, sum_jj = n * (n * n - 1) / 12;
    double product = 0, squares = 0;

    for (gint64 j = 0; j < fit->processors; j++) {
        product += (double)j * fit->starts[j];
        squares += (double)j * (double)j;
    }
    fit->origin_slope = squares > 0 ? product / squares : 0;
    fit->start.value = fit->starts[0];
    if (fit->processors > 1 && robust)
        fit_medians(fit);
    else if (fit->processors > 1)
        fit_squares(fit, mean_j, sum_jj);
    fit_errors(fit, mean_j, sum_jj);
}

/* --- all of it --- */

static void
count_tasks(TaskFit *fit, const TaskLog *log)
{
    double sum = 0, squares = 0;
    const double p = (double)fit->processors;

    for (guint w = 0; w < log->workers->len; w++) {
        const double n = task_log_get_worker(log, w)->n;
        fit->effective += n > 1;
        fit->formal += n == 1;
        sum += n;
        squares += n * n;
    }
    fit->tasks_deviation = sqrt(MAX(0, squares / p - sum / p * (sum / p)));
}

static void
sort_ends(TaskFit *fit, const TaskLog *log)
{
    const guint n = log->workers->len;

    for (guint w = 0; w < n; w++) {
        fit->starts[w] = task_log_task(log, w, 0)->start;
        fit->finishes[w] = task_log_task(log, w, task_log_get_worker(log, w)->n - 1)->end;
    }
    qsort(fit->starts, n, sizeof *fit->starts, compare);
    qsort(fit->finishes, n, sizeof *fit->finishes, compare);
    fit->finish = fit->finishes[n - 1];
}

TaskFit *
task_fit_new(const TaskLog *log, const TaskFitOptions *options)
{
    TaskFit *fit = g_new0(TaskFit, 1);
    g_autoptr(GArray) times = g_array_new(FALSE, FALSE, sizeof(Sample));
    g_autoptr(GArray) intervals = g_array_new(FALSE, FALSE, sizeof(Sample));
    const guint n = log->workers->len;

    fit->tasks = log->tasks->len;
    fit->processors = n;
    fit->starts = g_new(double, n);
    fit->finishes = g_new(double, n);
    fit->residuals = g_new(double, n);
    count_tasks(fit, log);
    sort_ends(fit, log);
    collect(log, times, intervals);
    fit->time = estimate(times, n, options->robust);
    fit->interval = estimate(intervals, n, options->robust);
    fit_line(fit, options->robust);
    fit->paper_slope = isnan(options->slope) ? fit->origin_slope : options->slope;
    return fit;
}

void
task_fit_free(TaskFit *fit)
{
    if (fit == NULL)
        return;
    g_free(fit->starts);
    g_free(fit->finishes);
    g_free(fit->residuals);
    g_free(fit);
}

const char *
task_fit_outliers(const TaskLog *log, double *plain, double *robust)
{
    g_autoptr(TaskFit) mean = task_fit_new(log, &(TaskFitOptions){ FALSE, NAN });
    g_autoptr(TaskFit) middle = task_fit_new(log, &(TaskFitOptions){ TRUE, NAN });
    const struct {
        const char *name;
        double plain, robust;
    } figures[] = {
        { "T_t", mean->time.value, middle->time.value },
        { "T_i", mean->interval.value, middle->interval.value },
        { "T_a", mean->slope.value, middle->slope.value },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(figures); i++)
        if (fabs(figures[i].plain - figures[i].robust) > 0.1 * fabs(figures[i].plain)) {
            *plain = figures[i].plain;
            *robust = figures[i].robust;
            return figures[i].name;
        }
    return NULL;
}

double
task_fit_mean_time(const TaskLog *log, guint worker)
{
    const guint n = task_log_get_worker(log, worker)->n;
    double sum = 0;

    for (guint k = 0; k < n; k++)
        sum += task_log_task(log, worker, k)->end - task_log_task(log, worker, k)->start;
    return sum / n;
}

double
task_fit_mean_interval(const TaskLog *log, guint worker)
{
    const guint n = task_log_get_worker(log, worker)->n;
    double sum = 0;

    for (guint k = 1; k < n; k++)
        sum += task_log_task(log, worker, k)->start - task_log_task(log, worker, k - 1)->end;
    return n > 1 ? sum / (n - 1) : NAN;
}

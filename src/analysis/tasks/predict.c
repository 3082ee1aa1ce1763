/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/tasks/predict.h"

#include <math.h>

#include "src/analysis/tasks/student.h"

/* --- the pool --- */

/* Turns k >= 0 of worker j whose begin S_0 + j*T_a + k*turn is not after `time`: how many. */
static double
turns(const TaskFit *fit, gint64 j, double turn, double time)
{
    const double since = time - (fit->start.value + (double)j * fit->slope.value);

    return since < 0 ? 0 : floor(since / turn) + 1;
}

static double
begun(const TaskFit *fit, gint64 processors, double turn, double time)
{
    double sum = 0;

    for (gint64 j = 0; j < processors; j++)
        sum += turns(fit, j, turn, time);
    return sum;
}

/* The last begin that is not after `time`. */
static double
last_begin(const TaskFit *fit, gint64 processors, double turn, double time)
{
    double last = -INFINITY;

    for (gint64 j = 0; j < processors; j++) {
        const double n = turns(fit, j, turn, time);
        if (n > 0)
            last = MAX(last, fit->start.value + (double)j * fit->slope.value + (n - 1) * turn);
    }
    return last;
}

/* The n-th least of S_0 + j*T_a + k*(T_t + T_i), and T_t: by bisection over the time at which n
 * tasks have begun. */
static double
pool_time(const TaskFit *fit, gint64 processors, gint64 tasks)
{
    const double turn = fit->time.value + fit->interval.value;
    const double first = fit->start.value + MIN(0, (double)(processors - 1) * fit->slope.value);
    double low = first, high = first + (double)tasks * turn;

    if (turn <= 0)
        return first + fit->time.value;
    if (begun(fit, processors, turn, low) >= (double)tasks)
        high = low;
    for (int i = 0; i < 100; i++) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (begun(fit, processors, turn, middle) < (double)tasks)
            low = middle;
        else
            high = middle;
    }
    return last_begin(fit, processors, turn, high) + fit->time.value;
}

/* --- lines --- */

/* The time of a trapezoid: start + (N_p - 1 or N_p)*T_a/2 + N_t/N_p*(T_t + T_i) - T_i + T_t/2. */
static double
trapezoid(const TaskFit *fit, double start, double rise, double tasks_each)
{
    return start + rise / 2 + tasks_each * (fit->time.value + fit->interval.value) -
           fit->interval.value + fit->time.value / 2;
}

double
task_critical_processors(const TaskFit *fit, gint64 tasks)
{
    const double time = fit->time.value, interval = fit->interval.value, slope = fit->slope.value;
    const double b = 2 * interval + time - slope;

    if (!(slope > 0))
        return NAN;
    return (-b + sqrt(b * b + 8 * slope * (double)tasks * (time + interval))) / (2 * slope);
}

double
task_paper_triangle(const TaskFit *fit, gint64 tasks)
{
    const double time = fit->time.value, interval = fit->interval.value;
    const double b = 2 * interval - time, n = (double)tasks;

    if (!(fit->paper_slope > 0))
        return NAN;
    return (-b + sqrt(b * b + 8 * n * (time + interval) * fit->paper_slope +
                      8 * time * interval)) / 2;
}

double
task_paper_processors(const TaskFit *fit, gint64 tasks)
{
    return (task_paper_triangle(fit, tasks) - (fit->interval.value + fit->time.value)) /
           fit->paper_slope;
}

static void
predict_line(TaskPrediction *p, const TaskFit *fit)
{
    const double critical = task_critical_processors(fit, p->tasks);
    const double n = (double)p->processors;

    p->triangle = n > critical;
    p->line = p->triangle ? fit->time.value + fit->start.value + (critical - 1) * fit->slope.value
                          : trapezoid(fit, fit->start.value, (n - 1) * fit->slope.value, (double)p->tasks / n);
}

static void
predict_paper(TaskPrediction *p, const TaskFit *fit)
{
    const double time = task_paper_triangle(fit, p->tasks), n = (double)p->processors;

    p->paper_triangle = n > (time - fit->time.value) / fit->paper_slope;
    p->paper = p->paper_triangle ? time
                                 : trapezoid(fit, 0, n * fit->paper_slope, (double)p->tasks / n);
}

/* t * error + T_t/2: the errors of the fit, and that tasks end in steps. */
static double
half_width(const TaskFit *fit, gint64 processors, gint64 tasks)
{
    const double critical = task_critical_processors(fit, tasks);
    const double n = fmin((double)processors, critical), t = (double)tasks;
    const double slope_variance = fit->slope.error * fit->slope.error;

    if (fit->processors < 3)
        return NAN;
    const double variance =
        fit->start.error * fit->start.error + (n - 1) * (n - 1) / 4 * slope_variance + (n - 1) * fit->covariance +
        (t / n + 0.5) * (t / n + 0.5) * fit->time.error * fit->time.error +
        (t / n - 1) * (t / n - 1) * fit->interval.error * fit->interval.error;
    return student_quantile(0.95, (unsigned)fit->processors - 2) * sqrt(MAX(0, variance)) +
           fit->time.value / 2;
}

TaskPrediction
task_predict(const TaskFit *fit, gint64 processors, gint64 tasks)
{
    TaskPrediction p = { .processors = processors, .tasks = tasks };

    p.pool = pool_time(fit, processors, tasks);
    p.half_width = half_width(fit, processors, tasks);
    predict_line(&p, fit);
    predict_paper(&p, fit);
    return p;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/bounds.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    guint n;
    double *time, *earliest, *latest; /* [task]: w', and when it may start for CP */
    double processors;                /* P' */
    double path;
} Times;

static void
times_clear(Times *times)
{
    g_free(times->time);
    g_free(times->earliest);
    g_free(times->latest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Times, times_clear)

static double
processors_of(const ScheduleProblem *problem)
{
    double sum = 0, most = 0;

    if (problem->graph->n_times > 0)
        return problem->p;
    for (guint p = 0; p < problem->p; p++) {
        sum += problem->machine->speeds[p];
        most = MAX(most, problem->machine->speeds[p]);
    }
    return sum / most;
}

static void
make_times(const ScheduleProblem *problem, Times *times)
{
    const TaskGraph *graph = problem->graph;
    const guint n = problem->n;
    g_autofree double *behind = g_new0(double, n); /* the longest path from a task on */

    times->n = n;
    times->time = g_new(double, n);
    times->earliest = g_new0(double, n);
    times->latest = g_new0(double, n);
    times->processors = processors_of(problem);
    for (guint i = 0; i < n; i++)
        times->time[i] = schedule_problem_least(problem, i);
    for (guint k = 0; k < n; k++) {
        const guint i = graph->order[k], j = graph->order[n - 1 - k];
        for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
            const guint from = task_graph_get_edge(graph, graph->in[x])->from;
            times->earliest[i] =
                MAX(times->earliest[i], times->earliest[from] + times->time[from]);
        }
        for (guint x = graph->first_out[j]; x < graph->first_out[j + 1]; x++)
            behind[j] = MAX(behind[j], behind[task_graph_get_edge(graph, graph->out[x])->to]);
        behind[j] += times->time[j];
        times->path = MAX(times->path, behind[j]);
    }
    for (guint i = 0; i < n; i++)
        times->latest[i] = times->path - behind[i];
}

/* What of task i lies between a and b at least. */
static double
inside(const Times *times, guint i, double a, double b)
{
    const double w = times->time[i];
    const double left = times->earliest[i] + w - a, right = b - times->latest[i];

    return MAX(0, MIN(MIN(w, left), MIN(right, b - a)));
}

/* How much longer the stretch from a to b takes. */
static double
excess(const Times *times, double a, double b)
{
    double sum = 0;

    for (guint i = 0; i < times->n; i++)
        sum += inside(times, i, a, b);
    return sum / times->processors - (b - a);
}

/* Where what lies inside, as a function of b, begins and ends to grow. */
typedef struct {
    double at, slope;
} Bend;

static int
compare_bends(const void *a, const void *b)
{
    const double x = ((const Bend *)a)->at, y = ((const Bend *)b)->at;

    return (x > y) - (x < y);
}

static int
compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The b > a, one of ends[], for which the stretch from a on is exceeded most; -1: there is none.
 * For a fixed a what lies inside is a sum of ramps in b. */
static double
worst_end(const Times *times, double a, const double ends[], Bend bends[])
{
    guint n = 0, at = 0;
    double slope = 0, sum = 0, last = a, most = -G_MAXDOUBLE, worst = -1;

    for (guint i = 0; i < times->n; i++) {
        const double height =
            MIN(times->time[i], times->earliest[i] + times->time[i] - a);
        const double begin = MAX(times->latest[i], a);
        if (height <= 0)
            continue;
        bends[n++] = (Bend){ begin, 1 };
        bends[n++] = (Bend){ begin + height, -1 };
    }
    qsort(bends, n, sizeof *bends, compare_bends);
    for (guint k = 0; k < times->n; k++) {
        const double b = ends[k];
        if (b <= a)
            continue;
        for (; at < n && bends[at].at <= b; at++) {
            sum += slope * (bends[at].at - last);
            last = bends[at].at;
            slope += bends[at].slope;
        }
        const double now = (sum + slope * (b - last)) / times->processors - (b - a);
        if (now > most) {
            most = now;
            worst = b;
        }
    }
    return worst;
}

static double
fernandez_bussell(const Times *times)
{
    g_autofree double *begins = g_new(double, times->n);
    g_autofree double *ends = g_new(double, times->n);
    g_autofree Bend *bends = g_new(Bend, 2 * (gsize)times->n);
    double most = 0;

    for (guint i = 0; i < times->n; i++) {
        begins[i] = times->earliest[i];
        ends[i] = times->latest[i] + times->time[i];
    }
    qsort(begins, times->n, sizeof *begins, compare_doubles);
    qsort(ends, times->n, sizeof *ends, compare_doubles);
    for (guint k = 0; k < times->n; k++) {
        if (k > 0 && begins[k] == begins[k - 1])
            continue;
        const double b = worst_end(times, begins[k], ends, bends);
        if (b > begins[k])
            most = MAX(most, excess(times, begins[k], b));
    }
    return times->path + most;
}

/* Whether a schedule that wastes nothing ends at a whole number: times and delays are, and
 * processors are alike. */
static gboolean
is_whole(const ScheduleProblem *problem)
{
    const TaskGraph *graph = problem->graph;

    if (problem->times != NULL || problem->costs != NULL)
        return FALSE;
    for (guint i = 0; i < problem->n; i++)
        if (problem->mean[i] != floor(problem->mean[i]))
            return FALSE;
    for (guint e = 0; e < graph->edges->len; e++)
        if (task_graph_get_edge(graph, e)->delay != floor(task_graph_get_edge(graph, e)->delay))
            return FALSE;
    return TRUE;
}

/* The next whole number; what rounding may have added does not count. */
static double
round_up(double bound)
{
    return ceil(bound - 1e-9);
}

ScheduleBounds
schedule_bounds(const ScheduleProblem *problem)
{
    g_auto(Times) times = { 0 };
    ScheduleBounds bounds = { .fernandez_bussell = NAN };
    double sum = 0;

    make_times(problem, &times);
    for (guint i = 0; i < times.n; i++)
        sum += times.time[i];
    bounds.critical_path = times.path;
    bounds.work = sum / times.processors;
    if (times.n <= SCHEDULE_MOST_BOUNDED)
        bounds.fernandez_bussell = fernandez_bussell(&times);
    if (is_whole(problem)) {
        bounds.critical_path = round_up(bounds.critical_path);
        bounds.work = round_up(bounds.work);
        bounds.fernandez_bussell = round_up(bounds.fernandez_bussell);
    }
    bounds.bound = MAX(bounds.critical_path, bounds.work);
    if (bounds.fernandez_bussell > bounds.bound)
        bounds.bound = bounds.fernandez_bussell;
    return bounds;
}

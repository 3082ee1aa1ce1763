/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every schedule can be built by appending tasks in the order of their starts, each as early as
 * possible without being shorter.  So a state is a set of tasks that are placed, and all that is to
 * come depends on when processors are free, on the last start, and on the ends of tasks with
 * successors to come: states that are equal in these are looked at once.
 */
#include "src/analysis/schedule/optimum.h"

#include <math.h>
#include <string.h>

#include "src/base/hash.h"

typedef struct {
    const ScheduleProblem *problem;
    Schedule *schedule;
    double *least; /* [task]: its least time */
    double *tail;  /* [task]: the same of the longest path from it on, messages for nothing */
    double *arrival;  /* [depth * processors] */
    double *free;     /* [processor]: when it is */
    double *early;    /* [task]: scratch */
    guint32 placed;   /* set of tasks */
    double last;      /* start of the task that was placed last */
    double best, bound;
    guint64 states, most;
    gboolean even; /* processors are alike: of empty ones the first will do */
    GHashTable *seen; /* of GBytes */
} Search;

static gboolean
is_ready(const Search *search, guint i)
{
    const TaskGraph *graph = search->problem->graph;

    if ((search->placed >> i & 1) != 0)
        return FALSE;
    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++)
        if ((search->placed >> task_graph_get_edge(graph, graph->in[x])->from & 1) == 0)
            return FALSE;
    return TRUE;
}

/* When everything may be over at the earliest: paths through what is to come, and its work. */
static double
lower_bound(Search *search)
{
    const TaskGraph *graph = search->problem->graph;
    const guint p = search->problem->p;
    double bound = 0, work = 0, least = search->free[0];

    for (guint q = 0; q < p; q++) {
        least = MIN(least, search->free[q]);
        bound = MAX(bound, search->free[q]);
        work += MAX(search->free[q], search->last);
    }
    for (guint k = 0; k < search->problem->n; k++) {
        const guint i = graph->order[k];
        if ((search->placed >> i & 1) != 0) {
            search->early[i] = search->schedule->finish[i];
            continue;
        }
        double start = MAX(least, search->last);
        for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++)
            start = MAX(start, search->early[task_graph_get_edge(graph, graph->in[x])->from]);
        search->early[i] = start + search->least[i];
        bound = MAX(bound, start + search->tail[i]);
        work += search->least[i];
    }
    return MAX(bound, work / p);
}

/* Whether a successor of task i is to come. */
static gboolean
counts(const Search *search, guint i)
{
    const TaskGraph *graph = search->problem->graph;

    for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++)
        if ((search->placed >> task_graph_get_edge(graph, graph->out[x])->to & 1) == 0)
            return TRUE;
    return FALSE;
}

static void
add_number(GByteArray *key, double number)
{
    g_byte_array_append(key, (const guint8 *)&number, sizeof number);
}

/* Notes the state; FALSE: it was there before. */
static gboolean
is_new(Search *search)
{
    GByteArray *key = g_byte_array_new();

    g_byte_array_append(key, (const guint8 *)&search->placed, sizeof search->placed);
    add_number(key, search->last);
    for (guint q = 0; q < search->problem->p; q++)
        add_number(key, search->free[q]);
    for (guint i = 0; i < search->problem->n; i++) {
        if ((search->placed >> i & 1) == 0 || !counts(search, i))
            continue;
        add_number(key, search->schedule->finish[i]);
        add_number(key, search->schedule->processor[i]);
    }
    return g_hash_table_add(search->seen, g_byte_array_free_to_bytes(key));
}

static void visit(Search *search, guint depth);

static void
try_place(Search *search, guint depth, guint i, guint p, double start)
{
    Schedule *schedule = search->schedule;
    const double free = search->free[p], last = search->last;

    schedule->processor[i] = p;
    schedule->start[i] = start;
    schedule->finish[i] = start + schedule_problem_time(search->problem, i, p);
    search->free[p] = schedule->finish[i];
    search->last = start;
    search->placed |= (guint32)1 << i;
    visit(search, depth + 1);
    search->placed &= ~((guint32)1 << i);
    search->last = last;
    search->free[p] = free;
}

static void
visit_ready(Search *search, guint depth, guint i)
{
    double *arrival = search->arrival + (gsize)depth * search->problem->p;
    gboolean empty = FALSE;

    schedule_arrivals(search->problem, search->schedule, i, arrival);
    for (guint p = 0; p < search->problem->p; p++) {
        const double start = MAX(arrival[p], search->free[p]);
        const gboolean is_empty = search->free[p] == 0;
        /* tasks come by start; of alike processors that have done nothing one is enough */
        if (start < search->last || (search->even && is_empty && empty))
            continue;
        empty |= is_empty;
        try_place(search, depth, i, p, start);
    }
}

static gboolean
is_over(const Search *search)
{
    return search->states >= search->most || search->best <= search->bound;
}

/* At most 20 deep. */
static void
visit(Search *search, guint depth)
{
    const guint n = search->problem->n;

    if (is_over(search))
        return;
    search->states++;
    if (depth == n) {
        double makespan = 0;
        for (guint i = 0; i < n; i++)
            makespan = MAX(makespan, search->schedule->finish[i]);
        search->best = MIN(search->best, makespan);
        return;
    }
    if (lower_bound(search) >= search->best || !is_new(search))
        return;
    for (guint k = 0; k < n; k++) {
        const guint i = search->problem->graph->order[k];
        if (is_ready(search, i))
            visit_ready(search, depth, i);
    }
}

static void
make_tails(Search *search)
{
    const TaskGraph *graph = search->problem->graph;

    for (guint k = search->problem->n; k-- > 0;) {
        const guint i = graph->order[k];
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++)
            search->tail[i] =
                MAX(search->tail[i], search->tail[task_graph_get_edge(graph, graph->out[x])->to]);
        search->least[i] = schedule_problem_least(search->problem, i);
        search->tail[i] += search->least[i];
    }
}

ScheduleOptimum
schedule_optimum(const ScheduleProblem *problem, double best, double bound, guint64 most)
{
    const guint n = problem->n;
    ScheduleOptimum optimum = { NAN, FALSE, 0 };

    if (n > SCHEDULE_MOST_TASKS || most == 0)
        return optimum;
    g_autoptr(Schedule) schedule = schedule_new(problem, "optimum");
    g_autofree double *least = g_new0(double, n);
    g_autofree double *tail = g_new0(double, n);
    g_autofree double *arrival = g_new0(double, (gsize)(n + 1) * problem->p);
    g_autofree double *free = g_new0(double, problem->p);
    g_autofree double *early = g_new0(double, n);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(hash_bytes, g_bytes_equal,
                                                       (GDestroyNotify)g_bytes_unref, NULL);
    Search search = {
        .problem = problem, .schedule = schedule, .least = least, .tail = tail,
        .arrival = arrival, .free = free, .early = early, .best = best, .bound = bound,
        .most = most,
        /* and equally far from each other */
        .even = problem->times == NULL && problem->machine->class_of == NULL,
        .seen = seen,
    };
    make_tails(&search);
    visit(&search, 0);
    optimum.makespan = search.best;
    optimum.states = search.states;
    optimum.proven = search.best <= bound || search.states < most;
    return optimum;
}

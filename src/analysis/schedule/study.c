/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/study.h"

#include <string.h>

#include "src/analysis/schedule/given.h"
#include "src/base/threads.h"

static void
clear_result(gpointer result)
{
    schedule_free(((ScheduleResult *)result)->schedule);
}

static void
clear_row(gpointer data)
{
    ScheduleRow *row = data;

    g_array_unref(row->results);
    schedule_problem_free(row->problem);
    schedule_machine_free(row->machine);
}

ScheduleStudy *
schedule_study_new(const TaskGraph *graph)
{
    ScheduleStudy *study = g_new0(ScheduleStudy, 1);

    study->graph = graph;
    study->rows = g_array_new(FALSE, FALSE, sizeof(ScheduleRow));
    g_array_set_clear_func(study->rows, clear_row);
    return study;
}

void
schedule_study_free(ScheduleStudy *study)
{
    if (study == NULL)
        return;
    g_array_unref(study->rows);
    g_free(study);
}

void
schedule_study_add(ScheduleStudy *study, ScheduleMachine *machine)
{
    ScheduleRow row = { .machine = machine,
                        .results = g_array_new(FALSE, FALSE, sizeof(ScheduleResult)) };

    g_array_set_clear_func(row.results, clear_result);
    g_array_append_val(study->rows, row);
}

/* One schedule of one row, for a thread. */
typedef struct {
    ScheduleRow *row;
    ScheduleHeuristic heuristic;
    Schedule *schedule;
} Job;

static void
run_job(gpointer data, gpointer nothing G_GNUC_UNUSED)
{
    Job *job = data;

    job->schedule = schedule_make(job->row->problem, job->heuristic);
}

static void
run_bounds(gpointer data, gpointer options)
{
    ScheduleRow *row = data;
    const ScheduleResult *best = schedule_row_result(row, row->best);

    row->bounds = schedule_bounds(row->problem);
    row->optimum = schedule_optimum(row->problem, best->schedule->makespan, row->bounds.bound,
                                    ((const ScheduleOptions *)options)->states);
}

typedef struct {
    GFunc func;
    gpointer data;
    const GPtrArray *items;
} All;

static void
do_one(guint item, gpointer data)
{
    const All *all = data;

    all->func(g_ptr_array_index(all->items, item), all->data);
}

/* Does func(item, data) for each; results do not depend on who does which. */
static void
for_all(GFunc func, gpointer data, const GPtrArray *items, guint threads)
{
    All all = { func, data, items };

    threads_run(&(Threads){ items->len, MAX(threads, 1), do_one, &all, NULL, NULL });
}

static void
add_result(ScheduleRow *row, Schedule *schedule)
{
    const double one = row->problem->one, makespan = schedule->makespan;
    const double speed_up = makespan > 0 ? one / makespan : 1;
    const ScheduleResult result = { schedule->name, schedule, speed_up,
                                    speed_up / row->problem->p };

    g_array_append_val(row->results, result);
    if (makespan < schedule_row_result(row, row->best)->schedule->makespan)
        row->best = row->results->len - 1;
}

static gboolean
make_problems(ScheduleStudy *study, GError **error)
{
    for (guint i = 0; i < study->rows->len; i++) {
        ScheduleRow *row = &g_array_index(study->rows, ScheduleRow, i);
        row->problem = schedule_problem_new(study->graph, row->machine, error);
        if (row->problem == NULL)
            return FALSE;
    }
    return TRUE;
}

static void
run_heuristics(ScheduleStudy *study, const ScheduleOptions *options)
{
    g_autoptr(GPtrArray) jobs = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; i < study->rows->len; i++)
        for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++) {
            Job *job = g_new0(Job, 1);
            job->row = &g_array_index(study->rows, ScheduleRow, i);
            job->heuristic = h;
            if (options->heuristics[h])
                g_ptr_array_add(jobs, job);
            else
                g_free(job);
        }
    for_all(run_job, NULL, jobs, options->threads);
    for (guint i = 0; i < jobs->len; i++) {
        const Job *job = g_ptr_array_index(jobs, i);
        add_result(job->row, job->schedule);
    }
}

static gboolean
add_given(ScheduleStudy *study, const GArray *assignments, GError **error)
{
    for (guint i = 0; i < study->rows->len && assignments != NULL; i++) {
        ScheduleRow *row = &g_array_index(study->rows, ScheduleRow, i);
        Schedule *given = schedule_given(row->problem, assignments, error);
        if (given == NULL)
            return FALSE;
        add_result(row, given);
    }
    return TRUE;
}

/* The least make-span, then the fewest processors, then the first. */
static guint
best_row(const ScheduleStudy *study)
{
    guint best = 0;

    for (guint i = 1; i < study->rows->len; i++) {
        const ScheduleRow *a = schedule_study_row(study, i);
        const ScheduleRow *b = schedule_study_row(study, best);
        const double x = schedule_row_result(a, a->best)->schedule->makespan;
        const double y = schedule_row_result(b, b->best)->schedule->makespan;
        if (x < y || (x == y && a->machine->n < b->machine->n))
            best = i;
    }
    return best;
}

gboolean
schedule_study_run(ScheduleStudy *study, const ScheduleOptions *options, GError **error)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new();

    if (!make_problems(study, error))
        return FALSE;
    run_heuristics(study, options);
    if (!add_given(study, options->assignments, error))
        return FALSE;
    for (guint i = 0; i < study->rows->len; i++)
        g_ptr_array_add(rows, &g_array_index(study->rows, ScheduleRow, i));
    for_all(run_bounds, (gpointer)options, rows, options->threads);
    study->best = best_row(study);
    return TRUE;
}

guint
schedule_row_find(const ScheduleRow *row, const char *name)
{
    for (guint i = 0; i < row->results->len; i++)
        if (strcmp(schedule_row_result(row, i)->name, name) == 0)
            return i;
    return G_MAXUINT;
}

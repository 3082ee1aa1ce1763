/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/run.h"

#include "src/base/threads.h"

typedef struct {
    Sweep *sweep;
    const TraceProgram *program;
    SweepRunOptions options;
    guint first, n;
    GArray *jobs;         /* owned: guint, the rows in the order in which they are begun */
    pthread_mutex_t lock; /* of all that follows, and of the rows */
    char ***warnings;     /* of each row, until they are collected; owned */
    guint n_done;
    gboolean abandoned;
} Run;

void
sweep_describe_trace(Sweep *sweep, const TraceProgram *program)
{
    const TraceInfo *info = &program->info;
    g_free(sweep->trace.file);
    g_free(sweep->trace.program);
    sweep->trace = (SweepTrace){
        .file = g_strdup(info->file),
        .program = g_strdup(info->program),
        .n_calls = info->n_calls,
        .bytes = info->bytes,
        .lines = info->lines,
        .complete = info->complete,
        .rts_version = info->rts_version,
        .exit_code = info->exit_code,
    };
}

static SweepResult
result_of(const Prediction *prediction, gboolean has_pop)
{
    const Interval *root = &prediction->intervals[0];
    SweepResult result = {
        .execution_time = prediction->execution_time,
        .serial_time = prediction->serial_time,
        .total_time = root->total_time,
        .productive_time = root->values.productive_time,
        .efficiency = root->efficiency,
        .start_exit = root->values.start_exit,
        .start_exit_repeated = root->values.start_exit_repeated,
        .efficiency_without_start = root->efficiency_without_start,
        .has_pop = has_pop,
    };
    if (has_pop)
        result.pop = root->pop;
    result.losses[SWEEP_INSUFFICIENT] = root->values.insuff_parallelism;
    for (guint i = 0; i < N_OPERATIONS; i++)
        result.losses[SWEEP_COMMUNICATION + i] = root->values.operations[i].communication;
    result.losses[SWEEP_IDLE] = root->values.idle;
    return result;
}

/* Predicts one row, which is only read; what it found out is in a row that has nothing else. */
static SweepRow
predict_row(const Run *run, const SweepRow *row, char ***warnings)
{
    const SweepRunOptions *options = &run->options;
    g_autoptr(GError) error = NULL;
    g_autoptr(Prediction) prediction = NULL;
    if (params_check(row->params, &error))
        prediction = predict(run->program, row->params, &options->predict, &error);
    if (prediction == NULL)
        return (SweepRow){ .status = SWEEP_FAILED, .reason = g_strdup(error->message) };
    *warnings = g_steal_pointer(&prediction->warnings);
    return (SweepRow){
        .status = SWEEP_DONE,
        .result = result_of(prediction, !options->predict.no_ideal),
        .report =
            options->visit != NULL ? options->visit(prediction, row, options->data) : NULL,
    };
}

static void
work(guint job, gpointer data)
{
    Run *run = data;
    const guint i = g_array_index(run->jobs, guint, job);
    pthread_mutex_lock(&run->lock);
    SweepRow *row = run->abandoned ? NULL : sweep_row(run->sweep, i);
    pthread_mutex_unlock(&run->lock);
    if (row == NULL)
        return;

    char **warnings = NULL;
    SweepRow found = predict_row(run, row, &warnings);
    pthread_mutex_lock(&run->lock);
    if (!run->abandoned) {
        row->status = found.status;
        row->reason = g_steal_pointer(&found.reason);
        row->result = found.result;
        row->report = g_steal_pointer(&found.report);
        run->warnings[i - run->first] = g_steal_pointer(&warnings);
        run->n_done++;
    }
    pthread_mutex_unlock(&run->lock);
    g_free(found.reason);
    g_free(found.report);
    g_strfreev(warnings);
}

static gint
compare_jobs(gconstpointer a, gconstpointer b, gpointer data)
{
    const guint i = *(const guint *)a, j = *(const guint *)b;
    const gint64 n = sweep_row_processors(sweep_row(data, i));
    const gint64 m = sweep_row_processors(sweep_row(data, j));
    return n != m ? (n < m ? 1 : -1) : (i > j) - (i < j);
}

/* The largest and the smallest configurations in turn. */
static GArray *
order_jobs(const Run *run)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint));
    GArray *jobs = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = run->first; i < run->first + run->n; i++)
        g_array_append_val(rows, i);
    g_array_sort_with_data(rows, compare_jobs, run->sweep);
    for (guint k = 0; k < rows->len; k++) {
        const guint at = k % 2 == 0 ? k / 2 : rows->len - 1 - k / 2;
        g_array_append_val(jobs, g_array_index(rows, guint, at));
    }
    return jobs;
}

/* What is done after it was said that no more is wanted is not taken. */
static gboolean
may_go_on(gpointer data)
{
    Run *run = data;
    const SweepRunOptions *o = &run->options;
    pthread_mutex_lock(&run->lock);
    const guint n_done = run->n_done;
    pthread_mutex_unlock(&run->lock);
    if (o->go_on == NULL || o->go_on(o->before + n_done, o->before + run->n, o->data))
        return TRUE;
    pthread_mutex_lock(&run->lock);
    run->abandoned = run->n_done < run->n;
    pthread_mutex_unlock(&run->lock);
    return !run->abandoned;
}

static void
tell_alone(gpointer data)
{
    const Run *run = data;
    if (run->options.alone != NULL)
        run->options.alone(run->options.data);
}

/* Moves the warnings of the rows into the sweep, in the order of the rows. */
static void
collect_warnings(Run *run)
{
    for (guint i = 0; i < run->n; i++) {
        SweepRow *row = sweep_row(run->sweep, run->first + i);
        for (char **warning = run->warnings[i]; warning != NULL && *warning != NULL; warning++)
            sweep_add_warning(run->sweep, row, *warning);
        g_clear_pointer(&run->warnings[i], g_strfreev);
    }
}

gboolean
sweep_run(Sweep *sweep, guint first, guint n, const TraceProgram *program,
          const SweepRunOptions *options)
{
    Run *run = g_new0(Run, 1);
    *run = (Run){ .sweep = sweep,
                  .program = program,
                  .options = *options,
                  .first = first,
                  .n = n,
                  .warnings = g_new0(char **, MAX(n, 1)) };
    run->jobs = order_jobs(run);
    pthread_mutex_init(&run->lock, NULL);
    const Threads threads = { n, options->n_threads, work, run, may_go_on, tell_alone };
    const gboolean done = may_go_on(run) && threads_run(&threads);
    sweep->interrupted |= !done;
    collect_warnings(run);
    if (!done)
        return FALSE; /* workers may still use the run */
    g_array_unref(run->jobs);
    g_free(run->warnings);
    pthread_mutex_destroy(&run->lock);
    g_free(run);
    return TRUE;
}

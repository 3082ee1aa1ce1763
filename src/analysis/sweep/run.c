/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/run.h"

/* How long to wait before go_on() is asked again. */
#define ASK_AGAIN (G_TIME_SPAN_SECOND / 20)

typedef struct {
    Sweep *sweep;
    const TraceProgram *program;
    SweepRunOptions options;
    guint first, n;
    GThreadPool *pool;
    GMutex lock; /* of all that follows, and of the rows */
    GCond done;
    char ***warnings; /* of each row, until they are collected; owned */
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

/* A job of the pool: the index of a row, plus 1. */
static void
work(gpointer job, gpointer data)
{
    Run *run = data;
    const guint i = GPOINTER_TO_UINT(job) - 1;
    g_mutex_lock(&run->lock);
    SweepRow *row = run->abandoned ? NULL : sweep_row(run->sweep, i);
    g_mutex_unlock(&run->lock);
    if (row == NULL)
        return;

    char **warnings = NULL;
    SweepRow found = predict_row(run, row, &warnings);
    g_mutex_lock(&run->lock);
    if (!run->abandoned) {
        row->status = found.status;
        row->reason = g_steal_pointer(&found.reason);
        row->result = found.result;
        row->report = g_steal_pointer(&found.report);
        run->warnings[i - run->first] = g_steal_pointer(&warnings);
        run->n_done++;
        g_cond_broadcast(&run->done);
    }
    g_mutex_unlock(&run->lock);
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

/* Hands the rows out, the largest and the smallest configurations in turn. */
static void
push_all(Run *run)
{
    const gboolean threads = g_thread_pool_get_num_threads(run->pool) > 0;
    g_autoptr(GArray) jobs = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = run->first; i < run->first + run->n; i++)
        g_array_append_val(jobs, i);
    g_array_sort_with_data(jobs, compare_jobs, run->sweep);
    for (guint k = 0; k < jobs->len; k++) {
        const guint at = k % 2 == 0 ? k / 2 : jobs->len - 1 - k / 2;
        gpointer job = GUINT_TO_POINTER(g_array_index(jobs, guint, at) + 1);
        if (threads)
            g_thread_pool_push(run->pool, job, NULL);
        else /* no thread to be had: slower, but the same */
            work(job, run);
    }
}

static gboolean
may_go_on(const Run *run, guint n_done)
{
    const SweepRunOptions *o = &run->options;
    return o->go_on == NULL || o->go_on(o->before + n_done, o->before + run->n, o->data);
}

/* Waits for the rows; FALSE: they are not wanted any more. */
static gboolean
wait_for_all(Run *run)
{
    g_mutex_lock(&run->lock);
    while (run->n_done < run->n && !run->abandoned) {
        const gint64 end = g_get_monotonic_time() + ASK_AGAIN;
        while (run->n_done < run->n && g_cond_wait_until(&run->done, &run->lock, end))
            ;
        const guint n_done = run->n_done;
        g_mutex_unlock(&run->lock);
        const gboolean wanted = n_done == run->n || may_go_on(run, n_done);
        g_mutex_lock(&run->lock);
        run->abandoned = !wanted;
    }
    g_mutex_unlock(&run->lock);
    return !run->abandoned;
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
    g_mutex_init(&run->lock);
    g_cond_init(&run->done);
    run->abandoned = !may_go_on(run, 0);
    if (!run->abandoned) {
        const gint n_threads = (gint)CLAMP(options->n_threads, 1, MAX(n, 1));
        run->pool = g_thread_pool_new(work, run, n_threads, TRUE, NULL);
        push_all(run);
    }
    const gboolean done = wait_for_all(run);
    sweep->interrupted |= !done;
    if (done)
        g_thread_pool_free(run->pool, FALSE, TRUE);
    collect_warnings(run);
    if (!done)
        return FALSE; /* workers may still use the run */
    g_free(run->warnings);
    g_mutex_clear(&run->lock);
    g_cond_clear(&run->done);
    g_free(run);
    return TRUE;
}

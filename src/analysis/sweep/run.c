/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/run.h"

/* What a worker found out about a row. */
typedef struct {
    SweepStatus status;
    char *reason;
    SweepResult result;
    char **warnings;
    char *report;
} Outcome;

struct _SweepRun {
    Sweep *sweep;
    const TraceProgram *program;
    const SweepRunOptions *options;
    guint first, n;
    GThreadPool *pool;
    GMutex lock; /* of all that follows, and of the rows */
    GCond done;
    char ***warnings; /* of each row, until they are collected; owned */
    guint n_done;
    gboolean abandoned;
};

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

/* Predicts one row, which is only read. */
static Outcome
predict_row(const SweepRun *run, const SweepRow *row)
{
    const SweepRunOptions *options = run->options;
    g_autoptr(GError) error = NULL;
    g_autoptr(Prediction) prediction = NULL;
    if (params_check(row->params, &error))
        prediction = predict(run->program, row->params, &options->predict, &error);
    if (prediction == NULL)
        return (Outcome){ .status = SWEEP_FAILED, .reason = g_strdup(error->message) };
    return (Outcome){
        .status = SWEEP_DONE,
        .result = result_of(prediction, !options->predict.no_ideal),
        .warnings = g_steal_pointer(&prediction->warnings),
        .report =
            options->visit != NULL ? options->visit(prediction, row, options->data) : NULL,
    };
}

/* A job of the pool: the index of a row, plus 1. */
static void
work(gpointer job, gpointer data)
{
    SweepRun *run = data;
    const guint i = GPOINTER_TO_UINT(job) - 1;
    g_mutex_lock(&run->lock);
    gboolean wanted = !run->abandoned;
    SweepRow *row = wanted ? sweep_row(run->sweep, i) : NULL;
    g_mutex_unlock(&run->lock);
    if (!wanted)
        return;

    Outcome outcome = predict_row(run, row);
    g_mutex_lock(&run->lock);
    wanted = !run->abandoned;
    if (wanted) {
        row->status = outcome.status;
        row->reason = g_steal_pointer(&outcome.reason);
        row->result = outcome.result;
        row->report = g_steal_pointer(&outcome.report);
        run->warnings[i - run->first] = g_steal_pointer(&outcome.warnings);
        run->n_done++;
        g_cond_broadcast(&run->done);
    }
    g_mutex_unlock(&run->lock);
    g_free(outcome.reason);
    g_free(outcome.report);
    g_strfreev(outcome.warnings);
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
push_all(SweepRun *run)
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

SweepRun *
sweep_run_start(Sweep *sweep, guint first, guint n, const TraceProgram *program,
                const SweepRunOptions *options)
{
    SweepRun *run = g_new0(SweepRun, 1);
    run->sweep = sweep;
    run->program = program;
    run->options = options;
    run->first = first;
    run->n = n;
    run->warnings = g_new0(char **, MAX(n, 1));
    g_mutex_init(&run->lock);
    g_cond_init(&run->done);
    const gint n_threads = (gint)CLAMP(options->n_threads, 1, MAX(n, 1));
    run->pool = g_thread_pool_new(work, run, n_threads, TRUE, NULL);
    push_all(run);
    return run;
}

gboolean
sweep_run_wait(SweepRun *run, gint64 microseconds)
{
    const gint64 end = g_get_monotonic_time() + microseconds;
    g_mutex_lock(&run->lock);
    while (run->n_done < run->n && g_cond_wait_until(&run->done, &run->lock, end))
        ;
    const gboolean done = run->n_done == run->n;
    g_mutex_unlock(&run->lock);
    return done;
}

guint
sweep_run_n_done(SweepRun *run)
{
    g_mutex_lock(&run->lock);
    const guint n = run->n_done;
    g_mutex_unlock(&run->lock);
    return n;
}

/* Moves the warnings of the rows into the sweep, in the order of the rows. */
static void
collect_warnings(SweepRun *run)
{
    for (guint i = 0; i < run->n; i++) {
        SweepRow *row = sweep_row(run->sweep, run->first + i);
        for (char **warning = run->warnings[i]; warning != NULL && *warning != NULL; warning++)
            sweep_add_warning(run->sweep, row, *warning);
        g_clear_pointer(&run->warnings[i], g_strfreev);
    }
}

void
sweep_run_end(SweepRun *run)
{
    g_thread_pool_free(run->pool, FALSE, TRUE);
    collect_warnings(run);
    g_free(run->warnings);
    g_mutex_clear(&run->lock);
    g_cond_clear(&run->done);
    g_free(run);
}

void
sweep_run_abandon(SweepRun *run)
{
    g_mutex_lock(&run->lock);
    run->abandoned = TRUE;
    run->sweep->interrupted = TRUE;
    g_mutex_unlock(&run->lock);
    collect_warnings(run);
}

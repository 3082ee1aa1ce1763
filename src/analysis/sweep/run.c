/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/run.h"

#include "src/analysis/sweep/part.h"
#include "src/base/threads.h"

/* How often helpers are served, microseconds: while they wait they have a few rows in store. */
#define SERVE_AGAIN 1000

struct _SweepDeal {
    Sweep *sweep;
    const TraceProgram *program;
    SweepRunOptions options;
    guint first, n;
    GArray *jobs;         /* owned: guint, the rows in the order in which they are begun */
    gint64 asked;         /* when go_on() was asked last; monotonic microseconds */
    pthread_mutex_t lock; /* of all that follows, and of the rows */
    char ***warnings;     /* of each row, until they are collected; owned */
    guint next, n_done;   /* next of `jobs` */
    gboolean abandoned;
};
typedef SweepDeal Run;

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

SweepRow
sweep_predict_row(const TraceProgram *program, const SweepRow *row,
                  const SweepRunOptions *options, char ***warnings)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Prediction) prediction = NULL;
    *warnings = NULL;
    if (params_check(row->params, &error))
        prediction = predict(program, row->params, &options->predict, &error);
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

const SweepTrace *
sweep_deal_trace(const SweepDeal *deal)
{
    return &deal->sweep->trace;
}

guint
sweep_deal_left(SweepDeal *deal)
{
    pthread_mutex_lock(&deal->lock);
    const guint left = deal->abandoned ? 0 : deal->jobs->len - deal->next;
    pthread_mutex_unlock(&deal->lock);
    return left;
}

const SweepRow *
sweep_deal_next(SweepDeal *deal, guint *number)
{
    const SweepRow *row = NULL;
    pthread_mutex_lock(&deal->lock);
    if (!deal->abandoned && deal->next < deal->jobs->len) {
        *number = g_array_index(deal->jobs, guint, deal->next++);
        row = sweep_row(deal->sweep, *number);
    }
    pthread_mutex_unlock(&deal->lock);
    return row;
}

void
sweep_deal_done(SweepDeal *deal, guint number, SweepRow *found, char **warnings)
{
    pthread_mutex_lock(&deal->lock);
    if (!deal->abandoned) {
        SweepRow *row = sweep_row(deal->sweep, number);
        row->status = found->status;
        row->reason = g_steal_pointer(&found->reason);
        row->result = found->result;
        row->report = g_steal_pointer(&found->report);
        deal->warnings[number - deal->first] = g_steal_pointer(&warnings);
        deal->n_done++;
    }
    pthread_mutex_unlock(&deal->lock);
    g_clear_pointer(&found->reason, g_free);
    g_clear_pointer(&found->report, g_free);
    g_strfreev(warnings);
}

static void
work(guint job G_GNUC_UNUSED, gpointer data)
{
    Run *run = data;
    guint number;
    const SweepRow *row = sweep_deal_next(run, &number);
    if (row == NULL)
        return;
    char **warnings;
    SweepRow found = sweep_predict_row(run->program, row, &run->options, &warnings);
    sweep_deal_done(run, number, &found, warnings);
}

/* Whether a row was predicted before, with all that is wanted: then it is done. */
static gboolean
take_known(Run *run, guint number)
{
    const SweepRunOptions *options = &run->options;
    const SweepRow *row = sweep_row(run->sweep, number);
    const SweepRow *known =
        options->known != NULL ? sweep_known_find(options->known, row) : NULL;
    if (known == NULL || (!options->predict.no_ideal && !known->result.has_pop) ||
        (options->visit != NULL && !options->has_report(row, known->report, options->data)))
        return FALSE;
    SweepRow found = { .status = SWEEP_DONE, .result = known->result };
    if (options->predict.no_ideal) {
        found.result.has_pop = FALSE;
        found.result.pop = (PopFactors){ 0 };
    }
    if (options->visit != NULL)
        found.report = g_strdup(known->report);
    sweep_deal_done(run, number, &found, sweep_known_warnings(options->known, known));
    return TRUE;
}

/* The largest and the smallest configurations in turn, without those that are known. */
static GArray *
order_jobs(Run *run)
{
    g_autoptr(GArray) rows = sweep_part_order(run->sweep, run->first, run->n);
    GArray *jobs = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint k = 0; k < rows->len; k++) {
        const guint at = k % 2 == 0 ? k / 2 : rows->len - 1 - k / 2;
        const guint number = g_array_index(rows, guint, at);
        if (!take_known(run, number))
            g_array_append_val(jobs, number);
    }
    return jobs;
}

/* Whether the caller wants more; helpers are served more often than it is asked. */
static gboolean
is_wanted(Run *run, guint n_done)
{
    const SweepRunOptions *o = &run->options;
    const gint64 now = g_get_monotonic_time();
    if (o->go_on == NULL || (o->helpers != NULL && run->asked > 0 && n_done < run->n &&
                             now - run->asked < THREADS_PAUSE))
        return TRUE;
    run->asked = now;
    return o->go_on(o->before + n_done, o->before + run->n, o->data);
}

/* What is done after it was said that no more is wanted is not taken. */
static gboolean
may_go_on(gpointer data)
{
    Run *run = data;
    const SweepHelpers *helpers = run->options.helpers;
    const gboolean failed = helpers != NULL && !helpers->serve(run, helpers->data);
    pthread_mutex_lock(&run->lock);
    const guint n_done = run->n_done;
    pthread_mutex_unlock(&run->lock);
    if (!failed && is_wanted(run, n_done))
        return TRUE;
    pthread_mutex_lock(&run->lock);
    run->abandoned = failed || run->n_done < run->n;
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

/* FALSE: no more rows are wanted. */
static gboolean
run_all(Run *run)
{
    const SweepRunOptions *o = &run->options;
    const Threads threads = { run->jobs->len,
                              o->n_threads,
                              work,
                              run,
                              may_go_on,
                              tell_alone,
                              o->helpers != NULL ? SERVE_AGAIN : 0 };
    if (!may_go_on(run) || (run->jobs->len > 0 && !threads_run(&threads)))
        return FALSE;
    while (run->n_done < run->n) { /* no thread has anything left to do: helpers have */
        g_usleep(SERVE_AGAIN);
        if (!may_go_on(run))
            return FALSE;
    }
    return TRUE;
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
    pthread_mutex_init(&run->lock, NULL);
    run->jobs = order_jobs(run);
    const gboolean done = run_all(run);
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

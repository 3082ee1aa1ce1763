/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/sweep-run.h"

#include <errno.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdio.h>

#include "src/analysis/sweep/topology.h"
#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/report/formats.h"

/* How long to wait before looking for a signal again, and drawing. */
#define LOOK_AGAIN (G_TIME_SPAN_SECOND / 20)

/* A run shorter than this shows no bar. */
#define FIRST_DRAW (G_TIME_SPAN_SECOND / 2)

#define BAR_WIDTH 24

struct _CliSweepRun {
    const Cli *cli;
    const TraceProgram *program;
    SweepRunOptions options;
    guint n, n_before; /* rows in all; those of the batches before */
    gboolean open;     /* nobody knows how many come behind the `n` that are known */
    gint64 start;      /* monotonic microseconds */
    gboolean drawn;
    int signal;
    sigset_t signals; /* those that interrupt, held back between new and finish */
    sigset_t before;  /* the mask as it was */
    gboolean held;
    /* reports */
    const char *folder;
    const ReportFormat *format;
    ReportOptions report;
    gboolean number_machines;
    GRWLock writing; /* read by threads that write a report; written by who wants no more */
    GMutex lock;     /* of `failure` */
    GError *failure; /* the first report that could not be written */
};

/* From now on a signal is noted; the workers never take one. */
static void
hold(CliSweepRun *run)
{
    cli_interrupt_hold(&run->before);
    run->held = TRUE;
}

static void
release(CliSweepRun *run)
{
    if (run->held)
        cli_interrupt_release(&run->before);
    run->held = FALSE;
}

/* Whether a signal came. */
static gboolean
is_interrupted(CliSweepRun *run)
{
    const struct timespec now = { 0, 0 };

    if (run->held && run->signal == 0) {
        const int signal = sigtimedwait(&run->signals, NULL, &now);
        run->signal = signal > 0 ? signal : 0;
    }
    return run->signal > 0;
}

/* In a worker: writes the report of a row. */
static char *
write_report(const Prediction *prediction, const SweepRow *row, gpointer data)
{
    CliSweepRun *run = data;
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    if (run->number_machines)
        g_string_append_printf(name, "%u-", row->machine);
    topology_append(&row->params->topology, name);
    g_string_append(name, ".html");
    g_autofree char *path = g_build_filename(run->folder, name->str, NULL);
    g_rw_lock_reader_lock(&run->writing);
    const gboolean written =
        report_write_file(prediction, &run->report, run->format, path, &error);
    g_rw_lock_reader_unlock(&run->writing);
    if (written)
        return g_steal_pointer(&path);
    g_mutex_lock(&run->lock);
    if (run->failure == NULL)
        run->failure = g_steal_pointer(&error);
    g_mutex_unlock(&run->lock);
    return NULL;
}

CliSweepRun *
cli_sweep_run_new(const Cli *cli, const TraceProgram *program, guint n, guint n_threads,
                  const PredictOptions *predict, const char *reports, const char *template_dir)
{
    CliSweepRun *run = g_new0(CliSweepRun, 1);

    run->cli = cli;
    run->program = program;
    run->n = n;
    run->open = n == 0;
    run->options = (SweepRunOptions){ .n_threads = n_threads, .predict = *predict };
    run->start = g_get_monotonic_time();
    run->folder = reports;
    g_rw_lock_init(&run->writing);
    g_mutex_init(&run->lock);
    cli_interrupt_signals(&run->signals);
    if (reports == NULL) {
        hold(run);
        return run;
    }
    xmlInitParser(); /* its first use is a race when threads that read templates do it */
    run->report = (ReportOptions){ .max_depth = -1, .template_dir = template_dir };
    run->format = report_format_by_name("html", NULL);
    run->options.visit = write_report;
    run->options.data = run;
    if (g_mkdir_with_parents(reports, 0777) == 0) {
        hold(run);
        return run;
    }
    cli_error(cli, "%s: error: cannot be made: %s", reports, g_strerror(errno));
    cli_sweep_run_free(run);
    return NULL;
}

void
cli_sweep_run_free(CliSweepRun *run)
{
    if (run == NULL)
        return;
    release(run);
    g_rw_lock_clear(&run->writing);
    g_mutex_clear(&run->lock);
    g_clear_error(&run->failure);
    g_free(run);
}

void
cli_sweep_run_number_machines(CliSweepRun *run)
{
    run->number_machines = TRUE;
}

void
cli_sweep_run_stop_reports(CliSweepRun *run)
{
    run->options.visit = NULL;
}

int
cli_sweep_run_signal(const CliSweepRun *run)
{
    return run->signal;
}

CliStatus
cli_sweep_run_finish(CliSweepRun *run)
{
    is_interrupted(run);
    release(run);
    if (run->failure == NULL)
        return CLI_DONE;
    cli_error(run->cli, "%s", run->failure->message);
    return g_error_matches(run->failure, REPORT_ERROR, REPORT_ERROR_TEMPLATE) ? CLI_BAD_INPUT
                                                                              : CLI_NOT_WRITTEN;
}

/* "[=====>      ] 12 of 64 configurations, 8 s left". As many seconds a row as so far; a search
 * may go on after what it has asked for. */
static void
draw(CliSweepRun *run, guint n_done)
{
    const gint64 elapsed = g_get_monotonic_time() - run->start;
    const Cli *cli = run->cli;

    if (cli->quiet || cli->verbose || cli->no_progress || elapsed < FIRST_DRAW)
        return;
    run->drawn = TRUE;
    char bar[BAR_WIDTH + 1];
    const guint filled = (guint)((guint64)BAR_WIDTH * n_done / run->n);
    for (guint i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < filled ? '=' : i == filled ? '>' : ' ';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r\033[K[%s] %u of %u configurations", bar, n_done, run->n);
    if (n_done > 0)
        fprintf(stderr, ", %.0f s left%s",
                ceil((double)elapsed / n_done * (run->n - n_done) / G_TIME_SPAN_SECOND),
                run->open ? " or more" : "");
    fflush(stderr);
}

static void
wipe(CliSweepRun *run)
{
    if (!run->drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    run->drawn = FALSE;
}

/* Waits for the rows; FALSE: a signal came first. */
static gboolean
wait_for(CliSweepRun *run, SweepRun *rows)
{
    while (!sweep_run_wait(rows, LOOK_AGAIN)) {
        if (is_interrupted(run))
            return FALSE;
        draw(run, run->n_before + sweep_run_n_done(rows));
    }
    return TRUE;
}

gboolean
cli_sweep_run_batch(Sweep *sweep, guint first, guint n, gpointer data)
{
    CliSweepRun *run = data;

    if (is_interrupted(run)) {
        sweep->interrupted = TRUE;
        return FALSE;
    }
    /* the steps of a search, and the sensitivity, come behind what was known */
    run->n = MAX(run->n, run->n_before + n);
    SweepRun *rows = sweep_run_start(sweep, first, n, run->program, &run->options);
    const gboolean done = wait_for(run, rows);
    wipe(run);
    if (done) {
        sweep_run_end(rows);
        run->n_before += n;
    } else {
        sweep_run_abandon(rows);
        g_rw_lock_writer_lock(&run->writing); /* reports that are being written become whole */
    }
    return done;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/sweep-run.h"

#include <errno.h>
#include <libxml/parser.h>
#include <math.h>

#include "src/analysis/sweep/topology.h"
#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/cli/progress.h"

/* Whether a signal came. */
static gboolean
is_interrupted(CliSweepRun *run)
{
    const struct timespec now = { 0, 0 };

    if (run->held && run->signal <= 0)
        run->signal = sigtimedwait(&run->signals, NULL, &now);
    return run->signal > 0;
}

/* In a worker: writes the report of a row. */
static char *
write_report(const Prediction *prediction, const SweepRow *row, gpointer data)
{
    CliSweepRun *run = data;
    const ReportOptions options = { .max_depth = -1, .template_dir = run->template_dir };
    Report report = { prediction, &options };
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    if (run->number_machines)
        g_string_append_printf(name, "%u-", row->machine);
    topology_append(&row->params->topology, name);
    g_string_append(name, ".html");
    g_autofree char *path = g_build_filename(run->folder, name->str, NULL);
    g_rw_lock_reader_lock(&run->writing);
    const gboolean written = report_sink_to_file(report_html_write, &report, path, &error);
    g_rw_lock_reader_unlock(&run->writing);
    if (written)
        return g_steal_pointer(&path);
    g_mutex_lock(&run->lock);
    if (run->failure == NULL)
        run->failure = g_steal_pointer(&error);
    g_mutex_unlock(&run->lock);
    return NULL;
}

/* "[=====>      ] 12 of 64 configurations, 8 s left". As many seconds a row as so far; a search
 * may go on after what it has asked for. */
static void
draw(CliSweepRun *run, guint n_done, guint n)
{
    const gint64 elapsed = g_get_monotonic_time() - run->start;

    if (!cli_progress_is_wanted(run->cli) || elapsed < CLI_PROGRESS_FIRST)
        return;
    g_autofree char *left =
        n_done > 0 ? g_strdup_printf(
                         ", %.0f s left%s",
                         ceil((double)elapsed / n_done * (n - n_done) / G_TIME_SPAN_SECOND),
                         run->is_search ? " or more" : "")
                   : g_strdup("");
    cli_progress_draw(n_done, n, "%u of %u configurations%s", n_done, n, left);
    run->drawn = TRUE;
}

static gboolean
go_on(guint n_done, guint n, gpointer data)
{
    CliSweepRun *run = data;

    if (is_interrupted(run))
        return FALSE;
    draw(run, n_done, n);
    return TRUE;
}

/* Signals are as before the start. */
static void
release(CliSweepRun *run)
{
    if (run->held)
        cli_interrupt_release(&run->before);
    run->held = FALSE;
}

gboolean
cli_sweep_run_start(CliSweepRun *run)
{
    g_rw_lock_init(&run->writing);
    g_mutex_init(&run->lock);
    run->options.go_on = go_on;
    run->options.data = run;
    run->start = g_get_monotonic_time();
    if (run->folder != NULL && g_mkdir_with_parents(run->folder, 0777) != 0) {
        cli_error(run->cli, "%s: error: cannot be made: %s", run->folder, g_strerror(errno));
        return FALSE;
    }
    if (run->folder != NULL) {
        xmlInitParser(); /* its first use is a race when threads that read templates do it */
        run->options.visit = write_report;
    }
    /* from now on a signal is noted; the workers never take one */
    cli_interrupt_signals(&run->signals);
    cli_interrupt_hold(&run->before);
    run->held = TRUE;
    return TRUE;
}

void
cli_sweep_run_predict(CliSweepRun *run, const SweepPlan *plan, Sweep *sweep,
                      const TraceProgram *program)
{
    sweep_plan_predict(plan, sweep, program, &run->options);
    if (run->drawn)
        cli_progress_wipe();
    if (sweep->interrupted)
        g_rw_lock_writer_lock(&run->writing);
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

void
cli_sweep_run_clear(CliSweepRun *run)
{
    release(run);
    g_rw_lock_clear(&run->writing);
    g_mutex_clear(&run->lock);
    g_clear_error(&run->failure);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor sweep: one reading of the trace, many configurations.
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "src/analysis/sweep/best.h"
#include "src/analysis/sweep/part.h"
#include "src/analysis/sweep/topology.h"
#include "src/cli/command/command.h"
#include "src/cli/command/sweep.h"
#include "src/cli/file.h"
#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/trace.h"
#include "src/report/sweep/read.h"
#include "src/report/sweep/view.h"

/* Different reasons why configurations cannot run that are told; the outputs have all. */
#define MOST_REASONS 3

/* Why a row cannot run: an error, or a warning where others can. A reason from the trace begins
 * with its place. */
static void
tell_reason(const Cli *cli, gboolean fatal, const SweepRow *row)
{
    static const char word[] = ": error: ";
    const char *error = strstr(row->reason, word);
    g_autofree char *place =
        g_strndup(row->reason, error != NULL ? (gsize)(error - row->reason) : 0);
    g_autofree char *topology = topology_name(&row->params->topology);

    (fatal ? cli_error : cli_warning)(cli, "%s: %s: %s with %s cannot run: %s",
                                      error != NULL ? place : "predictor",
                                      fatal ? "error" : "warning", topology, row->params_file,
                                      error != NULL ? error + strlen(word) : row->reason);
}

/* Says the first few reasons why configurations cannot run, and then how many cannot.
 * CLI_BAD_INPUT when none can: there is no answer then. */
static CliStatus
tell_failures(const Cli *cli, const Sweep *sweep)
{
    const guint n_failed = sweep_count(sweep, SWEEP_FAILED), n = sweep->rows->len;
    const gboolean all = n_failed > 0 && n_failed == n;
    g_autoptr(GHashTable) reasons = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < n && g_hash_table_size(reasons) < MOST_REASONS; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        if (row->status != SWEEP_FAILED || !g_hash_table_add(reasons, row->reason))
            continue;
        tell_reason(cli, all, row);
    }
    if (all && n > 1)
        cli_error(cli, "no configuration can run");
    else if (n_failed > 0 && !all)
        cli_warning(cli, "predictor: warning: %u of %u configurations cannot run", n_failed, n);
    return all ? CLI_BAD_INPUT : CLI_DONE;
}

/* Says what is wrong with configurations, each thing once. */
static CliStatus
tell_warnings(const Cli *cli, const Sweep *sweep)
{
    for (guint i = 0; i < sweep->warnings->len; i++)
        cli_warning(cli, "%s", (char *)g_ptr_array_index(sweep->warnings, i));
    return tell_failures(cli, sweep);
}

/* Whether a path could be that of a report: reports are named 4x2.html or 3-4x2.html. */
static gboolean
is_report(const SweepArgs *o, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = g_path_get_basename(path);

    return o->reports != NULL && cli_file_same_place(folder, o->reports) &&
           strcmp(base + strspn(base, "0123456789x-"), ".html") == 0;
}

static CliInputs
inputs_of(const SweepArgs *o)
{
    return (CliInputs){ o->args, o->n_args, o->template_dir, NULL };
}

/* Known formats, no two at the same place, none over an input or a report. */
static gboolean
add_outputs(const Cli *cli, GArray *outputs, const SweepArgs *o, GError **error)
{
    const CliInputs inputs = inputs_of(o);
    if (!cli_outputs_add(cli, outputs, REPORT_OF_SWEEP, NULL, o->outputs, o->format, &inputs,
                         error))
        return FALSE;
    for (guint i = 0; i < outputs->len; i++) {
        const char *path = g_array_index(outputs, CliOutput, i).path;
        if (path != NULL && is_report(o, path))
            return cli_refuse(
                error, "the output %s has the name of a report of a configuration", path);
    }
    return TRUE;
}

/* The options, and what they lead to. */
typedef struct {
    const SweepArgs *options;
    const Sweep *sweep;
} Written;

static gboolean
write_output(const CliOutput *output, gpointer data, GError **error)
{
    const Written *written = data;
    const char *path = output->path;
    g_autofree char *folder = path != NULL ? g_path_get_dirname(path) : NULL;
    const SweepOptions options = {
        .template_dir = written->options->template_dir,
        .folder = folder,
        .colour = path == NULL && cli_message_wants_colour(STDOUT_FILENO),
    };
    g_autoptr(SweepView) view = sweep_view_new(written->sweep, &options);

    return cli_output_fill(output, output->format->write[REPORT_OF_SWEEP], view, error);
}

static CliStatus
write_sweep(const Cli *cli, const SweepArgs *o, const GArray *outputs, const Sweep *sweep)
{
    Written written = { o, sweep };

    return cli_outputs_write(cli, outputs, write_output, &written);
}

/* A sweep under way: threads, the bar with the time left, reports of configurations. Until it
 * is finished a signal is no end of the program: it is noted, rows that are not done stay so,
 * and what is done can be written. */
typedef struct {
    const Cli *cli;
    const SweepArgs *o;
    const SweepOthers *others; /* or NULL */
    SweepRunOptions options;   /* `data` is this */
    SweepReports reports;
    SweepKnown *known; /* --resume */
    int signal;        /* that interrupted it, <= 0: none */
    gint64 start;      /* monotonic microseconds */
    gboolean drawn;
    sigset_t signals; /* those that interrupt, held back between start and finish */
    sigset_t before;  /* the mask as it was */
    gboolean held;
} Run;

/* Whether a signal came. */
static gboolean
is_interrupted(Run *run)
{
    const struct timespec now = { 0, 0 };

    if (run->held && run->signal <= 0)
        run->signal = sigtimedwait(&run->signals, NULL, &now);
    return run->signal > 0;
}

static char *
visit(const Prediction *prediction, const SweepRow *row, gpointer data)
{
    Run *run = data;

    return sweep_reports_write(prediction, row, &run->reports);
}

static gboolean
has_report(const SweepRow *row, const char *report, gpointer data)
{
    const Run *run = data;

    return sweep_reports_have(&run->reports, row, report);
}

/* "[=====>      ] 12 of 64 configurations, 8 s left". As many seconds a row as so far; a search
 * may go on after what it has asked for. */
static void
draw(Run *run, guint n_done, guint n)
{
    const gint64 elapsed = g_get_monotonic_time() - run->start;

    if (!cli_progress_is_wanted(run->cli) || elapsed < CLI_PROGRESS_FIRST)
        return;
    g_autofree char *left =
        n_done > 0 ? g_strdup_printf(
                         ", %.0f s left%s",
                         ceil((double)elapsed / n_done * (n - n_done) / G_TIME_SPAN_SECOND),
                         run->o->plan.most > 0 ? " or more" : "")
                   : g_strdup("");
    cli_progress_draw(n_done, n, "%u of %u configurations%s", n_done, n, left);
    run->drawn = TRUE;
}

static gboolean
go_on(guint n_done, guint n, gpointer data)
{
    Run *run = data;

    if (is_interrupted(run))
        return FALSE;
    draw(run, n_done, n);
    return TRUE;
}

/* Signals are as before the start. */
static void
release(Run *run)
{
    if (run->held)
        cli_interrupt_release(&run->before);
    run->held = FALSE;
}

/* A signal that is noted would have to wait for the row that is under way. */
static void
work_alone(gpointer data)
{
    release(data);
}

/* From now on a signal is noted; the workers never take one. */
static void
start(Run *run)
{
    run->options.n_threads = run->o->n_threads;
    run->options.go_on = go_on;
    run->options.alone = work_alone;
    run->options.data = run;
    run->options.known = run->known;
    run->options.helpers = run->others != NULL ? &run->others->helpers : NULL;
    run->start = g_get_monotonic_time();
    if (run->o->reports != NULL) {
        run->options.visit = visit;
        run->options.has_report = has_report;
    }
    cli_interrupt_signals(&run->signals);
    cli_interrupt_hold(&run->before);
    run->held = TRUE;
}

/* From now on signals end the program again. CLI_NOT_WRITTEN when a report could not be
 * written, which is reported now. */
static CliStatus
finish(Run *run)
{
    const GError *failure = run->reports.failure;

    is_interrupted(run);
    release(run);
    if (failure == NULL)
        return CLI_DONE;
    cli_error(run->cli, "%s", failure->message);
    return sweep_reports_status(failure);
}

static void
run_clear(Run *run)
{
    release(run);
    sweep_reports_clear(&run->reports);
    sweep_known_free(run->known);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Run, run_clear)

static TraceProgram *
read_trace(const Cli *cli, const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CliProgress) progress = cli_progress_new(cli, 1);
    TraceProgram *program = cli_trace_read(cli, progress, path, &error);

    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    if (program == NULL)
        cli_file_error(cli, path, error);
    return program;
}

/* The trace, which others have begun with then. NULL: it has been reported. */
static TraceProgram *
begin(Run *run)
{
    const char *path = run->o->args[run->o->n_args - 1];
    g_autoptr(GError) error = NULL;
    TraceProgram *program = NULL;

    if (run->others != NULL)
        program = run->others->begin(run->o, &run->options.predict, &run->reports,
                                     run->others->data, &error);
    if (error != NULL)
        cli_file_error(run->cli, path, error);
    return program != NULL || error != NULL ? program : read_trace(run->cli, path);
}

/* Ends the program while threads may be at work: nothing that they use is freed. */
static void
leave(const Run *run, int status)
{
    if (run->others != NULL)
        run->others->leave(status, run->others->data);
    _exit(status);
}

/* A failure of others ends the program. */
static void
settle(Run *run, const Sweep *sweep)
{
    g_autofree char *message = NULL;
    CliStatus status;

    if (run->others == NULL || (sweep->interrupted && run->signal > 0) ||
        run->others->settle(run->others->data, &message, &status))
        return;
    cli_error(run->cli, "%s", message);
    leave(run, (int)status);
}

/* Predicts and writes. After an interrupt threads may still be at work, and the program ends
 * here. */
static CliStatus
predict_all(Run *run, Sweep *sweep, const TraceProgram *program, const GArray *outputs)
{
    start(run);
    sweep_plan_predict(&run->o->plan, sweep, program, &run->options);
    if (run->drawn)
        cli_progress_wipe();
    if (sweep->interrupted)
        sweep_reports_stop(&run->reports);
    settle(run, sweep);
    cli_note(run->cli, "predicted %u configurations in %.3f s", sweep_count(sweep, SWEEP_DONE),
             (double)(g_get_monotonic_time() - run->start) / G_TIME_SPAN_SECOND);
    CliStatus status = tell_warnings(run->cli, sweep);
    const CliStatus reported = finish(run);
    const CliStatus written = write_sweep(run->cli, run->o, outputs, sweep);
    status = MAX(status, MAX(reported, written));
    /* A signal that came when all was done is an end all the same. */
    if (run->signal > 0)
        leave(run, CLI_SIGNAL + run->signal);
    return status;
}

/* The last version that was read, of `path`: another one may predict otherwise. */
static void
check_version(const Cli *cli, const Sweep *sweep, const char *path)
{
    const char *version = g_ptr_array_index(sweep->versions, sweep->versions->len - 1);

    if (strcmp(version, PACKAGE_VERSION) != 0)
        cli_warning(cli,
                    "%s: warning: made by version %s of the program, this is " PACKAGE_VERSION
                    "; their predictions may differ",
                    path, version);
}

/* --resume: what was predicted of the same trace. FALSE: it has been reported. */
static gboolean
resume(Run *run, const Sweep *sweep)
{
    const char *path = run->o->resume;
    g_autoptr(Sweep) before = sweep_new();
    g_autoptr(GError) error = NULL;

    if (path == NULL)
        return TRUE;
    before->trace = sweep->trace;
    before->trace.file = g_strdup(sweep->trace.file);
    before->trace.program = g_strdup(sweep->trace.program);
    if (!sweep_read_append(before, path, &error)) {
        if (g_error_matches(error, SWEEP_READ_ERROR, SWEEP_READ_ERROR_TRACE))
            cli_error(run->cli,
                      "%s: error: this sweep is of another trace than %s, or that has "
                      "changed since",
                      path, sweep->trace.file);
        else
            cli_file_error(run->cli, path, error);
        return FALSE;
    }
    check_version(run->cli, before, path);
    run->known = sweep_known_new(g_steal_pointer(&before));
    return TRUE;
}

/* Reads, predicts and writes. */
static CliStatus
sweep_trace(const Cli *cli, const SweepOthers *others, const SweepArgs *o,
            const GArray *outputs)
{
    g_autoptr(GError) error = NULL;
    g_auto(Run) run = {
        .cli = cli,
        .o = o,
        .others = others,
        .options.predict = { .keep_going = o->keep_going,
                             /* reports show POP factors */
                             .no_ideal = o->reports == NULL && !o->pop },
        .reports = { .folder = o->reports,
                     .template_dir = o->template_dir,
                     .numbered = o->plan.machines->len > 1,
                     .inputs = inputs_of(o) },
    };

    sweep_reports_init(&run.reports);
    g_autoptr(TraceProgram) program = begin(&run);
    if (program == NULL)
        return CLI_BAD_INPUT;
    g_autoptr(Sweep) sweep = sweep_plan_rows(&o->plan, program, &error);
    if (sweep == NULL)
        return cli_usage_error(cli, "%s", error->message);
    if (!resume(&run, sweep))
        return CLI_BAD_INPUT;
    if (!sweep_reports_begin(&run.reports)) {
        cli_error(cli, "%s: error: cannot be made: %s", o->reports, g_strerror(errno));
        return CLI_NOT_WRITTEN;
    }
    return predict_all(&run, sweep, program, outputs);
}

static CliStatus
merge(const Cli *cli, const SweepArgs *o, const GArray *outputs)
{
    g_autoptr(Sweep) sweep = sweep_new();

    for (guint i = 0; i < o->n_args; i++) {
        g_autoptr(GError) error = NULL;
        const guint n_versions = sweep->versions->len;
        if (!sweep_read_append(sweep, o->args[i], &error)) {
            cli_file_error(cli, o->args[i], error);
            return CLI_BAD_INPUT;
        }
        if (sweep->versions->len > n_versions)
            check_version(cli, sweep, o->args[i]);
    }
    if (sweep->rows->len == 0) {
        cli_error(cli, "%s: error: no configurations are left to merge", o->args[0]);
        return CLI_BAD_INPUT;
    }
    g_autoptr(GError) missing = NULL;
    if (!sweep_part_join(sweep, &missing)) {
        cli_error(cli, "%s: error: %s", o->args[0], missing->message);
        return CLI_BAD_INPUT;
    }
    const guint n_differ = sweep_merge(sweep);
    if (n_differ > 0)
        cli_warning(
            cli,
            "predictor: warning: results of one configuration that differ between files: "
            "%u; the first one counts",
            n_differ);
    if (o->objective != NULL) {
        sweep->objective = o->plan.objective;
        sweep->floor = o->plan.floor;
    }
    const CliStatus status = tell_failures(cli, sweep);
    const CliStatus written = write_sweep(cli, o, outputs, sweep);
    return MAX(status, written);
}

CliStatus
sweep_command(Cli *cli, const SweepOthers *others, const char *const *args)
{
    g_auto(SweepArgs) options = { 0 };
    CliStatus status;

    if (!sweep_args_parse(cli, &options, others != NULL, args, &status))
        return status;
    g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput));
    g_autoptr(GError) wrong = NULL;
    if (!add_outputs(cli, outputs, &options, &wrong))
        return cli_usage_error(cli, "%s", wrong->message);
    if (options.merge)
        return merge(cli, &options, outputs);
    if (!sweep_args_plan(cli, &options, &status))
        return status;
    return sweep_trace(cli, others, &options, outputs);
}

CliStatus
command_sweep(Cli *cli, const char *const *args)
{
    return sweep_command(cli, NULL, args);
}

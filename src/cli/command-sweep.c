/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor sweep: one reading of the trace, many configurations.
 */
#include <config.h>

#include <string.h>
#include <unistd.h>

#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/best.h"
#include "src/analysis/sweep/search.h"
#include "src/analysis/sweep/sensitivity.h"
#include "src/analysis/sweep/topology.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/path.h"
#include "src/cli/sweep-options.h"
#include "src/cli/sweep-run.h"
#include "src/cli/trace.h"
#include "src/report/formats.h"
#include "src/report/view/sweep-read.h"
#include "src/report/view/sweep-view.h"

/* Different reasons why configurations cannot run that are told; the outputs have all. */
#define MOST_REASONS 3

/* What is asked for, read from the command line and the parameter files. */
typedef struct {
    GPtrArray *machines;
    GArray *grids, *counts; /* of RaterGrid, of gint64 */
} Axes;

static void
axes_clear(Axes *axes)
{
    g_clear_pointer(&axes->machines, g_ptr_array_unref);
    g_clear_pointer(&axes->grids, g_array_unref);
    g_clear_pointer(&axes->counts, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Axes, axes_clear)

/* The parameter files. Where topologies are asked for those of the files do not matter, nor
 * whether they have speeds enough for them. */
static gboolean
read_machines(const Cli *cli, const CliSweepOptions *o, Axes *axes, CliStatus *status)
{
    CliConfig config = o->config;

    if (cli_sweep_options_has_topologies(o))
        config.topology = (char *)"1";
    axes->machines = sweep_axes_machines();
    for (guint i = 0; i + 1 < o->n_args; i++) {
        Params *params = cli_config_read(cli, &config, o->args[i], NULL, status);
        if (params == NULL)
            return FALSE;
        sweep_axes_add_machine(axes->machines, o->args[i], params);
    }
    sweep_axes_unite_machines(axes->machines);
    return TRUE;
}

static gboolean
read_words(const CliSweepOptions *o, Axes *axes, GError **error)
{
    if (o->vary != NULL && !sweep_axes_vary_all(axes->machines, o->vary, error)) {
        g_prefix_error(error, "--vary: ");
        return FALSE;
    }
    for (char **word = o->topologies; word != NULL && *word != NULL; word++) {
        if (!sweep_axes_topologies(axes->grids, *word, error)) {
            g_prefix_error(error, "--topologies: ");
            return FALSE;
        }
    }
    for (char **word = o->processors; word != NULL && *word != NULL; word++) {
        if (!sweep_axes_processors(axes->counts, *word, o->every, error)) {
            g_prefix_error(error, "--processors: ");
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean
read_axes(const Cli *cli, const CliSweepOptions *o, Axes *axes, CliStatus *status)
{
    g_autoptr(GError) error = NULL;

    axes->grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    axes->counts = g_array_new(FALSE, FALSE, sizeof(gint64));
    if (!read_machines(cli, o, axes, status))
        return FALSE;
    if (read_words(o, axes, &error))
        return TRUE;
    *status = cli_usage_error(cli, "%s", error->message);
    return FALSE;
}

/* --search: each machine in turn. */
static gboolean
search_all(Sweep *sweep, const CliSweepOptions *o, const Axes *axes,
           const TraceProgram *program, const TopologyUse *use, CliSweepRun *run)
{
    for (guint i = 0; i < axes->machines->len; i++) {
        const SweepRow *machine = g_ptr_array_index(axes->machines, i);
        const SweepSearchOptions options = {
            .params_file = machine->params_file,
            .machine = machine->params,
            .number = machine->machine,
            .use = use,
            .most = o->most,
            .all = SWEEP_SEARCH_ALL,
            .coarse = SWEEP_SEARCH_COARSE,
            .batch = cli_sweep_run_batch,
            .data = run,
        };
        if (!sweep_search(sweep, program, &options))
            return FALSE;
    }
    return TRUE;
}

/* Of the best row, if there is one. */
static void
run_sensitivity(Sweep *sweep, CliSweepRun *run)
{
    const gint best = sweep_best_of(sweep, 0, sweep->rows->len);

    if (best == SWEEP_NOTHING)
        return;
    const SweepRow *row = sweep_row(sweep, (guint)best);
    Sweep *changed = sweep_sensitivity_rows(row);
    cli_sweep_run_stop_reports(run);
    if (!cli_sweep_run_batch(changed, 0, changed->rows->len, run)) {
        sweep->interrupted = TRUE;
        return; /* `changed` is in use by the threads */
    }
    sweep_sensitivity_collect(sweep, row, changed);
    sweep_free(changed);
}

/* Predicts everything that is asked for, until it is interrupted. */
static void
run_all(Sweep *sweep, const CliSweepOptions *o, const Axes *axes, const TraceProgram *program,
        const TopologyUse *use, CliSweepRun *run)
{
    const gboolean done = o->most > 0 ? search_all(sweep, o, axes, program, use, run)
                                      : cli_sweep_run_batch(sweep, 0, sweep->rows->len, run);

    if (done && o->sensitivity)
        run_sensitivity(sweep, run);
}

/* One line about rows that cannot run; `place` is "file:line", NULL: nothing in a file is to
 * blame. */
G_GNUC_PRINTF(4, 5)
static void
tell(const Cli *cli, gboolean fatal, const char *place, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    g_autofree char *line = g_strdup_printf("%s: %s: %s", place != NULL ? place : "predictor",
                                            fatal ? "error" : "warning", text);
    if (fatal)
        cli_error(cli, "%s", line);
    else
        cli_warning(cli, "%s", line);
}

/* Why a row cannot run. A reason from the trace begins with its place. */
static void
tell_reason(const Cli *cli, gboolean fatal, const SweepRow *row)
{
    static const char word[] = ": error: ";
    const char *error = strstr(row->reason, word);
    g_autofree char *place =
        error != NULL ? g_strndup(row->reason, (gsize)(error - row->reason)) : NULL;
    g_autoptr(GString) topology = g_string_new(NULL);

    topology_append(&row->params->topology, topology);
    tell(cli, fatal, place, "%s with %s cannot run: %s", topology->str, row->params_file,
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
        tell(cli, TRUE, NULL, "no configuration can run");
    else if (n_failed > 0 && !all)
        tell(cli, FALSE, NULL, "%u of %u configurations cannot run", n_failed, n);
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

static const char *
format_name(const char *name, const char *path, GError **error)
{
    const ReportFormat *format =
        name != NULL ? sweep_format_by_name(name, error) : sweep_format_by_path(path, error);

    return format != NULL ? format->name : NULL;
}

/* Whether a path could be that of a report: reports are named 4x2.html or 3-4x2.html. */
static gboolean
is_report(const CliSweepOptions *o, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = g_path_get_basename(path);

    return o->reports != NULL && cli_path_same_place(folder, o->reports) &&
           strcmp(base + strspn(base, "0123456789x-"), ".html") == 0;
}

/* Known formats, no two at the same place, none over an input or a report. */
static gboolean
add_outputs(GArray *outputs, const CliSweepOptions *o, GError **error)
{
    if (!cli_outputs_add(outputs, NULL, o->outputs, format_name, o->format, error))
        return FALSE;
    for (guint i = 0; i < outputs->len; i++) {
        const char *path = g_array_index(outputs, CliOutput, i).path;
        if (!cli_output_check(outputs, i, o->args, o->n_args, error))
            return FALSE;
        if (path != NULL && is_report(o, path))
            return cli_refuse(
                error, "the output %s has the name of a report of a configuration", path);
    }
    return TRUE;
}

typedef struct {
    const CliSweepOptions *options;
    const Sweep *sweep;
} Written;

static gboolean
write_output(const CliOutput *output, gpointer data, GError **error)
{
    const Written *written = data;
    const char *path = output->path;
    const ReportFill fill = sweep_format_by_name(output->format, NULL)->write_sweep;
    g_autofree char *folder = path != NULL ? g_path_get_dirname(path) : NULL;
    const SweepOptions options = {
        .template_dir = written->options->template_dir,
        .folder = folder,
        .colour = path == NULL && cli_message_wants_colour(STDOUT_FILENO),
    };
    g_autoptr(SweepView) view = sweep_view_new(written->sweep, &options);

    return path != NULL ? report_sink_to_file(fill, view, path, error)
                        : report_sink_to_fd(fill, view, STDOUT_FILENO, error);
}

static CliStatus
write_sweep(const Cli *cli, const CliSweepOptions *o, const GArray *outputs, const Sweep *sweep)
{
    Written written = { o, sweep };

    return cli_outputs_write(cli, outputs, write_output, &written);
}

/* Reads, predicts and writes. After an interrupt threads may still be at work: nothing that
 * they use is freed, and the program ends here. */
static CliStatus
sweep_trace(const Cli *cli, const CliSweepOptions *o, const Axes *axes, const GArray *outputs)
{
    const char *path = o->args[o->n_args - 1];
    g_autoptr(GError) error = NULL;
    g_autoptr(CliProgress) progress = cli_progress_new(cli, 1);
    g_autoptr(TraceProgram) program = cli_trace_read(cli, progress, path, &error);

    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    if (program == NULL) {
        cli_file_error(cli, path, error);
        return CLI_BAD_INPUT;
    }
    g_autoptr(TopologyUse) use = topology_use_new(program);
    g_autoptr(Sweep) sweep = sweep_new();
    sweep->objective = o->objective_value;
    sweep->floor = o->floor_value;
    sweep_describe_trace(sweep, program);
    if (o->most == 0 && !sweep_axes_add_rows(sweep, axes->machines, axes->grids, axes->counts,
                                             o->all_grids, use, &error))
        return cli_usage_error(cli, "%s", error->message);
    const PredictOptions predict = {
        .keep_going = o->keep_going,
        .no_ideal = o->reports == NULL && !o->pop, /* reports show POP factors */
    };
    g_autoptr(CliSweepRun) run = cli_sweep_run_new(cli, program, sweep->rows->len, o->n_threads,
                                                   &predict, o->reports, o->template_dir);
    if (run == NULL)
        return CLI_NOT_WRITTEN;
    if (axes->machines->len > 1)
        cli_sweep_run_number_machines(run);
    const gint64 start = g_get_monotonic_time();
    run_all(sweep, o, axes, program, use, run);
    cli_note(cli, "predicted %u configurations in %.3f s", sweep_count(sweep, SWEEP_DONE),
             (double)(g_get_monotonic_time() - start) / G_TIME_SPAN_SECOND);
    CliStatus status = tell_warnings(cli, sweep);
    const CliStatus reported = cli_sweep_run_finish(run);
    const CliStatus written = write_sweep(cli, o, outputs, sweep);
    status = MAX(status, MAX(reported, written));
    /* A signal that came when all was done is an end all the same. */
    if (cli_sweep_run_signal(run) > 0)
        _exit(CLI_SIGNAL + cli_sweep_run_signal(run));
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

static CliStatus
merge(const Cli *cli, const CliSweepOptions *o, const GArray *outputs)
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
    const guint n_differ = sweep_merge(sweep);
    if (n_differ > 0)
        tell(cli, FALSE, NULL,
             "results of one configuration that differ between files: %u; the first one counts",
             n_differ);
    if (o->objective != NULL) {
        sweep->objective = o->objective_value;
        sweep->floor = o->floor_value;
    }
    const CliStatus status = tell_failures(cli, sweep);
    const CliStatus written = write_sweep(cli, o, outputs, sweep);
    return MAX(status, written);
}

CliStatus
command_sweep(Cli *cli, const char *const *args)
{
    g_auto(CliSweepOptions) options = { 0 };
    g_auto(Axes) axes = { NULL, NULL, NULL };
    CliStatus status;

    if (!cli_sweep_options_parse(cli, &options, args, &status))
        return status;
    g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput));
    g_autoptr(GError) wrong = NULL;
    if (!add_outputs(outputs, &options, &wrong))
        return cli_usage_error(cli, "%s", wrong->message);
    if (options.merge)
        return merge(cli, &options, outputs);
    if (!read_axes(cli, &options, &axes, &status))
        return status;
    return sweep_trace(cli, &options, &axes, outputs);
}

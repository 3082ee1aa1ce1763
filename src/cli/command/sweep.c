/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor sweep: one reading of the trace, many configurations.
 */
#include <config.h>

#include <errno.h>
#include <libxml/parser.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/best.h"
#include "src/analysis/sweep/plan.h"
#include "src/analysis/sweep/topology.h"
#include "src/cli/command/command.h"
#include "src/cli/config.h"
#include "src/cli/file.h"
#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/trace.h"
#include "src/report/sweep/read.h"
#include "src/report/sweep/view.h"
#include "src/report/view/source.h"

/* Different reasons why configurations cannot run that are told; the outputs have all. */
#define MOST_REASONS 3

typedef struct {
    CliConfig config;                               /* --set, -t */
    char **topologies;                              /* --topologies */
    char **processors;                              /* --processors */
    char **vary, *mappings;                         /* --vary, --mappings */
    char **outputs;                                 /* -o */
    char *grid, *search, *objective, *floor, *jobs; /* as written; NULL: not given */
    char *reports, *format, *template_dir;
    gboolean every, pop, merge, keep_going;
    char **args; /* positional: PARAMS... TRACE, or files to merge */
    guint n_args;
    guint n_threads;
    SweepPlan plan; /* what the above say */
} Options;

/* Of --objective efficiency. */
#define USUAL_FLOOR 0.5

static const CliOption axes_options[] = {
    { "topologies", 0, CLI_LIST, offsetof(Options, topologies),
      "Processor systems: 1,2,4,2x2,4x2", "LIST" },
    { "processors", 0, CLI_LIST, offsetof(Options, processors),
      "Numbers of processors: 1..1024 (powers of two), 6,12", "LIST" },
    { "every", 0, CLI_FLAG, offsetof(Options, every), "Every number of a range of --processors",
      NULL },
    { "grid", 0, CLI_TEXT, offsetof(Options, grid),
      "Grids of --processors: even (the most even one) or best (all)", "WHICH" },
    { "search", 0, CLI_TEXT, offsetof(Options, search),
      "Search the best grid of at most N processors", "N" },
    { "vary", 0, CLI_LIST, offsetof(Options, vary),
      "Values of a parameter: 'start time=1,10' (repeatable: all combinations)", "NAME=V,V" },
    { "mappings", 0, CLI_TEXT, offsetof(Options, mappings),
      "Values of mapping: 'hilbert,tiles(2,2),best'", "LIST" },
    { 0 },
};

static const CliOption result_options[] = {
    { "objective", 0, CLI_TEXT, offsetof(Options, objective),
      "What is best: time, efficiency (least time above --floor) or cost", "WHAT" },
    { "floor", 0, CLI_TEXT, offsetof(Options, floor), "Least efficiency wanted: 0.5 or 50%",
      "SHARE" },
    { "pop", 0, CLI_FLAG, offsetof(Options, pop),
      "POP factors too: each is predicted on an ideal network as well", NULL },
    { "sensitivity", 0, CLI_FLAG, offsetof(Options, plan.sensitivity),
      "How the best one changes with each parameter", NULL },
    { "merge", 0, CLI_FLAG, offsetof(Options, merge),
      "Merge sweeps in JSON; nothing is predicted", NULL },
    { "reports", 0, CLI_TEXT, offsetof(Options, reports),
      "Write a report of each configuration into DIR", "DIR" },
    { "output", 'o', CLI_LIST, offsetof(Options, outputs),
      "Write .html, .json, .csv or .txt; - with --format", "FILE" },
    CLI_FORMAT(offsetof(Options, format)),
    { "template-dir", 0, CLI_TEXT, offsetof(Options, template_dir),
      "Templates of the HTML report", "DIR" },
    { "jobs", 'j', CLI_TEXT, offsetof(Options, jobs),
      "Predict N configurations at a time (all processors)", "N" },
    CLI_KEEP_GOING(offsetof(Options, keep_going)),
    { 0 },
};

static const CliOption arguments[] = {
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};

static void
options_clear(Options *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(axes_options, o);
    cli_options_clear(result_options, o);
    cli_options_clear(arguments, o);
    g_clear_pointer(&o->plan.machines, g_ptr_array_unref);
    g_clear_pointer(&o->plan.grids, g_array_unref);
    g_clear_pointer(&o->plan.counts, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static const CliHelp sweep_help = {
    "PARAMS... TRACE",
    "Predicts many configurations over one reading of TRACE: which machine, how many\n"
    "processors, which grid. Without --output a table and the answer are printed.\n"
    "With --merge the arguments are sweeps in JSON instead.",
    "Rows come in the order asked for: parameter files change slowest, then each --vary\n"
    "in turn, topologies fastest. A configuration that cannot run is a row that says why.\n"
    "Interrupted, it writes what is done and says so.\n"
    "Exit status: as for run, and 1 when no configuration can run. See predictor(1).\n",
};

/* Whether topologies are asked for at all: those of the parameter files do not count then. */
static gboolean
has_topologies(const Options *o)
{
    return o->topologies != NULL || o->processors != NULL || o->plan.most > 0;
}

/* "0.5", "50%". */
static gboolean
parse_share(const char *text, double *share)
{
    char *end;
    const double value = g_ascii_strtod(text, &end);
    const gboolean percent = strcmp(end, "%") == 0 || strcmp(end, " %") == 0;

    if (end == text || (*end != '\0' && !percent) || !isfinite(value))
        return FALSE;
    *share = percent ? value / 100 : value;
    return *share >= 0 && *share <= 1;
}

/* Fills in what the words say. */
static gboolean
check_values(Options *o, GError **error)
{
    o->n_threads = g_get_num_processors();
    o->plan.floor = USUAL_FLOOR;
    o->plan.all_grids = g_strcmp0(o->grid, "best") == 0;
    if (o->grid != NULL && !o->plan.all_grids && strcmp(o->grid, "even") != 0)
        return cli_refuse(error, "--grid: '%s' is neither even nor best", o->grid);
    if (o->search != NULL &&
        !g_ascii_string_to_signed(o->search, 10, 1, TOPOLOGY_MAX_PROCESSORS, &o->plan.most,
                                  NULL))
        return cli_refuse(error, "--search: '%s' is not a number of processors from 1 to 2^31",
                          o->search);
    if (o->objective != NULL && !sweep_objective_find(o->objective, &o->plan.objective))
        return cli_refuse(error, "--objective: '%s' is neither time nor efficiency nor cost",
                          o->objective);
    if (o->floor != NULL && !parse_share(o->floor, &o->plan.floor))
        return cli_refuse(error, "--floor: '%s' is not a share from 0 to 1 (or 100%%)",
                          o->floor);
    if (!cli_read_jobs(o->jobs, &o->n_threads, error))
        return FALSE;
    if (o->reports != NULL && *o->reports == '\0')
        return cli_refuse(error, "--reports: a folder without a name");
    return cli_check_template_dir(o->template_dir, error);
}

/* Options that do not go together. */
static gboolean
check_together(const Options *o, GError **error)
{
    const gboolean axes = has_topologies(o) || o->config.topology != NULL;

    if (o->merge && (axes || o->vary != NULL || o->mappings != NULL ||
                     o->config.settings != NULL || o->plan.sensitivity || o->pop ||
                     o->reports != NULL || o->keep_going || o->jobs != NULL))
        return cli_refuse(
            error, "--merge predicts nothing: it takes no option that is about predictions");
    if (o->plan.most > 0 && (o->topologies != NULL || o->processors != NULL))
        return cli_refuse(error, "--search finds the topologies itself");
    if (o->config.topology != NULL && has_topologies(o))
        return cli_refuse(error,
                          "--topology is one topology; --topologies, --processors and --search "
                          "stand instead of it");
    if ((o->every || o->grid != NULL) && o->processors == NULL)
        return cli_refuse(error, "%s is about --processors", o->every ? "--every" : "--grid");
    if (o->floor != NULL && o->plan.objective != SWEEP_EFFICIENCY)
        return cli_refuse(error, "--floor is about --objective efficiency");
    return TRUE;
}

/* The positional arguments. */
static gboolean
check_args(const Options *o, GError **error)
{
    if (!o->merge)
        return cli_check_inputs(o->args, o->n_args, error);
    if (o->n_args == 0)
        return cli_refuse(error, "the files to merge are missing");
    if (g_strv_contains((const char *const *)o->args, "-"))
        return cli_refuse(error, "--merge reads no standard input");
    return TRUE;
}

/* Reads `args` into options that are all zero. FALSE: the program ends with *status. */
static gboolean
parse_options(Cli *cli, Options *o, const char *const *args, CliStatus *status)
{
    const CliOptions all[] = {
        { axes_options, o, "What is tried:" }, { cli_config_options, &o->config, "Machine:" },
        { result_options, o, "Result:" },      { arguments, o, NULL },
        { cli_page_options, cli, NULL },       { cli_common_options, cli, NULL },
        { 0 },
    };
    g_autoptr(GError) error = NULL;

    if (!cli_parse(cli, &sweep_help, all, args, status))
        return FALSE;
    o->n_args = o->args != NULL ? g_strv_length(o->args) : 0;
    if (check_values(o, &error) && check_together(o, &error) && check_args(o, &error))
        return TRUE;
    *status = cli_usage_error(cli, "%s", error->message);
    return FALSE;
}

/* The parameter files. Where topologies are asked for those of the files do not matter, nor
 * whether they have speeds enough for them. */
static gboolean
read_machines(const Cli *cli, Options *o, CliStatus *status)
{
    SweepPlan *plan = &o->plan;
    CliConfig config = o->config;

    if (has_topologies(o))
        config.topology = (char *)"1";
    plan->machines = sweep_axes_machines();
    for (guint i = 0; i + 1 < o->n_args; i++) {
        Params *params = cli_config_read(cli, &config, o->args[i], NULL, status);
        if (params == NULL)
            return FALSE;
        sweep_axes_add_machine(plan->machines, o->args[i], params);
    }
    sweep_axes_unite_machines(plan->machines);
    return TRUE;
}

/* --mappings is one more --vary. */
static gboolean
read_varied(const Options *o, GError **error)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);

    for (char **text = o->vary; text != NULL && *text != NULL; text++)
        g_ptr_array_add(texts, g_strdup(*text));
    if (o->mappings != NULL)
        g_ptr_array_add(texts, g_strconcat("mapping=", o->mappings, NULL));
    g_ptr_array_add(texts, NULL);
    return sweep_axes_vary(o->plan.machines, (char *const *)texts->pdata, error);
}

/* What an option with lists says; FALSE: the error begins with the option. */
static gboolean
read_words(Options *o, GError **error)
{
    SweepPlan *plan = &o->plan;
    const char *option = o->mappings != NULL ? "--vary, --mappings: " : "--vary: ";
    gboolean sound = read_varied(o, error);
    for (char **word = o->topologies; sound && word != NULL && *word != NULL; word++) {
        option = "--topologies: ";
        sound = sweep_axes_topologies(plan->grids, *word, error);
    }
    for (char **word = o->processors; sound && word != NULL && *word != NULL; word++) {
        option = "--processors: ";
        sound = sweep_axes_processors(plan->counts, *word, o->every, error);
    }
    if (!sound)
        g_prefix_error(error, "%s", option);
    return sound;
}

static gboolean
read_plan(const Cli *cli, Options *o, CliStatus *status)
{
    g_autoptr(GError) error = NULL;

    o->plan.grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    o->plan.counts = g_array_new(FALSE, FALSE, sizeof(gint64));
    if (!read_machines(cli, o, status))
        return FALSE;
    if (read_words(o, &error))
        return TRUE;
    *status = cli_usage_error(cli, "%s", error->message);
    return FALSE;
}

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
is_report(const Options *o, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = g_path_get_basename(path);

    return o->reports != NULL && cli_file_same_place(folder, o->reports) &&
           strcmp(base + strspn(base, "0123456789x-"), ".html") == 0;
}

static CliInputs
inputs_of(const Options *o)
{
    return (CliInputs){ o->args, o->n_args, o->template_dir, NULL };
}

/* Known formats, no two at the same place, none over an input or a report. */
static gboolean
add_outputs(const Cli *cli, GArray *outputs, const Options *o, GError **error)
{
    const CliInputs inputs = inputs_of(o);
    if (!cli_outputs_add(cli, outputs, REPORT_OF_SWEEP, NULL, o->outputs, o->format, &inputs, error))
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
    const Options *options;
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
write_sweep(const Cli *cli, const Options *o, const GArray *outputs, const Sweep *sweep)
{
    Written written = { o, sweep };

    return cli_outputs_write(cli, outputs, write_output, &written);
}

/* A sweep under way: threads, the bar with the time left, reports of configurations. Until it
 * is finished a signal is no end of the program: it is noted, rows that are not done stay so,
 * and what is done can be written. */
typedef struct {
    const Cli *cli;
    const Options *o;
    SweepRunOptions options; /* `data` is this */
    int signal;              /* that interrupted it, <= 0: none */
    gint64 start;            /* monotonic microseconds */
    gboolean drawn;
    sigset_t signals; /* those that interrupt, held back between start and finish */
    sigset_t before;  /* the mask as it was */
    gboolean held;
    GRWLock writing; /* read by threads that write a report; written by who wants no more */
    pthread_mutex_t lock; /* of `failure` */
    GError *failure;      /* the first report that could not be written */
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

/* Writes the report of a row, unless it would go over anything that was read. */
static gboolean
write_page(const Options *o, const Prediction *prediction, const char *path, GError **error)
{
    const ReportOptions options = { .max_depth = -1, .template_dir = o->template_dir };
    Report report = { prediction, &options };
    g_auto(GStrv) sources = report_source_paths(prediction, &options);
    CliInputs inputs = inputs_of(o);

    inputs.sources = sources;
    if (!cli_inputs_have(&inputs, path))
        return report_sink_to_file(report_html_write, &report, path, error);
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE,
                "%s: error: this report would overwrite an input", path);
    return FALSE;
}

/* In a worker. */
static char *
write_report(const Prediction *prediction, const SweepRow *row, gpointer data)
{
    Run *run = data;
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    if (run->o->plan.machines->len > 1)
        g_string_append_printf(name, "%u-", row->machine);
    topology_append(&row->params->topology, name);
    g_string_append(name, ".html");
    g_autofree char *path = g_build_filename(run->o->reports, name->str, NULL);
    g_rw_lock_reader_lock(&run->writing);
    const gboolean written = write_page(run->o, prediction, path, &error);
    g_rw_lock_reader_unlock(&run->writing);
    if (written)
        return g_steal_pointer(&path);
    pthread_mutex_lock(&run->lock);
    if (run->failure == NULL)
        run->failure = g_steal_pointer(&error);
    pthread_mutex_unlock(&run->lock);
    return NULL;
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

/* Makes the folder of the reports; FALSE: it cannot be made, which has been reported. */
static gboolean
start(Run *run)
{
    g_rw_lock_init(&run->writing);
    pthread_mutex_init(&run->lock, NULL);
    run->options.go_on = go_on;
    run->options.alone = work_alone;
    run->options.data = run;
    run->start = g_get_monotonic_time();
    if (run->o->reports != NULL && g_mkdir_with_parents(run->o->reports, 0777) != 0) {
        cli_error(run->cli, "%s: error: cannot be made: %s", run->o->reports,
                  g_strerror(errno));
        return FALSE;
    }
    if (run->o->reports != NULL) {
        xmlInitParser(); /* its first use is a race when threads that read templates do it */
        run->options.visit = write_report;
    }
    /* from now on a signal is noted; the workers never take one */
    cli_interrupt_signals(&run->signals);
    cli_interrupt_hold(&run->before);
    run->held = TRUE;
    return TRUE;
}

/* From now on signals end the program again. CLI_NOT_WRITTEN when a report could not be
 * written, which is reported now. */
static CliStatus
finish(Run *run)
{
    is_interrupted(run);
    release(run);
    if (run->failure == NULL)
        return CLI_DONE;
    cli_error(run->cli, "%s", run->failure->message);
    return g_error_matches(run->failure, REPORT_ERROR, REPORT_ERROR_TEMPLATE) ? CLI_BAD_INPUT
                                                                              : CLI_NOT_WRITTEN;
}

static void
run_clear(Run *run)
{
    release(run);
    g_rw_lock_clear(&run->writing);
    pthread_mutex_destroy(&run->lock);
    g_clear_error(&run->failure);
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

/* Reads, predicts and writes. After an interrupt threads may still be at work: nothing that
 * they use is freed, and the program ends here. */
static CliStatus
sweep_trace(const Cli *cli, const Options *o, const GArray *outputs)
{
    const SweepPlan *plan = &o->plan;
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceProgram) program = read_trace(cli, o->args[o->n_args - 1]);

    if (program == NULL)
        return CLI_BAD_INPUT;
    g_autoptr(Sweep) sweep = sweep_plan_rows(plan, program, &error);
    if (sweep == NULL)
        return cli_usage_error(cli, "%s", error->message);
    g_auto(Run) run = {
        .cli = cli,
        .o = o,
        .options = { .n_threads = o->n_threads,
                     .predict = { .keep_going = o->keep_going,
                                  /* reports show POP factors */
                                  .no_ideal = o->reports == NULL && !o->pop } },
    };
    if (!start(&run))
        return CLI_NOT_WRITTEN;
    sweep_plan_predict(plan, sweep, program, &run.options);
    if (run.drawn)
        cli_progress_wipe();
    if (sweep->interrupted) /* no more reports are begun, those being written become whole */
        g_rw_lock_writer_lock(&run.writing);
    cli_note(cli, "predicted %u configurations in %.3f s", sweep_count(sweep, SWEEP_DONE),
             (double)(g_get_monotonic_time() - run.start) / G_TIME_SPAN_SECOND);
    CliStatus status = tell_warnings(cli, sweep);
    const CliStatus reported = finish(&run);
    const CliStatus written = write_sweep(cli, o, outputs, sweep);
    status = MAX(status, MAX(reported, written));
    /* A signal that came when all was done is an end all the same. */
    if (run.signal > 0)
        _exit(CLI_SIGNAL + run.signal);
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
merge(const Cli *cli, const Options *o, const GArray *outputs)
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
command_sweep(Cli *cli, const char *const *args)
{
    g_auto(Options) options = { 0 };
    CliStatus status;

    if (!parse_options(cli, &options, args, &status))
        return status;
    g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput));
    g_autoptr(GError) wrong = NULL;
    if (!add_outputs(cli, outputs, &options, &wrong))
        return cli_usage_error(cli, "%s", wrong->message);
    if (options.merge)
        return merge(cli, &options, outputs);
    if (!read_plan(cli, &options, &status))
        return status;
    return sweep_trace(cli, &options, outputs);
}

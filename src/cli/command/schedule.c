/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor schedule GRAPH: a task graph on many processors.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "src/analysis/schedule/measured.h"
#include "src/analysis/schedule/timeline.h"
#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/topology.h"
#include "src/cli/command/command.h"
#include "src/cli/config.h"
#include "src/cli/graph.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/timeline.h"
#include "src/graph/assign.h"
#include "src/report/schedule/view.h"

typedef struct {
    CliConfig config; /* --set, -t */
    CliTimeline timeline;
    char **processors, **paths, **args, **measured;
    char *links, *speeds, *machine, *heuristic, *assign, *show, *states, *unit, *jobs;
    char *format, *csv, *template_dir;
    gboolean every;
    /* What they say. */
    GArray *counts;      /* of gint64: -p */
    GArray *speed;       /* of double; NULL: not given */
    Params *params;      /* of --machine; NULL: not given */
    GArray *outputs;     /* of CliOutput */
    GArray *assignments; /* of GraphAssignment; NULL: not given */
    ScheduleOptions study;
    ScheduleViewOptions view;
} Options;

static const CliOption machine_options[] = {
    { "processors", 'p', CLI_LIST, offsetof(Options, processors),
      "Numbers of processors: 1..64 (powers of two), 6,12 (1..8)", "LIST" },
    { "every", 0, CLI_FLAG, offsetof(Options, every), "Every number of a range of -p", NULL },
    { "links", 0, CLI_TEXT, offsetof(Options, links),
      "How they are linked: " SCHEDULE_LINKS, "KIND" },
    { "speeds", 0, CLI_TEXT, offsetof(Options, speeds),
      "Speed of each processor: 2,1,0.5", "LIST" },
    { "machine", 0, CLI_TEXT, offsetof(Options, machine),
      "What messages with bytes cost: a parameter file", "PARAMS" },
    { 0 },
};

static const CliOption result_options[] = {
    { "heuristic", 0, CLI_TEXT, offsetof(Options, heuristic),
      "Some of hu,hlfet,etf,mcp,dls,heft,cpop,peft (all)", "LIST" },
    { "assign", 0, CLI_TEXT, offsetof(Options, assign),
      "A schedule of yours: .sched, or lines task,processor,start", "FILE" },
    { "measured", 0, CLI_LIST, offsetof(Options, measured),
      "A grain trace of a run, whose times are used too (repeatable)", "TRACE" },
    { "show", 0, CLI_TEXT, offsetof(Options, show), "The schedule to show in full: heft@4",
      "HEURISTIC[@P]" },
    { "states", 0, CLI_TEXT, offsetof(Options, states),
      "How far to look for the optimum: 1000000; 0: not at all", "N" },
    { "unit", 0, CLI_TEXT, offsetof(Options, unit),
      "Unit of the graph's times: s, ms, us, ns, or seconds", "U" },
    { "output", 'o', CLI_LIST, offsetof(Options, paths),
      "Write .html, .json, .csv, .txt, .tg, .sched, .dot or .stg", "FILE" },
    CLI_FORMAT(offsetof(Options, format)),
    { "csv", 0, CLI_TEXT, offsetof(Options, csv), "Rows of CSV: results, or tasks of --show",
      "ROWS" },
    { "template-dir", 0, CLI_TEXT, offsetof(Options, template_dir),
      "Templates of the HTML report", "DIR" },
    { "jobs", 'j', CLI_TEXT, offsetof(Options, jobs),
      "Make N schedules at a time (all processors)", "N" },
    { 0 },
};

static const CliOption arguments[] = {
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};

static const CliHelp help = {
    "GRAPH",
    "Schedules a task graph on many processors: how fast it could be.",
    "GRAPH is a trace of grains, a task graph file of EPA, STG, DOT, WfFormat, or a trace of a\n"
    "DVM program with task regions; compressed or not. See predictor-schedule(1).\n",
};

static void
options_clear(Options *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(machine_options, o);
    cli_options_clear(result_options, o);
    cli_timeline_clear(&o->timeline);
    cli_options_clear(arguments, o);
    g_clear_pointer(&o->counts, g_array_unref);
    g_clear_pointer(&o->speed, g_array_unref);
    g_clear_pointer(&o->params, params_free);
    g_clear_pointer(&o->outputs, g_array_unref);
    g_clear_pointer(&o->assignments, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* --- words --- */

static gboolean
read_heuristics(Options *o, GError **error)
{
    g_auto(GStrv) words =
        o->heuristic != NULL ? g_strsplit(o->heuristic, ",", -1) : NULL;

    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        o->study.heuristics[h] = words == NULL;
    for (char **word = words; word != NULL && *word != NULL; word++) {
        ScheduleHeuristic h;
        if (!schedule_heuristic_find(*word, &h))
            return cli_refuse(error, "--heuristic: there is no heuristic '%s'", *word);
        o->study.heuristics[h] = TRUE;
    }
    return words == NULL || *words != NULL ||
           cli_refuse(error, "--heuristic: names no heuristic");
}

/* HEURISTIC[@P] */
static gboolean
read_show(Options *o, GError **error)
{
    o->view.heuristic = -1;
    if (o->show == NULL)
        return TRUE;
    g_auto(GStrv) parts = g_strsplit(o->show, "@", 2);
    ScheduleHeuristic h;
    guint64 n = 0;
    if (parts[0] != NULL && g_str_equal(parts[0], "given"))
        o->view.heuristic = SCHEDULE_N_HEURISTICS;
    else if (parts[0] != NULL && schedule_heuristic_find(parts[0], &h))
        o->view.heuristic = (gint)h;
    else
        return cli_refuse(error, "--show: '%s' is not HEURISTIC or HEURISTIC@PROCESSORS",
                          o->show);
    if (parts[1] != NULL &&
        !g_ascii_string_to_unsigned(parts[1], 10, 1, SCHEDULE_MOST_PROCESSORS, &n, NULL))
        return cli_refuse(error, "--show: '%s' is not a number of processors", parts[1]);
    o->view.processors = (guint)n;
    return TRUE;
}

static gboolean
read_speeds(Options *o, GError **error)
{
    if (o->speeds == NULL)
        return TRUE;
    g_auto(GStrv) words = g_strsplit(o->speeds, ",", -1);
    o->speed = g_array_new(FALSE, FALSE, sizeof(double));
    for (char **word = words; *word != NULL; word++) {
        double speed;
        if (!graph_number(*word, strlen(*word), &speed) || speed < 1e-9 || speed > 1e9)
            return cli_refuse(error, "--speeds: '%s' is not a speed, a number above 0", *word);
        g_array_append_val(o->speed, speed);
    }
    return TRUE;
}

static gboolean
read_states(Options *o, GError **error)
{
    o->study.states = SCHEDULE_MOST_STATES;
    return o->states == NULL ||
           g_ascii_string_to_unsigned(o->states, 10, 0, (guint64)1 << 40, &o->study.states,
                                      NULL) ||
           cli_refuse(error, "--states: '%s' is not a number", o->states);
}

static gboolean
read_processors(Options *o, GError **error)
{
    o->counts = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (char **word = o->processors; word != NULL && *word != NULL; word++)
        if (!sweep_axes_processors(o->counts, *word, o->every, error)) {
            g_prefix_error(error, "-p: ");
            return FALSE;
        }
    if (o->processors != NULL && o->config.topology != NULL)
        return cli_refuse(error, "-p and -t contradict each other");
    if (o->links != NULL && o->machine != NULL)
        return cli_refuse(error, "--links and --machine contradict each other");
    if (o->machine == NULL && o->config.settings != NULL)
        return cli_refuse(error, "--set needs --machine");
    return o->processors != NULL || !o->every || cli_refuse(error, "--every needs -p");
}

static gboolean
read_csv(Options *o, GError **error)
{
    if (o->csv == NULL || g_str_equal(o->csv, "results"))
        return TRUE;
    o->view.csv_tasks = TRUE;
    return g_str_equal(o->csv, "tasks") ||
           cli_refuse(error, "--csv: '%s' is not results or tasks", o->csv);
}

/* None over anything that is read. */
static gboolean
add_outputs(const Cli *cli, Options *o, GError **error)
{
    g_autoptr(GPtrArray) files = g_ptr_array_new();

    g_ptr_array_add(files, o->args[0]);
    for (char **file = o->measured; file != NULL && *file != NULL; file++)
        g_ptr_array_add(files, *file);
    if (o->assign != NULL)
        g_ptr_array_add(files, o->assign);
    if (o->machine != NULL)
        g_ptr_array_add(files, o->machine);
    const CliInputs inputs = { (char *const *)files->pdata, files->len, o->template_dir, NULL };
    return cli_outputs_add(cli, o->outputs, REPORT_OF_SCHEDULE, NULL, o->paths, o->format, &inputs,
                           error) &&
           cli_timeline_check(&o->timeline, o->outputs, &inputs, error);
}

/* The options; an error is one of the command line. */
static gboolean
read_words(const Cli *cli, Options *o, GError **error)
{
    o->study.threads = g_get_num_processors();
    o->view.template_dir = o->template_dir;
    return read_heuristics(o, error) && read_show(o, error) && read_speeds(o, error) &&
           read_states(o, error) && read_processors(o, error) && read_csv(o, error) &&
           cli_read_jobs(o->jobs, &o->study.threads, error) &&
           cli_check_template_dir(o->template_dir, error) && add_outputs(cli, o, error);
}

/* --- machines --- */

/* A grid of the processors: that of -t, else n in the rank that the machine wants. */
static RaterGrid
grid_of(const Options *o, gint64 n)
{
    const gboolean grid =
        o->params != NULL && !params_is_links(o->params) &&
        rater_network_has_distance(&o->params->network);

    return topology_even(n, grid ? 2 : 1);
}

static ScheduleMachine *
make_machine(const Options *o, const RaterGrid *grid, GError **error)
{
    const double *speeds = o->speed != NULL ? (const double *)(gpointer)o->speed->data : NULL;

    if (o->speed != NULL && o->speed->len < (guint64)rater_grid_count(grid)) {
        cli_refuse(error, "--speeds has %u speeds for %" G_GINT64_FORMAT " processors",
                   o->speed->len, rater_grid_count(grid));
        return NULL;
    }
    if (o->params == NULL)
        return schedule_machine_new(o->links, grid, speeds, error);
    g_autoptr(Params) params = params_copy(o->params);
    params->topology = *grid;
    return params_check(params, error) ? schedule_machine_of(params, speeds, error) : NULL;
}

/* -p, what the graph or --speeds wants, or the default. */
static void
settle_counts(const Options *o, const TaskGraph *graph)
{
    static const gint64 usual[] = { 1, 2, 4, 8 };
    const gint64 wanted = graph->n_times > 0 ? graph->n_times
                          : o->speed != NULL ? o->speed->len
                                             : 0;

    if (o->counts->len > 0)
        return;
    if (wanted > 0)
        g_array_append_val(o->counts, wanted);
    else
        g_array_append_vals(o->counts, usual, G_N_ELEMENTS(usual));
}

static gboolean
add_machine(const Options *o, ScheduleStudy *study, const RaterGrid *grid, GError **error)
{
    ScheduleMachine *machine = make_machine(o, grid, error);

    if (machine != NULL)
        schedule_study_add(study, machine);
    return machine != NULL;
}

static gboolean
add_machines(const Options *o, ScheduleStudy *study, GError **error)
{
    g_autoptr(Params) params = params_new();

    if (study->graph->n_times > 0 && o->speed != NULL)
        return cli_refuse(error, "%s has times for each of %u processors; --speeds contradicts "
                                 "them",
                          study->graph->file, study->graph->n_times);
    if (o->config.topology != NULL)
        return params_set_topology(params, o->config.topology, error) &&
               add_machine(o, study, &params->topology, error);
    settle_counts(o, study->graph);
    for (guint i = 0; i < o->counts->len; i++) {
        const RaterGrid grid = grid_of(o, g_array_index(o->counts, gint64, i));
        if (!add_machine(o, study, &grid, error))
            return FALSE;
    }
    return TRUE;
}

/* --- what comes of it --- */

static gboolean
read_assignments(const Cli *cli, Options *o)
{
    g_autoptr(GError) error = NULL;

    if (o->assign == NULL)
        return TRUE;
    g_autoptr(GraphText) text = graph_text_read(o->assign, 0, &error);
    o->assignments = text != NULL ? graph_read_assignments(text, &error) : NULL;
    if (o->assignments == NULL)
        cli_file_error(cli, o->assign, error);
    o->study.assignments = o->assignments;
    return o->assignments != NULL;
}

/* One trace of --measured on all machines; NULL: the error has been reported. */
static ScheduleMeasured *
measure(const Cli *cli, const Options *o, const TaskGraph *graph, const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_read(path, 0, &error);
    g_autoptr(GrainTrace) trace = text != NULL ? grain_trace_read(text) : NULL;
    ScheduleMeasured *one = g_new0(ScheduleMeasured, 1);

    one->file = g_strdup(path);
    for (guint i = 0; trace != NULL && i < trace->messages->len; i++) {
        g_autofree char *message = grain_trace_message(trace, i);
        (strstr(message, ": error: ") != NULL ? cli_error : cli_warning)(cli, "%s", message);
    }
    if (trace != NULL && trace->n_errors == 0) {
        const double time = trace->last_stop - trace->first_start;
        one->processors = trace->processors->len;
        one->speed_up = trace->last_stop > 0 ? trace->grain_time / trace->last_stop : 0;
        one->corrected = time > 0 ? trace->grain_time / time : 0;
        one->graph = schedule_measured_graph(graph, trace);
        one->study = schedule_study_new(one->graph);
        for (guint i = 0; i < one->graph->warnings->len; i++)
            cli_warning(cli, "%s", (char *)g_ptr_array_index(one->graph->warnings, i));
        if (add_machines(o, one->study, &error) &&
            schedule_study_run(one->study, &o->study, &error))
            return one;
    }
    if (error != NULL)
        cli_file_error(cli, path, error);
    schedule_measured_free(one);
    return NULL;
}

/* NULL: an error has been reported. */
static GPtrArray *
measure_all(const Cli *cli, const Options *o, const TaskGraph *graph)
{
    g_autoptr(GPtrArray) all =
        g_ptr_array_new_with_free_func((GDestroyNotify)schedule_measured_free);

    for (char **path = o->measured; path != NULL && *path != NULL; path++) {
        ScheduleMeasured *one = measure(cli, o, graph, *path);
        if (one == NULL)
            return NULL;
        g_ptr_array_add(all, one);
    }
    return g_steal_pointer(&all);
}

static CliStatus
run(const Cli *cli, Options *o, const TaskGraph *graph)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ScheduleStudy) study = schedule_study_new(graph);

    if (!add_machines(o, study, &error))
        return cli_usage_error(cli, "%s", error->message);
    if (!schedule_study_run(study, &o->study, &error)) {
        cli_file_error(cli, graph->file, error);
        return CLI_BAD_INPUT;
    }
    g_autoptr(GPtrArray) measured = measure_all(cli, o, graph);
    if (measured == NULL)
        return CLI_BAD_INPUT;
    g_autoptr(ScheduleView) view = schedule_view_new(study, measured, &o->view, &error);
    if (view == NULL)
        return cli_usage_error(cli, "%s", error->message);
    const CliStatus status = cli_outputs_of(cli, o->outputs, REPORT_OF_SCHEDULE, view);
    const ScheduleOfProblem shown = { view->row->problem, view->shown->schedule };
    const CliStatus written = cli_timeline_of(cli, &o->timeline, graph->name,
                                              view->row->machine->count, schedule_timeline, &shown);
    return MAX(status, written);
}

CliStatus
command_schedule(Cli *cli, const char *const *args)
{
    g_auto(Options) o = { .config.describe = TRUE,
                          .outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput)) };
    const CliOptions all[] = {
        { machine_options, &o, "Machines:" },
        { cli_config_options, &o.config, NULL },
        { result_options, &o, NULL },
        { cli_timeline_options, &o.timeline, NULL },
        { arguments, &o, NULL },
        { cli_page_options, cli, NULL },
        { cli_common_options, cli, NULL },
        { 0 },
    };
    g_autoptr(GError) error = NULL;
    CliStatus status;

    if (!cli_parse(cli, &help, all, args, &status) ||
        !cli_one_argument(cli, o.args, "GRAPH", &status))
        return status;
    if (!read_words(cli, &o, &error))
        return cli_usage_error(cli, "%s", error->message);
    if (o.machine != NULL) {
        CliConfig config = { o.config.settings, NULL, TRUE };
        o.params = cli_config_read(cli, &config, o.machine, NULL, &status);
        if (o.params == NULL)
            return status;
    }
    if (!read_assignments(cli, &o))
        return CLI_BAD_INPUT;
    g_autoptr(TaskGraph) graph = cli_graph_read(cli, o.args[0], o.unit, &status);
    return graph != NULL ? run(cli, &o, graph) : status;
}

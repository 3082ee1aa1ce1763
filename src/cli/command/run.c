/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor [run] PARAMS TRACE [REPORT [N1 N2 ...]]: one prediction, written wherever it is
 * wanted.  predictor explain PARAMS TRACE: the same, and why the program is slow, what to try,
 * and the critical path.
 */
#include <config.h>

#include <string.h>
#include <unistd.h>

#include "src/base/nearest.h"
#include "src/cli/command/command.h"
#include "src/cli/config.h"
#include "src/cli/machines.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/timeline.h"
#include "src/cli/trace.h"
#include "src/report/view/source.h"

/* Positional arguments. */
enum { ARG_PARAMS, ARG_TRACE, ARG_REPORT, ARG_SIZES };

/* Of both commands. */
typedef struct {
    CliConfig config;
    CliTimeline timeline;
    ReportOptions report;
    char **paths;                      /* -o */
    char *format, *csv, *depth, *jobs; /* as written; NULL: not given */
    gboolean keep_going, explain, no_explain;
    char **args; /* positional; NULL: none */
    guint n_args, n_threads;
    GArray *outputs; /* of CliOutput; the explanation is for all of them with `explain` */
    Prediction *prediction;
    Explanation *explanation; /* NULL: none */
} Options;

static const CliOption output_options[] = {
    { "output", 'o', CLI_LIST, offsetof(Options, paths),
      "Write .html, .xml, .json, .csv, .sarif or .txt; - with --format", "FILE" },
    CLI_FORMAT(offsetof(Options, format)),
    { 0 },
};

static const CliOption report_options[] = {
    { "depth", 0, CLI_TEXT, offsetof(Options, depth), "Show intervals down to level N", "N" },
    { "csv", 0, CLI_TEXT, offsetof(Options, csv),
      "Rows of a .csv: table (intervals) or processors", "ROWS" },
    { "per-processor", 0, CLI_FLAG, offsetof(Options, report.per_processor),
      "A row for each processor instead of each class", NULL },
    { "no-processors", 0, CLI_FLAG, offsetof(Options, report.no_processors),
      "Leave the values of processors out", NULL },
    { "template-dir", 0, CLI_TEXT, offsetof(Options, report.template_dir),
      "Templates of the HTML report", "DIR" },
    { "source-path", 0, CLI_LIST, offsetof(Options, report.source_path),
      "Show sources of this folder in the HTML report", "DIR" },
    { 0 },
};

/* Of both, which differ in the rest of what explains. */
static const CliOption input_options[] = {
    CLI_KEEP_GOING(offsetof(Options, keep_going)),
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};
#define FULL                                                                                   \
    {                                                                                          \
        "full", 0, CLI_FLAG, offsetof(Options, report.full),                                   \
            "Explain in full in text: evidence, critical path, metrics", NULL                  \
    }

static const CliOption run_options[] = {
    FULL,
    { "explain", 0, CLI_FLAG, offsetof(Options, explain),
      "Say why the program is slow in every format that can", NULL },
    { "no-explain", 0, CLI_FLAG, offsetof(Options, no_explain),
      "Say it nowhere, not even in the HTML report and the summary", NULL },
    { 0 },
};

static const CliOption explain_options[] = {
    FULL,
    { "jobs", 'j', CLI_TEXT, offsetof(Options, jobs),
      "Simulations at the same time (default: one for each processor here)", "N" },
    { 0 },
};

static void
options_clear(Options *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(input_options, o);
    cli_options_clear(output_options, o);
    cli_options_clear(report_options, o);
    cli_options_clear(explain_options, o); /* those of run are flags */
    cli_timeline_clear(&o->timeline);
    g_array_unref(o->outputs);
    prediction_free(o->prediction);
    explanation_free(o->explanation);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* The help of the program stands around the options of its first form. */
static char *
describe_program(void)
{
    GString *text = g_string_new(
        "Predicts how a DVM program runs on a parallel machine, from the trace of its run on\n"
        "one processor. PARAMS describes the machine, TRACE (- for standard input) the run.\n"
        "Without a REPORT or --output a short summary is printed.\n\nCommands:\n");
#define CLI_COMMAND(id, summary) g_string_append_printf(text, "  %-9s %s\n", #id, summary);
#include "src/cli/command/commands.def"
#undef CLI_COMMAND
    g_string_append(text,
                    "\nhelp COMMAND explains one. A file of such a name needs a path: ./run");
    return g_string_free(text, FALSE);
}

/* What stands below the options. */
static char *
describe_params(void)
{
    GString *text = g_string_new("Parameters, in PARAMS or --set:\n");

    for (guint i = 0; i < PARAMS_N; i++)
        g_string_append_printf(text, "  %-17s %s%s%s\n", params_rows[i].name,
                               params_rows[i].values, *params_rows[i].unit != '\0' ? ", " : "",
                               params_rows[i].unit);
    g_string_append(text,
                    "\nSizes behind REPORT go over --topology, that over --set, that over "
                    "PARAMS.\nExit status: 0 done, 1 bad input, 2 wrong usage, 3 result not "
                    "written,\n130 interrupted. See predictor(1), predictor.par(5).\n");
    return g_string_free(text, FALSE);
}

/* A first word that is no file and looks like none: perhaps it was meant to be a command. */
static gboolean
is_no_command(const char *name, const char *word)
{
    g_autofree char *found = cli_machine_find(word);
    return g_str_equal(name, "predictor") && strpbrk(word, "./") == NULL &&
           !g_str_equal(word, "-") && found == NULL;
}

char *
command_suggest(const char *word)
{
    static const char *const commands[] = {
#define CLI_COMMAND(id, summary) #id,
#include "src/cli/command/commands.def"
#undef CLI_COMMAND
    };
    const int at = nearest_word(word, commands, G_N_ELEMENTS(commands));
    g_autofree char *name = at >= 0 ? g_strdup(commands[at]) : cli_machine_nearest(word);
    return name != NULL ? g_strdup_printf(", did you mean '%s'?", name) : g_strdup("");
}

/* The options that are the same for every output. */
static gboolean
read_report_options(Options *o, GError **error)
{
    const gboolean rows = g_strcmp0(o->csv, "processors") == 0;
    gint64 depth = -1;

    if (o->csv != NULL && !rows && !g_str_equal(o->csv, "table"))
        return cli_refuse(error, "--csv: '%s' is neither table nor processors", o->csv);
    if (o->depth != NULL && !g_ascii_string_to_signed(o->depth, 10, 0, G_MAXINT, &depth, NULL))
        return cli_refuse(error, "--depth: '%s' is not a level", o->depth);
    o->report.max_depth = (gint)depth;
    o->report.csv_processors = rows;
    if (!cli_check_template_dir(o->report.template_dir, error))
        return FALSE;
    return !o->report.no_processors || !(o->report.per_processor || rows) ||
           cli_refuse(error, "--no-processors and %s exclude each other",
                      rows ? "--csv processors" : "--per-processor");
}

/* Sources that cannot be shown are no reason not to predict. */
static void
check_sources(const Cli *cli, const char *const *folders)
{
    for (; folders != NULL && *folders != NULL; folders++)
        if (!g_file_test(*folders, G_FILE_TEST_IS_DIR))
            cli_warning(
                cli, "%s: warning: --source-path is not a folder, no source is shown from it",
                **folders != '\0' ? *folders : "''");
}

static gboolean
is_of_format(const CliOutput *output, const char *name)
{
    return g_str_equal(output->format->name, name);
}

static gboolean
has_format(const Options *o, const char *name)
{
    for (guint i = 0; i < o->outputs->len; i++)
        if (is_of_format(&g_array_index(o->outputs, CliOutput, i), name))
            return TRUE;
    return FALSE;
}

/* The options as a whole. */
static gboolean
check_options(const Cli *cli, Options *o, gboolean is_explain, GError **error)
{
    const char *report = o->n_args > ARG_REPORT ? o->args[ARG_REPORT] : NULL;

    if (is_explain && report != NULL)
        return cli_refuse(error, "'%s' is one too many: reports go to --output", report);
    if (!cli_check_inputs(o->args, MIN(o->n_args, ARG_REPORT), error) ||
        !cli_read_jobs(o->jobs, &o->n_threads, error))
        return FALSE;
    if (o->explain && o->no_explain)
        return cli_refuse(error, "--explain and --no-explain exclude each other");
    const CliInputs inputs = { o->args, ARG_REPORT, o->report.template_dir, NULL };
    if (!cli_outputs_add(cli, o->outputs, REPORT_OF_RUN, report, o->paths, o->format, &inputs,
                         error) ||
        !read_report_options(o, error))
        return FALSE;
    if (has_format(o, "sarif") && o->no_explain)
        return cli_refuse(error, "findings are all that .sarif has: not with --no-explain");
    o->explain |= has_format(o, "sarif");
    check_sources(cli, o->report.source_path);
    return cli_timeline_check(&o->timeline, o->outputs, &inputs, error);
}

/* Reads the trace and predicts, and explains where it is wanted. FALSE: the error has been
 * reported. */
static gboolean
make_prediction(const Cli *cli, Options *o, const Params *params)
{
    const gboolean html = has_format(o, "html");
    /* pages and summaries tell why the program is slow whenever they can */
    const gboolean wanted = o->explain || (!o->no_explain && (html || has_format(o, "txt")));
    const ExplainOptions how = { .n_threads = o->n_threads, .keep_going = o->keep_going };
    const PredictOptions options = { .keep_going = o->keep_going,
                                     .lines = html,
                                     .waits = html || has_format(o, "txt"),
                                     .links = TRUE,
                                     .timeline = o->timeline.timeline };
    const char *path = o->args[ARG_TRACE];
    g_autoptr(GError) error = NULL;
    g_autoptr(CliProgress) progress =
        cli_progress_new(cli, wanted ? CLI_EXPLAIN_STEPS : CLI_TRACE_STEPS);

    o->prediction = cli_trace_run(cli, progress, path, params, &options, wanted ? &how : NULL,
                                  o->explain, &o->explanation, &error);
    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    if (o->prediction == NULL)
        cli_file_error(cli, path, error);
    return o->prediction != NULL;
}

static gboolean
write_report(const CliOutput *output, gpointer data, GError **error)
{
    const Options *o = data;
    ReportOptions options = o->report;
    Report report = { o->prediction, &options };

    if (o->explain || is_of_format(output, "html"))
        options.explanation = o->explanation;
    options.headline = o->explanation;
    if (output->path == NULL) {
        options.colour = cli_message_wants_colour(STDOUT_FILENO);
        options.unicode = cli_message_shows_utf8(STDOUT_FILENO);
    }
    return cli_output_fill(output, output->format->write[REPORT_OF_RUN], &report, error);
}

/* Which sources a report shows is known only now. */
static gboolean
check_sources_stay(const Options *o, GError **error)
{
    g_auto(GStrv) sources = report_source_paths(o->prediction, &o->report);
    const CliInputs inputs = { .sources = sources };
    const char *path = o->timeline.path;

    if (path != NULL && cli_inputs_have(&inputs, path))
        return cli_refuse(error, "the output %s would overwrite an input", path);
    return cli_outputs_check(o->outputs, &inputs, error);
}

static CliStatus
predict_and_write(const Cli *cli, Options *o)
{
    char *const *sizes = o->n_args > ARG_SIZES ? o->args + ARG_SIZES : NULL;
    g_autoptr(GError) error = NULL;
    CliStatus status;
    g_autoptr(Params) params =
        cli_config_read(cli, &o->config, o->args[ARG_PARAMS], sizes, &status);

    if (params == NULL)
        return status;
    if (!cli_timeline_begin(&o->timeline, params_count_processors(params), &error))
        return cli_usage_error(cli, "%s", error->message);
    if (!make_prediction(cli, o, params))
        return CLI_BAD_INPUT;
    if (!check_sources_stay(o, &error))
        return cli_usage_error(cli, "%s", error->message);
    for (char **line = o->prediction->warnings; line != NULL && *line != NULL; line++)
        cli_warning(cli, "%s", *line);
    status = cli_outputs_write(cli, o->outputs, write_report, o);
    const TimelineRun traced = timeline_run_of(o->prediction);
    const CliStatus written = cli_timeline_write(cli, &o->timeline, &traced);
    return MAX(status, written);
}

/* Both commands; `own` are options of the one alone. */
static CliStatus
run(Cli *cli, const CliHelp *help, const CliOption *own, const char *const *args)
{
    const gboolean is_explain = own == explain_options;
    g_auto(Options)
        o = { .explain = is_explain, .outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput)) };
    const CliOptions all[] = {
        { cli_config_options, &o.config, "Machine:" },
        { output_options, &o, "Output:" },
        { report_options, &o, "Report:" },
        { own, &o, "Explanation:" },
        { cli_timeline_options, &o.timeline, "Timeline:" },
        { input_options, &o, NULL },
        { cli_page_options, cli, NULL },
        { cli_common_options, cli, NULL },
        { 0 },
    };
    g_autoptr(GError) error = NULL;
    CliStatus status;

    if (!cli_parse(cli, help, all, args, &status))
        return status;
    o.n_args = o.args != NULL ? g_strv_length(o.args) : 0;
    if (o.n_args > 0 && is_no_command(args[0], o.args[ARG_PARAMS])) {
        g_autofree char *meant = command_suggest(o.args[ARG_PARAMS]);
        cli_error(cli, "there is neither a command nor a file '%s'%s", o.args[ARG_PARAMS],
                  meant);
        cli_try_help(cli);
        return o.n_args > ARG_TRACE ? CLI_BAD_INPUT : CLI_USAGE;
    }
    if (!check_options(cli, &o, is_explain, &error))
        return cli_usage_error(cli, "%s", error->message);
    return predict_and_write(cli, &o);
}

CliStatus
command_run(Cli *cli, const char *const *args)
{
    g_autofree char *program = g_str_equal(args[0], "predictor") ? describe_program() : NULL;
    g_autofree char *params = describe_params();
    const CliHelp help = { "PARAMS TRACE [REPORT.html [N1 N2 ...]]",
                           program != NULL ? program : "Predicts for one processor system.",
                           params };

    return run(cli, &help, run_options, args);
}

CliStatus
command_explain(Cli *cli, const char *const *args)
{
    const CliHelp help = {
        "PARAMS TRACE",
        "Explains why the program is slow on one processor system: which causes cost most, "
        "found\n"
        "by simulating without each, with the line of the source and what to try; and the\n"
        "critical path by kind, processor and line.",
        "Without --output the findings and tables are printed; -o adds them to a report.\n"
        "docs/findings.md explains each finding by its id.\n"
        "Exit status: as for run. See predictor(1), predictor.par(5).\n",
    };

    return run(cli, &help, explain_options, args);
}

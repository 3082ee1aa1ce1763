/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor [run] PARAMS TRACE [REPORT [N1 N2 ...]]: one prediction, written wherever it is
 * wanted.  predictor explain PARAMS TRACE: the same, and why the program is slow, what to try,
 * and the critical path.
 */
#include <config.h>

#include <string.h>

#include "src/cli/config.h"
#include "src/cli/message.h"
#include "src/cli/report.h"
#include "src/cli/timeline.h"
#include "src/cli/trace.h"

/* Positional arguments. */
enum { ARG_PARAMS, ARG_TRACE, ARG_REPORT, ARG_SIZES };

/* Of both commands. */
typedef struct {
    CliConfig config;
    CliReportOptions report;
    CliTimelineOptions timeline;
    gboolean keep_going;
    gboolean explain, no_explain;
    char *jobs;
    char **args; /* positional; NULL: none */
    guint n_args, n_threads;
} Options;

static const CliOption run_options[] = {
    CLI_KEEP_GOING(offsetof(Options, keep_going)),
    { "explain", 0, CLI_FLAG, offsetof(Options, explain),
      "Say why the program is slow in every format that can", NULL },
    { "no-explain", 0, CLI_FLAG, offsetof(Options, no_explain),
      "Say it nowhere, not even in the HTML report", NULL },
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};

static const CliOption explain_options[] = {
    CLI_KEEP_GOING(offsetof(Options, keep_going)),
    { "jobs", 'j', CLI_TEXT, offsetof(Options, jobs),
      "Simulations at the same time (default: one for each processor here)", "N" },
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};

static void
options_clear(Options *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(cli_report_options, &o->report);
    cli_options_clear(cli_timeline_options, &o->timeline);
    cli_options_clear(explain_options, o); /* those of run are flags but for the arguments */
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* Reads the command line; `own` are options of the command alone. */
static gboolean
parse_options(Cli *cli, const CliHelp *help, Options *o, const CliOption *own,
              const char *const *args, CliStatus *status)
{
    const CliOptions all[] = {
        { cli_config_options, &o->config },
        { cli_report_options, &o->report },
        { cli_timeline_options, &o->timeline },
        { own, o },
        { cli_common_options, cli },
        { 0 },
    };
    if (!cli_parse(cli, help, all, args, status))
        return FALSE;
    o->n_args = o->args != NULL ? g_strv_length(o->args) : 0;
    return TRUE;
}

/* The help of the program stands around the options of its first form. */
static char *
describe_program(void)
{
    GString *text = g_string_new(
        "Predicts how a DVM program runs on a parallel machine, from the trace of its run on\n"
        "one processor. PARAMS describes the machine, TRACE (- for standard input) the run.\n"
        "Without a REPORT or --output a short summary is printed.\n\nCommands:\n");
#define CLI_COMMAND(id, summary) g_string_append_printf(text, "  %-9s %s\n", #id, summary);
#include "src/cli/commands.def"
#undef CLI_COMMAND
    g_string_append(text,
                    "\nhelp COMMAND explains one. A file of such a name needs a path: ./run");
    return g_string_free(text, FALSE);
}

/* What stands below the options. */
static char *
describe_params(void)
{
    guint n;
    const ParamsRow *rows = params_rows(&n);
    GString *text = g_string_new("Parameters, in PARAMS or --set:\n");

    for (guint i = 0; i < n; i++)
        g_string_append_printf(text, "  %-15s %s%s%s\n", rows[i].name, rows[i].values,
                               *rows[i].unit != '\0' ? ", " : "", rows[i].unit);
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
    return g_str_equal(name, "predictor") && strpbrk(word, "./") == NULL &&
           !g_str_equal(word, "-") && !g_file_test(word, G_FILE_TEST_EXISTS);
}

static gboolean
parse_run(Cli *cli, Options *o, const char *const *args, CliStatus *status)
{
    g_autofree char *program = g_str_equal(args[0], "predictor") ? describe_program() : NULL;
    g_autofree char *params = describe_params();
    g_autoptr(GError) error = NULL;

    const CliHelp help = { "PARAMS TRACE [REPORT.html [N1 N2 ...]]",
                           program != NULL ? program : "Predicts for one processor system.",
                           params };
    if (!parse_options(cli, &help, o, run_options, args, status))
        return FALSE;
    if (o->n_args > 0 && is_no_command(args[0], o->args[ARG_PARAMS])) {
        cli_error(cli, "there is neither a command nor a file '%s'", o->args[ARG_PARAMS]);
        cli_try_help(cli);
        *status = o->n_args > ARG_TRACE ? CLI_BAD_INPUT : CLI_USAGE;
        return FALSE;
    }
    if (cli_check_inputs(o->args, MIN(o->n_args, ARG_REPORT), &error) &&
        (!o->explain || !o->no_explain ||
         cli_refuse(&error, "--explain and --no-explain exclude each other")))
        return TRUE;
    *status = cli_usage_error(cli, "%s", error->message);
    return FALSE;
}

static gboolean
parse_explain(Cli *cli, Options *o, const char *const *args, CliStatus *status)
{
    const CliHelp help = {
        "PARAMS TRACE",
        "Explains why the program is slow on one processor system: which causes cost most, found\n"
        "by simulating without each, with the line of the source and what to try; and the\n"
        "critical path by kind, processor and line.",
        "Without --output the findings and tables are printed; -o adds them to a report.\n"
        "docs/findings.md explains each finding by its id.\n"
        "Exit status: as for run. See predictor(1), predictor.par(5).\n",
    };
    g_autoptr(GError) error = NULL;

    if (!parse_options(cli, &help, o, explain_options, args, status))
        return FALSE;
    o->explain = TRUE;
    if (o->n_args > ARG_REPORT)
        cli_refuse(&error, "'%s' is one too many: reports go to --output", o->args[ARG_REPORT]);
    else if (cli_check_inputs(o->args, o->n_args, &error) &&
             cli_read_jobs(o->jobs, &o->n_threads, &error))
        return TRUE;
    *status = cli_usage_error(cli, "%s", error->message);
    return FALSE;
}

/* Reads the trace and predicts; fills `timeline` unless it is NULL; *explanation is left alone
 * unless it is wanted. NULL: the error has been reported. */
static Prediction *
make_prediction(const Cli *cli, const Options *o, const CliReports *reports,
                const Params *params, Timeline *timeline, Explanation **explanation)
{
    const gboolean html = cli_reports_have_html(reports);
    const gboolean wanted = o->explain || (!o->no_explain && html);
    const ExplainOptions how = { .n_threads = o->n_threads, .keep_going = o->keep_going };
    const PredictOptions options = { .keep_going = o->keep_going,
                                     .lines = html && o->report.source_path != NULL,
                                     .timeline = timeline };
    const char *path = o->args[ARG_TRACE];
    g_autoptr(GError) error = NULL;
    g_autoptr(CliProgress) progress =
        cli_progress_new(cli, wanted ? CLI_EXPLAIN_STEPS : CLI_TRACE_STEPS);

    Prediction *prediction =
        cli_trace_run(cli, progress, path, params, &options, wanted ? &how : NULL, o->explain,
                      explanation, &error);
    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    if (prediction == NULL)
        cli_file_error(cli, path, error);
    return prediction;
}

static CliStatus
predict_and_write(const Cli *cli, const Options *o)
{
    const char *report = o->n_args > ARG_REPORT ? o->args[ARG_REPORT] : NULL;
    char *const *sizes = o->n_args > ARG_SIZES ? o->args + ARG_SIZES : NULL;
    CliStatus status;

    g_autoptr(CliReports) reports =
        cli_reports_new(cli, &o->report, report, o->args, ARG_REPORT);
    g_auto(CliTimeline) timeline = { 0 };
    if (reports == NULL || !cli_timeline_check(cli, &timeline, &o->timeline, reports->outputs,
                                               o->args, ARG_REPORT))
        return CLI_USAGE;
    g_autoptr(Params) params =
        cli_config_read(cli, &o->config, o->args[ARG_PARAMS], sizes, &status);
    if (params == NULL)
        return status;
    if (!cli_timeline_begin(cli, &timeline, params))
        return CLI_USAGE;
    g_autoptr(Explanation) explanation = NULL;
    g_autoptr(Prediction) prediction =
        make_prediction(cli, o, reports, params, timeline.timeline, &explanation);
    if (prediction == NULL)
        return CLI_BAD_INPUT;
    for (char **warning = prediction->warnings; warning != NULL && *warning != NULL; warning++)
        cli_warning(cli, "%s", *warning);
    reports->options.explanation = explanation;
    reports->explain_everywhere = o->explain;
    status = cli_reports_write(cli, reports, prediction);
    const CliStatus written = cli_timeline_write(cli, &timeline, prediction);
    return MAX(status, written);
}

CliStatus
command_run(Cli *cli, const char *const *args)
{
    g_auto(Options) options = { 0 };
    CliStatus status;

    return parse_run(cli, &options, args, &status) ? predict_and_write(cli, &options) : status;
}

CliStatus
command_explain(Cli *cli, const char *const *args)
{
    g_auto(Options) options = { 0 };
    CliStatus status;

    return parse_explain(cli, &options, args, &status) ? predict_and_write(cli, &options)
                                                       : status;
}

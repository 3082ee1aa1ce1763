/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor [run] PARAMS TRACE [REPORT [N1 N2 ...]]: one prediction, written wherever it is
 * wanted.
 */
#include <config.h>

#include <string.h>

#include "src/cli/config.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/timeline.h"
#include "src/cli/trace.h"

/* Positional arguments. */
enum { ARG_PARAMS, ARG_TRACE, ARG_REPORT, ARG_SIZES };

typedef struct {
    CliConfig config;
    CliOutputOptions output;
    CliTimelineOptions timeline;
    gboolean keep_going;
    gboolean explain, no_explain;
    char **args; /* positional; NULL: none */
    guint n_args;
} RunOptions;

static void
run_options_clear(RunOptions *options)
{
    cli_config_clear(&options->config);
    cli_output_options_clear(&options->output);
    cli_timeline_options_clear(&options->timeline);
    g_clear_pointer(&options->args, g_strfreev);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunOptions, run_options_clear)

/* The help of the program stands around the options of its first form. */
static char *
describe_program(void)
{
    guint n;
    const CliCommand *commands = cli_commands(&n);
    GString *text = g_string_new(
        "Predicts how a DVM program runs on a parallel machine, from the trace of its run on\n"
        "one processor. PARAMS describes the machine, TRACE (- for standard input) the run.\n"
        "Without a REPORT or --output a short summary is printed.\n\nCommands:\n");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(text, "  %-9s %s\n", commands[i].name, commands[i].summary);
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

static GOptionContext *
run_context(Cli *cli, RunOptions *o, const char *name)
{
    const GOptionEntry entries[] = {
        { "keep-going", 'k', 0, G_OPTION_ARG_NONE, &o->keep_going,
          "Account for a call in error as an ordinary one, and warn", NULL },
        { "explain", 0, 0, G_OPTION_ARG_NONE, &o->explain,
          "Say why the program is slow in every format that can", NULL },
        { "no-explain", 0, 0, G_OPTION_ARG_NONE, &o->no_explain,
          "Say it nowhere, not even in the HTML report", NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->args, NULL, NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    GOptionContext *context = g_option_context_new("PARAMS TRACE [REPORT.html [N1 N2 ...]]");

    if (g_str_equal(name, "predictor")) {
        g_autofree char *text = describe_program();
        g_option_context_set_summary(context, text);
    } else {
        g_option_context_set_summary(context, "Predicts for one processor system.");
    }
    g_autofree char *description = describe_params();
    g_option_context_set_description(context, description);
    cli_config_add_options(&o->config, context);
    cli_output_add_options(&o->output, context);
    cli_timeline_add_options(&o->timeline, context);
    g_option_context_add_main_entries(context, entries, NULL);
    cli_add_options(cli, context);
    return context;
}

/* A first word that is no file and looks like none: perhaps it was meant to be a command. */
static gboolean
is_no_command(const char *name, const char *word)
{
    return g_str_equal(name, "predictor") && strpbrk(word, "./") == NULL &&
           !g_str_equal(word, "-") && !g_file_test(word, G_FILE_TEST_EXISTS);
}

static gboolean
run_parse(Cli *cli, RunOptions *o, const char *const *args, CliStatus *status)
{
    g_autoptr(GOptionContext) context = run_context(cli, o, args[0]);

    if (!cli_parse(cli, context, args, status))
        return FALSE;
    o->n_args = o->args != NULL ? g_strv_length(o->args) : 0;
    if (o->n_args > 0 && is_no_command(args[0], o->args[ARG_PARAMS])) {
        cli_error(cli, "there is neither a command nor a file '%s'", o->args[ARG_PARAMS]);
        cli_try_help(args[0]);
        *status = o->n_args > ARG_TRACE ? CLI_BAD_INPUT : CLI_USAGE;
        return FALSE;
    }
    if (o->n_args <= ARG_TRACE) {
        *status = cli_usage_error(cli, args[0], "%s missing",
                                  o->n_args == 0 ? "PARAMS and TRACE are" : "TRACE is");
        return FALSE;
    }
    if (g_str_equal(o->args[ARG_PARAMS], "-")) {
        *status = cli_usage_error(cli, args[0], "only TRACE can be standard input");
        return FALSE;
    }
    if (o->explain && o->no_explain) {
        *status =
            cli_usage_error(cli, args[0], "--explain and --no-explain exclude each other");
        return FALSE;
    }
    return TRUE;
}

/* Reads the trace and predicts; fills `timeline` unless it is NULL; *explanation is left alone
 * unless it is wanted. NULL: the error has been reported. */
static Prediction *
make_prediction(const Cli *cli, const RunOptions *o, const CliOutputs *outputs,
                const Params *params, Timeline *timeline, Explanation **explanation)
{
    const gboolean wanted = o->explain || (!o->no_explain && cli_outputs_have_html(outputs));
    const ExplainOptions how = { .keep_going = o->keep_going };
    const PredictOptions options = { .keep_going = o->keep_going,
                                     .lazy_boxes = TRUE,
                                     .lines = cli_outputs_show_lines(outputs),
                                     .timeline = timeline };
    const char *path = o->args[ARG_TRACE];
    g_autoptr(GError) error = NULL;
    g_autoptr(Prediction) prediction = NULL;
    g_autoptr(CliProgress) progress =
        cli_progress_new(cli, wanted ? CLI_EXPLAIN_STEPS : CLI_TRACE_STEPS);

    prediction = wanted ? cli_trace_explain(cli, progress, path, params, &options, &how,
                                            o->explain, explanation, &error)
                        : cli_trace_run(cli, progress, path, params, &options, &error);
    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    if (prediction == NULL) {
        cli_file_error(cli, path, error);
        return NULL;
    }
    return g_steal_pointer(&prediction);
}

CliStatus
command_run(Cli *cli, const char *const *args)
{
    g_auto(RunOptions) options = { 0 };
    CliStatus status;

    if (!run_parse(cli, &options, args, &status))
        return status;

    const char *report = options.n_args > ARG_REPORT ? options.args[ARG_REPORT] : NULL;
    char *const *sizes = options.n_args > ARG_SIZES ? options.args + ARG_SIZES : NULL;
    const char *inputs[] = { options.args[ARG_PARAMS], options.args[ARG_TRACE] };
    guint n_inputs = g_str_equal(options.args[ARG_TRACE], "-") ? 1 : 2;

    g_autoptr(CliOutputs) outputs =
        cli_outputs_new(cli, args[0], &options.output, report, inputs, n_inputs);
    g_autoptr(CliTimeline) timeline = NULL;
    if (outputs == NULL || !cli_timeline_new(cli, args[0], &options.timeline, outputs, inputs,
                                             n_inputs, &timeline))
        return CLI_USAGE;
    g_autoptr(Params) params = cli_config_read(cli, &options.config, args[0],
                                               options.args[ARG_PARAMS], sizes, &status);
    if (params == NULL)
        return status;
    if (!cli_timeline_begin(cli, args[0], timeline, params))
        return CLI_USAGE;
    g_autoptr(Explanation) explanation = NULL;
    g_autoptr(Prediction) prediction = make_prediction(
        cli, &options, outputs, params, cli_timeline_get(timeline), &explanation);
    if (prediction == NULL)
        return CLI_BAD_INPUT;
    cli_outputs_explain(outputs, explanation, options.explain);
    for (char **warning = prediction->warnings; warning != NULL && *warning != NULL; warning++)
        cli_warning(cli, *warning);
    status = cli_outputs_write(cli, outputs, prediction);
    const CliStatus written = cli_timeline_write(cli, timeline, prediction);
    return MAX(status, written);
}

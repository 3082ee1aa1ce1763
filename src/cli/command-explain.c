/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor explain PARAMS TRACE: why the program is slow, what to try, and the critical path.
 */
#include <config.h>

#include "src/cli/config.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/timeline.h"
#include "src/cli/trace.h"

#define MOST_THREADS 1024

/* Positional arguments. */
enum { ARG_PARAMS, ARG_TRACE, N_ARGS };

typedef struct {
    CliConfig config;
    CliOutputOptions output;
    CliTimelineOptions timeline;
    gboolean keep_going;
    char *jobs;
    char **args; /* positional; NULL: none */
} Options;

static void
options_clear(Options *options)
{
    cli_config_clear(&options->config);
    cli_output_options_clear(&options->output);
    cli_timeline_options_clear(&options->timeline);
    g_clear_pointer(&options->jobs, g_free);
    g_clear_pointer(&options->args, g_strfreev);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static GOptionContext *
explain_context(Cli *cli, Options *o)
{
    const GOptionEntry entries[] = {
        { "keep-going", 'k', 0, G_OPTION_ARG_NONE, &o->keep_going,
          "Account for a call in error as an ordinary one, and warn", NULL },
        { "jobs", 'j', 0, G_OPTION_ARG_FILENAME, &o->jobs,
          "Simulations at the same time (default: one for each processor here)", "N" },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->args, NULL, NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    GOptionContext *context = g_option_context_new("PARAMS TRACE");

    g_option_context_set_summary(
        context,
        "Tells why the program is slow on one processor system: which causes cost most, found\n"
        "by simulating without each, with the line of the source and what to try; and the\n"
        "critical path by kind, processor and line.");
    g_option_context_set_description(
        context,
        "Without --output the findings and tables are printed; -o adds them to a report.\n"
        "docs/findings.md explains each finding by its id.\n"
        "Exit status: as of run. See predictor(1), predictor.par(5).\n");
    cli_config_add_options(&o->config, context);
    cli_output_add_options(&o->output, context);
    cli_timeline_add_options(&o->timeline, context);
    g_option_context_add_main_entries(context, entries, NULL);
    cli_add_options(cli, context);
    return context;
}

static gboolean
parse(Cli *cli, Options *o, const char *const *args, guint *n_threads, CliStatus *status)
{
    g_autoptr(GOptionContext) context = explain_context(cli, o);
    guint64 jobs = 0;

    if (!cli_parse(cli, context, args, status))
        return FALSE;
    const guint n = o->args != NULL ? g_strv_length(o->args) : 0;
    if (n < N_ARGS) {
        *status = cli_usage_error(cli, args[0], "%s missing",
                                  n == 0 ? "PARAMS and TRACE are" : "TRACE is");
        return FALSE;
    }
    if (n > N_ARGS) {
        *status = cli_usage_error(cli, args[0], "'%s' is one too many: reports go to --output",
                                  o->args[N_ARGS]);
        return FALSE;
    }
    if (g_str_equal(o->args[ARG_PARAMS], "-")) {
        *status = cli_usage_error(cli, args[0], "only TRACE can be standard input");
        return FALSE;
    }
    if (o->jobs != NULL &&
        !g_ascii_string_to_unsigned(o->jobs, 10, 1, MOST_THREADS, &jobs, NULL)) {
        *status = cli_usage_error(cli, args[0], "--jobs: '%s' is no number from 1 to %d",
                                  o->jobs, MOST_THREADS);
        return FALSE;
    }
    *n_threads = (guint)jobs;
    return TRUE;
}

/* Fills `timeline` unless it is NULL. NULL: the error has been reported. */
static Prediction *
make(const Cli *cli, const Options *o, const CliOutputs *outputs, const Params *params,
     guint n_threads, Timeline *timeline, Explanation **explanation)
{
    const PredictOptions options = { .keep_going = o->keep_going,
                                     .lazy_boxes = TRUE,
                                     .lines = cli_outputs_show_lines(outputs),
                                     .timeline = timeline };
    const ExplainOptions how = { .n_threads = n_threads, .keep_going = o->keep_going };
    const char *path = o->args[ARG_TRACE];
    g_autoptr(GError) error = NULL;
    g_autoptr(CliProgress) progress = cli_progress_new(cli, CLI_EXPLAIN_STEPS);

    Prediction *prediction = cli_trace_explain(cli, progress, path, params, &options, &how,
                                               TRUE, explanation, &error);
    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    if (prediction == NULL)
        cli_file_error(cli, path, error);
    return prediction;
}

CliStatus
command_explain(Cli *cli, const char *const *args)
{
    g_auto(Options) options = { 0 };
    CliStatus status;
    guint n_threads;

    if (!parse(cli, &options, args, &n_threads, &status))
        return status;
    const char *inputs[] = { options.args[ARG_PARAMS], options.args[ARG_TRACE] };
    const guint n_inputs = g_str_equal(options.args[ARG_TRACE], "-") ? 1 : 2;
    g_autoptr(CliOutputs) outputs =
        cli_outputs_new(cli, args[0], &options.output, NULL, inputs, n_inputs);
    g_autoptr(CliTimeline) timeline = NULL;
    if (outputs == NULL || !cli_timeline_new(cli, args[0], &options.timeline, outputs, inputs,
                                             n_inputs, &timeline))
        return CLI_USAGE;
    g_autoptr(Params) params =
        cli_config_read(cli, &options.config, args[0], options.args[ARG_PARAMS], NULL, &status);
    if (params == NULL)
        return status;
    if (!cli_timeline_begin(cli, args[0], timeline, params))
        return CLI_USAGE;
    g_autoptr(Explanation) explanation = NULL;
    g_autoptr(Prediction) prediction = make(cli, &options, outputs, params, n_threads,
                                            cli_timeline_get(timeline), &explanation);
    if (prediction == NULL)
        return CLI_BAD_INPUT;
    for (char **warning = prediction->warnings; warning != NULL && *warning != NULL; warning++)
        cli_warning(cli, *warning);
    cli_outputs_explain(outputs, explanation, TRUE);
    status = cli_outputs_write(cli, outputs, prediction);
    const CliStatus written = cli_timeline_write(cli, timeline, prediction);
    return MAX(status, written);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor grains TRACE: what a trace of grains tells.
 */
#include <config.h>

#include "src/cli/command/command.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/timeline.h"
#include "src/graph/grains-timeline.h"
#include "src/report/grains/view.h"

typedef struct {
    CliTimeline timeline;
    char **paths, **args;
    char *format, *template_dir;
    gboolean executions;
    GArray *outputs; /* of CliOutput */
} Options;

static const CliOption grains_options[] = {
    { "executions", 0, CLI_FLAG, offsetof(Options, executions),
      "Each run of a grain is a task of its own", NULL },
    { "output", 'o', CLI_LIST, offsetof(Options, paths),
      "Write .html, .json, .csv, .txt, .tg, .sched, .dot or .stg", "FILE" },
    CLI_FORMAT(offsetof(Options, format)),
    { "template-dir", 0, CLI_TEXT, offsetof(Options, template_dir), "Templates of the page",
      "DIR" },
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};

static const CliHelp help = {
    "TRACE",
    "Reports a trace of grains (EPA): speed-up, utilisation, and what each processor did.",
    "TRACE may be compressed; - is standard input. Exit status 1 when a record is in error.\n"
    "See predictor-grains(1).\n",
};

static void
options_clear(Options *o)
{
    cli_options_clear(grains_options, o);
    cli_timeline_clear(&o->timeline);
    g_array_unref(o->outputs);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* Reading went on behind an error: what is left is reported, and the status tells. */
static CliStatus
report(const Cli *cli, Options *o)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_read(o->args[0], 0, &error);

    if (text == NULL) {
        cli_file_error(cli, o->args[0], error);
        return CLI_BAD_INPUT;
    }
    g_autoptr(GrainTrace) trace = grain_trace_read(text);
    for (guint i = 0; i < trace->messages->len; i++) {
        g_autofree char *message = grain_trace_message(trace, i);
        if (g_array_index(trace->messages, GrainMessage, i).error)
            cli_error(cli, "%s", message);
        else
            cli_warning(cli, "%s", message);
    }
    g_autoptr(GrainsView) view = grains_view_new(trace, o->executions);
    view->template_dir = o->template_dir;
    g_autofree char *name = g_path_get_basename(trace->file);
    const CliStatus reported = cli_outputs_of(cli, o->outputs, REPORT_OF_GRAINS, view);
    const CliStatus timeline =
        trace->runs->len > 0 ? cli_timeline_of(cli, &o->timeline, name, trace->processors->len,
                                               grain_trace_timeline, trace)
                             : CLI_DONE;
    const CliStatus written = MAX(reported, timeline);
    return written == CLI_DONE && trace->n_errors > 0 ? CLI_BAD_INPUT : written;
}

CliStatus
command_grains(Cli *cli, const char *const *args)
{
    g_auto(Options) o = { .outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput)) };
    const CliOptions all[] = { { grains_options, &o, NULL },
                               { cli_timeline_options, &o.timeline, NULL },
                               { cli_page_options, cli, NULL },
                               { cli_common_options, cli, NULL },
                               { 0 } };
    g_autoptr(GError) error = NULL;
    CliStatus status;

    if (!cli_parse(cli, &help, all, args, &status) ||
        !cli_one_argument(cli, o.args, "TRACE", &status))
        return status;
    const CliInputs inputs = { o.args, 1, o.template_dir, NULL };
    if (!cli_check_template_dir(o.template_dir, &error) ||
        !cli_outputs_add(cli, o.outputs, REPORT_OF_GRAINS, NULL, o.paths, o.format, &inputs,
                         &error) ||
        !cli_timeline_check(&o.timeline, o.outputs, &inputs, &error))
        return cli_usage_error(cli, "%s", error->message);
    return report(cli, &o);
}

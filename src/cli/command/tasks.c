/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor tasks LOG: equal tasks on a pool of processors, and how many of these pay.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/axes.h"
#include "src/cli/command/command.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/cli/timeline.h"
#include "src/pool/read.h"
#include "src/pool/timeline.h"
#include "src/report/tasks/tasks.h"

typedef struct {
    CliTimeline timeline;
    char **processors, **paths, **args;
    char *tasks, *begin, *end, *slope, *unit, *format, *template_dir;
    gboolean every, robust;
    /* What they say. */
    GArray *counts;  /* of gint64: -p */
    GArray *outputs; /* of CliOutput */
    gint64 n_tasks;  /* 0: those of the log */
    TaskLogOptions log;
    TaskFitOptions fit;
} Options;

static const CliOption model_options[] = {
    { "processors", 'p', CLI_LIST, offsetof(Options, processors),
      "Numbers of processors: 1..64 (powers of two), 6,12 (that of the log)", "LIST" },
    { "every", 0, CLI_FLAG, offsetof(Options, every), "Every number of a range of -p", NULL },
    { "tasks", 'n', CLI_TEXT, offsetof(Options, tasks), "Predict so many tasks (those of the log)",
      "N" },
    { "robust", 0, CLI_FLAG, offsetof(Options, robust),
      "Fit medians in place of means: a few tasks out of line do not count", NULL },
    { "slope", 0, CLI_TEXT, offsetof(Options, slope),
      "T_a of the paper's formulas (a line through the origin)", "T_A" },
    { 0 },
};

static const CliOption log_options[] = {
    { "begin", 0, CLI_TEXT, offsetof(Options, begin), "Event that begins a task in gisttext (2)",
      "CODE" },
    { "end", 0, CLI_TEXT, offsetof(Options, end), "Event that ends it (3)", "CODE" },
    { "unit", 0, CLI_TEXT, offsetof(Options, unit),
      "Unit of the log's times: s, ms, us, ns, or seconds", "U" },
    { 0 },
};

static const CliOption result_options[] = {
    { "output", 'o', CLI_LIST, offsetof(Options, paths), "Write .html, .json, .csv or .txt",
      "FILE" },
    CLI_FORMAT(offsetof(Options, format)),
    { "template-dir", 0, CLI_TEXT, offsetof(Options, template_dir), "Templates of the page",
      "DIR" },
    CLI_ARGUMENTS(offsetof(Options, args)),
    { 0 },
};

static const CliHelp help = {
    "LOG",
    "Fits a model of equal tasks on a pool of processors to the log of one run, and predicts\n"
    "how long they take on other numbers of processors, and how many pay.",
    "LOG is a log of gisttext, a table with worker, start and end or duration of each task\n"
    "(sacct -P writes one), or a Chrome trace; compressed or not. See predictor-tasks(1).\n",
};

static void
options_clear(Options *o)
{
    cli_options_clear(model_options, o);
    cli_options_clear(log_options, o);
    cli_options_clear(result_options, o);
    cli_timeline_clear(&o->timeline);
    g_clear_pointer(&o->counts, g_array_unref);
    g_clear_pointer(&o->outputs, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* A whole number of an option, at least `least`; without the option *value stays. */
static gboolean
read_number(const char *name, const char *text, gint64 least, gint64 most, gint64 *value,
            GError **error)
{
    return text == NULL ||
           g_ascii_string_to_signed(text, 10, least, most, value, NULL) ||
           cli_refuse(error, "%s: '%s' is not a number from %" G_GINT64_FORMAT " to %"
                             G_GINT64_FORMAT,
                      name, text, least, most);
}

static gboolean
read_processors(Options *o, GError **error)
{
    for (char **word = o->processors; word != NULL && *word != NULL; word++)
        if (!sweep_axes_processors(o->counts, *word, o->every, error)) {
            g_prefix_error(error, "-p: ");
            return FALSE;
        }
    for (guint i = 0; i < o->counts->len; i++)
        if (g_array_index(o->counts, gint64, i) > TASK_MOST_PROCESSORS)
            return cli_refuse(error, "-p: more than %" G_GINT64_FORMAT " processors",
                              TASK_MOST_PROCESSORS);
    return o->processors != NULL || !o->every || cli_refuse(error, "--every needs -p");
}

static gboolean
read_slope(Options *o, GError **error)
{
    o->fit = (TaskFitOptions){ o->robust, NAN };
    return o->slope == NULL ||
           (graph_number(o->slope, strlen(o->slope), &o->fit.slope) && o->fit.slope > 0 &&
            o->fit.slope <= TASK_LOG_LARGEST) ||
           cli_refuse(error, "--slope: '%s' is not a time above 0", o->slope);
}

static gboolean
read_words(const Cli *cli, Options *o, GError **error)
{
    char *const inputs[] = { o->args[0] };
    const CliInputs all = { inputs, 1, o->template_dir, NULL };

    o->log = (TaskLogOptions){ 2, 3 };
    return read_processors(o, error) && read_slope(o, error) &&
           read_number("-n", o->tasks, 1, TASK_MOST_TASKS, &o->n_tasks, error) &&
           read_number("--begin", o->begin, 0, G_MAXINT32, &o->log.begin, error) &&
           read_number("--end", o->end, 0, G_MAXINT32, &o->log.end, error) &&
           (o->log.begin != o->log.end ||
            cli_refuse(error, "--begin and --end are the same event")) &&
           cli_check_template_dir(o->template_dir, error) &&
           cli_outputs_add(cli, o->outputs, REPORT_OF_TASKS, NULL, o->paths, o->format, &all,
                           error) &&
           cli_timeline_check(&o->timeline, o->outputs, &all, error);
}

/* The log; NULL: the error has been reported, and *status is set. */
static TaskLog *
read_log(const Cli *cli, const Options *o, CliStatus *status)
{
    const char *path = o->args[0];
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_read(path, 0, &error);
    g_autoptr(TaskLog) log = text != NULL ? task_log_read(text, &o->log, &error) : NULL;

    *status = CLI_BAD_INPUT;
    if (log == NULL) {
        cli_file_error(cli, path, error);
        return NULL;
    }
    if (o->unit != NULL && log->dated) {
        *status = cli_usage_error(cli, "--unit: %s has dates, which are seconds", path);
        return NULL;
    }
    if (o->unit != NULL && !task_log_set_unit(log, o->unit)) {
        *status = cli_usage_error(cli, "--unit: '%s' is not s, ms, us, ns or a number of seconds",
                                  o->unit);
        return NULL;
    }
    return g_steal_pointer(&log);
}

static CliStatus
run(const Cli *cli, Options *o)
{
    CliStatus status;
    g_autoptr(TaskLog) log = read_log(cli, o, &status);

    if (log == NULL)
        return status;
    g_autoptr(TaskReport) report = task_report_new(log, &o->fit, o->counts, o->n_tasks);
    report->template_dir = o->template_dir;
    for (guint i = 0; i < report->warnings->len; i++)
        cli_warning(cli, "%s", (char *)g_ptr_array_index(report->warnings, i));
    g_autofree char *name = g_path_get_basename(log->file);
    const CliStatus written = cli_outputs_of(cli, o->outputs, REPORT_OF_TASKS, report);
    const CliStatus timeline = cli_timeline_of(cli, &o->timeline, name, log->workers->len,
                                               task_log_timeline, log);
    return MAX(written, timeline);
}

CliStatus
command_tasks(Cli *cli, const char *const *args)
{
    g_auto(Options) o = { .counts = g_array_new(FALSE, FALSE, sizeof(gint64)),
                          .outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput)) };
    const CliOptions all[] = {
        { model_options, &o, "Model:" },
        { log_options, &o, "Log:" },
        { result_options, &o, NULL },
        { cli_timeline_options, &o.timeline, NULL },
        { cli_page_options, cli, NULL },
        { cli_common_options, cli, NULL },
        { 0 },
    };
    g_autoptr(GError) error = NULL;
    CliStatus status;

    if (!cli_parse(cli, &help, all, args, &status) ||
        !cli_one_argument(cli, o.args, "LOG", &status))
        return status;
    if (!read_words(cli, &o, &error))
        return cli_usage_error(cli, "%s", error->message);
    return run(cli, &o);
}

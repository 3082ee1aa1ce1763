/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/sweep-options.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/best.h"
#include "src/analysis/sweep/topology.h"
#include "src/cli/message.h"

/* Of --objective efficiency. */
#define USUAL_FLOOR 0.5

static const CliOption axes_options[] = {
    { "topologies", 0, CLI_LIST, offsetof(CliSweepOptions, topologies),
      "Processor systems: 1,2,4,2x2,4x2", "LIST" },
    { "processors", 0, CLI_LIST, offsetof(CliSweepOptions, processors),
      "Numbers of processors: 1..1024 (powers of two), 6,12", "LIST" },
    { "every", 0, CLI_FLAG, offsetof(CliSweepOptions, every),
      "Every number of a range of --processors", NULL },
    { "grid", 0, CLI_TEXT, offsetof(CliSweepOptions, grid),
      "Grids of --processors: even (the most even one) or best (all)", "WHICH" },
    { "search", 0, CLI_TEXT, offsetof(CliSweepOptions, search),
      "Search the best grid of at most N processors", "N" },
    { "vary", 0, CLI_LIST, offsetof(CliSweepOptions, vary),
      "Values of a parameter: 'start time=1,10' (repeatable: all combinations)", "NAME=V,V" },
    { 0 },
};

static const CliOption result_options[] = {
    { "objective", 0, CLI_TEXT, offsetof(CliSweepOptions, objective),
      "What is best: time, efficiency (least time above --floor) or cost", "WHAT" },
    { "floor", 0, CLI_TEXT, offsetof(CliSweepOptions, floor),
      "Least efficiency wanted: 0.5 or 50%", "SHARE" },
    { "pop", 0, CLI_FLAG, offsetof(CliSweepOptions, pop),
      "POP factors too: each is predicted on an ideal network as well", NULL },
    { "sensitivity", 0, CLI_FLAG, offsetof(CliSweepOptions, sensitivity),
      "How the best one changes with each parameter", NULL },
    { "merge", 0, CLI_FLAG, offsetof(CliSweepOptions, merge),
      "Merge sweeps in JSON; nothing is predicted", NULL },
    { "reports", 0, CLI_TEXT, offsetof(CliSweepOptions, reports),
      "Write a report of each configuration into DIR", "DIR" },
    { "output", 'o', CLI_LIST, offsetof(CliSweepOptions, outputs),
      "Write .html, .json, .csv or .txt; - with --format", "FILE" },
    CLI_FORMAT(offsetof(CliSweepOptions, format)),
    { "template-dir", 0, CLI_TEXT, offsetof(CliSweepOptions, template_dir),
      "Templates of the HTML report", "DIR" },
    { "jobs", 'j', CLI_TEXT, offsetof(CliSweepOptions, jobs),
      "Predict N configurations at a time (all processors)", "N" },
    CLI_KEEP_GOING(offsetof(CliSweepOptions, keep_going)),
    CLI_ARGUMENTS(offsetof(CliSweepOptions, args)),
    { 0 },
};

void
cli_sweep_options_clear(CliSweepOptions *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(axes_options, o);
    cli_options_clear(result_options, o);
}

static GOptionContext *
sweep_context(Cli *cli, CliSweepOptions *o)
{
    GOptionContext *context = g_option_context_new("PARAMS... TRACE");

    g_option_context_set_summary(
        context,
        "Predicts many configurations over one reading of TRACE: which machine, how many\n"
        "processors, which grid. Without --output a table and the answer are printed.\n"
        "With --merge the arguments are sweeps in JSON instead.");
    g_option_context_set_description(
        context,
        "Rows come in the order asked for: parameter files change slowest, then each --vary\n"
        "in turn, topologies fastest. A configuration that cannot run is a row that says why.\n"
        "Interrupted, it writes what is done and says so.\n"
        "Exit status: as of run, and 1 when no configuration can run. See predictor(1).\n");
    cli_options_add(context, axes_options, o);
    cli_options_add(context, cli_config_options, &o->config);
    cli_options_add(context, result_options, o);
    cli_add_options(cli, context);
    return context;
}

gboolean
cli_sweep_options_has_topologies(const CliSweepOptions *o)
{
    return o->topologies != NULL || o->processors != NULL || o->most > 0;
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
check_values(CliSweepOptions *o, GError **error)
{
    o->n_threads = g_get_num_processors();
    o->floor_value = USUAL_FLOOR;
    o->all_grids = g_strcmp0(o->grid, "best") == 0;
    if (o->grid != NULL && !o->all_grids && strcmp(o->grid, "even") != 0)
        return cli_refuse(error, "--grid: '%s' is neither even nor best", o->grid);
    if (o->search != NULL &&
        !g_ascii_string_to_signed(o->search, 10, 1, TOPOLOGY_MAX_PROCESSORS, &o->most, NULL))
        return cli_refuse(error, "--search: '%s' is no number of processors from 1 to 2^31",
                          o->search);
    if (o->objective != NULL && !sweep_objective_find(o->objective, &o->objective_value))
        return cli_refuse(error, "--objective: '%s' is neither time nor efficiency nor cost",
                          o->objective);
    if (o->floor != NULL && !parse_share(o->floor, &o->floor_value))
        return cli_refuse(error, "--floor: '%s' is no share from 0 to 1 (or 100%%)", o->floor);
    if (!cli_read_jobs(o->jobs, &o->n_threads, error))
        return FALSE;
    if (o->reports != NULL && *o->reports == '\0')
        return cli_refuse(error, "--reports: a folder without a name");
    return cli_check_template_dir(o->template_dir, error);
}

/* Options that do not go together. */
static gboolean
check_together(const CliSweepOptions *o, GError **error)
{
    const gboolean axes = cli_sweep_options_has_topologies(o) || o->config.topology != NULL;

    if (o->merge && (axes || o->vary != NULL || o->config.settings != NULL || o->sensitivity ||
                     o->pop || o->reports != NULL || o->keep_going || o->jobs != NULL))
        return cli_refuse(
            error, "--merge predicts nothing: it takes no option that is about predictions");
    if (o->most > 0 && (o->topologies != NULL || o->processors != NULL))
        return cli_refuse(error, "--search finds the topologies itself");
    if (o->config.topology != NULL && cli_sweep_options_has_topologies(o))
        return cli_refuse(error,
                          "--topology is one topology; --topologies, --processors and --search "
                          "stand instead of it");
    if ((o->every || o->grid != NULL) && o->processors == NULL)
        return cli_refuse(error, "%s is about --processors", o->every ? "--every" : "--grid");
    if (o->floor != NULL && o->objective_value != SWEEP_EFFICIENCY)
        return cli_refuse(error, "--floor is about --objective efficiency");
    return TRUE;
}

/* The positional arguments. */
static gboolean
check_args(const CliSweepOptions *o, GError **error)
{
    if (!o->merge)
        return cli_check_inputs(o->args, o->n_args, error);
    if (o->n_args == 0)
        return cli_refuse(error, "the files to merge are missing");
    if (g_strv_contains((const char *const *)o->args, "-"))
        return cli_refuse(error, "--merge reads no standard input");
    return TRUE;
}

gboolean
cli_sweep_options_parse(Cli *cli, CliSweepOptions *o, const char *const *args,
                        CliStatus *status)
{
    g_autoptr(GOptionContext) context = sweep_context(cli, o);
    g_autoptr(GError) error = NULL;

    if (!cli_parse(cli, context, args, status))
        return FALSE;
    o->n_args = o->args != NULL ? g_strv_length(o->args) : 0;
    if (check_values(o, &error) && check_together(o, &error) && check_args(o, &error))
        return TRUE;
    *status = cli_usage_error(cli, "%s", error->message);
    return FALSE;
}

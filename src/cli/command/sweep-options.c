/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/command/sweep-options.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/best.h"
#include "src/analysis/sweep/topology.h"
#include "src/cli/message.h"

/* Of --objective efficiency. */
#define USUAL_FLOOR 0.5

static const CliOption axes_options[] = {
    { "topologies", 0, CLI_LIST, offsetof(SweepArgs, topologies),
      "Processor systems: 1,2,4,2x2,4x2", "LIST" },
    { "processors", 0, CLI_LIST, offsetof(SweepArgs, processors),
      "Numbers of processors: 1..1024 (powers of two), 6,12", "LIST" },
    { "every", 0, CLI_FLAG, offsetof(SweepArgs, every),
      "Every number of a range of --processors", NULL },
    { "grid", 0, CLI_TEXT, offsetof(SweepArgs, grid),
      "Grids of --processors: even (the most even one) or best (all)", "WHICH" },
    { "search", 0, CLI_TEXT, offsetof(SweepArgs, search),
      "Search the best grid of at most N processors", "N" },
    { "vary", 0, CLI_LIST, offsetof(SweepArgs, vary),
      "Values of a parameter: 'start time=1,10' (repeatable: all combinations)", "NAME=V,V" },
    { "mappings", 0, CLI_TEXT, offsetof(SweepArgs, mappings),
      "Values of mapping: 'hilbert,tiles(2,2),best'", "LIST" },
    { 0 },
};

static const CliOption result_options[] = {
    { "objective", 0, CLI_TEXT, offsetof(SweepArgs, objective),
      "What is best: time, efficiency (least time above --floor) or cost", "WHAT" },
    { "floor", 0, CLI_TEXT, offsetof(SweepArgs, floor), "Least efficiency wanted: 0.5 or 50%",
      "SHARE" },
    { "pop", 0, CLI_FLAG, offsetof(SweepArgs, pop),
      "POP factors too: each is predicted on an ideal network as well", NULL },
    { "sensitivity", 0, CLI_FLAG, offsetof(SweepArgs, plan.sensitivity),
      "How the best one changes with each parameter", NULL },
    { "merge", 0, CLI_FLAG, offsetof(SweepArgs, merge),
      "Merge sweeps in JSON; nothing is predicted", NULL },
    { "part", 0, CLI_TEXT, offsetof(SweepArgs, part),
      "Only part K of N, for jobs side by side; --merge joins them", "K/N" },
    { "resume", 0, CLI_TEXT, offsetof(SweepArgs, resume),
      "Predict only what FILE, a sweep in JSON, has not", "FILE" },
    { "reports", 0, CLI_TEXT, offsetof(SweepArgs, reports),
      "Write a report of each configuration into DIR", "DIR" },
    { "output", 'o', CLI_LIST, offsetof(SweepArgs, outputs),
      "Write .html, .json, .csv or .txt; - with --format", "FILE" },
    CLI_FORMAT(offsetof(SweepArgs, format)),
    { "template-dir", 0, CLI_TEXT, offsetof(SweepArgs, template_dir),
      "Templates of the HTML report", "DIR" },
    { "jobs", 'j', CLI_TEXT, offsetof(SweepArgs, jobs),
      "Predict N configurations at a time (all processors)", "N" },
    CLI_KEEP_GOING(offsetof(SweepArgs, keep_going)),
    { 0 },
};

static const CliOption others_options[] = {
    { "broadcast", 0, CLI_FLAG, offsetof(SweepArgs, broadcast),
      "Send TRACE to the other ranks, which cannot read it themselves", NULL },
    { 0 },
};

static const CliOption arguments[] = {
    CLI_ARGUMENTS(offsetof(SweepArgs, args)),
    { 0 },
};

void
sweep_args_clear(SweepArgs *o)
{
    cli_options_clear(cli_config_options, &o->config);
    cli_options_clear(axes_options, o);
    cli_options_clear(result_options, o);
    cli_options_clear(arguments, o);
    g_clear_pointer(&o->plan.machines, g_ptr_array_unref);
    g_clear_pointer(&o->plan.grids, g_array_unref);
    g_clear_pointer(&o->plan.counts, g_array_unref);
}

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
has_topologies(const SweepArgs *o)
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

/* "2/8". */
static gboolean
parse_part(const char *text, guint *part, guint *parts)
{
    g_auto(GStrv) numbers = g_strsplit(text, "/", 3);
    gint64 k, n;

    if (g_strv_length(numbers) != 2 ||
        !g_ascii_string_to_signed(numbers[1], 10, 1, SWEEP_MOST_ROWS, &n, NULL) ||
        !g_ascii_string_to_signed(numbers[0], 10, 1, n, &k, NULL))
        return FALSE;
    *part = (guint)k;
    *parts = (guint)n;
    return TRUE;
}

/* Fills in what the words say. */
static gboolean
check_values(SweepArgs *o, GError **error)
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
    if (o->part != NULL && !parse_part(o->part, &o->plan.part, &o->plan.parts))
        return cli_refuse(error, "--part: '%s' is not K/N, part K of N: 1 <= K <= N <= %d",
                          o->part, SWEEP_MOST_ROWS);
    if (o->resume != NULL && *o->resume == '\0')
        return cli_refuse(error, "--resume: a file without a name");
    if (!cli_read_jobs(o->jobs, &o->n_threads, error))
        return FALSE;
    if (o->reports != NULL && *o->reports == '\0')
        return cli_refuse(error, "--reports: a folder without a name");
    return cli_check_template_dir(o->template_dir, error);
}

/* Options that do not go together. */
static gboolean
check_together(const SweepArgs *o, GError **error)
{
    const gboolean axes = has_topologies(o) || o->config.topology != NULL;

    if (o->merge &&
        (axes || o->vary != NULL || o->mappings != NULL || o->config.settings != NULL ||
         o->plan.sensitivity || o->pop || o->reports != NULL || o->keep_going ||
         o->jobs != NULL || o->part != NULL || o->resume != NULL))
        return cli_refuse(
            error, "--merge predicts nothing: it takes no option that is about predictions");
    if (o->plan.most > 0 && (o->topologies != NULL || o->processors != NULL))
        return cli_refuse(error, "--search finds the topologies itself");
    if (o->part != NULL && (o->plan.most > 0 || o->plan.sensitivity))
        return cli_refuse(error, "%s is about all of a sweep, and --part predicts some of it",
                          o->plan.most > 0 ? "--search" : "--sensitivity");
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
check_args(const SweepArgs *o, GError **error)
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
sweep_args_parse(Cli *cli, SweepArgs *o, gboolean others, const char *const *args,
                 CliStatus *status)
{
    const CliOptions all[] = {
        { axes_options, o, "What is tried:" },
        { cli_config_options, &o->config, "Machine:" },
        { result_options, o, "Result:" },
        { arguments, o, NULL },
        { cli_page_options, cli, NULL },
        { cli_common_options, cli, NULL },
        { others ? others_options : NULL, o, "Ranks:" },
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
read_machines(const Cli *cli, SweepArgs *o, CliStatus *status)
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
read_varied(const SweepArgs *o, GError **error)
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
read_words(SweepArgs *o, GError **error)
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

gboolean
sweep_args_plan(const Cli *cli, SweepArgs *o, CliStatus *status)
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/sweep-options.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/best.h"
#include "src/analysis/sweep/topology.h"
#include "src/cli/message.h"

#define MOST_THREADS 1024

/* Of --objective efficiency. */
#define USUAL_FLOOR 0.5

void
cli_sweep_options_clear(CliSweepOptions *o)
{
    char ***const lists[] = { &o->topologies, &o->processors, &o->vary, &o->outputs, &o->args };
    char **const texts[] = { &o->grid, &o->search,  &o->objective, &o->floor,
                             &o->jobs, &o->reports, &o->format,    &o->template_dir };

    cli_config_clear(&o->config);
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++)
        g_clear_pointer(lists[i], g_strfreev);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        g_clear_pointer(texts[i], g_free);
}

static void
add_axes(CliSweepOptions *o, GOptionContext *context)
{
    const GOptionEntry entries[] = {
        { "topologies", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->topologies,
          "Processor systems: 1,2,4,2x2,4x2", "LIST" },
        { "processors", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->processors,
          "Numbers of processors: 1..1024 (powers of two), 6,12", "LIST" },
        { "every", 0, 0, G_OPTION_ARG_NONE, &o->every,
          "Every number of a range of --processors", NULL },
        { "grid", 0, 0, G_OPTION_ARG_FILENAME, &o->grid,
          "Grids of --processors: even (the most even one) or best (all)", "WHICH" },
        { "search", 0, 0, G_OPTION_ARG_FILENAME, &o->search,
          "Search the best grid of at most N processors", "N" },
        { "vary", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->vary,
          "Values of a parameter: 'start time=1,10' (repeatable: all combinations)",
          "NAME=V,V" },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_option_context_add_main_entries(context, entries, NULL);
}

static void
add_results(CliSweepOptions *o, GOptionContext *context)
{
    const GOptionEntry entries[] = {
        { "objective", 0, 0, G_OPTION_ARG_FILENAME, &o->objective,
          "What is best: time, efficiency (least time above --floor) or cost", "WHAT" },
        { "floor", 0, 0, G_OPTION_ARG_FILENAME, &o->floor,
          "Least efficiency wanted: 0.5 or 50%", "SHARE" },
        { "pop", 0, 0, G_OPTION_ARG_NONE, &o->pop,
          "POP factors too: each is predicted on an ideal network as well", NULL },
        { "sensitivity", 0, 0, G_OPTION_ARG_NONE, &o->sensitivity,
          "How the best one changes with each parameter", NULL },
        { "merge", 0, 0, G_OPTION_ARG_NONE, &o->merge,
          "Merge sweeps in JSON; nothing is predicted", NULL },
        { "reports", 0, 0, G_OPTION_ARG_FILENAME, &o->reports,
          "Write a report of each configuration into DIR", "DIR" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->outputs,
          "Write .html, .json, .csv or .txt; - with --format", "FILE" },
        { "format", 0, 0, G_OPTION_ARG_FILENAME, &o->format,
          "Format of standard output, and of other suffixes", "NAME" },
        { "template-dir", 0, 0, G_OPTION_ARG_FILENAME, &o->template_dir,
          "Templates of the HTML report", "DIR" },
        { "jobs", 'j', 0, G_OPTION_ARG_FILENAME, &o->jobs,
          "Predict N configurations at a time (all processors)", "N" },
        { "keep-going", 'k', 0, G_OPTION_ARG_NONE, &o->keep_going,
          "Account for a call in error as an ordinary one, and warn", NULL },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->args, NULL, NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    g_option_context_add_main_entries(context, entries, NULL);
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
    add_axes(o, context);
    cli_config_add_options(&o->config, context);
    add_results(o, context);
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

/* Fills in what the words say. NULL, or what is wrong; free with g_free(). */
static char *
check_values(CliSweepOptions *o)
{
    gint64 n = g_get_num_processors();

    o->floor_value = USUAL_FLOOR;
    o->all_grids = g_strcmp0(o->grid, "best") == 0;
    if (o->grid != NULL && !o->all_grids && strcmp(o->grid, "even") != 0)
        return g_strdup_printf("--grid: '%s' is neither even nor best", o->grid);
    if (o->search != NULL &&
        !g_ascii_string_to_signed(o->search, 10, 1, TOPOLOGY_MAX_PROCESSORS, &o->most, NULL))
        return g_strdup_printf("--search: '%s' is no number of processors from 1 to 2^31",
                               o->search);
    if (o->objective != NULL && !sweep_objective_find(o->objective, &o->objective_value))
        return g_strdup_printf("--objective: '%s' is neither time nor efficiency nor cost",
                               o->objective);
    if (o->floor != NULL && !parse_share(o->floor, &o->floor_value))
        return g_strdup_printf("--floor: '%s' is no share from 0 to 1 (or 100%%)", o->floor);
    if (o->jobs != NULL && !g_ascii_string_to_signed(o->jobs, 10, 1, MOST_THREADS, &n, NULL))
        return g_strdup_printf("--jobs: '%s' is no number from 1 to %d", o->jobs, MOST_THREADS);
    o->n_threads = (guint)n;
    if (o->reports != NULL && *o->reports == '\0')
        return g_strdup("--reports: a folder without a name");
    if (o->template_dir != NULL && *o->template_dir == '\0')
        return g_strdup("--template-dir: a folder without a name");
    return NULL;
}

/* Options that do not go together. NULL, or why; free with g_free(). */
static char *
check_together(const CliSweepOptions *o)
{
    const gboolean axes = cli_sweep_options_has_topologies(o) || o->config.topology != NULL;

    if (o->merge && (axes || o->vary != NULL || o->config.settings != NULL || o->sensitivity ||
                     o->pop || o->reports != NULL || o->keep_going || o->jobs != NULL))
        return g_strdup(
            "--merge predicts nothing: it takes no option that is about predictions");
    if (o->most > 0 && (o->topologies != NULL || o->processors != NULL))
        return g_strdup("--search finds the topologies itself");
    if (o->config.topology != NULL && cli_sweep_options_has_topologies(o))
        return g_strdup("--topology is one topology; --topologies, --processors and --search "
                        "stand instead of it");
    if ((o->every || o->grid != NULL) && o->processors == NULL)
        return g_strdup_printf("%s is about --processors", o->every ? "--every" : "--grid");
    if (o->floor != NULL && o->objective_value != SWEEP_EFFICIENCY)
        return g_strdup("--floor is about --objective efficiency");
    return NULL;
}

/* The positional arguments. */
static char *
check_args(const CliSweepOptions *o)
{
    if (o->merge && o->n_args == 0)
        return g_strdup("the files to merge are missing");
    if (!o->merge && o->n_args < 2)
        return g_strdup(o->n_args == 0 ? "PARAMS and TRACE are missing" : "TRACE is missing");
    for (guint i = 0; o->merge ? i < o->n_args : i + 1 < o->n_args; i++)
        if (strcmp(o->args[i], "-") == 0)
            return g_strdup(o->merge ? "--merge reads no standard input"
                                     : "only TRACE can be standard input");
    return NULL;
}

gboolean
cli_sweep_options_parse(Cli *cli, CliSweepOptions *o, const char *const *args,
                        CliStatus *status)
{
    g_autoptr(GOptionContext) context = sweep_context(cli, o);

    if (!cli_parse(cli, context, args, status))
        return FALSE;
    o->n_args = o->args != NULL ? g_strv_length(o->args) : 0;
    g_autofree char *wrong = check_values(o);
    if (wrong == NULL)
        wrong = check_together(o);
    if (wrong == NULL)
        wrong = check_args(o);
    if (wrong == NULL)
        return TRUE;
    *status = cli_usage_error(cli, args[0], "%s", wrong);
    return FALSE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/ask.h"

#include "src/analysis/sweep/topology.h"
#include "src/base/hash.h"

/* Suspects that are simulated without, grids that are tried. */
#define MOST_SUSPECTS 24
#define MOST_GRIDS    12

/* One that costs this share of what is worth a word is simulated without; of those that can be
 * united so much less, when all together are worth it. */
#define ALONE_SHARE  0.5
#define UNITED_SHARE (1.0 / 16)

static void
ask_operation(Explainer *e, Inquiry *inquiry)
{
    const Suspect *s = inquiry->suspect;
    if (s->operation == OPERATION_SHADOW ||
        (s->operation == OPERATION_REDUCTION && suspect_is_split(s)))
        inquiry->overlapped = what_if_runs_add(
            e->runs, e->params, suspect_flags(s, SIM_WHAT_IF_OVERLAPPED(s->operation)));
    if (s->operation != OPERATION_SHADOW)
        return;
    inquiry->no_start = what_if_runs_add(
        e->runs, e->params, suspect_flags(s, SIM_WHAT_IF_NO_START(OPERATION_SHADOW)));
}

static void
ask_pipeline(Explainer *e, Inquiry *inquiry)
{
    const Suspect *s = inquiry->suspect;
    inquiry->no_start =
        what_if_runs_add(e->runs, e->params, suspect_flags(s, SIM_WHAT_IF_NO_PIPELINE_START));
    inquiry->best_grain =
        what_if_runs_add(e->runs, e->params, suspect_flags(s, SIM_WHAT_IF_BEST_GRAIN));
}

/* Exchanges, and reductions, of one sequential loop may be one cause. */
static gboolean
is_united(const Suspect *s)
{
    return s->kind == SUSPECT_OPERATION &&
           (s->operation == OPERATION_SHADOW || s->operation == OPERATION_REDUCTION);
}

static guint64
unit_key(const Explainer *e, const Suspect *s)
{
    return (guint64)s->operation << 32 | explainer_loop(e, s);
}

/* unit_key() -> double, what all that can be united cost at most. */
static GHashTable *
sum_units(const Explainer *e)
{
    GHashTable *sums = g_hash_table_new_full(hash_pair, g_int64_equal, g_free, g_free);
    for (guint i = 0; i < e->suspects->len; i++) {
        const Suspect *s = g_ptr_array_index(e->suspects, i);
        if (!is_united(s))
            continue;
        const guint64 key = unit_key(e, s);
        double *sum = g_hash_table_lookup(sums, &key);
        if (sum == NULL) {
            sum = g_new0(double, 1);
            g_hash_table_insert(sums, g_memdup2(&key, sizeof key), sum);
        }
        *sum += s->most;
    }
    return sums;
}

static gboolean
is_worth_asking(const Explainer *e, const Suspect *s, GHashTable *units)
{
    if (s->most >= e->least * ALONE_SHARE)
        return TRUE;
    if (!is_united(s) || s->most < e->least * UNITED_SHARE)
        return FALSE;
    const guint64 key = unit_key(e, s);
    return *(const double *)g_hash_table_lookup(units, &key) >= e->least;
}

static void
ask_suspects(Explainer *e)
{
    g_autoptr(GHashTable) units = sum_units(e);
    for (guint i = 0; i < e->suspects->len && e->inquiries->len < MOST_SUSPECTS; i++) {
        const Suspect *s = g_ptr_array_index(e->suspects, i);
        Inquiry inquiry = { s, G_MAXUINT, G_MAXUINT, G_MAXUINT, G_MAXUINT };
        if (!is_worth_asking(e, s, units))
            continue;
        inquiry.without = what_if_runs_add(e->runs, e->params, suspect_what_if(s, e->copies));
        if (s->kind == SUSPECT_OPERATION)
            ask_operation(e, &inquiry);
        if (s->kind == SUSPECT_PIPELINE)
            ask_pipeline(e, &inquiry);
        g_array_append_val(e->inquiries, inquiry);
    }
}

/* The network as a whole. */
static void
ask_network(Explainer *e)
{
    g_autoptr(Params) no_start = params_copy(e->params);
    g_autoptr(Params) no_bytes = params_copy(e->params);
    no_start->network = rater_network_without(&e->params->network, RATER_NETWORK_STARTS);
    no_bytes->network = rater_network_without(&e->params->network, RATER_NETWORK_BYTES);
    e->whole_start = what_if_runs_add(e->runs, no_start, NULL);
    e->whole_bytes = what_if_runs_add(e->runs, no_bytes, NULL);
}

static gboolean
has_tasks(const Explainer *e)
{
    const SimCauses *causes = simulator_causes(e->simulator);
    for (guint i = 0; i < causes->all->len; i++) {
        if (((const SimCause *)g_ptr_array_index(causes->all, i))->kind == SIM_CAUSE_TASK)
            return TRUE;
    }
    return FALSE;
}

/* Whether the two place processors alike: sizes of 1 at the end say nothing. */
static gboolean
same_grid(const RaterGrid *a, const RaterGrid *b)
{
    for (int g = 0; g < MAX(a->rank, b->rank); g++) {
        if ((g < a->rank ? a->size[g] : 1) != (g < b->rank ? b->size[g] : 1))
            return FALSE;
    }
    return TRUE;
}

/* Asks for the machine with this grid. */
static void
ask_grid(Explainer *e, GArray *questions, const RaterGrid *grid)
{
    g_autoptr(Params) there = params_copy(e->params);
    there->topology = *grid;
    const GridQuestion one = { *grid, what_if_runs_add(e->runs, there, NULL) };
    g_array_append_val(questions, one);
}

/* Other grids of as many processors, of the rank that the program uses: all, or some from one
 * end of the list to the other. */
static void
ask_grids(Explainer *e, const TopologyShape *shape)
{
    const gint64 processors = e->prediction->processors;
    g_autoptr(GArray) all = topology_between(processors, processors, shape, 4096);
    const guint n = MIN(all->len, MOST_GRIDS);
    for (guint i = 0; i < n; i++) {
        const guint at = n == all->len ? i : (guint)((guint64)i * (all->len - 1) / (n - 1));
        const RaterGrid *grid = &g_array_index(all, RaterGrid, at);
        if (!same_grid(grid, &e->params->topology))
            ask_grid(e, e->grids, grid);
    }
}

void
explain_ask_fewer(Explainer *e, Explanation *explanation)
{
    double most = e->least;
    if (e->fewer->len == 0)
        return;
    const GridQuestion half = g_array_index(e->fewer, GridQuestion, 0);
    if (explainer_saved(e, half.question) <= 0 && !prediction_is_slower(e->prediction))
        return;
    for (gint64 n = rater_grid_count(&half.grid) / 2; n > 0; n /= 2) {
        const RaterGrid grid = topology_even(n, half.grid.rank);
        ask_grid(e, e->fewer, &grid);
    }
    what_if_runs_go(e->runs);
    for (guint i = 0; i < e->fewer->len; i++) {
        const GridQuestion *one = &g_array_index(e->fewer, GridQuestion, i);
        const double saved = explainer_saved(e, one->question);
        if (saved > most) {
            most = saved;
            explanation->fewer = one->grid;
            explanation->fewer_time = what_if_runs_time(e->runs, one->question);
        }
    }
}

/* Tasks name boxes of the grid that they were written for, and speeds its processors. */
static void
ask_machines(Explainer *e)
{
    if (e->prediction->processors < 2 || e->params->speeds->len > 1 || has_tasks(e))
        return;
    g_autoptr(TopologyUse) use = topology_use_new(e->program);
    const TopologyShape shape = topology_use_shape(use, e->params);
    const RaterGrid half = topology_even(e->prediction->processors / 2, shape.rank);
    ask_grids(e, &shape);
    ask_grid(e, e->fewer, &half);
}

void
explain_ask(Explainer *e)
{
    ask_machines(e);
    ask_suspects(e);
    ask_network(e);
    what_if_runs_go(e->runs);
}

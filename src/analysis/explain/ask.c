/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"

/* Suspects that are simulated without; grids that are tried at once, and how often others
 * beside the best of them are. */
#define MOST_SUSPECTS 24
#define MOST_GRIDS    12
#define MOST_ROUNDS   16

/* One that costs this share of what is worth a word is simulated without; of those that can be
 * united so much less, when all together are worth it. */
#define ALONE_SHARE  0.5
#define UNITED_SHARE (1.0 / 16)

/* An efficiency that a program is worth its processors with. */
#define HALF 0.5

static guint
ask_flags(const Explainer *e, const Suspect *s, SimWhatIfFlags flags)
{
    return explainer_ask(e, e->params, suspect_flags(s, flags));
}

static void
ask_suspect(Explainer *e, const Suspect *s)
{
    const gboolean shadow = s->kind == SUSPECT_OPERATION && s->operation == OPERATION_SHADOW;
    Inquiry inquiry = { s, G_MAXUINT, G_MAXUINT, G_MAXUINT, G_MAXUINT };
    inquiry.without = explainer_ask(e, e->params, suspect_what_if(s, e->copies));
    if (shadow || (s->kind == SUSPECT_OPERATION && s->operation == OPERATION_REDUCTION &&
                   suspect_is_split(s)))
        inquiry.overlapped = ask_flags(e, s, SIM_WHAT_IF_OVERLAPPED(s->operation));
    if (shadow)
        inquiry.no_start = ask_flags(e, s, SIM_WHAT_IF_NO_START(OPERATION_SHADOW));
    if (s->kind == SUSPECT_PIPELINE) {
        inquiry.no_start = ask_flags(e, s, SIM_WHAT_IF_NO_PIPELINE_START);
        inquiry.best_grain = ask_flags(e, s, SIM_WHAT_IF_BEST_GRAIN);
    }
    g_array_append_val(e->inquiries, inquiry);
}

/* Exchanges, and reductions, of one sequential loop may be one cause. */
static gboolean
is_united(const Suspect *s)
{
    return s->kind == SUSPECT_OPERATION &&
           (s->operation == OPERATION_SHADOW || s->operation == OPERATION_REDUCTION);
}

/* What all that can be united with a suspect, and itself, cost at most. */
static double
united_cost(const Explainer *e, const Suspect *s)
{
    double sum = 0;
    for (guint i = 0; i < e->suspects->len; i++) {
        const Suspect *other = g_ptr_array_index(e->suspects, i);
        if (is_united(other) && other->operation == s->operation &&
            explainer_loop(e, other) == explainer_loop(e, s))
            sum += other->most;
    }
    return sum;
}

static gboolean
is_worth_asking(const Explainer *e, const Suspect *s)
{
    return s->most >= e->least * ALONE_SHARE ||
           (is_united(s) && s->most >= e->least * UNITED_SHARE &&
            united_cost(e, s) >= e->least);
}

static void
ask_suspects(Explainer *e)
{
    for (guint i = 0; i < e->suspects->len && e->inquiries->len < MOST_SUSPECTS; i++) {
        const Suspect *s = g_ptr_array_index(e->suspects, i);
        if (is_worth_asking(e, s))
            ask_suspect(e, s);
    }
}

/* The network as a whole without some of its costs. */
static guint
ask_network(Explainer *e, RaterNetworkPart part)
{
    g_autoptr(Params) params = params_copy(e->params);
    params->network = rater_network_without(&e->params->network, part);
    return explainer_ask(e, params, NULL);
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
    const GridQuestion one = { *grid, explainer_ask(e, there, NULL) };
    g_array_append_val(questions, one);
}

/* Asks for another grid of as many processors unless it was. */
static void
ask_other(Explainer *e, const RaterGrid *grid)
{
    gboolean known = same_grid(grid, &e->params->topology);
    for (guint i = 0; i < e->grids->len && !known; i++)
        known = same_grid(grid, &g_array_index(e->grids, GridQuestion, i).grid);
    if (!known)
        ask_grid(e, e->grids, grid);
}

/* All grids of as many processors, of the rank that the program uses. */
static GArray *
same_processors(const Explainer *e)
{
    const gint64 processors = rater_grid_count(&e->params->topology);
    return topology_between(processors, processors, &e->shape, 4096);
}

/* Other grids: all, or some from one end of the list to the other. */
static void
ask_grids(Explainer *e)
{
    g_autoptr(GArray) all = same_processors(e);
    const guint n = MIN(all->len, MOST_GRIDS);
    for (guint i = 0; i < n; i++) {
        const guint at = n == all->len ? i : (guint)((guint64)i * (all->len - 1) / (n - 1));
        ask_other(e, &g_array_index(all, RaterGrid, at));
    }
}

/* From the best of the grids to better ones near it. */
static void
ask_near_grids(Explainer *e)
{
    g_autoptr(GArray) all = e->grids->len > 0 ? same_processors(e) : NULL;
    for (guint round = 0; all != NULL && all->len > MOST_GRIDS && round < MOST_ROUNDS;
         round++) {
        const guint before = e->grids->len;
        const GridQuestion *best = &g_array_index(e->grids, GridQuestion, 0);
        for (guint i = 1; i < before; i++) {
            const GridQuestion *one = &g_array_index(e->grids, GridQuestion, i);
            if (explainer_time(e, one->question) < explainer_time(e, best->question))
                best = one;
        }
        topology_sort_near(all, &best->grid);
        for (guint i = 0; i < MOST_GRIDS; i++)
            ask_other(e, &g_array_index(all, RaterGrid, i));
        if (e->grids->len == before)
            return;
        explainer_answer(e);
    }
}

/* The most even grid of n processors, or half of them, ..., that leaves none without elements.
 */
static RaterGrid
fewer_grid(const Explainer *e, gint64 n)
{
    RaterGrid grid = topology_even(n, e->shape.rank);
    while (!topology_fits(&e->shape, &grid))
        grid = topology_even(n /= 2, e->shape.rank);
    return grid;
}

void
explain_ask_fewer(Explainer *e, Explanation *explanation)
{
    if (e->fewer->len == 0)
        return;
    const GridQuestion half = g_array_index(e->fewer, GridQuestion, 0);
    if (explainer_saved(e, half.question) <= 0 && !prediction_is_slower(e->prediction))
        return;
    for (gint64 n = rater_grid_count(&half.grid) / 2; n > 0; n /= 2) {
        const RaterGrid grid = fewer_grid(e, n);
        n = rater_grid_count(&grid);
        ask_grid(e, e->fewer, &grid);
    }
    explainer_answer(e);
    const GridQuestion *best = explainer_best_grid(e, e->fewer);
    if (best == NULL)
        return;
    explanation->fewer = best->grid;
    explanation->fewer_time = explainer_time(e, best->question);
}

/* Efficiency of n processors that take `time`. Start and exit of the process are the same on
 * any number: they say nothing of the size of the problem. */
static double
efficiency_on(const Explainer *e, gint64 n, double time)
{
    const double start = prediction_start(e->prediction);
    const double all = (double)n * (time - start);
    return all > 0 ? (e->prediction->serial_time - start) / all : 1;
}

void
explain_ask_half(Explainer *e, Explanation *explanation)
{
    const gint64 processors = e->prediction->processors;
    if (e->fewer->len == 0 || e->drafts->len > 0 ||
        efficiency_on(e, processors, e->time) >= HALF)
        return;
    g_autoptr(GArray) halves = g_array_new(FALSE, FALSE, sizeof(GridQuestion));
    for (gint64 n = processors / 2; n > 0; n /= 2) {
        const RaterGrid grid = fewer_grid(e, n);
        n = rater_grid_count(&grid);
        ask_grid(e, halves, &grid);
    }
    explainer_answer(e);
    for (guint i = 0; i < halves->len && explanation->half.rank == 0; i++) {
        const GridQuestion *one = &g_array_index(halves, GridQuestion, i);
        const double time = explainer_time(e, one->question);
        const double efficiency = efficiency_on(e, rater_grid_count(&one->grid), time);
        if (efficiency < HALF)
            continue;
        explanation->half = one->grid;
        explanation->half_time = time;
        explanation->half_efficiency = efficiency;
    }
}

/* Tasks name boxes of the grid that they were written for, and speeds its processors. With
 * fewer virtual processors the physical ones are the same. */
static void
ask_machines(Explainer *e)
{
    if (e->prediction->processors < 2 || e->params->speeds->len > 1 || has_tasks(e))
        return;
    g_autoptr(SimLayout) layout = sim_layout_new(e->program);
    e->shape = topology_shape_on(layout, e->params);
    ask_grids(e);
    if (e->prediction->is_shared)
        return;
    const RaterGrid half = fewer_grid(e, e->prediction->processors / 2);
    ask_grid(e, e->fewer, &half);
}

void
explain_ask(Explainer *e)
{
    ask_machines(e);
    ask_suspects(e);
    e->whole_start = ask_network(e, RATER_NETWORK_STARTS);
    e->whole_bytes = ask_network(e, RATER_NETWORK_BYTES);
    e->whole_costs = ask_network(e, RATER_NETWORK_COSTS);
    e->whole_congestion = rater_network_wants(&e->params->network) & RATER_TRAFFIC_EXCHANGE
                              ? ask_network(e, RATER_NETWORK_CONGESTION)
                              : G_MAXUINT;
    explainer_answer(e);
    ask_near_grids(e);
    explain_ask_mapping(e);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"

#include <math.h>

/* A longer timeline goes to a temporary file. */
#define TIMELINE_MEMORY ((gsize)256 << 20)

void
explanation_free(Explanation *explanation)
{
    if (explanation == NULL)
        return;
    g_clear_pointer(&explanation->findings, g_ptr_array_unref);
    g_clear_pointer(&explanation->path, critical_path_free);
    g_clear_pointer(&explanation->timeline, timeline_free);
    g_clear_pointer(&explanation->simulator, simulator_free);
    g_clear_pointer(&explanation->ids, g_free);
    g_free(explanation);
}

guint
explanation_id(const Explanation *explanation, guint interval)
{
    return interval < explanation->n_ids ? explanation->ids[interval] : 0;
}

static void
explainer_clear(Explainer *e)
{
    g_clear_pointer(&e->drafts, g_ptr_array_unref);
    g_clear_pointer(&e->inquiries, g_array_unref);
    g_clear_pointer(&e->suspects, g_ptr_array_unref);
    g_clear_pointer(&e->grids, g_array_unref);
    g_clear_pointer(&e->fewer, g_array_unref);
    g_clear_pointer(&e->runs, what_if_runs_free);
    g_clear_pointer(&e->timeline, timeline_free);
    g_clear_pointer(&e->simulator, simulator_free);
    g_clear_pointer(&e->better, params_free);
    g_clear_pointer(&e->id_of, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Explainer, explainer_clear)

/* Simulates once more, collecting what costs time. */
static gboolean
collect(Explainer *e, GError **error)
{
    if (!e->options.no_path)
        e->timeline = timeline_new(e->prediction->processors, TIMELINE_MEMORY);
    const SimulatorOptions options = { .causes = TRUE,
                                       .timeline = e->timeline,
                                       .keep_going = e->options.keep_going };
    e->simulator = simulator_simulate(e->program, e->params, options, error);
    return e->simulator != NULL && (e->timeline == NULL || timeline_ok(e->timeline, error));
}

/* The ids that the prediction gave the intervals of the same tally: pre-order, from 1. */
static guint *
interval_ids(SimTally *tally)
{
    guint *id_of = g_new0(guint, sim_tally_n_intervals(tally));
    guint next = 0;
    for (guint i = 0; i != G_MAXUINT; i = sim_tally_next(tally, i))
        id_of[i] = ++next;
    return id_of;
}

static gboolean
explainer_init(Explainer *e, const TraceProgram *program, const Params *params,
               const Prediction *prediction, const ExplainOptions *options, GError **error)
{
    *e = (Explainer){ .program = program,
                      .params = params,
                      .prediction = prediction,
                      .time = prediction->execution_time };
    if (options != NULL)
        e->options = *options;
    double share = e->options.least_share > 0 ? e->options.least_share : EXPLAIN_LEAST_SHARE;
    /* nothing can be saved of a run without time */
    e->least = e->time > 0 ? e->time * share : (double)INFINITY;
    if (!collect(e, error))
        return FALSE;
    e->runs = what_if_runs_new(program, e->options.n_threads, e->options.keep_going);
    e->suspects = suspects_new(e->simulator);
    e->copies = suspects_copies(e->simulator);
    e->id_of = interval_ids(simulator_tally(e->simulator));
    e->inquiries = g_array_new(FALSE, FALSE, sizeof(Inquiry));
    e->grids = g_array_new(FALSE, FALSE, sizeof(GridQuestion));
    e->fewer = g_array_new(FALSE, FALSE, sizeof(GridQuestion));
    e->drafts = g_ptr_array_new_with_free_func(draft_free);
    return TRUE;
}

/* Asks for the run without all causes at once, on this grid. */
static guint
ask_together(Explainer *e, const RaterGrid *grid)
{
    SimWhatIf *all = sim_what_if_new();
    g_autoptr(Params) params = params_copy(e->params);
    params->topology = *grid;
    for (guint i = 0; i < e->drafts->len; i++) {
        const Draft *draft = g_ptr_array_index(e->drafts, i);
        sim_what_if_merge(all, what_if_runs_get(e->runs, draft->question));
        if (draft->id == FINDING_ID_START_TIMES)
            params->network = rater_network_without(&params->network, RATER_NETWORK_STARTS);
        else if (draft->id == FINDING_ID_BANDWIDTH)
            params->network = rater_network_without(&params->network, RATER_NETWORK_BYTES);
    }
    return what_if_runs_add(e->runs, params, all);
}

/* Seconds saved without all causes at once, on the better grid if that is one of them and saves
 * more: when nothing is exchanged any more the other one may be the better. Without more causes
 * no less is saved: where it is, processors that lost their waits meet in another order. */
static double
saved_together(Explainer *e)
{
    double most = 0;
    gboolean other = FALSE;
    for (guint i = 0; i < e->drafts->len; i++) {
        const Draft *draft = g_ptr_array_index(e->drafts, i);
        most = MAX(most, draft->bound);
        other = other || draft->id == FINDING_ID_GRID_SHAPE;
    }
    const guint here = ask_together(e, &e->params->topology);
    const guint there = other ? ask_together(e, &e->better->topology) : here;
    what_if_runs_go(e->runs);
    return MAX(most, MAX(explainer_saved(e, here), explainer_saved(e, there)));
}

Explanation *
explain(const TraceProgram *program, const Params *params, const Prediction *prediction,
        const ExplainOptions *options, GError **error)
{
    g_auto(Explainer) e = { 0 };
    g_autoptr(Explanation) explanation = g_new0(Explanation, 1);
    if (!explainer_init(&e, program, params, prediction, options, error))
        return NULL;
    explanation->findings = g_ptr_array_new_with_free_func(finding_free);
    explanation->serial_time = prediction->serial_time;
    if (e.time > 0) {
        explain_ask(&e);
        explain_judge(&e);
        explain_ask_fewer(&e, explanation);
    }
    for (guint i = 0; i < e.drafts->len; i++)
        g_ptr_array_add(explanation->findings,
                        explain_words(&e, g_ptr_array_index(e.drafts, i)));
    if (e.drafts->len > 0)
        explanation->together = saved_together(&e);
    if (e.timeline != NULL) {
        explanation->path = critical_path_new(e.timeline, EXPLAIN_MOST_STRETCHES, error);
        if (explanation->path == NULL)
            return NULL;
    }
    explanation->n_ids = sim_tally_n_intervals(simulator_tally(e.simulator));
    explanation->ids = g_steal_pointer(&e.id_of);
    explanation->timeline = g_steal_pointer(&e.timeline);
    explanation->simulator = g_steal_pointer(&e.simulator);
    return g_steal_pointer(&explanation);
}

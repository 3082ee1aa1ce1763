/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"
#include "src/params/mapping.h"

#include <math.h>

/* A longer timeline goes to a temporary file. */
#define TIMELINE_MEMORY ((gsize)256 << 20)

/* A share that wants no word where nothing stands out. */
#define LITTLE_LOST 0.1

void
explanation_free(Explanation *explanation)
{
    if (explanation == NULL)
        return;
    g_clear_pointer(&explanation->findings, g_ptr_array_unref);
    g_clear_pointer(&explanation->path, critical_path_free);
    g_clear_pointer(&explanation->timeline, timeline_free);
    g_clear_pointer(&explanation->simulator, simulator_free);
    g_free(explanation);
}

gboolean
explanation_is_quiet(const Explanation *explanation, const Prediction *prediction)
{
    const double lost = 1 - prediction->intervals[0].efficiency;

    return lost > LITTLE_LOST && explanation->together < prediction->execution_time * lost / 2;
}

static void
explainer_clear(Explainer *e)
{
    g_clear_pointer(&e->drafts, g_ptr_array_unref);
    g_clear_pointer(&e->inquiries, g_array_unref);
    g_clear_pointer(&e->suspects, g_ptr_array_unref);
    g_clear_pointer(&e->grids, g_array_unref);
    g_clear_pointer(&e->fewer, g_array_unref);
    g_clear_pointer(&e->questions, g_ptr_array_unref);
    g_clear_pointer(&e->timeline, timeline_free);
    g_clear_pointer(&e->simulator, simulator_free);
    g_clear_pointer(&e->better, params_free);
    g_clear_pointer(&e->mapped, params_free);
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

static gboolean
explainer_init(Explainer *e, const TraceProgram *program, const Params *params,
               const Prediction *prediction, const ExplainOptions *options, GError **error)
{
    *e = (Explainer){ .program = program,
                      /* with what a search for the mapping has found */
                      .params = prediction->params->mapping->found != NULL ? prediction->params
                                                                           : params,
                      .prediction = prediction,
                      .time = prediction->execution_time };
    if (options != NULL)
        e->options = *options;
    double share = e->options.least_share > 0 ? e->options.least_share : EXPLAIN_LEAST_SHARE;
    /* nothing can be saved of a run without time */
    e->least = e->time > 0 ? e->time * share : (double)INFINITY;
    if (!collect(e, error))
        return FALSE;
    e->questions = explainer_questions_new();
    e->suspects = suspects_new(e->simulator);
    e->copies = suspects_copies(e->simulator);
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
        sim_what_if_merge(all, explainer_what_if(e, draft->question));
        if (draft->id == FINDING_ID_START_TIMES)
            params->network = rater_network_without(&params->network, RATER_NETWORK_STARTS);
        else if (draft->id == FINDING_ID_BANDWIDTH)
            params->network = rater_network_without(&params->network, RATER_NETWORK_BYTES);
        else if (draft->id == FINDING_ID_CONGESTION)
            params->network = rater_network_without(&params->network, RATER_NETWORK_CONGESTION);
        else if (draft->id == FINDING_ID_MAPPING) {
            params_mapping_free(params->mapping);
            params->mapping = params_mapping_copy(e->mapped->mapping);
        }
    }
    return explainer_ask(e, params, all);
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
    explainer_answer(e);
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
        explain_ask_half(&e, explanation);
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
    explanation->timeline = g_steal_pointer(&e.timeline);
    explanation->simulator = g_steal_pointer(&e.simulator);
    return g_steal_pointer(&explanation);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Whether the processors of the program are at the wrong places of the network.
 */
#include "src/analysis/explain/explainer.h"

#include "src/analysis/predict/best-mapping.h"
#include "src/base/number.h"
#include "src/params/mapping.h"

/* Whether the mapping can matter: messages have routes and cost what is worth a word, or
 * processors differ. */
static gboolean
is_worth_searching(const Explainer *e)
{
    const gboolean differ =
        e->params->network.links.variation.given || e->params->speeds->len > 1;
    return e->prediction->processors > 1 && params_is_links(e->params) &&
           e->params->mapping->kind != PARAMS_MAPPING_BEST &&
           (differ || explainer_saved(e, e->whole_costs) >= e->least);
}

void
explain_ask_mapping(Explainer *e)
{
    if (!is_worth_searching(e))
        return;
    g_autoptr(Params) params = params_copy(e->params);
    if (!params_set(params, "mapping = best", NULL))
        return;
    e->mapped = best_mapping_search(e->program, params, e->options.keep_going, NULL);
    if (e->mapped != NULL)
        e->mapped_question = explainer_ask(e, e->mapped, NULL);
    explainer_answer(e);
}

/* Links that a message of the program goes over, on average. */
static double
mean_hops(const Explainer *e, const Params *params)
{
    const SimulatorOptions how = { .keep_going = e->options.keep_going,
                                   .times_only = TRUE,
                                   .links = TRUE };
    g_autoptr(Simulator) run = simulator_simulate(e->program, params, how, NULL);
    double messages = 0, hops = 0;
    if (run == NULL)
        return 0;
    for (guint i = 0; i < simulator_tally(run)->intervals->len; i++) {
        const SimMoved moved = sim_links_moved(simulator_links(run), i);
        messages += moved.messages;
        hops += moved.hops;
    }
    return messages > 0 ? hops / messages : 0;
}

/* The value to be written. */
static void
append_value(const Explainer *e, GString *out)
{
    const ParamsMapping *mapping = e->mapped->mapping;
    params_mapping_append(out, mapping->place != NULL ? mapping : mapping->found);
}

void
explain_mapping_evidence(const Explainer *e, GString *out)
{
    char buffer[REPORT_NUMBER_SIZE];
    const double before = mean_hops(e, e->params), after = mean_hops(e, e->mapped);
    g_string_append(out, " with mapping = ");
    append_value(e, out);
    if (e->mapped->mapping->place != NULL) {
        g_string_append(out, " (");
        params_mapping_append_found(out, e->mapped->mapping);
        g_string_append_c(out, ')');
    }
    g_string_append_printf(out, "; a message goes over %s link%s on average",
                           report_number_rounded(after, buffer), after == 1 ? "" : "s");
    g_string_append_printf(out, " instead of %s", report_number_rounded(before, buffer));
}

char *
explain_mapping_advice(const Explainer *e, const char *why)
{
    g_autoptr(GString) out = g_string_new("Write mapping = ");
    append_value(e, out);
    g_string_append_printf(out, "; into the parameter file. %s", why);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

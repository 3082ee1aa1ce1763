/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"

#include <math.h>

double
explainer_saved(const Explainer *e, guint question)
{
    const double time = what_if_runs_time(e->runs, question);
    return isfinite(time) ? CLAMP(e->time - time, 0.0, e->time) : 0;
}

guint
explainer_ask_on(const Explainer *e, const Params *params, guint question)
{
    SimWhatIf *same = sim_what_if_new();
    sim_what_if_merge(same, what_if_runs_get(e->runs, question));
    return what_if_runs_add(e->runs, params, same);
}

const TraceSite *
explainer_site(const Explainer *e, guint32 site)
{
    return trace_program_site(e->program, site);
}

guint32
explainer_loop(const Explainer *e, const Suspect *suspect)
{
    SimTally *tally = simulator_tally(e->simulator);
    const guint loop = suspects_loop_around(tally, suspect->main->interval);
    return sim_tally_interval(tally, loop != G_MAXUINT ? loop : 0)->site;
}

Draft *
draft_new(const Explainer *e, FindingId id, const Suspect *suspect, guint question)
{
    Draft *draft = g_new0(Draft, 1);
    draft->id = id;
    draft->suspect = suspect;
    draft->suspects = g_ptr_array_new();
    if (suspect != NULL)
        g_ptr_array_add(draft->suspects, (gpointer)suspect);
    draft->question = question;
    draft->on_grid = G_MAXUINT;
    draft->bound = explainer_saved(e, question);
    return draft;
}

void
draft_free(gpointer v)
{
    Draft *draft = v;
    g_ptr_array_unref(draft->suspects);
    g_free(draft);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/explainer.h"

#include <math.h>

#include "src/base/threads.h"
#include "src/params/mapping.h"

typedef struct {
    Params *params;     /* owned */
    SimWhatIf *what_if; /* owned, or NULL */
    double time;
    gboolean done;
} Question;

static void
question_free(gpointer v)
{
    Question *q = v;
    params_free(q->params);
    sim_what_if_free(q->what_if);
    g_free(q);
}

GPtrArray *
explainer_questions_new(void)
{
    return g_ptr_array_new_with_free_func(question_free);
}

/* Whether both ask the same. Of the networks only costs that were left out differ; mappings are
 * the one of the machine and, unless that is it, the best. */
static gboolean
is_same(const Question *q, const Params *params, const SimWhatIf *what_if)
{
    const RaterNetwork *a = &q->params->network, *b = &params->network;
    return rater_grid_equal(&q->params->topology, &params->topology) &&
           a->without == b->without && q->params->mapping->kind == params->mapping->kind &&
           sim_what_if_equal(q->what_if, what_if);
}

guint
explainer_ask(const Explainer *e, const Params *params, SimWhatIf *what_if)
{
    for (guint i = 0; i < e->questions->len; i++) {
        if (is_same(g_ptr_array_index(e->questions, i), params, what_if)) {
            sim_what_if_free(what_if);
            return i;
        }
    }
    Question *q = g_new0(Question, 1);
    *q = (Question){ params_copy(params), what_if, INFINITY, FALSE };
    g_ptr_array_add(e->questions, q);
    return e->questions->len - 1;
}

guint
explainer_ask_on(const Explainer *e, const Params *params, guint question)
{
    SimWhatIf *same = sim_what_if_new();
    sim_what_if_merge(same, explainer_what_if(e, question));
    return explainer_ask(e, params, same);
}

/* Jobs: the questions that are open. */
typedef struct {
    const Explainer *e;
    GPtrArray *open; /* not owned Questions */
    GMutex lock;     /* of n_done */
    guint n_done;
} Answering;

static void
tell_done(Answering *answering)
{
    const RaterWatch *watch = answering->e->options.watch;
    if (watch == NULL)
        return;
    g_mutex_lock(&answering->lock);
    watch->tell(watch->data, ++answering->n_done, answering->open->len);
    g_mutex_unlock(&answering->lock);
}

static void
answer(guint job, gpointer data)
{
    Answering *answering = data;
    Question *q = g_ptr_array_index(answering->open, job);
    const Explainer *e = answering->e;
    const SimulatorOptions options = { .what_if = q->what_if,
                                       .keep_going = e->options.keep_going };
    g_autoptr(Simulator) sim = simulator_simulate(e->program, q->params, options, NULL);
    if (sim != NULL)
        q->time = simulator_time(sim);
    q->done = TRUE;
    tell_done(answering);
}

void
explainer_answer(Explainer *e)
{
    const guint n = e->options.n_threads > 0 ? e->options.n_threads : g_get_num_processors();
    g_autoptr(GPtrArray) open = g_ptr_array_new();
    for (guint i = 0; i < e->questions->len; i++) {
        Question *q = g_ptr_array_index(e->questions, i);
        if (!q->done)
            g_ptr_array_add(open, q);
    }
    Answering answering = { .e = e, .open = open };
    g_mutex_init(&answering.lock);
    threads_run(&(Threads){ open->len, n, answer, &answering, NULL, NULL });
    g_mutex_clear(&answering.lock);
}

double
explainer_time(const Explainer *e, guint question)
{
    return ((const Question *)g_ptr_array_index(e->questions, question))->time;
}

const SimWhatIf *
explainer_what_if(const Explainer *e, guint question)
{
    return ((const Question *)g_ptr_array_index(e->questions, question))->what_if;
}

double
explainer_saved(const Explainer *e, guint question)
{
    const double time = explainer_time(e, question);
    return isfinite(time) ? CLAMP(e->time - time, 0.0, e->time) : 0;
}

const GridQuestion *
explainer_best_grid(const Explainer *e, const GArray *grids)
{
    const GridQuestion *best = NULL;
    double most = e->least;
    for (guint i = 0; i < grids->len; i++) {
        const GridQuestion *one = &g_array_index(grids, GridQuestion, i);
        const double saved = explainer_saved(e, one->question);
        if (saved > most) {
            most = saved;
            best = one;
        }
    }
    return best;
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

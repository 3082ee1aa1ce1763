/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/what-if-runs.h"

#include <math.h>

typedef struct {
    const WhatIfRuns *runs;
    Params *params;     /* owned */
    SimWhatIf *what_if; /* owned, or NULL */
    double time;
    gboolean done;
} Question;

struct _WhatIfRuns {
    const TraceProgram *program;
    guint n_threads;
    gboolean keep_going;
    GPtrArray *questions; /* of Question */
};

static void
question_free(gpointer v)
{
    Question *q = v;
    params_free(q->params);
    sim_what_if_free(q->what_if);
    g_free(q);
}

WhatIfRuns *
what_if_runs_new(const TraceProgram *program, guint n_threads, gboolean keep_going)
{
    WhatIfRuns *runs = g_new0(WhatIfRuns, 1);
    runs->program = program;
    runs->n_threads = n_threads > 0 ? n_threads : g_get_num_processors();
    runs->keep_going = keep_going;
    runs->questions = g_ptr_array_new_with_free_func(question_free);
    return runs;
}

void
what_if_runs_free(WhatIfRuns *runs)
{
    if (runs == NULL)
        return;
    g_ptr_array_unref(runs->questions);
    g_free(runs);
}

/* Whether both ask the same. Of the networks only costs that were left out differ. */
static gboolean
is_same(const Question *q, const Params *params, const SimWhatIf *what_if)
{
    const RaterNetwork *a = &q->params->network, *b = &params->network;
    return rater_grid_equal(&q->params->topology, &params->topology) &&
           (a->start_time == 0) == (b->start_time == 0) &&
           (a->byte_time == 0) == (b->byte_time == 0) && sim_what_if_equal(q->what_if, what_if);
}

guint
what_if_runs_add(WhatIfRuns *runs, const Params *params, SimWhatIf *what_if)
{
    for (guint i = 0; i < runs->questions->len; i++) {
        if (is_same(g_ptr_array_index(runs->questions, i), params, what_if)) {
            sim_what_if_free(what_if);
            return i;
        }
    }
    Question *q = g_new0(Question, 1);
    *q = (Question){ runs, params_copy(params), what_if, INFINITY, FALSE };
    g_ptr_array_add(runs->questions, q);
    return runs->questions->len - 1;
}

static void
answer(gpointer data, G_GNUC_UNUSED gpointer user_data)
{
    Question *q = data;
    const SimulatorOptions options = { .what_if = q->what_if,
                                       .keep_going = q->runs->keep_going };
    g_autoptr(Simulator) sim = simulator_simulate(q->runs->program, q->params, options, NULL);
    if (sim != NULL)
        q->time = simulator_time(sim);
}

void
what_if_runs_go(WhatIfRuns *runs)
{
    GThreadPool *pool =
        runs->n_threads > 1
            ? g_thread_pool_new(answer, NULL, (gint)runs->n_threads, FALSE, NULL)
            : NULL;
    for (guint i = 0; i < runs->questions->len; i++) {
        Question *q = g_ptr_array_index(runs->questions, i);
        if (q->done)
            continue;
        q->done = TRUE;
        /* a thread that cannot be started leaves the question to those there are, or to us */
        if (pool == NULL)
            answer(q, NULL);
        else
            g_thread_pool_push(pool, q, NULL);
    }
    if (pool != NULL)
        g_thread_pool_free(pool, FALSE, TRUE);
}

double
what_if_runs_time(const WhatIfRuns *runs, guint question)
{
    return ((const Question *)g_ptr_array_index(runs->questions, question))->time;
}

const SimWhatIf *
what_if_runs_get(const WhatIfRuns *runs, guint question)
{
    return ((const Question *)g_ptr_array_index(runs->questions, question))->what_if;
}

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
    GHashTable *known;    /* text -> number + 1 */
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
    runs->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return runs;
}

void
what_if_runs_free(WhatIfRuns *runs)
{
    if (runs == NULL)
        return;
    g_ptr_array_unref(runs->questions);
    g_hash_table_unref(runs->known);
    g_free(runs);
}

static int
compare_uints(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a, y = *(const guint *)b;
    return (x > y) - (x < y);
}

static void
append_tasks(GString *key, const SimWhatIf *what_if)
{
    g_autoptr(GArray) systems = g_array_new(FALSE, FALSE, sizeof(guint));
    GHashTableIter iter;
    gpointer system, index;
    g_hash_table_iter_init(&iter, what_if->tasks);
    while (g_hash_table_iter_next(&iter, &system, NULL)) {
        guint id = GPOINTER_TO_UINT(system);
        g_array_append_val(systems, id);
    }
    g_array_sort(systems, compare_uints);
    for (guint i = 0; i < systems->len; i++) {
        guint id = g_array_index(systems, guint, i);
        index = g_hash_table_lookup(what_if->tasks, GUINT_TO_POINTER(id));
        g_string_append_printf(
            key, " t%u*%a", id,
            g_array_index(what_if->factors, double, GPOINTER_TO_UINT(index) - 1));
    }
}

/* What tells one question from another. */
static char *
question_key(const Params *params, const SimWhatIf *what_if)
{
    GString *key = g_string_new(NULL);
    for (int g = 0; g < params->topology.rank; g++)
        g_string_append_printf(key, "x%" G_GINT64_FORMAT, (gint64)params->topology.size[g]);
    g_string_append_printf(key, " %d%d", params->network.start_time == 0,
                           params->network.byte_time == 0);
    if (what_if == NULL)
        return g_string_free(key, FALSE);
    g_string_append_printf(key, " %a", what_if->copies);
    for (guint32 i = 0; i < what_if->flags->len; i++) {
        SimWhatIfFlags flags = g_array_index(what_if->flags, SimWhatIfFlags, i);
        if (flags != 0)
            g_string_append_printf(key, " %u:%x", i, flags);
    }
    append_tasks(key, what_if);
    return g_string_free(key, FALSE);
}

guint
what_if_runs_add(WhatIfRuns *runs, const Params *params, SimWhatIf *what_if)
{
    g_autofree char *key = question_key(params, what_if);
    guint known = GPOINTER_TO_UINT(g_hash_table_lookup(runs->known, key));
    if (known > 0) {
        sim_what_if_free(what_if);
        return known - 1;
    }
    Question *q = g_new0(Question, 1);
    *q = (Question){ runs, params_copy(params), what_if, INFINITY, FALSE };
    g_ptr_array_add(runs->questions, q);
    g_hash_table_insert(runs->known, g_steal_pointer(&key),
                        GUINT_TO_POINTER(runs->questions->len));
    return runs->questions->len - 1;
}

static double
simulate(const Question *q, gboolean flat, GError **error)
{
    SimulatorOptions options = { .what_if = q->what_if,
                                 .keep_going = q->runs->keep_going,
                                 .flat = flat };
    g_autoptr(Simulator) sim = simulator_new(q->runs->program, q->params, &options, error);
    if (sim == NULL || !simulator_run(sim, error))
        return INFINITY;
    return simulator_time(sim);
}

static void
answer(gpointer data, G_GNUC_UNUSED gpointer user_data)
{
    Question *q = data;
    g_autoptr(GError) error = NULL;
    double time = simulate(q, FALSE, &error);
    if (g_error_matches(error, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT))
        time = simulate(q, TRUE, NULL);
    q->time = time;
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

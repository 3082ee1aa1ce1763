/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/best-mapping.h"

#include <math.h>

#include "rater/exchange/improve.h"
#include "src/params/machine.h"
#include "src/params/mapping.h"
#include "src/sim/simulator.h"

/* A mapping that is tried. */
typedef struct {
    Params *params; /* owned, with this mapping */
    ParamsMachine *machine;
    double time; /* of the program; INFINITY: it cannot be simulated */
} Trial;

typedef struct {
    const TraceProgram *program;
    const Params *params;
    gboolean keep_going;
    GArray *trials; /* of Trial, in the order of the page */
    GArray
        *parcels; /* of RaterParcel: what processors send to each other; NULL: nobody knows */
} Search;

static void
clear_trial(gpointer v)
{
    Trial *trial = v;
    params_free(trial->params);
    params_machine_free(trial->machine);
}

gboolean
best_mapping_is_wanted(const Params *params)
{
    return params_is_links(params) && params->mapping->kind == PARAMS_MAPPING_BEST &&
           params->mapping->found == NULL;
}

static gint64
group_size(const RaterTopology *topology)
{
    if (topology->cores > 1)
        return topology->cores;
    if (topology->kind == &rater_topology_fat_tree)
        return topology->size[0];
    return topology->kind == &rater_topology_dragonfly ? topology->size[2] : 1;
}

/* The place of the largest value that has no entry in done[] yet, the first of equal ones. */
static int
next_largest(const gint64 values[], int n, const gboolean done[])
{
    int at = -1;
    for (int k = 0; k < n; k++)
        if (!done[k] && (at < 0 || values[k] > values[at]))
            at = k;
    return at;
}

gboolean
best_mapping_tiles(const RaterTopology *topology, const RaterGrid *system, gint64 tile[])
{
    gint64 rest = group_size(topology), factor[RATER_MAX_RANK], primes[64];
    gboolean used[RATER_MAX_RANK] = { FALSE }, done[RATER_MAX_RANK] = { FALSE };
    int n_primes = 0;
    if (rest < 2)
        return FALSE;
    for (gint64 prime = 2; rest > 1; prime += prime * prime > rest ? rest - prime : 1)
        for (; rest % prime == 0; rest /= prime)
            primes[n_primes++] = prime;
    for (int k = 0; k < system->rank; k++)
        factor[k] = 1;
    for (int i = n_primes - 1; i >= 0; i--) {
        int least = 0;
        for (int k = 1; k < system->rank; k++)
            least = factor[k] < factor[least] ? k : least;
        factor[least] *= primes[i];
    }
    for (int k = 0; k < system->rank; k++) {
        const int from = next_largest(factor, system->rank, used);
        const int to = next_largest(system->size, system->rank, done);
        used[from] = done[to] = TRUE;
        tile[to] = factor[from];
    }
    return TRUE;
}

static gboolean
same_places(const RaterPlacement *a, const RaterPlacement *b)
{
    for (gint64 v = 0; v < a->n_virtual; v++)
        if (rater_placement_of(a, v) != rater_placement_of(b, v))
            return FALSE;
    return TRUE;
}

/* Takes over `params`. A mapping that cannot be, or that is one of those before, is not tried.
 */
static void
add_trial(Search *search, Params *params)
{
    Trial trial = { params, params_machine_new(params, TRUE, NULL), INFINITY };
    gboolean is_new = trial.machine != NULL;
    for (guint i = 0; is_new && i < search->trials->len; i++)
        is_new = !same_places(&trial.machine->placement,
                              &g_array_index(search->trials, Trial, i).machine->placement);
    if (is_new)
        g_array_append_val(search->trials, trial);
    else
        clear_trial(&trial);
}

static void
add_named(Search *search, const char *mapping)
{
    g_autofree char *assignment = g_strconcat("mapping = ", mapping, NULL);
    Params *params = params_copy(search->params);
    if (params_set(params, assignment, NULL))
        add_trial(search, params);
    else
        params_free(params);
}

static void
add_tiles(Search *search)
{
    const RaterGrid *system = &search->params->topology;
    const Trial *first = &g_array_index(search->trials, Trial, 0);
    gint64 tile[RATER_MAX_RANK];
    g_autoptr(GString) text = g_string_new("tiles(");
    if (!best_mapping_tiles(&first->machine->fabric.topology, system, tile))
        return;
    for (int k = 0; k < system->rank; k++)
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT, k > 0 ? ", " : "", tile[k]);
    g_string_append_c(text, ')');
    add_named(search, text->str);
}

static gboolean
simulate(Search *search, Trial *trial, gboolean partners, GError **error)
{
    const SimulatorOptions how = { .keep_going = search->keep_going,
                                   .times_only = TRUE,
                                   .partners = partners };
    g_autoptr(Simulator) run = simulator_simulate(search->program, trial->params, how, error);
    if (run == NULL)
        return FALSE;
    trial->time = simulator_time(run);
    if (partners)
        search->parcels = sim_partners_parcels(simulator_partners(run));
    return TRUE;
}

/* The first with the least bytes times hops, and that of it after swapping. */
static void
add_improved(Search *search)
{
    const RaterParcel *parcels = (const RaterParcel *)(gpointer)search->parcels->data;
    const gsize n = search->parcels->len;
    const Trial *base = NULL;
    RaterAtto least = 0, weight;
    for (guint i = 0; i < search->trials->len; i++) {
        const Trial *trial = &g_array_index(search->trials, Trial, i);
        const RaterTopology *topology = &trial->machine->fabric.topology;
        if (rater_placement_weight(topology, &trial->machine->placement, n, parcels, &weight) ==
                RATER_OK &&
            (base == NULL || weight < least)) {
            base = trial;
            least = weight;
        }
    }
    if (base == NULL)
        return;
    g_autoptr(ParamsMachine) machine = params_machine_new(base->params, TRUE, NULL);
    if (machine == NULL ||
        rater_placement_improve(&machine->placement, &machine->fabric.topology, n, parcels) !=
            RATER_OK)
        return;
    Params *params = params_copy(search->params);
    params->mapping->found = params_mapping_copy(base->params->mapping);
    params->mapping->place = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (gint64 v = 0; v < machine->placement.n_virtual; v++) {
        const gint64 place = rater_placement_of(&machine->placement, v);
        g_array_append_val(params->mapping->place, place);
    }
    add_trial(search, params);
}

/* The fastest, the first of equal ones. */
static Params *
choose(const Search *search)
{
    const Trial *best = &g_array_index(search->trials, Trial, 0);
    for (guint i = 1; i < search->trials->len; i++) {
        const Trial *trial = &g_array_index(search->trials, Trial, i);
        if (trial->time < best->time)
            best = trial;
    }
    Params *params = params_copy(search->params);
    const ParamsMapping *mapping = best->params->mapping;
    params->mapping->found =
        params_mapping_copy(mapping->place != NULL ? mapping->found : mapping);
    params->mapping->place = mapping->place != NULL ? g_array_ref(mapping->place) : NULL;
    return params;
}

Params *
best_mapping_search(const TraceProgram *program, const Params *params, gboolean keep_going,
                    GError **error)
{
    static const char *const others[] = { "hilbert", "ring2line", "torus2mesh" };
    g_autoptr(GArray) trials = g_array_new(FALSE, FALSE, sizeof(Trial));
    g_autoptr(GArray) parcels = NULL;
    g_array_set_clear_func(trials, clear_trial);
    Search search = { program, params, keep_going, trials, NULL };
    add_named(&search, "default");
    if (trials->len == 0) {
        g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "the network cannot be");
        return NULL;
    }
    add_tiles(&search);
    for (guint i = 0; i < G_N_ELEMENTS(others); i++)
        add_named(&search, others[i]);
    const gboolean few = rater_grid_count(&params->topology) <= RATER_IMPROVE_PROCESSORS;
    if (!simulate(&search, &g_array_index(trials, Trial, 0), few, error))
        return NULL;
    parcels = search.parcels;
    if (parcels != NULL)
        add_improved(&search);
    for (guint i = 1; i < trials->len; i++)
        (void)simulate(&search, &g_array_index(trials, Trial, i), FALSE, NULL);
    return choose(&search);
}

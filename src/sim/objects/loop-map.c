/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/loop-map.h"

#include <string.h>

#include "src/sim/core/lookup.h"
#include "src/sim/core/message.h"
#include "src/sim/objects/mapping.h"

/* Loops that are remembered whether they may come again or not. */
#define MOST_LOOPS 16384

/* Classes of a share that may be folded: two sums each. */
#define MOST_FOLDED 64

/* A loop that is remembered takes 400 bytes with its share and the record of its time, in each
 * of the two simulations: of 100,000 distinct loops that were 80 MB. Most of them stand in the
 * trace once. Beyond MOST_LOOPS such a loop belongs to the SimLoop that has it, and the tally
 * adds its time to sums of the classes of its partition, if that came before. */
struct _SimLoopMaps {
    GHashTable *known;     /* set of KnownLoop (owned) by text, mapping and rank */
    GHashTable *set;       /* SimLoopMap by content */
    GHashTable *shares;    /* set of SimShare by loop map and system */
    GPtrArray *all;        /* references of those that are remembered */
    GPtrArray *all_shares; /* owned SimShare, but for folded ones */
    GByteArray *met;       /* by number of a partition: whether a share has it */
    guint most;            /* to be remembered whether they may come again or not */
    guint n_made;          /* numbers given */
};

/* The loop of a call that came before. */
typedef struct {
    guint32 record;  /* text of the mappl_ call */
    guint32 mapping; /* where its pattern is */
    guint32 rank;    /* of the loop */
    SimLoopMap *map;
} KnownLoop;

static guint
known_loop_hash(gconstpointer v)
{
    const KnownLoop *k = v;
    return (guint)(sim_packed_mix(sim_packed_mix(k->record, k->mapping), k->rank) >> 32);
}

static gboolean
known_loop_equal(gconstpointer va, gconstpointer vb)
{
    const KnownLoop *a = va, *b = vb;
    return a->record == b->record && a->mapping == b->mapping && a->rank == b->rank;
}

static guint
loop_map_hash(gconstpointer v)
{
    const SimLoopMap *m = v;
    return (guint)(sim_packed_mix(sim_packed_hash(m->loop), m->system->id) >> 32);
}

static gboolean
loop_map_equal(gconstpointer va, gconstpointer vb)
{
    const SimLoopMap *a = va, *b = vb;
    return a->system == b->system && sim_packed_equal(a->loop, b->loop);
}

static guint
share_hash(gconstpointer v)
{
    const SimShare *s = v;
    return (guint)(sim_packed_mix(sim_packed_mix(0, s->loop), s->system) >> 32);
}

static gboolean
share_equal(gconstpointer va, gconstpointer vb)
{
    const SimShare *a = va, *b = vb;
    return a->loop == b->loop && a->system == b->system;
}

static void
share_free(gpointer v)
{
    SimShare *s = v;
    g_free(s->share);
    g_free(s->copies);
    g_free(s);
}

void
sim_loop_map_forget_shares(SimLoopMap *map)
{
    while (map->folded != NULL) {
        SimShare *share = map->folded;
        map->folded = share->next;
        share_free(share);
    }
}

SimLoopMap *
sim_loop_map_ref(SimLoopMap *map)
{
    map->n_refs++;
    return map;
}

void
sim_loop_map_unref(SimLoopMap *map)
{
    if (map == NULL || --map->n_refs > 0)
        return;
    sim_loop_map_forget_shares(map);
    g_free(map->loop);
    g_free(map);
}

static void
release(gpointer map)
{
    sim_loop_map_unref(map);
}

SimLoopMaps *
sim_loop_maps_new(guint most)
{
    SimLoopMaps *m = g_new0(SimLoopMaps, 1);
    m->most = most > 0 ? most : MOST_LOOPS;
    m->met = g_byte_array_new();
    m->known = g_hash_table_new_full(known_loop_hash, known_loop_equal, g_free, NULL);
    m->set = g_hash_table_new(loop_map_hash, loop_map_equal);
    m->shares = g_hash_table_new(share_hash, share_equal);
    m->all = g_ptr_array_new_with_free_func(release);
    m->all_shares = g_ptr_array_new_with_free_func(share_free);
    return m;
}

void
sim_loop_maps_free(SimLoopMaps *maps)
{
    if (maps == NULL)
        return;
    g_hash_table_unref(maps->known);
    g_hash_table_unref(maps->set);
    g_hash_table_unref(maps->shares);
    g_ptr_array_unref(maps->all);
    g_ptr_array_unref(maps->all_shares);
    g_byte_array_unref(maps->met);
    g_free(maps);
}

/* Reads the loop's axes and rules from the call and maps it. */
static gboolean
loop_from_call(Simulator *sim, const SimCall *call, int rank, const SimTemplate *template,
               const SimArray *array, RaterLoop *loop, GError **error)
{
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterLoopAxis axes[RATER_MAX_RANK];
    RaterAlign align;
    guint n = (guint)rank;
    int n_rules = sim_rules_get(sim, call, rules, error);
    if (n_rules < 0)
        return FALSE;
    const gint64 *init = sim_values_get(sim, call, RT_PARAM_IN_INIT_INDEX_ARRAY, n, error);
    const gint64 *last =
        init ? sim_values_get(sim, call, RT_PARAM_IN_LAST_INDEX_ARRAY, n, error) : NULL;
    const gint64 *step =
        last ? sim_values_get(sim, call, RT_PARAM_IN_STEP_ARRAY, n, error) : NULL;
    if (step == NULL)
        return FALSE;
    for (guint i = 0; i < n; i++)
        axes[i] = (RaterLoopAxis){ init[i], last[i], step[i] };
    if (array != NULL)
        sim_packed_get_align(array->align, &align);
    return sim_check(sim, call,
                     rater_loop_init(loop, rank, axes, array != NULL ? &align : NULL,
                                     &template->dist, n_rules, rules),
                     error);
}

/* Whether no other call of the program has this text, so that its loop will not be asked for
 * again; FALSE when that is not known or when somebody names the shares of loops. */
static gboolean
is_single(const Simulator *sim, guint32 record)
{
    return sim->lines == NULL && sim->recorder == NULL && sim->what_if == NULL &&
           trace_program_is_single(sim->program, record);
}

/* A reference to the loop of a call, remembered for others unless it is `single` and there are
 * too many. Calls whose texts differ only in references have equal loops: the 202 loops of a
 * program with 31 texts were two. */
static SimLoopMap *
loop_maps_add(SimLoopMaps *maps, const KnownLoop *known, const RaterLoop *loop,
              const SimSystem *system, gboolean single)
{
    const SimLoopMap wanted = { .id = maps->n_made,
                                .n_refs = 1,
                                .spread = sim_mapping_spread(&loop->grid, loop->place),
                                .system = system,
                                .loop = sim_packed_new_loop(loop) };
    SimLoopMap *map = g_hash_table_lookup(maps->set, &wanted);
    if (map == NULL) {
        map = g_memdup2(&wanted, sizeof wanted);
        maps->n_made++;
        if (single && maps->all->len >= maps->most)
            return map;
        map->remembered = TRUE;
        g_ptr_array_add(maps->all, map);
        g_hash_table_add(maps->set, map);
    } else {
        g_free(wanted.loop);
    }
    if (!single) {
        KnownLoop *copy = g_memdup2(known, sizeof *known);
        copy->map = map;
        g_hash_table_add(maps->known, copy);
    }
    return sim_loop_map_ref(map);
}

SimLoopMap *
sim_loop_map_get(Simulator *sim, const SimCall *call, int rank, const SimTemplate *template,
                 const SimArray *array, GError **error)
{
    const SimMapping *mapping = array != NULL ? array->mapping : template->mapping;
    const KnownLoop key = { call->at->call, mapping->id, (guint32)rank, NULL };
    const KnownLoop *known = g_hash_table_lookup(sim->loop_maps->known, &key);
    RaterLoop loop;
    if (known != NULL)
        return sim_loop_map_ref(known->map);
    if (!loop_from_call(sim, call, rank, template, array, &loop, error))
        return NULL;
    return loop_maps_add(sim->loop_maps, &key, &loop, mapping->system,
                         is_single(sim, call->at->call));
}

SimLoopMap *
sim_loop_map_get_section(Simulator *sim, const SimCall *call, const SimArray *array,
                         const RaterSection *section, GError **error)
{
    const KnownLoop key = { call->at->call, array->mapping->id, (guint32)array->rank, NULL };
    const KnownLoop *known = g_hash_table_lookup(sim->loop_maps->known, &key);
    RaterLoopAxis axes[RATER_MAX_RANK];
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterAlign align;
    RaterLoop loop;
    if (known != NULL)
        return sim_loop_map_ref(known->map);
    for (int i = 0; i < array->rank; i++) {
        int64_t step = section->step[i] != 0 ? section->step[i] : 1;
        int64_t last = section->first[i] + step * (section->count[i] - 1);
        axes[i] = (RaterLoopAxis){ section->first[i], last, step };
        rules[i] = (RaterAlignRule){ i + 1, 1, 0 };
    }
    sim_packed_get_align(array->align, &align);
    if (!sim_check(sim, call,
                   rater_loop_init(&loop, array->rank, axes, &align, &array->template->dist,
                                   array->rank, rules),
                   error))
        return NULL;
    return loop_maps_add(sim->loop_maps, &key, &loop, array->mapping->system, FALSE);
}

/* Coordinates of one grid dimension told apart by how many iterations they have. Blocks of two
 * sizes are few runs of each: one by one, 2,000 elements on 1,024 coordinates were most of the
 * time of a program with 31 loops. */
static void
loop_runs(const RaterLoop *loop, int g, SimRuns *runs)
{
    const RaterPlace *place = &loop->place[g];
    gint64 size = loop->grid.size[g];
    switch (place->kind) {
    case RATER_PLACE_AXIS: {
        RaterIndexRun run;
        for (gboolean more = rater_loop_run_first(loop, g, &run); more;
             more = rater_index_run_next(&run)) {
            sim_runs_add(runs, run.coords.lo, 0);
            sim_runs_add(runs, run.coords.hi, (guint64)run.count);
        }
        sim_runs_add(runs, size, 0);
        break;
    }
    case RATER_PLACE_SOME:
        sim_runs_add(runs, CLAMP(place->coords.lo, 0, size), 0);
        sim_runs_add(runs, CLAMP(place->coords.hi, 0, size), 1);
        sim_runs_add(runs, size, 0);
        break;
    case RATER_PLACE_ALL:
        sim_runs_add(runs, size, 1);
        break;
    }
}

/* Processors that execute the same iterations: those that differ only in dimensions on which no
 * loop axis lies. */
static double
loop_copies(const RaterLoop *loop)
{
    double copies = 1;
    for (int g = 0; g < loop->grid.rank; g++) {
        if (loop->place[g].kind == RATER_PLACE_ALL)
            copies *= (double)loop->grid.size[g];
        else if (loop->place[g].kind == RATER_PLACE_SOME)
            copies *= (double)MAX(1, rater_range_count(loop->place[g].coords));
    }
    return copies;
}

/* What a processor executes: first iteration and number on each grid dimension's axis. */
static GBytes *
iterations_key(const RaterLoop *loop, const gint64 *index)
{
    int64_t key[RATER_MAX_RANK][2] = { { 0 } };
    for (int g = 0; g < loop->grid.rank; g++) {
        if (loop->place[g].kind == RATER_PLACE_AXIS)
            key[g][0] = rater_loop_dim_count(loop, g, index[g], &key[g][1], NULL);
    }
    return g_bytes_new(key, sizeof key);
}

/* Shares by going through the processors one by one, each a class: those inside of the current
 * system count, equal sets of iterations once. For loops that the current system holds in part,
 * and the oracle of the tests. wanted: for each class whether it is inside. */
static void
share_one_by_one(const RaterLoop *loop, const gint64 *index, const guint8 *wanted,
                 SimShare *share)
{
    guint n = share->partition->n_classes, rank = (guint)loop->grid.rank;
    g_autoptr(GHashTable) groups =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    double total = 0;
    for (guint c = 0; c < n; c++) {
        const gint64 *at = index + (gsize)c * rank;
        double count = at[0] >= 0 && wanted[c] ? rater_loop_count(loop, at) : 0;
        share->share[c] = count;
        if (!(count > 0))
            continue;
        GBytes *key = iterations_key(loop, at);
        guint so_far = GPOINTER_TO_UINT(g_hash_table_lookup(groups, key));
        if (so_far == 0)
            total += count;
        g_hash_table_insert(groups, key, GUINT_TO_POINTER(so_far + 1));
    }
    share->nobody = !(total > 0);
    share->copies = g_new(double, n);
    for (guint c = 0; c < n; c++) {
        share->copies[c] = 1;
        if (!(share->share[c] > 0))
            continue;
        g_autoptr(GBytes) key = iterations_key(loop, index + (gsize)c * rank);
        share->copies[c] = GPOINTER_TO_UINT(g_hash_table_lookup(groups, key));
        share->share[c] /= total;
    }
}

/* For each class of a partition whether it is inside of the current system. */
static guint8 *
inside_current(Simulator *sim, const SimPartition *partition)
{
    guint8 *wanted = g_malloc(partition->n_classes);
    memset(wanted, 1, partition->n_classes);
    if (sim->system->inside == NULL)
        return wanted;
    const SimJoin *join =
        sim_lattice_join(sim_systems_lattice(sim->systems), partition, sim->system->partition);
    for (guint c = 0; join != NULL && c < join->partition->n_classes; c++)
        wanted[join->of_a[c]] = sim->system->inside[join->of_b[c]];
    return wanted;
}

static void
runs_clear_all(SimRuns runs[], int n)
{
    for (int g = 0; g < n; g++)
        sim_runs_clear(&runs[g]);
}

/* Shares of a loop whose processors all belong to the current system. */
static void
share_by_class(const RaterLoop *loop, const gint64 *index, SimShare *share)
{
    double total = rater_loop_total(loop);
    share->all_copies = loop_copies(loop);
    share->nobody = !(total > 0);
    for (guint c = 0; c < share->partition->n_classes; c++) {
        const gint64 *at = index + (gsize)c * (guint)loop->grid.rank;
        if (at[0] >= 0 && total > 0)
            share->share[c] = rater_loop_count(loop, at) / total;
    }
}

static SimShare *
loop_share_new(Simulator *sim, const SimLoopMap *map)
{
    RaterLoop whole, *loop = &whole;
    sim_packed_get_loop(map->loop, loop);
    gboolean one_by_one = sim->options.per_processor ||
                          !sim_system_within(sim->systems, map->system, sim->system);
    SimRuns runs[RATER_MAX_RANK];
    for (int g = 0; g < loop->grid.rank; g++) {
        sim_runs_init(&runs[g]);
        for (gint64 c = 0; one_by_one && c < loop->grid.size[g]; c++)
            sim_runs_add(&runs[g], c + 1, (guint64)c);
        if (!one_by_one)
            loop_runs(loop, g, &runs[g]);
    }
    g_autofree gint64 *index = NULL;
    const SimPartition *p = sim_system_map(sim->systems, map->system, runs, &index);
    runs_clear_all(runs, loop->grid.rank);
    if (p == NULL)
        return NULL;

    SimShare *share = g_new0(SimShare, 1);
    share->partition = p;
    share->share = g_new0(double, p->n_classes);
    if (one_by_one) {
        g_autofree guint8 *wanted = inside_current(sim, p);
        share_one_by_one(loop, index, wanted, share);
    } else {
        share_by_class(loop, index, share);
    }
    return share;
}

/* Whether an earlier share has the partition; this one has it. */
static gboolean
meet(SimLoopMaps *maps, const SimPartition *partition)
{
    const guint n = maps->met->len;
    if (partition->id >= n) {
        g_byte_array_set_size(maps->met, MAX(2 * n, partition->id + 1));
        memset(maps->met->data + n, FALSE, maps->met->len - n);
    }
    gboolean before = maps->met->data[partition->id];
    maps->met->data[partition->id] = TRUE;
    return before;
}

/* Says who owns a new share: sums for each class of a partition that no other share has would
 * take more than the share. */
static void
keep_share(SimLoopMaps *maps, SimLoopMap *map, SimShare *share)
{
    const gboolean met = meet(maps, share->partition);
    share->folds = met && !map->remembered && share->partition->n_classes <= MOST_FOLDED;
    if (share->folds) {
        share->next = map->folded;
        map->folded = share;
        return;
    }
    g_ptr_array_add(maps->all_shares, share);
    g_hash_table_add(maps->shares, share);
}

static SimShare *
find_share(const SimLoopMaps *maps, const SimLoopMap *map, const SimSystem *system)
{
    const SimShare key = { .loop = map->id, .system = system->id };
    for (SimShare *share = map->folded; share != NULL; share = share->next) {
        if (share->system == key.system)
            return share;
    }
    return g_hash_table_lookup(maps->shares, &key);
}

const SimShare *
sim_loop_map_share(Simulator *sim, const SimCall *call, SimLoopMap *map, GError **error)
{
    SimShare *share = find_share(sim->loop_maps, map, sim->system);
    if (share != NULL)
        return share;
    share = loop_share_new(sim, map);
    if (share == NULL) {
        sim_fail_classes(sim, call, error);
        return NULL;
    }
    share->loop = map->id;
    share->system = sim->system->id;
    keep_share(sim->loop_maps, map, share);
    return share;
}

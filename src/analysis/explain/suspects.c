/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/suspects.h"

#include "src/base/hash.h"

/* Classes visited for all tasks; more, and they count as if they shared no processor. */
#define MOST_VISITS ((guint64)1 << 24)

static void
suspect_free(gpointer v)
{
    Suspect *s = v;
    g_ptr_array_unref(s->causes);
    g_free(s->loads);
    g_free(s);
}

/* What the cause can cost at most, seen as this kind of suspect. */
static double
worth(const SimCause *cause, SuspectKind kind)
{
    switch (kind) {
    case SUSPECT_IMBALANCE:
        return cause->imbalance;
    case SUSPECT_REPLICATED:
    case SUSPECT_SERIAL:
        return cause->repeated;
    case SUSPECT_OPERATION:
    case SUSPECT_PIPELINE:
        return cause->exposed;
    case SUSPECT_IO: /* what it says to all included */
        return cause->kind == SIM_CAUSE_OPERATION ? cause->exposed : cause->time;
    default:
        return cause->time;
    }
}

guint
suspects_loop_around(SimTally *tally, guint i)
{
    for (; i != G_MAXUINT; i = sim_tally_interval(tally, i)->parent) {
        if (sim_tally_interval(tally, i)->type == INTERVAL_SEQ)
            return i;
    }
    return G_MAXUINT;
}

typedef struct {
    SimTally *tally;
    GHashTable *counts; /* place_key() -> how often in all intervals together */
    GHashTable *known;  /* suspect_key() -> Suspect */
    GPtrArray *all;
} Collector;

/* A table whose keys are two numbers. */
static GHashTable *
pair_table(void)
{
    return g_hash_table_new_full(hash_pair, g_int64_equal, g_free, NULL);
}

static guint64
pair(guint a, guint32 b)
{
    return (guint64)a << 32 | b;
}

/* A place in the source, in whatever interval: one whose expression is the number of a turn is
 * another interval in each. */
static guint64
place_key(const SimCause *cause)
{
    return pair(cause->kind * N_OPERATIONS + cause->operation, cause->site);
}

static gsize
count_of(const Collector *c, const SimCause *cause)
{
    const guint64 key = place_key(cause);
    return GPOINTER_TO_SIZE(g_hash_table_lookup(c->counts, &key));
}

static void
count_places(Collector *c, const SimCauses *causes)
{
    for (guint i = 0; i < causes->all->len; i++) {
        const SimCause *cause = g_ptr_array_index(causes->all, i);
        const guint64 key = place_key(cause);
        g_hash_table_insert(c->counts, g_memdup2(&key, sizeof key),
                            GSIZE_TO_POINTER(count_of(c, cause) + cause->count));
    }
}

/* Done in a sequential loop; a loop that is no interval of the trace shows in the count alone.
 */
static gboolean
is_repeated(const Collector *c, const SimCause *cause)
{
    const gsize n = count_of(c, cause);
    return n > 2 || (n > 1 && suspects_loop_around(c->tally, cause->interval) != G_MAXUINT);
}

/* What the causes of one suspect have in common. */
static guint64
suspect_key(const Collector *c, const SimCause *cause, SuspectKind kind)
{
    enum { INTERVAL, SECTION, LOOP, REGION, OTHER };
    const SimInterval *interval = sim_tally_interval(c->tally, cause->interval);
    if (kind == SUSPECT_TASK)
        return pair(REGION, cause->region);
    /* an interval of the user's is one section, whatever calls stand in it; calls that do
     * nothing with other processors do not cut it */
    if (kind == SUSPECT_SERIAL)
        return interval->type == INTERVAL_USER ? pair(INTERVAL, interval->site)
                                               : pair(SECTION, cause->section);
    /* there and back again is one cause */
    if (kind == SUSPECT_OPERATION && cause->operation == OPERATION_REDISTRIBUTION &&
        is_repeated(c, cause)) {
        const guint loop = suspects_loop_around(c->tally, cause->interval);
        return pair(LOOP,
                    loop != G_MAXUINT ? sim_tally_interval(c->tally, loop)->site : SIM_NO_SITE);
    }
    return pair(OTHER + kind * N_OPERATIONS + cause->operation, cause->site);
}

static void
add(Collector *c, const SimCause *cause, SuspectKind kind)
{
    double most = worth(cause, kind);
    if (!(most > 0))
        return;
    const guint64 key = suspect_key(c, cause, kind);
    Suspect *s = g_hash_table_lookup(c->known, &key);
    if (s == NULL) {
        s = g_new0(Suspect, 1);
        *s = (Suspect){ .kind = kind,
                        .operation = cause->operation,
                        .causes = g_ptr_array_new(),
                        .main = cause };
        g_ptr_array_add(c->all, s);
        g_hash_table_insert(c->known, g_memdup2(&key, sizeof key), s);
    }
    g_ptr_array_add(s->causes, (gpointer)cause);
    s->most += most;
    /* of causes that cost about the same the first one is named */
    if (most > 1.1 * worth(s->main, kind))
        s->main = cause;
    s->in_loop = s->in_loop || is_repeated(c, cause);
}

/* How often the loop that is done least is done, of those that are done again and again: the
 * number of steps of a program whose sequential loops are no intervals. 0: there is none. */
static gsize
count_steps(const SimCauses *causes, const Collector *c)
{
    gsize steps = 0;
    for (guint i = 0; i < causes->all->len; i++) {
        const SimCause *cause = g_ptr_array_index(causes->all, i);
        const gsize n = cause->kind == SIM_CAUSE_LOOP ? count_of(c, cause) : 0;
        if (n > 1 && (steps == 0 || n < steps))
            steps = n;
    }
    return steps;
}

/* Done more than once in one turn of a sequential loop: in an inner loop it is done more often
 * than that is entered. Where no sequential loop is an interval, twice a step or more. */
static gboolean
is_inner(const Collector *c, const Suspect *s, gsize steps)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
    guint64 outside = 0;
    for (guint i = 0; i < s->causes->len; i++) {
        const SimCause *cause = g_ptr_array_index(s->causes, i);
        const guint loop = suspects_loop_around(c->tally, cause->interval);
        if (loop == G_MAXUINT) {
            outside += cause->count;
            continue;
        }
        const SimInterval *at = sim_tally_interval(c->tally, loop);
        if (suspects_loop_around(c->tally, at->parent) == G_MAXUINT)
            continue;
        const gsize n = GPOINTER_TO_SIZE(g_hash_table_lookup(counts, GUINT_TO_POINTER(loop))) +
                        cause->count;
        if (n > at->count)
            return TRUE;
        g_hash_table_insert(counts, GUINT_TO_POINTER(loop), GSIZE_TO_POINTER(n));
    }
    return steps > 0 && outside >= 2 * steps;
}

/* The least number of processors that do the same in any loop of the whole system, 0: no loops.
 */
static double
least_copies(Simulator *simulator)
{
    const SimCauses *causes = simulator_causes(simulator);
    const SimSystem *root = simulator_systems(simulator)->root;
    double copies = 0;
    for (guint i = 0; i < causes->all->len; i++) {
        const SimCause *cause = g_ptr_array_index(causes->all, i);
        if (cause->kind == SIM_CAUSE_LOOP && cause->system == root)
            copies = copies == 0 ? cause->copies : MIN(copies, cause->copies);
    }
    return copies;
}

gboolean
suspects_share_nothing(Simulator *simulator)
{
    const SimSystem *root = simulator_systems(simulator)->root;
    return least_copies(simulator) >= (double)root->count;
}

double
suspects_copies(Simulator *simulator)
{
    const double copies = least_copies(simulator);
    /* nothing is distributed at all: that may be no fault of the grid */
    return copies == 0 || suspects_share_nothing(simulator) ? 1 : copies;
}

static const SimCause *
cause_at(const Suspect *suspect, guint i)
{
    return g_ptr_array_index(suspect->causes, i);
}

double
suspect_tasks_mean(const Suspect *region)
{
    double work = 0;
    for (guint i = 0; i < region->causes->len; i++)
        work += cause_at(region, i)->time * (double)cause_at(region, i)->system->simulated;
    return work / (double)region->main->outer->simulated;
}

/* The partition that tells the processors of all tasks apart; NULL: too much to visit. */
static const SimPartition *
join_systems(const Suspect *region, SimLattice *lattice)
{
    const guint n = region->causes->len;
    g_autoptr(GPtrArray) partitions = g_ptr_array_new();
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(partitions, (gpointer)cause_at(region, i)->system->partition);
    const SimPartition *all =
        sim_lattice_join_all(lattice, n, (const SimPartition *const *)partitions->pdata);
    return all != NULL && (guint64)all->n_classes * n <= MOST_VISITS ? all : NULL;
}

/* Adds `time` to every class of the system; returns the largest of their sums. */
static double
visit_classes(const SimSystem *system, const SimPartition *all, double load[], double time)
{
    g_autofree guint *of = sim_partition_map(all, system->partition);
    double most = 0;
    for (guint c = 0; c < all->n_classes; c++) {
        if (system->inside != NULL && !system->inside[of[c]])
            continue;
        load[c] += time;
        most = MAX(most, load[c]);
    }
    return most;
}

/* For each cause of a region of tasks the time of all tasks that the busiest of its processors
 * executes. Tasks whose systems were named apart but are the same processors, or share some,
 * add up. */
static double *
task_loads(const Suspect *region, SimLattice *lattice)
{
    const guint n = region->causes->len;
    double *loads = g_new0(double, n);
    const SimPartition *all = join_systems(region, lattice);
    g_autofree double *load = g_new0(double, all != NULL ? all->n_classes : 0);
    for (guint i = 0; all != NULL && i < n; i++)
        visit_classes(cause_at(region, i)->system, all, load, cause_at(region, i)->time);
    for (guint i = 0; i < n; i++)
        loads[i] = all != NULL ? visit_classes(cause_at(region, i)->system, all, load, 0)
                               : cause_at(region, i)->time;
    return loads;
}

/* Tasks cost what the one that takes longest takes above the mean. */
static void
finish_tasks(Suspect *region, SimLattice *lattice)
{
    double longest = 0;
    region->loads = task_loads(region, lattice);
    for (guint i = 0; i < region->causes->len; i++)
        longest = MAX(longest, region->loads[i]);
    region->most = MAX(0.0, longest - suspect_tasks_mean(region));
}

static int
compare_suspects(gconstpointer va, gconstpointer vb)
{
    const Suspect *a = *(Suspect *const *)va, *b = *(Suspect *const *)vb;
    return ORDER(b->most, a->most) ?: ORDER(a->kind, b->kind) ?:
           ORDER(a->main->site, b->main->site);
}

static void
add_all(Collector *c, const SimCause *cause, double copies)
{
    static const SuspectKind kinds[] = {
        [SIM_CAUSE_LOOP] = SUSPECT_IMBALANCE,
        [SIM_CAUSE_BASE] = SUSPECT_SERIAL,
        [SIM_CAUSE_OPERATION] = SUSPECT_OPERATION,
        [SIM_CAUSE_PIPELINE] = SUSPECT_PIPELINE,
        [SIM_CAUSE_IO] = SUSPECT_IO,
        [SIM_CAUSE_TASK] = SUSPECT_TASK,
    };
    const gboolean io = cause->kind == SIM_CAUSE_OPERATION && cause->operation == OPERATION_IO;
    add(c, cause, io ? SUSPECT_IO : kinds[cause->kind]);
    if (cause->kind == SIM_CAUSE_LOOP && cause->copies > copies)
        add(c, cause, SUSPECT_REPLICATED);
}

GPtrArray *
suspects_new(Simulator *simulator)
{
    const SimCauses *causes = simulator_causes(simulator);
    double copies = suspects_copies(simulator);
    g_autoptr(GHashTable) known = pair_table();
    g_autoptr(GHashTable) counts = pair_table();
    Collector c = { simulator_tally(simulator), counts, known,
                    g_ptr_array_new_with_free_func(suspect_free) };
    count_places(&c, causes);
    for (guint i = 0; i < causes->all->len; i++)
        add_all(&c, g_ptr_array_index(causes->all, i), copies);
    const gsize steps = count_steps(causes, &c);
    for (guint i = 0; i < c.all->len; i++) {
        Suspect *s = g_ptr_array_index(c.all, i);
        if (s->kind == SUSPECT_TASK)
            finish_tasks(s, simulator_systems(simulator)->lattice);
        if (s->kind == SUSPECT_OPERATION)
            s->inner = is_inner(&c, s, steps);
    }
    g_ptr_array_sort(c.all, compare_suspects);
    return c.all;
}

gboolean
suspect_is_split(const Suspect *suspect)
{
    const SimCause *main = suspect->main;
    return main->wait_site != SIM_NO_SITE && main->wait_site != main->start_site;
}

SimWhatIf *
suspect_flags(const Suspect *suspect, SimWhatIfFlags flags)
{
    SimWhatIf *what_if = sim_what_if_new();
    for (guint i = 0; i < suspect->causes->len; i++)
        sim_what_if_add(what_if, cause_at(suspect, i)->site, flags);
    return what_if;
}

/* The calls that would not be made without the operation. Edges are exchanged elsewhere or less
 * often, with the same calls, so those of an exchange stay. */
static void
add_calls(const SimCause *cause, SimWhatIf *what_if)
{
    const SimWhatIfFlags flags = SIM_WHAT_IF_NO_CALLS(cause->operation);
    if (cause->operation == OPERATION_SHADOW)
        return;
    sim_what_if_add(what_if, cause->site, flags);
    sim_what_if_add(what_if, cause->start_site, flags);
    sim_what_if_add(what_if, cause->wait_site, flags);
    if (cause->end_site != SIM_NO_SITE) {
        sim_what_if_add(what_if, cause->begin_site, SIM_WHAT_IF_NO_INTERVAL);
        sim_what_if_add(what_if, cause->end_site, SIM_WHAT_IF_NO_INTERVAL);
    }
}

SimWhatIf *
suspect_what_if(const Suspect *suspect, double copies)
{
    static const SimWhatIfFlags flags[] = {
        [SUSPECT_IMBALANCE] = SIM_WHAT_IF_BALANCED,
        [SUSPECT_REPLICATED] = SIM_WHAT_IF_NO_COPIES,
        [SUSPECT_SERIAL] = SIM_WHAT_IF_PARALLEL,
        [SUSPECT_OPERATION] = 0, /* by its group */
        [SUSPECT_PIPELINE] = SIM_WHAT_IF_NO_PIPELINE,
        [SUSPECT_IO] = SIM_WHAT_IF_NO_IO | SIM_WHAT_IF_NO_COST(OPERATION_IO),
        [SUSPECT_TASK] = 0, /* by its systems */
    };
    SimWhatIf *what_if = suspect_flags(suspect, suspect->kind == SUSPECT_OPERATION
                                                    ? SIM_WHAT_IF_NO_COST(suspect->operation)
                                                    : flags[suspect->kind]);
    what_if->copies = copies;
    for (guint i = 0; suspect->kind == SUSPECT_OPERATION && i < suspect->causes->len; i++)
        add_calls(cause_at(suspect, i), what_if);
    /* no processor of the region computes longer than the mean */
    for (guint i = 0; suspect->kind == SUSPECT_TASK && i < suspect->causes->len; i++) {
        if (suspect->loads[i] > 0)
            sim_what_if_scale(what_if, cause_at(suspect, i)->system->id,
                              suspect_tasks_mean(suspect) / suspect->loads[i]);
    }
    return what_if;
}

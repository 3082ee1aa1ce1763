/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/suspects.h"

/* Classes visited for the systems of all tasks; more, and the systems count as if they shared
 * no processor. */
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
    GHashTable *counts; /* place_key() -> gsize: how often in all intervals together */
    GHashTable *known;  /* suspect_key() -> Suspect */
    GPtrArray *all;
} Collector;

/* A place in the source, in whatever interval: one whose expression is the number of a turn is
 * another interval in each. */
static char *
place_key(const SimCause *cause)
{
    return g_strdup_printf("%d %d %u", cause->kind, cause->operation, cause->site);
}

/* Counts and adds up; keys are as the table has them. */
static gsize
count(GHashTable *counts, gpointer key, guint64 n)
{
    const gsize sum = GPOINTER_TO_SIZE(g_hash_table_lookup(counts, key)) + n;
    g_hash_table_insert(counts, key, GSIZE_TO_POINTER(sum));
    return sum;
}

static gsize
count_of(const Collector *c, const SimCause *cause)
{
    g_autofree char *key = place_key(cause);
    return GPOINTER_TO_SIZE(g_hash_table_lookup(c->counts, key));
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
static char *
suspect_key(const Collector *c, const SimCause *cause, SuspectKind kind)
{
    const SimInterval *interval = sim_tally_interval(c->tally, cause->interval);
    guint loop;
    switch (kind) {
    case SUSPECT_SERIAL:
        /* an interval of the user's is one section, whatever calls stand in it */
        if (interval->type == INTERVAL_USER)
            return g_strdup_printf("serial interval %u", interval->site);
        /* calls that do nothing with other processors do not cut it */
        return g_strdup_printf("serial section %u", cause->section);
    case SUSPECT_OPERATION:
        /* there and back again is one cause */
        loop = suspects_loop_around(c->tally, cause->interval);
        if (cause->operation == OPERATION_REDISTRIBUTION && is_repeated(c, cause))
            return g_strdup_printf("redistribution loop %u",
                                   loop != G_MAXUINT ? sim_tally_interval(c->tally, loop)->site
                                                     : SIM_NO_SITE);
        break;
    case SUSPECT_TASK:
        return g_strdup_printf("task %u", cause->region);
    default:
        break;
    }
    return g_strdup_printf("%d %d %u", kind, cause->operation, cause->site);
}

static void
add(Collector *c, const SimCause *cause, SuspectKind kind)
{
    double most = worth(cause, kind);
    if (!(most > 0))
        return;
    g_autofree char *key = suspect_key(c, cause, kind);
    Suspect *s = g_hash_table_lookup(c->known, key);
    if (s == NULL) {
        s = g_new0(Suspect, 1);
        *s = (Suspect){ .kind = kind,
                        .operation = cause->operation,
                        .causes = g_ptr_array_new(),
                        .main = cause };
        g_ptr_array_add(c->all, s);
        g_hash_table_insert(c->known, g_steal_pointer(&key), s);
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
        if (suspects_loop_around(c->tally, at->parent) != G_MAXUINT &&
            count(counts, GUINT_TO_POINTER(loop), cause->count) > at->count)
            return TRUE;
    }
    return steps > 0 && outside >= 2 * steps;
}

/* The least number of processors that do the same in any loop of the whole system, 0: no loops.
 */
static double
least_copies(Simulator *simulator)
{
    const SimCauses *causes = simulator_causes(simulator);
    const SimSystem *root = sim_systems_root(simulator_systems(simulator));
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
    const SimSystem *root = sim_systems_root(simulator_systems(simulator));
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
        work += cause_at(region, i)->time * (double)cause_at(region, i)->system->count;
    return work / (double)region->main->outer->count;
}

/* The processors of tasks. */
typedef struct {
    const SimSystem *system;
    double time; /* of all tasks on it, then of the busiest of its processors */
} TaskSystem;

/* The systems of the region's tasks, each once, in the order of the causes, so that sums are
 * rounded the same way in every run; at[i]: that of cause i. */
static GArray *
find_systems(const Suspect *region, guint at[])
{
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL); /* -> index + 1 */
    GArray *systems = g_array_new(FALSE, FALSE, sizeof(TaskSystem));
    for (guint i = 0; i < region->causes->len; i++) {
        const SimCause *task = cause_at(region, i);
        guint number = GPOINTER_TO_UINT(g_hash_table_lookup(known, task->system));
        if (number == 0) {
            const TaskSystem one = { task->system, 0 };
            g_array_append_val(systems, one);
            number = systems->len;
            g_hash_table_insert(known, (gpointer)task->system, GUINT_TO_POINTER(number));
        }
        at[i] = number - 1;
        g_array_index(systems, TaskSystem, at[i]).time += task->time;
    }
    return systems;
}

/* The partition that tells the processors of all systems apart; NULL: too much to visit. */
static const SimPartition *
join_systems(const GArray *systems, SimLattice *lattice)
{
    g_autoptr(GPtrArray) partitions = g_ptr_array_new();
    for (guint i = 0; i < systems->len; i++)
        g_ptr_array_add(partitions,
                        (gpointer)g_array_index(systems, TaskSystem, i).system->partition);
    const SimPartition *all = sim_lattice_join_all(
        lattice, partitions->len, (const SimPartition *const *)partitions->pdata);
    return all != NULL && (guint64)all->n_classes * systems->len <= MOST_VISITS ? all : NULL;
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
    double *loads = g_new0(double, region->causes->len);
    g_autofree guint *at = g_new0(guint, region->causes->len);
    g_autoptr(GArray) systems = find_systems(region, at);
    const SimPartition *all = join_systems(systems, lattice);
    g_autofree double *load = g_new0(double, all != NULL ? all->n_classes : 0);
    TaskSystem *one = (TaskSystem *)(gpointer)systems->data;
    for (guint i = 0; all != NULL && i < systems->len; i++)
        visit_classes(one[i].system, all, load, one[i].time);
    for (guint i = 0; all != NULL && i < systems->len; i++)
        one[i].time = visit_classes(one[i].system, all, load, 0);
    for (guint i = 0; i < region->causes->len; i++)
        loads[i] = one[at[i]].time;
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
    if (a->most != b->most)
        return a->most > b->most ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->main->site > b->main->site) - (a->main->site < b->main->site);
}

static void
add_all(Collector *c, const SimCause *cause, double copies)
{
    switch (cause->kind) {
    case SIM_CAUSE_LOOP:
        add(c, cause, SUSPECT_IMBALANCE);
        if (cause->copies > copies)
            add(c, cause, SUSPECT_REPLICATED);
        break;
    case SIM_CAUSE_BASE:
        add(c, cause, SUSPECT_SERIAL);
        break;
    case SIM_CAUSE_OPERATION:
        add(c, cause, cause->operation == OPERATION_IO ? SUSPECT_IO : SUSPECT_OPERATION);
        break;
    case SIM_CAUSE_PIPELINE:
        add(c, cause, SUSPECT_PIPELINE);
        break;
    case SIM_CAUSE_IO:
        add(c, cause, SUSPECT_IO);
        break;
    case SIM_CAUSE_TASK:
        add(c, cause, SUSPECT_TASK);
        break;
    }
}

GPtrArray *
suspects_new(Simulator *simulator)
{
    const SimCauses *causes = simulator_causes(simulator);
    double copies = suspects_copies(simulator);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Collector c = { simulator_tally(simulator), counts, known,
                    g_ptr_array_new_with_free_func(suspect_free) };
    for (guint i = 0; i < causes->all->len; i++) {
        const SimCause *cause = g_ptr_array_index(causes->all, i);
        count(counts, place_key(cause), cause->count);
    }
    for (guint i = 0; i < causes->all->len; i++)
        add_all(&c, g_ptr_array_index(causes->all, i), copies);
    const gsize steps = count_steps(causes, &c);
    for (guint i = 0; i < c.all->len; i++) {
        Suspect *s = g_ptr_array_index(c.all, i);
        if (s->kind == SUSPECT_TASK)
            finish_tasks(s, sim_systems_lattice(simulator_systems(simulator)));
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
    /* no processor of the region computes longer than the mean */
    for (guint i = 0; suspect->kind == SUSPECT_TASK && i < suspect->causes->len; i++) {
        if (suspect->loads[i] > 0)
            sim_what_if_scale(what_if, cause_at(suspect, i)->system->id,
                              suspect_tasks_mean(suspect) / suspect->loads[i]);
    }
    return what_if;
}

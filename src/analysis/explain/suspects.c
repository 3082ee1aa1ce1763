/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/explain/suspects.h"

#include "src/analysis/explain/suspects-tasks.h"

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
suspects_loop_around(SimLedger *ledger, guint i)
{
    for (; i != G_MAXUINT; i = sim_ledger_interval(ledger, i)->parent) {
        if (sim_ledger_interval(ledger, i)->type == INTERVAL_SEQ)
            return i;
    }
    return G_MAXUINT;
}

typedef struct {
    SimLedger *ledger;
    GHashTable *counts; /* place_key() -> guint64: how often in all intervals together */
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

static void
count_places(Collector *c, const SimCauses *causes)
{
    for (guint i = 0; i < causes->all->len; i++) {
        const SimCause *cause = g_ptr_array_index(causes->all, i);
        g_autofree char *key = place_key(cause);
        guint64 *count = g_hash_table_lookup(c->counts, key);
        if (count == NULL) {
            count = g_new0(guint64, 1);
            g_hash_table_insert(c->counts, g_steal_pointer(&key), count);
        }
        *count += cause->count;
    }
}

/* Done in a sequential loop; a loop that is no interval of the trace shows in the count alone.
 */
static gboolean
is_repeated(const Collector *c, const SimCause *cause)
{
    g_autofree char *key = place_key(cause);
    const guint64 count = *(guint64 *)g_hash_table_lookup(c->counts, key);
    return count > 2 ||
           (count > 1 && suspects_loop_around(c->ledger, cause->interval) != G_MAXUINT);
}

/* What the causes of one suspect have in common. */
static char *
suspect_key(const Collector *c, const SimCause *cause, SuspectKind kind)
{
    const SimInterval *interval = sim_ledger_interval(c->ledger, cause->interval);
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
        loop = suspects_loop_around(c->ledger, cause->interval);
        if (cause->operation == OPERATION_REDISTRIBUTION && is_repeated(c, cause))
            return g_strdup_printf(
                "redistribution loop %u",
                loop != G_MAXUINT ? sim_ledger_interval(c->ledger, loop)->site : SIM_NO_SITE);
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
static guint64
count_steps(const SimCauses *causes, const Collector *c)
{
    guint64 steps = 0;
    for (guint i = 0; i < causes->all->len; i++) {
        const SimCause *cause = g_ptr_array_index(causes->all, i);
        if (cause->kind != SIM_CAUSE_LOOP)
            continue;
        g_autofree char *key = place_key(cause);
        const guint64 count = *(guint64 *)g_hash_table_lookup(c->counts, key);
        if (count > 1 && (steps == 0 || count < steps))
            steps = count;
    }
    return steps;
}

/* Done more than once in one turn of a sequential loop: in an inner loop it is done more often
 * than that is entered. Where no sequential loop is an interval, twice a step or more. */
static gboolean
is_inner(const Collector *c, const Suspect *s, guint64 steps)
{
    g_autoptr(GHashTable) counts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    guint64 outside = 0;
    for (guint i = 0; i < s->causes->len; i++) {
        const SimCause *cause = g_ptr_array_index(s->causes, i);
        const guint loop = suspects_loop_around(c->ledger, cause->interval);
        if (loop == G_MAXUINT) {
            outside += cause->count;
            continue;
        }
        const SimInterval *at = sim_ledger_interval(c->ledger, loop);
        if (suspects_loop_around(c->ledger, at->parent) == G_MAXUINT)
            continue;
        guint64 *count = g_hash_table_lookup(counts, GUINT_TO_POINTER(loop));
        if (count == NULL) {
            count = g_new0(guint64, 1);
            g_hash_table_insert(counts, GUINT_TO_POINTER(loop), count);
        }
        *count += cause->count;
        if (*count > at->count)
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

/* The time above the mean of the tasks that take longest. */
static double
task_excess(const Suspect *region)
{
    double longest = 0;
    for (guint i = 0; i < region->causes->len; i++)
        longest = MAX(longest, region->loads[i]);
    return MAX(0.0, longest - suspects_tasks_mean(region));
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
    g_autoptr(GHashTable) counts =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    Collector c = { simulator_ledger(simulator), counts, known,
                    g_ptr_array_new_with_free_func(suspect_free) };
    count_places(&c, causes);
    for (guint i = 0; i < causes->all->len; i++)
        add_all(&c, g_ptr_array_index(causes->all, i), copies);
    const guint64 steps = count_steps(causes, &c);
    for (guint i = 0; i < c.all->len; i++) {
        Suspect *s = g_ptr_array_index(c.all, i);
        if (s->kind == SUSPECT_TASK) {
            s->loads = suspects_tasks_loads(s, simulator_systems(simulator));
            s->most = task_excess(s);
        }
        if (s->kind == SUSPECT_OPERATION)
            s->inner = is_inner(&c, s, steps);
    }
    g_ptr_array_sort(c.all, compare_suspects);
    return c.all;
}

/* No processor of the region computes longer than the mean. */
static void
scale_tasks(const Suspect *region, SimWhatIf *what_if)
{
    const double mean = suspects_tasks_mean(region);
    for (guint i = 0; i < region->causes->len; i++) {
        const SimCause *task = g_ptr_array_index(region->causes, i);
        if (region->loads[i] > 0)
            sim_what_if_scale(what_if, task->system->id, mean / region->loads[i]);
    }
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
        sim_what_if_add(what_if,
                        ((const SimCause *)g_ptr_array_index(suspect->causes, i))->site, flags);
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
    if (suspect->kind == SUSPECT_TASK)
        scale_tasks(suspect, what_if);
    return what_if;
}

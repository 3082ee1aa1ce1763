/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/sim/objects/system.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/types.h"
#include "src/sim/objects/gathering.h"

/* The key of processors outside of a system. */
#define KEY_OUTSIDE G_MAXUINT64

static void
system_free(gpointer system)
{
    SimSystem *s = system;
    g_free(s->numbers);
    if (s->inside != s->holds)
        g_free(s->inside);
    g_free(s->holds);
    g_free(s->load);
    g_free(s);
}

SimSystems *
sim_systems_new(const RaterGrid *root, const RaterGrid *traced, gboolean flat)
{
    SimSystems *systems = g_new0(SimSystems, 1);
    gint64 count = rater_grid_count(root);
    systems->space =
        flat ? sim_lattice_new(1, &count) : sim_lattice_new((guint)root->rank, root->size);
    systems->all = g_ptr_array_new_with_free_func(system_free);
    systems->known =
        g_hash_table_new_full(hash_bytes, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);

    SimSystem *s = g_new0(SimSystem, 1);
    s->grid = *root;
    s->traced = *traced;
    s->count = count;
    s->is_box = TRUE;
    s->is_linear = TRUE;
    s->extent = s->partition = sim_lattice_first_alone(systems->space, 0);
    s->simulated = count;
    systems->lattice = systems->space;
    systems->grid = *root;
    systems->io_alone = sim_lattice_first_alone(systems->lattice, 1);
    g_ptr_array_add(systems->all, s);
    systems->root = s;
    return systems;
}

void
sim_systems_free(SimSystems *systems)
{
    if (systems == NULL)
        return;
    g_hash_table_unref(systems->known);
    g_ptr_array_unref(systems->all);
    if (systems->lattice != systems->space)
        sim_lattice_free(systems->lattice);
    sim_lattice_free(systems->space);
    g_free(systems);
}

gint64
sim_system_number(const SimSystems *systems, const SimSystem *system, gint64 n)
{
    if (system->is_linear)
        return system->first + n;
    if (system->numbers != NULL)
        return system->numbers[n];
    int64_t index[RATER_MAX_RANK];
    rater_grid_index(&system->grid, n, index);
    for (int g = 0; g < system->grid.rank; g++)
        index[g] += system->lo[g];
    return rater_grid_number(&systems->root->grid, index);
}

gint64
sim_system_find(const SimSystems *systems, const SimSystem *system, gint64 number)
{
    int64_t index[RATER_MAX_RANK];
    if (system->is_linear) {
        const gint64 n = number - system->first;
        return n >= 0 && n < system->count ? n : -1;
    }
    if (system->numbers != NULL) {
        const gint64 *at = bsearch(&number, system->numbers, (size_t)system->count,
                                   sizeof number, compare_int64);
        return at != NULL ? at - system->numbers : -1;
    }
    rater_grid_index(&systems->root->grid, number, index);
    for (int g = 0; g < system->grid.rank; g++) {
        index[g] -= system->lo[g];
        if (index[g] < 0 || index[g] >= system->grid.size[g])
            return -1;
    }
    return rater_grid_number(&system->grid, index);
}

/* ---- runs over coordinates in the lattice ---- */

/* The system is a box of the lattice's axes: the keys of each dimension are those of an axis.
 */
static const SimPartition *
map_product(SimSystems *systems, const SimSystem *system, const SimRuns runs[], gint64 **index)
{
    const SimAxis *axes[RATER_MAX_RANK];
    guint rank = (guint)system->grid.rank;
    for (guint g = 0; g < rank; g++) {
        g_auto(SimRuns) whole = { NULL };
        sim_runs_add(&whole, system->lo[g], KEY_OUTSIDE);
        for (guint i = 0; i < runs[g].list->len; i++) {
            const SimRun *run = sim_runs_at(&runs[g], i);
            sim_runs_add(&whole, system->lo[g] + run->end, run->key);
        }
        sim_runs_add(&whole, systems->root->grid.size[g], KEY_OUTSIDE);
        axes[g] = sim_lattice_axis(systems->space, g, &whole);
    }
    const SimPartition *p = sim_lattice_partition(systems->space, axes);
    if (p == NULL)
        return NULL;
    gint64 *at = g_new(gint64, (gsize)p->n_classes * rank);
    for (guint c = 0; c < p->n_classes; c++) {
        gint64 *mine = at + (gsize)c * rank;
        gboolean inside = TRUE;
        sim_partition_class_first(p, c, mine);
        for (guint g = 0; g < rank; g++) {
            mine[g] -= system->lo[g];
            inside = inside && mine[g] >= 0 && mine[g] < system->grid.size[g];
        }
        if (!inside)
            mine[0] = -1;
    }
    *index = at;
    return p;
}

/* Runs over the numbers of a grid of those over its coordinates. Keys stand for the labels of
 * all dimensions, and stay below the number of processors. FALSE: there are too many runs. */
static gboolean
number_runs(const RaterGrid *grid, const SimRuns runs[], SimRuns *numbers)
{
    guint *label[RATER_MAX_RANK], n_labels[RATER_MAX_RANK], at[RATER_MAX_RANK] = { 0 };
    int64_t index[RATER_MAX_RANK];
    gint64 block = 1, end = 0;
    RaterGrid outer = *grid;
    outer.rank--;
    /* behind the last dimension nothing is told apart */
    while (outer.rank > 0 && runs[outer.rank].list->len == 1)
        block *= grid->size[outer.rank--];
    const int last = outer.rank;
    const gint64 n_outer = rater_grid_count(&outer);
    if (n_outer > SIM_MOST_LISTED / runs[last].list->len)
        return FALSE;
    for (int g = 0; g <= last; g++)
        label[g] = sim_runs_labels(&runs[g], &n_labels[g]);
    for (gint64 o = 0; o < n_outer; o++) {
        guint64 key = 0;
        rater_grid_index(&outer, o, index);
        for (int g = 0; g < last; g++) {
            at[g] = index[g] > 0 ? at[g] + (index[g] >= sim_runs_at(&runs[g], at[g])->end) : 0;
            key = key * n_labels[g] + label[g][at[g]];
        }
        for (guint i = 0; i < runs[last].list->len; i++)
            sim_runs_add(numbers, end + sim_runs_at(&runs[last], i)->end * block,
                         key * n_labels[last] + label[last][i]);
        end += grid->size[last] * block;
    }
    for (int g = 0; g <= last; g++)
        g_free(label[g]);
    return TRUE;
}

/* Runs over the numbers of the root of those over a system's, which rise together. A range of
 * them is mapped by runs whatever its size, others by going through their processors. */
static void
root_runs(const SimSystems *systems, const SimSystem *system, const SimRuns *numbers,
          SimRuns *whole)
{
    gint64 n = 0;
    for (guint i = 0; i < numbers->list->len; i++) {
        const SimRun *run = sim_runs_at(numbers, i);
        while (n < run->end) {
            const gint64 first = sim_system_number(systems, system, n);
            const gint64 many = system->is_linear ? run->end - n : 1;
            sim_runs_add(whole, first, KEY_OUTSIDE);
            sim_runs_add(whole, first + many, run->key);
            n += many;
        }
    }
    sim_runs_add(whole, systems->root->count, KEY_OUTSIDE);
}

/* The lattice has one axis, the numbers of the root. */
static const SimPartition *
map_numbers(SimSystems *systems, const SimSystem *system, const SimRuns runs[], gint64 **index)
{
    const guint rank = (guint)system->grid.rank;
    g_auto(SimRuns) numbers = { NULL }, whole = { NULL };
    if ((!system->is_linear && system->count > SIM_MOST_LISTED) ||
        !number_runs(&system->grid, runs, &numbers))
        return NULL;
    root_runs(systems, system, &numbers, &whole);
    const SimAxis *axis = sim_lattice_axis(systems->space, 0, &whole);
    const SimPartition *p = sim_lattice_partition(systems->space, &axis);
    if (p == NULL)
        return NULL;
    *index = g_new0(gint64, (gsize)p->n_classes * rank);
    for (guint c = 0; c < p->n_classes; c++) {
        const gint64 n = sim_system_find(systems, system, axis->label_first[c]);
        gint64 *mine = *index + (gsize)c * rank;
        if (n < 0)
            mine[0] = -1;
        else
            rater_grid_index(&system->grid, n, mine);
    }
    return p;
}

const SimPartition *
sim_system_map(SimSystems *systems, const SimSystem *system, SimRuns runs[], gint64 **index)
{
    const guint n_axes = sim_lattice_n_axes(systems->space);
    const SimPartition *p = NULL;
    if (system->is_box && n_axes == (guint)systems->root->grid.rank)
        p = map_product(systems, system, runs, index);
    else if (n_axes == 1)
        p = map_numbers(systems, system, runs, index);
    for (int g = 0; g < system->grid.rank; g++)
        sim_runs_clear(&runs[g]);
    return p;
}

/* ---- parts and views ---- */

/* The divisors of n, ascending. */
static GArray *
divisors(gint64 n)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(gint64));
    for (gint64 d = 1; d <= n / d; d++) {
        if (n % d == 0)
            g_array_append_val(all, d);
    }
    for (guint i = all->len; i-- > 0;) {
        gint64 d = g_array_index(all, gint64, i), other = n / d;
        if (other != d)
            g_array_append_val(all, other);
    }
    return all;
}

/* Whether n is a product of `rank` factors of at most `most` each, the largest found first. The
 * depth of the recursion is the rank. */
static gboolean
factorise(gint64 n, int rank, gint64 most, gint64 factors[])
{
    if (rank == 1) {
        factors[0] = n;
        return n <= most;
    }
    g_autoptr(GArray) all = divisors(n);
    for (guint i = 0; i < all->len; i++) {
        gint64 f = g_array_index(all, gint64, i);
        double enough = 1;
        for (int k = 0; k < rank; k++)
            enough *= (double)f;
        if (f > most)
            return FALSE;
        if (enough >= (double)n && factorise(n / f, rank - 1, f, factors + 1)) {
            factors[0] = f;
            return TRUE;
        }
    }
    return FALSE;
}

void
sim_factorise(gint64 count, int rank, gint64 factors[])
{
    factorise(count, rank, count, factors);
}

/* Notes on which hosts the system's processors are. FALSE when their lattice cannot. */
static gboolean
system_gather(const SimSystems *systems, SimSystem *s)
{
    g_autoptr(SimGathering) g = sim_gathering_new(systems->lattice, systems->hosts, s->extent);
    if (g == NULL)
        return FALSE;
    g_autofree double *one = g_new(double, s->extent->n_classes);
    for (guint c = 0; c < s->extent->n_classes; c++)
        one[c] = s->holds == NULL || s->holds[c] ? 1 : 0;
    s->partition = g->partition;
    s->load = sim_gathering_sum(g, one);
    s->inside = g_new(guint8, g->partition->n_classes);
    s->simulated = 0;
    for (guint c = 0; c < g->partition->n_classes; c++) {
        s->inside[c] = s->load[c] > 0;
        s->simulated += s->inside[c] ? sim_partition_class_size(g->partition, c) : 0;
    }
    return TRUE;
}

void
sim_systems_set_hosts(SimSystems *systems, const RaterHosts *hosts)
{
    g_auto(SimRuns) runs = { NULL };
    g_assert(systems->all->len == 1 && systems->hosts == NULL);
    systems->hosts = hosts;
    systems->lattice = sim_lattice_new(1, &hosts->n);
    systems->grid = (RaterGrid){ .rank = 1, .size = { hosts->n } };
    systems->io_number = hosts->host[0];
    sim_runs_add(&runs, systems->io_number, 0);
    sim_runs_add(&runs, systems->io_number + 1, 1);
    sim_runs_add(&runs, hosts->n, 0);
    const SimAxis *axis = sim_lattice_axis(systems->lattice, 0, &runs);
    systems->io_alone = sim_lattice_partition(systems->lattice, &axis);
    /* there are fewer hosts than classes can be held */
    const gboolean placed = system_gather(systems, g_ptr_array_index(systems->all, 0));
    g_assert(placed);
}

/* Notes which processors the system has. FALSE when the lattice cannot. */
static gboolean
system_place(SimSystems *systems, SimSystem *s)
{
    SimRuns runs[RATER_MAX_RANK] = { { NULL } };
    g_autofree gint64 *index = NULL;
    const int rank = s->grid.rank;
    for (int g = 0; g < rank; g++)
        sim_runs_add(&runs[g], s->grid.size[g], 0);
    s->extent = sim_system_map(systems, s, runs, &index);
    if (s->extent == NULL)
        return FALSE;
    s->holds = g_new0(guint8, s->extent->n_classes);
    for (guint c = 0; c < s->extent->n_classes; c++)
        s->holds[c] = index[(gsize)c * (guint)rank] >= 0;
    s->partition = s->extent;
    s->inside = s->holds;
    s->simulated = s->count;
    return systems->hosts == NULL || system_gather(systems, s);
}

/* Lists the root numbers, or finds that they follow each other. */
static void
system_list(SimSystem *s, gint64 *numbers)
{
    s->is_linear = TRUE;
    s->first = numbers[0];
    for (gint64 n = 1; n < s->count && s->is_linear; n++)
        s->is_linear = numbers[n] == numbers[0] + n;
    if (s->is_linear)
        g_free(numbers);
    else
        s->numbers = numbers;
}

static GBytes *
request_key(guint parent, guint kind, guint n, const gint64 a[], const gint64 b[])
{
    gint64 words[3 + 2 * RATER_MAX_RANK] = { parent, kind, n };
    for (guint i = 0; i < n; i++) {
        words[3 + i] = a[i];
        words[3 + n + i] = b[i];
    }
    return g_bytes_new(words, (3 + 2 * n) * sizeof *words);
}

/* Scales one dimension of a box; FALSE when it is not inside. */
static gboolean
scale_box(const SimSystem *parent, int g, gint64 init, gint64 last, gint64 *lo, gint64 *hi)
{
    gint64 traced = g < parent->traced.rank ? parent->traced.size[g] : 1;
    gint64 real = parent->grid.size[g];
    if (init < 0 || last < init || last >= traced)
        return FALSE;
    *lo = (gint64)((__int128)init * real / traced);
    *hi = MAX(*lo, (gint64)(((__int128)last + 1) * real / traced) - 1);
    return TRUE;
}

/* Finds whether the processors of a box of a grid follow each other: numbers rise in it, so
 * the first and the last tell. *first: the number of the first. */
static gboolean
box_is_range(const RaterGrid *grid, const SimSystem *s, const gint64 lo[], gint64 *first)
{
    int64_t hi[RATER_MAX_RANK];
    for (int g = 0; g < s->grid.rank; g++)
        hi[g] = lo[g] + s->grid.size[g] - 1;
    *first = rater_grid_number(grid, lo);
    return rater_grid_number(grid, hi) - *first == s->count - 1;
}

/* Places of a box in its parent, which is looked at as `grid`; lo[] are coordinates of that.
 * FALSE: too many to be listed. */
static gboolean
box_numbers(const SimSystems *systems, const SimSystem *parent, const RaterGrid *grid,
            const gint64 lo[], SimSystem *s)
{
    if (parent->is_box && rater_grid_equal(grid, &parent->grid)) {
        s->is_box = TRUE;
        for (int g = 0; g < s->grid.rank; g++)
            s->lo[g] = parent->lo[g] + lo[g];
        s->is_linear = box_is_range(&systems->root->grid, s, s->lo, &s->first);
        return TRUE;
    }
    if (parent->is_linear && box_is_range(grid, s, lo, &s->first)) {
        s->is_linear = TRUE;
        s->first += parent->first;
        return TRUE;
    }
    if (s->count > SIM_MOST_LISTED)
        return FALSE;
    gint64 *numbers = g_new(gint64, s->count);
    int64_t index[RATER_MAX_RANK];
    for (gint64 n = 0; n < s->count; n++) {
        rater_grid_index(&s->grid, n, index);
        for (int g = 0; g < s->grid.rank; g++)
            index[g] += lo[g];
        numbers[n] = sim_system_number(systems, parent, rater_grid_number(grid, index));
    }
    system_list(s, numbers);
    return TRUE;
}

/* A copy of `like` that is such a box; NULL when it cannot be placed. */
static const SimSystem *
systems_add(SimSystems *systems, GBytes *key, const SimSystem *parent, const RaterGrid *grid,
            const gint64 lo[], const SimSystem *like)
{
    SimSystem *s = g_memdup2(like, sizeof *like);
    if (!box_numbers(systems, parent, grid, lo, s) || !system_place(systems, s)) {
        system_free(s);
        return NULL;
    }
    s->id = systems->all->len;
    g_ptr_array_add(systems->all, s);
    g_hash_table_insert(systems->known, g_bytes_ref(key), s);
    return s;
}

const SimSystem *
sim_systems_part(SimSystems *systems, const SimSystem *parent, guint n, const gint64 init[],
                 const gint64 last[])
{
    g_autoptr(GBytes) key = request_key(parent->id, 0, MIN(n, RATER_MAX_RANK), init, last);
    const SimSystem *known = g_hash_table_lookup(systems->known, key);
    if (known != NULL)
        return known;
    SimSystem s = { .grid = parent->grid, .traced = parent->grid, .count = 1 };
    gint64 lo[RATER_MAX_RANK];
    gboolean scaled = FALSE;
    for (int g = 0; g < parent->grid.rank; g++) {
        gint64 hi = parent->grid.size[g] - 1;
        lo[g] = 0;
        s.traced.size[g] = g < parent->traced.rank ? parent->traced.size[g] : 1;
        if (g < (int)n && g < parent->traced.rank) {
            if (!scale_box(parent, g, init[g], last[g], &lo[g], &hi))
                return NULL;
            s.traced.size[g] = last[g] - init[g] + 1;
            scaled = scaled || parent->traced.size[g] != parent->grid.size[g];
        } else {
            scaled = TRUE;
        }
        s.grid.size[g] = hi - lo[g] + 1;
        s.count *= s.grid.size[g];
    }
    systems->scaled = systems->scaled || scaled;
    return systems_add(systems, key, parent, &parent->grid, lo, &s);
}

const SimSystem *
sim_systems_view(SimSystems *systems, const SimSystem *parent, const RaterGrid *sizes)
{
    static const gint64 whole[RATER_MAX_RANK] = { 0 };
    g_autoptr(GBytes) key =
        request_key(parent->id, 1, (guint)sizes->rank, sizes->size, sizes->size);
    const SimSystem *known = g_hash_table_lookup(systems->known, key);
    if (known != NULL)
        return known;
    SimSystem s = { .grid = *sizes, .traced = *sizes, .count = parent->count };
    if (rater_grid_count(sizes) != parent->count) {
        sim_factorise(parent->count, sizes->rank, s.grid.size);
        systems->scaled = TRUE;
    }
    return systems_add(systems, key, parent, &s.grid, whole, &s);
}

/* Whether a class of the systems' common refinement is in a and is, or is not, in b. */
static gboolean
any_class(SimSystems *systems, const SimSystem *a, const SimSystem *b, gboolean in_b)
{
    g_autoptr(SimJoin) join = sim_lattice_join(systems->space, a->extent, b->extent);
    for (guint c = 0; join != NULL && c < join->partition->n_classes; c++) {
        gboolean in_a = a->holds == NULL || a->holds[join->of_a[c]];
        gboolean also = b->holds == NULL || b->holds[join->of_b[c]];
        if (in_a && also == in_b)
            return TRUE;
    }
    return join == NULL;
}

gboolean
sim_system_within(SimSystems *systems, const SimSystem *a, const SimSystem *b)
{
    return a == b || !any_class(systems, a, b, FALSE);
}

gboolean
sim_system_meets(SimSystems *systems, const SimSystem *a, const SimSystem *b)
{
    return a == b || any_class(systems, a, b, TRUE);
}

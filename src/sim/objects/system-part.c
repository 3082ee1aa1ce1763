/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parts and views of processor systems.
 */
#include <string.h>

#include "src/sim/objects/system-private.h"

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

/* Notes which processors the system has. FALSE when the lattice cannot. */
static gboolean
system_place(SimSystems *systems, SimSystem *s)
{
    SimRuns runs[RATER_MAX_RANK];
    g_autofree gint64 *index = NULL;
    gboolean range = s->is_linear && sim_lattice_n_axes(systems->lattice) == 1;
    int rank =
        range ? 1 : s->grid.rank; /* a range of numbers need not be looked at as a grid */
    for (int g = 0; g < rank; g++) {
        sim_runs_init(&runs[g]);
        sim_runs_add(&runs[g], range ? s->count : s->grid.size[g], 0);
    }
    s->partition = range ? sim_system_map_range(systems, s, &runs[0], &index)
                         : sim_system_map(systems, s, runs, &index);
    for (int g = 0; g < rank; g++)
        sim_runs_clear(&runs[g]);
    if (s->partition == NULL)
        return FALSE;
    s->inside = g_new0(guint8, s->partition->n_classes);
    for (guint c = 0; c < s->partition->n_classes; c++)
        s->inside[c] = index[(gsize)c * (guint)rank] >= 0;
    return TRUE;
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

/* Takes over `s`; NULL when it cannot be placed. */
static const SimSystem *
systems_add(SimSystems *systems, GBytes *key, SimSystem *s)
{
    if (!system_place(systems, s)) {
        sim_system_free(s);
        return NULL;
    }
    s->id = systems->all->len;
    g_ptr_array_add(systems->all, s);
    g_hash_table_insert(systems->known, g_bytes_ref(key), s);
    return s;
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

/* Places of a part in its parent: lo[] are the parent's coordinates. FALSE: too many to be
 * listed. */
static gboolean
part_numbers(const SimSystems *systems, const SimSystem *parent, SimSystem *s,
             const gint64 lo[])
{
    if (parent->is_box) {
        s->is_box = TRUE;
        for (int g = 0; g < s->grid.rank; g++)
            s->lo[g] = parent->lo[g] + lo[g];
        s->is_linear = box_is_range(&systems->root, s, s->lo, &s->first);
        return TRUE;
    }
    if (parent->is_linear && box_is_range(&parent->grid, s, lo, &s->first)) {
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
        numbers[n] =
            sim_system_number(systems, parent, rater_grid_number(&parent->grid, index));
    }
    system_list(s, numbers);
    return TRUE;
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
    SimSystem *one = g_memdup2(&s, sizeof s);
    if (!part_numbers(systems, parent, one, lo)) {
        sim_system_free(one);
        return NULL;
    }
    return systems_add(systems, key, one);
}

const SimSystem *
sim_systems_view(SimSystems *systems, const SimSystem *parent, const RaterGrid *sizes)
{
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
    SimSystem *one = g_memdup2(&s, sizeof s);
    if (parent->is_box && rater_grid_equal(&s.grid, &parent->grid)) {
        one->is_box = TRUE;
        memcpy(one->lo, parent->lo, sizeof one->lo);
    }
    if (parent->is_linear) {
        one->is_linear = TRUE;
        one->first = parent->first;
    } else if (!one->is_box) {
        if (s.count > SIM_MOST_LISTED) {
            sim_system_free(one);
            return NULL;
        }
        gint64 *numbers = g_new(gint64, s.count);
        for (gint64 n = 0; n < s.count; n++)
            numbers[n] = sim_system_number(systems, parent, n);
        system_list(one, numbers);
    }
    return systems_add(systems, key, one);
}

gboolean
sim_systems_scaled(const SimSystems *systems)
{
    return systems->scaled;
}

/* Whether a class of the systems' common refinement is in a and is, or is not, in b. */
static gboolean
any_class(SimSystems *systems, const SimSystem *a, const SimSystem *b, gboolean in_b)
{
    const SimJoin *join = sim_lattice_join(systems->lattice, a->partition, b->partition);
    for (guint c = 0; join != NULL && c < join->partition->n_classes; c++) {
        gboolean in_a = a->inside == NULL || a->inside[join->of_a[c]];
        gboolean also = b->inside == NULL || b->inside[join->of_b[c]];
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

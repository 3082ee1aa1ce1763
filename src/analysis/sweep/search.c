/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/search.h"

#include <math.h>

#include "src/analysis/sweep/best.h"

/* Rounds with one step width; each must have found something better than the one before. */
#define MOST_ROUNDS 16

/* Grids of as many processors as a good one that are tried. */
#define MOST_AS_MANY 100

typedef struct {
    Sweep *sweep;
    const SweepSearchOptions *options;
    TopologyShape shape;
    SweepBound bound;
    gint64 most;                      /* processors: options->most, or as many as fit */
    guint first;                      /* row */
    GHashTable *tried;                /* "4x2" */
    GArray *sizes[TOPOLOGY_MAX_RANK]; /* worth trying: gint64, ascending, from 1 */
    gboolean interrupted;
} Search;

static guint
n_rows(const Search *s)
{
    return s->sweep->rows->len - s->first;
}

static gint
best_row(const Search *s)
{
    return sweep_best_of(s->sweep, s->first, n_rows(s));
}

/* Adds a row for the grid unless it was tried, is none of the shape, or is too large. */
static void
add_grid(Search *s, const RaterGrid *grid)
{
    if (rater_grid_count(grid) <= s->most && topology_fits(&s->shape, grid))
        sweep_machine_add_row(s->sweep, s->options->machine, grid, s->tried);
}

static void
add_grids(Search *s, const GArray *grids)
{
    for (guint i = 0; i < grids->len; i++)
        add_grid(s, &g_array_index(grids, RaterGrid, i));
}

/* Predicts what was added since there were `before` rows. */
static gboolean
run_batch(Search *s, guint before)
{
    const guint n = s->sweep->rows->len - before;
    s->interrupted = n > 0 && !s->options->batch(s->sweep, before, n, s->options->data);
    return !s->interrupted;
}

/* No grid of p processors has a better value. */
static double
value_bound(const Search *s, gint64 p)
{
    const double time = sweep_bound_time(&s->bound, p);
    return s->sweep->objective == SWEEP_COST ? time * (double)p : time;
}

/* Whether so many processors are fast enough to be better than `value`: more are, too. */
static gboolean
are_enough(const Search *s, gint64 p, double value)
{
    return sweep_bound_time(&s->bound, p) <= value;
}

/* Whether so many processors that are enough cannot be better than `value`: efficiency and cost
 * get worse with more. */
static gboolean
are_too_many(const Search *s, gint64 p, double value)
{
    return value_bound(s, p) > value ||
           (s->sweep->objective == SWEEP_EFFICIENCY &&
            sweep_is_less(sweep_bound_efficiency(&s->bound, p), s->sweep->floor));
}

/* The first number of processors from `from` on that passes, as all behind it do; one more than
 * there may be when none does. */
static gint64
first_that(const Search *s, gint64 from,
           gboolean (*passes)(const Search *s, gint64 p, double value), double value)
{
    gint64 end = s->most + 1;
    while (from < end) {
        const gint64 middle = from + (end - from) / 2;
        if (passes(s, middle, value))
            end = middle;
        else
            from = middle + 1;
    }
    return from;
}

/* The numbers of processors that might be better than `value` lie between *lo and *hi; FALSE:
 * there are none. The bound of the time falls with p, those of efficiency and cost get worse.
 */
static gboolean
find_range(const Search *s, double value, gint64 *lo, gint64 *hi)
{
    const SweepObjective objective = s->sweep->objective;
    *lo = objective == SWEEP_COST ? 1 : first_that(s, 1, are_enough, value);
    *hi = objective == SWEEP_TIME ? s->most : first_that(s, *lo, are_too_many, value) - 1;
    return *lo <= *hi;
}

/* All grids that can still be the best, if they are few. TRUE: nothing better is left. */
static gboolean
try_rest(Search *s)
{
    gint64 lo, hi;
    const gint best = best_row(s);
    const double value = best == SWEEP_NOTHING
                             ? G_MAXDOUBLE
                             : sweep_value(s->sweep, sweep_row(s->sweep, (guint)best));
    if (!find_range(s, value, &lo, &hi))
        return TRUE;
    g_autoptr(GArray) grids = topology_between(lo, hi, &s->shape, s->options->all + 1);
    if (grids->len > s->options->all)
        return FALSE;
    const guint before = s->sweep->rows->len;
    add_grids(s, grids);
    return run_batch(s, before);
}

/* Appends the grids of the lattice with every step-th size, and the last, until they are more
 * than few: gives dimension d and those behind it all sizes that `room` processors allow. The
 * depth of the recursion is the rank. */
static void
walk_lattice(const Search *s, GArray *grids, guint step, RaterGrid *grid, int d, gint64 room)
{
    if (d == s->shape.rank) {
        g_array_append_val(grids, *grid);
        return;
    }
    const guint last = s->sizes[d]->len - 1;
    for (guint i = 0; i <= last && grids->len <= s->options->coarse;
         i = i < last ? MIN(i + step, last) : last + 1) {
        grid->rank = d + 1;
        grid->size[d] = g_array_index(s->sizes[d], gint64, i);
        if (grid->size[d] > room || !topology_fits(&s->shape, grid))
            return; /* nor do larger sizes */
        walk_lattice(s, grids, step, grid, d + 1, room / grid->size[d]);
    }
}

/* The finest lattice that has few enough grids; returns its step. */
static guint
add_coarse(Search *s)
{
    g_autoptr(GArray) grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    guint longest = 1, step = 1;
    for (int d = 0; d < s->shape.rank; d++)
        longest = MAX(longest, s->sizes[d]->len);
    for (;; step *= 2) {
        RaterGrid grid = { .rank = 0 };
        g_array_set_size(grids, 0);
        walk_lattice(s, grids, step, &grid, 0, s->most);
        if (grids->len <= s->options->coarse || step >= longest)
            break;
    }
    add_grids(s, grids);
    return step;
}

/* The grid with dimension d as large as the others leave room for. */
static void
add_filled(Search *s, const RaterGrid *grid)
{
    for (int d = 0; d < grid->rank; d++) {
        RaterGrid filled = *grid;
        filled.size[d] = s->most / (rater_grid_count(grid) / grid->size[d]);
        if (s->shape.most[d] > 0)
            filled.size[d] = MIN(filled.size[d], s->shape.most[d]);
        if (filled.size[d] > 0)
            add_grid(s, &filled);
    }
}

/* Changes dimension d by `n` places in the lattice, from the largest size there that is not
 * above it; FALSE: there is nothing. */
static gboolean
move_in_lattice(const Search *s, RaterGrid *grid, int d, gint64 n)
{
    const GArray *sizes = s->sizes[d];
    gint64 at = 0, end = sizes->len;
    while (at + 1 < end) {
        const gint64 middle = (at + end) / 2;
        if (g_array_index(sizes, gint64, middle) <= grid->size[d])
            at = middle;
        else
            end = middle;
    }
    if (at + n < 0 || at + n >= sizes->len)
        return FALSE;
    grid->size[d] = g_array_index(sizes, gint64, at + n);
    return TRUE;
}

/* By lattice steps, or by single processors (step 0). */
static gboolean
move(const Search *s, RaterGrid *grid, int d, int way, guint step)
{
    if (step > 0)
        return move_in_lattice(s, grid, d, way * (gint64)step);
    grid->size[d] += way;
    return grid->size[d] > 0;
}

/* Neighbours: one dimension, or one up and one down. */
static void
add_neighbours(Search *s, const RaterGrid *grid, guint step)
{
    RaterGrid here = *grid;
    for (int d = 0; step > 0 && d < grid->rank; d++)
        move_in_lattice(s, &here, d, 0);
    for (int d = 0; d < grid->rank; d++) {
        for (int e = 0; e < grid->rank; e++) {
            for (int way = -1; way <= 1; way += 2) {
                RaterGrid neighbour = here;
                if (!move(s, &neighbour, d, way, step) ||
                    (e != d && !move(s, &neighbour, e, -way, step)))
                    continue;
                add_grid(s, &neighbour);
                if (step > 0)
                    add_filled(s, &neighbour);
            }
        }
    }
}

static void
add_as_many(Search *s, const RaterGrid *grid)
{
    const gint64 n = rater_grid_count(grid);
    g_autoptr(GArray) grids = topology_between(n, n, &s->shape, MOST_AS_MANY);
    add_grids(s, grids);
}

/* One size larger or smaller by 1, 2, 4, ... processors: sizes between those worth trying, and
 * beyond the largest extent, where what changes is small but goes one way for long. */
static void
add_strides(Search *s, const RaterGrid *grid)
{
    for (int d = 0; d < grid->rank; d++) {
        for (gint64 stride = 1; stride < s->most; stride *= 2) {
            for (int way = -1; way <= 1; way += 2) {
                RaterGrid other = *grid;
                other.size[d] += way * stride;
                if (other.size[d] > 0 && other.size[d] <= s->most)
                    add_grid(s, &other);
            }
        }
    }
}

/* Whether a row is the far end of a plateau: as good as another one, with far more processors.
 */
static gboolean
is_far(const Search *s, guint row, guint other)
{
    const SweepRow *a = sweep_row(s->sweep, row), *b = sweep_row(s->sweep, other);
    return !sweep_is_less(sweep_value(s->sweep, b), sweep_value(s->sweep, a)) &&
           sweep_row_processors(a) > 2 * sweep_row_processors(b);
}

/* The best rows so far, as grids. */
static GArray *
seeds(const Search *s)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(guint));
    GArray *grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    for (guint i = s->first; i < s->sweep->rows->len; i++) {
        if (sweep_row(s->sweep, i)->status == SWEEP_DONE)
            g_array_append_val(rows, i);
    }
    g_array_sort_with_data(rows, sweep_compare_rows, s->sweep);
    for (guint k = 0; k < rows->len && grids->len < SWEEP_SEARCH_SEEDS; k++) {
        const guint i = g_array_index(rows, guint, k);
        if (!is_far(s, i, g_array_index(rows, guint, 0)))
            g_array_append_val(grids, sweep_row(s->sweep, i)->params->topology);
    }
    return grids;
}

/* Goes on from the best grids with one step width (0: single processors) until nothing better
 * is found. */
static gboolean
refine(Search *s, guint step)
{
    for (guint round = 0; round < MOST_ROUNDS; round++) {
        const gint best = best_row(s);
        const guint before = s->sweep->rows->len;
        g_autoptr(GArray) grids = seeds(s);
        for (guint i = 0; i < grids->len; i++) {
            const RaterGrid *grid = &g_array_index(grids, RaterGrid, i);
            if (step == 0)
                add_as_many(s, grid);
            add_neighbours(s, grid, step);
            if (step == 0 && i == 0)
                add_strides(s, grid);
            add_filled(s, grid);
        }
        if (s->sweep->rows->len == before)
            return TRUE;
        if (!run_batch(s, before))
            return FALSE;
        if (best_row(s) == best)
            return TRUE;
    }
    return TRUE;
}

/* Grids like this one with fewer processors: one size smaller by 1, 2, 4, .. processors or by a
 * step of the lattice, and another as it is or a step larger. */
static void
add_smaller(Search *s, const RaterGrid *grid)
{
    for (int d = 0; d < grid->rank; d++) {
        for (gint64 stride = 0; stride < grid->size[d]; stride = MAX(1, 2 * stride)) {
            RaterGrid smaller = *grid;
            smaller.size[d] -= stride;
            if (stride == 0 && !move_in_lattice(s, &smaller, d, -1))
                continue;
            for (int e = 0; e < grid->rank; e++) {
                RaterGrid other = smaller;
                if ((e == d || move_in_lattice(s, &other, e, 1)) &&
                    rater_grid_count(&other) < rater_grid_count(grid))
                    add_grid(s, &other);
            }
        }
    }
}

/* All grids of fewer processors than row `knee` that may be as near to `value`, if they are
 * few. */
static void
add_nearer(Search *s, guint knee, double value)
{
    const gint64 lo = first_that(s, 1, are_enough, value * (1 + SWEEP_NEARLY));
    const gint64 hi = sweep_row_processors(sweep_row(s->sweep, knee)) - 1;
    g_autoptr(GArray) grids = topology_between(lo, hi, &s->shape, s->options->all + 1);
    if (grids->len <= s->options->all)
        add_grids(s, grids);
}

/* Step 5 of the header. */
static void
refine_knee(Search *s)
{
    guint before = 0, knee = G_MAXUINT;
    for (guint round = 0; round < MOST_ROUNDS && before < s->sweep->rows->len; round++) {
        const gint best = best_row(s);
        if (best == SWEEP_NOTHING || s->sweep->objective == SWEEP_COST)
            return;
        const guint last = knee;
        knee = sweep_knee_of(s->sweep, s->first, n_rows(s), (guint)best);
        if (knee == last)
            return;
        before = s->sweep->rows->len;
        add_smaller(s, &sweep_row(s->sweep, knee)->params->topology);
        add_nearer(s, knee, sweep_value(s->sweep, sweep_row(s->sweep, (guint)best)));
        if (!run_batch(s, before))
            return;
    }
}

/* Steps 1 to 3 of the header. */
static gboolean
try_some(Search *s)
{
    const guint before = s->sweep->rows->len;
    guint step = add_coarse(s);
    if (!run_batch(s, before))
        return FALSE;
    for (; step > 0; step /= 2) {
        if (!refine(s, step))
            return FALSE;
    }
    return refine(s, 0);
}

/* No grid at all has a better value. */
static double
best_bound(const Search *s)
{
    gint64 lo, hi;
    if (s->sweep->objective == SWEEP_COST)
        return value_bound(s, 1);
    return find_range(s, G_MAXDOUBLE, &lo, &hi) ? value_bound(s, hi) : (double)NAN;
}

static gint
compare_topologies(gconstpointer a, gconstpointer b)
{
    const SweepRow *x = *(SweepRow *const *)a, *y = *(SweepRow *const *)b;
    return topology_compare(&x->params->topology, &y->params->topology);
}

/* Rows by number of processors; what was found about them. */
static void
conclude(Search *s, gboolean exhaustive)
{
    qsort(s->sweep->rows->pdata + s->first, n_rows(s), sizeof(gpointer), compare_topologies);
    const gint best = best_row(s);
    SweepSearch search = {
        .first = s->first,
        .n_rows = n_rows(s),
        .most = s->options->most,
        .rank = s->shape.rank,
        .exhaustive = exhaustive,
        .bound = best_bound(s),
    };
    if (exhaustive)
        search.bound = best == SWEEP_NOTHING
                           ? (double)NAN
                           : sweep_value(s->sweep, sweep_row(s->sweep, (guint)best));
    g_array_append_val(s->sweep->searches, search);
}

gboolean
sweep_search(Sweep *sweep, const TraceProgram *program, const SweepSearchOptions *options)
{
    g_autoptr(GHashTable) tried = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Search s = { .sweep = sweep,
                 .options = options,
                 .shape = topology_shape_on(options->layout, options->machine->params),
                 .first = sweep->rows->len,
                 .tried = tried };
    s.most = MIN(options->most, topology_room(&s.shape));
    sweep->left_out |= topology_leaves_out(&s.shape, options->most);
    sweep_bound_init(&s.bound, program, options->machine->params);
    g_autoptr(GArray) grids = topology_between(1, s.most, &s.shape, options->all + 1);
    gboolean exhaustive = grids->len <= options->all;
    if (exhaustive) {
        add_grids(&s, grids);
        run_batch(&s, s.first);
    } else {
        for (int d = 0; d < s.shape.rank; d++)
            s.sizes[d] = topology_sizes(options->layout, d, s.most);
        exhaustive = try_some(&s) && try_rest(&s);
        if (!s.interrupted)
            refine_knee(&s);
        for (int d = 0; d < s.shape.rank; d++)
            g_array_unref(s.sizes[d]);
    }
    conclude(&s, exhaustive && !s.interrupted);
    return !s.interrupted;
}

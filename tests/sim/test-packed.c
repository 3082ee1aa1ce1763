/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is kept in few bytes comes out as it went in: loops, alignments, shadow edges, and the
 * characteristics of classes.
 */
#include <string.h>

#include "src/analysis/predict/interval-groups.h"
#include "src/sim/objects/packed.h"
#include "tests/sim/sim-check.h"

#define SEED     4404
#define N_CASES  3000
#define N_VALUES (sizeof(Characteristics) / sizeof(double))

typedef struct {
    RaterDist dist;
    RaterShadow shadow;
    RaterAlign align;
    RaterLoop loop;
} Made;

/* Mostly small, now and then of any size. */
static int64_t
some_number(GRand *random)
{
    int64_t any = (int64_t)((guint64)g_rand_int(random) << 32 | g_rand_int(random));
    return sim_check_between(random, 0, 3) > 0 ? sim_check_between(random, -300, 300) : any;
}

/* Edges of an array of `rank` axes; some of them whole. */
static RaterShadow
some_edges(GRand *random, int rank)
{
    RaterShadow shadow = { .element_bytes = some_number(random),
                           .max_axes = sim_check_between(random, 0, rank) };
    rater_shadow_whole(&shadow);
    for (int x = 0; x < rank; x++) {
        shadow.low[x] = some_number(random);
        shadow.high[x] = some_number(random);
        shadow.sign[x] = sim_check_between(random, 0, RATER_SHADOW_ANY);
        if (sim_check_between(random, 0, 1) == 0)
            shadow.part[x] = (RaterRange){ some_number(random), some_number(random) };
        if (sim_check_between(random, 0, 1) == 0)
            shadow.low_layers[x] = (RaterRange){ some_number(random), INT64_MAX };
        if (sim_check_between(random, 0, 1) == 0)
            shadow.high_layers[x].lo = some_number(random);
    }
    return shadow;
}

/* A loop on an array of some rank on a grid of some rank; the values borrow `prefix`. */
static gboolean
make(GRand *random, const int64_t *prefix, Made *made)
{
    int rank = sim_check_between(random, 1, 4), grid_rank = sim_check_between(random, 1, 4);
    int64_t size[RATER_MAX_RANK], parts[RATER_MAX_RANK];
    RaterDistDim dims[RATER_MAX_RANK] = { { 0 } };
    RaterAlignRule rules[RATER_MAX_RANK];
    RaterLoopAxis axes[RATER_MAX_RANK];
    RaterGrid grid;
    for (int g = 0; g < grid_rank; g++) {
        parts[g] = sim_check_between(random, 1, 9);
        dims[g] = (RaterDistDim){ g < rank ? g + 1 : 0, 0, NULL };
    }
    for (int x = 0; x < rank; x++) {
        size[x] = sim_check_between(random, 1, 200);
        rules[x] = (RaterAlignRule){ sim_check_between(random, 0, 3) > 0
                                         ? x + 1
                                         : sim_check_between(random, -1, 0),
                                     1, sim_check_between(random, -3, 3) };
        axes[x] = (RaterLoopAxis){ some_number(random) % 250, some_number(random) % 250,
                                   sim_check_between(random, 1, 5) };
    }
    made->shadow = some_edges(random, rank);
    if (sim_check_between(random, 0, 4) == 0) {
        size[0] = 8;
        parts[0] = 2;
        dims[0].prefix = prefix;
    }
    return rater_grid_init(&grid, grid_rank, parts) == RATER_OK &&
           rater_dist_init(&made->dist, &grid, rank, size, grid_rank, dims, NULL) == RATER_OK &&
           rater_align_with_template(&made->align, rank, size, rank, size, rank, rules) ==
               RATER_OK &&
           rater_loop_init(&made->loop, rank, axes, &made->align, &made->dist, rank, rules) ==
               RATER_OK;
}

/* Each iteration is executed where it was. */
static gboolean
same_counts(const RaterLoop *a, const RaterLoop *b)
{
    int64_t at[RATER_MAX_RANK];
    for (int64_t p = 0; p < rater_grid_count(&a->grid); p++) {
        rater_grid_index(&a->grid, p, at);
        if (rater_loop_count(a, at) != rater_loop_count(b, at))
            return FALSE;
    }
    return rater_loop_total(a) == rater_loop_total(b);
}

/* Axes that there are not are whole. */
static gboolean
same_edges(const RaterShadow *a, const RaterShadow *b)
{
    gboolean same = a->element_bytes == b->element_bytes && a->max_axes == b->max_axes;
    for (int x = 0; same && x < RATER_MAX_RANK; x++)
        same = a->low[x] == b->low[x] && a->high[x] == b->high[x] && a->sign[x] == b->sign[x] &&
               rater_range_equal(a->part[x], b->part[x]) &&
               rater_range_equal(a->low_layers[x], b->low_layers[x]) &&
               rater_range_equal(a->high_layers[x], b->high_layers[x]);
    return same;
}

static gboolean
same_align(const RaterAlign *a, const RaterAlign *b)
{
    gboolean same = a->rank == b->rank && a->template_rank == b->template_rank;
    for (int x = 0; same && x < a->rank; x++)
        same = a->size[x] == b->size[x] && rater_range_equal(a->valid[x], b->valid[x]);
    for (int t = 0; same && t < a->template_rank; t++) {
        const RaterAlignTerm *one = &a->term[t], *other = &b->term[t];
        same = one->kind == other->kind &&
               (one->kind != RATER_ALIGN_AXIS ||
                (one->axis == other->axis && one->a == other->a && one->b == other->b)) &&
               (one->kind != RATER_ALIGN_CONST || one->b == other->b) &&
               (one->kind != RATER_ALIGN_SOME || rater_range_equal(one->span, other->span));
    }
    return same;
}

/* The same iterations on the same coordinates of equal grids. */
static gboolean
same_loop(const RaterLoop *a, const RaterLoop *b)
{
    gboolean same = a->rank == b->rank && rater_grid_equal(&a->grid, &b->grid);
    for (int l = 0; same && l < a->rank; l++) {
        const RaterLoopAxis *one = &a->axis[l], *other = &b->axis[l];
        same = one->init == other->init && one->last == other->last &&
               one->step == other->step && rater_range_equal(a->valid[l], b->valid[l]) &&
               a->dim[l] == b->dim[l];
    }
    for (int g = 0; same && g < a->grid.rank; g++)
        same = rater_place_equal(&a->place[g], &b->place[g]);
    return same;
}

static void
check_one(const Made *made, guint i)
{
    g_autofree SimPacked *shadow = sim_packed_new_shadow(made->align.rank, &made->shadow);
    g_autofree SimPacked *align = sim_packed_new_align(&made->align);
    g_autofree SimPacked *loop = sim_packed_new_loop(&made->loop);
    Made out;
    sim_packed_get_shadow(shadow, &out.shadow);
    sim_packed_get_align(align, &out.align);
    sim_packed_get_loop(loop, &out.loop);
    g_autofree SimPacked *again = sim_packed_new_loop(&out.loop);
    CHECK_THAT(same_edges(&made->shadow, &out.shadow), "edges %u", i);
    CHECK_THAT(same_align(&made->align, &out.align), "alignment %u", i);
    CHECK_THAT(same_loop(&made->loop, &out.loop), "loop %u", i);
    CHECK_THAT(same_counts(&made->loop, &out.loop), "iterations of loop %u", i);
    CHECK_THAT(sim_packed_equal(loop, again), "loop %u packed again", i);
    CHECK_INT(sim_packed_hash(loop), sim_packed_hash(again));
}

static void
test_packed(void)
{
    static const int64_t prefix[] = { 0, 3, 8 };
    g_autoptr(GRand) random = sim_check_random(SEED);
    g_autofree SimPacked *last = NULL;
    Made made, before = { .loop.rank = 0 };
    guint n = 0;
    for (guint i = 0; i < N_CASES; i++) {
        if (!make(random, prefix, &made))
            continue;
        check_one(&made, i);
        SimPacked *packed = sim_packed_new_loop(&made.loop);
        if (last != NULL)
            CHECK_THAT(sim_packed_equal(last, packed) == same_loop(&before.loop, &made.loop),
                       "loop %u and the one before", i);
        g_free(last);
        last = packed;
        before = made;
        n++;
    }
    CHECK_THAT(n > N_CASES / 2, "%u loops were made", n);
}

/* Numbers at the ends of int64_t, and on both sides of each length. */
static void
test_numbers(void)
{
    for (int bit = 0; bit < 64; bit++) {
        const guint64 power = (guint64)1 << bit;
        const int64_t values[] = { (int64_t)power, (int64_t)(power - 1), (int64_t)(0 - power),
                                   (int64_t)~power };
        for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
            RaterLoop loop = { .rank = 1, .grid = { 1, { 1 } } }, out;
            loop.axis[0] = (RaterLoopAxis){ values[i], -1, values[i] };
            g_autofree SimPacked *packed = sim_packed_new_loop(&loop);
            sim_packed_get_loop(packed, &out);
            CHECK_INT(out.axis[0].init, values[i]);
            CHECK_INT(out.axis[0].last, -1);
            CHECK_INT(out.axis[0].step, values[i]);
        }
    }
}

/* Values of which few are different, with both zeros among them. */
static Characteristics
some_values(GRand *random)
{
    static const double choice[] = { 0.0, -0.0, 1.5, 1e-9 };
    double values[N_VALUES] = { 0 };
    Characteristics out;
    for (guint i = 0; i < 4; i++)
        values[sim_check_between(random, 0, N_VALUES - 1)] =
            choice[sim_check_between(random, 0, 3)];
    memcpy(&out, values, sizeof out);
    return out;
}

/* Groups against a walk along all values that came before. */
static void
check_groups(IntervalGroups *groups, GRand *random, guint n)
{
    g_autofree Characteristics *distinct = g_new(Characteristics, n);
    g_autofree ProcessorClass *classes = NULL;
    Interval interval = { 0 };
    guint n_distinct = 0;
    interval_groups_clear(groups);
    for (guint i = 0; i < n; i++) {
        Characteristics values = some_values(random);
        guint found = 0;
        while (found < n_distinct && memcmp(&distinct[found], &values, sizeof values) != 0)
            found++;
        distinct[found] = values;
        n_distinct = MAX(n_distinct, found + 1);
        CHECK_INT(interval_groups_add(groups, &values), found);
    }
    CHECK_INT(interval_groups_count(groups), n_distinct);
    classes = g_new0(ProcessorClass, n_distinct);
    interval.classes = classes;
    interval.n_classes = n_distinct;
    for (guint i = 0; i < n_distinct; i++) {
        Characteristics got;
        interval_groups_get(groups, i, &got);
        CHECK_INT(memcmp(&got, &distinct[i], sizeof got), 0);
    }
    interval_groups_place(groups, &interval);
    for (guint i = 0; i < n_distinct; i++) {
        Characteristics got;
        processor_class_values(&classes[i], &got);
        CHECK_INT(memcmp(&got, &distinct[i], sizeof got), 0);
    }
    g_free(interval.packed);
}

static void
test_groups(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED);
    g_autoptr(IntervalGroups) groups = interval_groups_new();
    const guint sizes[] = { 3, 1, 500, 2, 40, 1500, 7 };
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
        check_groups(groups, random, sizes[i]);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "packed", test_packed },
        { "numbers", test_numbers },
        { "groups", test_groups },
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = { { "packed", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL };
    return tap_run(suites);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Partitions of the processor system against plain arrays of labels, one a processor.
 */
#include <stdlib.h>
#include <string.h>

#include "rater/geometry/grid.h"
#include "src/lattice/partition.h"
#include "tests/sim/sim-check.h"

#define MOST_AXES 4
#define MOST_SIZE 9
#define SEED      20240731

/* A partition said twice: for each axis the label of each coordinate, and by the lattice. */
typedef struct {
    guint label[MOST_AXES][MOST_SIZE];
    guint n_labels[MOST_AXES];
    const SimPartition *partition;
} Both;

typedef struct {
    SimLattice *lattice;
    RaterGrid grid;
    guint n_axes;
    gint64 count;
} Space;

static void
space_init(Space *space, GRand *random, guint n_axes)
{
    space->n_axes = n_axes;
    space->grid.rank = (int)n_axes;
    for (guint a = 0; a < n_axes; a++)
        space->grid.size[a] = sim_check_between(random, 1, n_axes == 1 ? MOST_SIZE : 6);
    space->count = rater_grid_count(&space->grid);
    space->lattice = sim_lattice_new(n_axes, space->grid.size);
}

/* Labels of the coordinates of one axis, numbered by first occurrence, from random keys. */
static const SimAxis *
random_axis(const Space *space, GRand *random, guint axis, guint label[], guint *n_labels)
{
    gint64 size = space->grid.size[axis];
    guint64 key[MOST_SIZE];
    guint64 salt = (guint64)g_rand_int(random) << 32;
    int n_keys = sim_check_between(random, 1, (int)size);
    g_auto(SimRuns) runs = { NULL };

    *n_labels = 0;
    for (gint64 c = 0; c < size; c++) {
        key[c] = salt + (guint64)sim_check_between(random, 1, n_keys);
        sim_runs_add(&runs, c + 1, key[c]);
        label[c] = *n_labels;
        for (gint64 d = 0; d < c; d++) {
            if (key[d] == key[c])
                label[c] = label[d];
        }
        if (label[c] == *n_labels)
            ++*n_labels;
    }
    return sim_lattice_axis(space->lattice, axis, &runs);
}

static Both
random_partition(const Space *space, GRand *random)
{
    Both both = { 0 };
    const SimAxis *axes[MOST_AXES];

    for (guint a = 0; a < space->n_axes; a++)
        axes[a] = random_axis(space, random, a, both.label[a], &both.n_labels[a]);
    both.partition = sim_lattice_partition(space->lattice, axes);
    return both;
}

/* The class of processor p by the labels: their row-major number. */
static guint
naive_class(const Space *space, const Both *both, gint64 p)
{
    int64_t index[RATER_MAX_RANK];
    guint c = 0;

    rater_grid_index(&space->grid, p, index);
    for (guint a = 0; a < space->n_axes; a++)
        c = c * both->n_labels[a] + both->label[a][index[a]];
    return c;
}

/* The label of coordinate c by the runs. */
static guint
axis_label(const SimAxis *axis, gint64 c)
{
    guint run = 0;
    while (axis->end[run] <= c)
        run++;
    return axis->label[run];
}

/* The class of processor p by the runs of the partition's axes. */
static guint
run_class(const Space *space, const SimPartition *partition, gint64 p)
{
    int64_t index[RATER_MAX_RANK];
    guint c = 0;

    rater_grid_index(&space->grid, p, index);
    for (guint a = 0; a < space->n_axes; a++)
        c = c * partition->axis[a]->n_labels + axis_label(partition->axis[a], index[a]);
    return c;
}

static void
check_axis(const SimAxis *axis, gint64 size, const guint label[], guint n_labels)
{
    CHECK_INT(axis->size, size);
    CHECK_INT(axis->n_labels, n_labels);
    CHECK_INT(axis->end[axis->n_runs - 1], size);
    for (guint r = 1; r < axis->n_runs; r++) {
        CU_ASSERT(axis->end[r] > axis->end[r - 1]);
        CU_ASSERT(axis->label[r] != axis->label[r - 1]);
    }
    for (gint64 c = 0; c < size; c++)
        CHECK_INT(axis_label(axis, c), label[c]);
    for (guint l = 0; l < n_labels; l++) {
        gint64 count = 0, first = -1;
        for (gint64 c = size; c-- > 0;) {
            if (label[c] == l) {
                count++;
                first = c;
            }
        }
        CHECK_INT(axis->label_size[l], count);
        CHECK_INT(axis->label_first[l], first);
    }
}

/* Sizes, labels and first coordinates of the classes. */
static void
check_classes(const Space *space, const Both *both)
{
    const SimPartition *p = both->partition;
    g_autofree gint64 *size = g_new0(gint64, p->n_classes);
    guint labels[MOST_AXES];
    gint64 first[MOST_AXES];

    for (gint64 n = 0; n < space->count; n++) {
        guint c = naive_class(space, both, n);
        CHECK_INT(run_class(space, p, n), c);
        CHECK_INT(sim_partition_class_of(p, n), c);
        size[c]++;
    }
    CHECK_INT(naive_class(space, both, 0), 0);
    for (guint c = 0; c < p->n_classes; c++) {
        CHECK_INT(sim_partition_class_size(p, c), size[c]);
        sim_partition_class_labels(p, c, labels);
        sim_partition_class_first(p, c, first);
        guint again = 0;
        for (guint a = 0; a < space->n_axes; a++) {
            again = again * both->n_labels[a] + labels[a];
            CHECK_INT(both->label[a][first[a]], labels[a]);
            for (gint64 d = 0; d < first[a]; d++)
                CU_ASSERT(both->label[a][d] != labels[a]);
        }
        CHECK_INT(again, c);
    }
}

static void
test_runs(void)
{
    /* 0 1 2 | 3 4 | 5 | 6 7 8 9 with keys 7 9 7 3; a run that is no longer than what stands
     * adds nothing and a neighbour with the same key is the same run */
    g_autoptr(SimLattice) lattice = sim_lattice_new(1, (gint64[]){ 10 });
    g_auto(SimRuns) runs = { NULL };
    sim_runs_add(&runs, 2, 7);
    sim_runs_add(&runs, 2, 1);
    sim_runs_add(&runs, 3, 7);
    sim_runs_add(&runs, 5, 9);
    sim_runs_add(&runs, 4, 5);
    sim_runs_add(&runs, 6, 7);
    sim_runs_add(&runs, 10, 3);
    const SimAxis *axis = sim_lattice_axis(lattice, 0, &runs);
    const guint label[] = { 0, 0, 0, 1, 1, 0, 2, 2, 2, 2 };

    CHECK_INT(axis->n_runs, 4);
    check_axis(axis, 10, label, 3);
}

static void
test_random_partitions(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED);

    for (int i = 0; i < 400; i++) {
        Space space;
        space_init(&space, random, 1 + (guint)i % MOST_AXES);
        g_autoptr(SimLattice) lattice = space.lattice;
        Both both = random_partition(&space, random);
        CHECK_INT(both.partition->n_axes, space.n_axes);
        for (guint a = 0; a < space.n_axes; a++)
            check_axis(both.partition->axis[a], space.grid.size[a], both.label[a],
                       both.n_labels[a]);
        check_classes(&space, &both);
    }
}

/* Equal content is the same pointer and id; different content another pointer and id. */
static void
test_interning(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 1);

    for (int i = 0; i < 60; i++) {
        Space space;
        Both both[30];
        space_init(&space, random, 1 + (guint)i % 2);
        g_autoptr(SimLattice) lattice = space.lattice;
        CHECK_INT(sim_lattice_n_axes(lattice), space.n_axes);
        for (guint k = 0; k < G_N_ELEMENTS(both); k++)
            both[k] = random_partition(&space, random);
        for (guint k = 0; k < G_N_ELEMENTS(both); k++) {
            for (guint j = 0; j < k; j++) {
                gboolean same = memcmp(both[j].label, both[k].label, sizeof both[j].label) == 0;
                CHECK_INT(both[j].partition == both[k].partition, same);
                CHECK_INT(both[j].partition->id == both[k].partition->id, same);
                for (guint a = 0; a < space.n_axes; a++) {
                    const SimAxis *x = both[j].partition->axis[a],
                                  *y = both[k].partition->axis[a];
                    CHECK_INT(x->id == y->id, x == y);
                    if (memcmp(both[j].label[a], both[k].label[a], sizeof both[j].label[a]) ==
                        0)
                        CU_ASSERT_PTR_EQUAL(x, y);
                }
            }
        }
    }
}

/* Two processors are in one class of the refinement exactly when they are in both. */
static void
check_refines(const Space *space, const SimPartition *fine, const guint *of_a, const Both *a,
              const guint *of_b, const Both *b)
{
    g_autofree gint64 *found =
        g_new(gint64, (gsize)a->partition->n_classes * b->partition->n_classes);
    guint distinct = 0;

    for (guint i = 0; i < a->partition->n_classes * b->partition->n_classes; i++)
        found[i] = -1;
    for (gint64 p = 0; p < space->count; p++) {
        guint in_a = naive_class(space, a, p), in_b = naive_class(space, b, p);
        guint c = run_class(space, fine, p);
        gint64 *known = &found[in_a * b->partition->n_classes + in_b];
        CHECK_INT(of_a[c], in_a);
        CHECK_INT(of_b[c], in_b);
        if (*known < 0) {
            *known = c;
            distinct++;
        }
        CHECK_INT(c, *known);
    }
    CHECK_INT(fine->n_classes, distinct);
}

static const SimPartition *
joined(SimLattice *lattice, const SimPartition *a, const SimPartition *b)
{
    g_autoptr(SimJoin) join = sim_lattice_join(lattice, a, b);
    return join->partition;
}

static void
test_random_joins(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 2);

    for (int i = 0; i < 400; i++) {
        Space space;
        space_init(&space, random, 1 + (guint)i % MOST_AXES);
        g_autoptr(SimLattice) lattice = space.lattice;
        Both a = random_partition(&space, random), b = random_partition(&space, random);
        g_autoptr(SimJoin) join = sim_lattice_join(lattice, a.partition, b.partition);
        const SimPartition *fine = join->partition;
        check_refines(&space, fine, join->of_a, &a, join->of_b, &b);

        g_autofree guint *map_a = sim_partition_map(fine, a.partition);
        g_autofree guint *map_b = sim_partition_map(fine, b.partition);
        check_refines(&space, fine, map_a, &a, map_b, &b);

        /* remembered, and the other way round the same partition */
        g_autoptr(SimJoin) again = sim_lattice_join(lattice, a.partition, b.partition);
        CU_ASSERT_PTR_EQUAL(again, join);
        g_autoptr(SimJoin) other = sim_lattice_join(lattice, b.partition, a.partition);
        CU_ASSERT_PTR_EQUAL(other->partition, fine);
        check_refines(&space, fine, other->of_b, &a, other->of_a, &b);
        CU_ASSERT_PTR_EQUAL(joined(lattice, fine, a.partition), fine);
        CU_ASSERT_PTR_EQUAL(joined(lattice, a.partition, a.partition), a.partition);
        CU_ASSERT_PTR_EQUAL(joined(lattice, a.partition, sim_lattice_first_alone(lattice, 0)),
                            a.partition);
        CU_ASSERT_PTR_EQUAL(
            joined(lattice, a.partition, sim_lattice_first_alone(lattice, G_MAXINT64)),
            sim_lattice_first_alone(lattice, G_MAXINT64));
    }
}

static void
test_join_all(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 3);

    for (int i = 0; i < 200; i++) {
        Space space;
        const SimPartition *all[9];
        space_init(&space, random, 1 + (guint)i % MOST_AXES);
        g_autoptr(SimLattice) lattice = space.lattice;
        guint n = (guint)sim_check_between(random, 0, 9);
        const SimPartition *expected = sim_lattice_first_alone(lattice, 0);
        for (guint k = 0; k < n; k++) {
            /* few labels, so that the refinement is not the finest at once */
            all[k] = sim_check_between(random, 0, 2) == 0
                         ? sim_lattice_first_alone(lattice, 0)
                         : random_partition(&space, random).partition;
            expected = joined(lattice, expected, all[k]);
        }
        CU_ASSERT_PTR_EQUAL(sim_lattice_join_all(lattice, n, all), expected);
        if (n > 1)
            CU_ASSERT_PTR_EQUAL(joined(lattice, expected, all[n - 1]), expected);
    }
}

static void
test_named_partitions(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 4);

    for (int i = 0; i < 100; i++) {
        Space space;
        space_init(&space, random, 1 + (guint)i % MOST_AXES);
        g_autoptr(SimLattice) lattice = space.lattice;
        const SimPartition *coarsest = sim_lattice_first_alone(lattice, 0);
        const SimPartition *finest = sim_lattice_first_alone(lattice, G_MAXINT64);
        const SimPartition *first = sim_lattice_first_alone(lattice, 1);
        guint n_first = 1;

        CHECK_INT(coarsest->n_classes, 1);
        CHECK_INT(sim_partition_class_size(coarsest, 0), space.count);
        CHECK_INT(finest->n_classes, space.count);
        CHECK_INT(sim_partition_class_size(first, 0), 1);
        for (guint a = 0; a < space.n_axes; a++) {
            CHECK_INT(sim_lattice_first_alone(lattice, 0)->axis[a]->size, space.grid.size[a]);
            n_first *= space.grid.size[a] > 1 ? 2 : 1;
        }
        CHECK_INT(first->n_classes, n_first);
        for (gint64 p = 0; p < space.count; p++) {
            CHECK_INT(run_class(&space, coarsest, p), 0);
            CHECK_INT(run_class(&space, finest, p), p);
            CHECK_INT(run_class(&space, first, p) == 0, p == 0);
        }
        CU_ASSERT_PTR_EQUAL(sim_lattice_first_alone(lattice, 0), coarsest);
        CU_ASSERT_PTR_EQUAL(sim_lattice_first_alone(lattice, G_MAXINT64), finest);
        CU_ASSERT_PTR_EQUAL(sim_lattice_first_alone(lattice, 1), first);
    }
}

/* 2^31 processors are no more than their runs; too many classes are refused, not held. */
static void
test_large(void)
{
    const gint64 size[] = { G_GINT64_CONSTANT(1) << 31 };
    g_autoptr(SimLattice) flat = sim_lattice_new(1, size);
    const SimPartition *first = sim_lattice_first_alone(flat, 1);
    CHECK_INT(first->n_classes, 2);
    CHECK_INT(sim_partition_class_size(first, 1), size[0] - 1);
    CU_ASSERT_PTR_NULL(sim_lattice_first_alone(flat, G_MAXINT64));

    const gint64 sizes[] = { 1 << 10, 1 << 10, 1 << 10 };
    g_autoptr(SimLattice) lattice = sim_lattice_new(3, sizes);
    const SimAxis *fine[3], *rows[3], *columns[3];
    for (guint a = 0; a < 3; a++) {
        g_auto(SimRuns) runs = { NULL };
        for (gint64 c = 0; c < sizes[a]; c++)
            sim_runs_add(&runs, c + 1, (guint64)c);
        fine[a] = sim_lattice_axis(lattice, a, &runs);
        rows[a] = a == 0 ? fine[a] : sim_lattice_first_alone(lattice, 0)->axis[a];
        columns[a] = a == 0 ? sim_lattice_first_alone(lattice, 0)->axis[a] : fine[a];
    }
    CU_ASSERT_PTR_NULL(sim_lattice_partition(lattice, fine));
    CU_ASSERT_PTR_NULL(sim_lattice_first_alone(lattice, G_MAXINT64));
    const SimPartition *a = sim_lattice_partition(lattice, rows);
    const SimPartition *b = sim_lattice_partition(lattice, columns);
    CHECK_INT(a->n_classes, 1 << 10);
    CHECK_INT(b->n_classes, 1 << 20);
    CU_ASSERT_PTR_NULL(sim_lattice_join(lattice, a, b));
    CU_ASSERT_PTR_NULL(sim_lattice_join_all(lattice, 2, (const SimPartition *[]){ a, b }));
}

/* Joins of so many classes that the first are forgotten: asked for again they are the same. */
static void
test_forgotten_joins(void)
{
    const gint64 size[] = { 1 << 16 };
    const guint n = 40;
    g_autoptr(SimLattice) lattice = sim_lattice_new(1, size);
    const SimPartition *finest = sim_lattice_first_alone(lattice, G_MAXINT64);
    const SimPartition *half[40];

    for (guint i = 0; i < n; i++) {
        g_auto(SimRuns) runs = { NULL };
        sim_runs_add(&runs, 1000 + i, 0);
        sim_runs_add(&runs, size[0], 1);
        const SimAxis *axis = sim_lattice_axis(lattice, 0, &runs);
        half[i] = sim_lattice_partition(lattice, &axis);
    }
    for (guint i = 0; i < 3 * n; i++) {
        g_autoptr(SimJoin) join = sim_lattice_join(lattice, finest, half[i % n]);
        g_autoptr(SimJoin) other = sim_lattice_join(lattice, finest, half[(i + 7) % n]);
        CU_ASSERT_PTR_EQUAL(join->partition, finest);
        CU_ASSERT_PTR_EQUAL(other->partition, finest);
        guint wrong = 0;
        for (guint c = 0; c < finest->n_classes; c++)
            wrong += join->of_a[c] != c || join->of_b[c] != (c >= 1000 + i % n) ||
                     other->of_b[c] != (c >= 1000 + (i + 7) % n);
        CHECK_INT(wrong, 0);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "runs", test_runs },
        { "random_partitions", test_random_partitions },
        { "interning", test_interning },
        { "random_joins", test_random_joins },
        { "join_all", test_join_all },
        { "named_partitions", test_named_partitions },
        { "large", test_large },
        { "forgotten_joins", test_forgotten_joins },
        CU_TEST_INFO_NULL,
    };
    return tap_run("partition", tests);
}

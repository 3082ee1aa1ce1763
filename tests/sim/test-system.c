/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Processor systems: parts and views against plain lists of processor numbers.
 */
#include <string.h>

#include "src/sim/objects/gathering.h"
#include "src/sim/objects/system.h"
#include "tests/sim/sim-check.h"

#define SEED            314159
#define MOST_PROCESSORS 512

/* A system as the list of its processors. */
typedef struct {
    const SimSystem *system;
    RaterGrid grid, traced;
    gint64 count;
    gint64 number[MOST_PROCESSORS];
} Naive;

static gint64
product(int rank, const gint64 factors[])
{
    gint64 count = 1;
    for (int g = 0; g < rank; g++)
        count *= factors[g];
    return count;
}

/* Goes through all falling factorisations; `best` keeps the one that is least at the first
 * difference. */
static void
try_factors(gint64 count, int rank, int g, gint64 most, gint64 factors[], gint64 best[])
{
    if (g == rank - 1) {
        if (count > most)
            return;
        factors[g] = count;
        for (int k = 0; k < rank; k++) {
            if (factors[k] == best[k])
                continue;
            if (factors[k] < best[k])
                memcpy(best, factors, (gsize)rank * sizeof *best);
            return;
        }
        return;
    }
    for (gint64 f = 1; f <= MIN(count, most); f++) {
        if (count % f == 0) {
            factors[g] = f;
            try_factors(count / f, rank, g + 1, f, factors, best);
        }
    }
}

static void
test_factorise(void)
{
    gint64 factors[RATER_MAX_RANK], best[RATER_MAX_RANK];

    sim_factorise(12, 2, factors);
    CHECK_INT(factors[0], 4);
    CHECK_INT(factors[1], 3);
    sim_factorise(1, 3, factors);
    CHECK_INT(factors[0], 1);
    CHECK_INT(factors[1], 1);
    CHECK_INT(factors[2], 1);
    sim_factorise(97, 3, factors);
    CHECK_INT(factors[0], 97);
    CHECK_INT(factors[1], 1);
    CHECK_INT(factors[2], 1);
    /* the largest as small as possible first: 24 = 4*3*2, not 6*2*2 */
    sim_factorise(24, 3, factors);
    CHECK_INT(factors[0], 4);
    CHECK_INT(factors[1], 3);
    CHECK_INT(factors[2], 2);
    for (int rank = 1; rank <= 4; rank++) {
        for (gint64 count = 1; count <= 200; count++) {
            gint64 tried[RATER_MAX_RANK];
            for (int g = 0; g < rank; g++)
                best[g] = G_MAXINT64;
            try_factors(count, rank, 0, count, tried, best);
            sim_factorise(count, rank, factors);
            CHECK_INT(product(rank, factors), count);
            for (int g = 0; g < rank; g++)
                CHECK_INT(factors[g], best[g]);
        }
    }
    /* 2^31 and a large prime are no problem either */
    sim_factorise(G_GINT64_CONSTANT(1) << 31, 8, factors);
    for (int g = 0; g < 8; g++)
        CHECK_INT(factors[g], g < 7 ? 16 : 8);
    sim_factorise(2147483647, 2, factors);
    CHECK_INT(factors[0], 2147483647);
    CHECK_INT(factors[1], 1);
}

static void
naive_root(Naive *root, const SimSystems *systems, const RaterGrid *grid,
           const RaterGrid *traced)
{
    *root = (Naive){ .system = systems->root, .grid = *grid, .traced = *traced };
    root->count = rater_grid_count(grid);
    for (gint64 n = 0; n < root->count; n++)
        root->number[n] = n;
}

/* The processors lo[g]..hi[g] of a system, in their order. */
static void
naive_box(Naive *part, const Naive *parent, const gint64 lo[], const gint64 hi[])
{
    *part = (Naive){ .grid = parent->grid };
    for (gint64 n = 0; n < parent->count; n++) {
        int64_t index[RATER_MAX_RANK];
        gboolean inside = TRUE;
        rater_grid_index(&parent->grid, n, index);
        for (int g = 0; g < parent->grid.rank; g++)
            inside = inside && lo[g] <= index[g] && index[g] <= hi[g];
        if (inside)
            part->number[part->count++] = parent->number[n];
    }
    for (int g = 0; g < parent->grid.rank; g++)
        part->grid.size[g] = hi[g] - lo[g] + 1;
    part->traced = part->grid;
}

static void
naive_view(Naive *view, const Naive *parent, const RaterGrid *sizes)
{
    *view = *parent;
    view->grid = view->traced = *sizes;
    if (rater_grid_count(sizes) != parent->count)
        sim_factorise(parent->count, sizes->rank, view->grid.size);
}

static void
check_system(const SimSystems *systems, const Naive *naive)
{
    const SimSystem *s = naive->system;

    CHECK_INT(s->count, naive->count);
    CHECK_INT(s->grid.rank, naive->grid.rank);
    for (int g = 0; g < s->grid.rank; g++)
        CHECK_INT(s->grid.size[g], naive->grid.size[g]);
    for (gint64 n = 0; n < naive->count; n++)
        CHECK_INT(sim_system_number(systems, s, n), naive->number[n]);
}

static guint
class_of(const RaterGrid *root, const SimPartition *partition, gint64 number)
{
    int64_t index[RATER_MAX_RANK] = { number };
    guint c = 0;

    if (partition->n_axes > 1)
        rater_grid_index(root, number, index);
    for (guint a = 0; a < partition->n_axes; a++) {
        guint run = 0;
        while (partition->axis[a]->end[run] <= index[a])
            run++;
        c = c * partition->axis[a]->n_labels + partition->axis[a]->label[run];
    }
    return c;
}

/* Number in the system of root processor `number`, -1 when it is not in it. */
static gint64
naive_find(const Naive *naive, gint64 number)
{
    for (gint64 n = 0; n < naive->count; n++) {
        if (naive->number[n] == number)
            return n;
    }
    return -1;
}

/* The system's partition tells its processors from the others. */
static void
check_inside(const RaterGrid *root, const Naive *naive)
{
    const SimSystem *s = naive->system;
    for (gint64 p = 0; p < rater_grid_count(root); p++) {
        gboolean inside = s->inside == NULL || s->inside[class_of(root, s->partition, p)];
        CHECK_INT(inside, naive_find(naive, p) >= 0);
    }
}

/* Keys of the system's dimensions: processors of one class have the same keys and index[] is
 * that of one of them. */
static void
check_map(SimSystems *systems, const RaterGrid *root, const Naive *naive, GRand *random)
{
    SimRuns runs[RATER_MAX_RANK] = { 0 };
    int key[RATER_MAX_RANK][MOST_PROCESSORS];
    g_autofree gint64 *index = NULL;
    int rank = naive->grid.rank;

    for (int g = 0; g < rank; g++) {
        for (gint64 c = 0; c < naive->grid.size[g]; c++) {
            key[g][c] = sim_check_between(random, 0, 2);
            sim_runs_add(&runs[g], c + 1, (guint64)key[g][c]);
        }
    }
    const SimPartition *p = sim_system_map(systems, naive->system, runs, &index);
    CU_ASSERT_PTR_NOT_NULL(p);
    if (p == NULL)
        return;
    for (gint64 number = 0; number < rater_grid_count(root); number++) {
        int64_t mine[RATER_MAX_RANK];
        const gint64 *found = index + (gsize)class_of(root, p, number) * (gsize)rank;
        gint64 n = naive_find(naive, number);
        CHECK_INT(found[0] >= 0, n >= 0);
        if (n < 0)
            continue;
        rater_grid_index(&naive->grid, n, mine);
        for (int g = 0; g < rank; g++)
            CHECK_INT(key[g][mine[g]], key[g][found[g]]);
    }
    for (guint c = 0; c < p->n_classes; c++) {
        const gint64 *found = index + (gsize)c * (gsize)rank;
        if (found[0] < 0)
            continue;
        gint64 number = naive->number[rater_grid_number(&naive->grid, found)];
        CHECK_INT(class_of(root, p, number), c);
    }
}

static void
check_pair(SimSystems *systems, const Naive *a, const Naive *b)
{
    gboolean within = TRUE, meets = FALSE;
    for (gint64 n = 0; n < a->count; n++) {
        gboolean also = naive_find(b, a->number[n]) >= 0;
        within = within && also;
        meets = meets || also;
    }
    CHECK_INT(sim_system_within(systems, a->system, b->system), within);
    CHECK_INT(sim_system_meets(systems, a->system, b->system), meets);
}

static void
random_grid(RaterGrid *grid, GRand *random, int rank, int most)
{
    *grid = (RaterGrid){ .rank = rank };
    for (int g = 0; g < rank; g++)
        grid->size[g] = sim_check_between(random, 1, most);
}

/* A part of `parent`, both ways; the parent is not scaled. */
static void
random_part(SimSystems *systems, GRand *random, const Naive *parent, Naive *part)
{
    gint64 lo[RATER_MAX_RANK], hi[RATER_MAX_RANK];
    for (int g = 0; g < parent->grid.rank; g++) {
        lo[g] = sim_check_between(random, 0, (int)parent->grid.size[g] - 1);
        hi[g] = sim_check_between(random, (int)lo[g], (int)parent->grid.size[g] - 1);
    }
    naive_box(part, parent, lo, hi);
    part->system = sim_systems_part(systems, parent->system, (guint)parent->grid.rank, lo, hi);
    /* asked again */
    CU_ASSERT_PTR_EQUAL(
        sim_systems_part(systems, parent->system, (guint)parent->grid.rank, lo, hi),
        part->system);
}

/* Sizes whose product is the number of processors, in any order. */
static void
random_view(SimSystems *systems, GRand *random, const Naive *parent, Naive *view)
{
    RaterGrid sizes = { .rank = sim_check_between(random, 1, 3) };
    gint64 left = parent->count;
    for (int g = 0; g < sizes.rank; g++) {
        gint64 f = g == sizes.rank - 1 ? left : sim_check_between(random, 1, (int)left);
        while (left % f != 0)
            f--;
        sizes.size[g] = f;
        left /= f;
    }
    naive_view(view, parent, &sizes);
    view->system = sim_systems_view(systems, parent->system, &sizes);
    CU_ASSERT_PTR_EQUAL(sim_systems_view(systems, parent->system, &sizes), view->system);
}

/* Parts of parts of views of ...: chains of them. */
static void
test_random_chains(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED);
    g_autofree Naive *all = g_new(Naive, 8);

    for (int i = 0; i < 300; i++) {
        RaterGrid root;
        gboolean flat = i % 3 != 0;
        random_grid(&root, random, 1 + i % 4, i % 4 == 0 ? 40 : 4);
        g_autoptr(SimSystems) systems = sim_systems_new(&root, &root, flat);
        naive_root(&all[0], systems, &root, &root);
        guint n = 1;
        while (n < 8) {
            const Naive *parent = &all[sim_check_between(random, 0, (int)n - 1)];
            if (flat && sim_check_between(random, 0, 1) == 0)
                random_view(systems, random, parent, &all[n]);
            else
                random_part(systems, random, parent, &all[n]);
            CU_ASSERT_PTR_NOT_NULL_FATAL(all[n].system);
            n++;
        }
        CHECK_INT(systems->scaled, FALSE);
        for (guint k = 0; k < n; k++) {
            check_system(systems, &all[k]);
            check_inside(&root, &all[k]);
            check_map(systems, &root, &all[k], random);
            for (guint j = 0; j < n; j++)
                check_pair(systems, &all[k], &all[j]);
        }
    }
}

/* A view with the sizes of its parent, and in rank 1 any view of the line, need no flat
 * lattice. */
static void
test_views_of_products(void)
{
    const RaterGrid root = { .rank = 2, .size = { 4, 3 } };
    g_autoptr(SimSystems) systems = sim_systems_new(&root, &root, FALSE);
    const SimSystem *top = systems->root;
    const SimSystem *part =
        sim_systems_part(systems, top, 2, (gint64[]){ 1, 0 }, (gint64[]){ 2, 2 });
    const SimSystem *view =
        sim_systems_view(systems, part, &(RaterGrid){ .rank = 2, .size = { 2, 3 } });

    CU_ASSERT_PTR_NOT_NULL_FATAL(view);
    for (gint64 n = 0; n < 6; n++)
        CHECK_INT(sim_system_number(systems, view, n), 3 + n);
    /* 6 numbers in a row are no product of the axes of the root's lattice */
    CU_ASSERT_PTR_NULL(
        sim_systems_view(systems, part, &(RaterGrid){ .rank = 2, .size = { 3, 2 } }));
}

/* The program's box of one dimension, scaled: first and last in the machine. */
static void
check_scaled(gint64 traced, gint64 real, gint64 init, gint64 last, gint64 first, gint64 end)
{
    const RaterGrid root = { .rank = 1, .size = { real } };
    const RaterGrid was = { .rank = 1, .size = { traced } };
    g_autoptr(SimSystems) systems = sim_systems_new(&root, &was, FALSE);
    const SimSystem *part = sim_systems_part(systems, systems->root, 1, &init, &last);

    CU_ASSERT_PTR_NOT_NULL_FATAL(part);
    CHECK_INT(sim_system_number(systems, part, 0), first);
    CHECK_INT(part->count, end - first + 1);
    CHECK_INT(systems->scaled, traced != real);
}

static void
test_scaled_boxes(void)
{
    /* first = floor(init*N'/N), last = max(first, floor((last+1)*N'/N) - 1) */
    check_scaled(4, 4, 1, 2, 1, 2);
    check_scaled(4, 8, 0, 1, 0, 3);
    check_scaled(4, 8, 2, 2, 4, 5);
    check_scaled(4, 8, 3, 3, 6, 7);
    /* 6/4: floor(0*1.5) = 0, floor(1*1.5)-1 = 0; 1, floor(3)-1 = 2; 3, floor(4.5)-1 = 3; 4, 5
     */
    check_scaled(4, 6, 0, 0, 0, 0);
    check_scaled(4, 6, 1, 1, 1, 2);
    check_scaled(4, 6, 2, 2, 3, 3);
    check_scaled(4, 6, 3, 3, 4, 5);
    /* fewer than traced: floor(1*2/4) = 0, max(0, floor(2*2/4)-1) = 0; floor(3*2/4) = 1 */
    check_scaled(4, 2, 0, 0, 0, 0);
    check_scaled(4, 2, 1, 1, 0, 0);
    check_scaled(4, 2, 2, 2, 1, 1);
    check_scaled(4, 2, 3, 3, 1, 1);
    check_scaled(4, 2, 1, 2, 0, 0);
    check_scaled(4, 1, 3, 3, 0, 0);
    check_scaled(1, 5, 0, 0, 0, 4);
    check_scaled(3, 1000000, 1, 1, 333333, 666665);
}

/* The same rule against its text for random sizes in two dimensions, and parts of parts, which
 * are scaled by what their box was and is. */
static void
test_scaled_parts(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 1);

    for (int i = 0; i < 300; i++) {
        RaterGrid root, traced;
        random_grid(&root, random, 2, 6);
        random_grid(&traced, random, 2, 6);
        g_autoptr(SimSystems) systems = sim_systems_new(&root, &traced, i % 2);
        Naive parent, part;
        naive_root(&parent, systems, &root, &traced);
        for (int depth = 0; depth < 3; depth++) {
            gint64 init[2], last[2], lo[2], hi[2];
            for (int g = 0; g < 2; g++) {
                gint64 was = parent.traced.size[g], is = parent.grid.size[g];
                init[g] = sim_check_between(random, 0, (int)was - 1);
                last[g] = sim_check_between(random, (int)init[g], (int)was - 1);
                lo[g] = init[g] * is / was;
                hi[g] = MAX(lo[g], (last[g] + 1) * is / was - 1);
            }
            naive_box(&part, &parent, lo, hi);
            for (int g = 0; g < 2; g++)
                part.traced.size[g] = last[g] - init[g] + 1;
            part.system = sim_systems_part(systems, parent.system, 2, init, last);
            CU_ASSERT_PTR_NOT_NULL_FATAL(part.system);
            check_system(systems, &part);
            check_inside(&root, &part);
            parent = part;
        }
    }
}

/* Missing dimensions take the whole extent, surplus ones are ignored. */
static void
test_dimensions(void)
{
    const RaterGrid root = { .rank = 2, .size = { 4, 3 } };
    const RaterGrid line = { .rank = 1, .size = { 4 } };
    const RaterGrid cube = { .rank = 3, .size = { 4, 3, 5 } };
    {
        /* traced on a line of 4, predicted on 4 x 3: rows 1 and 2 whole */
        g_autoptr(SimSystems) systems = sim_systems_new(&root, &line, FALSE);
        const SimSystem *part =
            sim_systems_part(systems, systems->root, 1, (gint64[]){ 1 }, (gint64[]){ 2 });
        CU_ASSERT_PTR_NOT_NULL_FATAL(part);
        CHECK_INT(part->count, 6);
        for (gint64 n = 0; n < 6; n++)
            CHECK_INT(sim_system_number(systems, part, n), 3 + n);
    }
    {
        /* traced on 4 x 3 x 5, of which the machine has no third dimension */
        g_autoptr(SimSystems) systems = sim_systems_new(&root, &cube, FALSE);
        const SimSystem *part = sim_systems_part(systems, systems->root, 3,
                                                 (gint64[]){ 1, 2, 4 }, (gint64[]){ 1, 2, 4 });
        CU_ASSERT_PTR_NOT_NULL_FATAL(part);
        CHECK_INT(part->count, 1);
        CHECK_INT(sim_system_number(systems, part, 0), 5);
    }
}

static void
test_outside(void)
{
    const RaterGrid root = { .rank = 2, .size = { 4, 3 } };
    g_autoptr(SimSystems) systems = sim_systems_new(&root, &root, FALSE);
    const SimSystem *top = systems->root;
    const struct {
        gint64 init[2], last[2];
    } boxes[] = {
        { { -1, 0 }, { 1, 1 } },         { { 0, 0 }, { 4, 1 } },
        { { 0, 2 }, { 1, 3 } },          { { 2, 0 }, { 1, 1 } },
        { { 4, 0 }, { 4, 0 } },          { { G_MININT64, 0 }, { 0, 0 } },
        { { 0, 0 }, { G_MAXINT64, 0 } },
    };

    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        CU_ASSERT_PTR_NULL(sim_systems_part(systems, top, 2, boxes[i].init, boxes[i].last));
        /* and again, now that it was asked for */
        CU_ASSERT_PTR_NULL(sim_systems_part(systems, top, 2, boxes[i].init, boxes[i].last));
    }
}

/* A view's sizes are recomputed when their product is not the number of processors, and boxes
 * of the view are scaled by recomputed / asked for. */
static void
test_recomputed_view(void)
{
    const RaterGrid root = { .rank = 1, .size = { 12 } };
    const RaterGrid traced = { .rank = 1, .size = { 4 } };
    g_autoptr(SimSystems) systems = sim_systems_new(&root, &traced, TRUE);
    const SimSystem *view =
        sim_systems_view(systems, systems->root, &(RaterGrid){ .rank = 2, .size = { 2, 2 } });
    CU_ASSERT_PTR_NOT_NULL_FATAL(view);
    CHECK_INT(systems->scaled, TRUE);
    CHECK_INT(view->grid.size[0], 4);
    CHECK_INT(view->grid.size[1], 3);
    /* [1, 0]..[1, 0] of 2 x 2 on 4 x 3: rows floor(1*4/2) = 2 .. floor(2*4/2)-1 = 3,
     * columns 0 .. floor(1*3/2)-1 = 0: processors 2*3 and 3*3 */
    const SimSystem *part =
        sim_systems_part(systems, view, 2, (gint64[]){ 1, 0 }, (gint64[]){ 1, 0 });
    CU_ASSERT_PTR_NOT_NULL_FATAL(part);
    CHECK_INT(part->count, 2);
    CHECK_INT(sim_system_number(systems, part, 0), 6);
    CHECK_INT(sim_system_number(systems, part, 1), 9);
    /* [1, 1]..[1, 1]: columns floor(1*3/2) = 1 .. floor(2*3/2)-1 = 2: 7, 8, 10, 11; a view of
     * them as a line of the 1 that the program believes in is a line of 4, of which all is its
     * box 0..0 */
    part = sim_systems_part(systems, view, 2, (gint64[]){ 1, 1 }, (gint64[]){ 1, 1 });
    CU_ASSERT_PTR_NOT_NULL_FATAL(part);
    const SimSystem *line =
        sim_systems_view(systems, part, &(RaterGrid){ .rank = 1, .size = { 1 } });
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    const SimSystem *all = sim_systems_part(systems, line, 1, (gint64[]){ 0 }, (gint64[]){ 0 });
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    const gint64 numbers[] = { 7, 8, 10, 11 };
    CHECK_INT(all->count, 4);
    for (gint64 n = 0; n < 4; n++)
        CHECK_INT(sim_system_number(systems, all, n), numbers[n]);
}

/* Five processors on the physical ones 4 1 7 1 4, in the classes {0, 2} and {1, 3, 4}. */
static void
test_gathering(void)
{
    int64_t places[] = { 4, 1, 7, 1, 4 };
    const RaterPlacement placement = { 5, 9, places };
    const gint64 count = 5, n_hosts = 3;
    const double value[] = { 10, 1 };
    RaterHosts hosts = { 0 };
    g_auto(SimRuns) runs = { NULL };
    CHECK_INT(rater_hosts_init(&hosts, &placement), RATER_OK);
    CHECK_INT(hosts.n, 3);
    for (gint64 h = 0; h < hosts.n; h++)
        CHECK_INT(hosts.place[h], ((gint64[]){ 1, 4, 7 })[h]);
    for (gint64 v = 0; v < count; v++) {
        CHECK_INT(hosts.member[v], ((gint64[]){ 1, 3, 0, 4, 2 })[v]);
        CHECK_INT(hosts.host[v], ((gint64[]){ 1, 0, 2, 0, 1 })[v]);
        sim_runs_add(&runs, v + 1, v == 0 || v == 2);
    }
    g_autoptr(SimLattice) space = sim_lattice_new(1, &count);
    g_autoptr(SimLattice) lattice = sim_lattice_new(1, &n_hosts);
    const SimAxis *axis = sim_lattice_axis(space, 0, &runs);
    g_autoptr(SimGathering) g =
        sim_gathering_new(lattice, &hosts, sim_lattice_partition(space, &axis));
    g_autofree double *sum = sim_gathering_sum(g, value);
    CHECK_INT(g->partition->n_classes, 3);
    for (gint64 h = 0; h < hosts.n; h++)
        CHECK_INT((gint64)sum[sim_partition_class_of(g->partition, h)],
                  ((gint64[]){ 2, 11, 10 })[h]);
    rater_hosts_clear(&hosts);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "factorise", test_factorise },
        { "random_chains", test_random_chains },
        { "views_of_products", test_views_of_products },
        { "scaled_boxes", test_scaled_boxes },
        { "scaled_parts", test_scaled_parts },
        { "dimensions", test_dimensions },
        { "outside", test_outside },
        { "recomputed_view", test_recomputed_view },
        { "gathering", test_gathering },
        CU_TEST_INFO_NULL,
    };
    return tap_run("system", tests);
}

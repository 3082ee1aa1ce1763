/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sets of processors, their boxes and walks, against plain marks for every processor.
 */
#include <string.h>

#include "src/lattice/partition.h"
#include "tests/sim/processors.h"
#include "tests/sim/sim-check.h"

#define MOST_PROCESSORS 1296 /* 6^4 */
#define MOST_TINY       16
#define SEED            4711

typedef struct {
    SimLattice *lattice;
    RaterGrid grid;
    gboolean flat;
    gint64 count;
    const SimPartition *partition;
    guint n; /* classes that are asked for */
    guint *classes;
    guint8 wanted[MOST_PROCESSORS];
    ProcessorSet *set;
    GArray *boxes; /* its, of ProcessorBox */
} Case;

static const SimAxis *
random_axis(SimLattice *lattice, GRand *random, guint axis, int most_labels)
{
    g_auto(SimRuns) runs = { NULL };
    for (gint64 c = 0; c < sim_lattice_first_alone(lattice, 0)->axis[axis]->size; c++)
        sim_runs_add(&runs, c + 1, (guint64)sim_check_between(random, 1, most_labels));
    return sim_lattice_axis(lattice, axis, &runs);
}

/* The class of processor p by the runs. */
static guint
class_of(const Case *one, gint64 p)
{
    int64_t index[RATER_MAX_RANK];
    guint c = 0;

    if (one->flat)
        index[0] = p;
    else
        rater_grid_index(&one->grid, p, index);
    for (guint a = 0; a < one->partition->n_axes; a++) {
        const SimAxis *axis = one->partition->axis[a];
        guint run = 0;
        while (axis->end[run] <= index[a])
            run++;
        c = c * axis->n_labels + axis->label[run];
    }
    return c;
}

/* The boxes of a set, read out of their text. */
static GArray *
boxes_of(const ProcessorSet *set)
{
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(ProcessorBox));
    g_autoptr(GString) text = g_string_new(NULL);

    CHECK_INT(processor_set_append_text(set, G_MAXUINT64, text), 0);
    g_auto(GStrv) words = g_strsplit(text->str, " ", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        ProcessorBox box = { { 0 }, { 0 } };
        char *p = words[i];
        for (int g = 0; g < set->grid->rank; g++) {
            box.lo[g] = box.hi[g] = g_ascii_strtoll(p + (g > 0 ? 1 : 0), &p, 10);
            if (*p == '-')
                box.hi[g] = g_ascii_strtoll(p + 1, &p, 10);
            CU_ASSERT_EQUAL(*p, g + 1 < set->grid->rank ? ',' : '\0');
        }
        g_array_append_val(boxes, box);
    }
    return boxes;
}

/* A partition of a random grid and, out of its classes in random order, at least one. */
static void
case_init(Case *one, GRand *random, int rank, gboolean flat, int most_size)
{
    const SimAxis *axes[RATER_MAX_RANK];

    *one = (Case){ .grid.rank = rank, .flat = flat };
    for (int g = 0; g < rank; g++)
        one->grid.size[g] = sim_check_between(random, 1, most_size);
    one->count = rater_grid_count(&one->grid);
    one->lattice =
        flat ? sim_lattice_new(1, &one->count) : sim_lattice_new((guint)rank, one->grid.size);
    for (guint a = 0; a < sim_lattice_n_axes(one->lattice); a++)
        axes[a] = random_axis(one->lattice, random, a, sim_check_between(random, 1, 4));
    one->partition = sim_lattice_partition(one->lattice, axes);

    guint all = one->partition->n_classes;
    one->classes = g_new(guint, all);
    for (guint c = 0; c < all; c++)
        one->classes[c] = c;
    for (guint c = all; c > 1; c--) {
        guint other = (guint)sim_check_between(random, 0, (int)c - 1),
              keep = one->classes[c - 1];
        one->classes[c - 1] = one->classes[other];
        one->classes[other] = keep;
    }
    one->n = (guint)sim_check_between(random, 1, (int)all);
    for (gint64 p = 0; p < one->count; p++) {
        for (guint i = 0; i < one->n; i++)
            one->wanted[p] |= one->classes[i] == class_of(one, p);
    }
    one->set = sim_partition_set(one->partition, one->n, one->classes, &one->grid);
    one->boxes = boxes_of(one->set);
}

static void
case_clear(Case *one)
{
    processor_set_unref(one->set);
    g_array_unref(one->boxes);
    sim_lattice_free(one->lattice);
    g_free(one->classes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Case, case_clear)

static gboolean
box_has(const ProcessorBox *box, const RaterGrid *grid, gint64 p)
{
    int64_t index[RATER_MAX_RANK];
    rater_grid_index(grid, p, index);
    for (int g = 0; g < grid->rank; g++) {
        if (index[g] < box->lo[g] || index[g] > box->hi[g])
            return FALSE;
    }
    return TRUE;
}

/* Each processor wanted is in one box, the others in none; boxes stand by their least number.
 */
static void
check_cover(const Case *one)
{
    const GArray *boxes = one->boxes;
    gint64 before = -1, count = 0;

    for (guint i = 0; i < boxes->len; i++) {
        const ProcessorBox *box = &g_array_index(boxes, ProcessorBox, i);
        for (int g = 0; g < one->grid.rank; g++)
            CU_ASSERT(0 <= box->lo[g] && box->lo[g] <= box->hi[g] &&
                      box->hi[g] < one->grid.size[g]);
        gint64 least = rater_grid_number(&one->grid, box->lo);
        CU_ASSERT(least > before);
        before = least;
    }
    for (gint64 p = 0; p < one->count; p++) {
        guint n = 0;
        for (guint i = 0; i < boxes->len; i++)
            n += box_has(&g_array_index(boxes, ProcessorBox, i), &one->grid, p);
        CHECK_INT(n, one->wanted[p]);
        CHECK_INT(processors_have(one->set, p), one->wanted[p]);
        count += one->wanted[p];
    }
    CHECK_INT(processor_set_count(one->set), count);
    CHECK_INT(processors_least(one->set),
              (const guint8 *)memchr(one->wanted, 1, sizeof one->wanted) - one->wanted);
}

/* No two of the boxes are one box. */
static void
check_united(const Case *one)
{
    const GArray *boxes = one->boxes;
    for (guint i = 0; i < boxes->len; i++) {
        for (guint j = 0; j < boxes->len; j++) {
            const ProcessorBox *a = &g_array_index(boxes, ProcessorBox, i);
            const ProcessorBox *b = &g_array_index(boxes, ProcessorBox, j);
            guint differ = 0;
            gboolean touch = FALSE;
            for (int g = 0; g < one->grid.rank; g++) {
                if (a->lo[g] == b->lo[g] && a->hi[g] == b->hi[g])
                    continue;
                differ++;
                touch = a->hi[g] + 1 == b->lo[g];
            }
            CHECK_THAT(!(differ == 1 && touch), "boxes %u and %u of %u are one", i, j,
                       boxes->len);
        }
    }
}

static void
test_random_sets(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED);

    for (int i = 0; i < 400; i++) {
        g_auto(Case) one;
        case_init(&one, random, 1 + i % 4, i / 4 % 2, i % 4 == 0 ? 40 : 6);
        check_cover(&one);
        if (one.flat)
            check_united(&one);
    }
}

/* The boxes as reports name them, one after the other by printf. */
static GString *
name_boxes(const GArray *boxes, int rank)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < boxes->len; i++) {
        const ProcessorBox *box = &g_array_index(boxes, ProcessorBox, i);
        for (int g = 0; g < rank; g++) {
            const char *before = g > 0 ? "," : i > 0 ? " " : "";
            g_string_append_printf(text, "%s%" G_GINT64_FORMAT, before, box->lo[g]);
            if (box->hi[g] != box->lo[g])
                g_string_append_printf(text, "-%" G_GINT64_FORMAT, box->hi[g]);
        }
    }
    return text;
}

/* Takes text in pieces of random length. */
static void
check_walk(ProcessorBoxWalk *walk, GRand *random, const char *expected)
{
    g_autoptr(GString) text = g_string_new(NULL);

    while (processor_box_walk_text(walk, text->len + (gsize)sim_check_between(random, 1, 30),
                                   text))
        CU_ASSERT(strncmp(text->str, expected, text->len) == 0);
    CU_ASSERT_STRING_EQUAL(text->str, expected);
    CU_ASSERT_FALSE(processor_box_walk_text(walk, G_MAXSIZE, text));
}

static void
test_walk(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 4);

    for (int i = 0; i < 400; i++) {
        g_auto(Case) one;
        case_init(&one, random, 1 + i % 4, i / 4 % 2, i % 4 == 0 ? 40 : 6);
        g_autoptr(GString) text = name_boxes(one.boxes, one.grid.rank);
        g_autoptr(ProcessorBoxWalk) walk = processor_box_walk_new(one.set);
        check_walk(walk, random, text->str);
        CHECK_INT(processor_set_n_boxes(one.set), one.boxes->len);
    }
}

/* The first boxes as text, and how many more there are. */
static void
test_text(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 5);

    for (int i = 0; i < 200; i++) {
        g_auto(Case) one;
        case_init(&one, random, 1 + i % 4, i / 4 % 2, 6);
        g_autoptr(GString) text = g_string_new(NULL);
        guint most = (guint)sim_check_between(random, 0, (int)one.boxes->len + 1);
        guint64 left = processor_set_append_text(one.set, most, text);
        CHECK_INT(left, one.boxes->len - MIN(one.boxes->len, most));
        g_array_set_size(one.boxes, MIN(one.boxes->len, most));
        g_autoptr(GString) expected = name_boxes(one.boxes, one.grid.rank);
        CU_ASSERT_STRING_EQUAL(text->str, expected->str);
    }
}

/* Processors of three sets of classes, some of which are in none. */
static void
test_processors(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 6);

    for (int i = 0; i < 400; i++) {
        g_auto(Case) one;
        ProcessorSet *sets[3];
        gint64 number;
        guint which;
        case_init(&one, random, 1 + i % 4, i / 4 % 2, i % 4 == 0 ? 40 : 6);
        for (guint k = 0; k < 3; k++) {
            const guint from = one.n * k / 3, to = one.n * (k + 1) / 3;
            sets[k] =
                sim_partition_set(one.partition, to - from, one.classes + from, &one.grid);
        }
        g_autoptr(ProcessorWalk) walk = processor_walk_new(3, sets);
        for (gint64 p = 0; p < one.count; p++) {
            if (!one.wanted[p])
                continue;
            CU_ASSERT_TRUE(processor_walk_next(walk, &number, &which));
            CHECK_INT(number, p);
            CU_ASSERT_TRUE(processors_have(sets[which], p));
        }
        CU_ASSERT_FALSE(processor_walk_next(walk, &number, &which));
        for (guint k = 0; k < 3; k++)
            processor_set_unref(sets[k]);
    }
}

/* Maximal runs of coordinates with the label. */
static guint
n_spans(const SimAxis *axis, guint label)
{
    guint n = 0;
    for (guint r = 0; r < axis->n_runs; r++)
        n += axis->label[r] == label;
    return n;
}

/* A class of a product is a product of runs that do not touch: as many boxes, no fewer will do.
 */
static void
test_one_class(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 1);

    for (int i = 0; i < 200; i++) {
        g_auto(Case) one;
        case_init(&one, random, 1 + i % 4, FALSE, 6);
        guint labels[RATER_MAX_RANK], least = 1;
        sim_partition_class_labels(one.partition, one.classes[0], labels);
        for (int g = 0; g < one.grid.rank; g++)
            least *= n_spans(one.partition->axis[g], labels[g]);
        g_autoptr(ProcessorSet) set =
            sim_partition_set(one.partition, 1, one.classes, &one.grid);
        CHECK_INT(processor_set_n_boxes(set), least);
    }
}

/* All processors are one box; a range of numbers is at most 2 * rank - 1 of them. */
static void
test_whole_and_range(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 2);

    for (int i = 0; i < 400; i++) {
        g_auto(Case) one;
        case_init(&one, random, 1 + i % 4, TRUE, 6);
        g_autofree guint *all = g_new(guint, one.partition->n_classes);
        for (guint c = 0; c < one.partition->n_classes; c++)
            all[c] = c;
        g_autoptr(ProcessorSet) whole =
            sim_partition_set(one.partition, one.partition->n_classes, all, &one.grid);
        CHECK_INT(processor_set_n_boxes(whole), 1);

        g_auto(SimRuns) runs = { NULL };
        gint64 lo = sim_check_between(random, 0, (int)one.count - 1);
        gint64 hi = sim_check_between(random, (int)lo + 1, (int)one.count);
        sim_runs_add(&runs, lo, 1);
        sim_runs_add(&runs, hi, 2);
        sim_runs_add(&runs, one.count, 1);
        const SimAxis *axis = sim_lattice_axis(one.lattice, 0, &runs);
        const SimPartition *p = sim_lattice_partition(one.lattice, &axis);
        guint c = lo > 0; /* labels stand in the order of their first coordinates */
        g_autoptr(ProcessorSet) range = sim_partition_set(p, 1, &c, &one.grid);
        const guint n = (guint)processor_set_n_boxes(range);
        CHECK_THAT(n <= 2 * (guint)one.grid.rank - 1, "%u boxes in rank %d", n, one.grid.rank);
    }
}

typedef struct {
    const RaterGrid *grid;
    gint64 count;
    guint8
        best[1 << MOST_TINY]; /* for a set of processors: least number of boxes, 0: not known */
} Tiny;

/* Fewest disjoint boxes that are `left`. The least processor left is the low corner of its box.
 */
static guint
fewest(Tiny *tiny, guint left)
{
    if (left == 0)
        return 0;
    if (tiny->best[left] != 0)
        return tiny->best[left];
    gint64 least = __builtin_ctz(left);
    guint best = MOST_TINY;
    for (gint64 corner = least; corner < tiny->count; corner++) {
        ProcessorBox box = { { 0 }, { 0 } };
        guint mask = 0;
        rater_grid_index(tiny->grid, least, box.lo);
        rater_grid_index(tiny->grid, corner, box.hi);
        for (gint64 p = 0; p < tiny->count; p++)
            mask |= (guint)box_has(&box, tiny->grid, p) << p;
        if (mask != 0 && (mask & ~left) == 0)
            best = MIN(best, 1 + fewest(tiny, left & ~mask));
    }
    tiny->best[left] = (guint8)best;
    return best;
}

/* Small grids: never below the fewest boxes there can be, and in all not a tenth above them. */
static void
test_few(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED + 3);
    g_autofree Tiny *tiny = g_new(Tiny, 1);
    guint found = 0, least = 0;

    for (int i = 0; i < 300; i++) {
        g_auto(Case) one;
        do {
            case_init(&one, random, 1 + i % 4, i / 4 % 2, i % 4 == 0 ? MOST_TINY : 4);
            if (one.count > MOST_TINY)
                case_clear(&one);
        } while (one.count > MOST_TINY);
        guint left = 0;
        for (gint64 p = 0; p < one.count; p++)
            left |= (guint)one.wanted[p] << p;
        *tiny = (Tiny){ .grid = &one.grid, .count = one.count };
        guint n = fewest(tiny, left);
        CHECK_THAT(one.boxes->len >= n, "%u boxes where %u are needed", one.boxes->len, n);
        found += one.boxes->len;
        least += n;
    }
    printf("# %u boxes, the fewest are %u\n", found, least);
    CU_ASSERT(10 * found < 11 * least);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "random_sets", test_random_sets },
        { "walk", test_walk },
        { "text", test_text },
        { "processors", test_processors },
        { "one_class", test_one_class },
        { "whole_and_range", test_whole_and_range },
        { "few", test_few },
        CU_TEST_INFO_NULL,
    };
    return tap_run("processor-set", tests);
}

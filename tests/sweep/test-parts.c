/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Parts of a sweep: each row is in one, they are of a size, and joined they are the whole.
 */
#include "src/analysis/sweep/part.h"

#include <stdlib.h>

#include "src/analysis/sweep/machine.h"
#include "tests/sweep/common.h"

/* Rows of random numbers of processors, many of them equal. */
static Sweep *
random_sweep(GRand *rand, guint n)
{
    Sweep *sweep = sweep_new();

    for (guint i = 0; i < n; i++) {
        g_autofree char *text = g_strdup_printf("power = %u;", i + 1);
        Params *params = common_params(text);
        params->topology.size[0] = g_rand_int_range(rand, 1, 200);
        g_ptr_array_add(sweep->rows, sweep_row_new("x.par", params));
    }
    return sweep;
}

static void
check_parts(guint32 seed, guint n, guint parts)
{
    gint64 least = G_MAXINT64, most = 0, largest = 0;
    guint fewest = G_MAXUINT, many = 0;
    g_autofree guint *seen = g_new0(guint, n + 1);

    for (guint k = 1; k <= parts; k++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
        g_autoptr(Sweep) sweep = random_sweep(rand, n);
        gint64 sum = 0;
        guint last = 0;
        sweep_part_take(sweep, k, parts);
        for (guint i = 0; i < sweep->rows->len; i++) {
            const SweepRow *row = sweep_row(sweep, i);
            CU_ASSERT_TRUE(row->place > last && row->place <= n);
            last = row->place;
            seen[row->place]++;
            CHECK_INT((gint64)row->params->power, row->place); /* it is that row */
            sum += sweep_row_processors(row);
            largest = MAX(largest, sweep_row_processors(row));
        }
        least = MIN(least, sum), most = MAX(most, sum);
        fewest = MIN(fewest, sweep->rows->len), many = MAX(many, sweep->rows->len);
    }
    for (guint place = 1; place <= n; place++)
        CHECK_INT(seen[place], 1);
    CU_ASSERT_TRUE(many - fewest <= 1);
    CU_ASSERT_TRUE(most - least <= largest);
}

static void
test_deal(void)
{
    const guint seed = 20261122;
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);

    for (guint i = 0; i < TAP_CASES(200); i++)
        check_parts(g_rand_int(rand), (guint)g_rand_int_range(rand, 0, 60),
                    (guint)g_rand_int_range(rand, 1, 20));
}

/* As the reader leaves them: the parts of `numbers` of three, rows one behind the other. */
static Sweep *
read_parts(const guint *numbers, guint n)
{
    Sweep *sweep = sweep_new();

    for (guint i = 0; i < n; i++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(7);
        g_autoptr(Sweep) part = random_sweep(rand, 11);
        sweep_part_take(part, numbers[i], 3);
        if (sweep->part.parts == 0) {
            sweep->part = part->part;
            sweep->part.whole = g_strdup(part->part.whole);
            sweep->part.all = g_hash_table_new(NULL, NULL);
        }
        CHECK_TEXT(part->part.whole, sweep->part.whole);
        g_hash_table_add(sweep->part.all, GUINT_TO_POINTER(numbers[i]));
        g_ptr_array_extend_and_steal(sweep->rows, g_steal_pointer(&part->rows));
        part->rows = g_ptr_array_new();
    }
    return sweep;
}

static void
test_join(void)
{
    g_autoptr(Sweep) sweep = read_parts((const guint[]){ 3, 1, 2, 1 }, 4);

    CU_ASSERT_TRUE(sweep_part_join(sweep, NULL));
    sweep_merge(sweep);
    CHECK_INT(sweep->rows->len, 11);
    CHECK_INT(sweep->part.parts, 0);
    for (guint i = 0; i < sweep->rows->len; i++)
        CHECK_INT((gint64)sweep_row(sweep, i)->params->power, i + 1);
}

static void
check_missing(Sweep *sweep, const char *text)
{
    g_autoptr(GError) error = NULL;

    CU_ASSERT_FALSE(sweep_part_join(sweep, &error));
    CHECK_TEXT(error->message, text);
}

static void
test_missing(void)
{
    g_autoptr(Sweep) two = read_parts((const guint[]){ 2 }, 1);
    g_autoptr(Sweep) holes = read_parts((const guint[]){ 1, 2, 3 }, 3);

    check_missing(two, "of the 3 parts of the sweep these are missing: 1, 3");
    for (guint i = 0; i < holes->rows->len; i++)
        if (sweep_row(holes, i)->place == 5)
            g_ptr_array_remove_index(holes->rows, i);
    check_missing(holes,
                  "configuration 5 of the 11 of the whole sweep is in none of its parts");
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "each row is in one part, and parts are of a size", test_deal },
        { "joined", test_join },
        { "missing parts and rows", test_missing },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-parts", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Axes of sweeps: what words on the command line stand for, and in what order rows come.
 */
#include "src/analysis/sweep/axes.h"

#include <stdio.h>
#include <string.h>

#include "tests/sweep/common.h"

/* The numbers as text, or the error; free with g_free(). */
static char *
counts(const char *text, gboolean every)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GError) error = NULL;
    GString *out = g_string_new(NULL);
    const gboolean ok = sweep_axes_processors(numbers, text, every, &error);

    CHECK_INT(ok, error == NULL);
    CHECK_INT(ok, numbers->len > 0);
    if (!ok)
        g_string_append(out, error->message);
    for (guint i = 0; i < numbers->len; i++)
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "",
                               g_array_index(numbers, gint64, i));
    return g_string_free(out, FALSE);
}

static void
check_counts(const char *text, gboolean every, const char *expected)
{
    g_autofree char *actual = counts(text, every);
    CHECK_TEXT(actual, expected);
}

static void
test_processors(void)
{
    check_counts("1..1024", FALSE, "1 2 4 8 16 32 64 128 256 512 1024");
    check_counts("3..20", FALSE, "4 8 16");
    check_counts("3..7", TRUE, "3 4 5 6 7");
    check_counts("6,12, 16..64", FALSE, "6 12 16 32 64");
    check_counts("8", FALSE, "8");
    check_counts("2147483648", FALSE, "2147483648");
    check_counts("1073741824..2147483648", FALSE, "1073741824 2147483648");
    check_counts("5..7", FALSE, "there is no power of two in 5..7; --every takes all");
    check_counts("7..5", FALSE, "'7..5' is empty");
    check_counts("0..4", FALSE,
                 "'0..4' is not a range of numbers of processors from 1 to 2^31");
    check_counts("1..", FALSE, "'1..' is not a range of numbers of processors from 1 to 2^31");
    check_counts("1..2147483649", FALSE,
                 "'1..2147483649' is not a range of numbers of processors from 1 to 2^31");
    check_counts("2147483649", FALSE,
                 "'2147483649' is not a number of processors from 1 to 2^31");
    check_counts("1..4..8", FALSE,
                 "'1..4..8' is not a range of numbers of processors from 1 to 2^31");
    check_counts("-4", FALSE, "'-4' is not a number of processors from 1 to 2^31");
    check_counts("4x2", FALSE, "'4x2' is not a number of processors from 1 to 2^31");
    check_counts(" , ", FALSE, "' , ' has no number of processors");
    check_counts("1..100001", TRUE, "more than 100000 configurations");
    check_counts("1..60000,1..60000", TRUE, "more than 100000 configurations");
}

static void
test_topologies(void)
{
    g_autoptr(GArray) grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    g_autoptr(GError) error = NULL;

    CU_ASSERT_TRUE(sweep_axes_topologies(grids, "1,2 4\t2x2,, 4x2x3", NULL));
    CU_ASSERT_FALSE(sweep_axes_topologies(grids, "8,2x0", &error));
    CHECK_INT(g_error_matches(error, PARAMS_ERROR, PARAMS_ERROR_VALUE), 1);
    CU_ASSERT_FALSE(sweep_axes_topologies(grids, "", NULL));
    g_autofree char *text = common_grids_text(grids);
    CHECK_TEXT(text, "1 2 4 2x2 4x2x3");
}

static gboolean
vary(GPtrArray *machines, const char *text, GError **error)
{
    char *const texts[] = { (char *)text, NULL };
    return sweep_axes_vary(machines, texts, error);
}

static void
test_vary(void)
{
    g_autoptr(GPtrArray) machines = sweep_axes_machines();
    GString *text = g_string_new(NULL);

    sweep_axes_add_machine(machines, "a.par", common_params("start time = 3;"));
    sweep_axes_add_machine(machines, "b.par", common_params("start time = 4;"));
    CU_ASSERT_TRUE(vary(machines, "Power = 1, 2", NULL));
    CU_ASSERT_TRUE(vary(machines, "type=network,ideal", NULL));
    CU_ASSERT_TRUE(vary(machines, "speed={1},{2 x 1, 3}", NULL));
    for (guint i = 0; i < machines->len; i++) {
        const SweepRow *row = g_ptr_array_index(machines, i);
        g_autofree char *speed = sweep_parameter_text(row->params, 5);
        g_string_append_printf(text, "%u:%s %g %s [%s]\n", row->machine, row->params_file,
                               row->params->power, params_type_name(row->params), speed);
    }
    /* files slowest, then each parameter in the order given */
    CHECK_TEXT(text->str, "1:a.par 1 network [1 x 1]\n2:a.par 1 network [2 x 1, 1 x 3]\n"
                          "3:a.par 1 ideal [1 x 1]\n4:a.par 1 ideal [2 x 1, 1 x 3]\n"
                          "5:a.par 2 network [1 x 1]\n6:a.par 2 network [2 x 1, 1 x 3]\n"
                          "7:a.par 2 ideal [1 x 1]\n8:a.par 2 ideal [2 x 1, 1 x 3]\n"
                          "9:b.par 1 network [1 x 1]\n10:b.par 1 network [2 x 1, 1 x 3]\n"
                          "11:b.par 1 ideal [1 x 1]\n12:b.par 1 ideal [2 x 1, 1 x 3]\n"
                          "13:b.par 2 network [1 x 1]\n14:b.par 2 network [2 x 1, 1 x 3]\n"
                          "15:b.par 2 ideal [1 x 1]\n16:b.par 2 ideal [2 x 1, 1 x 3]\n");
    g_string_free(text, TRUE);
}

static void
test_vary_wrong(void)
{
    static const char *const wrong[] = {
        "power",
        "power=",
        "power=1,,2",
        "power=1,x",
        "=1",
        "colour=1",
        "topology=1,2",
        "Topology = {4}",
        "speed={1,2",
        "speed=1,}2{",
        "start time=1;power=2",
        "power=1;2",
        "type=fast",
        "channels=0,1",
        "",
        "power=1, topology={2}; power=1",
    };
    g_autoptr(GPtrArray) machines = sweep_axes_machines();

    sweep_axes_add_machine(machines, "a.par", params_new());
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        const gboolean ok = vary(machines, wrong[i], &error);
        if (ok)
            CHECK_TEXT(wrong[i], "refused");
        CHECK_INT(ok, error == NULL);
        CHECK_INT(machines->len, 1); /* untouched */
    }
}

/* More machines than rows are allowed are refused before they fill the memory. */
static void
test_too_many(void)
{
    g_autoptr(GPtrArray) machines = sweep_axes_machines();
    g_autoptr(GString) values = g_string_new("=1");
    g_autoptr(GError) error = NULL;

    sweep_axes_add_machine(machines, "a.par", params_new());
    for (guint i = 2; i <= 401; i++)
        g_string_append_printf(values, ",%u", i);
    g_autofree char *power = g_strconcat("power", values->str, NULL);
    g_autofree char *channels = g_strconcat("channels", values->str, NULL);
    CU_ASSERT_TRUE(vary(machines, power, NULL));
    CU_ASSERT_FALSE(vary(machines, channels, &error));
    CHECK_TEXT(error != NULL ? error->message : "", "more than 100000 configurations");
    CHECK_INT(machines->len, 401);
}

/* A parameter is varied once, however its name is written. */
static void
test_vary_all(void)
{
    char *const both[] = { (char *)"power=1,2", (char *)"start time = 3, 4", NULL };
    char *const twice[] = { (char *)"start time=1", (char *)"power=2",
                            (char *)" Start\tTIME =3", NULL };
    g_autoptr(GPtrArray) machines = sweep_axes_machines();
    g_autoptr(GError) error = NULL;

    sweep_axes_add_machine(machines, "test.par", params_new());
    CU_ASSERT_TRUE(sweep_axes_vary(machines, both, NULL));
    CHECK_INT(machines->len, 4);
    CU_ASSERT_FALSE(sweep_axes_vary(machines, twice, &error));
    CHECK_TEXT(error != NULL ? error->message : "",
               "'Start\tTIME' is varied twice; one list has all its values");
}

/* Each machine is taken once, whatever way its values are written; numbers have no gaps. */
static void
test_equal(void)
{
    g_autoptr(GPtrArray) machines = sweep_axes_machines();

    sweep_axes_add_machine(machines, "a.par", params_new());
    sweep_axes_add_machine(machines, "b.par", params_new());
    sweep_axes_add_machine(machines, "a.par", params_new());
    sweep_axes_unite_machines(machines);
    CHECK_INT(machines->len, 2);
    CU_ASSERT_TRUE(vary(machines, "start time=75,75.0, 7.5e1, 1 ,75,1.0", NULL));
    CHECK_INT(machines->len, 4);
    for (guint i = 0; i < machines->len; i++) {
        const SweepRow *machine = g_ptr_array_index(machines, i);
        CHECK_INT(machine->machine, i + 1);
        CHECK_TEXT(machine->params_file, i < 2 ? "a.par" : "b.par");
        CU_ASSERT_DOUBLE_EQUAL(machine->params->start_time, i % 2 == 0 ? 75e-6 : 1e-6, 1e-15);
    }
    CU_ASSERT_TRUE(vary(machines, "start time=2", NULL)); /* the last word counts */
    CHECK_INT(machines->len, 2);
}

/* The rows of one or two machines for a program of rank 2. */
static char *
rows(const char *topologies, const char *processors, gboolean all, guint n_machines,
     gboolean symmetric)
{
    g_autoptr(Sweep) sweep = sweep_new();
    g_autoptr(GPtrArray) machines = sweep_axes_machines();
    g_autoptr(GArray) grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    const SimLayout layout = { .rank = 2, .like = { 0, symmetric ? 0 : 1 } };

    for (guint i = 0; i < n_machines; i++)
        sweep_axes_add_machine(machines, "a.par", common_params("topology = { 3, 5 };"));
    if (topologies != NULL)
        CU_ASSERT_TRUE(sweep_axes_topologies(grids, topologies, NULL));
    if (processors != NULL)
        CU_ASSERT_TRUE(sweep_axes_processors(numbers, processors, TRUE, NULL));
    CU_ASSERT_TRUE(sweep_axes_add_rows(sweep, machines, grids, numbers, all, &layout, NULL));
    return common_rows_text(sweep);
}

static void
check_rows(const char *topologies, const char *processors, gboolean all, guint n_machines,
           gboolean symmetric, const char *expected)
{
    g_autofree char *actual = rows(topologies, processors, all, n_machines, symmetric);
    CHECK_TEXT(actual, expected);
}

static void
test_rows(void)
{
    check_rows(NULL, NULL, FALSE, 1, FALSE, "3x5"); /* the machine's own */
    check_rows("4,2x2,4", NULL, FALSE, 1, FALSE, "4 2x2");
    check_rows(NULL, "1..6", FALSE, 1, FALSE, "1x1 2x1 3x1 2x2 5x1 3x2");
    check_rows(NULL, "4,6", TRUE, 1, FALSE, "4x1 2x2 1x4 6x1 3x2 2x3 1x6");
    check_rows(NULL, "4,6", TRUE, 1, TRUE, "4x1 2x2 6x1 3x2");
    check_rows("2x3", "6", TRUE, 1, TRUE, "2x3 6x1 3x2"); /* what is listed is taken */
    check_rows("2x2", "4", FALSE, 2, FALSE, "1:2x2 2:2x2");
    check_rows("2,3", NULL, FALSE, 2, FALSE, "1:2 1:3 2:2 2:3");
}

/* With all grids of a number those that leave processors without elements are left out, and
 * that is noted; when none is left there are no rows. */
static void
test_extents(void)
{
    g_autoptr(Sweep) sweep = sweep_new();
    g_autoptr(GPtrArray) machines = sweep_axes_machines();
    g_autoptr(GArray) grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GError) error = NULL;
    SimLayout layout = { .rank = 2, .like = { 0, 1 } };
    const gint64 extents[] = { 4, 3 };

    for (int d = 0; d < 2; d++) {
        layout.extents[d] = g_array_new(FALSE, FALSE, sizeof(gint64));
        g_array_append_val(layout.extents[d], extents[d]);
    }
    sweep_axes_add_machine(machines, "a.par", params_new());
    CU_ASSERT_TRUE(sweep_axes_processors(numbers, "3,6,15", FALSE, NULL));
    CU_ASSERT_TRUE(sweep_axes_add_rows(sweep, machines, grids, numbers, FALSE, &layout, NULL));
    CHECK_INT(sweep->left_out, 0);
    CHECK_INT(sweep->rows->len, 3); /* the most even grids, 5x3 too */
    g_ptr_array_set_size(sweep->rows, 0);
    CU_ASSERT_TRUE(sweep_axes_add_rows(sweep, machines, grids, numbers, TRUE, &layout, NULL));
    CHECK_INT(sweep->left_out, 1);
    g_autofree char *text = common_rows_text(sweep);
    CHECK_TEXT(text, "3x1 1x3 3x2 2x3");
    g_ptr_array_set_size(sweep->rows, 0);
    g_array_remove_range(numbers, 0, 2);
    CU_ASSERT_FALSE(
        sweep_axes_add_rows(sweep, machines, grids, numbers, TRUE, &layout, &error));
    CHECK_HAS(error != NULL ? error->message : "", "leaves some without elements");
    for (int d = 0; d < 2; d++)
        g_array_unref(layout.extents[d]);
}

static void
test_row_limit(void)
{
    g_autoptr(Sweep) sweep = sweep_new();
    g_autoptr(GPtrArray) machines = sweep_axes_machines();
    g_autoptr(GArray) grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GError) error = NULL;
    const SimLayout layout = { .rank = 8, .like = { 0, 1, 2, 3, 4, 5, 6, 7 } };

    sweep_axes_add_machine(machines, "a.par", params_new());
    CU_ASSERT_TRUE(sweep_axes_processors(numbers, "2147483648", FALSE, NULL));
    CU_ASSERT_FALSE(
        sweep_axes_add_rows(sweep, machines, grids, numbers, TRUE, &layout, &error));
    CHECK_TEXT(error != NULL ? error->message : "", "more than 100000 configurations");
}

/* Some words and letters. */
static char *
random_text(GRand *random)
{
    static const char letters[] = "0123456789..,,xX={} \t-+ae;/*\"%\n\xc3";
    static const char *const words[] = { "power", "start time=",   "speed={", "topology",
                                         "1..",   "4x2",           "2 x 1",   "}",
                                         "type=", "ideal,network", "//" };
    GString *text = g_string_new(NULL);

    for (gint k = g_rand_int_range(random, 0, 12); k > 0; k--) {
        if (g_rand_int_range(random, 0, 3) == 0)
            g_string_append(text, words[g_rand_int_range(random, 0, G_N_ELEMENTS(words))]);
        else
            g_string_append_c(text, letters[g_rand_int_range(random, 0, sizeof letters - 1)]);
    }
    return g_string_free(text, FALSE);
}

/* Whether each reader gives a result or an error, and nothing half done. */
static gboolean
is_sound(const char *text, gboolean every)
{
    g_autoptr(GArray) grids = g_array_new(FALSE, FALSE, sizeof(RaterGrid));
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GPtrArray) machines = sweep_axes_machines();
    g_autoptr(GError) first = NULL;
    g_autoptr(GError) second = NULL;
    g_autoptr(GError) third = NULL;

    sweep_axes_add_machine(machines, "a.par", params_new());
    const gboolean topologies = sweep_axes_topologies(grids, text, &first),
                   processors = sweep_axes_processors(numbers, text, every, &second),
                   varied = vary(machines, text, &third);
    return topologies == (first == NULL) && topologies == (grids->len > 0) &&
           processors == (second == NULL) && processors == (numbers->len > 0) &&
           varied == (third == NULL) && (varied || machines->len == 1);
}

/* SWEEP_RANDOM is the number of rounds, for more than the usual ones. */
static void
test_random(void)
{
    const guint32 seed = 20251121;
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    const char *rounds = g_getenv("SWEEP_RANDOM");
    const guint64 n = rounds != NULL ? g_ascii_strtoull(rounds, NULL, 10) : 20000;

    for (guint64 i = 0; i < n; i++) {
        g_autofree char *text = random_text(random);
        g_autofree char *where = g_strdup_printf("seed %u, round %" G_GUINT64_FORMAT, seed, i);
        if (!is_sound(text, i % 2 == 0))
            CHECK_TEXT(text, where);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "processors", test_processors },
        { "topologies", test_topologies },
        { "varied parameters", test_vary },
        { "varied parameters that are wrong", test_vary_wrong },
        { "too many", test_too_many },
        { "all parameters at once", test_vary_all },
        { "equal machines", test_equal },
        { "rows", test_rows },
        { "most rows", test_row_limit },
        { "extents", test_extents },
        { "random text", test_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-axes", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Names, sets of processors as text, and processors by number.
 */
#include <string.h>

#include "tests/report/builder.h"
#include "tests/report/check.h"

static void
test_names(void)
{
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);
    Characteristics values = { .execution_time = 1.5, .idle = 2.5, .start_exit = 3.5 };

    CHECK_INT(n, 18);
    CHECK_TEXT(rows[0].name, "Execution_time");
    CHECK_TEXT(rows[n - 1].name, "Start_exit");
    CHECK_SAME(characteristic_value(&values, &rows[0]), 1.5);
    CHECK_SAME(characteristic_value(&values, &rows[n - 1]), 3.5);
    for (unsigned i = 0; i < n; i++)
        CHECK_SAME(characteristic_value(&values, &rows[i]), i == 0 ? 1.5
                                                            : strcmp(rows[i].name, "Idle") == 0
                                                                ? 2.5
                                                            : i == n - 1 ? 3.5
                                                                         : 0.0);
    CHECK_TEXT(operation_name(OPERATION_IO), "io");
    CHECK_TEXT(operation_name(OPERATION_REDISTRIBUTION), "redistribution");
    CHECK_TEXT(operation_label(OPERATION_SHADOW), "Shadow edges");
    CHECK_TEXT(interval_type_name(INTERVAL_MAIN), "MAIN");
    CHECK_TEXT(interval_type_name(INTERVAL_USER), "USER");
    CHECK_TEXT(interval_type_name(INTERVAL_SEQ), "SEQ");
    CHECK_TEXT(interval_type_name(INTERVAL_PAR), "PAR");
}

static void
check_format(int rank, const ProcessorBox boxes[], guint n, const char *expected)
{
    const int64_t sizes[] = { 100, 100, 100 };
    g_autoptr(GString) text = g_string_new(">");
    RaterGrid grid;

    rater_grid_init(&grid, rank, sizes);
    g_autoptr(ProcessorSet) set = builder_set(&grid, n, boxes);
    processor_set_append_text(set, G_MAXUINT64, text);
    CHECK_TEXT(text->str, expected);
}

static void
test_format(void)
{
    const ProcessorBox line[] = { { { 0 }, { 3 } }, { { 8 }, { 8 } } };
    const ProcessorBox plane[] = { { { 0, 0 }, { 1, 3 } }, { { 5, 7 }, { 5, 7 } } };
    const ProcessorBox space[] = { { { 10, 0, 99 }, { 10, 9, 99 } } };
    const ProcessorBox large[] = { { { 0 }, { G_MAXINT64 } } };

    check_format(1, line, 2, ">0-3 8");
    check_format(2, plane, 2, ">0-1,0-3 5,7");
    check_format(3, space, 1, ">10,0-9,99");
    check_format(1, large, 1, ">0-9223372036854775807");
    check_format(1, NULL, 0, ">");
}

/* Every processor once, by rising number, in its class. */
static void
test_walk(void)
{
    for (guint32 seed = 1; seed <= 20; seed++) {
        g_autoptr(Prediction) prediction = builder_random(seed, 1);
        const Interval *interval = &prediction->intervals[0];
        g_autoptr(ProcessorWalk) walk = interval_walk_processors(interval);
        gint64 number, expected = 0, counts[4] = { 0 };
        guint which;
        while (processor_walk_next(walk, &number, &which)) {
            CHECK_INT(number, expected);
            expected++;
            counts[which]++;
        }
        CHECK_INT(expected, prediction->processors);
        for (guint i = 0; i < interval->n_classes; i++)
            CHECK_INT(counts[i], interval->classes[i].count);
    }
}

/* Boxes of several rows and columns, whose numbers are not one run; only some processors. */
static void
test_walk_boxes(void)
{
    const int64_t sizes[] = { 3, 4 };
    const ProcessorBox boxes[] = { { { 0, 0 }, { 2, 1 } }, { { 0, 3 }, { 1, 3 } } };
    static const struct {
        gint64 number;
        guint which;
    } expected[] = { { 0, 0 }, { 1, 0 }, { 3, 1 }, { 4, 0 },
                     { 5, 0 }, { 7, 1 }, { 8, 0 }, { 9, 0 } };
    RaterGrid grid;
    gint64 number = -1;
    guint which = 9;

    rater_grid_init(&grid, 2, sizes);
    g_autoptr(ProcessorSet) first = builder_set(&grid, 1, &boxes[0]);
    g_autoptr(ProcessorSet) second = builder_set(&grid, 1, &boxes[1]);
    g_autoptr(ProcessorWalk) walk = processor_walk_new(2, (ProcessorSet *[]){ first, second });
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        CU_ASSERT_TRUE(processor_walk_next(walk, &number, &which));
        CHECK_INT(number, expected[i].number);
        CHECK_INT(which, expected[i].which);
    }
    CU_ASSERT_FALSE(processor_walk_next(walk, &number, &which));
}

static void
test_free(void)
{
    Prediction *prediction = g_new0(Prediction, 1);

    prediction->n_intervals = 2; /* the second without a name */
    prediction->intervals = g_new0(Interval, 2);
    prediction->intervals[0].file = g_strdup("own.fdv");
    prediction_free(prediction); /* the sanitizer tells of leaks */
    prediction_free(NULL);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "names", test_names }, { "format", test_format },
        { "walk", test_walk },   { "walk through boxes", test_walk_boxes },
        { "free", test_free },   CU_TEST_INFO_NULL,
    };
    return tap_run("prediction", tests);
}

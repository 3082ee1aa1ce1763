/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Characteristics of classes kept in few bytes come out as they went in.
 */
#include <string.h>

#include "src/analysis/predict/interval-groups.h"
#include "tests/sim/sim-check.h"

#define SEED     4404
#define N_VALUES (sizeof(Characteristics) / sizeof(double))

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
        { "groups", test_groups },
        CU_TEST_INFO_NULL,
    };
    return tap_run("interval-groups", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Intervals and records of a ledger are found again, however many there are.
 */
#include "src/sim/core/ledger.h"
#include "tests/sim/sim-check.h"

#define MANY 5000
#define SEED 3111

/* Enters what interval i is in this test: a child of the root for most, by site and expression,
 * which take values that only one half of their bits tells apart. */
static guint
enter(SimLedger *ledger, guint i)
{
    gint64 expression = i % 3 == 0 ? (gint64)i : (gint64)i << 32;
    sim_ledger_enter(ledger, i % 5 == 0 ? INTERVAL_PAR : INTERVAL_USER, i / 100, i % 7 != 0,
                     i % 7 != 0 ? expression : 0);
    return sim_ledger_current(ledger);
}

static gboolean
same_key(const SimInterval *a, const SimInterval *b)
{
    return a->parent == b->parent && a->type == b->type && a->site == b->site &&
           a->has_expression == b->has_expression && a->expression == b->expression;
}

static void
test_intervals(void)
{
    g_autoptr(SimLedger) ledger = sim_ledger_new(FALSE);
    g_autofree guint *index = g_new(guint, MANY);
    g_autofree guint64 *count = g_new0(guint64, MANY + 1);
    guint n_siblings = 0;

    for (guint i = 0; i < MANY; i++) {
        index[i] = enter(ledger, i);
        count[index[i]]++;
        sim_ledger_leave(ledger);
        CHECK_INT(sim_ledger_current(ledger), 0);
    }
    for (guint i = MANY; i-- > 0;) {
        CHECK_INT(enter(ledger, i), index[i]);
        count[index[i]]++;
        sim_ledger_leave(ledger);
    }
    for (guint c = sim_ledger_interval(ledger, 0)->first_child; c != G_MAXUINT;
         c = sim_ledger_interval(ledger, c)->next_sibling) {
        CHECK_INT(c, ++n_siblings); /* in the order in which they were entered first */
        CHECK_INT(sim_ledger_interval(ledger, c)->count, count[c]);
        CHECK_INT(sim_ledger_interval(ledger, c)->level, 1);
        if (c > 1)
            CU_ASSERT_FALSE(
                same_key(sim_ledger_interval(ledger, c), sim_ledger_interval(ledger, c - 1)));
    }
    CHECK_INT(n_siblings + 1, sim_ledger_n_intervals(ledger));
}

/* The same properties one level down are another interval. */
static void
test_levels(void)
{
    g_autoptr(SimLedger) ledger = sim_ledger_new(FALSE);

    for (guint i = 1; i <= 100; i++) {
        sim_ledger_enter(ledger, INTERVAL_SEQ, 7, FALSE, 99);
        CHECK_INT(sim_ledger_current(ledger), i);
        CHECK_INT(sim_ledger_interval(ledger, i)->parent, i - 1);
        CHECK_INT(sim_ledger_interval(ledger, i)->level, i);
        CHECK_INT(sim_ledger_interval(ledger, i)->expression, 0); /* there is none */
    }
    for (guint i = 100; i > 0; i--)
        sim_ledger_leave(ledger);
    sim_ledger_enter(ledger, INTERVAL_SEQ, 7, FALSE, -1);
    CHECK_INT(sim_ledger_current(ledger), 1);
}

/* Children come behind their parent in the order in which they were entered first, however the
 * program went from one to the other: the tree 0(1(2, 4(5)), 3) is made as 0 1 2, 0 3, 0 1 4 5.
 */
static void
test_order(void)
{
    static const guint entered[][3] = { { 1, 2, 0 }, { 3, 0, 0 }, { 1, 4, 5 } };
    static const guint order[] = { 0, 1, 2, 4, 5, 3 };
    g_autoptr(SimLedger) ledger = sim_ledger_new(FALSE);
    guint at = 0;

    CHECK_INT(sim_ledger_next(ledger, 0), G_MAXUINT); /* the root alone */
    for (guint i = 0; i < G_N_ELEMENTS(entered); i++) {
        for (guint k = 0; k < 3 && entered[i][k] != 0; k++) {
            sim_ledger_enter(ledger, INTERVAL_SEQ, entered[i][k], FALSE, 0);
            CHECK_INT(sim_ledger_current(ledger), entered[i][k]);
        }
        while (sim_ledger_current(ledger) != 0)
            sim_ledger_leave(ledger);
    }
    for (guint i = 0; i < G_N_ELEMENTS(order); i++) {
        CHECK_INT(at, order[i]);
        at = sim_ledger_next(ledger, at);
    }
    CHECK_INT(at, G_MAXUINT);
}

/* What was added at random to many records is what each of them has at the end. */
static void
test_records(void)
{
    g_autoptr(SimLedger) ledger = sim_ledger_new(FALSE);
    g_autoptr(GRand) random = sim_check_random(SEED);
    double expected[21][SIM_N_RECORDS][10] = { { { 0 } } };
    const char things[10] = { 0 }; /* what records are of */
    guint n_records = 0;

    for (guint i = 0; i < 20000; i++) {
        guint child = (guint)sim_check_between(random, 1, 20);
        guint kind = (guint)sim_check_between(random, 0, SIM_N_RECORDS - 1);
        guint id = (guint)sim_check_between(random, 0, 9);
        double *slot;
        sim_ledger_enter(ledger, INTERVAL_USER, child, FALSE, 0);
        slot = &expected[sim_ledger_current(ledger)][kind][id];
        sim_sum_add(&sim_ledger_sums(ledger, kind, &things[id], 3)[2], i + 1.0);
        sim_ledger_leave(ledger);
        n_records += *slot == 0;
        *slot += i + 1.0;
    }
    sim_ledger_close(ledger);
    for (guint i = 0; i < sim_ledger_n_intervals(ledger); i++) {
        for (const SimRecord *record = sim_ledger_interval(ledger, i)->records; record != NULL;
             record = record->next) {
            const gsize id = (gsize)((const char *)record->of - things);
            CHECK_REAL(sim_sum_value(record->sums[0]), 0, 0);
            CHECK_REAL(sim_sum_value(record->sums[2]), expected[i][record->kind][id], 0);
            n_records--;
        }
        sim_ledger_drop_records(ledger, i);
        CU_ASSERT_PTR_NULL(sim_ledger_interval(ledger, i)->records);
    }
    CHECK_INT(n_records, 0);
    sim_ledger_clear(ledger);
    CHECK_INT(sim_ledger_n_intervals(ledger), 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "intervals", test_intervals }, { "levels", test_levels }, { "order", test_order },
        { "records", test_records },     CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = { { "ledger", NULL, NULL, NULL, NULL, tests }, CU_SUITE_INFO_NULL };
    return tap_run(suites);
}

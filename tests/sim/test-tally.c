/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Intervals and entries of a tally are found again, however many there are.
 */
#include "src/sim/core/tally.h"
#include "tests/sim/sim-check.h"

#define MANY 5000
#define SEED 3111

/* Enters what interval i is in this test: a child of the root for most, by site and expression,
 * which take values that only one half of their bits tells apart. */
static guint
enter(SimTally *tally, guint i)
{
    gint64 expression = i % 3 == 0 ? (gint64)i : (gint64)i << 32;
    sim_tally_enter(tally, i % 5 == 0 ? INTERVAL_PAR : INTERVAL_USER, i / 100, i % 7 != 0,
                    i % 7 != 0 ? expression : 0);
    return tally->current;
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
    g_autoptr(SimTally) tally = sim_tally_new(FALSE);
    g_autofree guint *index = g_new(guint, MANY);
    g_autofree guint64 *count = g_new0(guint64, MANY + 1);
    guint n_siblings = 0;

    for (guint i = 0; i < MANY; i++) {
        index[i] = enter(tally, i);
        count[index[i]]++;
        sim_tally_leave(tally);
        CHECK_INT(tally->current, 0);
    }
    for (guint i = MANY; i-- > 0;) {
        CHECK_INT(enter(tally, i), index[i]);
        count[index[i]]++;
        sim_tally_leave(tally);
    }
    for (guint c = sim_tally_interval(tally, 0)->first_child; c != G_MAXUINT;
         c = sim_tally_interval(tally, c)->next_sibling) {
        CHECK_INT(c, ++n_siblings); /* in the order in which they were entered first */
        CHECK_INT(sim_tally_interval(tally, c)->count, count[c]);
        CHECK_INT(sim_tally_interval(tally, c)->level, 1);
        if (c > 1)
            CU_ASSERT_FALSE(
                same_key(sim_tally_interval(tally, c), sim_tally_interval(tally, c - 1)));
    }
    CHECK_INT(n_siblings + 1, tally->intervals->len);
}

/* The same properties one level down are another interval. */
static void
test_levels(void)
{
    g_autoptr(SimTally) tally = sim_tally_new(FALSE);

    for (guint i = 1; i <= 100; i++) {
        sim_tally_enter(tally, INTERVAL_SEQ, 7, FALSE, 99);
        CHECK_INT(tally->current, i);
        CHECK_INT(sim_tally_interval(tally, i)->parent, i - 1);
        CHECK_INT(sim_tally_interval(tally, i)->level, i);
        CHECK_INT(sim_tally_interval(tally, i)->expression, 0); /* there is none */
    }
    for (guint i = 100; i > 0; i--)
        sim_tally_leave(tally);
    sim_tally_enter(tally, INTERVAL_SEQ, 7, FALSE, -1);
    CHECK_INT(tally->current, 1);
}

/* Children come behind their parent in the order in which they were entered first, however the
 * program went from one to the other: the tree 0(1(2, 4(5)), 3) is made as 0 1 2, 0 3, 0 1 4 5.
 */
static void
test_order(void)
{
    static const guint entered[][3] = { { 1, 2, 0 }, { 3, 0, 0 }, { 1, 4, 5 } };
    static const guint order[] = { 0, 1, 2, 4, 5, 3 };
    g_autoptr(SimTally) tally = sim_tally_new(FALSE);
    guint at = 0;

    CHECK_INT(sim_tally_next(tally, 0), G_MAXUINT); /* the root alone */
    for (guint i = 0; i < G_N_ELEMENTS(entered); i++) {
        for (guint k = 0; k < 3 && entered[i][k] != 0; k++) {
            sim_tally_enter(tally, INTERVAL_SEQ, entered[i][k], FALSE, 0);
            CHECK_INT(tally->current, entered[i][k]);
        }
        while (tally->current != 0)
            sim_tally_leave(tally);
    }
    for (guint i = 0; i < G_N_ELEMENTS(order); i++) {
        CHECK_INT(at, order[i]);
        at = sim_tally_next(tally, at);
    }
    CHECK_INT(at, G_MAXUINT);
}

/* What was added at random to many entries is what each of them has at the end. */
static void
test_records(void)
{
    g_autoptr(SimTally) tally = sim_tally_new(FALSE);
    g_autoptr(GRand) random = sim_check_random(SEED);
    double expected[21][SIM_N_TALLY_KINDS][10] = { { { 0 } } };
    const char things[10] = { 0 }; /* what entries are of */
    guint n_entries = 0;

    for (guint i = 0; i < 20000; i++) {
        guint child = (guint)sim_check_between(random, 1, 20);
        guint kind = (guint)sim_check_between(random, 0, SIM_N_TALLY_KINDS - 1);
        guint id = (guint)sim_check_between(random, 0, 9);
        double *slot;
        sim_tally_enter(tally, INTERVAL_USER, child, FALSE, 0);
        slot = &expected[tally->current][kind][id];
        sim_sum_add(&sim_tally_sums(tally, kind, &things[id], 3)[2], i + 1.0);
        sim_tally_leave(tally);
        n_entries += *slot == 0;
        *slot += i + 1.0;
    }
    for (guint i = 0; i < tally->intervals->len; i++) {
        for (const SimTallyEntry *entry = sim_tally_interval(tally, i)->entries; entry != NULL;
             entry = entry->next) {
            const gsize id = (gsize)((const char *)entry->of - things);
            CHECK_REAL(sim_sum_value(entry->sums[0]), 0, 0);
            CHECK_REAL(sim_sum_value(entry->sums[2]), expected[i][entry->kind][id], 0);
            n_entries--;
        }
    }
    CHECK_INT(n_entries, 0);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "intervals", test_intervals }, { "levels", test_levels }, { "order", test_order },
        { "entries", test_records },     CU_TEST_INFO_NULL,
    };
    return tap_run("tally", tests);
}

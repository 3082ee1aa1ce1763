/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/sweep/best.h"

#include <string.h>

/* Relative difference that is rounding. */
#define ROUNDING 1e-9

static const char *const objectives[] = {
    [SWEEP_TIME] = "time",
    [SWEEP_EFFICIENCY] = "efficiency",
    [SWEEP_COST] = "cost",
};

const char *
sweep_objective_name(SweepObjective objective)
{
    return objectives[objective];
}

gboolean
sweep_objective_find(const char *name, SweepObjective *objective)
{
    for (guint i = 0; i < G_N_ELEMENTS(objectives); i++) {
        if (strcmp(objectives[i], name) == 0) {
            *objective = (SweepObjective)i;
            return TRUE;
        }
    }
    return FALSE;
}

double
sweep_value(const Sweep *sweep, const SweepRow *row)
{
    return sweep->objective == SWEEP_COST ? row->result.total_time : row->result.execution_time;
}

/* Whether the row is done and reaches the floor. */
static gboolean
row_is_eligible(const Sweep *sweep, const SweepRow *row)
{
    return row->status == SWEEP_DONE && (sweep->objective != SWEEP_EFFICIENCY ||
                                         !sweep_is_less(row->result.efficiency, sweep->floor));
}

gint
sweep_compare_rows(gconstpointer a, gconstpointer b, gpointer data)
{
    const Sweep *sweep = data;
    const guint i = *(const guint *)a, j = *(const guint *)b;
    const SweepRow *x = sweep_row(sweep, i), *y = sweep_row(sweep, j);
    const gboolean p = row_is_eligible(sweep, x), q = row_is_eligible(sweep, y);
    if (p != q)
        return p ? -1 : 1;
    const double v = sweep_value(sweep, x), w = sweep_value(sweep, y);
    const gint64 n = sweep_row_processors(x), m = sweep_row_processors(y);
    if (v != w)
        return v < w ? -1 : 1;
    return n != m ? (n < m ? -1 : 1) : (i > j) - (i < j);
}

gboolean
sweep_is_less(double value, double other)
{
    return value < other * (1 - ROUNDING);
}

/* Whether a row may be chosen at all. */
typedef gboolean (*Filter)(const Sweep *sweep, guint i, gconstpointer data);

/* The best of the rows that pass, by the rules of the header. */
static gint
choose(const Sweep *sweep, guint first, guint n, Filter passes, gconstpointer data)
{
    double least = G_MAXDOUBLE;
    gint best = SWEEP_NOTHING;
    for (guint i = first; i < first + n; i++) {
        if (passes(sweep, i, data))
            least = MIN(least, sweep_value(sweep, sweep_row(sweep, i)));
    }
    for (guint i = first; i < first + n; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        if (!passes(sweep, i, data) || sweep_is_less(least, sweep_value(sweep, row)))
            continue;
        if (best == SWEEP_NOTHING ||
            sweep_row_processors(row) < sweep_row_processors(sweep_row(sweep, (guint)best)))
            best = (gint)i;
    }
    return best;
}

static gboolean
is_eligible(const Sweep *sweep, guint i, G_GNUC_UNUSED gconstpointer data)
{
    return row_is_eligible(sweep, sweep_row(sweep, i));
}

gint
sweep_best_of(const Sweep *sweep, guint first, guint n)
{
    return choose(sweep, first, n, is_eligible, NULL);
}

/* A row that others are held against. */
typedef struct {
    const SweepMachines *machines;
    guint row;
} Reference;

static gboolean
is_same_machine(G_GNUC_UNUSED const Sweep *sweep, guint i, gconstpointer data)
{
    const Reference *to = data;
    return to->machines->machine[i] == to->machines->machine[to->row];
}

/* How many processors more a row has; 0 on another machine. */
static gint64
processors_more(const Sweep *sweep, guint i, const Reference *than)
{
    if (!is_same_machine(sweep, i, than))
        return 0;
    return sweep_row_processors(sweep_row(sweep, i)) -
           sweep_row_processors(sweep_row(sweep, than->row));
}

static gboolean
is_larger_and_done(const Sweep *sweep, guint i, gconstpointer data)
{
    return sweep_row(sweep, i)->status == SWEEP_DONE && processors_more(sweep, i, data) > 0;
}

/* Larger and faster than the minimum, which is so because it is not efficient enough. */
static gboolean
is_inefficient(const Sweep *sweep, guint i, gconstpointer data)
{
    const Reference *minimum = data;
    const SweepRow *row = sweep_row(sweep, i);
    return is_larger_and_done(sweep, i, minimum) && !row_is_eligible(sweep, row) &&
           sweep_is_less(sweep_value(sweep, row),
                         sweep_value(sweep, sweep_row(sweep, minimum->row)));
}

static gboolean
is_done(const Sweep *sweep, guint i, G_GNUC_UNUSED gconstpointer data)
{
    return sweep_row(sweep, i)->status == SWEEP_DONE;
}

/* Whether a row is nearly as good as the minimum. */
static gboolean
is_near(const Sweep *sweep, const SweepRow *row, guint minimum)
{
    return row_is_eligible(sweep, row) &&
           sweep_value(sweep, row) <=
               sweep_value(sweep, sweep_row(sweep, minimum)) * (1 + SWEEP_NEARLY);
}

/* Whether a row has fewer processors than another, or as many and a better value. */
static gboolean
is_smaller(const Sweep *sweep, const SweepRow *row, const SweepRow *other)
{
    const gint64 n = sweep_row_processors(row), m = sweep_row_processors(other);
    return n < m ||
           (n == m && sweep_is_less(sweep_value(sweep, row), sweep_value(sweep, other)));
}

/* Of rows that are near and pass. */
static guint
find_knee(const Sweep *sweep, guint first, guint n, guint minimum, Filter passes,
          gconstpointer data)
{
    guint knee = minimum;
    for (guint i = first; i < first + n && sweep->objective != SWEEP_COST; i++) {
        const SweepRow *row = sweep_row(sweep, i);
        if (is_near(sweep, row, minimum) && passes(sweep, i, data) &&
            is_smaller(sweep, row, sweep_row(sweep, knee)))
            knee = i;
    }
    return knee;
}

guint
sweep_knee_of(const Sweep *sweep, guint first, guint n, guint minimum)
{
    return find_knee(sweep, first, n, minimum, is_done, NULL);
}

/* The first of the rows that pass with the greatest efficiency. */
static gint
most_efficient(const Sweep *sweep, Filter passes, gconstpointer data)
{
    gint best = SWEEP_NOTHING;
    for (guint i = 0; i < sweep->rows->len; i++) {
        if (passes(sweep, i, data) &&
            (best == SWEEP_NOTHING || sweep_row(sweep, i)->result.efficiency >
                                          sweep_row(sweep, (guint)best)->result.efficiency))
            best = (gint)i;
    }
    return best;
}

static gint
find_more(const Sweep *sweep, const Reference *minimum)
{
    const gint more = sweep->objective == SWEEP_EFFICIENCY
                          ? most_efficient(sweep, is_inefficient, minimum)
                          : SWEEP_NOTHING;
    return more != SWEEP_NOTHING
               ? more
               : choose(sweep, 0, sweep->rows->len, is_larger_and_done, minimum);
}

/* What a loss of a row is divided by: a number of processors where time counts, 1 where
 * processor-seconds do, all processor time where efficiency does. */
static double
loss_unit(const Sweep *sweep, const SweepRow *row, gboolean shares)
{
    if (shares)
        return row->result.total_time;
    return sweep->objective == SWEEP_COST ? 1 : (double)sweep_row_processors(row);
}

/* The loss that takes most more in `more` than in `minimum`. */
static void
find_growth(const Sweep *sweep, const SweepRow *minimum, const SweepRow *more,
            SweepAdvice *advice)
{
    double most = 0;
    advice->shares = sweep_is_less(sweep_value(sweep, more), sweep_value(sweep, minimum));
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++) {
        const double before =
            minimum->result.losses[loss] / loss_unit(sweep, minimum, advice->shares);
        const double after = more->result.losses[loss] / loss_unit(sweep, more, advice->shares);
        if (!(after - before > most)) /* nor where both are nothing of nothing */
            continue;
        most = after - before;
        advice->grows = TRUE;
        advice->grown = loss;
        advice->before = before;
        advice->after = after;
    }
}

void
sweep_advise(const Sweep *sweep, const SweepMachines *machines, SweepAdvice *advice)
{
    *advice = (SweepAdvice){ .best = SWEEP_NOTHING,
                             .minimum = sweep_best_of(sweep, 0, sweep->rows->len),
                             .nearest = SWEEP_NOTHING,
                             .more = SWEEP_NOTHING };
    if (advice->minimum == SWEEP_NOTHING) {
        advice->nearest = most_efficient(sweep, is_done, NULL);
        return;
    }
    const Reference minimum = { machines, (guint)advice->minimum };
    advice->best =
        (gint)find_knee(sweep, 0, sweep->rows->len, minimum.row, is_same_machine, &minimum);
    advice->limit = sweep_row_largest_loss(sweep_row(sweep, (guint)advice->best));
    for (guint i = 0; i < sweep->rows->len; i++)
        advice->larger_failed |= sweep_row(sweep, i)->status == SWEEP_FAILED &&
                                 processors_more(sweep, i, &minimum) > 0;
    advice->more = find_more(sweep, &minimum);
    if (advice->more != SWEEP_NOTHING)
        find_growth(sweep, sweep_row(sweep, minimum.row), sweep_row(sweep, (guint)advice->more),
                    advice);
}

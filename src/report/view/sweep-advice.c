/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/sweep-advice.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/number.h"

const char *
sweep_advice_objective(const Sweep *sweep)
{
    switch (sweep->objective) {
    case SWEEP_TIME:
        return "least predicted time";
    case SWEEP_EFFICIENCY:
        return "least predicted time with the efficiency wanted";
    case SWEEP_COST:
        return "fewest processor-seconds";
    }
    g_assert_not_reached();
}

char *
sweep_advice_value(const Params *params, guint parameter)
{
    guint n;
    const ParamsRow *row = &params_rows(&n)[parameter];
    g_autofree char *text = sweep_parameter_text(params, parameter);

    if (strcmp(row->unit, "microseconds") == 0)
        return g_strconcat(text, strcmp(text, "1") == 0 ? " microsecond" : " microseconds",
                           NULL);
    return g_strdup(*text != '\0' ? text : row->initial);
}

GArray *
sweep_axes_new(const SweepMachines *machines)
{
    GArray *axes = g_array_new(FALSE, FALSE, sizeof(int));
    guint n;

    params_rows(&n);
    for (int axis = machines->files ? SWEEP_AXIS_FILE : 0; axis < (int)n; axis++)
        if (axis == SWEEP_AXIS_FILE ||
            (machines->varies[axis] && (guint)axis != sweep_machine_topology()))
            g_array_append_val(axes, axis);
    return axes;
}

const char *
sweep_axis_name(int axis)
{
    guint n;

    return axis == SWEEP_AXIS_FILE ? "parameter file" : params_rows(&n)[axis].name;
}

char *
sweep_axis_value(const SweepMachines *machines, const SweepRow *row, int axis)
{
    return axis == SWEEP_AXIS_FILE ? g_strdup(sweep_machine_file(machines, row))
                                   : sweep_parameter_text(row->params, (guint)axis);
}

char *
sweep_advice_machine(const SweepView *view, guint i)
{
    const SweepRow *row = sweep_row(view->sweep, i);
    GString *text = g_string_new(NULL);

    for (guint k = 0; k < view->axes->len; k++) {
        const int axis = g_array_index(view->axes, int, k);
        g_autofree char *value = axis == SWEEP_AXIS_FILE
                                     ? sweep_axis_value(view->machines, row, axis)
                                     : sweep_advice_value(row->params, (guint)axis);
        if (axis == SWEEP_AXIS_FILE)
            g_string_append(text, value);
        else
            g_string_append_printf(text, "%s%s = %s", text->len > 0 ? ", " : "",
                                   sweep_axis_name(axis), value);
    }
    return g_string_free(text, FALSE);
}

/* "4x2 (8 processors)" */
static void
append_topology(GString *out, const SweepRow *row)
{
    const gint64 n = sweep_row_processors(row);

    topology_append(&row->params->topology, out);
    g_string_append_printf(out, " (%" G_GINT64_FORMAT " processor%s)", n, n == 1 ? "" : "s");
}

/* What a sentence calls a loss. */
static const char *
loss_words(SweepLoss loss)
{
    static const char *const groups[N_OPERATIONS] = {
        [OPERATION_IO] = "input and output",
        [OPERATION_REDUCTION] = "reductions",
        [OPERATION_SHADOW] = "the exchange of shadow edges",
        [OPERATION_REMOTE] = "remote access",
        [OPERATION_REDISTRIBUTION] = "redistribution",
    };

    if (loss == SWEEP_INSUFFICIENT)
        return "insufficient parallelism (work that processors repeat)";
    return loss == SWEEP_IDLE ? "idle processors" : groups[loss - SWEEP_COMMUNICATION];
}

/* "Use 4x2 (8 processors) with x.par" */
static void
append_headline(GString *out, const SweepView *view)
{
    const SweepRow *best = sweep_row(view->sweep, (guint)view->advice.best);
    g_autofree char *machine = sweep_advice_machine(view, (guint)view->advice.best);

    g_string_append(out, "Use ");
    append_topology(out, best);
    g_string_append_printf(out, "%s%s", *machine != '\0' ? " with " : "", machine);
}

/* How the best stands to one processor. */
static void
append_speed(GString *out, const SweepRow *best)
{
    char number[REPORT_NUMBER_SIZE];
    const SweepResult *result = &best->result;

    if (sweep_row_processors(best) == 1)
        g_string_append(out, ",");
    else if (sweep_is_less(result->serial_time, result->execution_time))
        g_string_append_printf(out, " where one processor alone takes %s s,",
                               report_number_rounded(result->serial_time, number));
    else if (!sweep_is_less(result->execution_time, result->serial_time))
        g_string_append(out, ", as fast as one processor alone,");
    else if (sweep_row_speedup(best) < 1 + SWEEP_NEARLY)
        g_string_append_printf(out, ", hardly faster than one processor alone (%s s),",
                               report_number_rounded(result->serial_time, number));
    else
        g_string_append_printf(out, ", %s times the speed of one processor,",
                               report_number_rounded(sweep_row_speedup(best), number));
    g_string_append_printf(out, " efficiency %s.",
                           report_number_percent(result->efficiency, number));
}

static void
append_best(GString *out, const SweepView *view)
{
    char number[REPORT_NUMBER_SIZE];
    const SweepRow *best = sweep_row(view->sweep, (guint)view->advice.best);

    g_string_append_printf(out, ": %s s",
                           report_number_rounded(best->result.execution_time, number));
    if (view->sweep->objective == SWEEP_COST)
        g_string_append_printf(out, ", %s processor-seconds",
                               report_number_rounded(best->result.total_time, number));
    append_speed(out, best);
}

static void
append_limit(GString *out, const SweepView *view)
{
    char number[REPORT_NUMBER_SIZE];
    const SweepRow *best = sweep_row(view->sweep, (guint)view->advice.best);
    const double share = sweep_row_share(best, view->advice.limit);

    if (share > 0)
        g_string_append_printf(out, " What limits it most: %s, %s of the processor time.",
                               loss_words(view->advice.limit),
                               report_number_percent(share, number));
}

/* How `other`, seconds or processor-seconds, stands to `value`. */
static void
append_change(GString *out, double value, double other, gboolean cost)
{
    char number[REPORT_NUMBER_SIZE];

    g_string_append(out, cost ? "costs " : "takes ");
    if (value > 0 && other / value >= 2)
        g_string_append_printf(out, "%s times as %s",
                               report_number_rounded(other / value, number),
                               cost ? "much" : "long");
    else if (sweep_is_less(value, other))
        g_string_append_printf(out, "%s %s", report_number_percent(other / value - 1, number),
                               cost ? "more" : "longer");
    else if (sweep_is_less(other, value))
        g_string_append_printf(out, "%s less%s",
                               report_number_percent(1 - other / value, number),
                               cost ? "" : " time");
    else
        g_string_append(out, cost ? "as much" : "as long");
}

static void
append_growth(GString *out, const SweepView *view)
{
    char before[REPORT_NUMBER_SIZE], after[REPORT_NUMBER_SIZE];
    const SweepAdvice *advice = &view->advice;

    if (!advice->grows)
        return;
    /* the words in brackets once are enough */
    const char *words = advice->grown == SWEEP_INSUFFICIENT && advice->limit == advice->grown
                            ? "insufficient parallelism"
                            : loss_words(advice->grown);
    g_string_append_printf(out, "%s because of %s: ", advice->shares ? "" : ",", words);
    if (advice->shares)
        g_string_append_printf(out, "%s of the processor time instead of %s",
                               report_number_percent(advice->after, after),
                               report_number_percent(advice->before, before));
    else
        g_string_append_printf(
            out, "%s %s instead of %s%s", report_number_rounded(advice->after, after),
            view->sweep->objective == SWEEP_COST ? "processor-seconds" : "s of each processor",
            advice->before > 0 ? report_number_rounded(advice->before, before) : "none",
            advice->before > 0 && view->sweep->objective != SWEEP_COST ? " s" : "");
}

/* What will nearly do. */
static void
append_fewer(GString *out, const SweepView *view)
{
    const SweepAdvice *advice = &view->advice;

    if (advice->fewer == SWEEP_NOTHING)
        return;
    const SweepRow *fewer = sweep_row(view->sweep, (guint)advice->fewer);
    g_string_append(out, " Nearly as fast with fewer: ");
    append_topology(out, fewer);
    g_string_append_c(out, ' ');
    append_change(out, sweep_value(view->sweep, sweep_row(view->sweep, (guint)advice->best)),
                  sweep_value(view->sweep, fewer), FALSE);
    g_string_append_c(out, '.');
}

/* Why not more processors. */
static void
append_more(GString *out, const SweepView *view)
{
    char number[REPORT_NUMBER_SIZE];
    const SweepAdvice *advice = &view->advice;
    const SweepRow *best = sweep_row(view->sweep, (guint)advice->best);

    if (advice->more == SWEEP_NOTHING) {
        g_string_append(out, advice->larger_failed ? " With more processors it cannot run."
                                                   : " More processors were not tried.");
        return;
    }
    const SweepRow *more = sweep_row(view->sweep, (guint)advice->more);
    g_string_append(out, advice->shares ? " More are not efficient enough: the next, "
                                        : " More processors do not pay: the best with more, ");
    append_topology(out, more);
    g_string_append(out, ", ");
    append_change(out, sweep_value(view->sweep, best), sweep_value(view->sweep, more),
                  view->sweep->objective == SWEEP_COST);
    if (advice->shares)
        g_string_append_printf(out, ", but its efficiency is %s",
                               report_number_percent(more->result.efficiency, number));
    append_growth(out, view);
    g_string_append_c(out, '.');
}

/* Nothing was predicted: why. */
static void
append_failed(GString *out, const Sweep *sweep)
{
    if (sweep->rows->len == 0 || sweep_count(sweep, SWEEP_FAILED) < sweep->rows->len) {
        g_string_append(out, "No configuration was predicted.");
        return;
    }
    const SweepRow *first = sweep_row(sweep, 0);
    g_string_append(out, "No configuration can run. ");
    topology_append(&first->params->topology, out);
    g_string_append_printf(out, ": %s.", first->reason);
}

/* There is no best one. */
static void
append_nothing(GString *out, const SweepView *view)
{
    char number[REPORT_NUMBER_SIZE];

    if (view->advice.nearest == SWEEP_NOTHING) {
        append_failed(out, view->sweep);
        return;
    }
    const SweepRow *nearest = sweep_row(view->sweep, (guint)view->advice.nearest);
    g_autofree char *machine = sweep_advice_machine(view, (guint)view->advice.nearest);
    g_string_append_printf(
        out, "No configuration reaches an efficiency of %s. The most efficient is ",
        report_number_percent(view->sweep->floor, number));
    append_topology(out, nearest);
    g_string_append_printf(out, "%s%s: %s, ", *machine != '\0' ? " with " : "", machine,
                           report_number_percent(nearest->result.efficiency, number));
    g_string_append_printf(out, "%s s.",
                           report_number_rounded(nearest->result.execution_time, number));
}

char *
sweep_advice_headline(const SweepView *view)
{
    GString *out = g_string_new(NULL);

    if (view->advice.best != SWEEP_NOTHING)
        append_headline(out, view);
    return g_string_free(out, FALSE);
}

char *
sweep_advice_text(const SweepView *view)
{
    GString *out = g_string_new(NULL);

    if (view->advice.best == SWEEP_NOTHING) {
        append_nothing(out, view);
    } else {
        append_headline(out, view);
        append_best(out, view);
        append_fewer(out, view);
        append_limit(out, view);
        append_more(out, view);
    }
    if (view->sweep->interrupted)
        g_string_append(out, " This is not the last word: the sweep was interrupted.");
    return g_string_free(out, FALSE);
}

/* How much better another grid could be than the best that was found. */
static void
append_bound(GString *out, const SweepView *view, const SweepSearch *search)
{
    char bound[REPORT_NUMBER_SIZE], share[REPORT_NUMBER_SIZE];
    const gint best = sweep_best_of(view->sweep, search->first, search->n_rows);

    if (!isfinite(search->bound) || best == SWEEP_NOTHING)
        return;
    const double value = sweep_value(view->sweep, sweep_row(view->sweep, (guint)best));
    g_string_append_printf(
        out,
        " The others were left out by a heuristic; by Amdahl's law none of "
        "them can take less than %s %s, which is %s below the best of these.",
        report_number_rounded(search->bound, bound),
        view->sweep->objective == SWEEP_COST ? "processor-seconds" : "s",
        report_number_percent(1 - search->bound / value, share));
}

char *
sweep_advice_search(const SweepView *view, const SweepSearch *search)
{
    g_autofree char *machine =
        search->n_rows > 0 ? sweep_advice_machine(view, search->first) : g_strdup("");
    GString *out = g_string_new(machine);

    g_string_append_printf(out,
                           "%sOf the grids of rank %d with at most %" G_GINT64_FORMAT
                           " processors %u were predicted",
                           *machine != '\0' ? ": " : "", search->rank, search->most,
                           search->n_rows);
    g_string_append(out, search->exhaustive ? "; no other can be better." : ".");
    if (!search->exhaustive)
        append_bound(out, view, search);
    return g_string_free(out, FALSE);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/sweep/advice.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/number.h"

char *
sweep_advice_value(const Params *params, guint parameter)
{
    const ParamsRow *row = &params_rows[parameter];
    g_autofree char *text = sweep_parameter_text(params, parameter);

    if (strcmp(row->unit, "microseconds") == 0)
        return g_strconcat(text, strcmp(text, "1") == 0 ? " microsecond" : " microseconds",
                           NULL);
    return g_strdup(*text != '\0' ? text : row->initial);
}

const char *
sweep_axis_name(int axis)
{
    return axis == SWEEP_AXIS_FILE ? "parameter file" : params_rows[axis].name;
}

char *
sweep_axis_value(const SweepMachines *machines, const SweepRow *row, int axis)
{
    return axis == SWEEP_AXIS_FILE ? g_strdup(row->params_file + machines->folder)
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

char *
sweep_advice_change(const SweepView *view, const SweepSensitivity *one, gint64 at)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    const gint best = view->advice.best;

    if (one->values[at] == one->value || best == SWEEP_NOTHING)
        return g_strdup("out of range");
    if (!isfinite(one->times[at]))
        return g_strdup("cannot run");
    const double from = sweep_row(view->sweep, (guint)best)->result.execution_time;
    g_ascii_formatd(number, sizeof number, "%+.3g",
                    from > 0 ? 100 * (one->times[at] / from - 1) : 0);
    return g_strconcat(number, " %", NULL);
}

/* A number or a share for a sentence, between words. */
static void
put_number(GString *out, const char *before, double value, const char *after)
{
    char number[REPORT_NUMBER_SIZE];

    g_string_append_printf(out, "%s%s%s", before, report_number_rounded(value, number), after);
}

static void
put_time(GString *out, const char *before, double seconds, const char *after)
{
    char number[REPORT_NUMBER_SIZE];

    g_string_append_printf(out, "%s%s%s", before, report_number_time(seconds, number), after);
}

static void
put_share(GString *out, const char *before, double share, const char *after)
{
    char number[REPORT_NUMBER_SIZE];

    g_string_append_printf(out, "%s%s%s", before, report_number_percent(share, number), after);
}

/* NULL for SWEEP_NOTHING. */
static const SweepRow *
row_of(const SweepView *view, gint row)
{
    return row != SWEEP_NOTHING ? sweep_row(view->sweep, (guint)row) : NULL;
}

/* "4x2 (8 processors)" */
static void
append_topology(GString *out, const SweepRow *row)
{
    const gint64 n = sweep_row_processors(row);

    topology_append(&row->params->topology, out);
    g_string_append_printf(out, " (%" G_GINT64_FORMAT " processor%s)", n, n == 1 ? "" : "s");
}

/* "4x2 (8 processors) with x.par" */
static void
append_configuration(GString *out, const SweepView *view, gint row)
{
    g_autofree char *machine = sweep_advice_machine(view, (guint)row);

    append_topology(out, row_of(view, row));
    g_string_append_printf(out, "%s%s", *machine != '\0' ? " with " : "", machine);
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

/* How the best stands to one processor. */
static void
append_speed(GString *out, const SweepRow *best)
{
    const SweepResult *result = &best->result;

    if (sweep_row_processors(best) == 1)
        g_string_append(out, ",");
    else if (sweep_is_less(result->serial_time, result->execution_time))
        put_time(out, " where one processor alone takes ", result->serial_time, ",");
    else if (!sweep_is_less(result->execution_time, result->serial_time))
        g_string_append(out, ", as fast as one processor alone,");
    else if (sweep_row_speedup(best) < 1 + SWEEP_NEARLY)
        put_time(out, ", hardly faster than one processor alone (", result->serial_time, "),");
    else
        put_number(out, ", ", sweep_row_speedup(best), " times the speed of one processor,");
    put_share(out, " efficiency ", result->efficiency, ".");
}

static void
append_best(GString *out, const SweepView *view)
{
    const SweepRow *best = row_of(view, view->advice.best);

    put_time(out, ": ", best->result.execution_time, "");
    if (view->sweep->objective == SWEEP_COST)
        put_number(out, ", ", best->result.total_time, " processor-seconds");
    append_speed(out, best);
}

/* What the program cannot help, and how it does without. */
static void
append_start(GString *out, const SweepResult *result)
{
    put_share(
        out,
        " What limits it most: start and exit of the process, which each processor repeats, ",
        result->start_exit_repeated / result->total_time, " of the processor time");
    put_share(out, "; without them the efficiency is ", result->efficiency_without_start,
              ". Trace more steps, or larger ones, to judge the rest.");
}

static void
append_limit(GString *out, const SweepView *view)
{
    const double share = sweep_row_share(row_of(view, view->advice.best), view->advice.limit);

    if (share <= 0)
        return;
    if (sweep_row_is_start(row_of(view, view->advice.best))) {
        append_start(out, &row_of(view, view->advice.best)->result);
        return;
    }
    g_string_append_printf(out, " What limits it most: %s", loss_words(view->advice.limit));
    put_share(out, ", ", share, " of the processor time.");
}

/* How `other`, seconds or processor-seconds, stands to `value`. */
static void
append_change(GString *out, double value, double other, gboolean cost)
{
    g_string_append(out, cost ? "costs " : "takes ");
    if (value > 0 && other / value >= 2)
        put_number(out, "", other / value, cost ? " times as much" : " times as long");
    else if (sweep_is_less(value, other))
        put_share(out, "", other / value - 1, cost ? " more" : " longer");
    else if (sweep_is_less(other, value))
        put_share(out, "", 1 - other / value, cost ? " less" : " less time");
    else
        g_string_append(out, cost ? "as much" : "as long");
}

static void
append_growth(GString *out, const SweepView *view)
{
    const SweepAdvice *advice = &view->advice;
    const gboolean cost = view->sweep->objective == SWEEP_COST;

    if (!advice->grows)
        return;
    /* the words in brackets once are enough */
    const char *words = advice->grown == SWEEP_INSUFFICIENT && advice->limit == advice->grown
                            ? "insufficient parallelism"
                            : loss_words(advice->grown);
    g_string_append_printf(out, "%s because of %s: ", advice->shares ? "" : ",", words);
    if (advice->shares) {
        put_share(out, "", advice->after, " of the processor time instead of ");
        put_share(out, "", advice->before, "");
        return;
    }
    if (cost)
        put_number(out, "", advice->after, " processor-seconds instead of ");
    else
        put_time(out, "", advice->after, " of each processor instead of ");
    if (advice->before > 0)
        (cost ? put_number : put_time)(out, "", advice->before, "");
    else
        g_string_append(out, "none");
}

/* What the least value is, when fewer processors will do. */
static void
append_minimum(GString *out, const SweepView *view)
{
    const SweepRow *best = row_of(view, view->advice.best);
    const SweepRow *minimum = row_of(view, view->advice.minimum);

    if (best == minimum)
        return;
    put_time(out, " The minimum, ", minimum->result.execution_time, ", is at ");
    append_topology(out, minimum);
    g_string_append_printf(out, "; %" G_GINT64_FORMAT " %s", sweep_row_processors(best),
                           sweep_row_processors(best) == 1 ? "is" : "are");
    if (sweep_is_less(sweep_value(view->sweep, minimum), sweep_value(view->sweep, best)))
        put_share(out, " within ",
                  sweep_value(view->sweep, best) / sweep_value(view->sweep, minimum) - 1, ".");
    else
        g_string_append(out, " as fast.");
}

/* " More processors", or " More than 32768" when the minimum has more than the best. */
static void
append_words_of_more(GString *out, const SweepView *view, const char *word)
{
    const SweepRow *minimum = row_of(view, view->advice.minimum);

    if (view->advice.minimum == view->advice.best)
        g_string_append_printf(out, " %s processors", word);
    else
        g_string_append_printf(out, " %s than %" G_GINT64_FORMAT, word,
                               sweep_row_processors(minimum));
}

/* Why not more processors. */
static void
append_more(GString *out, const SweepView *view)
{
    const SweepAdvice *advice = &view->advice;
    const SweepRow *minimum = row_of(view, advice->minimum), *more = row_of(view, advice->more);

    append_words_of_more(out, view,
                         more == NULL && advice->larger_failed ? "With more" : "More");
    if (more == NULL) {
        g_string_append(out, advice->larger_failed ? " it cannot run." : " were not tried.");
        return;
    }
    g_string_append(out, advice->shares ? " are not efficient enough: the next, "
                                        : " do not pay: the best with more, ");
    append_topology(out, more);
    g_string_append(out, ", ");
    append_change(out, sweep_value(view->sweep, minimum), sweep_value(view->sweep, more),
                  view->sweep->objective == SWEEP_COST);
    if (advice->shares)
        put_share(out, ", but its efficiency is ", more->result.efficiency, "");
    append_growth(out, view);
    g_string_append_c(out, '.');
}

/* "1200x1200", or "1200 in dimension 1" where something is distributed over some dimensions. */
static void
append_extents(GString *out, const RaterGrid *extents)
{
    const char *before = "";
    gboolean all = TRUE;

    for (int d = 0; d < extents->rank; d++)
        all &= extents->size[d] > 0;
    if (all) {
        topology_append(extents, out);
        return;
    }
    for (int d = 0; d < extents->rank; d++) {
        if (extents->size[d] == 0)
            continue;
        g_string_append_printf(out, "%s%" G_GINT64_FORMAT " in dimension %d", before,
                               (gint64)extents->size[d], d + 1);
        before = " and ";
    }
}

/* Grids on which processors have no elements: that they were left out, or are there. */
static void
append_beyond(GString *out, const SweepView *view)
{
    const Sweep *sweep = view->sweep;
    guint n = 0, last = 0;

    for (guint i = 0; i < sweep->rows->len; i++) {
        if (!sweep_is_beyond(sweep, i))
            continue;
        last = i;
        n++;
    }
    if (sweep->left_out) {
        g_string_append(out, " Grids beyond ");
        append_extents(out, &sweep->trace.extents);
        g_string_append(out, ", the extents of the distributed arrays, were not tried.");
    }
    if (n == 0)
        return;
    g_string_append(out, " On ");
    if (n == 1)
        topology_append(&sweep_row(sweep, last)->params->topology, out);
    else
        g_string_append_printf(out, "%u of the configurations", n);
    g_string_append(out, " some processors have no elements: the distributed arrays end at ");
    append_extents(out, &sweep->trace.extents);
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
    const SweepRow *nearest = row_of(view, view->advice.nearest);

    if (nearest == NULL) {
        append_failed(out, view->sweep);
        return;
    }
    put_share(out, "No configuration reaches an efficiency of ", view->sweep->floor,
              ". The most efficient is ");
    append_configuration(out, view, view->advice.nearest);
    put_share(out, ": ", nearest->result.efficiency, "");
    put_time(out, ", ", nearest->result.execution_time, ".");
}

char *
sweep_advice_headline(const SweepView *view)
{
    GString *out = g_string_new(NULL);

    if (view->advice.best != SWEEP_NOTHING) {
        g_string_append(out, "Use ");
        append_configuration(out, view, view->advice.best);
    }
    return g_string_free(out, FALSE);
}

char *
sweep_advice_text(const SweepView *view)
{
    g_autofree char *headline = sweep_advice_headline(view);
    GString *out = g_string_new(headline);

    if (view->advice.best == SWEEP_NOTHING) {
        append_nothing(out, view);
    } else {
        append_best(out, view);
        append_minimum(out, view);
        append_limit(out, view);
        append_more(out, view);
    }
    append_beyond(out, view);
    if (view->sweep->part.parts > 0)
        g_string_append(out, " This is not the last word: it is a part of the sweep.");
    if (view->sweep->interrupted)
        g_string_append(out, " This is not the last word: the sweep was interrupted.");
    return g_string_free(out, FALSE);
}

/* How much better another grid could be than the best that was found. */
static void
append_bound(GString *out, const SweepView *view, const SweepSearch *search)
{
    const SweepRow *best =
        row_of(view, sweep_best_of(view->sweep, search->first, search->n_rows));

    if (!isfinite(search->bound) || best == NULL)
        return;
    g_string_append(out,
                    " The others were left out by a heuristic; by Amdahl's law none of them "
                    "can take less than ");
    if (view->sweep->objective == SWEEP_COST)
        put_number(out, "", search->bound, " processor-seconds");
    else
        put_time(out, "", search->bound, "");
    put_share(out, ", which is ", 1 - search->bound / sweep_value(view->sweep, best),
              " below the best of these.");
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

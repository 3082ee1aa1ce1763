/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/naive-compare.h"

#include <math.h>

#include "tests/sim/processors.h"

/* An interval's values by processor, whichever side they come from. */
typedef struct {
    IntervalType type;
    const char *file;
    gint64 line, expression, processors;
    gboolean has_expression;
    guint64 count;
    const guint64 *n_operations;
    double total_time, efficiency, without_start;
    const Characteristics *total;
    const Characteristics **own; /* of each processor, NULL: it takes no part */
} View;

static void
view_free(View *view)
{
    g_free(view->own);
    g_free(view);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(View, view_free)

static View *
view_of_prediction(const Prediction *prediction, guint i)
{
    const Interval *in = &prediction->intervals[i];
    View *view = g_new0(View, 1);
    *view = (View){ in->type,
                    in->file,
                    in->line,
                    in->has_expression ? in->expression : 0,
                    in->processors,
                    in->has_expression,
                    in->count,
                    in->n_operations,
                    in->total_time,
                    in->efficiency,
                    in->efficiency_without_start,
                    &in->values,
                    g_new0(const Characteristics *, prediction->processors) };
    for (guint c = 0; c < in->n_classes; c++) {
        for (gint64 p = 0; p < prediction->processors; p++) {
            if (processors_have(in->classes[c].set, p))
                view->own[p] = &in->classes[c].values;
        }
    }
    return view;
}

static View *
view_of_naive(const NaiveResult *naive, guint i)
{
    const NaiveInterval *in = &naive->intervals[i];
    View *view = g_new0(View, 1);
    *view = (View){ in->type,
                    in->file,
                    in->line,
                    in->expression,
                    in->processors,
                    in->has_expression,
                    in->count,
                    in->n_operations,
                    in->total_time,
                    in->efficiency,
                    in->efficiency_without_start,
                    &in->total,
                    g_new0(const Characteristics *, naive->n_processors) };
    for (int p = 0; p < naive->n_processors; p++)
        view->own[p] = in->member[p] ? &in->values[p] : NULL;
    return view;
}

static gboolean
differ(double a, double b, double allowed)
{
    return !(fabs(a - b) <= allowed);
}

static char *
compare_values(const Characteristics *a, const Characteristics *b, double allowed)
{
    static const char *const names[] = { "communication", "synchronization", "variation",
                                         "overlap" };
    unsigned n_rows;
    const CharacteristicRow *rows = characteristic_rows(&n_rows);
    for (int g = 0; g < N_OPERATIONS; g++) {
        const double *x = (const double *)&a->operations[g],
                     *y = (const double *)&b->operations[g];
        for (int k = 0; k < 4; k++)
            if (differ(x[k], y[k], allowed))
                return g_strdup_printf("%s %s: %.15g, not %.15g", operation_name(g), names[k],
                                       x[k], y[k]);
    }
    for (unsigned r = 0; r < n_rows; r++) {
        double x = characteristic_value(a, &rows[r]), y = characteristic_value(b, &rows[r]);
        if (differ(x, y, allowed))
            return g_strdup_printf("%s: %.15g, not %.15g", rows[r].name, x, y);
    }
    if (differ(a->start_exit_repeated, b->start_exit_repeated, allowed))
        return g_strdup_printf("repeated part of Start_exit: %.15g, not %.15g",
                               a->start_exit_repeated, b->start_exit_repeated);
    return NULL;
}

static char *
compare_views(const View *a, const View *b, int n_processors, double rel)
{
    if (a->type != b->type || !g_str_equal(a->file, b->file) || a->line != b->line ||
        a->has_expression != b->has_expression || a->expression != b->expression)
        return g_strdup_printf("another interval: %s %s:%" G_GINT64_FORMAT ", not %s %s:"
                               "%" G_GINT64_FORMAT,
                               interval_type_name(a->type), a->file, a->line,
                               interval_type_name(b->type), b->file, b->line);
    if (a->count != b->count)
        return g_strdup_printf("EXE_count: %d, not %d", (int)a->count, (int)b->count);
    for (int g = 0; g < N_OPERATIONS; g++)
        if (a->n_operations[g] != b->n_operations[g])
            return g_strdup_printf("operations %s: %d, not %d", operation_name(g),
                                   (int)a->n_operations[g], (int)b->n_operations[g]);
    double allowed = rel * MAX(a->total_time, b->total_time) + 1e-18;
    for (int p = 0; p < n_processors; p++) {
        if ((a->own[p] == NULL) != (b->own[p] == NULL))
            return g_strdup_printf("processor %d: takes part in one only", p);
        g_autofree char *text =
            a->own[p] == NULL ? NULL : compare_values(a->own[p], b->own[p], allowed);
        if (text != NULL)
            return g_strdup_printf("processor %d: %s", p, text);
    }
    if (a->processors != b->processors)
        return g_strdup_printf("processors: %d, not %d", (int)a->processors,
                               (int)b->processors);
    if (differ(a->total_time, b->total_time, allowed))
        return g_strdup_printf("Total_time: %.15g, not %.15g", a->total_time, b->total_time);
    if (differ(a->efficiency, b->efficiency, n_processors * rel))
        return g_strdup_printf("efficiency: %.15g, not %.15g", a->efficiency, b->efficiency);
    double rest = a->total_time - a->total->start_exit; /* of it there may be little */
    if (differ((a->without_start - b->without_start) * rest, 0, n_processors * allowed))
        return g_strdup_printf("efficiency without start: %.15g, not %.15g", a->without_start,
                               b->without_start);
    return compare_values(a->total, b->total, allowed);
}

static char *
placed(guint i, const View *view, char *text)
{
    if (text == NULL)
        return NULL;
    g_autofree char *inner = text;
    return g_strdup_printf("interval %u (%s %s:%" G_GINT64_FORMAT "): %s", i + 1,
                           interval_type_name(view->type), view->file, view->line, inner);
}

char *
naive_compare(const Prediction *prediction, const NaiveResult *naive, double rel)
{
    if (prediction->n_intervals != naive->n_intervals)
        return g_strdup_printf("%u intervals, not %u", prediction->n_intervals,
                               naive->n_intervals);
    for (guint i = 0; i < naive->n_intervals; i++) {
        g_autoptr(View) a = view_of_prediction(prediction, i);
        g_autoptr(View) b = view_of_naive(naive, i);
        char *text = placed(i, b, compare_views(a, b, naive->n_processors, rel));
        if (text != NULL)
            return text;
    }
    if (differ(prediction->execution_time, naive->execution_time, rel * naive->execution_time))
        return g_strdup_printf("clock: %.15g, not %.15g", prediction->execution_time,
                               naive->execution_time);
    return NULL;
}

char *
naive_compare_predictions(const Prediction *a, const Prediction *b, double rel)
{
    if (a->n_intervals != b->n_intervals)
        return g_strdup_printf("%u intervals, not %u", a->n_intervals, b->n_intervals);
    for (guint i = 0; i < a->n_intervals; i++) {
        g_autoptr(View) x = view_of_prediction(a, i);
        g_autoptr(View) y = view_of_prediction(b, i);
        char *text = placed(i, x, compare_views(x, y, a->processors, rel));
        if (text != NULL)
            return text;
    }
    if (differ(a->execution_time, b->execution_time, rel * a->execution_time) ||
        differ(a->ideal_time, b->ideal_time, rel * a->execution_time) ||
        differ(a->serial_time, b->serial_time, rel * a->execution_time))
        return g_strdup("clock, ideal or serial time");
    if (g_strv_length(a->warnings) != g_strv_length(b->warnings))
        return g_strdup("number of warnings");
    return NULL;
}

static char *
check_processor(const Characteristics *v, double allowed)
{
    double communication = 0, synchronization = 0;
    for (int g = 0; g < N_OPERATIONS; g++) {
        communication += v->operations[g].communication;
        synchronization += v->operations[g].synchronization;
    }
    double execution = v->cpu_time + v->sys_time + v->io_time + v->communication;
    if (differ(v->execution_time, execution, allowed))
        return g_strdup_printf("Execution_time %.15g is not its parts, %.15g",
                               v->execution_time, execution);
    if (differ(v->communication, communication, allowed))
        return g_strdup_printf("Communication %.15g is not that of the groups, %.15g",
                               v->communication, communication);
    if (differ(v->synchronization, synchronization, allowed) ||
        v->synchronization > v->communication + allowed)
        return g_strdup("Synchronization");
    if (v->insuff_parallelism_usr > v->cpu_time + allowed ||
        v->insuff_parallelism_sys > v->sys_time + allowed || v->idle < 0 ||
        v->load_imbalance < 0)
        return g_strdup("Insuff_parallelism, Idle or Load_imbalance");
    if (v->start_exit > v->cpu_time + v->sys_time + allowed ||
        v->start_exit_repeated > MIN(v->start_exit, v->insuff_parallelism) + allowed ||
        v->start_exit - v->start_exit_repeated >
            v->productive_cpu_time + v->productive_sys_time + allowed)
        return g_strdup("Start_exit is no part of CPU_time and SYS_time");
    return NULL;
}

char *
naive_check_invariants(const Prediction *prediction)
{
    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *in = &prediction->intervals[i];
        double allowed = 1e-12 * in->total_time + 1e-18;
        double parts = in->values.productive_time + in->values.lost_time;
        if (differ(in->total_time, parts, allowed))
            return g_strdup_printf(
                "interval %u: Total_time %.17g is not productive + lost, %.17g", i + 1,
                in->total_time, parts);
        if (!(in->efficiency >= 0 && in->efficiency <= 1 + 1e-12))
            return g_strdup_printf("interval %u: efficiency %.17g", i + 1, in->efficiency);
        g_autoptr(View) view = view_of_prediction(prediction, i);
        for (gint64 p = 0; p < prediction->processors; p++) {
            char *text = view->own[p] == NULL ? NULL : check_processor(view->own[p], allowed);
            if (text != NULL)
                return text;
        }
    }
    const Interval *whole = &prediction->intervals[0];
    if (differ(prediction->execution_time, whole->values.execution_time,
               1e-12 * prediction->execution_time))
        return g_strdup("the clock is not the Execution_time of MAIN");
    if (differ(whole->pop.global_efficiency * (double)prediction->processors,
               prediction_speedup(prediction), 1e-9 * prediction_speedup(prediction)))
        return g_strdup("the global efficiency of MAIN is not speed-up / processors");
    return NULL;
}

static double
factor(double part, double whole)
{
    return whole > 0 ? CLAMP(part / whole, 0, 1) : 1;
}

char *
naive_compare_pop(const Prediction *prediction, const NaiveResult *naive,
                  const NaiveResult *ideal, const NaiveResult *single, double speed, double rel)
{
    for (guint i = 0; i < naive->n_intervals; i++) {
        const NaiveInterval *in = &naive->intervals[i];
        const PopFactors *pop = &prediction->intervals[i].pop;
        double sum = 0, most = 0, time = in->total.execution_time;
        double ideal_time = ideal->intervals[i].total.execution_time;
        for (int p = 0; p < naive->n_processors; p++) {
            double useful = in->values[p].execution_time - in->values[p].communication;
            sum += useful;
            most = MAX(most, useful);
        }
        const Characteristics *alone = &single->intervals[i].values[0];
        double scaling =
            sum > 0 ? (alone->execution_time - alone->communication) * speed / sum : 1;
        double expected[] = { factor(sum / in->processors, time) * scaling,
                              scaling,
                              factor(sum / in->processors, time),
                              factor(sum / in->processors, most),
                              factor(most, time),
                              factor(most, ideal_time),
                              factor(ideal_time, time) };
        const double actual[] = { pop->global_efficiency,        pop->computation_scaling,
                                  pop->parallel_efficiency,      pop->load_balance,
                                  pop->communication_efficiency, pop->serialisation_efficiency,
                                  pop->transfer_efficiency };
        for (gsize k = 0; k < G_N_ELEMENTS(actual); k++)
            if (differ(actual[k], expected[k], rel * MAX(expected[k], 1)))
                return g_strdup_printf("interval %u: factor %zu is %.15g, not %.15g", i + 1, k,
                                       actual[k], expected[k]);
    }
    return NULL;
}

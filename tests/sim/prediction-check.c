/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/sim/prediction-check.h"

#include <string.h>

#include "src/trace/text/reader.h"
#include "tests/sim/lines-check.h"
#include "tests/sim/processors.h"
#include "tests/sim/sim-check.h"

const Characteristics *
prediction_check_values(const Prediction *p, guint i, gint64 number)
{
    const Interval *interval = &p->intervals[i];

    for (guint c = 0; c < interval->n_classes; c++) {
        if (processors_have(interval->classes[c].set, number))
            return &interval->classes[c].values;
    }
    return NULL;
}

void
prediction_check_user(const Prediction *p, const double cpu[])
{
    for (gint64 n = 0; n < p->processors; n++)
        CHECK_US(prediction_check_values(p, 0, n)->cpu_time, cpu[n]);
}

int
prediction_check_interval(const Prediction *p, IntervalType type, gint64 line)
{
    for (guint i = 0; i < p->n_intervals; i++) {
        if (p->intervals[i].type == type && p->intervals[i].line == line)
            return (int)i;
    }
    return -1;
}

/* Everything is a number that is not negative. */
static void
check_fields(const Characteristics *v, const char *name)
{
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);
    for (unsigned r = 0; r < n; r++) {
        double x = characteristic_value(v, &rows[r]);
        CHECK_THAT(isfinite(x) && x >= 0, "%s: %s is %g", name, rows[r].name, x);
    }
    for (guint o = 0; o < N_OPERATIONS; o++) {
        const double *x = (const double *)&v->operations[o];
        for (gsize k = 0; k < sizeof v->operations[o] / sizeof *x; k++)
            CHECK_THAT(isfinite(x[k]) && x[k] >= 0, "%s: %s field %" G_GSIZE_FORMAT " is %g",
                       name, operation_name((Operation)o), k, x[k]);
    }
}

/* Equal up to rounding of sums of the size of `whole`. */
static void
check_equal(double actual, double expected, double whole, const char *name, const char *what)
{
    CHECK_THAT(fabs(actual - expected) <= 1e-12 * whole, "%s: %s is %.17g, expected %.17g",
               name, what, actual, expected);
}

/* What is a sum of other fields, for a processor (own) or an interval (sums over processors).
 */
static void
check_sums(const Characteristics *v, double whole, const char *name)
{
    OperationTimes groups = { 0 };
    for (guint o = 0; o < N_OPERATIONS; o++) {
        groups.communication += v->operations[o].communication;
        groups.synchronization += v->operations[o].synchronization;
        groups.variation += v->operations[o].variation;
        groups.overlap += v->operations[o].overlap;
        CHECK_THAT(v->operations[o].synchronization <=
                       v->operations[o].communication + 1e-12 * whole,
                   "%s: synchronization of %s above its communication", name,
                   operation_name((Operation)o));
    }
    check_equal(v->communication, groups.communication, whole, name, "Communication");
    check_equal(v->synchronization, groups.synchronization, whole, name, "Synchronization");
    check_equal(v->time_variation, groups.variation, MAX(whole, groups.variation), name,
                "Time_variation");
    check_equal(v->overlap, groups.overlap, MAX(whole, groups.overlap), name, "Overlap");
    check_equal(v->insuff_parallelism, v->insuff_parallelism_usr + v->insuff_parallelism_sys,
                whole, name, "Insuff_parallelism");
    check_equal(v->productive_cpu_time, v->cpu_time - v->insuff_parallelism_usr, whole, name,
                "Productive_CPU_time");
    check_equal(v->productive_sys_time, v->sys_time - v->insuff_parallelism_sys, whole, name,
                "Productive_SYS_time");
    check_equal(v->productive_time,
                v->productive_cpu_time + v->productive_sys_time + v->io_time, whole, name,
                "Productive_time");
    check_equal(v->lost_time, v->insuff_parallelism + v->communication + v->idle, whole, name,
                "Lost_time");
    /* both parts of it are parts of what the bars show */
    CHECK_THAT(v->start_exit <= v->cpu_time + v->sys_time + 1e-12 * whole &&
                   v->start_exit_repeated <= v->insuff_parallelism + 1e-12 * whole &&
                   v->start_exit - v->start_exit_repeated <=
                       v->productive_cpu_time + v->productive_sys_time + 1e-12 * whole,
               "%s: Start_exit is %g, %g repeated", name, v->start_exit,
               v->start_exit_repeated);
}

static void
check_classes(const Interval *interval, const char *name)
{
    double longest = 0, computing = 0;
    gint64 count = 0, before = -1;

    for (guint c = 0; c < interval->n_classes; c++) {
        const Characteristics *v = &interval->classes[c].values;
        longest = MAX(longest, v->execution_time);
        computing = MAX(computing, v->cpu_time + v->sys_time);
    }
    for (guint c = 0; c < interval->n_classes; c++) {
        const ProcessorClass *one = &interval->classes[c];
        const Characteristics *v = &one->values;
        const gint64 n = processor_set_count(one->set), least = processors_least(one->set);
        check_fields(v, name);
        check_sums(v, v->execution_time + longest, name);
        check_equal(v->execution_time,
                    v->cpu_time + v->sys_time + v->io_time + v->communication,
                    v->execution_time, name, "Execution_time");
        check_equal(v->idle, longest - v->execution_time, longest, name, "Idle");
        check_equal(v->load_imbalance, computing - v->cpu_time - v->sys_time, longest, name,
                    "Load_imbalance");
        CHECK_INT(one->count, n);
        CHECK_THAT(least > before, "%s: classes are not in order", name);
        before = least;
        count += n;
        for (guint d = 0; d < c; d++)
            CHECK_THAT(memcmp(&interval->classes[d].values, v, sizeof *v) != 0,
                       "%s: two classes are one", name);
    }
    CHECK_INT(interval->processors, count);
    check_equal(interval->values.execution_time, longest, longest, name, "Execution_time");
}

/* The interval's sums over its processors, and what is made of them. */
static void
check_interval(const Interval *interval, const char *name)
{
    unsigned n_rows;
    const CharacteristicRow *rows = characteristic_rows(&n_rows);
    const Characteristics *v = &interval->values;
    double total = interval->total_time;

    check_fields(v, name);
    check_equal(total, v->execution_time * (double)interval->processors, total, name,
                "Total_time");
    check_equal(v->productive_time + v->lost_time, total, total, name,
                "Productive_time + Lost_time");
    check_sums(v, total, name);
    for (unsigned r = 0; r < n_rows; r++) {
        double sum = 0;
        for (guint c = 0; c < interval->n_classes; c++)
            sum += (double)interval->classes[c].count *
                   characteristic_value(&interval->classes[c].values, &rows[r]);
        if (strcmp(rows[r].name, "Execution_time") != 0)
            check_equal(characteristic_value(v, &rows[r]), sum, MAX(sum, total), name,
                        rows[r].name);
    }
    CHECK_THAT(fabs(interval->efficiency - (total > 0 ? v->productive_time / total : 1)) <=
                   1e-12,
               "%s: Efficiency is %.17g", name, interval->efficiency);
}

/* Factors of POP: between 0 and 1; the products hold for the whole program. */
static void
check_pop(const Interval *interval, const char *name)
{
    const PopFactors *pop = &interval->pop;
    const double factors[] = { pop->parallel_efficiency, pop->load_balance,
                               pop->communication_efficiency, pop->serialisation_efficiency,
                               pop->transfer_efficiency };
    double useful = 0, longest = 0;

    for (guint i = 0; i < G_N_ELEMENTS(factors); i++)
        CHECK_THAT(factors[i] >= 0 && factors[i] <= 1, "%s: a factor of POP is %g", name,
                   factors[i]);
    for (guint c = 0; c < interval->n_classes; c++) {
        const Characteristics *v = &interval->classes[c].values;
        useful += (double)interval->classes[c].count * (v->execution_time - v->communication);
        longest = MAX(longest, v->execution_time - v->communication);
    }
    double n = (double)interval->processors, run = interval->values.execution_time;
    CHECK_THAT(fabs(pop->load_balance - (longest > 0 ? useful / n / longest : 1)) < 1e-9,
               "%s: load balance is %.17g", name, pop->load_balance);
    CHECK_THAT(fabs(pop->communication_efficiency - (run > 0 ? longest / run : 1)) < 1e-9,
               "%s: communication efficiency is %.17g", name, pop->communication_efficiency);
    CHECK_THAT(fabs(pop->parallel_efficiency -
                    pop->load_balance * pop->communication_efficiency) < 1e-9,
               "%s: parallel efficiency is %.17g", name, pop->parallel_efficiency);
    if (interval->level == 0)
        CHECK_THAT(fabs(pop->communication_efficiency -
                        pop->serialisation_efficiency * pop->transfer_efficiency) < 1e-9,
                   "%s: communication efficiency is no product", name);
}

/* The times that are counted in an interval and all around it. */
static void
inclusive_fields(const Characteristics *v, double out[5 + 4 * N_OPERATIONS])
{
    const double own[] = { v->cpu_time, v->sys_time, v->io_time, v->insuff_parallelism_usr,
                           v->insuff_parallelism_sys };
    memcpy(out, own, sizeof own);
    memcpy(out + 5, v->operations, sizeof v->operations);
}

/* Processors whose children are looked at: all of a small machine, some of a large one. */
#define MOST_LOOKED_AT 100

/* For each processor its children's times together are within its own. */
static void
check_children(const Prediction *p, guint parent, const char *name)
{
    enum { N = 5 + 4 * N_OPERATIONS };

    gint64 step = 1 + (p->processors - 1) / MOST_LOOKED_AT;
    for (gint64 n = 0; n < p->processors; n += step) {
        const Characteristics *own = prediction_check_values(p, parent, n);
        double left[N] = { 0 }, part[N];
        if (own != NULL)
            inclusive_fields(own, left);
        for (guint i = parent + 1; i < p->intervals[parent].last; i++) {
            if (p->intervals[i].parent != p->intervals[parent].id)
                continue;
            const Characteristics *child = prediction_check_values(p, i, n);
            if (child == NULL)
                continue;
            CHECK_THAT(own != NULL, "%s: processor %d is in a child of interval %u alone", name,
                       (int)n, parent + 1);
            inclusive_fields(child, part);
            for (guint f = 0; f < N; f++)
                left[f] -= part[f];
        }
        for (guint f = 0; f < N; f++)
            CHECK_THAT(left[f] >= -1e-12 * p->execution_time,
                       "%s: children of interval %u have %g more of field %u", name, parent + 1,
                       -left[f], f);
    }
}

/* Pre-order ids, levels, counts of operations. */
static void
check_tree(const Prediction *p, const char *name)
{
    for (guint i = 0; i < p->n_intervals; i++) {
        const Interval *interval = &p->intervals[i];
        guint64 n_operations[N_OPERATIONS] = { 0 };
        CHECK_INT(interval->id, i + 1);
        CHECK_INT(interval->type == INTERVAL_MAIN, i == 0);
        if (i > 0) {
            const Interval *parent = &p->intervals[interval->parent - 1];
            CHECK_INT(interval->level, parent->level + 1);
            CU_ASSERT(parent->id < interval->id && interval->last <= parent->last);
        }
        for (guint c = i + 1; c < interval->last; c++) {
            for (guint o = 0; o < N_OPERATIONS && p->intervals[c].parent == i + 1; o++)
                n_operations[o] += p->intervals[c].n_operations[o];
        }
        for (guint o = 0; o < N_OPERATIONS; o++)
            CHECK_THAT(n_operations[o] <= interval->n_operations[o],
                       "%s: operations of interval %u", name, i + 1);
    }
}

void
prediction_check_identities(const Prediction *p, const char *name)
{
    CHECK_INT(p->processors, rater_grid_count(&p->grid));
    CU_ASSERT(p->is_shared || rater_grid_equal(&p->grid, &p->params->topology));
    for (guint i = 0; i < p->n_intervals; i++) {
        check_classes(&p->intervals[i], name);
        check_interval(&p->intervals[i], name);
        check_pop(&p->intervals[i], name);
        if (p->intervals[i].last > p->intervals[i].id)
            check_children(p, i, name);
    }
    check_tree(p, name);
    /* no clock stands still: the program's time is what its longest processor did */
    check_equal(p->intervals[0].values.execution_time, p->execution_time, p->execution_time,
                name, "Execution_time of MAIN");
}

static void
check_same_values(const Characteristics *a, const Characteristics *b, double allowed,
                  const char *name, guint i, gint64 number)
{
    const double *x = (const double *)a, *y = (const double *)b;

    if (a == NULL || b == NULL) {
        CHECK_THAT(a == b, "%s: processor %d takes part in interval %u or does not", name,
                   (int)number, i + 1);
        return;
    }
    for (gsize k = 0; k < sizeof *a / sizeof *x; k++)
        CHECK_THAT(fabs(x[k] - y[k]) <= allowed,
                   "%s: interval %u, processor %d, value %" G_GSIZE_FORMAT ": %.17g and %.17g",
                   name, i + 1, (int)number, k, x[k], y[k]);
}

static void
check_same_interval(const Interval *a, const Interval *b, const char *name)
{
    CHECK_INT(a->parent, b->parent);
    CHECK_INT(a->type, b->type);
    CHECK_INT(a->count, b->count);
    CHECK_INT(a->line, b->line);
    CHECK_INT(a->expression, b->expression);
    CHECK_INT(a->has_expression, b->has_expression);
    CHECK_INT(a->processors, b->processors);
    CHECK_THAT(strcmp(a->file, b->file) == 0, "%s: files %s and %s", name, a->file, b->file);
    CU_ASSERT(memcmp(a->n_operations, b->n_operations, sizeof a->n_operations) == 0);
}

void
prediction_check_same(const Prediction *p, const Prediction *q, double rel, const char *name)
{
    CHECK_INT(p->n_intervals, q->n_intervals);
    CHECK_THAT(g_strv_equal((const char *const *)p->warnings, (const char *const *)q->warnings),
               "%s: other warnings", name);
    CHECK_REAL(p->execution_time, q->execution_time, rel);
    CHECK_REAL(p->ideal_time, q->ideal_time, rel);
    for (guint i = 0; i < MIN(p->n_intervals, q->n_intervals); i++) {
        const Interval *a = &p->intervals[i], *b = &q->intervals[i];
        double allowed = rel * a->values.execution_time;
        check_same_interval(a, b, name);
        check_equal(a->waited_for, b->waited_for,
                    p->intervals[0].values.execution_time * (double)a->processors, name,
                    "waited for");
        check_same_values(&a->values, &b->values, allowed * (double)a->processors, name, i, -1);
        for (gint64 n = 0; n < p->processors; n++)
            check_same_values(prediction_check_values(p, i, n),
                              prediction_check_values(q, i, n), allowed, name, i, n);
    }
}

static Prediction *
predict_text(const TraceText *trace, const char *params, const PredictOptions *options,
             GError **error)
{
    g_autoptr(Params) machine = params_parse("t.par", params, strlen(params), error);
    if (machine == NULL || !params_check(machine, error))
        return NULL;
    g_autoptr(TraceProgram) program = trace_read_all(
        trace_reader_new_from_memory("t.trc", trace->text->str, trace->text->len), error);
    if (program == NULL)
        return NULL;
    return predict(program, machine, options, error);
}

/* The prediction made while the trace is read. */
static Prediction *
stream_text(const TraceText *trace, const char *params, const PredictOptions *options,
            GError **error)
{
    g_autoptr(Params) machine = params_parse("t.par", params, strlen(params), error);
    if (machine == NULL)
        return NULL;
    for (int flat = 0;; flat++) {
        g_autoptr(GError) failure = NULL;
        g_autoptr(TraceReader) reader =
            trace_reader_new_from_memory("t.trc", trace->text->str, trace->text->len);
        g_autoptr(Prediction) p =
            predict_stream(trace_reader_stream(reader), machine, options, flat, &failure);
        if (p != NULL)
            return g_steal_pointer(&p);
        if (flat || !g_error_matches(failure, SIMULATOR_ERROR, SIMULATOR_ERROR_FLAT)) {
            g_propagate_error(error, g_steal_pointer(&failure));
            return NULL;
        }
    }
}

/* Nobody waits for nobody, and for nobody twice. */
static void
check_waits(const Prediction *p, const char *name)
{
    const Characteristics *root = &p->intervals[0].values;
    SimSum sum = { 0, 0 };

    for (guint i = 0; i < p->n_intervals; i++) {
        CU_ASSERT(p->intervals[i].waited_for >= 0);
        sim_sum_add(&sum, p->intervals[i].waited_for);
    }
    check_equal(sim_sum_value(sum), root->synchronization + root->idle,
                p->intervals[0].total_time, name, "all that is waited for");
}

Prediction *
prediction_check_text(const TraceText *trace, const char *params, gboolean keep_going)
{
    const PredictOptions classes = { .keep_going = keep_going, .waits = TRUE };
    const PredictOptions lines = { .keep_going = keep_going, .lines = TRUE, .links = TRUE,
                                   .waits = TRUE };
    const PredictOptions single = { .keep_going = keep_going,
                                    .per_processor = TRUE,
                                    .lines = TRUE,
                                    .waits = TRUE };
    g_autoptr(GError) error = NULL;
    g_autoptr(Prediction) p = predict_text(trace, params, &lines, &error);
    g_autoptr(Prediction) q = p != NULL ? predict_text(trace, params, &single, &error) : NULL;
    g_autoptr(Prediction) s = q != NULL ? stream_text(trace, params, &classes, &error) : NULL;

    CHECK_THAT(s != NULL, "%s", error != NULL ? error->message : "no prediction");
    if (s == NULL)
        return NULL;
    prediction_check_identities(p, "in classes");
    prediction_check_identities(q, "by processor");
    check_waits(p, "in classes");
    check_waits(q, "by processor");
    prediction_check_same(p, q, 1e-12, "classes and processors");
    prediction_check_same(p, s, 0, "program and stream");
    lines_check_sums(p, "in classes");
    lines_check_sums(q, "by processor");
    lines_check_same(p, q, 1e-12, "classes and processors");
    return g_steal_pointer(&p);
}

char *
prediction_check_error(const TraceText *trace, const char *params)
{
    const PredictOptions single = { .per_processor = TRUE };
    g_autoptr(GError) error = NULL, other = NULL, third = NULL;
    g_autoptr(Prediction) p = predict_text(trace, params, NULL, &error);
    g_autoptr(Prediction) q = predict_text(trace, params, &single, &other);
    g_autoptr(Prediction) s = stream_text(trace, params, NULL, &third);

    CHECK_THAT(error != NULL && other != NULL && third != NULL, "no error");
    if (error == NULL || other == NULL || third == NULL)
        return NULL;
    CHECK_THAT(strcmp(error->message, other->message) == 0, "'%s' and '%s'", error->message,
               other->message);
    CHECK_THAT(strcmp(error->message, third->message) == 0, "'%s' and '%s'", error->message,
               third->message);
    return g_strdup(error->message);
}

guint
prediction_check_warnings(const Prediction *p, const char *text, const char *other)
{
    guint n = 0;
    for (guint i = 0; p->warnings[i] != NULL; i++) {
        const char *w = p->warnings[i];
        n += (text == NULL || strstr(w, text) != NULL) &&
             (other == NULL || strstr(w, other) != NULL);
    }
    return n;
}

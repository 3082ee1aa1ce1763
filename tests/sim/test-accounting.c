/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Accounting: small programs, and what is predicted for them, computed by hand. The cases in
 * tests/sim/accounting have, beside what cases.h tells, the statements
 *
 *   predict PARAMETERS         prediction_check_text()
 *   keep-going PARAMETERS      the same with --keep-going
 *   fails PREFIX [TEXT [PARAMETERS]]   on four processors, with a message that has these
 *   program NAME VALUE...      of the Prediction
 *   interval ID NAME VALUE...  of an interval (1: MAIN), its sums, and numbers of operations
 *   each NAME VALUE...         of processors in MAIN: one value for all, or one for each
 *   each-in ID NAME VALUE...   the same in an interval; - takes no part
 *   network NAME VALUE...      of the messages of the program, on nodes and links
 *   links SET NUMBER MEAN MOST of links that are alike: so many, and how long they are busy
 *   warnings NUMBER            all of them
 *   warns TEXT [TEXT]          one of them has these
 */
#include <stddef.h>
#include <string.h>

#include "tests/sim/cases.h"
#include "tests/sim/prediction-check.h"

/* --- what a prediction has ------------------------------------------------------------------
 */

/* A double of Characteristics by its name in JSON, or "reduction.overlap". */
static const double *
characteristic(const Characteristics *values, const char *name)
{
    static const char *const times[] = { "communication", "synchronization", "variation",
                                         "overlap" };
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    for (unsigned r = 0; r < n; r++) {
        if (strcmp(rows[r].name, name) == 0)
            return (const double *)((const char *)values + rows[r].offset);
    }
    for (guint o = 0; o < N_OPERATIONS; o++) {
        for (guint k = 0; k < G_N_ELEMENTS(times); k++) {
            g_autofree char *full =
                g_strdup_printf("%s.%s", operation_name((Operation)o), times[k]);
            if (strcmp(full, name) == 0)
                return (const double *)&values->operations[o] + k;
        }
    }
    return NULL;
}

typedef enum { INT, INT64, TIME, RATIO, TYPE, TEXT } Kind;

/* A member of a structure by name. */
typedef struct {
    const char *name;
    Kind kind;
    gsize offset;
} Member;

static const Member program_members[] = {
    { "execution_time", TIME, offsetof(Prediction, execution_time) },
    { "ideal_time", TIME, offsetof(Prediction, ideal_time) },
    { "serial_time", TIME, offsetof(Prediction, serial_time) },
    { "n_calls", INT64, offsetof(Prediction, n_calls) },
    { "n_intervals", INT, offsetof(Prediction, n_intervals) },
    { "processors", INT64, offsetof(Prediction, processors) },
    { "complete", INT, offsetof(Prediction, complete) },
    { "exit_code", INT64, offsetof(Prediction, exit_code) },
    { NULL },
};
static const Member interval_members[] = {
    { "parent", INT, offsetof(Interval, parent) },
    { "last", INT, offsetof(Interval, last) },
    { "type", TYPE, offsetof(Interval, type) },
    { "level", INT, offsetof(Interval, level) },
    { "has_expression", INT, offsetof(Interval, has_expression) },
    { "count", INT64, offsetof(Interval, count) },
    { "file", TEXT, offsetof(Interval, file) },
    { "line", INT64, offsetof(Interval, line) },
    { "expression", INT64, offsetof(Interval, expression) },
    { "processors", INT64, offsetof(Interval, processors) },
    { "n_classes", INT, offsetof(Interval, n_classes) },
    { "total_time", TIME, offsetof(Interval, total_time) },
    { "waited_for", TIME, offsetof(Interval, waited_for) },
    { "efficiency", RATIO, offsetof(Interval, efficiency) },
    { "efficiency_without_start", RATIO, offsetof(Interval, efficiency_without_start) },
    { "global_efficiency", RATIO, offsetof(Interval, pop.global_efficiency) },
    { "computation_scaling", RATIO, offsetof(Interval, pop.computation_scaling) },
    { "parallel_efficiency", RATIO, offsetof(Interval, pop.parallel_efficiency) },
    { "load_balance", RATIO, offsetof(Interval, pop.load_balance) },
    { "communication_efficiency", RATIO, offsetof(Interval, pop.communication_efficiency) },
    { "serialisation_efficiency", RATIO, offsetof(Interval, pop.serialisation_efficiency) },
    { "transfer_efficiency", RATIO, offsetof(Interval, pop.transfer_efficiency) },
    { "io", INT64, offsetof(Interval, n_operations[OPERATION_IO]) },
    { "reduction", INT64, offsetof(Interval, n_operations[OPERATION_REDUCTION]) },
    { "shadow", INT64, offsetof(Interval, n_operations[OPERATION_SHADOW]) },
    { "remote", INT64, offsetof(Interval, n_operations[OPERATION_REMOTE]) },
    { "redistribution", INT64, offsetof(Interval, n_operations[OPERATION_REDISTRIBUTION]) },
    { NULL },
};

static const Member network_members[] = {
    { "messages", RATIO, offsetof(MessageUse, messages) },
    { "bytes", RATIO, offsetof(MessageUse, bytes) },
    { "hops", RATIO, offsetof(MessageUse, hops) },
    { "most_hops", INT64, offsetof(MessageUse, most_hops) },
    { "deadlocks", INT64, offsetof(MessageUse, deadlocks) },
    { "congestion", TIME, offsetof(MessageUse, congestion) },
    { "transfer_efficiency", RATIO, offsetof(MessageUse, transfer_efficiency) },
    { "congestion_efficiency", RATIO, offsetof(MessageUse, congestion_efficiency) },
    { NULL },
};

static void
check_member(const CaseRun *run, const Member *members, const void *structure, const char *name,
             const char *expected)
{
    while (members->name != NULL && strcmp(members->name, name) != 0)
        members++;
    const void *at = (const char *)structure + members->offset;
    const double ratio = g_ascii_strtod(expected, NULL);

    if (members->name == NULL)
        cases_check(run, FALSE, "there is no %s", name);
    else if (members->kind == INT)
        cases_check_int(run, *(const gint *)at, expected, name);
    else if (members->kind == INT64)
        cases_check_int(run, *(const gint64 *)at, expected, name);
    else if (members->kind == TIME)
        cases_check_us(run, *(const double *)at, expected, name);
    else if (members->kind == RATIO) /* 1 is 1 without rounding */
        sim_check_real(*(const double *)at, ratio, ratio == 1 ? 0 : 1e-12 * ratio, name,
                       run->line->file, run->line->number);
    else if (members->kind == TYPE)
        cases_check_text(run, interval_type_name(*(const IntervalType *)at), expected, name);
    else
        cases_check_text(run, *(char *const *)at, expected, name);
}

/* --- the statements -------------------------------------------------------------------------
 */

static void
predict_program(CaseRun *run, const char *params, gboolean keep_going)
{
    cases_end(run);
    prediction_free(run->result);
    run->result = prediction_check_text(run->program, params, keep_going);
}

/* Values follow their name up to the next name. */
static void
check_each(CaseRun *run, guint interval, char **words)
{
    const Prediction *p = run->result;

    while (words[0] != NULL) {
        const char *name = words[0];
        guint n = 0;
        for (words++; words[n] != NULL && !g_ascii_isalpha(words[n][0]);)
            n++;
        if (n != 1 && n != p->processors) {
            cases_check(run, FALSE, "%s has %u values", name, n);
            return;
        }
        for (gint64 i = 0; i < p->processors; i++) {
            const char *expected = words[n == 1 ? 0 : i];
            const Characteristics *own = prediction_check_values(p, interval, i);
            const double *value = own != NULL ? characteristic(own, name) : NULL;
            g_autofree char *place = g_strdup_printf("%s of processor %d", name, (int)i);
            if (strcmp(expected, "-") == 0)
                cases_check(run, own == NULL, "processor %d takes part", (int)i);
            else if (value == NULL)
                cases_check(run, FALSE, "there is no %s", place);
            else
                cases_check_us(run, *value, expected, place);
        }
        words += n;
    }
}

/* Pairs of a name and a value: of the structure or of an interval's sums. */
static void
check_values(const CaseRun *run, const Member *members, const void *structure,
             const Characteristics *sums, char **words)
{
    for (; words[0] != NULL && words[1] != NULL; words += 2) {
        const double *sum = sums != NULL ? characteristic(sums, words[0]) : NULL;
        if (sum != NULL)
            cases_check_us(run, *sum, words[1], words[0]);
        else
            check_member(run, members, structure, words[0], words[1]);
    }
    if (words[0] != NULL)
        cases_check(run, FALSE, "%s has no value", words[0]);
}

static void
check_interval(const CaseRun *run, guint i, char **words)
{
    const Prediction *p = run->result;
    const Interval *interval = &p->intervals[i];

    if (i >= p->n_intervals)
        cases_check(run, FALSE, "there is no interval %u", i + 1);
    else
        check_values(run, interval_members, interval, &interval->values, words);
}

static void
check_set(const CaseRun *run, const LinkUse *use, char **words)
{
    for (guint i = 0; i < use->n_sets; i++) {
        const LinkSetUse *set = &use->sets[i];
        if (strcmp(set->name, words[0]) != 0)
            continue;
        cases_check_int(run, set->set.links, words[1], "number of links");
        cases_check_us(run, set->busy_mean, words[2], "mean");
        cases_check_us(run, set->busy_most, words[3], "most");
        return;
    }
    cases_check(run, FALSE, "there are no links '%s'", words[0]);
}

/* On four processors, or the machine that is named. */
static void
check_failure(CaseRun *run, const char *prefix, const char *part, const char *machine)
{
    cases_end(run);
    g_autofree char *message =
        prediction_check_error(run->program, machine != NULL ? machine : "topology = { 4 };");
    cases_check(run, message != NULL && g_str_has_prefix(message, prefix), "'%s' is not '%s'",
                message, prefix);
    cases_check(run, message == NULL || part == NULL || strstr(message, part) != NULL,
                "'%s' does not name %s", message, part);
}

/* What is checked of a prediction. */
static gboolean
run_check(CaseRun *run, char **w)
{
    const Prediction *p = run->result;

    if (p == NULL)
        return FALSE;
    if (cases_is(w, "program", 2))
        check_values(run, program_members, p, NULL, w + 1);
    else if (cases_is(w, "interval", 3))
        check_interval(run, (guint)cases_number(w[1]) - 1, w + 2);
    else if (cases_is(w, "each", 2))
        check_each(run, 0, w + 1);
    else if (cases_is(w, "each-in", 3))
        check_each(run, (guint)cases_number(w[1]) - 1, w + 2);
    else if (cases_is(w, "network", 2) && p->links != NULL)
        check_values(run, network_members, p->links->intervals, NULL, w + 1);
    else if (cases_is(w, "links", 4) && p->links != NULL)
        check_set(run, p->links, w + 1);
    else if (cases_is(w, "warnings", 1))
        cases_check_int(run, g_strv_length(p->warnings), w[1], "number of warnings");
    else if (cases_is(w, "warns", 1))
        cases_check_int(run, prediction_check_warnings(p, w[1], w[2]), "1", w[1]);
    else
        return FALSE;
    return TRUE;
}

static gboolean
statement(CaseRun *run, char **w)
{
    if (cases_is(w, "predict", 1))
        predict_program(run, w[1], FALSE);
    else if (cases_is(w, "keep-going", 1))
        predict_program(run, w[1], TRUE);
    else if (cases_is(w, "fails", 1))
        check_failure(run, w[1], w[2], w[2] != NULL ? w[3] : NULL);
    else
        return run_check(run, w);
    return TRUE;
}

int
main(void)
{
    return cases_run("accounting", "tests/sim/accounting", statement,
                     (GDestroyNotify)prediction_free);
}

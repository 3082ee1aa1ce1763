/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Programs with a fault, whose bound is computed by hand, and what is found in them. The cases
 * in tests/explain/cases have, beside what tests/sim/cases.h tells, the idioms of
 * explain-check.h
 *
 *   program-of SIZES AXES, begin-loop LINE, end-loop LINE, reduce LINE, exchange LINE GROUP
 *   parallel LINE ARRAY FIRST LAST BODY
 *
 * and what is expected:
 *
 *   explain PARAMETERS               of a parameter file
 *   findings NUMBER                  so many
 *   first KIND LINE NAME VALUE...    the first finding, and what it says
 *   found KIND LINE NAME VALUE...    one of them (LINE 0: any)
 *   not-found KIND
 *   predicted execution|serial|together TIME
 */
#include <string.h>

#include "tests/explain/explain-check.h"
#include "tests/sim/cases.h"

static void
result_free(gpointer result)
{
    explained_clear(result);
    g_free(result);
}

static void
explain_program(CaseRun *run, const char *params)
{
    cases_end(run);
    if (run->result != NULL)
        result_free(run->result);
    Explained *e = g_new(Explained, 1);
    *e = explain_check_text(run->program, params);
    run->result = e;
}

static void
check_finding(const CaseRun *run, const Finding *f, char **w)
{
    const Explained *e = run->result;

    for (; w[0] != NULL && w[1] != NULL; w += 2) {
        if (strcmp(w[0], "bound") == 0)
            cases_check_us(run, f->bound, w[1], "bound");
        else if (strcmp(w[0], "id") == 0)
            cases_check_text(run, f->id, w[1], "id");
        else if (strcmp(w[0], "file") == 0)
            cases_check_text(run, f->file, w[1], "file");
        else if (strcmp(w[0], "processors") == 0)
            cases_check_text(run, f->processors, w[1], "processors");
        else if (strcmp(w[0], "evidence") == 0)
            cases_check(run, strstr(f->evidence, w[1]) != NULL, "%s", f->evidence);
        else if (strcmp(w[0], "advice") == 0)
            cases_check(run, strstr(f->advice, w[1]) != NULL, "%s", f->advice);
        else if (strcmp(w[0], "interval-line") == 0)
            cases_check_int(run, e->prediction->intervals[f->interval - 1].line, w[1], w[0]);
        else
            cases_check(run, FALSE, "findings have no %s", w[0]);
    }
    cases_check(run, w[0] == NULL, "%s has no value", w[0]);
}

/* The finding that a statement names by kind and line; NULL when there is none. */
static const Finding *
find(const Explained *e, const char *kind, int line)
{
    for (guint i = 0; i < e->explanation->findings->len; i++) {
        const Finding *f = g_ptr_array_index(e->explanation->findings, i);
        if (strcmp(finding_kind(f->kind)->name, kind) == 0 && (line == 0 || f->line == line))
            return f;
    }
    return NULL;
}

static gboolean
idiom(CaseRun *run, char **w)
{
    TraceText *t = run->program;

    if (cases_is(w, "program-of", 2)) {
        trace_text_free(t);
        run->program = explain_check_program(w[1], w[2]);
        run->ended = FALSE;
    } else if (cases_is(w, "begin-loop", 1))
        explain_check_begin(t, cases_number(w[1]));
    else if (cases_is(w, "end-loop", 1))
        explain_check_end(t, cases_number(w[1]));
    else if (cases_is(w, "parallel", 5))
        explain_check_loop(t, cases_number(w[1]), w[2], w[3], w[4], cases_number(w[5]));
    else if (cases_is(w, "reduce", 1))
        explain_check_reduce(t, cases_number(w[1]), NULL);
    else if (cases_is(w, "exchange", 2))
        explain_check_exchange(t, cases_number(w[1]), cases_number(w[1]), w[2]);
    else
        return FALSE;
    return TRUE;
}

static gboolean
check(CaseRun *run, char **w)
{
    const Explained *e = run->result;
    const GPtrArray *findings = e->explanation->findings;

    if (cases_is(w, "findings", 1)) {
        cases_check_int(run, findings->len, w[1], "number of findings");
    } else if (cases_is(w, "first", 2) || cases_is(w, "found", 2)) {
        const Finding *f = find(e, w[1], cases_number(w[2]));
        gboolean first = strcmp(w[0], "first") == 0;
        cases_check(run, f != NULL && (!first || f == findings->pdata[0]), "it is not %s",
                    w[0]);
        if (f != NULL)
            check_finding(run, f, w + 3);
    } else if (cases_is(w, "not-found", 1)) {
        cases_check(run, find(e, w[1], 0) == NULL, "a fault that is none");
    } else if (cases_is(w, "predicted", 2)) {
        cases_check_us(run,
                       strcmp(w[1], "serial") == 0     ? e->prediction->serial_time
                       : strcmp(w[1], "together") == 0 ? e->explanation->together
                                                       : e->prediction->execution_time,
                       w[2], w[1]);
    } else {
        return FALSE;
    }
    return TRUE;
}

static gboolean
statement(CaseRun *run, char **w)
{
    if (cases_is(w, "explain", 1))
        explain_program(run, w[1]);
    else
        return idiom(run, w) || (run->result != NULL && check(run, w));
    return TRUE;
}

int
main(void)
{
    return cases_run("explain", "tests/explain/cases", statement, result_free);
}

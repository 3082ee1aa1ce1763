/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/explain/explain-check.h"

#include <string.h>

#include "src/trace/text/reader.h"

void
explained_clear(Explained *e)
{
    g_clear_pointer(&e->explanation, explanation_free);
    g_clear_pointer(&e->prediction, prediction_free);
    g_clear_pointer(&e->params, params_free);
    g_clear_pointer(&e->program, trace_program_free);
}

static void
check_no_error(const GError *error)
{
    CHECK_THAT(error == NULL, "%s", error != NULL ? error->message : "");
    if (error != NULL)
        CU_FAIL_FATAL("cannot go on");
}

static Explained
explain_graph(TraceProgram *program, const char *params, const ExplainOptions *options,
              const char *name)
{
    const PredictOptions how = { .keep_going = options != NULL && options->keep_going };
    GError *error = NULL;
    Explained e = { .program = program };
    e.params = params_parse("t.par", params, strlen(params), &error);
    check_no_error(error);
    e.prediction = predict(program, e.params, &how, &error);
    check_no_error(error);
    e.explanation = explain(program, e.params, e.prediction, options, &error);
    check_no_error(error);
    explain_check_identities(&e, name);
    return e;
}

Explained
explain_check_text(const TraceText *trace, const char *params)
{
    GError *error = NULL;
    TraceProgram *program = trace_read_all(
        trace_reader_new_from_memory("t.trc", trace->text->str, trace->text->len), &error);
    check_no_error(error);
    return explain_graph(program, params, NULL, "t.trc");
}

Explained
explain_check_file(const char *path, const char *params, const ExplainOptions *options)
{
    GError *error = NULL;
    TraceProgram *program = trace_read(path, &error);
    check_no_error(error);
    return explain_graph(program, params, options, path);
}

const Finding *
explain_check_find(const Explained *e, FindingKind kind, gint64 line)
{
    for (guint i = 0; i < e->explanation->findings->len; i++) {
        const Finding *f = g_ptr_array_index(e->explanation->findings, i);
        if (f->kind == kind && (line == 0 || f->line == line))
            return f;
    }
    return NULL;
}

void
explain_check_first(const Explained *e, FindingKind kind, gint64 line, const char *name)
{
    const GPtrArray *findings = e->explanation->findings;
    CHECK_THAT(findings->len > 0, "%s: nothing was found", name);
    if (findings->len == 0)
        return;
    const Finding *f = g_ptr_array_index(findings, 0);
    CHECK_THAT(f->kind == kind && f->line == line,
               "%s: the first finding is %s at line %d (%g of the run), expected %s at %d",
               name, finding_kind(f->kind)->name, (int)f->line, f->share,
               finding_kind(kind)->name, (int)line);
}

void
explain_check_identities(const Explained *e, const char *name)
{
    const Explanation *x = e->explanation;
    const double time = e->prediction->execution_time;
    double before = time;
    for (guint i = 0; i < x->findings->len; i++) {
        const Finding *f = g_ptr_array_index(x->findings, i);
        CHECK_THAT(f->bound <= before, "%s: %s saves %g, more than %g", name, f->id, f->bound,
                   before);
        CHECK_THAT(f->bound >= EXPLAIN_LEAST_SHARE * time, "%s: %s saves %g of %g", name, f->id,
                   f->bound, time);
        CHECK_THAT(fabs(f->share * time - f->bound) <= 1e-12 * time, "%s: %s: share %g", name,
                   f->id, f->share);
        CHECK_THAT(f->interval >= 1 && f->interval <= e->prediction->n_intervals,
                   "%s: %s: interval %u", name, f->id, f->interval);
        CHECK_THAT(*f->file != '\0' && f->line > 0 && *f->processors != '\0' &&
                       *f->title != '\0' && *f->evidence != '\0' && *f->advice != '\0',
                   "%s: %s lacks something", name, f->id);
        CHECK_THAT(x->together >= f->bound, "%s: together %g, %s alone %g", name, x->together,
                   f->id, f->bound);
        before = f->bound;
    }
    CHECK_THAT(x->together <= time, "%s: together %g of %g", name, x->together, time);
    CHECK_THAT(x->findings->len > 0 || x->together == 0, "%s: together %g of nothing", name,
               x->together);
    CHECK_THAT(x->path != NULL && fabs(x->path->length - time) <= 1e-9 * time,
               "%s: a path of %g in %g", name, x->path != NULL ? x->path->length : 0, time);
}

TraceText *
explain_check_program(const char *sizes, const char *axes)
{
    TraceText *t = trace_text_new(NULL);
    trace_text_at(t, "main.fdv", 2);
    trace_text_call(t, "begbl_", 5000, 0, NULL, NULL);
    trace_text_distributed(t, "a0", sizes, axes);
    return t;
}

void
explain_check_begin(TraceText *t, int line)
{
    trace_text_at(t, "main.fdv", line);
    trace_text_call(t, "bsloop_", 0, 0, "nfrag=1;", NULL);
}

void
explain_check_end(TraceText *t, int line)
{
    g_autofree char *params = g_strdup_printf("nfrag=1; nline=%d", line);
    trace_text_call(t, "enloop_", 0, 0, params, NULL);
}

void
explain_check_loop(TraceText *t, int line, const char *array, const char *first,
                   const char *last, int body)
{
    trace_text_at(t, "main.fdv", line);
    trace_text_call(t, "bploop_", 0, 0, "nfrag=2", NULL);
    trace_text_map_loop(t, "c0", array, first, last);
    trace_text_at(t, "main.fdv", line + 1);
    trace_text_do_loop(t, "c0", body);
    trace_text_at(t, "main.fdv", line + 2);
    trace_text_end_loop(t, "c0");
    explain_check_end(t, line);
}

void
explain_check_exchange(TraceText *t, int start_line, int wait_line, const char *group)
{
    g_autofree char *params = g_strdup_printf("ShadowGroupRef=%s;", group);
    trace_text_at(t, "main.fdv", start_line);
    trace_text_call(t, "strtsh_", 0, 0, params, NULL);
    trace_text_at(t, "main.fdv", wait_line);
    trace_text_call(t, "waitsh_", 0, 0, params, NULL);
}

void
explain_check_reduce(TraceText *t, int line, const char *loop)
{
    trace_text_at(t, "main.fdv", line);
    trace_text_reduction(t, "d0", loop);
    trace_text_call(t, "strtrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "waitrd_", 0, 0, "RedGroupRef=d0;", NULL);
    trace_text_call(t, "delrg_", 0, 0, "RedGroupRef=d0;", NULL);
}

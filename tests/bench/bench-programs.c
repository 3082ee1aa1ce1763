/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/bench/bench-programs.h"

#include "tests/sim/trace-text.h"

#define FILE_NAME "bench.fdv"
#define PIECES    64 /* loads given by the program with weights */

static void
enter(TraceText *trace, guint expression)
{
    g_autofree char *params = g_strdup_printf("nfrag=1; index=%u;", expression);
    trace_text_call(trace, "binter_", 1, 1, params, NULL);
}

static void
leave(TraceText *trace)
{
    trace_text_call(trace, "einter_", 1, 1, "nfrag=1; nline=1", NULL);
}

/* Ends the trace and writes it; takes it over. */
static gboolean
finish(TraceText *trace, const char *path, GError **error)
{
    g_autoptr(TraceText) owned = trace;
    trace_text_exit(trace, 1);
    return g_file_set_contents(path, trace->text->str, (gssize)trace->text->len, error);
}

static TraceText *
begin(void)
{
    TraceText *trace = trace_text_new(NULL);
    trace_text_at(trace, FILE_NAME, 1);
    return trace;
}

gboolean
bench_program_intervals(const char *path, guint n, GError **error)
{
    TraceText *trace = begin();
    trace_text_distributed(trace, "a0", "4096 4096", "1 2");
    trace_text_shadow(trace, "b0", "a0", 2);
    trace_text_map_loop(trace, "c0", "a0", "1 1", "4094 4094");
    trace_text_reduction(trace, "d0", "c0");
    for (guint i = 0; i < n; i++) {
        enter(trace, i);
        trace_text_call(trace, "strtsh_", 1, 1, "ShadowGroupRef=b0;", NULL);
        trace_text_call(trace, "waitsh_", 1, 1, "ShadowGroupRef=b0;", NULL);
        trace_text_loop(trace, "c1", "a0", "1 1", "4094 4094", 1000 + (int)(i % 17));
        trace_text_call(trace, "strtrd_", 1, 1, "RedGroupRef=d0;", NULL);
        trace_text_call(trace, "waitrd_", 1, 1, "RedGroupRef=d0;", NULL);
        leave(trace);
    }
    return finish(trace, path, error);
}

gboolean
bench_program_nested(const char *path, guint n, GError **error)
{
    TraceText *trace = begin();
    trace_text_distributed(trace, "a0", "4096 4096", "1 2");
    for (guint i = 0; i < n; i++)
        enter(trace, i);
    trace_text_loop(trace, "c0", "a0", "1 1", "4094 4094", 1000);
    for (guint i = 0; i < n; i++)
        leave(trace);
    return finish(trace, path, error);
}

gboolean
bench_program_loops(const char *path, guint n, GError **error)
{
    TraceText *trace = begin();
    trace_text_distributed(trace, "a0", "131072 131072", "1 2");
    for (guint i = 0; i < n; i++) {
        /* pairs (row, column) in steps that have no common divisor with the size */
        g_autofree char *init =
            g_strdup_printf("%u %u", i * 7919 % 50000, (i + 1) * 104729 % 50000);
        g_autofree char *last = g_strdup_printf("%u %u", 131071 - i * 7907 % 50000,
                                                131071 - (i + 1) * 7901 % 50000);
        trace_text_loop(trace, "c0", "a0", init, last, 1000);
    }
    return finish(trace, path, error);
}

gboolean
bench_program_arrays(const char *path, guint n, GError **error)
{
    TraceText *trace = begin();
    trace_text_template(trace, "e0", "4096 4096", "1 2");
    for (guint i = 0; i < n; i++) {
        /* the run-time system uses a freed reference again, though not at once */
        g_autofree char *header = g_strdup_printf("a%x", i % 16);
        g_autofree char *params = g_strdup_printf("ArrayHeader=%s;", header);
        trace_text_array(trace, header, 8, "4096 4096");
        trace_text_align(trace, "align_", header, 2, "e0 (AMView)");
        trace_text_loop(trace, "c0", header, "0 0", "4095 4095", 100);
        trace_text_call(trace, "delda_", 1, 1, params, NULL);
    }
    return finish(trace, path, error);
}

gboolean
bench_program_alive(const char *path, guint n, GError **error)
{
    TraceText *trace = begin();
    trace_text_template(trace, "e0", "4096 4096", "1 2");
    for (guint i = 0; i < n; i++) {
        g_autofree char *header = g_strdup_printf("a%05x", i);
        trace_text_array(trace, header, 8, "4096 4096");
        trace_text_align(trace, "align_", header, 2, "e0 (AMView)");
    }
    trace_text_call(trace, "redis_", 1, 1,
                    "AMViewRef=e0; PSRefPtr=NULL; PSRef=0; ParamCount=2; NewSign=0;\n"
                    "AxisArray={2 1}DistrParamArray={0 0}",
                    "IsLocal=1;");
    trace_text_loop(trace, "c0", "a00000", "0 0", "4095 4095", 100);
    return finish(trace, path, error);
}

/* 1..97, without a pattern. */
static guint
scatter(guint32 n)
{
    guint32 mixed = (n + 1) * 2654435761u;
    return 1 + (mixed ^ mixed >> 15) % 97;
}

/* Loads of both grid dimensions that differ from call to call. */
static void
append_weights(GString *params, guint i)
{
    g_string_append(params, "AMViewRef=a0e; PSRef=0; AddrNumber=2;\n"
                            "WeightNumber[0] = 64;\nWeightNumber[1] = 64;\n");
    for (guint dimension = 0; dimension < 2; dimension++) {
        for (guint w = 0; w < PIECES; w++)
            g_string_append_printf(params, "LoadWeight[%u] = %u.00;  ", w,
                                   scatter((2 * i + dimension) * PIECES + w));
        g_string_append_c(params, '\n');
    }
}

gboolean
bench_program_weights(const char *path, guint n, GError **error)
{
    TraceText *trace = begin();
    trace_text_distributed(trace, "a0", "4096 4096", "1 2");
    for (guint i = 0; i < n; i++) {
        g_autoptr(GString) params = g_string_new(NULL);
        append_weights(params, i);
        trace_text_call(trace, "setelw_", 1, 1, params->str, NULL);
        trace_text_call(trace, "redis_", 1, 1,
                        "AMViewRef=a0e; PSRefPtr=NULL; PSRef=0; ParamCount=2; NewSign=0;\n"
                        "AxisArray={1 2}DistrParamArray={0 0}",
                        "IsLocal=1;");
        trace_text_loop(trace, "c0", "a0", "1 1", "4094 4094", 1000);
    }
    return finish(trace, path, error);
}

/* Row k of the matrix for every processor that has iterations of the loop. */
static void
fetch_row(TraceText *trace, guint k)
{
    g_autofree char *params = g_strdup_printf(
        "RemArrayHeader=a0; RemArrayHandlePtr=a0f; BufferHeader=b0; StaticSign=0; LoopRef=c0;\n"
        "AxisArray={0 -1}CoeffArray={0 0}ConstArray={%u 0}",
        k);
    trace_text_call(trace, "crtrbl_", 1, 1, params, "BufferHandlePtr=b1; IsLocal=1");
    trace_text_call(trace, "loadrb_", 1, 9, "BufferHeader=b0; RenewSign=0;", NULL);
    trace_text_call(trace, "waitrb_", 1, 1, "BufferHeader=b0;", NULL);
}

gboolean
bench_program_elimination(const char *path, guint n, GError **error)
{
    TraceText *trace = begin();
    g_autofree char *sizes = g_strdup_printf("%u %u", n, n);
    g_autofree char *last = g_strdup_printf("%u", n - 1);
    trace_text_distributed(trace, "a0", sizes, "1");
    for (guint k = 0; k + 1 < n; k++) {
        g_autofree char *from = g_strdup_printf("%u", k);
        g_autofree char *below = g_strdup_printf("%u", k + 1);
        enter(trace, k);
        trace_text_map_loop(trace, "c1", "a0", from, last);
        trace_text_reduction(trace, "d0", "c1");
        trace_text_do_loop(trace, "c1", (int)(n - k));
        trace_text_end_loop(trace, "c1");
        trace_text_call(trace, "strtrd_", 1, 1, "RedGroupRef=d0;", NULL);
        trace_text_call(trace, "waitrd_", 1, 1, "RedGroupRef=d0;", NULL);
        trace_text_map_loop(trace, "c0", "a0", below, last);
        fetch_row(trace, k);
        trace_text_do_loop(trace, "c0", (int)(n - k));
        trace_text_end_loop(trace, "c0");
        leave(trace);
    }
    return finish(trace, path, error);
}

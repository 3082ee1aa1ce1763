/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A bound is one: what a repaired sample gains is never more than the finding of its fault
 * promises, on three machines and four systems of processors.
 */
#include "src/trace/text/reader.h"
#include "tests/explain/explain-check.h"

typedef struct {
    const char *name;
    FindingKind kind;
    gboolean only_removes; /* calls of the trace: all others are in both programs */
} Pair;

static const Pair pairs[] = {
    { "unbalanced", FINDING_IMBALANCE, FALSE },
    { "reduction_in_loop", FINDING_REDUCTION, FALSE },
    { "shadow_no_overlap", FINDING_OVERLAP, FALSE },
    { "serial_section", FINDING_SERIAL, FALSE },
    { "replicated_array", FINDING_REPLICATED, FALSE },
    { "redistribute_in_loop", FINDING_REDISTRIBUTION, TRUE },
};

static const char *const machines[] = { "network", "transputer", "cluster-modern" };
static const char *const systems[] = { "4", "8", "16", "4, 4" };

static char *
file_text(const char *folder, const char *name, const char *suffix)
{
    const char *root = g_getenv("SRCDIR");
    return g_strdup_printf("%s/%s/%s%s", root != NULL ? root : ".", folder, name, suffix);
}

/* The parameters of a machine that is shipped, with another topology. */
static char *
machine_text(const char *name, const char *sizes)
{
    g_autofree char *path = file_text("params", name, ".par");
    g_autofree char *text = NULL;
    CU_ASSERT_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) parts = g_strsplit(text, "\ntopology", 2);
    return g_strdup_printf("%s\ntopology = { %s };\n", parts[0], sizes);
}

static RtCallId
call_id(const Explained *e, gsize i)
{
    return trace_program_record(e->program, e->program->calls[i].call)->call;
}

/* What the first call takes longer: the start of a process, which no program decides on. */
static double
start_noise(const Explained *bad, const Explained *good)
{
    return bad->program->calls[0].t_call - good->program->calls[0].t_call;
}

/* A redistribution, or an end of an interval that has nothing else. */
static gboolean
is_removed(const Explained *e, gsize i)
{
    const RtCallId id = call_id(e, i);
    return id == RT_CALL_REDIS ||
           (id == RT_CALL_BINTER && call_id(e, i + 1) == RT_CALL_REDIS) ||
           (id == RT_CALL_EINTER && call_id(e, i - 1) == RT_CALL_REDIS);
}

/* What the calls that both programs make happen to take longer in the one with the fault, which
 * makes some more; bodies of loops are shared by the processors of the first dimension. */
static double
calls_noise(const Explained *bad, const Explained *good)
{
    double noise = 0;
    gsize i = 0;
    for (gsize k = 0; k < good->program->n_calls; i++) {
        if (is_removed(bad, i))
            continue;
        CU_ASSERT_FATAL(i < bad->program->n_calls && call_id(bad, i) == call_id(good, k));
        const TraceCall *a = &bad->program->calls[i], *b = &good->program->calls[k++];
        const double more = a->t_call - b->t_call;
        const double sharers = (double)bad->params->topology.size[0];
        noise += call_id(bad, i) == RT_CALL_DOPL ? more / sharers : more;
        noise += a->t_return - b->t_return;
    }
    return noise;
}

static void
check_pair(const Pair *pair, const char *machine, const char *sizes)
{
    g_autofree char *bad_path = file_text("samples", pair->name, "_fault.trc");
    g_autofree char *good_path = file_text("samples", pair->name, "_fixed.trc");
    g_autofree char *params = machine_text(machine, sizes);
    const ExplainOptions options = { .n_threads = 2 };
    g_auto(Explained) bad = explain_check_file(bad_path, params, &options);
    g_auto(Explained) good = explain_check_file(good_path, params, &options);
    const Finding *finding = explain_check_find(&bad, pair->kind, 0);
    /* what is not named saves less than is worth a word */
    const double bound =
        finding != NULL ? finding->bound : EXPLAIN_LEAST_SHARE * bad.prediction->execution_time;
    const double noise =
        pair->only_removes ? calls_noise(&bad, &good) : start_noise(&bad, &good);
    const double gain =
        bad.prediction->execution_time - good.prediction->execution_time - noise;
    CHECK_THAT(gain <= bound, "%s on %s { %s }: %g is gained, more than %g", pair->name,
               machine, sizes, gain, bound);
}

static void
test_bounds(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
        for (guint m = 0; m < G_N_ELEMENTS(machines); m++) {
            for (guint s = 0; s < G_N_ELEMENTS(systems); s++)
                check_pair(&pairs[i], machines[m], systems[s]);
        }
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "bounds", test_bounds },
        CU_TEST_INFO_NULL,
    };
    return tap_run("explain bounds", tests);
}

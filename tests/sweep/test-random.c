/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is read off a trace without simulating it, on random programs: grids that differ by an
 * exchange of dimensions that are alike are predicted alike, and nothing is faster than the
 * bound.
 *
 * RANDOM_SEED, RANDOM_COUNT in the environment: other programs, more of them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/analysis/predict/predict.h"
#include "src/analysis/sweep/bound.h"
#include "src/analysis/sweep/topology.h"
#include "src/trace/text/reader.h"
#include "tests/sim/random-program.h"
#include "tests/sim/trace-text.h"
#include "tests/sweep/common.h"

#define SEED  20251121
#define COUNT 600

typedef struct {
    guint32 seed;
    char *text; /* of the trace */
    TraceProgram *program;
    SimLayout *layout;
    Params *machine;
} Case;

static guint
from_environment(const char *name, guint otherwise)
{
    const char *value = g_getenv(name);

    return value == NULL ? otherwise : (guint)g_ascii_strtoull(value, NULL, 0);
}

/* Takes over `text`. */
static void
case_init(Case *one, guint32 seed, char *text)
{
    static const char *const types[] = { "network", "transputer", "ideal" };
    static const guint overheads[] = { 0, 1, 5, 40 };
    g_autofree char *machine = g_strdup_printf(
        "type = %s; start time = 7; send byte time = 0.3; trace overhead = %u; "
        "power = 0.7; topology = { %u, %u };",
        types[seed % 3], overheads[seed / 2 % 4], 2 + seed % 3, 2 + seed / 3 % 3);
    TraceReader *reader = trace_reader_new_from_memory("random", text, strlen(text));

    one->seed = seed;
    one->text = text;
    one->program = trace_read_all(reader, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(one->program);
    one->layout = sim_layout_new(one->program);
    one->machine = common_params(machine);
}

/* The same trace as with MaxTraceLevel above 0: most calls have others in them, whose times are
 * shorter and longer than the overhead of tracing. Takes over `text`. */
static char *
nested_text(guint32 seed, char *text)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *nested = g_string_new(NULL);

    for (char **line = lines; *line != NULL; line++) {
        const gboolean returns =
            g_str_has_prefix(*line, "ret_") && !g_str_has_prefix(*line, "ret_dvm_Init");
        for (int k = returns ? g_rand_int_range(random, 0, 4) : 0; k > 0; k--) {
            const double before = 1e-6 * g_rand_int_range(random, 0, 100);
            const double inside = 1e-6 * g_rand_int_range(random, 0, 10);
            g_string_append_printf(nested,
                                   "     call_rtl_BroadCast TIME=%.8f LINE=1 FILE=io.c\n     \n"
                                   "     ret_rtl_BroadCast TIME=%.8f LINE=1 FILE=io.c\n     \n",
                                   before, inside);
        }
        g_string_append_printf(nested, "%s%s", *line, line[1] != NULL ? "\n" : "");
    }
    g_free(text);
    return g_string_free(nested, FALSE);
}

/* Any program for a 2-D system. */
static char *
any_text(guint32 seed, guint features)
{
    const int sizes[] = { 2 + (int)(seed % 3), 2 + (int)(seed / 3 % 3) };
    g_autoptr(RandomProgram) program = random_program_new(seed, features, 2, sizes, 0, NULL);

    return random_program_text(program);
}

/* One of two values for each of two dimensions, mostly the same. */
typedef struct {
    int of[2];
} Pair;

static Pair
pair(GRand *random, int usual, int other)
{
    const gboolean first = g_rand_int_range(random, 0, 3) == 0;
    Pair both = { { first ? other : usual, first ? other : usual } };

    if (g_rand_int_range(random, 0, 12) == 0)
        both.of[1] = other + usual - both.of[1];
    return both;
}

/* " NAME[0]=a;  NAME[1]=b;", for axes that stand the other way round if `turned`. */
static char *
list(const char *name, Pair both, gboolean turned)
{
    return g_strdup_printf(" %s[0]=%d;  %s[1]=%d; \n", name, both.of[turned], name,
                           both.of[!turned]);
}

/* AxisArray, CoeffArray, ConstArray: axis by axis, or turned. */
static char *
placement(GRand *random, gboolean turned)
{
    g_autofree char *axes = list("AxisArray", (Pair){ { 1, 2 } }, turned);
    g_autofree char *coeffs = list("CoeffArray", pair(random, 1, 2), FALSE);
    g_autofree char *constants = list("ConstArray", pair(random, 0, 1), FALSE);

    return g_strconcat(axes, coeffs, constants, NULL);
}

/* An array over both dimensions of the template. */
static void
add_array(TraceText *trace, GRand *random, const char *header, int n)
{
    const gboolean turned = g_rand_boolean(random);
    g_autofree char *sizes = list("SizeArray", pair(random, n, n - 1), turned);
    g_autofree char *low = list("LowShdWidthArray", pair(random, 1, 2), turned);
    g_autofree char *high = list("HiShdWidthArray", pair(random, 1, 0), turned);
    g_autofree char *create = g_strdup_printf(
        "ArrayHeader=%s; ExtHdrSign=1; Rank=2; TypeSize=8; StaticSign=0;\n%s%s%s", header,
        sizes, low, high);
    g_autofree char *made = g_strdup_printf("ArrayHandlePtr=%sf;", header);
    g_autofree char *place = placement(random, turned);
    g_autofree char *align = g_strdup_printf(
        "ArrayHeader=%s; ArrayHandlePtr=%sf; PatternRefPtr=fff1; PatternRef=e0 (AMView);\n%s",
        header, header, place);

    trace_text_call(trace, "crtda_", 0, 0, create, made);
    trace_text_call(trace, "align_", 0, 0, align, "IsLocal=1");
}

static void
add_loop(TraceText *trace, GRand *random, const char *array, int n)
{
    const gboolean turned = g_rand_boolean(random);
    g_autofree char *place = placement(random, turned);
    g_autofree char *init = list("InInitIndexArray", pair(random, 0, 1), turned);
    g_autofree char *last = list("InLastIndexArray", pair(random, n / 2 - 1, n / 3), turned);
    g_autofree char *step = list("InStepArray", pair(random, 1, 2), turned);
    g_autofree char *map = g_strdup_printf("LoopRefPtr=fff0; LoopRef=c1; PatternRefPtr=%s; "
                                           "PatternRef=%sf (DisArray);\n%s%s%s%s",
                                           array, array, place, init, last, step);

    trace_text_call(trace, "crtpl_", 0, 0, "Rank=2;", "LoopRef=c1;");
    trace_text_call(trace, "mappl_", 0, 0, map, "IsLocal=1;");
    trace_text_do_loop(trace, "c1", g_rand_int_range(random, 1, 5000));
    trace_text_end_loop(trace, "c1");
}

static void
add_shadow(TraceText *trace, GRand *random, const char *array, const char *group)
{
    const gboolean turned = g_rand_boolean(random);
    g_autofree char *low = list("LowShdWidthArray", pair(random, -1, 1), turned);
    g_autofree char *high = list("HiShdWidthArray", pair(random, -1, 0), turned);
    g_autofree char *made = g_strdup_printf("ShadowGroupRef=%s;", group);
    g_autofree char *name =
        g_strdup_printf("ShadowGroupRefPtr=fff8; ShadowGroupRef=%s;", group);
    g_autofree char *insert =
        g_strdup_printf("%s ArrayHeader=%s; ArrayHandlePtr=%sf; FullShdSign=%d;\n%s%s", name,
                        array, array, g_rand_boolean(random), low, high);

    trace_text_call(trace, "crtshg_", 0, 0, "StaticSign=0;", made);
    trace_text_call(trace, "inssh_", 0, 0, insert, NULL);
    trace_text_call(trace, "strtsh_", 0, 0, name, NULL);
    trace_text_call(trace, "waitsh_", g_rand_int_range(random, 0, 50), 0, name, NULL);
}

/* A program whose dimensions are mostly alike. */
static char *
symmetric_text(guint32 seed)
{
    static const char *const arrays[] = { "a0", "b0" };
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    const int n = g_rand_int_range(random, 9, 40);
    TraceText *trace = trace_text_new(NULL);
    g_autofree char *sizes = g_strdup_printf("%d %d", 3 * n, 3 * n);

    trace_text_template(trace, "e0", sizes, g_rand_boolean(random) ? "1 2" : "2 1");
    for (gsize i = 0; i < G_N_ELEMENTS(arrays); i++)
        add_array(trace, random, arrays[i], n);
    for (int k = g_rand_int_range(random, 1, 5); k > 0; k--) {
        const char *array = arrays[g_rand_int_range(random, 0, G_N_ELEMENTS(arrays))];
        g_autofree char *group = g_strdup_printf("d%d", k);
        if (g_rand_boolean(random))
            add_shadow(trace, random, array, group);
        add_loop(trace, random, array, n);
    }
    trace_text_exit(trace, 10);
    char *text = g_strndup(trace->text->str, trace->text->len);
    trace_text_free(trace);
    return text;
}

static void
case_clear(Case *one)
{
    sim_layout_free(one->layout);
    trace_program_free(one->program);
    params_free(one->machine);
    g_free(one->text);
}

static Prediction *
predict_on(const Case *one, gint64 first, gint64 second)
{
    const PredictOptions options = { .no_ideal = TRUE };
    g_autoptr(Params) params = params_copy(one->machine);

    params->topology = (RaterGrid){ .rank = 2, .size = { first, second } };
    return predict(one->program, params, &options, NULL);
}

/* Whether both grids of a pair can run. */
static gboolean
check_pair(const Case *one, gint64 first, gint64 second)
{
    g_autoptr(Prediction) a = predict_on(one, first, second);
    g_autoptr(Prediction) b = predict_on(one, second, first);

    CHECK_INT(a != NULL, b != NULL);
    if (a == NULL || b == NULL)
        return FALSE;
    if (fabs(a->execution_time - b->execution_time) > 1e-9 * a->execution_time) {
        g_autofree char *what =
            g_strdup_printf("seed %u, %dx%d: %.12g, mirrored %.12g", one->seed, (int)first,
                            (int)second, a->execution_time, b->execution_time);
        CHECK_TEXT(what, "as long");
    }
    return TRUE;
}

static void
test_exchange(void)
{
    const guint seed = from_environment("RANDOM_SEED", SEED),
                count = from_environment("RANDOM_COUNT", COUNT);
    guint n_alike = 0;

    for (guint i = 0; i < count; i++) {
        Case one;
        case_init(&one, seed + i, symmetric_text(seed + i));
        if (one.layout->rank == 2 && one.layout->like[1] == 0) {
            n_alike += check_pair(&one, 3, 1);
            check_pair(&one, 4, 2);
            check_pair(&one, 5, 3);
            check_pair(&one, 40, 7);
        }
        case_clear(&one);
    }
    printf("# %u of %u programs are symmetric\n", n_alike, count);
    CU_ASSERT_TRUE(n_alike * 10 > count && n_alike * 10 < 9 * count);
}

static void
check_bound(const Case *one, gint64 first, gint64 second)
{
    SweepBound bound;
    g_autoptr(Prediction) p = predict_on(one, first, second);

    if (p == NULL)
        return;
    sweep_bound_init(&bound, one->program, one->machine);
    const double least = sweep_bound_time(&bound, first * second);
    if (p->execution_time < least * (1 - 1e-9) - 1e-12 ||
        p->intervals[0].efficiency >
            sweep_bound_efficiency(&bound, first * second) * (1 + 1e-6)) {
        g_autofree char *what =
            g_strdup_printf("seed %u, %dx%d: %.12g s, bound %.12g s", one->seed, (int)first,
                            (int)second, p->execution_time, least);
        CHECK_TEXT(what, "above the bound");
    }
}

static gboolean
has_nested(const TraceProgram *program)
{
    for (gsize i = 0; i < program->n_calls; i++)
        if (program->calls[i].times > 0)
            return TRUE;
    return FALSE;
}

/* Programs of all kinds, with nested calls and without. */
static void
test_bound(void)
{
    guint n_nested = 0;
    const guint seed = from_environment("RANDOM_SEED", SEED),
                count = from_environment("RANDOM_COUNT", COUNT);

    for (guint i = 0; i < count; i++) {
        Case one;
        const guint features = i % 2 == 0 ? RANDOM_ALL & ~RANDOM_TASKS : RANDOM_ALL;
        char *text = any_text(seed + i, features);
        case_init(&one, seed + i, i % 3 == 0 ? text : nested_text(seed + i, text));
        n_nested += has_nested(one.program);
        check_bound(&one, one.machine->topology.size[0], one.machine->topology.size[1]);
        check_bound(&one, 1, 1);
        check_bound(&one, 7, 1);
        case_clear(&one);
    }
    CU_ASSERT_TRUE(n_nested > count / 2);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "dimensions that are alike", test_exchange },
        { "the bound", test_bound },
        CU_TEST_INFO_NULL,
    };
    return tap_run("sweep-random", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random programs on random processor systems: the prediction is that of the naive simulation,
 * and that of a simulation with every processor in a class of its own; and what
 * docs/semantics.md says of every prediction holds.
 *
 * RANDOM_SEED, RANDOM_COUNT, RANDOM_FEATURES (a bit mask of RandomFeatures) in the environment:
 * other programs, more of them, of other kinds. Program number i has the seed RANDOM_SEED + i.
 * A program that fails is reduced and shown.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "src/analysis/predict/predict.h"
#include "src/params/machine.h"
#include "src/trace/text/reader.h"
#include "tests/sim/naive-compare.h"
#include "tests/sim/random-program.h"
#include "tests/tap.h"

#define SEED  20240521
#define MANY  3000
#define COUNT TAP_CASES(MANY)
/* KEPT: some programs come out that the naive simulation does not take for valid. */
#define FEATURES   (RANDOM_ALL & ~RANDOM_KEPT)
#define MOST_SHOWN 5 /* failures that are reduced and shown */

/* ---- machines ---- */

G_GNUC_PRINTF(2, 3)
static void
set(Params *params, const char *format, ...)
{
    va_list args;
    g_autoptr(GError) error = NULL;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    if (!params_set(params, text, &error))
        g_error("%s: %s", text, error->message);
}

static int
random_topology(GRand *random, int size[])
{
    int rank = g_rand_int_range(random, 1, 4);
    int left = g_rand_int_range(random, 0, 10) == 0 ? 36 : 12;
    for (int d = 0; d < rank; d++) {
        int least = left > 1 && g_rand_int_range(random, 0, 5) > 0 ? 2 : 1;
        size[d] = g_rand_int_range(random, least, MIN(left, rank == 1 ? 12 : 4) + 1);
        left /= size[d];
    }
    return rank;
}

/* Sizes of so many dimensions whose product is at least n. */
static void
set_nodes(Params *params, GRand *random, int rank, int n)
{
    int size[8] = { 1, 1, 1, 1, 1, 1, 1, 1 };
    g_autoptr(GString) list = g_string_new(NULL);
    for (int i = g_rand_int_range(random, 0, rank), all = 1; all < n;
         i = g_rand_int_range(random, 0, rank)) {
        all = all / size[i] * (size[i] + 1);
        size[i]++;
    }
    for (int i = 0; i < rank; i++)
        g_string_append_printf(list, "%s%d", i > 0 ? ", " : "", size[i]);
    set(params, "nodes={ %s }", list->str);
}

/* Several virtual processors on one physical, and none on some: a number of m is computed. */
static void
set_formula(Params *params, GRand *random, int rank, gint64 m)
{
    static const char *const names[] = { "x", "y", "z" };
    g_autoptr(GString) list = g_string_new(NULL);
    g_autoptr(GString) sum = g_string_new(NULL);
    for (int d = 0; d < rank; d++) {
        g_string_append_printf(list, "%s%s", d > 0 ? ", " : "", names[d]);
        g_string_append_printf(sum, "%d*%s + ", g_rand_int_range(random, 0, 8), names[d]);
    }
    set(params, "mapping=own(%s) = [(%s%d) %% %" G_GINT64_FORMAT "].", list->str, sum->str,
        g_rand_int_range(random, 0, 8), m);
}

/* Where virtual processors are on m physical ones; `same`: there are as many. */
static void
set_mapping(Params *params, GRand *random, int rank, gint64 m, gboolean same)
{
    g_autoptr(GString) tiles = g_string_new(NULL);
    if (g_rand_int_range(random, 0, 4) == 0) {
        set_formula(params, random, rank, m);
        return;
    }
    switch (g_rand_int_range(random, 0, same ? 12 : 6)) {
    case 0:
        for (int d = 0; d < rank; d++)
            g_string_append_printf(tiles, "%s%d", d > 0 ? ", " : "",
                                   g_rand_int_range(random, 1, 4));
        set(params, "mapping=tiles(%s)", tiles->str);
        break;
    case 1:
        set(params, "mapping=hilbert");
        break;
    case 2:
        set(params, "mapping=random(%d)", g_rand_int_range(random, 0, 9));
        break;
    case 6:
    case 7:
        set(params, "mapping=ring2line");
        break;
    case 8:
    case 9:
    case 10:
        set(params, "mapping=torus2mesh");
        break;
    default:
        break;
    }
}

/* How messages travel. */
static void
set_travel(Params *params, GRand *random, int n)
{
    static const char *const switching[] = { "cut-through", "packet", "wormhole" };
    static const char *const congestion[] = { "none", "load", "load", "events" };
    const int kind = g_rand_int_range(random, 0, n <= 8 ? 4 : 3);
    set(params, "switching=%s", switching[g_rand_int_range(random, 0, 3)]);
    set(params, "congestion=%s", congestion[kind]);
    set(params, "link delay=%d.5", g_rand_int_range(random, 0, 3));
    if (g_rand_boolean(random))
        set(params, "message gap=%d", g_rand_int_range(random, 1, 20));
    if (g_rand_boolean(random))
        set(params, "packet size=%d", g_rand_int_range(random, kind == 3 ? 100 : 1, 200));
    if (g_rand_boolean(random))
        set(params, "packet start time=%d.25", g_rand_int_range(random, 0, 3));
    set(params, "flit size=%d", g_rand_int_range(random, 1, 9));
    set(params, "flit buffer=%d", g_rand_int_range(random, 1, 5));
    set(params, "virtual channels=%d", g_rand_int_range(random, 1, 3));
    set(params, "header ratio=%d.5", g_rand_int_range(random, 1, 4));
    set(params, "core start time=%d.5", g_rand_int_range(random, 0, 3));
    set(params, "core byte time=0.%d", g_rand_int_range(random, 0, 9));
    if (g_rand_int_range(random, 0, 4) == 0)
        set(params, "vary speed=%d, 0.%d", g_rand_int_range(random, 0, 99),
            g_rand_int_range(random, 1, 9));
}

static void
set_links(Params *params, GRand *random, int rank, int n)
{
    static const struct {
        const char *type;
        int rank; /* of nodes, where they are given; 0: any */
    } types[] = { { "line", 1 },      { "ring", 1 },     { "mesh", 0 },      { "torus", 0 },
                  { "hypercube", 1 }, { "tree", 1 },     { "star", 1 },      { "full", 1 },
                  { "shared", 1 },    { "fat tree", 0 }, { "dragonfly", 3 }, { "mesh", 0 },
                  { "torus", 0 } };
    const int t = g_rand_int_range(random, 0, G_N_ELEMENTS(types));
    const int cores = g_rand_int_range(random, 0, 3) > 0 ? 1 : g_rand_int_range(random, 2, 4);
    const gboolean wanted = g_str_equal(types[t].type, "fat tree") || types[t].rank == 3;
    const gboolean given = wanted || cores > 1 || g_rand_int_range(random, 0, 3) == 0;
    const int wished =
        g_rand_int_range(random, 0, 3) == 0 ? g_rand_int_range(random, 1, n + 1) : n;
    const int nodes = (wished + cores - 1) / cores;
    set(params, "type=%s", types[t].type);
    if (given && g_str_equal(types[t].type, "hypercube"))
        set(params, "nodes={ %d }", MAX(1, 32 - __builtin_clz((guint)nodes)));
    else if (given)
        set_nodes(params, random,
                  types[t].rank > 0 ? types[t].rank : g_rand_int_range(random, 1, 4), nodes);
    if (given)
        set(params, "cores=%d", cores);
    set(params, "arity=%d", g_rand_int_range(random, 1, 4));
    if (g_rand_boolean(random))
        set(params, "taper=%d.5", g_rand_int_range(random, 0, 3));
    set_travel(params, random, n);
    g_autoptr(ParamsMachine) machine = params_machine_new(params, FALSE, NULL);
    g_assert(machine != NULL);
    set_mapping(params, random, rank, machine->placement.n_physical,
                machine->placement.n_physical == n);
}

static Params *
random_machine(GRand *random, int rank, const int size[])
{
    static const char *const types[] = { "network", "network", "transputer", "transputer",
                                         "ideal" };
    Params *params = params_new();
    g_autoptr(GString) list = g_string_new(NULL);
    int n = 1;
    for (int d = 0; d < rank; d++) {
        g_string_append_printf(list, "%s%d", d > 0 ? ", " : "", size[d]);
        n *= size[d];
    }
    set(params, "topology={ %s }", list->str);
    const int type = g_rand_int_range(random, 0, 10);
    if (type < 5)
        set(params, "type=%s", types[type]);
    else
        set_links(params, random, rank, n);
    if (g_rand_int_range(random, 0, 8) > 0)
        set(params, "start time=%d.%d", g_rand_int_range(random, 0, 100),
            g_rand_int_range(random, 0, 10));
    if (g_rand_int_range(random, 0, 8) > 0)
        set(params, "send byte time=%d.%02d", g_rand_int_range(random, 0, 3),
            g_rand_int_range(random, 0, 100));
    if (g_rand_int_range(random, 0, 3) == 0)
        set(params, "power=%d.%d", g_rand_int_range(random, 0, 3),
            g_rand_int_range(random, 1, 10));
    if (g_rand_int_range(random, 0, 4) == 0)
        set(params, "scale=%d.%d", g_rand_int_range(random, 0, 3),
            g_rand_int_range(random, 1, 10));
    if (g_rand_int_range(random, 0, 4) == 0)
        set(params, "channels=%d", g_rand_int_range(random, 1, 6));
    if (g_rand_int_range(random, 0, 4) == 0)
        set(params, "trace overhead=%d.5", g_rand_int_range(random, 0, 3));
    if (g_rand_int_range(random, 0, 4) == 0) {
        g_string_truncate(list, 0);
        g_autoptr(ParamsMachine) machine =
            params_is_links(params) ? params_machine_new(params, FALSE, NULL) : NULL;
        if (machine != NULL)
            n = (int)machine->placement.n_physical;
        for (int p = 0; p < n; p++)
            g_string_append_printf(list, "%s%d.%d", p > 0 ? ", " : "",
                                   g_rand_int_range(random, 0, 2),
                                   g_rand_int_range(random, 1, 5));
        set(params, "speed={ %s }", list->str);
    }
    return params;
}

/* The system that the trace was made on: none, that of the prediction, or another. */
static int
random_traced(GRand *random, int rank, const int size[], int vps[])
{
    int kind = g_rand_int_range(random, 0, 4);
    for (int d = 0; d < rank; d++)
        vps[d] = size[d];
    return kind == 0 ? 0 : kind == 1 ? random_topology(random, vps) : rank;
}

/* Of the one processor of a machine that has one. */
static double
first_speed(const Params *params)
{
    const RaterVariation *variation = &params->network.links.variation;
    const double speed =
        params->speeds->len > 0 ? g_array_index(params->speeds, ParamsSpeed, 0).speed : 1;
    return params_is_links(params) && variation->given
               ? speed * rater_random_slowness(variation->seed, variation->low, 0)
               : speed;
}

/* ---- verdicts ---- */

/* On one processor, which has nobody to send to, a program takes the sum of its TIMEs. */
static char *
check_conservation(const TraceProgram *program, const Params *params)
{
    g_autoptr(Params) one = params_copy(params);
    g_autoptr(GError) error = NULL;
    set(one, "topology={ 1 }");
    set(one, "mapping=default");
    g_autoptr(Prediction) prediction = predict(program, one, NULL, &error);
    if (prediction == NULL)
        return g_strdup(error->message);
    const TraceCall exit = { .t_call = program->info.exit_time,
                             .times = program->info.exit_times };
    long double sum = naive_seconds(program, params, &exit, FALSE);
    for (gsize i = 0; i < program->n_calls; i++)
        sum += naive_seconds(program, params, &program->calls[i], FALSE) +
               naive_seconds(program, params, &program->calls[i], TRUE);
    sum /= first_speed(params);
    double total = prediction->intervals[0].total_time;
    if (fabsl(prediction->execution_time - sum) > 1e-12 * sum ||
        fabsl(total - sum) > 1e-12 * sum)
        return g_strdup_printf("one processor takes %.17g, not the sum of all times, %.17Lg",
                               prediction->execution_time, sum);
    return NULL;
}

/* What is said of messages and links is consistent, and changes no time. */
static char *
check_links(const TraceProgram *program, const Params *params, double time)
{
    const PredictOptions options = { .links = TRUE, .no_ideal = TRUE };
    g_autoptr(GError) error = NULL;
    g_autoptr(Prediction) p = predict(program, params, &options, &error);
    double passed = 0, inside = 0, carried = 0;
    if (p == NULL)
        return g_strdup(error->message);
    const LinkUse *links = p->links;
    const MessageUse *all = &links->intervals[0];
    for (guint i = 0; i < links->loads->len; i++) {
        const SimLinkLoad *load = &g_array_index(links->loads, SimLinkLoad, i);
        *(load->link < 0 ? &inside : &passed) += load->messages;
        carried += load->bytes;
        if (i > 0 && load[-1].link >= load->link)
            return g_strdup("links are not in order");
    }
    if (p->execution_time != time)
        return g_strdup("watching links changes the time");
    if (!(all->congestion >= 0 && all->congestion <= time))
        return g_strdup_printf("congestion %g", all->congestion);
    if (params->network.links.congestion == RATER_CONGESTION_NONE && all->congestion != 0)
        return g_strdup("congestion where there is none");
    if (params->network.links.congestion == RATER_CONGESTION_NONE)
        return NULL; /* nobody looks at links */
    /* messages of pipelined loops count once a portion, on links once */
    if (!links->complete || passed > all->hops || passed + inside > all->hops + all->messages ||
        (all->messages > 0) != (carried > 0))
        return g_strdup_printf("%g passages, %g hops", passed, all->hops);
    return NULL;
}

/* NULL: all is well, or the trace is not valid (then *valid is FALSE). */
static char *
judge(const char *text, const Params *params, gboolean *valid)
{
    g_autoptr(GError) error = NULL;
    TraceReader *reader = trace_reader_new_from_memory("p.trc", text, strlen(text));
    g_autoptr(TraceProgram) program = trace_read_all(reader, &error);
    const PredictOptions by_processor = { .per_processor = TRUE };
    *valid = FALSE;
    if (program == NULL)
        return NULL;
    g_autoptr(NaiveResult) naive = naive_run(program, params, FALSE, &error);
    if (naive == NULL && g_getenv("RANDOM_SHOW") != NULL)
        printf("# %s%s", error->message, "\n");
    if (naive == NULL)
        return NULL; /* what is not valid can be anything */
    g_autoptr(Prediction) prediction = predict(program, params, NULL, &error);
    if (prediction == NULL)
        return g_strdup(error->message);
    *valid = TRUE;
    char *verdict = naive_check_invariants(prediction);
    if (verdict == NULL)
        verdict = naive_compare(prediction, naive, 1e-9);
    if (verdict != NULL)
        return verdict;
    g_autoptr(NaiveResult) ideal = naive_run(program, params, TRUE, &error);
    if (fabs(prediction->ideal_time - ideal->execution_time) > 1e-9 * ideal->execution_time)
        return g_strdup_printf("ideal time: %.15g, not %.15g", prediction->ideal_time,
                               ideal->execution_time);
    g_autoptr(Params) one = params_copy(params);
    set(one, "topology={ 1 }");
    set(one, "mapping=default");
    g_autoptr(NaiveResult) alone = naive_run(program, one, TRUE, &error);
    if (alone == NULL)
        return g_strdup(error->message);
    verdict = naive_compare_pop(prediction, naive, ideal, alone, first_speed(params), 1e-8);
    if (verdict == NULL)
        verdict = check_conservation(program, params);
    if (verdict != NULL)
        return verdict;
    if (params_is_links(params))
        verdict = check_links(program, params, prediction->execution_time);
    if (verdict != NULL)
        return verdict;
    g_autoptr(Prediction) single = predict(program, params, &by_processor, &error);
    if (single == NULL)
        return g_strdup(error->message);
    char *difference = naive_compare_predictions(prediction, single, 1e-12);
    verdict = difference == NULL ? NULL : g_strconcat("by processor: ", difference, NULL);
    g_free(difference);
    return verdict;
}

/* An error must stay the same error; differences are taken for the same. */
static gboolean
still_fails(const RandomProgram *program, const Params *params, const char *was)
{
    gboolean valid;
    g_autofree char *text = random_program_text(program);
    g_autofree char *verdict = judge(text, params, &valid);
    const char *error = strstr(was, "error: ");
    if (verdict == NULL || error == NULL)
        return verdict != NULL && valid;
    return g_str_has_suffix(verdict, error);
}

/* Takes out calls as long as it still fails: many at once, then fewer. */
static void
reduce(RandomProgram *program, const Params *params, const char *was)
{
    gboolean again = TRUE;
    while (again) {
        again = FALSE;
        for (guint size = MAX(program->calls->len / 2, 1); size > 0; size /= 2)
            for (guint i = 0; i + size <= program->calls->len;) {
                GPtrArray *whole = program->calls, *less = g_ptr_array_new();
                for (guint k = 0; k < whole->len; k++)
                    if (k < i || k >= i + size)
                        g_ptr_array_add(less, whole->pdata[k]);
                program->calls = less;
                if (still_fails(program, params, was)) {
                    g_ptr_array_set_free_func(whole, NULL);
                    for (guint k = i; k < i + size; k++)
                        g_free(whole->pdata[k]);
                    g_ptr_array_set_free_func(less, g_free);
                    g_ptr_array_unref(whole);
                    again = TRUE;
                } else {
                    program->calls = whole;
                    g_ptr_array_unref(less);
                    i += size;
                }
            }
    }
}

static void
show(RandomProgram *program, const Params *params, const char *was)
{
    gboolean valid;
    reduce(program, params, was);
    g_autofree char *text = random_program_text(program), *machine = params_to_text(params);
    g_autofree char *verdict = judge(text, params, &valid);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 0), settings = g_strsplit(machine, "\n", 0);
    printf("# reduced: %s\n", verdict);
    for (char **line = settings; *line != NULL; line++)
        if (strchr(*line, '=') != NULL && strstr(*line, "//") != *line)
            printf("#   %s\n", *line);
    for (char **line = lines; *line != NULL; line++)
        printf("#   %s\n", *line);
}

static guint
from_environment(const char *name, guint otherwise)
{
    const char *value = g_getenv(name);
    return value == NULL ? otherwise : (guint)g_ascii_strtoull(value, NULL, 0);
}

/* The machines of valid programs, each of which was predicted in classes and by processor. */
typedef struct {
    const char *type;
    guint of[3][3]; /* by congestion and switching; of other networks all are the first */
} Met;

static void
note_machine(GArray *met, const Params *params)
{
    const RaterLinks *links = &params->network.links;
    const char *type = params_type_name(params);
    const gboolean has_links = params_is_links(params);
    guint i = 0;
    while (i < met->len && !g_str_equal(g_array_index(met, Met, i).type, type))
        i++;
    if (i == met->len)
        g_array_append_val(met, ((Met){ .type = type }));
    g_array_index(met, Met, i)
        .of[has_links ? links->congestion : 0][has_links ? links->fabric.switching : 0]++;
}

static int
compare_met(gconstpointer a, gconstpointer b)
{
    return strcmp(((const Met *)a)->type, ((const Met *)b)->type);
}

/* A table of them. `all` were to be met: three networks without links, eleven with. */
static void
check_met(GArray *met, gboolean all)
{
    g_array_sort(met, compare_met);
    printf("# cut-through, packet, wormhole:  none           load           events\n");
    for (guint i = 0; i < met->len; i++) {
        const Met *one = &g_array_index(met, Met, i);
        const gboolean links = rater_topology_find(one->type) != NULL;
        printf("# %-30s", one->type);
        for (guint c = 0; c < (links ? 3 : 1); c++)
            for (guint s = 0; s < (links ? 3 : 1); s++) {
                printf("%4u%s", one->of[c][s], s == 2 ? "   " : " ");
                CU_ASSERT(!all || one->of[c][s] > 0);
            }
        printf("\n");
    }
    CU_ASSERT(!all || met->len == 14);
}

static gboolean
try_program(guint32 seed, guint features, gboolean shown, GArray *met)
{
    GRand *random = g_rand_new_with_seed(seed ^ 0x5bd1e995);
    int size[3] = { 0 }, vps[3] = { 0 }, rank = random_topology(random, size);
    int vps_rank = random_traced(random, rank, size, vps);
    g_autoptr(Params) params = random_machine(random, rank, size);
    g_autoptr(RandomProgram) program =
        random_program_new(seed, features, rank, size, vps_rank, vps);
    g_autofree char *text = random_program_text(program);
    gboolean valid;
    g_autofree char *verdict = judge(text, params, &valid);
    g_rand_free(random);
    if (verdict == NULL && valid) {
        note_machine(met, params);
        return TRUE;
    }
    printf("# seed %u: %s\n", seed, verdict == NULL ? "not a valid program" : verdict);
    if (g_getenv("RANDOM_SHOW") != NULL)
        printf("%s%s", text, "\n");
    if (verdict != NULL && shown)
        show(program, params, verdict);
    return FALSE;
}

static void
test_programs(void)
{
    guint seed = from_environment("RANDOM_SEED", SEED),
          count = from_environment("RANDOM_COUNT", COUNT);
    guint features = from_environment("RANDOM_FEATURES", FEATURES), n_failed = 0;
    printf("# seed %u, %u programs, features 0x%x\n", seed, count, features);
    g_autoptr(GArray) met = g_array_new(FALSE, FALSE, sizeof(Met));
    for (guint i = 0; i < count; i++)
        if (!try_program(seed + i, features, n_failed < MOST_SHOWN, met))
            n_failed++;
    CHECK_INT(n_failed, 0);
    check_met(met, count >= MANY); /* of fewer some are missing */
}

/* Real traces, too. */
static void
test_samples(void)
{
    static const char *const samples[] = { "task_regions_2x2", "copy_line", "transpose_realign",
                                           "io_files",         "odd_plain", "odd_level1",
                                           "odd_level2" };
    static const char *const machines[] = { "topology={ 4 }", "topology={ 2, 2 }",
                                            "topology={ 2, 3 }" };
    const char *folder = g_getenv("SRCDIR") != NULL ? g_getenv("SRCDIR") : ".";
    for (guint s = 0; s < G_N_ELEMENTS(samples); s++) {
        g_autofree char *path = g_strdup_printf("%s/samples/%s.trc", folder, samples[s]);
        g_autofree char *text = NULL;
        CU_ASSERT(g_file_get_contents(path, &text, NULL, NULL));
        if (text == NULL)
            return;
        for (guint k = 0; k < G_N_ELEMENTS(machines); k++) {
            g_autoptr(Params) params = params_new();
            gboolean valid;
            set(params, "%s", machines[k]);
            set(params, "type=%s", k == 2 ? "transputer" : "network");
            set(params, "start time=75");
            set(params, "send byte time=0.2");
            set(params, "trace overhead=%u", k);
            g_autofree char *verdict = judge(text, params, &valid);
            if (verdict != NULL)
                printf("# %s, %s: %s\n", samples[s], machines[k], verdict);
            CU_ASSERT(verdict == NULL && valid);
        }
    }
}

int
main(void)
{
    CU_TestInfo tests[] = { { "programs", test_programs },
                            { "samples", test_samples },
                            CU_TEST_INFO_NULL };
    return tap_run("random", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What holds for every replay, over the samples and random programs: a position has one state
 * however it is reached, looking changes nothing, the end is what predict() gives to the last
 * bit.
 */
#include <stdio.h>
#include <string.h>

#include "src/analysis/predict/predict.h"
#include "src/base/number.h"
#include "src/replay/command.h"
#include "src/replay/expression.h"
#include "src/replay/look.h"
#include "src/replay/profile.h"
#include "src/replay/run.h"
#include "src/replay/stops.h"
#include "src/trace/text/reader.h"
#include "tests/sim/random-program.h"
#include "tests/tap.h"

#define SEED      20261122
#define PLACES    12
#define MOST_SIZE 3000000

static const char *const machines[] = {
    "topology = {4, 2}; type = network; start time = 75; send byte time = 0.2;",
    "topology = {7}; type = transputer; start time = 20; send byte time = 0.1; power = 0.7;",
    "topology = {2, 2, 2}; speed = {1, 2, 3, 4, 1, 2, 3, 4};",
    "topology = {2, 3}; type = mesh; nodes = {2, 3}; start time = 10; send byte time = 0.1;",
};

static Params *
machine_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    Params *params = params_parse("test.par", text, strlen(text), &error);
    if (params == NULL)
        g_error("%s", error->message);
    return params;
}

/* All that a look shows, with all digits. */
static char *
state_of(ReplaySession *session)
{
    GString *text = g_string_new(NULL);
    char number[REPORT_NUMBER_SIZE];
    g_autoptr(GArray) classes = replay_classes(session, G_MAXUINT);
    for (guint i = 0; i < classes->len; i++) {
        const ReplayClass *one = &g_array_index(classes, ReplayClass, i);
        processor_set_append_text(one->set, G_MAXUINT64, text);
        g_string_append_printf(text, " %s %s\n", report_number_exact(one->clock, number),
                               replay_state_name(one->state));
    }
    for (const char *const *command = (const char *const[]){ "where", "status", NULL };
         *command != NULL; command++)
        CU_ASSERT(replay_command(session, *command, text, NULL));
    g_string_append_printf(text, "%s ",
                           report_number_exact(replay_elapsed(session), number));
    g_string_append(text, report_number_exact(replay_serial_time(session), number));
    const Prediction *so_far = replay_so_far(session, NULL);
    for (guint i = 0; so_far != NULL && i < so_far->n_intervals; i++)
        g_string_append_printf(
            text, " %s",
            report_number_exact(so_far->intervals[i].values.lost_time, number));
    return g_string_free(text, FALSE);
}

static gboolean
same_interval(const Interval *a, const Interval *b)
{
    if (a->count != b->count || a->n_classes != b->n_classes ||
        memcmp(&a->values, &b->values, sizeof a->values) != 0)
        return FALSE;
    for (guint c = 0; c < a->n_classes; c++)
        if (memcmp(&a->classes[c].values, &b->classes[c].values, sizeof a->values) != 0 ||
            a->classes[c].count != b->classes[c].count)
            return FALSE;
    return TRUE;
}

/* The session is at its end, where it may have looked at anything before. */
static gboolean
is_prediction(ReplaySession *session)
{
    const PredictOptions options = { .no_ideal = TRUE };
    g_autoptr(Prediction) wanted =
        predict(replay_program(session), replay_params(session), &options, NULL);
    const Prediction *got = replay_so_far(session, NULL);
    if (wanted->execution_time != got->execution_time ||
        wanted->execution_time != replay_elapsed(session) ||
        wanted->n_intervals != got->n_intervals || wanted->serial_time != got->serial_time ||
        g_strv_length(wanted->warnings) != g_strv_length(got->warnings))
        return FALSE;
    for (guint i = 0; i < wanted->n_intervals; i++)
        if (!same_interval(&wanted->intervals[i], &got->intervals[i]))
            return FALSE;
    return TRUE;
}

/* Looks at some places on the way forwards, then goes to them in any order. FALSE: it cannot be
 * simulated to its end on this machine. */
static gboolean
check_places(const TraceProgram *program, const Params *params, GRand *random, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ReplaySession) straight = replay_session_new(program, params, NULL, &error);
    g_autoptr(ReplaySession) around = replay_session_new(program, params, NULL, &error);
    g_autoptr(GPtrArray) states = g_ptr_array_new_with_free_func(g_free);
    guint64 at[PLACES];
    if (straight == NULL)
        return FALSE;
    const guint64 end = replay_end(straight);
    for (guint i = 0; i < PLACES; i++)
        at[i] = i == 0 ? 0 : i + 1 == PLACES ? end : end * i / (PLACES - 1);
    for (guint i = 0; i < PLACES; i++) {
        while (replay_position(straight) < at[i] && replay_step(straight, 1, NULL) &&
               replay_why(straight)->reason != REPLAY_FAILED)
            ;
        if (replay_position(straight) < at[i])
            return FALSE;
        g_ptr_array_add(states, state_of(straight));
    }
    CU_ASSERT(is_prediction(straight));
    for (guint i = 0; i < 2 * PLACES; i++) {
        const guint to = (guint)g_rand_int_range(random, 0, PLACES);
        CU_ASSERT(replay_goto(around, at[to], NULL));
        g_autofree char *state = state_of(around);
        const gboolean same = g_str_equal(state, g_ptr_array_index(states, to));
        CU_ASSERT(same);
        if (!same) {
            printf("# %s at %u: %s\n# and not %s\n", name, (guint)at[to], state,
                   (char *)g_ptr_array_index(states, to));
            break;
        }
    }
    return TRUE;
}

static void
test_samples(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SRCDIR"), "samples", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autoptr(GRand) random = g_rand_new_with_seed(SEED);
    const char *name;
    guint n = 0, whole = 0;
    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        if (!g_str_has_suffix(name, ".trc"))
            continue;
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(TraceProgram) program = trace_read(path, NULL);
        g_autoptr(Params) params = machine_of(machines[n++ % G_N_ELEMENTS(machines)]);
        CU_ASSERT(program != NULL);
        whole += check_places(program, params, random, name);
    }
    CU_ASSERT(whole > 30);
}

static void
test_random(void)
{
    const int sizes[] = { 4, 2 };
    guint whole = 0;
    for (guint i = 0; i < TAP_CASES(200); i++) {
        g_autoptr(GRand) random = g_rand_new_with_seed(SEED + i);
        g_autoptr(RandomProgram) made =
            random_program_new(SEED + i, RANDOM_ALL, 2, sizes, i % 2 == 0 ? 0 : 2, sizes);
        g_autofree char *text = random_program_text(made);
        g_autofree char *name = g_strdup_printf("seed %u", SEED + i);
        TraceReader *reader = trace_reader_new_from_memory("p.trc", text, strlen(text));
        g_autoptr(TraceProgram) program = trace_read_all(reader, NULL);
        g_autoptr(Params) params = machine_of(machines[i % G_N_ELEMENTS(machines)]);
        if (program != NULL)
            whole += check_places(program, params, random, name);
    }
    CU_ASSERT(whole > TAP_CASES(200) / 2);
}

static TraceProgram *
sample(const char *name)
{
    g_autofree char *path = g_build_filename(g_getenv("SRCDIR"), "samples", name, NULL);
    TraceProgram *program = trace_read(path, NULL);
    if (program == NULL)
        g_error("%s cannot be read", path);
    return program;
}

/* heat2d on 4x2 with the network of params/network.par: what the run says, summed up by hand. */
static void
test_sums(void)
{
    g_autoptr(TraceProgram) program = sample("heat2d.trc");
    g_autofree char *path = g_build_filename(g_getenv("SRCDIR"), "params", "network.par", NULL);
    g_autoptr(Params) params = params_read(path, NULL);
    CU_ASSERT_FATAL(params_set_topology(params, "4x2", NULL));
    g_autoptr(ReplaySession) session = replay_session_new(program, params, NULL, NULL);
    const PredictOptions options = { .no_ideal = TRUE };
    g_autoptr(Prediction) run = predict(program, params, &options, NULL);
    CU_ASSERT(replay_goto(session, replay_end(session), NULL));
    CU_ASSERT(replay_elapsed(session) == run->execution_time);
    CU_ASSERT(replay_serial_time(session) / replay_elapsed(session) == prediction_speedup(run));
    const Characteristics *main = &run->intervals[0].values;
    const double computing = main->cpu_time + main->sys_time;
    double sum = 0;
    for (gint64 p = 0; p < 8; p++) {
        g_autofree char *text = g_strdup_printf("cpu(%d)", (int)p);
        double value;
        CU_ASSERT(replay_evaluate(session, text, &value, NULL));
        sum += value;
    }
    CU_ASSERT_DOUBLE_EQUAL(sum, computing, 1e-12 * computing);
    g_autoptr(ReplayProfile) profile = replay_profile_new(session, 0.0007, NULL, NULL);
    CHECK_INT(profile->n_columns, 8);
    sum = 0;
    for (guint i = 0; i < profile->n_rows * profile->n_columns; i++) {
        CU_ASSERT(profile->computing[i] >= 0 && profile->computing[i] <= 0.0007 * (1 + 1e-9));
        sum += profile->computing[i];
    }
    CU_ASSERT_DOUBLE_EQUAL(sum, computing, 1e-9 * computing);
}

/* Steps of all kinds at random; whenever it stands, another session that went straight there
 * says the same, and the time does not fall on the way forwards. */
static void
check_walk(const TraceProgram *program, const Params *params, GRand *random)
{
    g_autoptr(ReplaySession) session = replay_session_new(program, params, NULL, NULL);
    g_autoptr(ReplaySession) straight = replay_session_new(program, params, NULL, NULL);
    const ReplayStopSpec wait = { .kind = REPLAY_STOP_WAIT, .seconds = 1e-4 };
    const ReplayStopSpec call = { .kind = REPLAY_STOP_CALL, .call = "dopl_" };
    CU_ASSERT(replay_stop_add(session, &wait, NULL) != NULL);
    replay_stop_add(session, &call, NULL);
    for (guint i = 0; i < 40; i++) {
        const double elapsed = replay_elapsed(session);
        const guint64 before = replay_position(session);
        switch (g_rand_int_range(random, 0, 8)) {
        case 0:
            replay_step(session, (guint64)g_rand_int_range(random, 1, 9), NULL);
            break;
        case 1:
            replay_next(session, 1, NULL);
            break;
        case 2:
            replay_finish(session, NULL);
            break;
        case 3:
            replay_continue(session, (guint64)g_rand_int_range(random, 1, 4), NULL);
            break;
        case 4:
            replay_back(session, (guint64)g_rand_int_range(random, 1, 9), NULL);
            break;
        case 5:
            replay_reverse_continue(session, NULL);
            break;
        case 6:
            replay_goto_time(session, elapsed * g_rand_double(random) * 2, NULL);
            break;
        default:
            replay_run(session, NULL);
            break;
        }
        const guint64 now = replay_position(session);
        CU_ASSERT(now >= before ? replay_elapsed(session) >= elapsed
                                : replay_elapsed(session) <= elapsed);
        CU_ASSERT(replay_goto(straight, now, NULL) || now == replay_position(straight));
        g_autofree char *here = state_of(session), *there = state_of(straight);
        CU_ASSERT_STRING_EQUAL(here, there);
    }
}

static void
test_walks(void)
{
    const char *const names[] = { "heat2d.trc", "task_regions.trc", "adi_across.trc",
                                  "redistribute_in_loop_fault.trc", "nested_intervals.trc",
                                  "io_heavy.trc" };
    g_autoptr(GRand) random = g_rand_new_with_seed(SEED);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(TraceProgram) program = sample(names[i]);
        g_autoptr(Params) params = machine_of(machines[i % 2]);
        check_walk(program, params, random);
    }
}

/* Every place where a stop is hit forwards is one where it is hit backwards, in turn. */
static void
test_reverse(void)
{
    g_autoptr(TraceProgram) program = sample("unbalanced_fault.trc");
    g_autoptr(Params) params = machine_of(machines[1]);
    g_autoptr(ReplaySession) session = replay_session_new(program, params, NULL, NULL);
    const ReplayStopSpec specs[] = { { .kind = REPLAY_STOP_LINE, .line = 24 },
                                     { .kind = REPLAY_STOP_WAIT, .seconds = 0.01 },
                                     { .kind = REPLAY_STOP_ALARM, .seconds = 0.2 },
                                     { .kind = REPLAY_STOP_INTERVAL, .line = 34 } };
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(guint64));
    for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
        CU_ASSERT_FATAL(replay_stop_add(session, &specs[i], NULL) != NULL);
    CU_ASSERT(replay_run(session, NULL));
    while (replay_why(session)->reason == REPLAY_AT_STOP) {
        const guint64 at = replay_position(session);
        g_array_append_val(places, at);
        CU_ASSERT(replay_continue(session, 1, NULL));
    }
    CU_ASSERT(replay_why(session)->reason == REPLAY_AT_END && places->len > 24);
    for (guint i = places->len; i-- > 0;) {
        CU_ASSERT(replay_reverse_continue(session, NULL));
        CU_ASSERT(replay_why(session)->reason == REPLAY_AT_STOP);
        CHECK_INT((long long)replay_position(session),
                  (long long)g_array_index(places, guint64, i));
    }
    CU_ASSERT(replay_reverse_continue(session, NULL));
    CU_ASSERT(replay_why(session)->reason == REPLAY_AT_START);
}

/* On a million processors there are as many classes as on sixteen: what a step takes does not
 * depend on the processors. */
static void
test_million(void)
{
    g_autoptr(TraceProgram) program = sample("heat2d_large.trc");
    const char *const texts[] = { "topology = {4, 4};", "topology = {1024, 1024};" };
    guint n[2];
    for (guint i = 0; i < 2; i++) {
        g_autoptr(Params) params = machine_of(texts[i]);
        g_autoptr(ReplaySession) session = replay_session_new(program, params, NULL, NULL);
        n[i] = 0;
        while (replay_step(session, 1, NULL)) {
            g_autoptr(GArray) classes = replay_classes(session, 64);
            n[i] = MAX(n[i], classes->len);
        }
        CU_ASSERT(is_prediction(session));
    }
    CU_ASSERT(n[0] > 1 && n[1] <= 16 && n[1] >= n[0]);
}

/* A call that cannot be simulated is a place to stand before, from which one can go back. */
static void
test_failure(void)
{
    g_autofree char *path = g_build_filename(g_getenv("SRCDIR"), "samples", "heat2d.trc", NULL);
    g_autofree char *text = NULL;
    CU_ASSERT_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    /* a wait without its start */
    char *start = strstr(text, "call_strtsh_"), *end = strstr(start, "call_waitsh_");
    g_autofree char *broken = g_strdup_printf("%.*s%s", (int)(start - text), text, end);
    g_autoptr(TraceProgram) program = trace_read_all(
        trace_reader_new_from_memory("p.trc", broken, strlen(broken)), NULL);
    g_autoptr(Params) params = machine_of(machines[0]);
    g_autoptr(ReplaySession) session = replay_session_new(program, params, NULL, NULL);
    CU_ASSERT(replay_run(session, NULL));
    CU_ASSERT(replay_why(session)->reason == REPLAY_FAILED);
    CU_ASSERT(strstr(replay_why(session)->message, "waitsh_") != NULL);
    const guint64 at = replay_position(session);
    g_autofree char *there = state_of(session);
    CU_ASSERT(!replay_step(session, 1, NULL));
    CU_ASSERT(replay_back(session, 5, NULL));
    CU_ASSERT(replay_step(session, 5, NULL));
    g_autofree char *again = state_of(session);
    CHECK_INT((long long)replay_position(session), (long long)at);
    CU_ASSERT_STRING_EQUAL(there, again);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "a position of a sample has one state, its end is the prediction", test_samples },
        { "the same of random programs", test_random },
        { "heat2d on 4x2 sums up to what the run says", test_sums },
        { "steps of all kinds lead to what going straight does", test_walks },
        { "stops are hit backwards where they are forwards", test_reverse },
        { "a million processors are as few classes as sixteen", test_million },
        { "before a call that cannot be simulated", test_failure },
        CU_TEST_INFO_NULL,
    };
    return tap_run("replay", tests);
}

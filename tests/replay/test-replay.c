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
#include "src/replay/look.h"
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

int
main(void)
{
    CU_TestInfo tests[] = {
        { "a position of a sample has one state, its end is the prediction", test_samples },
        { "the same of random programs", test_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("replay", tests);
}

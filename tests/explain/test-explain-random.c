/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random programs: what must hold of every explanation, and that leaving nothing out changes
 * nothing.
 *
 * RANDOM_SEED and RANDOM_COUNT in the environment: other programs, or more of them.
 */
#include <string.h>

#include "src/analysis/explain/suspects.h"
#include "tests/explain/explain-check.h"
#include "tests/sim/random-program.h"

#define SEED  20261121
#define COUNT 150

typedef struct {
    int rank, size[3];
    const char *params;
} Machine;

static const Machine machines[] = {
    { 2, { 4, 2 }, "start time = 75; send byte time = 0.2; topology = {4, 2};" },
    { 3,
      { 2, 2, 2 },
      "type = transputer; start time = 75; send byte time = 0.2; topology = {2, 2, 2};" },
    { 1, { 5 }, "start time = 10; send byte time = 0.02; topology = {5};" },
    { 2, { 3, 2 }, "type = ideal; topology = {3, 2};" },
    { 1,
      { 6 },
      "start time = 40; send byte time = 0.1; topology = {6}; "
      "speed = {1.0, 2.0, 0.5, 1.5, 1.0, 0.7};" },
};

static guint
from_environment(const char *name, guint otherwise)
{
    const char *value = g_getenv(name);
    return value == NULL ? otherwise : (guint)g_ascii_strtoull(value, NULL, 0);
}

/* The time with causes collected is the prediction's, to the last bit. */
static void
check_time(const TraceProgram *program, const Params *params, const Explained *e, guint seed)
{
    g_autoptr(SimWhatIf) nothing = sim_what_if_new();
    const SimulatorOptions how = { .what_if = nothing, .flat = TRUE };
    g_autoptr(Simulator) s = simulator_new(program, params, &how, NULL);
    CU_ASSERT_FATAL(s != NULL && simulator_run(s, NULL));
    const double time = simulator_time(s), wanted = e->prediction->execution_time;
    CHECK_THAT(fabs(time - wanted) <= 1e-12 * wanted, "seed %u: %.17g, predicted %.17g", seed,
               time, wanted);
}

static double
time_without(const TraceProgram *program, const Params *params, const SimWhatIf *what_if,
             gboolean per_processor)
{
    const SimulatorOptions how = { .what_if = what_if,
                                   .flat = TRUE,
                                   .per_processor = per_processor };
    g_autoptr(Simulator) s = simulator_new(program, params, &how, NULL);
    CU_ASSERT_FATAL(s != NULL && simulator_run(s, NULL));
    return simulator_time(s);
}

/* Classes and single processors take the same time. */
static void
check_without(const TraceProgram *program, const Params *params, const SimWhatIf *what_if,
              double time, guint seed)
{
    const double x = time_without(program, params, what_if, FALSE);
    const double y = time_without(program, params, what_if, TRUE);
    CHECK_THAT(fabs(x - y) <= 1e-12 * time, "seed %u: %.17g in classes, %.17g by processor",
               seed, x, y);
}

/* Every processor a class of its own: the same time without each suspect, and its causes cost
 * as much as those of classes. */
static void
check_per_processor(const TraceProgram *program, const Params *params, guint seed)
{
    const SimulatorOptions how = { .causes = TRUE, .flat = TRUE };
    const SimulatorOptions how_each = { .causes = TRUE, .flat = TRUE, .per_processor = TRUE };
    g_autoptr(Simulator) s = simulator_new(program, params, &how, NULL);
    g_autoptr(Simulator) each = simulator_new(program, params, &how_each, NULL);
    CU_ASSERT_FATAL(s != NULL && simulator_run(s, NULL));
    CU_ASSERT_FATAL(each != NULL && simulator_run(each, NULL));
    g_autoptr(GPtrArray) suspects = suspects_new(s);
    g_autoptr(GPtrArray) others = suspects_new(each);
    const double copies = suspects_copies(s), time = simulator_time(s);
    CHECK_THAT(copies == suspects_copies(each), "seed %u: copies", seed);
    for (guint i = 0; i < suspects->len && i < 12; i++) {
        const Suspect *a = g_ptr_array_index(suspects, i);
        if (a->most < 1e-6 * time)
            break;
        const Suspect *b = i < others->len ? g_ptr_array_index(others, i) : NULL;
        CHECK_THAT(b != NULL && fabs(a->most - b->most) <= 1e-9 * time,
                   "seed %u: suspect %u costs %g", seed, i, a->most);
        g_autoptr(SimWhatIf) what_if = suspect_what_if(a, copies);
        check_without(program, params, what_if, time, seed);
        if (a->kind == SUSPECT_OPERATION && a->operation != OPERATION_IO) {
            g_autoptr(SimWhatIf) later = suspect_flags(a, SIM_WHAT_IF_OVERLAPPED(a->operation));
            g_autoptr(SimWhatIf) no_start =
                suspect_flags(a, SIM_WHAT_IF_NO_START(a->operation));
            check_without(program, params, later, time, seed);
            check_without(program, params, no_start, time, seed);
        }
    }
}

static void
test_random(void)
{
    const guint first = from_environment("RANDOM_SEED", SEED);
    const guint count = from_environment("RANDOM_COUNT", COUNT);
    guint n_findings = 0;
    printf("# seed %u, %u programs\n", first, count);
    for (guint i = 0; i < count; i++) {
        const Machine *machine = &machines[i % G_N_ELEMENTS(machines)];
        g_autofree char *name = g_strdup_printf("seed %u", first + i);
        g_autoptr(RandomProgram) program =
            random_program_new(first + i, RANDOM_ALL & ~RANDOM_KEPT, machine->rank,
                               machine->size, machine->rank, machine->size);
        g_autofree char *text = random_program_text(program);
        g_autoptr(TraceText) trace = g_new0(TraceText, 1);
        trace->text = g_string_new(text);
        g_auto(Explained) e = explain_check_text(trace, machine->params);
        explain_check_identities(&e, name);
        check_time(e.program, e.params, &e, first + i);
        check_per_processor(e.program, e.params, first + i);
        n_findings += e.explanation->findings->len;
    }
    printf("# %u findings\n", n_findings);
    CHECK_THAT(n_findings > count, "%u findings in %u programs", n_findings, count);
}

int
main(void)
{
    CU_TestInfo tests[] = { { "random", test_random }, CU_TEST_INFO_NULL };
    return tap_run("explain random", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * mapping = best: what is found is as fast as the fastest of the mappings of the page, the
 * first of equal ones, or faster after swapping places; and what it goes by.
 */
#include <string.h>

#include "src/analysis/predict/best-mapping.h"
#include "src/analysis/predict/predict.h"
#include "src/params/machine.h"
#include "src/params/mapping.h"
#include "src/trace/text/reader.h"
#include "tests/tap.h"

#define CANDIDATES 5 /* and tiles for networks of groups in these places */

static Params *
make_params(const char *machine, const char *mapping)
{
    g_autofree char *text = g_strdup_printf(
        "%s; start time = 10; send byte time = 0.05; mapping = %s", machine, mapping);
    Params *params = params_parse("test", text, strlen(text), NULL);
    g_assert_true(params != NULL);
    return params;
}

static TraceProgram *
read_sample(const char *name)
{
    const char *srcdir = g_getenv("SRCDIR");
    g_autofree char *path =
        g_strdup_printf("%s/samples/%s.trc", srcdir != NULL ? srcdir : ".", name);
    TraceProgram *program = trace_read(path, NULL);
    g_assert_true(program != NULL);
    return program;
}

/* INFINITY: the mapping cannot be. */
static double
time_with(const TraceProgram *program, const char *machine, const char *mapping)
{
    g_autofree char *statement = g_strconcat(mapping, ";", NULL);
    g_autoptr(Params) params = make_params(machine, statement);
    g_autoptr(Prediction) prediction = predict(program, params, NULL, NULL);
    return prediction != NULL ? prediction->execution_time : G_MAXDOUBLE;
}

static gboolean
check_best(const char *machine, const char *tiles, const TraceProgram *program)
{
    const char *const candidates[CANDIDATES] = { "default", tiles, "hilbert", "ring2line",
                                                 "torus2mesh" };
    g_autoptr(Params) params = make_params(machine, "best;");
    g_autoptr(Prediction) best = predict(program, params, NULL, NULL);
    g_autoptr(GString) found = g_string_new(NULL);
    double least = G_MAXDOUBLE;
    const char *first = NULL;
    CU_ASSERT_PTR_NOT_NULL_FATAL(best);
    for (guint i = 0; i < CANDIDATES; i++) {
        const double time =
            candidates[i] != NULL ? time_with(program, machine, candidates[i]) : G_MAXDOUBLE;
        first = time < least ? candidates[i] : first;
        least = MIN(least, time);
    }
    params_mapping_append_found(found, best->params->mapping);
    const gboolean swapped = g_str_has_suffix(found->str, ", places swapped");
    const gboolean sound =
        swapped ? best->execution_time < least
                : best->execution_time == least && g_str_equal(first, found->str);
    if (!sound)
        g_print("# %s: %s takes %.17g, %s %.17g\n", machine, found->str, best->execution_time,
                first, least);
    CU_ASSERT_TRUE(sound);
    return swapped;
}

static void
test_best(void)
{
    static const char *const samples[] = { "heat2d", "wavefront_sor", "adi_redistribute" };
    static const char *const machines[][2] = {
        { "type = line; nodes = { 16 }; topology = { 2, 8 }", NULL },
        { "type = line; nodes = { 12 }; topology = { 3, 4 }", NULL },
        { "type = tree; nodes = { 16 }; topology = { 4, 4 }", NULL },
        { "type = mesh; nodes = { 4, 4 }; topology = { 16 }", NULL },
        { "type = torus; nodes = { 2, 8 }; topology = { 4, 4 }", NULL },
        { "type = hypercube; nodes = { 4 }; topology = { 4, 4 }", NULL },
        { "type = fat tree; nodes = { 4, 4 }; taper = 4; topology = { 4, 4 }", "tiles(2, 2)" },
        { "type = dragonfly; nodes = { 3, 2, 2 }; topology = { 2, 6 }", "tiles(1, 2)" },
        { "type = ring; nodes = { 4 }; cores = 4; topology = { 4, 4 }", "tiles(2, 2)" },
    };
    guint swapped = 0, all = 0;
    for (guint s = 0; s < G_N_ELEMENTS(samples); s++) {
        g_autoptr(TraceProgram) program = read_sample(samples[s]);
        for (guint i = 0; i < G_N_ELEMENTS(machines); i++, all++)
            swapped += check_best(machines[i][0], machines[i][1], program) ? 1 : 0;
    }
    /* both happen */
    CU_ASSERT(swapped > 0 && swapped < all);
}

static void
test_tiles(void)
{
    static const struct {
        const char *machine;
        gint64 tile[3]; /* 0: there are none */
    } cases[] = {
        { "type = fat tree; nodes = { 20, 40 }; topology = { 20, 40 }", { 4, 5 } },
        { "type = fat tree; nodes = { 20, 40 }; topology = { 40, 20 }", { 5, 4 } },
        { "type = full; nodes = { 2 }; cores = 64; topology = { 8, 16 }", { 8, 8 } },
        { "type = dragonfly; nodes = { 5, 2, 16 }; topology = { 4, 4, 10 }", { 2, 2, 4 } },
        { "type = dragonfly; nodes = { 5, 2, 7 }; topology = { 70 }", { 7 } },
        { "type = fat tree; nodes = { 6, 4 }; cores = 12; topology = { 16, 18 }", { 3, 4 } },
        { "type = star; nodes = { 8 }; topology = { 8 }", { 0 } },
        { "type = torus; nodes = { 4, 4 }; topology = { 4, 4 }", { 0 } },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Params) params = make_params(cases[i].machine, "default;");
        g_autoptr(ParamsMachine) machine = params_machine_new(params, TRUE, NULL);
        gint64 tile[RATER_MAX_RANK];
        CU_ASSERT_PTR_NOT_NULL_FATAL(machine);
        const gboolean some =
            best_mapping_tiles(&machine->fabric.topology, &params->topology, tile);
        CU_ASSERT_EQUAL(some, cases[i].tile[0] > 0);
        for (int k = 0; some && k < params->topology.rank; k++)
            CHECK_INT(tile[k], cases[i].tile[k]);
    }
}

/* Edges of a grid go both ways, to neighbours alone. */
static void
test_partners(void)
{
    g_autoptr(TraceProgram) program = read_sample("heat2d");
    g_autoptr(Params) params =
        make_params("type = torus; nodes = { 4, 4 }; topology = { 4, 4 }", "default;");
    const SimulatorOptions how = { .partners = TRUE };
    g_autoptr(Simulator) run = simulator_simulate(program, params, how, NULL);
    g_autoptr(GArray) parcels = sim_partners_parcels(simulator_partners(run));
    CU_ASSERT_PTR_NOT_NULL_FATAL(parcels);
    CHECK_INT(parcels->len, 2 * (3 * 4 + 4 * 3));
    for (guint i = 0; i < parcels->len; i++) {
        const RaterParcel *one = &g_array_index(parcels, RaterParcel, i);
        const gint64 rows = ABS(one->from / 4 - one->to / 4);
        const gint64 columns = ABS(one->from % 4 - one->to % 4);
        gint64 back = 0;
        CHECK_INT(rows + columns, 1);
        for (guint k = 0; k < parcels->len; k++) {
            const RaterParcel *other = &g_array_index(parcels, RaterParcel, k);
            back += other->from == one->to && other->to == one->from ? other->bytes : 0;
        }
        CHECK_INT(back, one->bytes);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "as fast as any of the page", test_best },
        { "tiles of groups", test_tiles },
        { "partners", test_partners },
        CU_TEST_INFO_NULL,
    };
    return tap_run("best-mapping", tests);
}

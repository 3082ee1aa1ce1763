/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Timelines of the samples and of random programs: what must hold for all of them.
 *
 * RANDOM_SEED and RANDOM_COUNT in the environment: other programs, or more of them.
 */
#include <string.h>

#include "src/trace/text/reader.h"
#include "tests/sim/random-program.h"
#include "tests/sim/sim-check.h"
#include "tests/sim/timeline-check.h"

#define MOST_BYTES 200000 /* larger samples are simulated on one machine only */
#define SEED       20261121
#define COUNT      400

static const char *const machines[] = {
    "type = network; start time = 75; send byte time = 0.2; topology = {4, 2};",
    "type = transputer; start time = 75; send byte time = 0.2; topology = {2, 2, 2};",
    "type = network; start time = 10; send byte time = 0.02; topology = {5};",
    "type = ideal; topology = {3, 2};",
    "type = network; start time = 40; send byte time = 0.1; topology = {6}; "
    "speed = {1.0, 2.0, 0.5, 1.5, 1.0, 0.7};",
    "type = mesh; nodes = {2, 2}; start time = 10; send byte time = 0.1; topology = {3, 3}; "
    "speed = {1.0, 2.0, 0.5, 1.5};",
};

static int
compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
test_samples(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SRCDIR"), "samples", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const char *name;
    guint n = 0;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_suffix(name, ".trc") || g_str_has_suffix(name, ".trc.gz"))
            g_ptr_array_add(names, g_strdup(name));
    }
    g_ptr_array_sort(names, compare_names);
    CU_ASSERT(names->len > 30);
    for (guint i = 0; i < names->len; i++) {
        name = g_ptr_array_index(names, i);
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(TraceProgram) program = trace_read(path, NULL);
        CU_ASSERT(program != NULL);
        for (guint k = 0; program != NULL && k < G_N_ELEMENTS(machines); k++) {
            if (k > 0 && program->info.bytes > MOST_BYTES)
                break;
            g_autofree char *what = g_strdup_printf("%s on %s", name, machines[k]);
            g_autoptr(Params) params =
                params_parse("machine", machines[k], strlen(machines[k]), NULL);
            g_assert_nonnull(params);
            n += timeline_check(program, params, what) ? 1 : 0;
        }
    }
    printf("# %u simulations\n", n);
    CU_ASSERT(n > 100);
}

static guint
from_environment(const char *name, guint otherwise)
{
    const char *value = g_getenv(name);
    return value == NULL ? otherwise : (guint)g_ascii_strtoull(value, NULL, 0);
}

/* A machine with up to twelve processors, some of them of different speeds, some with several
 * on one. */
static Params *
random_machine(GRand *random, int *rank, int size[])
{
    static const char *const types[] = { "network", "transputer", "ideal", "star" };
    const gchar *type = types[g_rand_int_range(random, 0, 13) / 4];
    g_autoptr(GString) text = g_string_new(NULL);
    int count = 1, left = 12;
    *rank = g_rand_int_range(random, 1, 4);
    g_string_append_printf(text, "type = %s; start time = %d; send byte time = 0.%02d; ", type,
                           g_rand_int_range(random, 0, 100), g_rand_int_range(random, 0, 100));
    g_string_append(text, "topology = {");
    for (int d = 0; d < *rank; d++) {
        size[d] = g_rand_int_range(random, MIN(2, left), MIN(left, *rank == 1 ? 12 : 4) + 1);
        left /= size[d];
        count *= size[d];
        g_string_append_printf(text, "%s%d", d > 0 ? ", " : "", size[d]);
    }
    g_string_append(text, "}; ");
    if (g_str_equal(type, "star")) {
        count = g_rand_int_range(random, 1, count + 1);
        g_string_append_printf(text, "nodes = { %d }; core start time = 3; ", count);
    }
    if (g_rand_int_range(random, 0, 4) == 0) {
        g_string_append(text, "speed = {");
        for (int i = 0; i < count; i++)
            g_string_append_printf(text, "%s%d.%d", i > 0 ? ", " : "",
                                   g_rand_int_range(random, 0, 2),
                                   g_rand_int_range(random, 1, 5));
        g_string_append(text, "}; ");
    }
    g_autoptr(GError) error = NULL;
    Params *params = params_parse("machine", text->str, text->len, &error);
    if (params == NULL)
        g_error("%s", error->message);
    return params;
}

static void
test_random(void)
{
    guint seed = from_environment("RANDOM_SEED", SEED), n = 0;
    guint count = from_environment("RANDOM_COUNT", COUNT);
    printf("# seed %u, %u programs\n", seed, count);
    for (guint i = 0; i < count; i++) {
        GRand *random = g_rand_new_with_seed((seed + i) ^ 0x5bd1e995);
        int rank, size[3];
        g_autoptr(Params) params = random_machine(random, &rank, size);
        g_autoptr(RandomProgram) program =
            random_program_new(seed + i, RANDOM_ALL & ~RANDOM_KEPT, rank, size, 0, NULL);
        g_autofree char *text = random_program_text(program);
        g_autofree char *name = g_strdup_printf("seed %u", seed + i);
        TraceReader *reader = trace_reader_new_from_memory("p.trc", text, strlen(text));
        g_autoptr(TraceProgram) traced = trace_read_all(reader, NULL);
        n += traced != NULL && timeline_check(traced, params, name) ? 1 : 0;
        g_rand_free(random);
    }
    CHECK_THAT(n > count * 9 / 10, "only %u of %u programs are valid", n, count);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "samples", test_samples },
        { "random", test_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("timeline_samples", tests);
}

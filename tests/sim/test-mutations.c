/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Samples with numbers changed, calls left out and calls repeated: whatever a trace says,
 * --keep-going predicts it, all identities hold, and classes are what processors one by one
 * are.
 */
#include <string.h>

#include "tests/sim/prediction-check.h"
#include "tests/sim/sim-check.h"

#define SEED    60221407
#define N_CASES 300

static const char *const samples[] = {
    "adi_across",         "adi_redistribute", "copy_line",      "genblock",
    "genblock_given",     "heat3d",           "io_files",       "io_heavy",
    "jacobi_copy",        "matmul",           "multigrid",      "redblack_sor",
    "multi_array_shadow", "remote_access",    "remote_element", "task_loop",
    "task_regions",       "task_regions_2x2", "wavefront_sor",  "transpose_realign",
};
static const char *const topologies[] = { "1",    "2",    "3",       "5",    "7",   "8",
                                          "2, 2", "3, 2", "2, 2, 2", "3, 3", "1, 4" };
static const char *const networks[] = {
    "type = network; start time = 75; send byte time = 0.2;",
    "type = transputer; start time = 75; send byte time = 0.2;",
    "type = ideal;",
    "type = network; start time = 75; speed = { 5 x 1, 2 x 2, 2 x 0.5 };",
};

#define PICK(random, list) (list)[sim_check_between((random), 0, G_N_ELEMENTS(list) - 1)]

static char *
read_sample(const char *name)
{
    g_autofree char *file = g_strdup_printf("%s.trc", name);
    g_autofree char *path = g_build_filename(g_getenv("SRCDIR"), "samples", file, NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    CHECK_THAT(g_file_get_contents(path, &text, NULL, &error), "%s", file);
    return text;
}

/* The line that holds `at` is one of parameters. */
static gboolean
is_parameter_line(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        at--;
    at += strspn(at, " ");
    return !g_str_has_prefix(at, "call_") && !g_str_has_prefix(at, "ret_") &&
           !g_str_has_prefix(at, "Event_");
}

/* Another value behind the next "=" from `from` on. */
static void
change_number(GString *text, gsize from, GRand *random)
{
    static const char *const values[] = {
        "0",   "1",  "2",   "3",  "-1", "4",  "5",    "-2",         "7",
        "16",  "64", "100", "-7", "9",  "12", "1000", "2147483648", "9223372036854775807",
        "NULL"
    };
    const char *at = strchr(text->str + from, '=');
    if (at == NULL || !is_parameter_line(text->str, at))
        return;
    gsize start = (gsize)(at + 1 + strspn(at + 1, " ") - text->str);
    gsize len = strspn(text->str + start, "0123456789abcdef-.");
    g_autofree char *near = g_strdup_printf(
        "%" G_GINT64_FORMAT, g_ascii_strtoll(text->str + start, NULL, 10) % 1000000 +
                                 sim_check_between(random, -2, 2));
    if (len == 0)
        return;
    g_string_erase(text, (gssize)start, (gssize)len);
    g_string_insert(text, (gssize)start,
                    sim_check_between(random, 0, 2) == 0 ? near : PICK(random, values));
}

/* The call that follows `from`, with its return: where it stands and how long it is; 0: none.
 */
static gsize
next_call(const GString *text, gsize from, gsize *start)
{
    const char *at = strstr(text->str + from, "\ncall_");
    const char *end = at != NULL ? strstr(at + 1, "\ncall_") : NULL;
    if (end == NULL)
        return 0;
    *start = (gsize)(at - text->str);
    return (gsize)(end - at);
}

static char *
mutate(const char *sample, GRand *random)
{
    g_autofree char *original = read_sample(sample);
    g_autoptr(GString) text = g_string_new(original);
    gsize first = (gsize)(strstr(text->str, "ret_dvm_Init") - text->str);
    int n = sim_check_between(random, 1, 5);

    for (int i = 0; i < n; i++) {
        gsize from = (gsize)sim_check_between(random, (int)first, (int)text->len - 1), start;
        int kind = sim_check_between(random, 0, 9);
        gsize len = kind >= 6 ? next_call(text, from, &start) : 0;
        if (kind < 6) {
            change_number(text, from, random);
        } else if (len > 0 && kind < 8) {
            g_string_erase(text, (gssize)start, (gssize)len);
        } else if (len > 0) {
            g_autofree char *again = g_strndup(text->str + start, len);
            from = (gsize)sim_check_between(random, (int)first, (int)text->len - 1);
            if (next_call(text, from, &start) > 0)
                g_string_insert(text, (gssize)start, again);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void
test_mutations(void)
{
    g_autoptr(GRand) random = sim_check_random(SEED);
    guint n_warnings = 0;

    for (int i = 0; i < N_CASES; i++) {
        const char *sample = PICK(random, samples);
        g_autofree char *text = mutate(sample, random);
        g_autofree char *params = g_strdup_printf(
            "topology = { %s }; %s", PICK(random, topologies), PICK(random, networks));
        g_autoptr(TraceText) trace = g_new0(TraceText, 1);
        trace->text = g_string_new(text);
        g_autoptr(Prediction) p = prediction_check_text(trace, params, TRUE);
        CHECK_THAT(p != NULL, "case %d: %s, %s", i, sample, params);
        n_warnings += p != NULL ? prediction_check_warnings(p, NULL, NULL) : 0;
    }
    printf("# %u warnings\n", n_warnings);
    CU_ASSERT(n_warnings > N_CASES);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "mutations", test_mutations },
        CU_TEST_INFO_NULL,
    };
    return tap_run("mutations", tests);
}

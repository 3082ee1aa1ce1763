/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is written reads back the same: by hand, and for random sets.
 */
#include "src/params/params.h"
#include "src/params/mapping.h"
#include "tests/params/params-check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED     7
#define N_RANDOM 2000

/* Statements of a written file without comments and blank lines. */
static char *
statements(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(NULL);
    for (char **line = lines; *line != NULL; line++) {
        if (**line != '\0' && !g_str_has_prefix(*line, "//"))
            g_string_append_printf(out, "%s\n", *line);
    }
    return g_string_free(out, FALSE);
}

static void
check_text(void)
{
    g_autoptr(Params) p =
        READ("type = ethernet; start time = 75; send byte time = 0.20;"
             "trace overhead = 1e-9; power = 1e-9; scale = 1e9; channels = 12;"
             "speed = { 1, 1, 0.5, 3 x 2 }; topology = { 2, 1, 3 };");
    g_autofree char *text = params_to_text(p);
    g_autofree char *bare = statements(text);
    CHECK_TEXT(bare, "type = network;\n"
                     "start time = 75;\n"
                     "send byte time = 0.2;\n"
                     "power = 1e-09;\n"
                     "trace overhead = 0.000000001;\n"
                     "speed = { 2 x 1, 0.5, 3 x 2 };\n"
                     "topology = { 2, 1, 3 };\n"
                     "scale = 1000000000;\n"
                     "channels = 12;\n");
    g_autoptr(Params) defaults = params_new();
    g_autofree char *default_text = params_to_text(defaults);
    g_autofree char *default_bare = statements(default_text);
    CHECK_TEXT(default_bare, "type = network;\n"
                             "start time = 0;\n"
                             "send byte time = 0;\n"
                             "power = 1;\n"
                             "trace overhead = 0;\n"
                             "topology = { 1 };\n"
                             "scale = 1;\n"
                             "channels = 1;\n");
    g_autoptr(Params) again = READ(default_text);
    CHECK_EQUAL(again, defaults);
}

/* Comments: every help is there, no line is long. */
static void
check_comments(void)
{
    g_autoptr(Params) p = params_new();
    g_autofree char *text = params_to_text(p);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *comments = g_string_new(NULL);
    for (char **line = lines; *line != NULL; line++) {
        CU_ASSERT(strlen(*line) <= 80);
        if (g_str_has_prefix(*line, "// "))
            g_string_append_printf(comments, "%s ", *line + 3);
    }
    g_autofree char *all = g_string_free(comments, FALSE);
    for (guint i = 0; i < PARAMS_N; i++) {
        CU_ASSERT_PTR_NOT_NULL(strstr(all, params_rows[i].help));
        CU_ASSERT_PTR_NOT_NULL(strstr(all, params_rows[i].values));
    }
}

/* A value as it stands in the file, and what it means, worked out apart from the reader. */
typedef struct {
    char *literal;
    double value;    /* as written */
    double seconds;  /* of that many microseconds */
    RaterAtto exact; /* of that many microseconds */
} Real;

/* 0 now and then with `zero`; else up to 15 digits, up to 12 of them behind the point. */
static Real
random_real(GRand *rand, gboolean zero)
{
    gint64 limit = 1, digits;
    if (zero && g_rand_int_range(rand, 0, 8) == 0)
        return (Real){ .literal = g_strdup("0") };
    for (int n = g_rand_int_range(rand, 1, 16); n > 0; n--)
        limit *= 10;
    digits = 1 + (gint64)(g_rand_double(rand) * (double)(limit - 1));
    int places = g_rand_int_range(rand, 0, 13);
    g_autofree char *plain = g_strdup_printf("%" G_GINT64_FORMAT "e-%d", digits, places);
    double value = strtod(plain, NULL);
    if (value < 1e-9 || value > 1e9)
        return random_real(rand, zero);
    g_autofree char *micro = g_strdup_printf("%" G_GINT64_FORMAT "e-%d", digits, places + 6);
    Real real = { .value = value, .seconds = strtod(micro, NULL), .exact = digits };
    for (int k = places; k < 12; k++)
        real.exact *= 10;
    if (g_rand_boolean(rand))
        real.literal = g_steal_pointer(&plain);
    else
        real.literal = g_strdup_printf("%.*f", places, value);
    /* The double's digits are the literal's as long as there are at most 15. */
    return real;
}

/* " ", or something else that means the same. */
static const char *
gap(GRand *rand)
{
    static const char *const gaps[] = { " ", "  ", "\t", "\n", "\r\n", " // a = b;\n", "//\n" };
    return gaps[g_rand_int_range(rand, 0, G_N_ELEMENTS(gaps))];
}

/* Appends `name = value;` with blanks, comments and cases at random. */
static void
append_statement(GString *out, GRand *rand, const char *name, const char *value)
{
    for (const char *p = name; *p != '\0'; p++) {
        if (*p == ' ')
            g_string_append(out, g_rand_boolean(rand) ? " \t " : " ");
        else
            g_string_append_c(out, g_rand_boolean(rand) ? g_ascii_toupper(*p) : *p);
    }
    g_string_append_printf(out, "%s=%s%s%s;%s", gap(rand), gap(rand), value, gap(rand),
                           gap(rand));
}

/* Sets a time at random in `params`, and returns its literal. */
static char *
random_time(GRand *rand, double *seconds, RaterAtto *exact)
{
    Real real = random_real(rand, TRUE);
    *seconds = real.seconds;
    if (exact != NULL)
        *exact = real.exact;
    return real.literal;
}

static char *
random_positive(GRand *rand, double *value)
{
    Real real = random_real(rand, FALSE);
    *value = real.value;
    return real.literal;
}

static char *
random_speeds(GRand *rand, GArray *speeds)
{
    GString *out = g_string_new("{");
    g_array_set_size(speeds, 0);
    for (int n = g_rand_int_range(rand, 1, 6); n > 0; n--) {
        ParamsSpeed entry = { .count = g_rand_int_range(rand, 1, 4) };
        g_autofree char *literal = random_positive(rand, &entry.speed);
        const ParamsSpeed *last = &g_array_index(speeds, ParamsSpeed, speeds->len - 1);
        if (speeds->len > 0 && last->speed == entry.speed)
            continue;
        g_array_append_val(speeds, entry);
        g_string_append(out, speeds->len > 1 ? "," : "");
        if (g_rand_boolean(rand))
            g_string_append_printf(out, "%d x %s", (int)entry.count, literal);
        else
            for (int i = 0; i < entry.count; i++)
                g_string_append_printf(out, "%s%s", i > 0 ? "," : "", literal);
    }
    g_string_append_c(out, '}');
    return g_string_free(out, FALSE);
}

static char *
random_topology(GRand *rand, RaterGrid *grid)
{
    GString *out = g_string_new("{");
    *grid = (RaterGrid){ .rank = g_rand_int_range(rand, 1, 9) };
    for (int i = 0; i < grid->rank; i++) {
        grid->size[i] = g_rand_int_range(rand, 1, 15);
        g_string_append_printf(out, "%s%d", i > 0 ? "," : "", (int)grid->size[i]);
    }
    g_string_append_c(out, '}');
    return g_string_free(out, FALSE);
}

/* A list of integers, or "default". */
static char *
random_nodes(GRand *rand, RaterTopologyShape *shape)
{
    GString *out = g_string_new("{");
    shape->rank = g_rand_int_range(rand, 0, 9);
    for (int i = 0; i < shape->rank; i++) {
        shape->nodes[i] = g_rand_int_range(rand, 1, G_MAXINT32);
        g_string_append_printf(out, "%s%d", i > 0 ? "," : "", (int)shape->nodes[i]);
    }
    g_string_append_c(out, '}');
    if (shape->rank == 0)
        g_string_assign(out, "Default");
    return g_string_free(out, FALSE);
}

static RaterAtto
power_of_ten(int n)
{
    return n == 0 ? 1 : 10 * power_of_ten(n - 1);
}

/* { n.m, .. } or n.m */
static char *
random_taper(GRand *rand, RaterTopologyShape *shape)
{
    GString *out = g_string_new(NULL);
    shape->n_tapers = g_rand_int_range(rand, 1, 8);
    for (int i = 0; i < shape->n_tapers; i++) {
        const int value = g_rand_int_range(rand, 1, 1000000);
        shape->taper[i] = value * power_of_ten(20);
        g_string_append_printf(out, "%s%d.%04d", i > 0 ? "," : "", value / 10000, value % 10000);
    }
    if (shape->n_tapers > 1) {
        g_string_prepend(out, "{");
        g_string_append(out, "}");
    }
    return g_string_free(out, FALSE);
}

static char *
random_mapping(GRand *rand, ParamsMapping *mapping)
{
    mapping->kind = g_rand_boolean(rand) ? PARAMS_MAPPING_HILBERT : PARAMS_MAPPING_RANDOM;
    if (mapping->kind == PARAMS_MAPPING_HILBERT)
        return g_strdup("Hilbert");
    mapping->seed = g_rand_int(rand);
    return g_strdup_printf("random(%" G_GUINT64_FORMAT ")", mapping->seed);
}

/* The same for networks of nodes and links. */
static char *
random_links_value(GRand *rand, ParamsId id, Params *expected)
{
    gpointer member = params_member(expected, id);
    const int number = g_rand_int_range(rand, 1, G_MAXINT32);
    double seconds;
    g_auto(GStrv) words = NULL;
    switch (params_rows[id].kind) {
    case PARAMS_KIND_NODES:
        return random_nodes(rand, member);
    case PARAMS_KIND_TAPER:
        return random_taper(rand, member);
    case PARAMS_KIND_TIME:
        return random_time(rand, &seconds, member);
    case PARAMS_KIND_WORD:
        words = g_strsplit(params_rows[id].values, ", ", -1);
        *(guint *)member = (guint)number % g_strv_length(words);
        return g_strdup(words[*(guint *)member]);
    case PARAMS_KIND_RATIO:
        *(RaterAtto *)member = (10000 + number % 1000000) * power_of_ten(10);
        return g_strdup_printf("%d.%04d", 1 + number % 1000000 / 10000, number % 1000000 % 10000);
    case PARAMS_KIND_VARIATION:
        *(RaterVariation *)member = (RaterVariation){ true, (uint64_t)number, 0.5 };
        return g_strdup_printf("%d, 0.5", number);
    case PARAMS_KIND_MAPPING:
        return random_mapping(rand, expected->mapping);
    default:
        *(int64_t *)member = number;
        return g_strdup_printf("%d", number);
    }
}

/* The literal of a random value of a parameter, which `expected` gets. */
static char *
random_value(GRand *rand, ParamsId id, Params *expected)
{
    static const char *const types[] = { "network", "transputer", "ideal", "torus", "fat tree" };
    const char *type;
    switch (id) {
    case PARAMS_TYPE:
        type = types[g_rand_int_range(rand, 0, 5)];
        expected->network.links.kind = rater_topology_find(type);
        expected->network.kind =
            expected->network.links.kind == NULL ? rater_network_find(type) : &rater_network_links;
        return g_strdup(type);
    case PARAMS_START_TIME:
        return random_time(rand, &expected->start_time, &expected->network.start_time);
    case PARAMS_SEND_BYTE_TIME:
        return random_time(rand, &expected->send_byte_time, &expected->network.byte_time);
    case PARAMS_TRACE_OVERHEAD:
        return random_time(rand, &expected->trace_overhead, NULL);
    case PARAMS_POWER:
        return random_positive(rand, &expected->power);
    case PARAMS_SCALE:
        return random_positive(rand, &expected->network.scale);
    case PARAMS_SPEED:
        return random_speeds(rand, expected->speeds);
    case PARAMS_TOPOLOGY:
        return random_topology(rand, &expected->topology);
    case PARAMS_CHANNELS:
        expected->network.channels = g_rand_int_range(rand, 1, G_MAXINT32);
        return g_strdup_printf("%" G_GINT64_FORMAT, (gint64)expected->network.channels);
    default:
        return random_links_value(rand, id, expected);
    }
}

/* Random sets, written by the test in any form and order, mean what they should, and what
 * params_to_text() makes of them means the same and is stable. */
static void
check_round_trip(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    printf("# seed %d\n", SEED);
    for (int i = 0; i < N_RANDOM; i++) {
        g_autoptr(Params) expected = params_new();
        g_autoptr(GString) text = g_string_new(gap(rand));
        int start = g_rand_int_range(rand, 0, PARAMS_N);
        for (int k = 0; k < PARAMS_N; k++) {
            ParamsId id = (ParamsId)((start + 3 * k) % PARAMS_N); /* 3 and 28 have no divisor */
            if (g_rand_int_range(rand, 0, 4) == 0)
                continue;
            g_autofree char *value = random_value(rand, id, expected);
            append_statement(text, rand, params_rows[id].name, value);
        }
        g_autoptr(Params) p = READ(text->str);
        CHECK_EQUAL(p, expected);
        g_autofree char *written = params_to_text(p);
        g_autoptr(Params) again = READ(written);
        CHECK_EQUAL(again, p);
        g_autofree char *rewritten = params_to_text(again);
        CHECK_TEXT(rewritten, written);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "text", check_text },
        { "comments", check_comments },
        { "round trip", check_round_trip },
        CU_TEST_INFO_NULL,
    };
    return tap_run("params-writer", tests);
}

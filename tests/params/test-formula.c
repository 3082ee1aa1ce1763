/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Mappings by expressions: values, places of errors, random expressions.
 */
#include <stdio.h>
#include <string.h>

#include "src/params/mapping.h"
#include "tests/params/params-check.h"

/* The places of `text` on 8 virtual processors in 2 x 4, 16 physical in 4 x 4 (one in 16 with
 * `line`). */
static gint64 *
places(const char *text, gboolean line, GError **error)
{
    RaterGrid system = { .rank = 2, .size = { 2, 4 } };
    RaterGrid square = { .rank = 2, .size = { 4, 4 } };
    RaterGrid row = { .rank = 1, .size = { 16 } };
    ParamsLexer lexer;
    g_assert(params_lexer_init(&lexer, "f", text, strlen(text), NULL));
    g_autoptr(ParamsMapping) mapping = params_mapping_read(&lexer, error);
    if (mapping == NULL)
        return NULL;
    g_autoptr(ParamsMapping) copy = params_mapping_copy(mapping);
    CU_ASSERT_FATAL(copy->kind == PARAMS_MAPPING_OWN);
    g_autoptr(GString) written = g_string_new(NULL);
    params_mapping_append(written, copy);
    CHECK_TEXT(written->str, text);
    return params_formula_places(copy->formula, &system, line ? &row : &square, error);
}

/* Expression `text`, which is within 0 .. 15, for x = 1, y = 2. */
static void
check_value(const char *text, gint64 expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *formula =
        g_strdup_printf("f(x, y) = [x == 1 && y == 2 ? (%s) : 0].", text);
    g_autofree gint64 *found = places(formula, TRUE, &error);
    if (found == NULL)
        printf("# %s: %s\n", text, error->message);
    CU_ASSERT_FATAL(found != NULL);
    if (found[6] != expected)
        printf("# %s\n", text);
    CHECK_INT(found[6], expected);
}

static void
test_values(void)
{
    check_value("3", 3);
    check_value("0xF", 15);
    check_value("0Xa", 10);
    check_value("0", 0);
    check_value("x + y * 3", 7);
    check_value("(x + y) * 3", 9);
    check_value("7 - 2 - 1", 4);
    check_value("8 / 2 / 2", 2);
    check_value("-7 / 2 + 10", 7);
    check_value("-7 % 3 + 10", 9);
    check_value("(-7 >> 1) + 10", 6);
    check_value("(-1 >> 63) + 10", 9);
    check_value("1 << 1 + 2", 8);
    check_value("1 | 2 ^ 3 & 5", 3);
    check_value("6 & 3 == 3", 0);
    check_value("!0 + !5", 1);
    check_value("~-5", 4);
    check_value("- - 4", 4);
    check_value("--4", 4);
    check_value("+4", 4);
    check_value("1 < 2 == 1", 1);
    check_value("3 > 2 > 1", 0);
    check_value("2 >= 2 && 2 <= 2 && 2 != 3", 1);
    check_value("0 || 0 && 1 || 3", 1);
    check_value("0 ? 1 : 0 ? 2 : 3", 3);
    check_value("1 ? 0 ? 1 : 2 : 3", 2);
    check_value("1 ? 2 : 1 / 0", 2);
    check_value("0 && 1 / 0", 0);
    check_value("1 || 1 / 0", 1);
    check_value("#1 * 100 + #2 * 10 - 240 + $1 % 10", 6);
    check_value("X + Y", 3);
    check_value("9223372036854775807 % 10", 7);
    check_value("0x7fffffffffffffff & 15", 15);
    check_value("(-9223372036854775807 - 1) % -1 + 5", 5);
    check_value("(-1 << 63 >> 62) + 5", 3);
    check_value("5 // behind a comment\n + 1", 6);
    check_value("x\n+\n1", 2);
}

static void
check_error(const char *text, gboolean line, const char *expected)
{
    g_autoptr(GError) error = NULL;
    g_autofree gint64 *found = places(text, line, &error);
    CU_ASSERT(found == NULL);
    CU_ASSERT_FATAL(error != NULL);
    if (!g_str_has_prefix(error->message, expected))
        printf("# %s, expected %s\n", error->message, expected);
    CU_ASSERT(g_str_has_prefix(error->message, expected));
}

static void
test_syntax(void)
{
    check_error("f() = [1].", FALSE, "f:1:3: error: expected a variable, found ')'");
    check_error("f(x, ) = [1].", FALSE, "f:1:6: error: expected a variable, found ')'");
    check_error("f(x, 3) = [1].", FALSE, "f:1:6: error: expected a variable, found '3'");
    check_error("f(x, X) = [1].", FALSE, "f:1:6: error: variable 'X' is there twice");
    check_error("f(x, y) = [x = 1].", FALSE, "f:1:14: error: expected ']', found '='");
    check_error("f(x, y) = [].", FALSE, "f:1:12: error: expected an expression, found ']'");
    check_error("f(x, y) = [x, ].", FALSE, "f:1:15: error: expected an expression");
    check_error("f(x, y) = [(x].", FALSE, "f:1:14: error: expected ')', found ']'");
    check_error("f(x, y) = [x ? 1].", FALSE, "f:1:17: error: expected ':', found ']'");
    check_error("f(x, y) = [x]", FALSE, "f:1:14: error: expected '.'");
    check_error("f(x, y) [x].", FALSE, "f:1:9: error: expected '=', found '['");
    check_error("f(x, y) = [x +\n  z].", FALSE, "f:2:3: error: 'z' is none of the variables");
    check_error("f(x, y) = [010].", FALSE, "f:1:12: error: '010' begins with 0");
    check_error("f(x, y) = [1.5].", FALSE, "f:1:13: error: expected ']', found '.5'");
    check_error("f(x, y) = [0x].", FALSE, "f:1:13: error: expected ']', found 'x'");
    check_error("f(x, y) = [9223372036854775808].", FALSE,
                "f:1:12: error: '9223372036854775808' is beyond 64 bits");
    check_error("f(x, y) = [#0].", FALSE, "f:1:12: error: dimensions are numbered from 1");
    check_error("f(x, y) = [#x].", FALSE, "f:1:12: error: expected the number of a dimension");
    check_error("f(x, y) = [x < y &].", FALSE, "f:1:19: error: expected an expression");
    check_error("f(x, y) = [x <=> y].", FALSE, "f:1:16: error: expected an expression");
    check_error("tiles", FALSE, "f:1:1: error: expected default, identity");
    check_error("tiles(0)", FALSE, "f:1:7: error: expected an integer, 1 to");
    check_error("tiles(1, )", FALSE, "f:1:10: error: expected an integer, 1 to");
    check_error("random()", FALSE, "f:1:8: error: expected an integer, 0 to");
    check_error("random(1.5)", FALSE, "f:1:8: error: expected an integer, 0 to");
    check_error("random(1", FALSE, "f:1:9: error: expected ')'");
    check_error("nearest", FALSE, "f:1:1: error: expected default, identity");
    check_error("", FALSE, "f:1:1: error: expected default, identity");
}

static void
test_deep(void)
{
    g_autoptr(GString) text = g_string_new("f(x, y) = [");
    for (int i = 0; i < 100000; i++)
        g_string_append_c(text, '(');
    check_error(text->str, FALSE, "f:1:62: error: more than 100 expressions inside each other");
    g_string_assign(text, "f(x, y) = [0");
    for (int i = 0; i < 100000; i++)
        g_string_append(text, " + x - x");
    g_string_append(text, "].");
    g_autoptr(GError) error = NULL;
    g_autofree gint64 *found = places(text->str, TRUE, &error);
    CU_ASSERT(found != NULL);
}

static void
test_run(void)
{
    check_error("f(x, y) = [x, 4 / (y - 1)].", FALSE,
                "f:1:15: error: -4 is outside of 0 to 3, for processor 0");
    check_error("f(x, y) = [x, 1 / (y - 1)].", FALSE,
                "f:1:15: error: -1 is outside of 0 to 3, for processor 0");
    check_error("f(x, y) = [x, 0 / (y - 1)].", FALSE,
                "f:1:17: error: division by zero, for processor 1");
    check_error("f(x, y) = [0 % (y - 1)].", TRUE,
                "f:1:14: error: division by zero, for processor 1");
    check_error("f(x, y) = [0 << (y + 61)].", TRUE,
                "f:1:14: error: a shift that is not 0 to 63, for processor 3");
    check_error("f(x, y) = [0 >> -y].", TRUE,
                "f:1:14: error: a shift that is not 0 to 63, for processor 1");
    check_error("f(x, y) = [(1 << (y + 62)) * 0].", TRUE,
                "f:1:15: error: the result is beyond 64 bits, for processor 1");
    check_error("f(x, y) = [0 * (y * 4611686018427387904)].", TRUE,
                "f:1:19: error: the result is beyond 64 bits, for processor 2");
    check_error("f(x, y) = [0 * (9223372036854775807 + y)].", TRUE,
                "f:1:37: error: the result is beyond 64 bits, for processor 1");
    check_error("f(x, y) = [0 * (-9223372036854775807 - y)].", TRUE,
                "f:1:38: error: the result is beyond 64 bits, for processor 2");
    check_error("f(x, y) = [0 * -(-9223372036854775807 - 1)].", TRUE,
                "f:1:16: error: the result is beyond 64 bits, for processor 0");
    check_error("f(x, y) = [0 * ((-9223372036854775807 - 1) / -1)].", TRUE,
                "f:1:44: error: the result is beyond 64 bits, for processor 0");
    check_error("f(x, y) = [16].", FALSE,
                "f:1:12: error: 16 is outside of 0 to 15, for processor 0");
    check_error("f(x, y) = [x, #3].", FALSE, "f:1:15: error: the topology has 2 dimensions");
    check_error("f(x, y) = [x, $3].", FALSE, "f:1:15: error: the network has 2 dimensions");
    check_error("f(x, y) = [$2].", TRUE, "f:1:12: error: the network has 1 dimensions");
    check_error("f(x) = [x].", TRUE,
                "f:1:3: error: the mapping has 1 variables, the topology 2 dimensions");
    check_error("f(x, y) = [x, y].", TRUE,
                "f:1:12: error: the mapping has 2 expressions, expected 1 or 1");
}

/* The thesis's mapping of 8 x 8 on 4 x 4 takes (3,5) to (3,2). */
static void
test_fold(void)
{
    const char *text = "fold(x, y) = [x<=(#1-1)/2 ? 2*x / (#1/$1) : (2*(#1-x)-1) / (#1/$1),\n"
                       "              y<=(#2-1)/2 ? 2*y / (#2/$2) : (2*(#2-y)-1) / (#2/$2)].";
    RaterGrid system = { .rank = 2, .size = { 8, 8 } };
    RaterGrid physical = { .rank = 2, .size = { 4, 4 } };
    ParamsLexer lexer;
    CU_ASSERT_FATAL(params_lexer_init(&lexer, "f", text, strlen(text), NULL));
    g_autoptr(ParamsFormula) formula = params_formula_read(&lexer, NULL);
    CU_ASSERT_FATAL(formula != NULL);
    g_autofree gint64 *found = params_formula_places(formula, &system, &physical, NULL);
    CU_ASSERT_FATAL(found != NULL);
    CHECK_INT(found[3 * 8 + 5], 3 * 4 + 2);
}

/* A random expression: its text and, unless that fails, its value for x = 1, y = 2. */
typedef struct {
    GString *text;
    gint64 value;
    gboolean fails;
    int level; /* 11: a primary, 10: of a sign, 9 .. 0: of an operator of that level */
} Random;

static const struct {
    const char *text;
    int level;
} binary[] = {
    { "||", 1 }, { "&&", 2 }, { "|", 3 },  { "^", 4 },  { "&", 5 },  { "==", 6 },
    { "!=", 6 }, { "<", 7 },  { "<=", 7 }, { ">", 7 },  { ">=", 7 }, { "<<", 8 },
    { ">>", 8 }, { "+", 9 },  { "-", 9 },  { "*", 10 }, { "/", 10 }, { "%", 10 },
};

static void
append_part(GString *text, const Random *part, int level)
{
    g_string_append_printf(text, part->level >= level ? "%s" : "(%s)", part->text->str);
}

static __int128
apply(guint op, const Random *a, const Random *b, gboolean *fails)
{
    __int128 x = a->value;
    __int128 y = b->value;
    const char *text = binary[op].text;
    gboolean shift = strcmp(text, "<<") == 0 || strcmp(text, ">>") == 0;
    gboolean divide = *text == '/' || *text == '%';
    *fails = a->fails;
    if (op == 0)
        return *fails || x != 0 ? x != 0 : (*fails = b->fails, y != 0);
    if (op == 1)
        return *fails || x == 0 ? 0 : (*fails = b->fails, y != 0);
    *fails = a->fails || b->fails || (shift && (y < 0 || y > 63)) || (divide && y == 0);
    if (*fails)
        return 0;
    switch (op) {
    case 2:
        return x | y;
    case 3:
        return x ^ y;
    case 4:
        return x & y;
    case 5:
        return x == y;
    case 6:
        return x != y;
    case 7:
        return x < y;
    case 8:
        return x <= y;
    case 9:
        return x > y;
    case 10:
        return x >= y;
    case 11:
        return x * ((__int128)1 << y);
    case 12:
        for (; y > 0; y--)
            x = (x - (x & 1)) / 2;
        return x;
    case 13:
        return x + y;
    case 14:
        return x - y;
    case 15:
        return x * y;
    case 16:
        return x / y;
    default:
        return x % y;
    }
}

static void
random_leaf(GRand *rand, Random *made)
{
    static const char *const names[] = { "x", "y", "#1", "#2", "$1" };
    static const gint64 values[] = { 1, 2, 2, 4, 16 };
    gint32 kind = g_rand_int_range(rand, 0, 8);
    made->level = 12;
    if (kind < 5) {
        g_string_append(made->text, names[kind]);
        made->value = values[kind];
    } else {
        made->value = kind == 7 ? (gint64)(g_rand_int(rand)) << g_rand_int_range(rand, 0, 31)
                                : g_rand_int_range(rand, 0, 70);
        g_string_append_printf(made->text,
                               kind == 6 ? "0x%" G_GINT64_MODIFIER "X" : "%" G_GINT64_FORMAT,
                               made->value);
    }
}

static Random random_expression(GRand *rand, int depth);

static void
random_node(GRand *rand, int depth, Random *made)
{
    Random a = random_expression(rand, depth - 1);
    Random b = random_expression(rand, depth - 1);
    Random c = random_expression(rand, depth - 1);
    __int128 value;
    guint op = (guint)g_rand_int_range(rand, 0, 23);
    if (op < G_N_ELEMENTS(binary)) {
        made->level = binary[op].level;
        append_part(made->text, &a, made->level);
        g_string_append_printf(made->text, g_rand_boolean(rand) ? " %s " : "%s",
                               binary[op].text);
        append_part(made->text, &b, made->level + 1);
        value = apply(op, &a, &b, &made->fails);
    } else if (op == G_N_ELEMENTS(binary)) {
        made->level = 0;
        append_part(made->text, &a, 1);
        g_string_append(made->text, " ? ");
        append_part(made->text, &b, 0);
        g_string_append(made->text, " : ");
        append_part(made->text, &c, 0);
        value = a.value != 0 ? b.value : c.value;
        made->fails = a.fails || (a.value != 0 ? b.fails : c.fails);
    } else {
        char sign = "+-!~"[op - G_N_ELEMENTS(binary) - 1];
        made->level = 11;
        g_string_append_printf(made->text, "%c ", sign);
        append_part(made->text, &a, 11);
        value = sign == '+'   ? a.value
                : sign == '-' ? -(__int128)a.value
                : sign == '!' ? a.value == 0
                              : -(__int128)a.value - 1;
        made->fails = a.fails;
    }
    made->value = (gint64)value;
    made->fails = made->fails || made->value != value;
    g_string_free(a.text, TRUE);
    g_string_free(b.text, TRUE);
    g_string_free(c.text, TRUE);
}

static Random
random_expression(GRand *rand, int depth)
{
    Random made = { .text = g_string_new(NULL) };
    if (depth == 0 || g_rand_int_range(rand, 0, 4) == 0)
        random_leaf(rand, &made);
    else
        random_node(rand, depth, &made);
    return made;
}

static void
test_random(void)
{
    guint32 seed = 1;
    printf("# seed %u\n", seed);
    GRand *rand = g_rand_new_with_seed(seed);
    int failures = 0;
    for (int i = 0; i < TAP_CASES(20000); i++) {
        Random made = random_expression(rand, 4);
        g_autofree char *text =
            g_strdup_printf("f(x, y) = [x == 1 && y == 2 ? ((%s) & 15) == %d : 0].",
                            made.text->str, (int)(made.value & 15));
        g_autoptr(GError) error = NULL;
        g_autofree gint64 *found = places(text, TRUE, &error);
        gboolean good = made.fails
                            ? found == NULL && strstr(error->message, "for processor 6") != NULL
                            : found != NULL && found[6] == 1;
        if (!good)
            printf("# %s: %s\n", text, error != NULL ? error->message : "a value");
        CU_ASSERT(good);
        failures += made.fails;
        g_string_free(made.text, TRUE);
    }
    CU_ASSERT(failures > 100);
    g_rand_free(rand);
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "values", test_values },
        { "syntax", test_syntax },
        { "deep and long expressions", test_deep },
        { "errors of a processor", test_run },
        { "the mapping of the thesis", test_fold },
        { "random expressions", test_random },
        CU_TEST_INFO_NULL,
    };
    return tap_run("formula", tests);
}

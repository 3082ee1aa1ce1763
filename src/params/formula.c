/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/formula.h"

#include <string.h>

/* Most parentheses, signs and conditions inside each other. */
#define DEEPEST 100

typedef enum {
    OP_NUMBER,   /* pushes `value` */
    OP_VARIABLE, /* pushes coordinate `value` */
    OP_VIRTUAL,  /* pushes virtual size `value`, from 0 */
    OP_PHYSICAL,
    OP_JUMP,    /* goes on at instruction `value` */
    OP_JUMP_IF, /* pops; goes there when it is 0 */
    OP_TRUTH,   /* 0 or 1 */
    OP_MINUS,
    OP_NOT,
    OP_COMPLEMENT,
    OP_OR, /* the rest takes two */
    OP_XOR,
    OP_AND,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_LEFT,
    OP_RIGHT,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REST,
} OpCode;

typedef struct {
    OpCode code;
    gint64 value;
    gsize at; /* where it stands in the text */
} Instruction;

typedef struct {
    gsize at;    /* where it begins in the text */
    guint begin; /* its first instruction; it ends where the next one begins */
} Expression;

struct ParamsFormula {
    char *name;  /* of the file, NULL: of the command line */
    char *text;  /* all of it */
    char *quote; /* the formula alone */
    gsize at_variables, at_list;
    guint n_variables;
    GArray *code;        /* of Instruction */
    GArray *expressions; /* of Expression */
    guint deepest;       /* most values on the stack */
};

typedef struct {
    ParamsLexer *lexer;
    ParamsFormula *formula;
    GPtrArray *variables; /* names in lower case, owned */
    guint depth;          /* values on the stack */
    guint nested;
    GError **error;
} Parser;

/* Binary operators that always take both sides; those of a higher level bind closer.  Longer
 * ones come first. */
static const struct {
    const char *text;
    int level;
    OpCode code;
} operators[] = {
    { "<<", 8, OP_LEFT },       { ">>", 8, OP_RIGHT },
    { "<=", 7, OP_LESS_EQUAL }, { ">=", 7, OP_GREATER_EQUAL },
    { "==", 6, OP_EQUAL },      { "!=", 6, OP_UNEQUAL },
    { "<", 7, OP_LESS },        { ">", 7, OP_GREATER },
    { "|", 3, OP_OR },          { "^", 4, OP_XOR },
    { "&", 5, OP_AND },         { "+", 9, OP_ADD },
    { "-", 9, OP_SUBTRACT },    { "*", 10, OP_MULTIPLY },
    { "/", 10, OP_DIVIDE },     { "%", 10, OP_REST },
};
#define LEVEL_OR      1
#define LEVEL_AND     2
#define LEVEL_HIGHEST 10

static gboolean parse_condition(Parser *parser);

static gsize
offset(const Parser *parser, const char *at)
{
    return (gsize)(at - parser->lexer->text);
}

/* How many values more there are on the stack. */
static int
growth(OpCode code)
{
    if (code <= OP_PHYSICAL)
        return 1;
    return code == OP_JUMP_IF || code >= OP_OR ? -1 : 0;
}

/* Its index. */
static guint
emit(Parser *parser, OpCode code, gint64 value, const char *at)
{
    Instruction instruction = { code, value, offset(parser, at) };
    g_array_append_val(parser->formula->code, instruction);
    parser->depth = (guint)((int)parser->depth + growth(code));
    parser->formula->deepest = MAX(parser->formula->deepest, parser->depth);
    return parser->formula->code->len - 1;
}

/* Jump `from` goes to what comes next. */
static void
land(Parser *parser, guint from)
{
    g_array_index(parser->formula->code, Instruction, from).value = parser->formula->code->len;
}

static void
advance(Parser *parser, gsize len)
{
    parser->lexer->next += len;
    parser->lexer->behind = parser->lexer->next;
}

/* Skips; whether `text` is next. */
static gboolean
is_next(Parser *parser, const char *text)
{
    ParamsLexer *lexer = parser->lexer;
    gsize len = strlen(text);
    return params_lexer_skip(lexer) && (gsize)(lexer->end - lexer->next) >= len &&
           memcmp(lexer->next, text, len) == 0;
}

static gboolean
expect(Parser *parser, char c)
{
    char what[] = { '\'', c, '\'', '\0' };
    return params_lexer_accept(parser->lexer, c) ||
           params_lexer_expected(parser->lexer, PARAMS_ERROR_SYNTAX, parser->error, what);
}

/* Bytes of the name that is next, 0: none. */
static gsize
name_length(Parser *parser)
{
    ParamsLexer *lexer = parser->lexer;
    gsize len = 0;
    if (!params_lexer_skip(lexer) || g_ascii_isdigit(*lexer->next))
        return 0;
    while (lexer->next + len < lexer->end &&
           (g_ascii_isalnum(lexer->next[len]) || lexer->next[len] == '_'))
        len++;
    return len;
}

/* The digits that are next, decimal or with 0x. */
static gboolean
parse_digits(Parser *parser, gint64 *value)
{
    ParamsLexer *lexer = parser->lexer;
    const char *begin = lexer->next;
    const char *end = lexer->end;
    gboolean hex = end - begin > 2 && begin[0] == '0' && (begin[1] == 'x' || begin[1] == 'X') &&
                   g_ascii_isxdigit(begin[2]);
    const char *p = hex ? begin + 2 : begin;
    gint64 base = hex ? 16 : 10;
    gboolean fits = TRUE;
    *value = 0;
    for (; p < end && (hex ? g_ascii_isxdigit(*p) : g_ascii_isdigit(*p)); p++)
        fits = fits && !__builtin_mul_overflow(*value, base, value) &&
               !__builtin_add_overflow(*value, g_ascii_xdigit_value(*p), value);
    g_autofree char *text = params_lexer_quote(begin, (gsize)(p - begin));
    if (!hex && p - begin > 1 && *begin == '0')
        return params_lexer_error(lexer, begin, PARAMS_ERROR_SYNTAX, parser->error,
                                  "%s begins with 0, expected a decimal number or one with 0x",
                                  text);
    if (!fits)
        return params_lexer_error(lexer, begin, PARAMS_ERROR_VALUE, parser->error,
                                  "%s is beyond 64 bits", text);
    advance(parser, (gsize)(p - begin));
    return TRUE;
}

/* #n or $n */
static gboolean
parse_size(Parser *parser)
{
    ParamsLexer *lexer = parser->lexer;
    const char *at = lexer->next;
    gint64 n;
    advance(parser, 1);
    if (lexer->next == lexer->end || !g_ascii_isdigit(*lexer->next))
        return params_lexer_error(lexer, at, PARAMS_ERROR_SYNTAX, parser->error,
                                  "expected the number of a dimension behind '%c'", *at);
    if (!parse_digits(parser, &n))
        return FALSE;
    if (n < 1)
        return params_lexer_error(lexer, at, PARAMS_ERROR_VALUE, parser->error,
                                  "dimensions are numbered from 1");
    emit(parser, *at == '#' ? OP_VIRTUAL : OP_PHYSICAL, n - 1, at);
    return TRUE;
}

static gboolean
parse_variable(Parser *parser, gsize len)
{
    const char *at = parser->lexer->next;
    g_autofree char *name = g_ascii_strdown(at, (gssize)len);
    guint i;
    if (!g_ptr_array_find_with_equal_func(parser->variables, name, g_str_equal, &i)) {
        g_autofree char *text = params_lexer_quote(at, len);
        return params_lexer_error(parser->lexer, at, PARAMS_ERROR_NAME, parser->error,
                                  "%s is none of the variables", text);
    }
    advance(parser, len);
    emit(parser, OP_VARIABLE, i, at);
    return TRUE;
}

static gboolean
parse_primary(Parser *parser)
{
    ParamsLexer *lexer = parser->lexer;
    gsize len = name_length(parser);
    gint64 value;
    const char *at = lexer->next;
    if (len > 0)
        return parse_variable(parser, len);
    if (params_lexer_accept(lexer, '('))
        return parse_condition(parser) && expect(parser, ')');
    if (is_next(parser, "#") || is_next(parser, "$"))
        return parse_size(parser);
    if (at == lexer->end || !g_ascii_isdigit(*at))
        return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, parser->error,
                                     "an expression");
    if (!parse_digits(parser, &value))
        return FALSE;
    emit(parser, OP_NUMBER, value, at);
    return TRUE;
}

static gboolean
parse_unary(Parser *parser)
{
    static const struct {
        char sign;
        OpCode code;
    } signs[] = { { '-', OP_MINUS }, { '!', OP_NOT }, { '~', OP_COMPLEMENT } };
    params_lexer_skip(parser->lexer);
    const char *at = parser->lexer->next;
    if (++parser->nested > DEEPEST)
        return params_lexer_error(parser->lexer, at, PARAMS_ERROR_SYNTAX, parser->error,
                                  "more than %d expressions inside each other", DEEPEST);
    gboolean good;
    if (params_lexer_accept(parser->lexer, '+')) {
        good = parse_unary(parser);
    } else {
        guint i = 0;
        while (i < G_N_ELEMENTS(signs) && !params_lexer_accept(parser->lexer, signs[i].sign))
            i++;
        good = i < G_N_ELEMENTS(signs) ? parse_unary(parser) : parse_primary(parser);
        if (good && i < G_N_ELEMENTS(signs))
            emit(parser, signs[i].code, 0, at);
    }
    parser->nested--;
    return good;
}

/* The operator of this level that is next; its length, 0: none. */
static gsize
find_operator(Parser *parser, int level, OpCode *code)
{
    if (is_next(parser, "||") || is_next(parser, "&&"))
        return 0;
    for (gsize i = 0; i < G_N_ELEMENTS(operators); i++)
        if (is_next(parser, operators[i].text)) {
            *code = operators[i].code;
            return operators[i].level == level ? strlen(operators[i].text) : 0;
        }
    return 0;
}

/* Operators of `level` or closer ones, from the left. */
static gboolean
parse_binary(Parser *parser, int level)
{
    if (level > LEVEL_HIGHEST)
        return parse_unary(parser);
    if (!parse_binary(parser, level + 1))
        return FALSE;
    OpCode code;
    for (gsize len; (len = find_operator(parser, level, &code)) > 0;) {
        const char *at = parser->lexer->next;
        advance(parser, len);
        if (!parse_binary(parser, level + 1))
            return FALSE;
        emit(parser, code, 0, at);
    }
    return TRUE;
}

/* `a && b && ..`: 0 as soon as one is 0. */
static gboolean
parse_and(Parser *parser)
{
    if (!parse_binary(parser, LEVEL_AND + 1))
        return FALSE;
    while (is_next(parser, "&&")) {
        const char *at = parser->lexer->next;
        advance(parser, 2);
        guint no = emit(parser, OP_JUMP_IF, 0, at);
        guint depth = parser->depth;
        if (!parse_binary(parser, LEVEL_AND + 1))
            return FALSE;
        emit(parser, OP_TRUTH, 0, at);
        guint end = emit(parser, OP_JUMP, 0, at);
        parser->depth = depth;
        land(parser, no);
        emit(parser, OP_NUMBER, 0, at);
        land(parser, end);
    }
    return TRUE;
}

/* `a || b || ..`: 1 as soon as one is not 0. */
static gboolean
parse_or(Parser *parser)
{
    if (!parse_and(parser))
        return FALSE;
    while (is_next(parser, "||")) {
        const char *at = parser->lexer->next;
        advance(parser, 2);
        guint no = emit(parser, OP_JUMP_IF, 0, at);
        guint depth = parser->depth;
        emit(parser, OP_NUMBER, 1, at);
        guint end = emit(parser, OP_JUMP, 0, at);
        parser->depth = depth;
        land(parser, no);
        if (!parse_and(parser))
            return FALSE;
        emit(parser, OP_TRUTH, 0, at);
        land(parser, end);
    }
    return TRUE;
}

/* `a ? b : c`, from the right. */
static gboolean
parse_choice(Parser *parser)
{
    if (!parse_or(parser))
        return FALSE;
    if (!is_next(parser, "?"))
        return TRUE;
    const char *at = parser->lexer->next;
    advance(parser, 1);
    guint no = emit(parser, OP_JUMP_IF, 0, at);
    guint depth = parser->depth;
    if (!parse_condition(parser) || !expect(parser, ':'))
        return FALSE;
    guint end = emit(parser, OP_JUMP, 0, at);
    parser->depth = depth;
    land(parser, no);
    if (!parse_condition(parser))
        return FALSE;
    land(parser, end);
    return TRUE;
}

static gboolean
parse_condition(Parser *parser)
{
    if (++parser->nested > DEEPEST)
        return params_lexer_error(parser->lexer, parser->lexer->next, PARAMS_ERROR_SYNTAX,
                                  parser->error, "more than %d expressions inside each other",
                                  DEEPEST);
    gboolean good = parse_choice(parser);
    parser->nested--;
    return good;
}

/* The names between the parentheses. */
static gboolean
parse_variables(Parser *parser)
{
    ParamsLexer *lexer = parser->lexer;
    do {
        gsize len = name_length(parser);
        if (len == 0)
            return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, parser->error,
                                         "a variable");
        if (parser->variables->len == 0)
            parser->formula->at_variables = offset(parser, lexer->next);
        g_autofree char *name = g_ascii_strdown(lexer->next, (gssize)len);
        if (g_ptr_array_find_with_equal_func(parser->variables, name, g_str_equal, NULL)) {
            g_autofree char *text = params_lexer_quote(lexer->next, len);
            return params_lexer_error(lexer, lexer->next, PARAMS_ERROR_NAME, parser->error,
                                      "variable %s is there twice", text);
        }
        g_ptr_array_add(parser->variables, g_steal_pointer(&name));
        advance(parser, len);
    } while (params_lexer_accept(lexer, ','));
    parser->formula->n_variables = parser->variables->len;
    return TRUE;
}

static gboolean
parse_list(Parser *parser)
{
    ParamsLexer *lexer = parser->lexer;
    parser->formula->at_list = offset(parser, lexer->next);
    do {
        params_lexer_skip(lexer);
        Expression expression = { offset(parser, lexer->next), parser->formula->code->len };
        g_array_append_val(parser->formula->expressions, expression);
        parser->depth = 0;
        if (!parse_condition(parser))
            return FALSE;
    } while (params_lexer_accept(lexer, ','));
    return TRUE;
}

static gboolean
parse_formula(Parser *parser)
{
    gsize len = name_length(parser);
    const char *begin = parser->lexer->next;
    if (len == 0)
        return params_lexer_expected(parser->lexer, PARAMS_ERROR_SYNTAX, parser->error,
                                     "the name of a mapping");
    advance(parser, len);
    if (!expect(parser, '(') || !parse_variables(parser) || !expect(parser, ')') ||
        !expect(parser, '=') || !expect(parser, '[') || !parse_list(parser) ||
        !expect(parser, ']') || !expect(parser, '.'))
        return FALSE;
    parser->formula->quote = g_strndup(begin, (gsize)(parser->lexer->behind - begin));
    return TRUE;
}

ParamsFormula *
params_formula_read(ParamsLexer *lexer, GError **error)
{
    g_autoptr(ParamsFormula) formula = g_new0(ParamsFormula, 1);
    g_autoptr(GPtrArray) variables = g_ptr_array_new_with_free_func(g_free);
    formula->name = g_strdup(lexer->name);
    formula->text = g_strndup(lexer->text, (gsize)(lexer->end - lexer->text));
    formula->code = g_array_new(FALSE, FALSE, sizeof(Instruction));
    formula->expressions = g_array_new(FALSE, FALSE, sizeof(Expression));
    Parser parser = {
        .lexer = lexer, .formula = formula, .variables = variables, .error = error
    };
    if (!parse_formula(&parser))
        return NULL;
    return g_steal_pointer(&formula);
}

ParamsFormula *
params_formula_copy(const ParamsFormula *formula)
{
    ParamsFormula *copy = g_new(ParamsFormula, 1);
    *copy = *formula;
    copy->name = g_strdup(formula->name);
    copy->text = g_strdup(formula->text);
    copy->quote = g_strdup(formula->quote);
    copy->code = g_array_copy(formula->code);
    copy->expressions = g_array_copy(formula->expressions);
    return copy;
}

void
params_formula_free(ParamsFormula *formula)
{
    g_free(formula->name);
    g_free(formula->text);
    g_free(formula->quote);
    g_array_unref(formula->code);
    g_array_unref(formula->expressions);
    g_free(formula);
}

const char *
params_formula_text(const ParamsFormula *formula)
{
    return formula->quote;
}

/* What an expression is evaluated with. */
typedef struct {
    const ParamsFormula *formula;
    ParamsLexer lexer; /* for places of messages */
    const RaterGrid *system, *physical;
    gint64 index[RATER_MAX_RANK]; /* coordinates of the virtual processor */
    gint64 number;
    gint64 *stack;
    GError **error;
} Machine;

static gboolean
fail(const Machine *machine, gsize at, const char *what)
{
    return params_lexer_error(&machine->lexer, machine->lexer.text + at, PARAMS_ERROR_VALUE,
                              machine->error, "%s, for processor %" G_GINT64_FORMAT, what,
                              machine->number);
}

/* Of two numbers of 64 bits; those of shifts and divisions have been looked at. */
static __int128
combine(OpCode code, __int128 a, __int128 b)
{
    switch ((int)code) {
    case OP_OR:
        return a | b;
    case OP_XOR:
        return a ^ b;
    case OP_AND:
        return a & b;
    case OP_EQUAL:
        return a == b;
    case OP_UNEQUAL:
        return a != b;
    case OP_LESS:
        return a < b;
    case OP_LESS_EQUAL:
        return a <= b;
    case OP_GREATER:
        return a > b;
    case OP_GREATER_EQUAL:
        return a >= b;
    case OP_LEFT:
        return a * ((__int128)1 << b);
    case OP_RIGHT:
        return a >= 0 ? a >> b : ~(~a >> b);
    case OP_ADD:
        return a + b;
    case OP_SUBTRACT:
        return a - b;
    case OP_MULTIPLY:
        return a * b;
    case OP_DIVIDE:
        return a / b;
    default: /* OP_REST */
        return a % b;
    }
}

/* NULL, or what is wrong. */
static const char *
compute(OpCode code, gint64 a, gint64 b, gint64 *result)
{
    if ((code == OP_DIVIDE || code == OP_REST) && b == 0)
        return "division by zero";
    if ((code == OP_LEFT || code == OP_RIGHT) && (b < 0 || b > 63))
        return "a shift that is not 0 to 63";
    const __int128 wide = combine(code, a, b);
    *result = (gint64)wide;
    return *result == wide ? NULL : "the result is beyond 64 bits";
}

/* Signs and truths, in place. */
static const char *
compute_unary(OpCode code, gint64 *value)
{
    if (code == OP_MINUS && __builtin_sub_overflow(0, *value, value))
        return "the result is beyond 64 bits";
    if (code == OP_NOT)
        *value = *value == 0;
    else if (code == OP_TRUTH)
        *value = *value != 0;
    else if (code == OP_COMPLEMENT)
        *value = ~*value;
    return NULL;
}

static gint64
value_of(const Machine *machine, const Instruction *instruction)
{
    switch ((int)instruction->code) {
    case OP_VARIABLE:
        return machine->index[instruction->value];
    case OP_VIRTUAL:
        return machine->system->size[instruction->value];
    case OP_PHYSICAL:
        return machine->physical->size[instruction->value];
    default:
        return instruction->value;
    }
}

/* Instructions [begin, end) */
static gboolean
evaluate(const Machine *machine, guint begin, guint end, gint64 *result)
{
    gint64 *stack = machine->stack;
    gsize n = 0;
    for (guint i = begin; i < end; i++) {
        const Instruction *next = &g_array_index(machine->formula->code, Instruction, i);
        const char *wrong = NULL;
        if (next->code <= OP_PHYSICAL) {
            stack[n++] = value_of(machine, next);
        } else if (next->code == OP_JUMP) {
            i = (guint)next->value - 1;
        } else if (next->code == OP_JUMP_IF) {
            if (stack[--n] == 0)
                i = (guint)next->value - 1;
        } else if (next->code < OP_OR) {
            wrong = compute_unary(next->code, &stack[n - 1]);
        } else {
            n--;
            wrong = compute(next->code, stack[n - 1], stack[n], &stack[n - 1]);
        }
        if (wrong != NULL)
            return fail(machine, next->at, wrong);
    }
    *result = stack[0];
    return TRUE;
}

/* The physical number of the processor that the machine has the coordinates of. */
static gboolean
find_place(const Machine *machine, gint64 *place)
{
    GArray *list = machine->formula->expressions;
    gboolean whole = list->len == 1 && machine->physical->rank > 1;
    *place = 0;
    for (guint k = 0; k < list->len; k++) {
        const Expression *expression = &g_array_index(list, Expression, k);
        guint end = k + 1 < list->len ? g_array_index(list, Expression, k + 1).begin
                                      : machine->formula->code->len;
        gint64 value = 0;
        gint64 size = whole ? rater_grid_count(machine->physical) : machine->physical->size[k];
        if (!evaluate(machine, expression->begin, end, &value))
            return FALSE;
        if (value < 0 || value >= size) {
            g_autofree char *text = g_strdup_printf(
                "%" G_GINT64_FORMAT " is outside of 0 to %" G_GINT64_FORMAT, value, size - 1);
            return fail(machine, expression->at, text);
        }
        *place = *place * size + value;
    }
    return TRUE;
}

/* Whether variables, expressions, #n and $n fit the dimensions. */
static gboolean
check_dimensions(const Machine *machine)
{
    const ParamsFormula *formula = machine->formula;
    const ParamsLexer *lexer = &machine->lexer;
    guint n_virtual = (guint)machine->system->rank;
    guint n_physical = (guint)machine->physical->rank;
    if (formula->n_variables != n_virtual)
        return params_lexer_error(lexer, lexer->text + formula->at_variables,
                                  PARAMS_ERROR_VALUE, machine->error,
                                  "the mapping has %u variables, the topology %u dimensions",
                                  formula->n_variables, n_virtual);
    if (formula->expressions->len != 1 && formula->expressions->len != n_physical)
        return params_lexer_error(lexer, lexer->text + formula->at_list, PARAMS_ERROR_VALUE,
                                  machine->error,
                                  "the mapping has %u expressions, expected %u or 1",
                                  formula->expressions->len, n_physical);
    for (guint i = 0; i < formula->code->len; i++) {
        const Instruction *next = &g_array_index(formula->code, Instruction, i);
        gboolean here = next->code == OP_VIRTUAL;
        if ((here && next->value >= n_virtual) ||
            (next->code == OP_PHYSICAL && next->value >= n_physical))
            return params_lexer_error(lexer, lexer->text + next->at, PARAMS_ERROR_NAME,
                                      machine->error, "the %s has %u dimensions",
                                      here ? "topology" : "network",
                                      here ? n_virtual : n_physical);
    }
    return TRUE;
}

gint64 *
params_formula_places(const ParamsFormula *formula, const RaterGrid *system,
                      const RaterGrid *physical, GError **error)
{
    g_autofree gint64 *stack = g_new(gint64, formula->deepest);
    gsize len = strlen(formula->text);
    Machine machine = {
        .formula = formula,
        .lexer = { .name = formula->name, .text = formula->text, .end = formula->text + len },
        .system = system,
        .physical = physical,
        .stack = stack,
        .error = error
    };
    gint64 count = rater_grid_count(system);
    if (!check_dimensions(&machine))
        return NULL;
    g_autofree gint64 *places = g_try_new(gint64, (gsize)count);
    if (places == NULL) {
        params_lexer_error(&machine.lexer, machine.lexer.text + formula->at_list,
                           PARAMS_ERROR_VALUE, error,
                           "too many processors for a mapping of one's own");
        return NULL;
    }
    for (gint64 v = 0; v < count; v++) {
        machine.number = v;
        rater_grid_index(system, v, machine.index);
        if (!find_place(&machine, &places[v]))
            return NULL;
    }
    return g_steal_pointer(&places);
}

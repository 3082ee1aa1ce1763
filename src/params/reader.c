/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The grammar of parameter files:
 *
 *   file       = { name "=" value ";" }
 *   name       = words, on one line
 *   value      = words on one line | number | list
 *   list       = "{" entry { "," entry } "}"
 *   entry      = number | number "x" number
 *
 * with blanks, line ends and comments between any two parts.
 */
#include "src/params/decimal.h"
#include "src/params/lexer.h"

#include <string.h>

/* Reals are 0 or within LEAST_REAL .. LARGEST_REAL. */
#define LEAST_REAL   1e-9
#define LARGEST_REAL 1e9

/* Microseconds have so many digits after the point: units of 10^-18 s. */
#define MICROSECOND_DIGITS 12

#define TOPOLOGY_RANK       8
#define TOPOLOGY_PROCESSORS (G_GINT64_CONSTANT(1) << 31)

/* Reads one entry of a list; `data` is what the caller of read_list() gathers in. */
typedef gboolean (*EntryFunc)(ParamsLexer *lexer, gpointer data, GError **error);

/* Descriptions of nested clusters, with a statement `cluster = NAME;`, are another notation. */
static gboolean
check_dialect(const ParamsLexer *start, GError **error)
{
    ParamsLexer lexer = *start;
    while (params_lexer_skip(&lexer)) {
        ParamsToken token;
        g_autofree char *name = params_lexer_words(&lexer, &token);
        if (g_strcmp0(name, "cluster") == 0 && params_lexer_accept(&lexer, '='))
            return params_lexer_error(start, token.begin, PARAMS_ERROR_SYNTAX, error,
                                      "this version does not read descriptions of clusters "
                                      "('cluster = ...'), expected parameters such as "
                                      "'type = network;'");
        while (params_lexer_skip(&lexer) && *lexer.next != ';')
            lexer.next++;
        params_lexer_accept(&lexer, ';');
    }
    return TRUE;
}

/* "real, 0 or 1e-9 to 1e9 (microseconds)" and the like; free with g_free(). */
static char *
values_of(ParamsId id)
{
    const ParamsRow *row = &params_rows[id];
    if (*row->unit == '\0')
        return g_strdup(row->values);
    return g_strdup_printf("%s (%s)", row->values, row->unit);
}

/* A real within the range; 0 too with `zero`. `expected` is for messages. */
static gboolean
read_real(ParamsLexer *lexer, const char *expected, gboolean zero, ParamsToken *token,
          ParamsDecimal *out, GError **error)
{
    ParamsDecimal number;
    if (!params_lexer_number(lexer, token))
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, expected);
    g_autofree char *text = params_lexer_quote(token->begin, token->len);
    if (!params_decimal_parse(token->begin, token->len, &number))
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_VALUE, error,
                                  "%s has more than %d significant digits, expected %s", text,
                                  PARAMS_DECIMAL_DIGITS, expected);
    double value = params_decimal_to_double(&number, 0);
    if (!(zero && number.digits == 0) && !(value >= LEAST_REAL && value <= LARGEST_REAL))
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_VALUE, error,
                                  "%s is out of range, expected %s", text, expected);
    number.negative = FALSE; /* -0 */
    *out = number;
    return TRUE;
}

static gboolean
read_microseconds(ParamsLexer *lexer, const char *expected, double *seconds, RaterAtto *exact,
                  GError **error)
{
    ParamsToken token;
    ParamsDecimal number;
    if (!read_real(lexer, expected, TRUE, &token, &number, error))
        return FALSE;
    if (number.exponent < -MICROSECOND_DIGITS) {
        g_autofree char *text = params_lexer_quote(token.begin, token.len);
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "%s has more than %d digits after the point, expected %s",
                                  text, MICROSECOND_DIGITS, expected);
    }
    *seconds = params_decimal_to_double(&number, -6);
    if (exact != NULL)
        *exact = params_decimal_to_atto(&number);
    return TRUE;
}

static gboolean
read_positive(ParamsLexer *lexer, const char *expected, double *out, GError **error)
{
    ParamsToken token;
    ParamsDecimal number;
    if (!read_real(lexer, expected, FALSE, &token, &number, error))
        return FALSE;
    *out = params_decimal_to_double(&number, 0);
    return TRUE;
}

/* A number that was read is an integer, at least 1, that fits. */
static gboolean
take_integer(const ParamsLexer *lexer, const ParamsToken *token, const char *expected,
             gint64 *out, GError **error)
{
    g_autofree char *text = params_lexer_quote(token->begin, token->len);
    gsize sign = *token->begin == '-' || *token->begin == '+';
    gint64 value = 0;
    gboolean fits = *token->begin != '-';
    for (gsize i = sign; i < token->len; i++) {
        char c = token->begin[i];
        if (!g_ascii_isdigit(c))
            return params_lexer_error(lexer, token->begin, PARAMS_ERROR_VALUE, error,
                                      "expected %s, found %s", expected, text);
        fits = fits && !__builtin_mul_overflow(value, 10, &value) &&
               !__builtin_add_overflow(value, c - '0', &value);
    }
    if (!fits || value < 1)
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_VALUE, error,
                                  "%s is out of range, expected %s", text, expected);
    *out = value;
    return TRUE;
}

static gboolean
read_integer(ParamsLexer *lexer, const char *expected, ParamsToken *token, gint64 *out,
             GError **error)
{
    if (!params_lexer_number(lexer, token))
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, expected);
    return take_integer(lexer, token, expected, out, error);
}

/* Kinds of networks that are known by name but have no cost formulas here. */
static gboolean
is_later_type(const char *word)
{
    static const char *const starts[] = { "packet", "wormhole", "store and forward",
                                          "shortest path" };
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        if (g_str_has_prefix(word, starts[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean
read_type(ParamsLexer *lexer, const char *expected, gpointer member, GError **error)
{
    ParamsToken token;
    g_autofree char *word = params_lexer_words(lexer, &token);
    if (word == NULL)
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, expected);
    const RaterNetworkKind *kind = rater_network_find(word);
    if (kind != NULL) {
        *(const RaterNetworkKind **)member = kind;
        return TRUE;
    }
    g_autofree char *text = params_lexer_quote(token.begin, token.len);
    if (is_later_type(word))
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "this version does not know networks of type %s, expected %s",
                                  text, expected);
    return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                              "expected %s, found %s", expected, text);
}

static gboolean
read_list(ParamsLexer *lexer, EntryFunc read_entry, gpointer data, GError **error)
{
    if (!params_lexer_accept(lexer, '{'))
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, "a list in '{' and '}'");
    do {
        if (!read_entry(lexer, data, error))
            return FALSE;
    } while (params_lexer_accept(lexer, ','));
    if (!params_lexer_accept(lexer, '}'))
        return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error,
                                     "',' or '}' in the list");
    return TRUE;
}

/* `data`: RaterGrid; its rank counts the entries so far. */
static gboolean
read_size(ParamsLexer *lexer, gpointer data, GError **error)
{
    RaterGrid *grid = data;
    ParamsToken token;
    gint64 size;
    if (!read_integer(lexer, "a size (integer, 1 to 2^31)", &token, &size, error))
        return FALSE;
    if (grid->rank == TOPOLOGY_RANK)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "expected rank 1 to %d, found more sizes", TOPOLOGY_RANK);
    gint64 count = 1;
    for (int i = 0; i < grid->rank; i++)
        count *= grid->size[i];
    if (size > TOPOLOGY_PROCESSORS / count)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "the product of the sizes is out of range, expected at most "
                                  "2^31 processors");
    grid->size[grid->rank++] = size;
    return TRUE;
}

static gboolean
read_topology(ParamsLexer *lexer, RaterGrid *topology, GError **error)
{
    RaterGrid grid = { 0 };
    if (!read_list(lexer, read_size, &grid, error))
        return FALSE;
    *topology = grid;
    return TRUE;
}

/* A list of speeds under construction. */
typedef struct {
    GArray *entries; /* of ParamsSpeed */
    gint64 total;    /* sum of their counts */
} Speeds;

/* Equal neighbours become one entry. FALSE: too many processors. */
static gboolean
add_speed(Speeds *speeds, const ParamsSpeed *entry)
{
    if (__builtin_add_overflow(speeds->total, entry->count, &speeds->total))
        return FALSE;
    ParamsSpeed *last = NULL;
    if (speeds->entries->len > 0)
        last = &g_array_index(speeds->entries, ParamsSpeed, speeds->entries->len - 1);
    if (last != NULL && last->speed == entry->speed)
        last->count += entry->count;
    else
        g_array_append_vals(speeds->entries, entry, 1);
    return TRUE;
}

/* `data`: Speeds. */
static gboolean
read_speed(ParamsLexer *lexer, gpointer data, GError **error)
{
    ParamsSpeed entry = { .count = 1 };
    ParamsToken token;
    ParamsLexer ahead = *lexer;
    if (params_lexer_number(&ahead, &token) && params_lexer_accept(&ahead, 'x')) {
        *lexer = ahead;
        if (!take_integer(lexer, &token, "a number of processors (integer, at least 1)",
                          &entry.count, error))
            return FALSE;
    }
    if (!read_positive(lexer, "a speed (real, 1e-9 to 1e9)", &entry.speed, error))
        return FALSE;
    if (add_speed(data, &entry))
        return TRUE;
    return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                              "speeds of more processors than can be counted, expected at most "
                              "%" G_GINT64_FORMAT,
                              G_MAXINT64);
}

static gboolean
read_speeds(ParamsLexer *lexer, GArray **member, GError **error)
{
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(ParamsSpeed));
    Speeds speeds = { .entries = entries };
    if (!read_list(lexer, read_speed, &speeds, error))
        return FALSE;
    g_array_unref(*member);
    *member = g_steal_pointer(&entries);
    return TRUE;
}

static gboolean
read_value(ParamsLexer *lexer, ParamsId id, Params *params, GError **error)
{
    g_autofree char *expected = values_of(id);
    gpointer member = params_member(params, id);
    ParamsToken token;
    switch (params_rows[id].kind) {
    case PARAMS_KIND_TYPE:
        return read_type(lexer, expected, member, error);
    case PARAMS_KIND_MICROSECONDS:
        return read_microseconds(lexer, expected, member, params_exact(params, id), error);
    case PARAMS_KIND_POSITIVE:
        return read_positive(lexer, expected, member, error);
    case PARAMS_KIND_SPEEDS:
        return read_speeds(lexer, member, error);
    case PARAMS_KIND_TOPOLOGY:
        return read_topology(lexer, member, error);
    case PARAMS_KIND_COUNT:
        return read_integer(lexer, expected, &token, member, error);
    }
    g_assert_not_reached();
}

static gboolean
refuse_name(const ParamsLexer *lexer, const char *name, const ParamsToken *token,
            GError **error)
{
    g_autofree char *text = params_lexer_quote(token->begin, token->len);
    int prefix = params_prefix(name);
    if (prefix >= 0)
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                                  "unknown parameter %s, expected '=' after '%s'", text,
                                  params_rows[prefix].name);
    int nearest = params_nearest(name);
    if (nearest >= 0)
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                                  "unknown parameter %s, did you mean '%s'?", text,
                                  params_rows[nearest].name);
    g_autoptr(GString) known = g_string_new(NULL);
    for (guint i = 0; i < PARAMS_N; i++)
        g_string_append_printf(known, "%s%s", i > 0 ? ", " : "", params_rows[i].name);
    return params_lexer_error(lexer, token->begin, PARAMS_ERROR_NAME, error,
                              "unknown parameter %s, expected one of: %s", text, known->str);
}

/* NAME "=" VALUE. first[id]: where the parameter was given before, NULL: nowhere; kept up. */
static gboolean
read_statement(ParamsLexer *lexer, Params *params, const char *first[], ParamsId *out,
               GError **error)
{
    ParamsToken token;
    g_autofree char *name = params_lexer_words(lexer, &token);
    if (name == NULL) {
        g_autofree char *found = params_lexer_found(lexer);
        return params_lexer_error(lexer, lexer->next, PARAMS_ERROR_SYNTAX, error,
                                  "expected the name of a parameter, found %s", found);
    }
    int id = params_find(name);
    if (id < 0)
        return refuse_name(lexer, name, &token, error);
    if (first[id] != NULL)
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_NAME, error,
                                  "'%s' is given twice, first on line %" G_GSIZE_FORMAT, name,
                                  params_lexer_line(lexer, first[id]));
    first[id] = token.begin;
    g_autofree char *equals = g_strdup_printf("'=' after '%s'", params_rows[id].name);
    if (!params_lexer_accept(lexer, '='))
        return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, equals);
    *out = (ParamsId)id;
    return read_value(lexer, *out, params, error);
}

static gboolean
missing_end(ParamsLexer *lexer, ParamsId id, GError **error)
{
    g_autofree char *end = g_strdup_printf("';' after the value of '%s'", params_rows[id].name);
    return params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, end);
}

/* Reads all statements; on failure `params` is left half changed. */
static gboolean
read_file(ParamsLexer *lexer, Params *params, GError **error)
{
    const char *first[PARAMS_N] = { NULL };
    ParamsId id;
    if (!check_dialect(lexer, error))
        return FALSE;
    while (params_lexer_skip(lexer)) {
        if (!read_statement(lexer, params, first, &id, error))
            return FALSE;
        if (!params_lexer_accept(lexer, ';'))
            return missing_end(lexer, id, error);
    }
    return TRUE;
}

/* Reads one statement, whose ';' may be missing, and nothing else; likewise. */
static gboolean
read_assignment(ParamsLexer *lexer, Params *params, GError **error)
{
    const char *first[PARAMS_N] = { NULL };
    ParamsId id;
    if (!check_dialect(lexer, error) || !read_statement(lexer, params, first, &id, error))
        return FALSE;
    if (params_lexer_accept(lexer, ';') || !params_lexer_skip(lexer))
        return !params_lexer_skip(lexer) ||
               params_lexer_expected(lexer, PARAMS_ERROR_SYNTAX, error, "one assignment only");
    return missing_end(lexer, id, error);
}

/* The default of every row; no speeds at all stand for 1 each. */
Params *
params_new(void)
{
    Params *params = g_new0(Params, 1);
    params->file = g_strdup("");
    params->speeds = g_array_new(FALSE, FALSE, sizeof(ParamsSpeed));
    for (guint i = 0; i < PARAMS_N; i++) {
        g_autofree char *assignment =
            g_strdup_printf("%s = %s", params_rows[i].name, params_rows[i].initial);
        G_GNUC_UNUSED gboolean done = i == PARAMS_SPEED || params_set(params, assignment, NULL);
        g_assert(done);
    }
    return params;
}

Params *
params_read(const char *path, GError **error)
{
    gsize len;
    g_autofree char *text = params_read_text(path, &len, error);
    return text != NULL ? params_parse(path, text, len, error) : NULL;
}

Params *
params_parse(const char *name, const char *text, gsize len, GError **error)
{
    g_autoptr(Params) params = params_new();
    ParamsLexer lexer;
    if (!params_lexer_init(&lexer, name, text, len, error) || !read_file(&lexer, params, error))
        return NULL;
    g_free(params->file);
    params->file = g_strdup(name);
    return g_steal_pointer(&params);
}

gboolean
params_set(Params *params, const char *assignment, GError **error)
{
    g_autoptr(Params) changed = params_copy(params);
    ParamsLexer lexer;
    if (!params_lexer_init(&lexer, NULL, assignment, strlen(assignment), error) ||
        !read_assignment(&lexer, changed, error))
        return FALSE;
    Params before = *params;
    *params = *changed;
    *changed = before;
    return TRUE;
}

gboolean
params_set_topology(Params *params, const char *text, GError **error)
{
    ParamsLexer lexer;
    RaterGrid grid = { 0 };
    if (!params_lexer_init(&lexer, NULL, text, strlen(text), error))
        return FALSE;
    do {
        if (!read_size(&lexer, &grid, error))
            return FALSE;
    } while (params_lexer_accept(&lexer, 'x') || params_lexer_accept(&lexer, ','));
    if (params_lexer_skip(&lexer))
        return params_lexer_expected(&lexer, PARAMS_ERROR_SYNTAX, error,
                                     "'x' between two sizes");
    params->topology = grid;
    return TRUE;
}

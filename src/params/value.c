/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/value.h"

#include <math.h>

/* Reals are 0 or within LEAST_REAL .. LARGEST_REAL. */
#define LEAST_REAL   1e-9
#define LARGEST_REAL 1e9

/* Digits after the point that a real in the range can have, and one more. */
#define REAL_DIGITS 24
#define ATTO_REAL   G_GINT64_CONSTANT(1000000000000)

/* A real within the range; 0 too with `zero`. `expected` is for messages. */
static gboolean
read_real(ParamsLexer *lexer, const char *expected, gboolean zero, ParamsToken *token,
          double *out, GError **error)
{
    double number;
    if (!params_lexer_number(lexer, token))
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, expected);
    g_autofree char *text = params_lexer_quote(token->begin, token->len);
    if (!params_decimal_parse(token->begin, token->len, &number))
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_VALUE, error,
                                  "%s has more than %d significant digits, expected %s", text,
                                  PARAMS_DECIMAL_DIGITS, expected);
    if (!(zero && number == 0) && !(number >= LEAST_REAL && number <= LARGEST_REAL))
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_VALUE, error,
                                  "%s is out of range, expected %s", text, expected);
    *out = fabs(number); /* -0 */
    return TRUE;
}

gboolean
params_value_real(ParamsLexer *lexer, const char *expected, ParamsToken *token,
                  double *out, GError **error)
{
    return read_real(lexer, expected, TRUE, token, out, error);
}

gboolean
params_value_time(ParamsLexer *lexer, const char *expected, double *seconds, RaterAtto *exact,
                  GError **error)
{
    ParamsToken token;
    double number;
    if (!read_real(lexer, expected, TRUE, &token, &number, error))
        return FALSE;
    const RaterAtto atto = params_decimal_scaled(number, PARAMS_ATTO_MICROSECONDS);
    if (atto * ATTO_REAL != params_decimal_scaled(number, REAL_DIGITS)) {
        g_autofree char *text = params_lexer_quote(token.begin, token.len);
        return params_lexer_error(lexer, token.begin, PARAMS_ERROR_VALUE, error,
                                  "%s has more than %d digits after the point, expected %s",
                                  text, PARAMS_ATTO_MICROSECONDS, expected);
    }
    g_autoptr(GString) text = g_string_new(NULL);
    params_decimal_append(text, atto, PARAMS_ATTO_SECONDS);
    *seconds = g_ascii_strtod(text->str, NULL);
    if (exact != NULL)
        *exact = atto;
    return TRUE;
}

gboolean
params_value_positive(ParamsLexer *lexer, const char *expected, double *out, GError **error)
{
    ParamsToken token;
    return read_real(lexer, expected, FALSE, &token, out, error);
}

gboolean
params_value_take_integer(const ParamsLexer *lexer, const ParamsToken *token,
                          const char *expected, gint64 least, gint64 *out, GError **error)
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
    if (!fits || value < least)
        return params_lexer_error(lexer, token->begin, PARAMS_ERROR_VALUE, error,
                                  "%s is out of range, expected %s", text, expected);
    *out = value;
    return TRUE;
}

gboolean
params_value_integer(ParamsLexer *lexer, const char *expected, gint64 least,
                     ParamsToken *token, gint64 *out, GError **error)
{
    if (!params_lexer_number(lexer, token))
        return params_lexer_expected(lexer, PARAMS_ERROR_VALUE, error, expected);
    return params_value_take_integer(lexer, token, expected, least, out, error);
}

gboolean
params_value_list(ParamsLexer *lexer, ParamsEntryFunc read_entry, gpointer data,
                  GError **error)
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/decimal.h"

#include <string.h>

/* Far beyond any range, far below overflow when the digits of a long text are added. */
#define EXPONENT_MAX (G_GINT64_CONSTANT(1) << 40)

/* 10^-18 s are 10^-12 microseconds. */
#define MICRO_TO_ATTO 12

static const char *
skip_digits(const char *p, const char *end)
{
    while (p < end && g_ascii_isdigit(*p))
        p++;
    return p;
}

static const char *
skip_sign(const char *p, const char *end)
{
    return p < end && (*p == '+' || *p == '-') ? p + 1 : p;
}

gsize
params_decimal_span(const char *text, const char *end)
{
    const char *whole = skip_sign(text, end);
    const char *p = skip_digits(whole, end);
    gsize n_digits = (gsize)(p - whole);
    if (p < end && *p == '.') {
        const char *fraction = p + 1;
        p = skip_digits(fraction, end);
        n_digits += (gsize)(p - fraction);
    }
    if (n_digits == 0)
        return 0;
    if (p < end && (*p == 'e' || *p == 'E')) {
        const char *power = skip_sign(p + 1, end);
        const char *behind = skip_digits(power, end);
        if (behind > power)
            p = behind;
    }
    return (gsize)(p - text);
}

/* [+-] digits, saturated at +-EXPONENT_MAX. */
static gint64
parse_exponent(const char *p, const char *end)
{
    gboolean negative = p < end && *p == '-';
    gint64 value = 0;
    for (p = skip_sign(p, end); p < end; p++)
        value = MIN(value * 10 + (*p - '0'), EXPONENT_MAX);
    return negative ? -value : value;
}

gboolean
params_decimal_parse(const char *text, gsize len, ParamsDecimal *out)
{
    const char *end = text + len;
    const char *p = skip_sign(text, end);
    gint64 digits = 0, n_digits = 0;
    gint64 n_zeros = 0; /* behind the last digit that is none */
    gint64 n_fraction = 0;
    gboolean fraction = FALSE;
    for (; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '.') {
            fraction = TRUE;
            continue;
        }
        n_fraction += fraction;
        if (*p == '0') {
            n_zeros += n_digits > 0;
            continue;
        }
        n_digits += n_zeros + 1;
        if (n_digits > PARAMS_DECIMAL_DIGITS)
            return FALSE;
        for (; n_zeros > 0; n_zeros--)
            digits *= 10;
        digits = digits * 10 + (*p - '0');
    }
    gint64 power = p < end ? parse_exponent(p + 1, end) : 0;
    out->negative = *text == '-';
    out->digits = digits;
    out->exponent = digits != 0 ? n_zeros - n_fraction + power : 0;
    return TRUE;
}

double
params_decimal_to_double(const ParamsDecimal *number, int shift)
{
    char text[64];
    g_snprintf(text, sizeof text, "%s%" G_GINT64_FORMAT "e%" G_GINT64_FORMAT,
               number->negative ? "-" : "", number->digits, number->exponent + shift);
    return g_ascii_strtod(text, NULL);
}

RaterAtto
params_decimal_to_atto(const ParamsDecimal *number)
{
    RaterAtto value = number->digits;
    for (gint64 i = number->exponent + MICRO_TO_ATTO; i > 0; i--)
        value *= 10;
    return number->negative ? -value : value;
}

RaterAtto
params_decimal_seconds_to_atto(double seconds)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    ParamsDecimal number = { 0 };
    /* 15 digits give back the decimal that the double was made of. */
    g_ascii_formatd(text, sizeof text, "%.14e", seconds);
    if (!params_decimal_parse(text, strlen(text), &number))
        return 0;         /* cannot be: that many digits were asked for */
    number.exponent += 6; /* microseconds */
    /* Digits below 10^-18 s, which no parameter file has, are cut off. */
    for (; number.digits != 0 && number.exponent < -MICRO_TO_ATTO; number.exponent++)
        number.digits /= 10;
    return params_decimal_to_atto(&number);
}

void
params_decimal_append_atto(GString *out, RaterAtto time)
{
    const RaterAtto micro = G_GINT64_CONSTANT(1000000000000);
    gint64 whole = (gint64)(time / micro), fraction = (gint64)(time % micro);
    g_string_append_printf(out, "%" G_GINT64_FORMAT, whole);
    if (fraction == 0)
        return;
    g_string_append_printf(out, ".%0*" G_GINT64_FORMAT, MICRO_TO_ATTO, fraction);
    while (out->str[out->len - 1] == '0')
        g_string_truncate(out, out->len - 1);
}

void
params_decimal_append_double(GString *out, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, g_ascii_formatd(text, sizeof text, "%.15g", value));
}

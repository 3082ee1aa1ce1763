/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/params/decimal.h"

#include <float.h>
#include <string.h>

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

/* From the first to the last of a mantissa that are not 0. */
static int
significant_digits(const char *p, const char *end)
{
    int n = 0, n_last = 0;
    for (; p < end && *p != 'e' && *p != 'E' && n_last <= PARAMS_DECIMAL_DIGITS; p++) {
        n += g_ascii_isdigit(*p) && (n > 0 || *p != '0');
        if (*p >= '1' && *p <= '9')
            n_last = n;
    }
    return n_last;
}

gboolean
params_decimal_parse(const char *text, gsize len, double *out)
{
    const int n_digits = significant_digits(text, text + len);
    if (n_digits > PARAMS_DECIMAL_DIGITS)
        return FALSE;
    g_autofree char *number = g_strndup(text, len);
    const double value = g_ascii_strtod(number, NULL);
    *out = n_digits > 0 && value == 0 ? DBL_MIN : value;
    return TRUE;
}

RaterAtto
params_decimal_scaled(double value, int shift)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE], *end;
    /* 15 digits give back the decimal that the double was made of: d.dde-05 becomes ddde-05 */
    g_ascii_formatd(text, sizeof text, "%.14e", value);
    text[1] = text[0];
    RaterAtto digits = g_ascii_strtoll(text + 1, &end, 10);
    gint64 exponent = g_ascii_strtoll(end + 1, NULL, 10) - 14 + shift;
    for (; exponent > 0 && digits != 0; exponent--)
        digits *= 10;
    for (; exponent < 0 && digits != 0; exponent++)
        digits /= 10;
    return digits;
}

void
params_decimal_append(GString *out, RaterAtto value, int digits)
{
    char text[64];
    char *p = text + sizeof text;
    for (int i = 0; i <= digits || value > 0; i++, value /= 10) {
        if (i == digits)
            *--p = '.';
        *--p = (char)('0' + (int)(value % 10));
    }
    g_string_append_len(out, p, text + sizeof text - p);
    while (out->str[out->len - 1] == '0')
        g_string_truncate(out, out->len - 1);
    if (out->str[out->len - 1] == '.')
        g_string_truncate(out, out->len - 1);
}

void
params_decimal_append_double(GString *out, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, g_ascii_formatd(text, sizeof text, "%.15g", value));
}

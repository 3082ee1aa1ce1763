/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A positive double is m 2^e with m < 2^53. Let X be its decimal exponent and k = 16 - X, so
 * that v = m 2^e 10^k = m 5^k 2^(e + k) has 17 digits before the point. In the range below m
 * 5^k needs at most 125 bits and e + k is negative, so v is an exact fraction of a 128-bit
 * integer and a power of two: rounding it to 15, 16 or 17 digits is exact, and so is the
 * question whether the result lies between the middles to the neighbours of the double, (2m -
 * 1) and (2m + 1) over 2m of it. A result at such a middle reads back as the double with the
 * even m.
 */
#include "src/base/decimal.h"

#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

#define DIGITS      17
#define TEN_TO_16   G_GUINT64_CONSTANT(10000000000000000)
#define POWER_LIMIT 27 /* 5^27 is the last power that has 64 bits */

/* A positive number, as above. */
typedef struct {
    guint64 m;
    Wide power;    /* 5^k */
    guint shift;   /* -(e + k) */
    guint64 whole; /* v without its fraction: 17 digits */
    gboolean more; /* it has a fraction */
    int exponent;  /* X */
} Scaled;

static Wide
power_of_five(guint k)
{
    guint64 low = 1, high = 1;
    for (guint i = 0; i < k; i++) {
        if (i < POWER_LIMIT)
            low *= 5;
        else
            high *= 5;
    }
    return (Wide)low * high;
}

static void
scale_by(Scaled *s, int e, int exponent)
{
    const guint k = (guint)(DIGITS - 1 - exponent);
    s->exponent = exponent;
    s->power = power_of_five(k);
    s->shift = (guint)(-e - (int)k);
    const Wide scaled = s->m * s->power;
    s->whole = (guint64)(scaled >> s->shift);
    s->more = ((Wide)s->whole << s->shift) != scaled;
}

static gboolean
scale(double value, Scaled *s)
{
    int e;
    const double fraction = frexp(value, &e); /* value = fraction 2^e, 1/2 <= fraction < 1 */
    if (!(value >= 1e-14 && value < 1e15) || fraction == 0.5)
        return FALSE;
    s->m = (guint64)ldexp(fraction, 53);
    /* log10 2 times e - 1 is at most the decimal logarithm, and less by 1/3 at most */
    const int exponent = (int)floor((e - 1) * 0.30102999566398120);
    scale_by(s, e - 53, exponent);
    if (s->whole >= 10 * TEN_TO_16)
        scale_by(s, e - 53, exponent + 1);
    return TRUE;
}

/* The number rounded to its digits but the last few, `unit` being 10 to their number. */
static guint64
rounded(const Scaled *s, guint64 unit)
{
    guint64 n = s->whole / unit, twice = 2 * (s->whole % unit);
    if (unit == 1) {
        const Wide rest = s->m * s->power - ((Wide)s->whole << s->shift);
        const Wide half = (Wide)1 << (s->shift - 1);
        return n + (rest > half || (rest == half && n % 2 == 1));
    }
    return n + (twice > unit || (twice == unit && (s->more || n % 2 == 1)));
}

/* Whether n times `unit` reads back as the number. */
static gboolean
reads_back(const Scaled *s, guint64 n, guint64 unit)
{
    const Wide twice = (Wide)(n * unit) << (s->shift + 1);
    const Wide low = (2 * s->m - 1) * s->power, high = (2 * s->m + 1) * s->power;
    return s->m % 2 == 0 ? twice >= low && twice <= high : twice > low && twice < high;
}

/* Digits of n without zeros at the end; returns their number. */
static int
write_digits(guint64 n, char digits[])
{
    char reversed[DIGITS + 1];
    int count = 0, kept;
    while (n % 10 == 0)
        n /= 10;
    for (kept = 0; n > 0; n /= 10)
        reversed[kept++] = (char)('0' + n % 10);
    while (kept > 0)
        digits[count++] = reversed[--kept];
    return count;
}

/* As printf's %g does: the point among the digits, or an exponent of two digits. */
static void
write_number(gboolean negative, const char *digits, int n, int exponent, char *out)
{
    if (negative)
        *out++ = '-';
    if (exponent < -4) {
        *out++ = digits[0];
        if (n > 1) {
            *out++ = '.';
            memcpy(out, digits + 1, (gsize)(n - 1));
            out += n - 1;
        }
        memcpy(out, "e-", 2);
        out[2] = (char)('0' - exponent / 10);
        out[3] = (char)('0' - exponent % 10);
        out += 4;
    } else if (exponent < 0) {
        memcpy(out, "0.000", (gsize)(1 - exponent));
        memcpy(out + 1 - exponent, digits, (gsize)n);
        out += 1 - exponent + n;
    } else {
        for (int i = 0; i < MAX(n, exponent + 1); i++) {
            if (i == exponent + 1)
                *out++ = '.';
            *out++ = i < n ? digits[i] : '0';
        }
    }
    *out = '\0';
}

gboolean
report_decimal_write(double value, char *buffer)
{
    Scaled s;
    char digits[DIGITS + 1] = "0";
    if (!scale(fabs(value), &s))
        return FALSE;
    guint64 unit = 100, n = rounded(&s, unit);
    for (; unit > 1 && !reads_back(&s, n, unit); n = rounded(&s, unit))
        unit /= 10;
    if (n * unit == 10 * TEN_TO_16)
        s.exponent++; /* 9.99... became 10 */
    const int n_digits = write_digits(n, digits);
    write_number(value < 0, digits, n_digits, s.exponent, buffer);
    return TRUE;
}

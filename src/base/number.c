/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/number.h"

#include <math.h>
#include <string.h>

#include "src/base/decimal.h"

/* Below this every whole number is a double, and its digits are its shortest decimal. */
#define WHOLE_LIMIT 1e15

/* Many values are 0 or small counts: written without trying precisions. */
static const char *
format_whole(double value, char *buffer)
{
    if (value == 0) /* without the point readers take -0 for the integer 0 */
        return signbit(value) != 0 ? "-0.0" : "0";
    g_snprintf(buffer, REPORT_NUMBER_SIZE, "%" G_GINT64_FORMAT, (gint64)value);
    return buffer;
}

const char *
report_number_exact(double value, char *buffer)
{
    static const char *const precisions[] = { "%.15g", "%.16g", "%.17g" };

    if (!isfinite(value))
        return NULL;
    if (fabs(value) < WHOLE_LIMIT && value == trunc(value))
        return format_whole(value, buffer);
    if (report_decimal_write(value, buffer))
        return buffer;
    /* Seventeen digits always suffice; 15 may be too few, and the fewest are wanted. */
    for (gsize i = 0; i < G_N_ELEMENTS(precisions); i++) {
        g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, precisions[i], value);
        if (g_ascii_strtod(buffer, NULL) == value)
            break;
    }
    return buffer;
}

const char *
report_number_short(double value, char *buffer)
{
    if (!isfinite(value))
        return "-";
    return g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, "%.6g", value == 0 ? 0.0 : value);
}

const char *
report_number_rounded(double value, char *buffer)
{
    if (!isfinite(value))
        return "-";
    const gboolean whole = fabs(value) >= 999.5 && fabs(value) < 1e6;
    return g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, whole ? "%.0f" : "%.3g",
                           value == 0 ? 0.0 : value);
}

const char *
report_number_unit(double seconds, double *size)
{
    static const struct {
        double size;
        const char *name;
    } units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" } };
    guint u = 0;

    /* from 0.9995 on three digits make 1.00, not 1000 of the next smaller unit */
    while (isfinite(seconds) && seconds != 0 && u + 1 < G_N_ELEMENTS(units) &&
           fabs(seconds) < 0.9995 * units[u].size)
        u++;
    *size = units[u].size;
    return units[u].name;
}

const char *
report_number_time(double seconds, char *buffer)
{
    double unit;

    if (!isfinite(seconds))
        return "-";
    if (seconds == 0)
        return "0 s";
    const char *name = report_number_unit(seconds, &unit);
    const double value = seconds / unit, size = fabs(value);
    g_ascii_formatd(buffer, REPORT_NUMBER_SIZE,
                    size >= 1e6 || size < 0.0995 ? "%.3g"
                    : size >= 99.95              ? "%.0f"
                    : size >= 9.995              ? "%.1f"
                                                 : "%.2f",
                    value);
    g_strlcat(buffer, " ", REPORT_NUMBER_SIZE);
    g_strlcat(buffer, name, REPORT_NUMBER_SIZE);
    return buffer;
}

int
report_number_decimals(double least, int digits)
{
    return least > 0 && isfinite(least) ? CLAMP(digits - 1 - (int)floor(log10(least)), 0, 9) : 0;
}

const char *
report_number_fixed(double value, int decimals, char *buffer)
{
    const char format[] = { '%', '.', (char)('0' + decimals), 'f', '\0' };
    return fabs(value) < 1e15 ? g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, format, value)
                              : report_number_short(value, buffer);
}

const char *
report_number_percent(double share, char *buffer)
{
    const double percent = 100 * share;

    if (!isfinite(percent))
        return "-";
    if (fabs(percent) < 0.001)
        return percent > 0 ? "<0.001 %" : "0 %"; /* a share below 0 is rounding */
    g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, fabs(percent) < 1 ? "%.2g" : "%.1f", percent);
    g_strlcat(buffer, " %", REPORT_NUMBER_SIZE);
    return buffer;
}

const char *
report_number_css(double share, char *buffer)
{
    const double percent = isfinite(share) ? CLAMP(100 * share, 0.0, 100.0) : 0;

    g_ascii_formatd(buffer, REPORT_NUMBER_SIZE, "%.3g", percent < 0.01 ? 0 : percent);
    g_strlcat(buffer, "%", REPORT_NUMBER_SIZE);
    return buffer;
}

const char *
report_number_grouped(gint64 value, char *buffer)
{
    static const char space[] = "\xc2\xa0";
    char digits[24];
    char *out = buffer;

    const int len = g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, value);
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0 && digits[i - 1] != '-')
            out = g_stpcpy(out, space);
        *out++ = digits[i];
    }
    *out = '\0';
    return buffer;
}

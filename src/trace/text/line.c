/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/line.h"

#include <math.h>

#define RULE_DASHES      10
#define MAX_WHOLE_DIGITS 15
#define MAX_DIGITS       18 /* what a 64-bit integer holds */
#define MAX_REAL_CHARS   400
#define MAX_SECONDS      1e15 /* what MAX_WHOLE_DIGITS hold */

/* All of these are exact doubles, so that one division rounds correctly. */
static const double powers_of_ten[MAX_DIGITS + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                                      1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                                      1e14, 1e15, 1e16, 1e17, 1e18 };

/* As g_ascii_isdigit(), without its table: millions of TIMEs are read. */
static inline gboolean
is_digit(char c)
{
    return (guchar)(c - '0') < 10;
}

/* Any number of digits on both sides of the point. */
static const char *
parse_any_seconds(const char *p, const char *end, double *seconds)
{
    guint64 mantissa = 0;
    guint n_whole = 0, n_fraction = 0;
    const char *begin = p;
    for (; p < end && is_digit(*p); p++) {
        mantissa = 10 * mantissa + (guint64)(*p - '0');
        if (mantissa > 0 && ++n_whole > MAX_WHOLE_DIGITS)
            return NULL;
    }
    gsize n_digits = (gsize)(p - begin);
    if (p < end && *p == '.') {
        const char *point = p++;
        for (; p < end && is_digit(*p); p++) {
            if (n_whole + n_fraction == MAX_DIGITS)
                continue;
            mantissa = 10 * mantissa + (guint64)(*p - '0');
            n_fraction++;
        }
        n_digits += (gsize)(p - point) - 1;
    }
    if (n_digits == 0)
        return NULL;
    *seconds = (double)mantissa / powers_of_ten[n_fraction];
    return p;
}

/* Eight digits at once: FALSE when not all of them are digits. The bytes of a word become
 * pairs, the pairs fours, the fours the number. */
static gboolean
parse_eight(const char *p, guint64 *number)
{
    guint64 word;
    memcpy(&word, p, sizeof word);
    word = GUINT64_FROM_LE(word) ^ G_GUINT64_CONSTANT(0x3030303030303030);
    guint64 above_nine = word + G_GUINT64_CONSTANT(0x7676767676767676);
    if (((word | above_nine) & G_GUINT64_CONSTANT(0x8080808080808080)) != 0)
        return FALSE;
    word = (word * 10 + (word >> 8)) & G_GUINT64_CONSTANT(0x00ff00ff00ff00ff);
    word = (word * 100 + (word >> 16)) & G_GUINT64_CONSTANT(0x0000ffff0000ffff);
    *number = (word * 10000 + (word >> 32)) & G_MAXUINT32;
    return TRUE;
}

const char *
trace_parse_seconds(const char *p, const char *end, double *seconds)
{
    /* What nearly every event line has: one digit, a point, eight digits. */
    guint64 fraction;
    if (end - p >= 10 && is_digit(p[0]) && p[1] == '.' && (end - p == 10 || !is_digit(p[10])) &&
        parse_eight(p + 2, &fraction)) {
        *seconds = (double)((guint64)(p[0] - '0') * 100000000 + fraction) / 1e8;
        return p + 10;
    }
    return parse_any_seconds(p, end, seconds);
}

const char *
trace_skip_current(const char *p, const char *end)
{
    const char *now = trace_skip_blanks(p, end);
    double unused;
    const char *rest = now > p ? parse_any_seconds(now, end, &unused) : NULL;
    return rest != NULL ? rest : p;
}

gboolean
trace_parse_int(const char *p, const char *end, gint64 *value)
{
    gboolean negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p == end)
        return FALSE;
    /* Counted downwards, where there is one number more. */
    gint64 number = 0;
    for (; p < end; p++) {
        if (!g_ascii_isdigit(*p) || __builtin_mul_overflow(number, 10, &number) ||
            __builtin_sub_overflow(number, *p - '0', &number))
            return FALSE;
    }
    if (!negative && number == G_MININT64)
        return FALSE;
    *value = negative ? number : -number;
    return TRUE;
}

gboolean
trace_parse_hex(const char *p, const char *end, guint64 *value)
{
    if (end - p > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
        p += 2;
    if (p == end || end - p > 16)
        return FALSE;
    guint64 number = 0;
    for (; p < end; p++) {
        if (!g_ascii_isxdigit(*p))
            return FALSE;
        number = number << 4 | (guint64)g_ascii_xdigit_value(*p);
    }
    *value = number;
    return TRUE;
}

gboolean
trace_parse_real(const char *p, const char *end, double *value)
{
    char text[MAX_REAL_CHARS + 1];
    gsize len = (gsize)(end - p);
    if (len == 0 || len > MAX_REAL_CHARS)
        return FALSE;
    for (gsize i = 0; i < len; i++) {
        if (!g_ascii_isdigit(p[i]) && strchr("+-.eE", p[i]) == NULL)
            return FALSE;
        text[i] = p[i];
    }
    text[len] = '\0';
    char *rest;
    double number = g_ascii_strtod(text, &rest);
    if (rest != text + len || !isfinite(number))
        return FALSE;
    *value = number;
    return TRUE;
}

gboolean
trace_line_is_rule(const char *text, gsize len)
{
    const char *end = text + len;
    const char *p = trace_skip_blanks(text, end);
    return end - p >= RULE_DASHES && memcmp(p, "----------", RULE_DASHES) == 0;
}

static const char *
skip_token(const char *p, const char *end)
{
    while (p < end && !trace_is_blank(*p))
        p++;
    return p;
}

/* The end of the value of a field; at `p` when it is empty and the next field follows. */
static const char *
skip_field_value(const char *p, const char *end)
{
    static const char fields[][5] = { "TIME", "LINE", "FILE" };
    const gboolean is_letter = p < end && g_ascii_isupper(*p);
    for (guint i = 0; is_letter && i < G_N_ELEMENTS(fields); i++) {
        if (trace_skip_field(p, end, fields[i]) != NULL)
            return p;
    }
    return skip_token(p, end);
}

/* [NAME=]call_F; NULL when it is none. */
static const char *
parse_name(const char *text, const char *end, TraceLine *line)
{
    static const char prefixes[][7] = {
        [TRACE_LINE_CALL] = "call_", [TRACE_LINE_RET] = "ret_", [TRACE_LINE_EVENT] = "Event_"
    };
    const char *p = trace_skip_blanks(text, end);
    const char *after = trace_skip_field(p, end, "NAME");
    if (after != NULL)
        p = after;
    for (guint kind = 0; kind < G_N_ELEMENTS(prefixes); kind++) {
        const char *name = trace_skip_word(p, end, prefixes[kind]);
        if (name == NULL)
            continue;
        p = skip_token(name, end);
        line->kind = (TraceLineKind)kind;
        line->name = (gsize)(name - text);
        line->n_name = (gsize)(p - name);
        return p > name ? p : NULL;
    }
    return NULL;
}

/* Seconds as the run-time system writes them, or with an exponent. */
static gboolean
parse_number(const char *p, const char *end, double *seconds)
{
    if (trace_parse_seconds(p, end, seconds) == end)
        return TRUE;
    double real;
    if (p == end || *p == '-' || *p == '+' || !trace_parse_real(p, end, &real) ||
        real >= MAX_SECONDS)
        return FALSE;
    *seconds = real;
    return TRUE;
}

/* The value of TIME at `p`, and behind it the time since the start with CurrentTimeTrace, which
 * is stepped over; returns what follows. */
static const char *
parse_time(const char *text, const char *p, const char *end, TraceLine *line)
{
    const gboolean negative = p < end && *p == '-';
    const char *rest = skip_field_value(p, end);
    if (rest == p)
        line->problem = "missing TIME";
    else if (!parse_number(negative ? p + 1 : p, rest, &line->seconds))
        line->problem = "bad TIME";
    else if (negative && line->seconds > 0)
        line->problem = "negative TIME";
    const char *now = trace_skip_blanks(rest, end);
    const gboolean is_field = now < end && g_ascii_isupper(*now);
    const char *now_end = is_field ? now : skip_token(now, end);
    double unused;
    if (trace_parse_real(now, now_end, &unused))
        rest = now_end;
    line->time = (gsize)(p - text);
    line->rest = (gsize)(rest - text);
    return rest;
}

static const char *
parse_line_number(const char *p, const char *end, TraceLine *line)
{
    const char *rest = skip_field_value(p, end);
    const gboolean good = rest == p || trace_parse_int(p, rest, &line->line);
    if ((!good || line->line < 0) && line->problem == NULL)
        line->problem = "bad LINE";
    return rest;
}

/* TIME and LINE, once each, the one or the other first; returns what follows, NULL without
 * LINE.
 */
static const char *
parse_numbers(const char *text, const char *p, const char *end, TraceLine *line)
{
    gboolean has_time = FALSE, has_line = FALSE;
    for (;;) {
        p = trace_skip_blanks(p, end);
        const char *time = has_time ? NULL : trace_skip_field(p, end, "TIME");
        const char *number = has_line ? NULL : trace_skip_field(p, end, "LINE");
        if (time == NULL && number == NULL)
            break;
        p = time != NULL ? parse_time(text, time, end, line)
                         : parse_line_number(number, end, line);
        has_time |= time != NULL;
        has_line |= number != NULL;
    }
    if (!has_time)
        line->problem = "missing TIME";
    return has_line ? p : NULL;
}

gboolean
trace_line_parse(const char *text, gsize len, TraceLine *line)
{
    const char *end = text + len;
    TraceLine found = { 0 };
    const char *p = parse_name(text, end, &found);
    if (p != NULL)
        p = parse_numbers(text, p, end, &found);
    const char *file = p != NULL ? trace_skip_field(p, end, "FILE") : NULL;
    if (file == NULL)
        return FALSE;
    while (end > file && trace_is_blank(end[-1]))
        end--;
    found.file = (gsize)(file - text);
    found.n_file = (gsize)(end - file);
    *line = found;
    return TRUE;
}

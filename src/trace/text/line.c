/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/text/line.h"

#include <math.h>

#define RULE_DASHES      10
#define MAX_WHOLE_DIGITS 15
#define MAX_DIGITS       18 /* what a 64-bit integer holds */
#define MAX_REAL_CHARS   400

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
    if (end - p > 10 && is_digit(p[0]) && p[1] == '.' && !is_digit(p[10]) &&
        parse_eight(p + 2, &fraction)) {
        *seconds = (double)((guint64)(p[0] - '0') * 100000000 + fraction) / 1e8;
        return p + 10;
    }
    return parse_any_seconds(p, end, seconds);
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

const char *
trace_skip_word(const char *p, const char *end, const char *word)
{
    gsize len = strlen(word);
    gboolean found = (gsize)(end - p) >= len && memcmp(p, word, len) == 0;
    return found ? p + len : NULL;
}

static const char *
skip_token(const char *p, const char *end)
{
    while (p < end && !trace_is_blank(*p))
        p++;
    return p;
}

/* [NAME=]call_F; NULL when it is none. */
static const char *
parse_name(const char *text, const char *end, TraceLine *line)
{
    static const char prefixes[][7] = {
        [TRACE_LINE_CALL] = "call_", [TRACE_LINE_RET] = "ret_", [TRACE_LINE_EVENT] = "Event_"
    };
    const char *p = trace_skip_blanks(text, end);
    const char *after = trace_skip_word(p, end, "NAME=");
    if (after != NULL)
        p = trace_skip_blanks(after, end);
    for (guint kind = 0; kind < G_N_ELEMENTS(prefixes); kind++) {
        const char *name = trace_skip_word(p, end, prefixes[kind]);
        if (name == NULL)
            continue;
        p = skip_token(name, end);
        line->kind = (TraceLineKind)kind;
        line->name = (gsize)(name - text);
        line->n_name = (gsize)(p - name);
        return p > name ? trace_skip_blanks(p, end) : NULL;
    }
    return NULL;
}

/* The value of TIME, from `p` to the next blank. */
static const char *
parse_time(const char *text, const char *p, const char *end, TraceLine *line)
{
    p = trace_skip_blanks(p, end);
    gboolean negative = p < end && *p == '-';
    line->time = (gsize)(p - text);
    const char *rest = trace_skip_word(p, end, "LINE=") != NULL ? p : skip_token(p, end);
    line->rest = (gsize)(rest - text);
    if (rest == p)
        line->problem = "missing TIME";
    else if (trace_parse_seconds(negative ? p + 1 : p, rest, &line->seconds) != rest)
        line->problem = "bad TIME";
    else if (negative && line->seconds > 0)
        line->problem = "negative TIME";
    return trace_skip_blanks(rest, end);
}

/* LINE=N FILE=NAME; NULL when they are not there. */
static const char *
parse_place(const char *text, const char *p, const char *end, TraceLine *line)
{
    const char *number = trace_skip_word(p, end, "LINE=");
    if (number == NULL)
        return NULL;
    number = trace_skip_blanks(number, end);
    p = trace_skip_word(number, end, "FILE=") != NULL ? number : skip_token(number, end);
    line->line = 0;
    gboolean good = p == number || trace_parse_int(number, p, &line->line);
    if ((!good || line->line < 0) && line->problem == NULL)
        line->problem = "bad LINE";
    const char *file = trace_skip_word(trace_skip_blanks(p, end), end, "FILE=");
    if (file == NULL)
        return NULL;
    line->file = (gsize)(file - text);
    while (end > file && trace_is_blank(end[-1]))
        end--;
    line->n_file = (gsize)(end - file);
    return end;
}

gboolean
trace_line_parse(const char *text, gsize len, TraceLine *line)
{
    const char *end = text + len;
    TraceLine found = { 0 };
    const char *p = parse_name(text, end, &found);
    if (p == NULL)
        return FALSE;
    const char *time = trace_skip_word(p, end, "TIME=");
    if (time == NULL)
        found.problem = "missing TIME";
    else
        p = parse_time(text, time, end, &found);
    if (parse_place(text, p, end, &found) == NULL)
        return FALSE;
    *line = found;
    return TRUE;
}

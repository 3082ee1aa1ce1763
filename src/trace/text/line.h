/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One line of a trace: is it an event line, and what does it say; the numbers of a trace.
 */
#pragma once

#include <glib.h>
#include <string.h>

typedef enum {
    TRACE_LINE_CALL,  /* call_F */
    TRACE_LINE_RET,   /* ret_F */
    TRACE_LINE_EVENT, /* Event_F */
} TraceLineKind;

/* NAME TIME=SECONDS [SECONDS] LINE=N FILE=NAME; offsets are bytes from the begin of the line,
 * so that the text may move. */
typedef struct {
    TraceLineKind kind;
    gsize name, n_name;  /* F, without call_, ret_ or Event_ */
    gsize time;          /* first byte of the value of TIME */
    gsize rest;          /* first byte after it, and after the second number */
    gsize file, n_file;  /* without blanks at its end */
    double seconds;      /* >= 0 */
    gint64 line;         /* of the program's source; 0 when empty */
    const char *problem; /* static text: what is wrong with TIME or LINE; or NULL */
} TraceLine;

static inline gboolean
trace_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static inline const char *
trace_skip_blanks(const char *p, const char *end)
{
    while (p < end && trace_is_blank(*p))
        p++;
    return p;
}

/* Steps over `word`; NULL when something else stands there. */
static inline const char *
trace_skip_word(const char *p, const char *end, const char *word)
{
    const gsize len = strlen(word);
    return (gsize)(end - p) >= len && memcmp(p, word, len) == 0 ? p + len : NULL;
}

/* Steps over `name =` and the blanks behind it; NULL when something else stands there. */
static inline const char *
trace_skip_field(const char *p, const char *end, const char *name)
{
    p = trace_skip_word(p, end, name);
    if (p != NULL)
        p = trace_skip_word(trace_skip_blanks(p, end), end, "=");
    return p != NULL ? trace_skip_blanks(p, end) : NULL;
}

/* Cuts the next line, without its newline, off what stands before `end`; FALSE at the end. */
static inline gboolean
trace_take_line(const char **rest, const char *end, const char **line, const char **line_end)
{
    if (*rest == end)
        return FALSE;
    const char *newline = memchr(*rest, '\n', (gsize)(end - *rest));
    *line = *rest;
    *line_end = newline != NULL ? newline : end;
    *rest = newline != NULL ? newline + 1 : end;
    return TRUE;
}

/* Whether the `len` bytes at `text` (without a newline) are an event line: they begin, after
 * blanks and the optional `NAME=`, with call_, ret_ or Event_ and have TIME, LINE and, behind
 * them, FILE. A line that has only LINE and FILE is one, with a problem. `line` is set when
 * TRUE. */
gboolean trace_line_parse(const char *text, gsize len, TraceLine *line);

/* Whether a line could be an event line by its first byte after blanks: almost all others are
 * told by this. */
static inline gboolean
trace_line_may_be_event(const char *p, const char *end)
{
    p = trace_skip_blanks(p, end);
    return p < end && (*p == 'c' || *p == 'r' || *p == 'E' || *p == 'N');
}

/* Lines of at least ten dashes stand between events with PreUnderLine, PostUnderLine. */
gboolean trace_line_is_rule(const char *text, gsize len);

/* Reads digits with at most one point among them, `123.456`. Returns the first byte that does
 * not belong, NULL without a digit or with more than 15 digits before the point. The value is
 * correctly rounded for up to 15 significant digits; digits beyond the 18th are cut off. */
const char *trace_parse_seconds(const char *p, const char *end, double *seconds);

/* Steps over a second number behind blanks, the time that CurrentTimeTrace writes; `p` without
 * one. */
const char *trace_skip_current(const char *p, const char *end);

/* Reads exactly all of `p` to `end`: an integer with an optional sign, a hexadecimal number of
 * at most 16 digits, a finite real. FALSE, `value` untouched, when it is something else or too
 * large. */
gboolean trace_parse_int(const char *p, const char *end, gint64 *value);
gboolean trace_parse_hex(const char *p, const char *end, guint64 *value);
gboolean trace_parse_real(const char *p, const char *end, double *value);

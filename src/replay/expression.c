/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/expression.h"

#include <math.h>
#include <string.h>

#include "src/replay/look.h"
#include "src/replay/private.h"

/* Brackets and signs within each other; more are refused, since each takes stack. */
#define DEEPEST 100

typedef struct {
    ReplaySession *session;
    const char *next;
    guint depth;
    GError **error;
    gboolean failed; /* the first error is told, what is read after it means nothing */
} Reader;

G_GNUC_PRINTF(2, 3)
static double
refuse(Reader *r, const char *format, ...)
{
    if (r->failed)
        return 0;
    r->failed = TRUE;
    va_list args;
    va_start(args, format);
    if (r->error != NULL)
        *r->error = g_error_new_valist(REPLAY_ERROR, REPLAY_ERROR_COMMAND, format, args);
    va_end(args);
    return 0;
}

static gboolean
accept(Reader *r, const char *text)
{
    while (g_ascii_isspace(*r->next))
        r->next++;
    if (!g_str_has_prefix(r->next, text))
        return FALSE;
    r->next += strlen(text);
    return TRUE;
}

static void
expect(Reader *r, const char *text)
{
    if (!accept(r, text))
        refuse(r, *r->next != '\0' ? "expected '%s' before '%s'" : "expected '%s'", text,
               r->next);
}

static double read_or(Reader *r);

/* --- what names mean --- */

/* The number of the processor in brackets, -1: refused. */
static gint64
read_processor(Reader *r)
{
    const RaterGrid *grid = replay_grid(r->session);
    gint64 index[RATER_MAX_RANK];
    int n = 0;
    do {
        const double value = read_or(r);
        if (n == RATER_MAX_RANK || value != floor(value) || !(fabs(value) < 0x1p62)) {
            refuse(r, "a processor is a number or its coordinates");
            return -1;
        }
        index[n++] = (gint64)value;
    } while (!r->failed && accept(r, ","));
    expect(r, ")");
    if (r->failed)
        return -1;
    if (n == 1 && grid->rank != 1) {
        if (index[0] >= 0 && index[0] < rater_grid_count(grid))
            return index[0];
    } else if (n == grid->rank) {
        int d = 0;
        while (d < n && index[d] >= 0 && index[d] < grid->size[d])
            d++;
        if (d == n)
            return rater_grid_number(grid, index);
    } else {
        refuse(r, "a processor of this machine has %d coordinate%s", grid->rank,
               grid->rank == 1 ? "" : "s");
        return -1;
    }
    refuse(r, "there is no such processor among %" G_GINT64_FORMAT, rater_grid_count(grid));
    return -1;
}

/* The values of a processor in an interval (Interval.id), or of the interval; NULL: refused, or
 * it takes no part. */
static const Characteristics *
values_of(Reader *r, guint id, gint64 processor)
{
    g_autoptr(GError) error = NULL;
    const Prediction *so_far = replay_so_far(r->session, &error);
    if (so_far == NULL) {
        refuse(r, "%s", error->message);
        return NULL;
    }
    const Interval *interval = &so_far->intervals[id - 1];
    if (processor < 0)
        return &interval->values;
    for (guint c = 0; c < interval->n_classes; c++)
        if (processor_set_has(interval->classes[c].set, processor))
            return &interval->classes[c].values;
    return NULL;
}

static guint
innermost(Reader *r)
{
    const Prediction *so_far = replay_so_far(r->session, NULL);
    return so_far == NULL ? 1
                          : prediction_interval_id(
                                so_far, simulator_tally(r->session->simulator)->current);
}

/* A characteristic by its place among them. */
static double
read_characteristic(Reader *r, const CharacteristicRow *row)
{
    const gint64 processor = accept(r, "(") ? read_processor(r) : -1;
    if (r->failed)
        return 0;
    const Characteristics *values = values_of(r, innermost(r), processor);
    return values != NULL ? characteristic_value(values, row) : 0;
}

static double
read_of_processor(Reader *r, char what)
{
    expect(r, "(");
    const gint64 processor = r->failed ? -1 : read_processor(r);
    if (processor < 0)
        return 0;
    if (what == 'c')
        return replay_clock(r->session, processor);
    const Characteristics *values = values_of(r, 1, processor);
    if (values == NULL)
        return 0;
    return what == 'u' ? values->cpu_time + values->sys_time : values->synchronization;
}

static double
session_value(const ReplaySession *session, char what)
{
    switch (what) {
    case 'e':
        return replay_elapsed(session);
    case 's':
        return replay_serial_time(session);
    case 'p':
        return (double)replay_position(session);
    default:
        return (double)rater_grid_count(replay_grid(session));
    }
}

/* Names with the letter that tells them apart. */
static const struct {
    const char *name;
    char letter;
    gboolean of_processor;
} words[] = {
    { "clock", 'c', TRUE },       { "cpu", 'u', TRUE },     { "wait", 'w', TRUE },
    { "elapsed", 'e', FALSE },    { "serial", 's', FALSE }, { "position", 'p', FALSE },
    { "processors", 'n', FALSE },
};

GPtrArray *
replay_expression_names(void)
{
    GPtrArray *names = g_ptr_array_new();
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        g_ptr_array_add(names, (gpointer)words[i].name);
    for (unsigned i = 0; i < n; i++)
        g_ptr_array_add(names, (gpointer)rows[i].name);
    return names;
}

static double
read_name(Reader *r)
{
    const char *begin = r->next;
    while (g_ascii_isalnum(*r->next) || *r->next == '_')
        r->next++;
    g_autofree char *name = g_strndup(begin, (gsize)(r->next - begin));
    unsigned n;
    const CharacteristicRow *rows = characteristic_rows(&n);
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (g_ascii_strcasecmp(name, words[i].name) == 0)
            return words[i].of_processor ? read_of_processor(r, words[i].letter)
                                         : session_value(r->session, words[i].letter);
    for (unsigned i = 0; i < n; i++)
        if (g_ascii_strcasecmp(name, rows[i].name) == 0)
            return read_characteristic(r, &rows[i]);
    g_autoptr(GPtrArray) names = replay_expression_names();
    g_autoptr(GString) hint = g_string_new(NULL);
    replay_append_nearest(hint, name, (const char *const *)names->pdata, names->len);
    return refuse(r, "there is no value '%s'%s", name, hint->str);
}

/* --- operators, the loosest last --- */

static double
read_primary(Reader *r)
{
    if (accept(r, "(")) {
        const double value = read_or(r);
        expect(r, ")");
        return value;
    }
    if (g_ascii_isalpha(*r->next))
        return read_name(r);
    if (g_ascii_isdigit(*r->next) || *r->next == '.') {
        char *end;
        const double value = g_ascii_strtod(r->next, &end);
        if (end > r->next) {
            r->next = end;
            return value;
        }
    }
    return *r->next != '\0' ? refuse(r, "expected a value before '%s'", r->next)
                            : refuse(r, "expected a value at the end");
}

static double
read_unary(Reader *r)
{
    double value = 0;
    if (++r->depth > DEEPEST)
        return refuse(r, "too many brackets within each other");
    if (accept(r, "-"))
        value = -read_unary(r);
    else if (accept(r, "!"))
        value = read_unary(r) == 0;
    else
        value = read_primary(r);
    r->depth--;
    return value;
}

static double
read_product(Reader *r)
{
    double value = read_unary(r);
    while (!r->failed) {
        if (accept(r, "*"))
            value *= read_unary(r);
        else if (accept(r, "/"))
            value /= read_unary(r);
        else
            break;
    }
    return value;
}

static double
read_sum(Reader *r)
{
    double value = read_product(r);
    while (!r->failed) {
        if (accept(r, "+"))
            value += read_product(r);
        else if (accept(r, "-"))
            value -= read_product(r);
        else
            break;
    }
    return value;
}

static double
read_comparison(Reader *r)
{
    const double value = read_sum(r);
    if (accept(r, "<="))
        return value <= read_sum(r);
    if (accept(r, ">="))
        return value >= read_sum(r);
    if (accept(r, "=="))
        return value == read_sum(r);
    if (accept(r, "!="))
        return value != read_sum(r);
    if (accept(r, "<"))
        return value < read_sum(r);
    if (accept(r, ">"))
        return value > read_sum(r);
    return value;
}

static double
read_and(Reader *r)
{
    double value = read_comparison(r);
    while (!r->failed && accept(r, "&&")) {
        const double other = read_comparison(r);
        value = value != 0 && other != 0;
    }
    return value;
}

static double
read_or(Reader *r)
{
    double value = read_and(r);
    while (!r->failed && accept(r, "||")) {
        const double other = read_and(r);
        value = value != 0 || other != 0;
    }
    return value;
}

gboolean
replay_evaluate(ReplaySession *session, const char *text, double *value, GError **error)
{
    Reader r = { .session = session, .next = text, .error = error };
    const double result = read_or(&r);
    accept(&r, "");
    if (*r.next != '\0')
        refuse(&r, "expected an operator before '%s'", r.next);
    if (!isfinite(result))
        refuse(&r, "'%s' has no value", text);
    if (!r.failed)
        *value = result;
    return !r.failed;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which items fit into the budget: all that are longer than some duration. Durations are
 * counted by powers of two; of the last power those that come first are taken.
 */
#include <math.h>

#include "src/base/number.h"
#include "src/report/timeline/items.h"

#define N_POWERS 192
#define LEAST    (-128) /* exponent of the first power: shorter ones count as this */

typedef struct {
    TimelineExport *export;
    guint64 bytes[N_POWERS]; /* by power of two */
    guint64 n, n_left;
    guint boundary;       /* the power that does not fit whole; 0: all fit */
    guint64 rest;         /* bytes left for items of that power */
    gboolean rest_closed; /* one of them did not fit: no more are taken */
    double closed_at;     /* where it starts */
} Selection;

/* 2^(power + LEAST - 1) <= duration < 2^(power + LEAST). */
static guint
power_of(const TimelineItem *item)
{
    int exponent;
    frexp(item->end - item->start, &exponent);
    return (guint)CLAMP(exponent - LEAST, 1, N_POWERS - 1);
}

static void
count(const TimelineItem *item, gpointer data)
{
    Selection *s = data;
    s->bytes[power_of(item)] += s->export->format->cost(s->export, item);
    s->n++;
}

static void
find_boundary(Selection *s)
{
    s->rest = s->export->options->budget;
    for (guint power = N_POWERS; power-- > 1;) {
        if (s->bytes[power] > s->rest) {
            s->boundary = power;
            return;
        }
        s->rest -= s->bytes[power];
    }
}

static gboolean
is_wanted(Selection *s, const TimelineItem *item)
{
    guint power = power_of(item);
    if (power != s->boundary || s->boundary == 0)
        return power > s->boundary;
    gsize cost = s->export->format->cost(s->export, item);
    if (!s->rest_closed && cost > s->rest) {
        s->rest_closed = TRUE;
        s->closed_at = item->start;
    }
    if (s->rest_closed)
        return FALSE;
    s->rest -= cost;
    return TRUE;
}

static void
take(const TimelineItem *item, gpointer data)
{
    Selection *s = data;
    if (is_wanted(s, item))
        g_array_append_vals(s->export->items, item, 1);
    else
        s->n_left++;
}

static int
compare_items(gconstpointer va, gconstpointer vb)
{
    const TimelineItem *a = va, *b = vb;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    if (a->other != b->other)
        return a->other < b->other ? -1 : 1;
    return (a->activity > b->activity) - (a->activity < b->activity);
}

/* Appends a part of a list. */
static GString *
part(GString *text)
{
    return text->len > 0 ? g_string_append(text, "; ") : text;
}

static void
tell_window(const TimelineExport *e, GString *text)
{
    char buffer[REPORT_NUMBER_SIZE];
    const TimelineExportOptions *o = e->options;
    if (o->from > 0)
        g_string_append_printf(part(text), "what is before %s s",
                               report_number_short(o->from, buffer));
    if (o->to < e->prediction->execution_time)
        g_string_append_printf(part(text), "what is after %s s",
                               report_number_short(o->to, buffer));
}

static void
tell_lanes(const TimelineExport *e, GString *text)
{
    guint shown = timeline_lanes_n(e->lanes), all = timeline_lanes_n_found(e->lanes);
    if (all == 0)
        g_string_append_printf(part(text), "all rows but the first %u", shown);
    else if (all > shown)
        g_string_append_printf(part(text), "%u of %u rows", all - shown, all);
}

static void
tell_budget(const Selection *s, GString *text)
{
    char buffer[REPORT_NUMBER_SIZE];
    if (s->n_left == 0)
        return;
    g_string_append_printf(part(text),
                           "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                           " activities, intervals and messages: those shorter than %s s",
                           s->n_left, s->n,
                           report_number_short(ldexp(0.5, (int)s->boundary + LEAST), buffer));
    if (s->rest_closed) {
        g_string_append_printf(text, " and, from %s s on,",
                               report_number_short(s->closed_at, buffer));
        g_string_append_printf(text, " those shorter than %s s",
                               report_number_short(ldexp(1, (int)s->boundary + LEAST), buffer));
    }
}

char *
timeline_items_select(TimelineExport *export)
{
    Selection s = { .export = export };
    GString *text = g_string_new(NULL);
    timeline_items_walk(export, count, &s);
    find_boundary(&s);
    timeline_items_walk(export, take, &s);
    g_array_sort(export->items, compare_items);
    tell_window(export, text);
    tell_lanes(export, text);
    tell_budget(&s, text);
    return g_string_free(text, text->len == 0);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Paraver: the trace (.prv), what its numbers are called (.pcf) and what its rows are called
 * (.row).  A lane is a task of one thread on a processor of its own.  What it does is its state;
 * intervals are events, a type for each level, with the interval at the entry and 0 at the
 * exit; messages are communications.  Records stand in the order of time, in nanoseconds.
 */
#include <math.h>
#include <stdlib.h>

#include "src/base/clean.h"
#include "src/report/timeline/items.h"

/* Types of events; of intervals, that of the outermost. */
#define TYPE_SITE     1
#define TYPE_JOINED   2
#define TYPE_INTERVAL 1000

/* Paraver keeps sizes in 64 bits. */
#define MOST_BYTES 1e18

/* One end of an item. */
typedef struct {
    double time; /* nanoseconds */
    guint item;
    gboolean begins;
} End;

static double
nanoseconds(double seconds)
{
    return rint(seconds * 1e9);
}

/* The files are read line by line, and their readers know ASCII only. */
static char *
paraver_string(const char *text)
{
    return report_clean_terminal(text, FALSE);
}

static gsize
digits(guint64 number)
{
    gsize n = 1;
    for (; number >= 10; number /= 10)
        n++;
    return n;
}

/* The number of the source line in the .pcf, 0: it has none, or what is joined has several. */
static guint32
site_of(const TimelineExport *e, const TimelineItem *item)
{
    const guint32 site = timeline_activity(e->timeline, item->activity)->site;
    return item->n == 1 && *e->site[site] != '\0' ? site + 1 : 0;
}

/* The fixed texts, and the longest numbers of lanes, types and sizes: a communication, two
 * events of an interval, or a state, the event at its start and one behind it. */
static gsize
cost(const TimelineExport *e, const TimelineItem *item)
{
    const double end = nanoseconds(e->run->execution_time);
    const gsize time = 2 + (end >= 1 ? (gsize)log10(end) : 0);

    if (item->kind == TIMELINE_ITEM_INTERVAL)
        return 2 * (29 + time) + 10 + digits(item->other + 1);
    if (item->kind == TIMELINE_ITEM_MESSAGE)
        return 56 + 4 * time + digits(site_of(e, item));
    return 69 + 4 * time + digits(site_of(e, item)) + digits(item->n);
}

/* --- the trace ------------------------------------------------------------------------------
 */

static void
put_header(const TimelineExport *e, ReportSink *sink)
{
    const guint n = e->lanes->rows->len;
    /* the bytes depend on what is written alone, so the date is none of a clock's */
    report_sink_printf(sink, "#Paraver (01/01/00 at 00:00):%.0f_ns:1(%u):1:%u(",
                       nanoseconds(e->run->execution_time), n, n);
    for (guint i = 0; i < n; i++)
        report_sink_puts(sink, i == 0 ? "1:1" : ",1:1");
    report_sink_puts(sink, ")\n");
    report_sink_printf(sink, "# program %s\n", e->program);
    if (*e->machine != '\0')
        report_sink_printf(sink, "# machine %s\n", e->machine);
    if (e->left != NULL)
        report_sink_printf(sink, "# shortened: %s\n", e->left);
}

static void
put_event(ReportSink *sink, guint32 lane, double time)
{
    report_sink_printf(sink, "2:%u:1:%u:1:%.0f", lane + 1, lane + 1, time);
}

static void
put_end(const TimelineExport *e, ReportSink *sink, const End *end)
{
    const TimelineItem *item = &g_array_index(e->items, TimelineItem, end->item);
    const double last = nanoseconds(item->end);
    const guint32 lane = item->lane + 1, other = item->other + 1;
    if (item->kind == TIMELINE_ITEM_MESSAGE) {
        report_sink_printf(sink, "3:%u:1:%u:1:%.0f:%.0f:%u:1:%u:1:%.0f:%.0f:%.0f:%u\n", lane,
                           lane, end->time, end->time, other, other, last, last,
                           fmin(rint(item->bytes), MOST_BYTES), site_of(e, item));
        return;
    }
    if (end->begins && item->kind == TIMELINE_ITEM_ACTIVITY)
        report_sink_printf(sink, "1:%u:1:%u:1:%.0f:%.0f:%u\n", lane, lane, end->time, last,
                           item->other);
    put_event(sink, item->lane, end->time);
    if (item->kind == TIMELINE_ITEM_INTERVAL)
        report_sink_printf(sink, ":%u:%u\n", TYPE_INTERVAL + item->depth,
                           end->begins ? other : 0);
    else
        report_sink_printf(sink, ":%d:%u:%d:%" G_GUINT64_FORMAT "\n", TYPE_SITE,
                           end->begins ? site_of(e, item) : 0, TYPE_JOINED,
                           end->begins ? item->n : 0);
}

/* By time; what ends goes before what begins in its place. */
static int
compare_ends(gconstpointer va, gconstpointer vb)
{
    const End *a = va, *b = vb;
    return ORDER(a->time, b->time) ?: ORDER(a->begins, b->begins) ?: ORDER(a->item, b->item);
}

/* Where there is something to write: not at the ends of messages, which are one record, of what
 * has no whole nanosecond, and of activities that another follows at once. */
static GArray *
ends_new(const TimelineExport *e)
{
    GArray *ends = g_array_new(FALSE, FALSE, sizeof(End));
    g_autofree double *next = g_new(double, e->lanes->rows->len + 1);
    for (guint i = 0; i < e->lanes->rows->len; i++)
        next[i] = INFINITY;
    for (guint i = e->items->len; i-- > 0;) {
        const TimelineItem *item = &g_array_index(e->items, TimelineItem, i);
        const End begin = { nanoseconds(item->start), i, TRUE };
        const End end = { nanoseconds(item->end), i, FALSE };
        const gboolean message = item->kind == TIMELINE_ITEM_MESSAGE;
        if (begin.time == end.time && !message)
            continue;
        g_array_append_val(ends, begin);
        if (item->kind == TIMELINE_ITEM_INTERVAL ||
            (!message && end.time != next[item->lane]))
            g_array_append_val(ends, end);
        if (item->kind == TIMELINE_ITEM_ACTIVITY)
            next[item->lane] = begin.time;
    }
    g_array_sort(ends, compare_ends);
    return ends;
}

static void
write_trace(const TimelineExport *e, ReportSink *sink)
{
    g_autoptr(GArray) ends = ends_new(e);
    put_header(e, sink);
    for (guint i = 0; i < ends->len && !report_sink_failed(sink); i++)
        put_end(e, sink, &g_array_index(ends, End, i));
}

/* --- names ----------------------------------------------------------------------------------
 */

/* One type of events for each level of intervals, all with the same values. */
static void
put_intervals(const TimelineExport *e, ReportSink *sink)
{
    guint32 n_levels = 0;
    for (guint i = 0; i < e->items->len; i++) {
        const TimelineItem *item = &g_array_index(e->items, TimelineItem, i);
        if (item->kind == TIMELINE_ITEM_INTERVAL)
            n_levels = MAX(n_levels, item->depth + 1);
    }
    if (n_levels == 0)
        return;
    report_sink_puts(sink, "\nEVENT_TYPE\n");
    for (guint32 i = 0; i < n_levels; i++)
        report_sink_printf(sink, "0    %u    Interval, level %u\n", TYPE_INTERVAL + i, i + 1);
    report_sink_puts(sink, "VALUES\n0    none\n");
    for (guint i = 0; i < e->run->n_intervals; i++)
        report_sink_printf(sink, "%u    %s\n", i + 1, e->interval[i]);
}

static void
write_names(const TimelineExport *e, ReportSink *sink)
{
    report_sink_puts(sink, "DEFAULT_OPTIONS\n\n"
                           "LEVEL               THREAD\n"
                           "UNITS               NANOSEC\n\n"
                           "DEFAULT_SEMANTIC\n\n"
                           "THREAD_FUNC         State As Is\n\n"
                           "STATES\n0    idle\n");
    for (ReportActivity i = REPORT_ACTIVITY_CPU; i < REPORT_N_ACTIVITIES; i++)
        report_sink_printf(sink, "%u    %s\n", i, report_activities[i].title);
    report_sink_puts(sink, "\nSTATES_COLOR\n0    {255,255,255}\n");
    for (ReportActivity i = REPORT_ACTIVITY_CPU; i < REPORT_N_ACTIVITIES; i++) {
        const guint8 *colour = timeline_colour(i);
        report_sink_printf(sink, "%u    {%d,%d,%d}\n", i, colour[0] * 255 / 100,
                           colour[1] * 255 / 100, colour[2] * 255 / 100);
    }
    put_intervals(e, sink);
    report_sink_printf(sink, "\nEVENT_TYPE\n0    %d    Source line\nVALUES\n0    none\n",
                       TYPE_SITE);
    for (guint32 i = 0; i < timeline_n_sites(e->timeline); i++)
        if (*e->site[i] != '\0')
            report_sink_printf(sink, "%u    %s\n", i + 1, e->site[i]);
    report_sink_printf(sink, "\nEVENT_TYPE\n0    %d    Activities joined in one\n",
                       TYPE_JOINED);
}

static void
write_rows(const TimelineExport *e, ReportSink *sink)
{
    static const char *const levels[] = { "CPU", "TASK", "THREAD" };
    const guint n = e->lanes->rows->len;
    for (guint level = 0; level < G_N_ELEMENTS(levels); level++) {
        report_sink_printf(sink, "LEVEL %s SIZE %u\n", levels[level], n);
        for (guint i = 0; i < n; i++) {
            g_autofree char *name = paraver_string(report_timeline_row(e->lanes, i)->label);
            report_sink_printf(sink, "processor %s\n", name);
        }
        report_sink_puts(sink, "\n");
    }
    report_sink_printf(sink, "LEVEL APPL SIZE 1\n%s\n\nLEVEL NODE SIZE 1\n%s\n", e->program,
                       *e->machine != '\0' ? e->machine : "machine");
}

static const TimelineSibling siblings[] = {
    { ".pcf", write_names },
    { ".row", write_rows },
    { NULL, NULL },
};
const TimelineFormat timeline_paraver = { cost, write_trace, paraver_string, siblings };

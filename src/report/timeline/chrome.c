/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Chrome's Trace Event Format, as Perfetto reads it: complete events ("X") on threads, which
 * are the lanes; what lies inside of another in time is nested below it; messages are flows
 * ("s", "f").  Microseconds with nanoseconds behind the point.
 */
#include <math.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/timeline/items.h"

#define TIME_SIZE 64

/* Whole nanoseconds, so that what meets in time meets in the file. */
static double
nanoseconds(double seconds)
{
    return rint(seconds * 1e9);
}

static const char *
microseconds(double ns, char *buffer)
{
    return g_ascii_formatd(buffer, TIME_SIZE, "%.3f", ns / 1e3);
}

static char *
json_string(const char *text)
{
    g_autofree char *shown = report_clean_shown(text, -1);
    GString *out = g_string_new(NULL);
    for (const char *p = shown; *p != '\0'; p++) {
        if (*p == '"' || *p == '\\')
            g_string_append_c(out, '\\');
        g_string_append_c(out, *p);
    }
    return g_string_free(out, FALSE);
}

static const char *
name_of(const TimelineItem *item)
{
    return report_activities[item->other].title;
}

/* Digits of the largest time in the file, and ".000". */
static gsize
time_length(const TimelineExport *e)
{
    double us = e->run->execution_time * 1e6;
    return 6 + (us >= 1 ? (gsize)log10(us) : 0);
}

/* Lengths of the fixed texts, and of the longest numbers that can be in them. */
#define LANE_LENGTH   4
#define ID_LENGTH     10
#define AMOUNT_LENGTH (2 * 24)
#define JOINED_LENGTH 24

static gsize
cost(const TimelineExport *e, const TimelineItem *item)
{
    gsize time = time_length(e);
    if (item->kind == TIMELINE_ITEM_INTERVAL)
        return 71 + 2 * time + LANE_LENGTH + strlen(e->interval[item->other]);
    const TimelineActivity *r = timeline_activity(e->timeline, item->activity);
    gsize site = strlen(e->site[r->site]);
    if (item->kind == TIMELINE_ITEM_MESSAGE)
        return 200 + 2 * (time + LANE_LENGTH + ID_LENGTH) + AMOUNT_LENGTH + site;
    return 88 + 2 * time + LANE_LENGTH + strlen(name_of(item)) + site + JOINED_LENGTH +
           (r->traffic != TIMELINE_NO_TRAFFIC ? 24 + AMOUNT_LENGTH : 0);
}

/* Name, kind and place of a complete event; its arguments follow. */
static void
begin_complete(ReportSink *sink, const TimelineItem *item, const char *name,
               const char *category)
{
    char ts[TIME_SIZE], dur[TIME_SIZE];
    double start = nanoseconds(item->start);
    report_sink_printf(sink,
                       "{\"name\":\"%s\",\"cat\":\"%s\",\"ph\":\"X\",\"ts\":%s,\"dur\":%s,"
                       "\"pid\":1,\"tid\":%u",
                       name, category, microseconds(start, ts),
                       microseconds(nanoseconds(item->end) - start, dur), item->lane + 1);
}

static void
put_amount(ReportSink *sink, double bytes, double messages)
{
    char b[REPORT_NUMBER_SIZE], m[REPORT_NUMBER_SIZE];
    const char *bytes_text = report_number_exact(bytes, b);
    const char *messages_text = report_number_exact(messages, m);
    report_sink_printf(sink, ",\"bytes\":%s,\"messages\":%s",
                       bytes_text != NULL ? bytes_text : "null",
                       messages_text != NULL ? messages_text : "null");
}

static void
put_activity(const TimelineExport *e, ReportSink *sink, const TimelineItem *item)
{
    const TimelineActivity *r = timeline_activity(e->timeline, item->activity);
    begin_complete(sink, item, name_of(item), "activity");
    if (item->n > 1) {
        report_sink_printf(sink, ",\"args\":{\"joined\":%" G_GUINT64_FORMAT "}}", item->n);
        return;
    }
    report_sink_printf(sink, ",\"args\":{\"at\":\"%s\"", e->site[r->site]);
    if (r->traffic != TIMELINE_NO_TRAFFIC) {
        const TimelineTraffic *traffic = timeline_traffic(e->timeline, r->traffic);
        put_amount(sink, traffic->bytes, traffic->messages);
    }
    report_sink_puts(sink, "}}");
}

/* From the activity of the sender that the message starts in to the one of the receiver that it
 * sets free. */
static void
put_message(const TimelineExport *e, ReportSink *sink, const TimelineItem *item, guint id)
{
    const TimelineActivity *r = timeline_activity(e->timeline, item->activity);
    char ts[TIME_SIZE];
    report_sink_printf(sink,
                       "{\"name\":\"message\",\"cat\":\"message\",\"ph\":\"s\",\"id\":%u,"
                       "\"ts\":%s,\"pid\":1,\"tid\":%u,\"args\":{\"at\":\"%s\"",
                       id, microseconds(nanoseconds(item->start), ts), item->lane + 1,
                       e->site[r->site]);
    put_amount(sink, item->bytes, item->messages);
    report_sink_printf(sink,
                       "}},\n{\"name\":\"message\",\"cat\":\"message\",\"ph\":\"f\",\"id\":%u,"
                       "\"ts\":%s,\"pid\":1,\"tid\":%u}",
                       id, microseconds(nanoseconds(item->end), ts), item->other + 1);
}

static void
put_item(const TimelineExport *e, ReportSink *sink, const TimelineItem *item, guint id)
{
    switch ((TimelineItemKind)item->kind) {
    case TIMELINE_ITEM_INTERVAL:
        begin_complete(sink, item, e->interval[item->other], "interval");
        report_sink_puts(sink, "}");
        break;
    case TIMELINE_ITEM_MESSAGE:
        put_message(e, sink, item, id);
        break;
    default:
        put_activity(e, sink, item);
        break;
    }
}

static void
put_metadata(const TimelineExport *e, ReportSink *sink)
{
    report_sink_printf(sink,
                       "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":0,"
                       "\"args\":{\"name\":\"%s\"}}",
                       e->program);
    for (guint i = 0; i < e->lanes->rows->len; i++) {
        report_sink_printf(sink,
                           ",\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%u,"
                           "\"args\":{\"name\":\"processor %s\"}}",
                           i + 1, report_timeline_row(e->lanes, i)->label);
        report_sink_printf(sink,
                           ",\n{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":1,"
                           "\"tid\":%u,\"args\":{\"sort_index\":%u}}",
                           i + 1, i);
    }
}

static void
write_chrome(const TimelineExport *e, ReportSink *sink)
{
    report_sink_printf(sink,
                       "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"program\":\"%s\","
                       "\"processors\":\"%" G_GINT64_FORMAT "\"",
                       e->program, e->run->processors);
    if (*e->machine != '\0')
        report_sink_printf(sink, ",\"machine\":\"%s\"", e->machine);
    if (e->left != NULL)
        report_sink_printf(sink, ",\"shortened\":\"%s\"", e->left);
    report_sink_puts(sink, "},\"traceEvents\":[\n");
    put_metadata(e, sink);
    for (guint i = 0; i < e->items->len && !report_sink_failed(sink); i++) {
        report_sink_write(sink, ",\n", 2);
        put_item(e, sink, &g_array_index(e->items, TimelineItem, i), i);
    }
    report_sink_puts(sink, "\n]}\n");
}

const TimelineFormat timeline_chrome = { cost, write_chrome, json_string, NULL };

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Perfetto's own format: a protobuf message Trace of packets, by the public schema
 * (protos/perfetto/trace). The lanes are tracks of a process with slices; messages are flows
 * between two instant events, at which they leave and arrive. Nanoseconds.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/report/timeline/items.h"

/* Numbers of the schema's fields. */
enum {
    TRACE_PACKET = 1,

    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE = 10,
    PACKET_EVENT = 11,
    PACKET_INTERNED = 12,
    PACKET_FLAGS = 13,
    PACKET_TRACK = 60,

    INTERNED_CATEGORIES = 1,
    INTERNED_NAMES = 2,
    INTERNED_IID = 1,
    INTERNED_NAME = 2,

    TRACK_UUID = 1,
    TRACK_NAME = 2,
    TRACK_PROCESS = 3,
    TRACK_PARENT = 5,
    TRACK_CHILD_ORDERING = 11,
    TRACK_RANK = 12,
    PROCESS_PID = 1,
    PROCESS_NAME = 6,

    EVENT_CATEGORY_IIDS = 3,
    EVENT_ANNOTATIONS = 4,
    EVENT_TYPE = 9,
    EVENT_NAME_IID = 10,
    EVENT_TRACK = 11,
    EVENT_NAME = 23,
    EVENT_FLOWS = 47,
    EVENT_LAST_FLOWS = 48,

    ANNOTATION_UINT = 3,
    ANNOTATION_DOUBLE = 5,
    ANNOTATION_STRING = 6,
    ANNOTATION_NAME = 10,
};

/* Values of the schema. */
#define STATE_CLEARED     1
#define NEEDS_STATE       2
#define ORDERING_EXPLICIT 3
typedef enum { SLICE_BEGIN = 1, SLICE_END = 2, INSTANT = 3 } EventType;

/* Ours: the only sequence, the process and its track, behind which are those of the lanes;
 * iids of names: activities, the message, then the intervals. */
#define SEQUENCE        1
#define PID             1
#define PROCESS_TRACK   1
#define LANE_TRACK(i)   ((guint64)(i) + PROCESS_TRACK + 1)
#define ACTIVITY_IID(i) ((guint64)(i) + 1)
#define MESSAGE_IID     ACTIVITY_IID(REPORT_N_ACTIVITIES)
#define INTERVAL_IID(i) (MESSAGE_IID + 1 + (i))

static const char *const categories[TIMELINE_N_ITEM_KINDS] = { "interval", "activity",
                                                               "message" };

/* --- protobuf --------------------------------------------------------------------------------
 */

enum { WIRE_VARINT, WIRE_FIXED64, WIRE_BYTES };

static void
put_varint(GString *out, guint64 value)
{
    for (; value > 0x7f; value >>= 7)
        g_string_append_c(out, (char)((value & 0x7f) | 0x80));
    g_string_append_c(out, (char)value);
}

static gsize
varint_length(guint64 value)
{
    gsize n = 1;
    for (; value > 0x7f; value >>= 7)
        n++;
    return n;
}

static void
put_uint(GString *out, guint field, guint64 value)
{
    put_varint(out, field << 3 | WIRE_VARINT);
    put_varint(out, value);
}

static void
put_fixed64(GString *out, guint field, guint64 value)
{
    const guint64 bytes = GUINT64_TO_LE(value);
    put_varint(out, field << 3 | WIRE_FIXED64);
    g_string_append_len(out, (const char *)&bytes, sizeof bytes);
}

static void
put_double(GString *out, guint field, double value)
{
    guint64 bits;
    memcpy(&bits, &value, sizeof bits);
    put_fixed64(out, field, bits);
}

static void
put_bytes(GString *out, guint field, const char *bytes, gsize len)
{
    put_varint(out, field << 3 | WIRE_BYTES);
    put_varint(out, len);
    g_string_append_len(out, bytes, (gssize)len);
}

static void
put_string(GString *out, guint field, const char *text)
{
    put_bytes(out, field, text, strlen(text));
}

/* Puts `message` and frees it. */
static void
put_message(GString *out, guint field, GString *message)
{
    put_bytes(out, field, message->str, message->len);
    g_string_free(message, TRUE);
}

/* --- items -----------------------------------------------------------------------------------
 */

/* Whole nanoseconds, so that what meets in time meets in the file. */
static guint64
nanoseconds(double seconds)
{
    const double ns = rint(seconds * 1e9);
    return ns < (double)G_MAXINT64 ? (guint64)ns : G_MAXINT64;
}

static char *
utf8_string(const char *text)
{
    return report_clean_shown(text, -1);
}

/* Bytes that a packet with an event has at most without its time, name and annotations; those
 * of a name but for its iid, of a place but for its text and the lengths around that, of two
 * amounts, of a count, and of a flow. */
#define EVENT_LENGTH  14
#define NAME_LENGTH   5
#define PLACE_LENGTH  8
#define AMOUNT_LENGTH 39
#define JOINED_LENGTH 21
#define FLOW_LENGTH   10

static gsize
cost(const TimelineExport *e, const TimelineItem *item)
{
    const guint64 last = nanoseconds(e->run->execution_time);
    const gsize both = 2 * (EVENT_LENGTH + varint_length(last));
    const gsize name = NAME_LENGTH + varint_length(INTERVAL_IID(e->run->n_intervals));
    if (item->kind == TIMELINE_ITEM_INTERVAL)
        return both + name;
    if (item->kind == TIMELINE_ITEM_ACTIVITY && item->n > 1)
        return both + name + JOINED_LENGTH;
    const TimelineActivity *r = timeline_activity(e->timeline, item->activity);
    const gsize text = strlen(e->site[r->site]);
    const gsize place = PLACE_LENGTH + 4 * varint_length(text) + text;
    if (item->kind == TIMELINE_ITEM_MESSAGE)
        return both + 2 * (name + FLOW_LENGTH) + AMOUNT_LENGTH + place;
    return both + name + place + (r->traffic != TIMELINE_NO_TRAFFIC ? AMOUNT_LENGTH : 0);
}

static GString *
annotation_new(const char *name)
{
    GString *out = g_string_new(NULL);
    put_string(out, ANNOTATION_NAME, name);
    return out;
}

static void
annotate_string(GString *event, const char *name, const char *value)
{
    GString *out = annotation_new(name);
    put_string(out, ANNOTATION_STRING, value);
    put_message(event, EVENT_ANNOTATIONS, out);
}

static void
annotate_uint(GString *event, const char *name, guint64 value)
{
    GString *out = annotation_new(name);
    put_uint(out, ANNOTATION_UINT, value);
    put_message(event, EVENT_ANNOTATIONS, out);
}

static void
annotate_amount(GString *event, double bytes, double messages)
{
    const struct {
        const char *name;
        double value;
    } amounts[] = { { "bytes", bytes }, { "messages", messages } };
    for (guint i = 0; i < G_N_ELEMENTS(amounts); i++) {
        GString *out = annotation_new(amounts[i].name);
        put_double(out, ANNOTATION_DOUBLE, amounts[i].value);
        put_message(event, EVENT_ANNOTATIONS, out);
    }
}

static void
annotate_activity(const TimelineExport *e, const TimelineItem *item, GString *event)
{
    const TimelineActivity *r = timeline_activity(e->timeline, item->activity);
    if (item->n > 1) {
        annotate_uint(event, "joined", item->n);
        return;
    }
    annotate_string(event, "at", e->site[r->site]);
    if (r->traffic != TIMELINE_NO_TRAFFIC) {
        const TimelineTraffic *traffic = timeline_traffic(e->timeline, r->traffic);
        annotate_amount(event, traffic->bytes, traffic->messages);
    }
}

static void
annotate_message(const TimelineExport *e, const TimelineItem *item, GString *event)
{
    const TimelineActivity *r = timeline_activity(e->timeline, item->activity);
    annotate_string(event, "at", e->site[r->site]);
    annotate_amount(event, item->bytes, item->messages);
}

/* --- events in order -------------------------------------------------------------------------
 */

/* At one time, slices end, then others begin and messages leave, then messages arrive, in the
 * slices that they set free. */
typedef enum { RANK_END, RANK_BEGIN, RANK_ARRIVE } Rank;

typedef struct {
    guint64 time; /* ns */
    guint item;
    guint8 rank; /* Rank */
    guint8 type; /* EventType */
} Event;

/* What begins and ends in one nanosecond does so in one place. */
static int
compare_events(gconstpointer va, gconstpointer vb)
{
    const Event *a = va, *b = vb;
    return ORDER(a->time, b->time) ?: ORDER(a->rank, b->rank) ?: ORDER(a->item, b->item) ?:
           ORDER(a->type, b->type);
}

/* The end of a slice, not behind that of the one that it is in: viewers take what ends for the
 * innermost one. `open` has the ends of those on its lane. */
static guint64
nested_end(GArray *open, guint64 start, guint64 end)
{
    while (open->len > 0 && g_array_index(open, guint64, open->len - 1) <= start)
        g_array_set_size(open, open->len - 1);
    if (open->len > 0)
        end = MIN(end, g_array_index(open, guint64, open->len - 1));
    g_array_append_val(open, end);
    return end;
}

/* Two for each item, in order; free with g_free(). */
static Event *
events_new(const TimelineExport *e)
{
    const guint n = e->items->len;
    Event *events = g_new(Event, 2 * (gsize)n + 1);
    g_autoptr(GPtrArray) open = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; i < e->lanes->rows->len; i++)
        g_ptr_array_add(open, g_array_new(FALSE, FALSE, sizeof(guint64)));
    for (guint i = 0; i < n; i++) {
        const TimelineItem *item = &g_array_index(e->items, TimelineItem, i);
        const guint64 start = nanoseconds(item->start);
        guint64 end = nanoseconds(item->end);
        Event *both = &events[2 * (gsize)i];
        if (item->kind == TIMELINE_ITEM_MESSAGE) {
            both[0] = (Event){ start, i, RANK_BEGIN, INSTANT };
            both[1] = (Event){ end, i, RANK_ARRIVE, INSTANT };
            continue;
        }
        end = nested_end(g_ptr_array_index(open, item->lane), start, end);
        both[0] = (Event){ start, i, RANK_BEGIN, SLICE_BEGIN };
        both[1] = (Event){ end, i, start < end ? RANK_END : RANK_BEGIN, SLICE_END };
    }
    qsort(events, 2 * (gsize)n, sizeof *events, compare_events);
    return events;
}

/* --- packets ---------------------------------------------------------------------------------
 */

/* Writes a packet with `message`, which is freed. */
static void
write_packet(ReportSink *sink, guint64 flags, const guint64 *time, guint field,
             GString *message)
{
    g_autoptr(GString) packet = g_string_new(NULL), trace = g_string_new(NULL);
    if (time != NULL)
        put_uint(packet, PACKET_TIMESTAMP, *time);
    put_uint(packet, PACKET_SEQUENCE, SEQUENCE);
    put_message(packet, field, message);
    put_uint(packet, PACKET_FLAGS, flags);
    put_bytes(trace, TRACE_PACKET, packet->str, packet->len);
    report_sink_write(sink, trace->str, trace->len);
}

static void
intern(GString *data, guint field, guint64 iid, const char *name)
{
    GString *out = g_string_new(NULL);
    put_uint(out, INTERNED_IID, iid);
    put_string(out, INTERNED_NAME, name);
    put_message(data, field, out);
}

static void
write_names(const TimelineExport *e, ReportSink *sink)
{
    GString *data = g_string_new(NULL);
    for (guint i = 0; i < TIMELINE_N_ITEM_KINDS; i++)
        intern(data, INTERNED_CATEGORIES, i + 1, categories[i]);
    for (guint i = REPORT_ACTIVITY_CPU; i < REPORT_N_ACTIVITIES; i++)
        intern(data, INTERNED_NAMES, ACTIVITY_IID(i), report_activities[i].title);
    intern(data, INTERNED_NAMES, MESSAGE_IID, "message");
    for (guint i = 0; i < e->run->n_intervals; i++)
        intern(data, INTERNED_NAMES, INTERVAL_IID(i), e->interval[i]);
    write_packet(sink, STATE_CLEARED, NULL, PACKET_INTERNED, data);
}

static void
write_tracks(const TimelineExport *e, ReportSink *sink)
{
    GString *track = g_string_new(NULL), *process = g_string_new(NULL);
    put_uint(process, PROCESS_PID, PID);
    put_string(process, PROCESS_NAME, e->program);
    put_uint(track, TRACK_UUID, PROCESS_TRACK);
    put_message(track, TRACK_PROCESS, process);
    put_uint(track, TRACK_CHILD_ORDERING, ORDERING_EXPLICIT);
    write_packet(sink, NEEDS_STATE, NULL, PACKET_TRACK, track);
    for (guint i = 0; i < e->lanes->rows->len; i++) {
        g_autofree char *name =
            g_strdup_printf("processor %s", report_timeline_row(e->lanes, i)->label);
        track = g_string_new(NULL);
        put_uint(track, TRACK_UUID, LANE_TRACK(i));
        put_string(track, TRACK_NAME, name);
        put_uint(track, TRACK_PARENT, PROCESS_TRACK);
        put_uint(track, TRACK_RANK, i);
        write_packet(sink, NEEDS_STATE, NULL, PACKET_TRACK, track);
    }
}

/* What the trace is of, as an event of the process, which every viewer shows. */
static void
write_metadata(const TimelineExport *e, ReportSink *sink)
{
    GString *event = g_string_new(NULL);
    const guint64 from = nanoseconds(e->options->from);
    put_uint(event, EVENT_TYPE, INSTANT);
    put_string(event, EVENT_NAME, "predicted run");
    put_uint(event, EVENT_TRACK, PROCESS_TRACK);
    annotate_string(event, "program", e->program);
    annotate_uint(event, "processors", (guint64)e->run->processors);
    if (*e->machine != '\0')
        annotate_string(event, "machine", e->machine);
    if (e->left != NULL)
        annotate_string(event, "shortened", e->left);
    write_packet(sink, NEEDS_STATE, &from, PACKET_EVENT, event);
}

static guint64
name_iid(const TimelineItem *item)
{
    if (item->kind == TIMELINE_ITEM_MESSAGE)
        return MESSAGE_IID;
    return item->kind == TIMELINE_ITEM_INTERVAL ? INTERVAL_IID(item->other)
                                                : ACTIVITY_IID(item->other);
}

static void
write_event(const TimelineExport *e, ReportSink *sink, const Event *event)
{
    const TimelineItem *item = &g_array_index(e->items, TimelineItem, event->item);
    const gboolean arrives = event->rank == RANK_ARRIVE;
    GString *out = g_string_new(NULL);
    put_uint(out, EVENT_TYPE, event->type);
    put_uint(out, EVENT_TRACK, LANE_TRACK(arrives ? item->other : item->lane));
    if (event->type != SLICE_END) {
        put_uint(out, EVENT_CATEGORY_IIDS, item->kind + 1U);
        put_uint(out, EVENT_NAME_IID, name_iid(item));
    }
    if (event->type == INSTANT)
        put_fixed64(out, arrives ? EVENT_LAST_FLOWS : EVENT_FLOWS, event->item + 1ULL);
    if (event->type == INSTANT && !arrives)
        annotate_message(e, item, out);
    else if (event->type == SLICE_BEGIN && item->kind == TIMELINE_ITEM_ACTIVITY)
        annotate_activity(e, item, out);
    write_packet(sink, NEEDS_STATE, &event->time, PACKET_EVENT, out);
}

static void
write_perfetto(const TimelineExport *e, ReportSink *sink)
{
    g_autofree Event *events = events_new(e);
    write_names(e, sink);
    write_tracks(e, sink);
    write_metadata(e, sink);
    for (gsize i = 0; i < 2 * (gsize)e->items->len && !report_sink_failed(sink); i++)
        write_event(e, sink, &events[i]);
}

const TimelineFormat timeline_perfetto = { cost, write_perfetto, utf8_string, NULL };

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pajé: the lanes are containers with two states each, the interval (nested ones are pushed)
 * and the activity; messages are links between lanes.  Events stand in the order of time.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/report/timeline/items.h"

#define TIME_SIZE 64

/* The events by number: names without "Paje", fields. */
static const struct {
    const char *name, *fields;
} events[] = {
    { "DefineContainerType", "Alias Type Name" },
    { "DefineStateType", "Alias Type Name" },
    { "DefineLinkType", "Alias Type StartContainerType EndContainerType Name" },
    { "DefineEntityValue", "Alias Type Name Color" },
    { "CreateContainer", "Time Alias Type Container Name" },
    { "DestroyContainer", "Time Type Name" },
    { "PushState", "Time Type Container Value" },
    { "PopState", "Time Type Container" },
    { "StartLink", "Time Type Container Value StartContainer Key" },
    { "EndLink", "Time Type Container Value EndContainer Key" },
};

/* One end of an item. */
typedef struct {
    double time;
    guint item;
    gboolean begins;
} End;

static const char *
seconds(double time, char *buffer)
{
    return g_ascii_formatd(buffer, TIME_SIZE, "%.9f", time);
}

/* Inside of quotes. */
static char *
paje_string(const char *text)
{
    char *clean = report_clean_terminal(text, TRUE);
    return g_strdelimit(clean, "\"", '\'');
}

/* Two lines: their fixed texts and the longest numbers of lanes, names and keys, and two times
 * of ten digits behind those of the largest. */
static gsize
cost(const TimelineExport *e, const TimelineItem *item)
{
    const double end = e->run->execution_time;
    const gsize time = 11 + (end >= 1 ? (gsize)log10(end) : 0);

    return 2 * time + (item->kind == TIMELINE_ITEM_MESSAGE ? 52 : 36);
}

static const char *
field_type(const char *field)
{
    if (strcmp(field, "Time") == 0)
        return "date";
    return strcmp(field, "Color") == 0 ? "color" : "string";
}

static void
put_events(ReportSink *sink)
{
    for (guint i = 0; i < G_N_ELEMENTS(events); i++) {
        g_auto(GStrv) fields = g_strsplit(events[i].fields, " ", -1);
        report_sink_printf(sink, "%%EventDef Paje%s %u\n", events[i].name, i);
        for (guint k = 0; fields[k] != NULL; k++)
            report_sink_printf(sink, "%% %s %s\n", fields[k], field_type(fields[k]));
        report_sink_puts(sink, "%EndEventDef\n");
    }
}

static void
put_types(const TimelineExport *e, ReportSink *sink)
{
    report_sink_puts(sink, "0 R 0 \"predicted run\"\n"
                           "0 L R \"processors\"\n"
                           "1 A L \"activity\"\n"
                           "1 I L \"interval\"\n"
                           "2 M R L L \"message\"\n"
                           "3 m M \"message\" \"0.25 0.25 0.25\"\n");
    if (e->left != NULL) /* where every viewer shows it */
        report_sink_printf(sink, "1 X R \"shortened: %s\"\n", e->left);
    for (ReportActivity i = REPORT_ACTIVITY_CPU; i < REPORT_N_ACTIVITIES; i++) {
        const guint8 *colour = timeline_colour(i);
        report_sink_printf(sink, "3 a%u A \"%s\" \"0.%02u 0.%02u 0.%02u\"\n", i - 1,
                           report_activities[i].title, colour[0], colour[1], colour[2]);
    }
    for (guint i = 0; i < e->run->n_intervals; i++)
        report_sink_printf(sink, "3 i%u I \"%s\" \"%s\"\n", i, e->interval[i],
                           i % 2 == 0 ? "0.75 0.75 0.75" : "0.60 0.65 0.70");
}

static void
put_containers(const TimelineExport *e, ReportSink *sink, const char *time, gboolean begin)
{
    guint n = e->lanes->rows->len;
    if (begin)
        report_sink_printf(sink, "4 %s r R 0 \"%s\"\n", time, e->program);
    for (guint i = 0; i < n; i++) {
        if (begin)
            report_sink_printf(sink, "4 %s l%u L r \"processor %s\"\n", time, i,
                               report_timeline_row(e->lanes, i)->label);
        else
            report_sink_printf(sink, "5 %s L l%u\n", time, i);
    }
    if (!begin)
        report_sink_printf(sink, "5 %s R r\n", time);
}

static void
put_end(const TimelineExport *e, ReportSink *sink, const End *end)
{
    const TimelineItem *item = &g_array_index(e->items, TimelineItem, end->item);
    char buffer[TIME_SIZE];
    const char *time = seconds(end->time, buffer);
    if (item->kind == TIMELINE_ITEM_MESSAGE)
        report_sink_printf(sink, "%d %s M r m l%u k%u\n", end->begins ? 8 : 9, time,
                           end->begins ? item->lane : item->other, end->item);
    else if (!end->begins)
        report_sink_printf(sink, "7 %s %c l%u\n", time,
                           item->kind == TIMELINE_ITEM_INTERVAL ? 'I' : 'A', item->lane);
    else if (item->kind == TIMELINE_ITEM_INTERVAL)
        report_sink_printf(sink, "6 %s I l%u i%u\n", time, item->lane, item->other);
    else
        report_sink_printf(sink, "6 %s A l%u a%u\n", time, item->lane, item->other - 1);
}

/* By time; what ends goes before what begins. Items are in order: an enclosing interval begins
 * before, and, of those that end together, it does not matter whose pop it is. */
static int
compare_ends(gconstpointer va, gconstpointer vb)
{
    const End *a = va, *b = vb;
    return ORDER(a->time, b->time) ?: ORDER(a->begins, b->begins) ?: ORDER(a->item, b->item);
}

static void
write_paje(const TimelineExport *e, ReportSink *sink)
{
    guint n = e->items->len;
    g_autofree End *ends = g_new(End, 2 * (gsize)n + 1);
    char buffer[TIME_SIZE];
    double last = e->options->from;
    for (guint i = 0; i < n; i++) {
        const TimelineItem *item = &g_array_index(e->items, TimelineItem, i);
        ends[2 * i] = (End){ item->start, i, TRUE };
        ends[2 * i + 1] = (End){ item->end, i, FALSE };
        last = MAX(last, item->end);
    }
    qsort(ends, 2 * (gsize)n, sizeof *ends, compare_ends);
    if (*e->machine != '\0')
        report_sink_printf(sink, "# machine %s\n", e->machine);
    put_events(sink);
    put_types(e, sink);
    put_containers(e, sink, seconds(e->options->from, buffer), TRUE);
    for (gsize i = 0; i < 2 * (gsize)n && !report_sink_failed(sink); i++)
        put_end(e, sink, &ends[i]);
    put_containers(e, sink, seconds(last, buffer), FALSE);
}

const TimelineFormat timeline_paje = { cost, write_paje, paje_string, NULL };

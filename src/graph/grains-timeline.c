/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/graph/grains-timeline.h"

#include "src/timeline/lanes.h"

static gint
compare_numbers(gconstpointer a, gconstpointer b)
{
    const gint64 x = ((const GrainProcessor *)a)->number, y = ((const GrainProcessor *)b)->number;

    return (x > y) - (x < y);
}

static guint
lane_of(const GrainTrace *trace, gint64 processor)
{
    const GrainProcessor key = { .number = processor };
    guint lane = 0;

    g_array_binary_search(trace->processors, &key, compare_numbers, &lane);
    return lane;
}

static char **
names_of(const GrainTrace *trace)
{
    char **names = g_new0(char *, trace->processors->len + 1);

    for (guint p = 0; p < trace->processors->len; p++)
        names[p] = g_strdup_printf("%" G_GINT64_FORMAT,
                                   g_array_index(trace->processors, GrainProcessor, p).number);
    return names;
}

double
grain_trace_timeline(gconstpointer data, Timeline *timeline)
{
    const GrainTrace *trace = data;
    g_autoptr(GArray) work = g_array_new(FALSE, FALSE, sizeof(TimelineWork));
    g_autoptr(GArray) letters = g_array_new(FALSE, FALSE, sizeof(TimelineLetter));
    g_auto(TimelineLanes) lanes = { 0 };

    for (guint i = 0; i < trace->by_start->len; i++) {
        const GrainRun *run = g_ptr_array_index(trace->by_start, i);
        const TimelineWork one = { lane_of(trace, run->processor), run->start, run->stop,
                                   run->line };
        g_array_append_val(work, one);
    }
    for (guint i = 0; i < trace->edges->len; i++) {
        const GrainEdge *edge = &g_array_index(trace->edges, GrainEdge, i);
        const TimelineLetter one = {
            lane_of(trace, g_array_index(trace->runs, GrainRun, edge->from).processor),
            lane_of(trace, g_array_index(trace->runs, GrainRun, edge->to).processor),
            edge->sent, edge->received, edge->delay
        };
        g_array_append_val(letters, one);
    }
    timeline_set_names(timeline, names_of(trace));
    timeline_lanes_init(&lanes, timeline, trace->file, 1e-3);
    return timeline_lanes_fill(&lanes, work, letters);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/pool/timeline.h"

#include "src/timeline/lanes.h"

static double
fill(const TaskLog *log, gboolean lines, Timeline *timeline)
{
    g_autoptr(GArray) work = g_array_sized_new(FALSE, FALSE, sizeof(TimelineWork), log->tasks->len);
    char **names = g_new0(char *, log->workers->len + 1);
    g_auto(TimelineLanes) lanes = { 0 };

    for (guint w = 0; w < log->workers->len; w++) {
        const PoolWorker *worker = task_log_get_worker(log, w);
        names[w] = g_strdup(worker->name);
        for (guint k = 0; k < worker->n; k++) {
            const PoolTask *task = task_log_task(log, w, k);
            const TimelineWork one = { w, task->start, task->end, lines ? task->line : 0 };
            g_array_append_val(work, one);
        }
    }
    timeline_set_names(timeline, names);
    timeline_lanes_init(&lanes, timeline, log->file, log->seconds);
    return timeline_lanes_fill(&lanes, work, NULL);
}

double
task_log_timeline(gconstpointer log, Timeline *timeline)
{
    return fill(log, TRUE, timeline);
}

double
task_log_timeline_alike(gconstpointer log, Timeline *timeline)
{
    return fill(log, FALSE, timeline);
}

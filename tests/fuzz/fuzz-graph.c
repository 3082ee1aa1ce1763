/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a task graph, a trace of grains and a schedule: there is a result or an error, never
 * both or neither, and what was read can be scheduled.
 */
#include <stdlib.h>

#include "src/analysis/schedule/given.h"
#include "src/analysis/schedule/study.h"
#include "src/graph/grains.h"
#include "src/graph/read.h"

int LLVMFuzzerTestOneInput(const guint8 *data, size_t size);

/* Larger graphs are read only. */
#define MOST_TASKS 200

static void
require(gboolean holds)
{
    if (!holds)
        abort();
}

static void
schedule(const TaskGraph *graph)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ScheduleStudy) study = schedule_study_new(graph);
    const RaterGrid grid = { 1, { graph->n_times > 0 ? MIN(graph->n_times, 16) : 3 } };
    ScheduleOptions options = { .states = 200, .threads = 1 };

    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        options.heuristics[h] = TRUE;
    schedule_study_add(study, schedule_machine_new("line", &grid, NULL, NULL));
    if (!schedule_study_run(study, &options, &error)) {
        require(error != NULL && graph->n_times > 16);
        return;
    }
    const ScheduleRow *row = schedule_study_row(study, 0);
    for (guint i = 0; i < row->results->len; i++)
        require(schedule_row_result(row, i)->schedule->makespan >= 0);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, size_t size)
{
    g_autoptr(GraphText) text = graph_text_new("fuzz", (const char *)data, size);
    g_autoptr(GrainTrace) trace = grain_trace_read(text);
    g_autoptr(GError) wrong = NULL;
    g_autoptr(GArray) list = graph_read_assignments(text, &wrong);

    require(trace != NULL);
    require((list != NULL) == (wrong == NULL));
    for (guint executions = 0; executions < 2; executions++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TaskGraph) graph = graph_read(text, executions == 1, &error);
        require((graph != NULL) == (error == NULL));
        if (graph != NULL && graph->tasks->len <= MOST_TASKS)
            schedule(graph);
    }
    return 0;
}

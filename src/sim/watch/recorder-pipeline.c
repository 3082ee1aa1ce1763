/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pipelines.  Processor p ends its first portion at
 *     first(p) = max(clock(p), first of its predecessors) + portion(p)
 * and the loop in Q portions at
 *     done(p) = max(first(p) + (Q - 1) portion(p), done of its predecessors + portion(p)).
 * The longest path has the same form: a processor starts the first portion when its
 * predecessors have ended theirs, and the last one when they have ended their last and it has
 * itself the one before.  Between these two it works without a break: its waiting there is
 * drawn as one, before the last portion.  So a processor costs few edges, whatever Q is.
 */
#include "src/sim/watch/recorder-pipeline.h"

#include "src/sim/watch/recorder-private.h"

typedef struct {
    SimRecorder *recorder;
    const SimPipelineRun *run;
    int n_dims; /* pipelined dimensions */
    int dim[RATER_MAX_RANK];
    gint64 offset[RATER_MAX_RANK]; /* from a processor's number to its predecessor's */
    guint32 *first, *done;         /* events by processor */
} Passage;

static void
find_dims(Passage *passage)
{
    const RaterPipeline *pipeline = passage->run->pipeline;
    gint64 stride = 1;
    for (int g = pipeline->grid.rank - 1; g >= 0; g--) {
        if (pipeline->direction[g] != RATER_PIPELINE_NONE) {
            passage->dim[passage->n_dims] = g;
            passage->offset[passage->n_dims++] =
                pipeline->direction[g] == RATER_PIPELINE_FROM_HIGH ? stride : -stride;
        }
        stride *= pipeline->grid.size[g];
    }
}

/* The i-th processor in an order in which all predecessors come before. */
static gint64
passed(const RaterPipeline *pipeline, gint64 i)
{
    int64_t at[RATER_MAX_RANK];
    rater_grid_index(&pipeline->grid, i, at);
    for (int g = 0; g < pipeline->grid.rank; g++) {
        if (pipeline->direction[g] == RATER_PIPELINE_FROM_HIGH)
            at[g] = pipeline->grid.size[g] - 1 - at[g];
    }
    return rater_grid_number(&pipeline->grid, at);
}

/* Number of the predecessor along the d-th pipelined dimension and the bytes from there; -1:
 * there is none. */
static gint64
predecessor(const Passage *passage, gint64 p, int d, gint64 *bytes)
{
    const RaterPipeline *pipeline = passage->run->pipeline;
    *bytes = pipeline->bytes[p * pipeline->grid.rank + passage->dim[d]];
    return *bytes > 0 ? p + passage->offset[d] : -1;
}

/* What p gets for `portions` of all portions. */
static guint32
traffic_get(const Passage *passage, gint64 p, gint64 portions)
{
    const SimPipelineRun *run = passage->run;
    TimelinePair pairs[RATER_MAX_RANK];
    double bytes = 0;
    guint n = 0;
    for (int d = 0; d < passage->n_dims; d++) {
        gint64 all, before = predecessor(passage, p, d, &all);
        if (before < 0)
            continue;
        TimelinePair pair = { run->number[before], run->number[p],
                              (double)all * (double)portions / (double)run->portions,
                              (double)portions };
        guint i = n++;
        for (; i > 0 && pairs[i - 1].sender > pair.sender; i--)
            pairs[i] = pairs[i - 1];
        pairs[i] = pair;
        bytes += pair.bytes;
    }
    return timeline_traffic_add(passage->recorder->timeline, bytes,
                                (double)n * (double)portions, n, pairs);
}

/* `portions` without a wait between them, from *at on: edges, then work. */
static void
add_portions(const Passage *passage, gint64 p, gint64 portions, SimSum *at)
{
    SimRecorder *r = passage->recorder;
    const SimPipelineRun *run = passage->run;
    double part = (double)portions / (double)run->portions;
    double receiving = run->times[p].receiving * part, work = run->work[p] * part;
    guint c = run->class_of[p];
    double start = sim_sum_value(*at);
    if (receiving > 0) {
        sim_sum_add(at, receiving);
        double end = sim_sum_value(*at);
        sim_recorder_add(r, TIMELINE_COMMUNICATE, OPERATION_SHADOW, c, start, end,
                         timeline_event(r->timeline), traffic_get(passage, p, portions));
        start = end;
    }
    if (work > 0) {
        sim_sum_add(at, work);
        sim_recorder_add(r, TIMELINE_CPU, 0, c, start, sim_sum_value(*at),
                         timeline_event(r->timeline), TIMELINE_NO_TRAFFIC);
    }
}

/* p waits for `events` of its predecessors. */
static void
add_wait(const Passage *passage, gint64 p, const guint32 events[], double wait, SimSum *at)
{
    SimRecorder *r = passage->recorder;
    guint c = passage->run->class_of[p];
    double start = sim_sum_value(*at);
    gint64 bytes, before = -1;
    for (int d = 0; d < passage->n_dims && before < 0; d++)
        before = predecessor(passage, p, d, &bytes);
    if (before < 0)
        return;
    guint32 event = timeline_event(r->timeline);
    if (wait > 0) {
        sim_sum_add(at, wait);
        sim_recorder_add(r, TIMELINE_COMPLETE, OPERATION_SHADOW, c, start, sim_sum_value(*at),
                         event, TIMELINE_NO_TRAFFIC);
    } else {
        sim_recorder_precede(r, r->last[c], event, start);
        r->last[c] = event;
    }
    for (int d = 0; d < passage->n_dims; d++) {
        before = predecessor(passage, p, d, &bytes);
        if (before >= 0)
            sim_recorder_precede(r, events[before], event, sim_sum_value(*at));
    }
}

static void
add_processor(Passage *passage, gint64 p)
{
    SimRecorder *r = passage->recorder;
    const SimPipelineRun *run = passage->run;
    const RaterPipelineTimes *times = &run->times[p];
    guint32 *last = &r->last[run->class_of[p]];
    SimSum at = run->before[p];

    add_wait(passage, p, passage->first, times->starting, &at);
    add_portions(passage, p, 1, &at);
    passage->first[p] = passage->done[p] = *last;
    timeline_keep_event(r->timeline, *last);
    if (run->portions == 1)
        return;
    if (run->portions > 2)
        add_portions(passage, p, run->portions - 2, &at);
    add_wait(passage, p, passage->done, times->waiting - times->starting, &at);
    add_portions(passage, p, 1, &at);
    passage->done[p] = *last;
    timeline_keep_event(r->timeline, *last);
}

void
sim_recorder_pipeline(SimRecorder *recorder, const SimPipelineRun *run)
{
    gint64 n = run->pipeline->count;
    g_autofree guint32 *first = g_new(guint32, n);
    g_autofree guint32 *done = g_new(guint32, n);
    Passage passage = { .recorder = recorder, .run = run, .first = first, .done = done };
    find_dims(&passage);
    for (gint64 i = 0; i < n; i++)
        add_processor(&passage, passed(run->pipeline, i));
}

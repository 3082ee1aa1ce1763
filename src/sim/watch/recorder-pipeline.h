/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pipelines in a timeline.
 */
#pragma once

#include "rater/pipeline/pipeline.h"
#include "src/sim/watch/recorder.h"

/* A pipeline that was run, by number of its processors: class, clock before, part of the loop,
 * times, root number. */
typedef struct {
    const RaterPipeline *pipeline;
    const guint *class_of;
    const SimSum *before;
    const double *work;
    const RaterPipelineTimes *times;
    const gint64 *number;
    gint64 portions;
} SimPipelineRun;

void sim_recorder_pipeline(SimRecorder *recorder, const SimPipelineRun *run);

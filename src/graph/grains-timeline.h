/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A trace of grains as a timeline: runs are CPU of their processor at the line where they start,
 * and processors wait in between.  A message leaves when its send begins and is there when its
 * receive has ended; it takes its communication time, which ends then.
 */
#pragma once

#include "src/graph/grains.h"
#include "src/timeline/timeline.h"

/* Of a GrainTrace, with as many processors as ran a grain, which get the names of the trace. */
TimelineFill grain_trace_timeline;

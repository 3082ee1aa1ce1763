/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The log of a task pool as a timeline: tasks are CPU of their worker, which waits before, between
 * and after them.  No task waits for another: the critical path is what the worker with the most
 * work does.
 */
#pragma once

#include "src/pool/log.h"
#include "src/timeline/timeline.h"

/* Of a TaskLog, with as many processors as there are workers, which have their names. Each task is
 * at its line of the log. */
TimelineFill task_log_timeline;

/* The same, all tasks at the file: for those who add up by line, where they are alike. */
TimelineFill task_log_timeline_alike;

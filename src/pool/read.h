/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Files with logs of task pools: which kind one is, told by what is in it, and its reader.
 */
#pragma once

#include "src/graph/text.h"
#include "src/pool/log.h"

typedef struct {
    gint64 begin, end; /* codes of gisttext; 2 and 3 usually */
} TaskLogOptions;

/* Whether a text is a log of any kind. */
gboolean task_log_is(const GraphText *text);

/* Reads a log of any kind. NULL with TASK_LOG_ERROR. */
TaskLog *task_log_read(const GraphText *text, const TaskLogOptions *options, GError **error);

/* The readers, of texts of their kind. */
typedef TaskLog *TaskLogReader(const GraphText *text, const TaskLogOptions *options,
                               GError **error);
TaskLogReader task_log_read_gist, task_log_read_csv, task_log_read_chrome;

/* Whether the first line that is no comment names columns of a log. */
gboolean task_log_is_csv(const GraphText *text);

/* The times of the log are in `unit`, "s", "ms", "us", "ns" or a number of seconds. FALSE: it is
 * none of them. */
gboolean task_log_set_unit(TaskLog *log, const char *unit);

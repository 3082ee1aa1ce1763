/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of a task pool: starts and finishes of its workers with the line that was fitted,
 * busy workers over time, predicted times; and the workers' tasks in rows.
 */
#pragma once

#include "src/analysis/tasks/predict.h"
#include "src/report/picture/picture.h"

/* Charts (of PictureChart); `tasks`: those that are predicted. Free with g_array_unref(). */
GArray *task_charts_new(const TaskLog *log, const TaskFit *fit, gint64 tasks);

/* A row a worker; free with picture_lanes_free(). */
PictureLanes *task_lanes_new(const TaskLog *log, const TaskFit *fit);

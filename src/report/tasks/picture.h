/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of a task pool: starts and finishes of its workers with the line that was fitted,
 * busy workers over time, predicted times; and the workers' tasks in rows.
 */
#pragma once

#include "src/analysis/tasks/predict.h"

typedef struct {
    double at;    /* in the picture */
    char *label;
} TaskTick;

typedef struct {
    const char *label;
    gboolean dots;
    GString *path; /* of SVG */
} TaskCurve;

typedef struct {
    const char *title, *x_axis;
    char *y_axis;
    GArray *xticks, *yticks; /* of TaskTick */
    GArray *curves;          /* of TaskCurve */
} TaskPicture;

typedef struct {
    const char *name;
    GString *path;
} TaskLane;

typedef struct {
    GArray *pictures; /* of TaskPicture */
    GArray *lanes;    /* of TaskLane, the first TASK_MOST_LANES workers */
    GArray *ticks;    /* of TaskTick: time under the lanes */
} TaskPictures;

#define TASK_MOST_LANES 256

/* `tasks`: those that are predicted. */
TaskPictures *task_pictures_new(const TaskLog *log, const TaskFit *fit, gint64 tasks);
void task_pictures_free(TaskPictures *pictures);

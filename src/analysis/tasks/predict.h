/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How long equal tasks take on a pool, by a fit: exactly, by a line, by the paper's formulas.
 * The profile of busy processors over time is a trapezoid while all of them get to work before
 * the tasks are out, and a triangle when there are more processors than that.
 */
#pragma once

#include "src/analysis/tasks/fit.h"

/* Processors and tasks that may be asked for. */
#define TASK_MOST_PROCESSORS ((gint64)1 << 24)
#define TASK_MOST_TASKS      ((gint64)1 << 40)

typedef struct {
    gint64 processors, tasks;
    double pool;               /* the prediction: whoever is free takes the next task */
    double half_width;         /* of its interval of 95 %; NAN: none, less than three workers */
    gboolean triangle;         /* form of `line` */
    double line;               /* by the line of starts */
    gboolean paper_triangle;
    double paper;              /* by the line through the origin */
} TaskPrediction;

TaskPrediction task_predict(const TaskFit *fit, gint64 processors, gint64 tasks);

/* How many processors come to a task before there is none left (NAN: all). */
double task_critical_processors(const TaskFit *fit, gint64 tasks);

/* The paper's time of a triangle, and its number of processors that are worth having; NAN: the
 * slope is not above 0. */
double task_paper_triangle(const TaskFit *fit, gint64 tasks);
double task_paper_processors(const TaskFit *fit, gint64 tasks);

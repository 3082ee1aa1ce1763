/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures of schedules: speed-up over processors, who does what when, how many work at a time.
 * Coordinates are those of the templates' viewBoxes.
 */
#pragma once

#include "src/report/picture/picture.h"
#include "src/report/schedule/view.h"

/* A curve, and its points; NULL-terminated names in the legend. */
typedef struct {
    char *name;
    guint number; /* of its colour, from 1 */
    char *path;   /* through its points, "" for less than two; owned as is the name */
} SchedulePictureLine;

typedef struct {
    double x, y;
    guint line; /* number of its colour */
    char *title;
} SchedulePicturePoint;

/* A task in the Gantt chart. */
typedef struct {
    double x, width;
    guint lane;
    guint number; /* of its colour, from 1 */
    gboolean on_path;
    char *title, *label; /* label: "" where there is no room */
} SchedulePictureBar;

typedef struct SchedulePictures_ {
    GArray *lines, *points, *xticks, *yticks; /* speed-up */
    GArray *bars, *times;                     /* Gantt: SchedulePictureBar, ticks of time */
    PictureLanes *together;                   /* where there are too many bars; NULL */
    GArray *charts;                           /* of PictureChart: processors at work, slack */
} SchedulePictures;

#define SCHEDULE_LANE 22
#define SCHEDULE_X0   62
#define SCHEDULE_X1   948

SchedulePictures *schedule_pictures_new(const ScheduleView *view);
void schedule_pictures_free(SchedulePictures *pictures);

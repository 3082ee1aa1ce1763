/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Pictures that several pages have: charts with curves, who did what when in rows.  Coordinates
 * are those of templates/pictures.xhtml and templates/lanes.xhtml.
 */
#pragma once

#include "src/base/axis.h"
#include "src/report/value/value.h"

typedef struct {
    char *at; /* in the picture */
    char *label;
} PictureTick;

typedef struct {
    char *label;
    gboolean dots; /* points in place of a line */
    GString *path; /* of SVG */
} PictureCurve;

typedef struct {
    char *title, *x_axis, *y_axis;
    Axis x, y;
    GArray *xticks, *yticks; /* of PictureTick */
    GArray *curves;          /* of PictureCurve */
} PictureChart;

/* What an axis shows: values from lo to hi, in ticks of `unit`. The name is taken. */
typedef struct {
    char *name;
    double lo, hi, unit;
} PictureScale;

/* Of PictureChart; free with g_array_unref(). */
GArray *picture_charts_new(void);

/* The new chart stays good until the next is added; a curve likewise. `label` is copied. */
PictureChart *picture_add_chart(GArray *charts, const char *title, PictureScale x, PictureScale y);
PictureCurve *picture_add_curve(PictureChart *chart, const char *label, gboolean dots);
void picture_add_point(const PictureChart *chart, PictureCurve *curve, double x, double y);

/* How many of `n` things that start and end at these times, which are sorted here, are under way
 * over time. */
void picture_add_profile(PictureChart *chart, const char *label, double starts[], double ends[],
                         guint n);

/* Ticks of 0..hi in units of `unit`; of PictureTick, free with g_array_unref(). */
GArray *picture_ticks(const Axis *axis, double unit);

/* Appends a command of a path and a coordinate. */
void picture_append(GString *path, const char *command, double coordinate);

/* The coordinate as a text in *kept, as value_keep() has it. */
const char *picture_coordinate(char **kept, double coordinate);

typedef struct {
    char *name;
    char *words;   /* the same in words */
    GString *path; /* of SVG: what it did as rectangles */
    double drawn;  /* up to where */
} PictureLane;

/* Rows 900 wide and 14 high, names to the left, and the time below. */
typedef struct {
    GArray *lanes; /* of PictureLane, the first PICTURE_MOST_LANES */
    guint all;     /* how many there are */
    Axis time;
    GArray *ticks; /* of PictureTick */
} PictureLanes;

#define PICTURE_MOST_LANES 256

/* Of the time until `end`, with ticks of `unit`. */
PictureLanes *picture_lanes_new(double end, double unit);
void picture_lanes_free(PictureLanes *lanes);

/* The next lane, NULL when it is not drawn; takes the words. Bars follow each other by start; what
 * would be narrower than a quarter of a pixel is part of the one before. */
PictureLane *picture_add_lane(PictureLanes *lanes, const char *name, char *words);
void picture_add_bar(const PictureLanes *lanes, PictureLane *lane, double start, double end);

/* Of PictureChart and PictureLanes, for trees of values. */
extern const ValueShape shape_picture, shape_picture_tick, shape_lanes;

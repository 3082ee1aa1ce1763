/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the pictures of a sweep's page are made of (sweep-chart.c, sweep-stack.c, sweep-heat.c).
 * Strings and arrays belong to the page.  Coordinates are of a picture SWEEP_PAGE_WIDTH wide
 * and SWEEP_PAGE_HEIGHT high, as text with a digit after the point.
 */
#pragma once

#include <glib.h>

#define SWEEP_PAGE_WIDTH  560
#define SWEEP_PAGE_HEIGHT 330

/* The plot in it: left, right, top, bottom. */
#define SWEEP_PAGE_X0 62
#define SWEEP_PAGE_X1 548
#define SWEEP_PAGE_Y0 14
#define SWEEP_PAGE_Y1 284

typedef struct {
    const char *x, *y, *label;
} SweepPageTick;
typedef struct {
    gint64 series;
    const char *path;
} SweepPageLine;

typedef struct {
    gint64 series;
    const char *x, *y, *title;
    const char
        *kind; /* "best", "curve", "other": not the best grid of its number of processors */
} SweepPagePoint;

typedef struct {
    const char *name, *title, *axis, *summary;
    const char *ideal, *ideal_label;  /* path of the ideal line, "" without one */
    GArray *xticks, *yticks, *labels; /* of SweepPageTick */
    GArray *lines;                    /* of SweepPageLine */
    GArray *points;                   /* of SweepPagePoint */
} SweepPageChart;

typedef struct {
    gint64 number;
    const char *label;
} SweepPageSeries;
typedef struct {
    const char *name, *y, *height, *title;
} SweepPagePart;
typedef struct {
    const char *x, *width, *middle, *label;
    GArray *parts;
} SweepPageBar;
typedef struct {
    const char *label;
    GArray *bars;
} SweepPageStack;

typedef struct {
    gint64 id;    /* of the configuration, 0: none */
    gint64 level; /* 0 (shortest) .. 8 */
    gboolean best;
    double execution_time;
    const char *title;
} SweepPageHeatCell;
typedef struct {
    const char *label;
    GArray *cells;
} SweepPageHeatRow;
typedef struct {
    const char *title, *corner;
    gboolean cut;
    GArray *columns, *rows;
} SweepPageHeat;

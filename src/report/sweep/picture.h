/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the pictures of a sweep's page are made of: charts of curves, stacks of bars, heat maps.
 * Coordinates are of a picture 560 wide and 330 high; rows are numbered from 0, series from 1.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"
#include "src/base/axis.h"

typedef struct _SweepView SweepView;

/* The plot in a picture: left, right, top, bottom. */
#define SWEEP_PLOT_X0 62
#define SWEEP_PLOT_X1 548
#define SWEEP_PLOT_Y0 14
#define SWEEP_PLOT_Y1 284

/* What becomes of the processor time of a row: `room` wide with the gaps at its sides. */
typedef struct {
    guint row;
    double x, room;
    gboolean labelled; /* there is room for the number of processors */
} SweepBar;

/* A machine with a line, a colour and a stack of its own. */
typedef struct {
    guint machine;
    GArray *curve; /* of guint: its rows that the curves go through */
    GArray *bars;  /* of SweepBar: its stack, empty when nothing was predicted */
} SweepSeries;

/* A row in a chart, or the middle of its label. */
typedef struct {
    guint series, row;
    gboolean curve; /* the curve goes through it; not: another grid of as many processors */
    double x, y;
} SweepPoint;

typedef struct {
    const char *title, *axis;
    double (*value)(const SweepRow *row);
    gboolean time;      /* the values are seconds */
    gboolean log;       /* the values' axis; that of the processors always is */
    gboolean ideal;     /* as large as the number of processors at best */
    double least, most; /* processors */
    Axis x, y;
    GArray *xticks, *yticks; /* of AxisTick */
    GArray *points;          /* of SweepPoint: other grids, then the curves by series */
    GArray *labels;          /* of SweepPoint */
} SweepChart;

typedef struct {
    gint row;    /* -1: none */
    guint level; /* of its colour, 0 (shortest) to 8 */
} SweepHeatCell;

/* The predicted time over two axes (sweep-advice.h), or over the sizes of grids. */
typedef struct {
    int axis[2];              /* lines, columns */
    GPtrArray *values[2];     /* texts, owned */
    guint shown[2];           /* of these */
    SweepHeatCell *cells;     /* of those that are shown, line by line */
    double shortest, longest; /* of the times */
    gboolean log;             /* the scale of the colours: times differ by more than a decade */
} SweepHeat;

/* Colours from the shortest to the longest time; the time that one of them begins at. */
#define SWEEP_HEAT_LEVELS 9
double sweep_heat_from(const SweepHeat *heat, guint level);

/* Axes of the first and the second size. */
enum { SWEEP_HEAT_FIRST_SIZE = -2, SWEEP_HEAT_SECOND_SIZE = -3 };

typedef struct {
    GArray *series; /* of SweepSeries */
    GArray *charts; /* of SweepChart: time, speed-up, efficiency; none when nothing varies */
    GArray *heats;  /* of SweepHeat */
} SweepPictures;

SweepPictures *sweep_pictures_new(const SweepView *view);
void sweep_pictures_free(SweepPictures *pictures);

/* The maps that there are: of SweepHeat; free with g_array_unref(). */
GArray *sweep_heats_new(const SweepView *view);

/* Parts of a bar, as ReportUse: 0 what is productive, then SweepLoss + 1. Their share of the
 * processor time, 0 when it is too little to be seen; the y where the first n end. */
#define SWEEP_N_PARTS (SWEEP_N_LOSSES + 1)
double sweep_part_seconds(const SweepRow *row, guint part);
double sweep_part_share(const SweepRow *row, guint part);
double sweep_part_y(const SweepRow *row, guint n);

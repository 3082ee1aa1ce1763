/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the pictures of a machine's page are made of: charts of costs, and the places of the
 * virtual processors.
 */
#pragma once

#include "src/base/axis.h"
#include "src/report/machine/machine.h"

/* The plot in a picture 560 wide and 330 high: left, right, top, bottom. */
#define MACHINE_PLOT_X0 62
#define MACHINE_PLOT_X1 548
#define MACHINE_PLOT_Y0 14
#define MACHINE_PLOT_Y1 284

typedef struct {
    double x, y;
    double at, seconds;
} MachinePoint;

typedef struct {
    char *label;
    GArray *points; /* of MachinePoint */
} MachineCurve;

/* Seconds over bytes or processors, both logarithmic. */
typedef struct {
    const char *title, *axis;
    Axis x, y;
    GArray *xticks, *yticks; /* of AxisTick */
    GArray *curves;          /* of MachineCurve */
} MachineChart;

/* Those that there is something to show in: of MachineChart; free with g_array_unref(). */
GArray *machine_charts_new(const MachineReport *report);

/* A physical processor as a cell of a picture. */
typedef struct {
    double x, y;
    gint64 number; /* of the physical processor */
    gint64 first;  /* the least virtual processor on it, -1: none */
    gint64 n;      /* how many are on it */
    gint64 last;   /* the largest */
} MachineCell;

/* The first physical processors as a picture: rows as the network has them. */
typedef struct {
    GArray *cells; /* of MachineCell */
    double size;   /* of a cell */
    double width, height;
    gboolean labelled; /* there is room for numbers */
    gboolean cut;      /* there are more */
} MachineCells;

/* NULL: there is no mapping, or it is too large. */
MachineCells *machine_cells_new(const ParamsMachine *machine);
void machine_cells_free(MachineCells *cells);

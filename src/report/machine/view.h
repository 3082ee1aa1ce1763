/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A machine as a tree of values: machine.def has its rows.
 */
#pragma once

#include "src/report/machine/chart.h"
#include "src/report/machine/drawing.h"
#include "src/report/value/value.h"

typedef struct {
    const MachineReport *report;
    /* Of the page; made when asked for. */
    Drawing *drawing;
    GArray *charts; /* of MachineChart */
    MachineCells *cells;
    char **statements; /* of clusters */
    char *text; /* the one that was asked for last */
} MachineView;

/* `report` must outlive it. */
MachineView *machine_view_new(const MachineReport *report);
void machine_view_free(MachineView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MachineView, machine_view_free)

/* The whole machine. */
ValueNode machine_view_root(MachineView *view);

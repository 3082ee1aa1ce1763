/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the tally of a simulation to values of classes of processors in each interval, nested
 * intervals included.
 */
#pragma once

#include "src/sim/simulator.h"

/* Sums of one class of processors in one interval; of each of its processors. */
typedef struct {
    SimSum cpu, sys, insuff_usr, insuff_sys;
    SimSum io;       /* of processor 0, which is class 0 */
    gboolean member; /* takes part in the interval */
    SimSum operations[N_OPERATIONS][SIM_N_OPERATION_SUMS];
} RollupValues;

typedef struct {
    const SimPartition *partition;
    RollupValues *values; /* for each class */
    guint64 n_operations[N_OPERATIONS];
    gboolean met[N_OPERATIONS]; /* FALSE: its sums are 0 for all classes */
} RollupNode;

/* Called for each interval, children before parents. */
typedef void (*RollupVisit)(guint interval, const RollupNode *node, gpointer data);

/* Goes through all intervals of a simulation that has come to its end. FALSE with
 * SIMULATOR_ERROR_MEMORY. */
gboolean rollup_run(Simulator *simulator, RollupVisit visit, gpointer data, GError **error);

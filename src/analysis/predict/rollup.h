/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the tally of a simulation to values of classes of processors in each interval, nested
 * intervals included.
 */
#pragma once

#include "src/analysis/predict/characteristics.h"
#include "src/sim/simulator.h"

/* Sums of one class of processors in one interval; of each of its processors. */
typedef struct {
    SimSum cpu, sys, insuff_usr, insuff_sys;
} RollupValues;

/* Most intervals have one or two groups of operations, the run on an ideal network one sum of
 * each: a class has 64 bytes and what it needs of these, where room for all made it 400. */
typedef struct {
    const SimPartition *partition;
    RollupValues *values; /* for each class */
    SimSum io;            /* of processor 0, which is class 0 */
    guint8 *member;       /* for each class: takes part in the interval */
    guint64 n_operations[N_OPERATIONS];
    guint n_sums;                    /* of SIM_TIME, SIM_SYNCH, ... that are kept */
    SimSum *operation[N_OPERATIONS]; /* n_sums for each class; NULL: all are 0 */
} RollupNode;

/* Sums of class c; 0 where they are not kept. */
SimSum rollup_node_io(const RollupNode *node, guint c);
SimSum rollup_node_operation(const RollupNode *node, Operation operation, guint c, guint sum);

/* Called for each interval, children before parents. */
typedef gboolean (*RollupVisit)(guint interval, const RollupNode *node, gpointer data,
                                GError **error);

/* Goes through all intervals of a simulation that has come to its end and uses its tally up:
 * the entries of an interval are freed when it was visited. FALSE with SIMULATOR_ERROR_MEMORY,
 * or when `visit` failed. */
gboolean rollup_run(Simulator *simulator, RollupVisit visit, gpointer data, GError **error);

/* The same of another tally of the simulator. */
gboolean rollup_run_tally(Simulator *simulator, SimTally *tally, RollupVisit visit,
                          gpointer data, GError **error);

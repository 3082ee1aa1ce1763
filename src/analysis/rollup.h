/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From the ledger of a simulation to values of classes of processors in each interval, nested
 * intervals included.
 */
#pragma once

#include "src/analysis/characteristics.h"
#include "src/sim/simulator.h"

/* Sums of one class of processors in one interval; of each of its processors. */
typedef struct {
    SimSum cpu, sys, insuff_usr, insuff_sys, io;
    SimSum operation[N_OPERATIONS][SIM_N_OPERATION_SUMS];
} RollupValues;

typedef struct {
    const SimPartition *partition;
    RollupValues *values; /* for each class */
    guint8 *member;       /* for each class: takes part in the interval */
    guint64 n_operations[N_OPERATIONS];
    gboolean has_operation[N_OPERATIONS]; /* FALSE: the sums of this group are 0 */
} RollupNode;

/* Called for each interval, children before parents. */
typedef gboolean (*RollupVisit)(guint interval, const RollupNode *node, gpointer data,
                                GError **error);

/* Goes through all intervals of a simulation that has come to its end and uses its ledger up:
 * the records of an interval are freed when it was visited. FALSE with SIMULATOR_ERROR_MEMORY,
 * or when `visit` failed. */
gboolean rollup_run(Simulator *simulator, RollupVisit visit, gpointer data, GError **error);

/* The same of another ledger of the simulator. */
gboolean rollup_run_ledger(Simulator *simulator, SimLedger *ledger, RollupVisit visit,
                           gpointer data, GError **error);

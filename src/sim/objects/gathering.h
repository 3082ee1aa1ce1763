/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * From virtual processors to the hosts that they are on (docs/networks.md, "Several on one"):
 * the classes of a partition of the former make one of the latter, in which those are alike
 * that have as many of each class.
 *
 * On 3 hosts with the processors 0 1, 2 3 and 4, the classes {0, 2} and {1, 3, 4} of these make
 * the classes {0, 1}, one of each, and {2}, one of the second.
 */
#pragma once

#include "rater/topology/hosts.h"
#include "src/lattice/partition.h"

typedef struct {
    guint class; /* of the virtual processors */
    guint count; /* that each host has of it */
} SimGathered;

typedef struct {
    const SimPartition *partition; /* of the hosts */
    guint *first;  /* class c has part[first[c]] .. part[first[c + 1] - 1], by rising class */
    GArray *parts; /* of SimGathered */
} SimGathering;

/* `lattice`: of the hosts' numbers. NULL when it cannot hold so many classes. */
SimGathering *sim_gathering_new(SimLattice *lattice, const RaterHosts *hosts,
                                const SimPartition *partition);
void sim_gathering_free(SimGathering *gathering);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SimGathering, sim_gathering_free)

/* For each class of the hosts the sum of what their processors have, by their class; free with
 * g_free(). */
double *sim_gathering_sum(const SimGathering *gathering, const double value[]);

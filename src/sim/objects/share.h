/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How a time is shared by the processors of the current system: a loop's iterations, the
 * elements of a section.
 */
#pragma once

#include "src/lattice/partition.h"

typedef struct _SimShare SimShare;
struct _SimShare {
    guint loop, system; /* ids of what it is of */
    gboolean nobody;    /* no processor of the system takes part: base accounting */
    gboolean folds;     /* may go before the tally: times are added to SIM_TALLY_FOLDED */
    SimShare *next;     /* of those that fold: of the same loop */
    const SimPartition *partition;
    double
        *share; /* for each class: part of the time that each of its processors takes, 0..1 */
    double all_copies; /* K, processors that do the same part (>= 1), where all have one */
    double *copies;    /* else NULL; for each class its K */
};

/* K of class c. */
static inline double
sim_share_copies(const SimShare *share, guint c)
{
    return share->copies != NULL ? share->copies[c] : share->all_copies;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Finds the holder that sends when source and target may be different systems, and adds what it
 * sends (internal to rater-transfer; transfer/pairs.h says which holder).
 */
#pragma once

#include "rater/transfer/pairs.h"

#include <stddef.h>

/* Coordinates and holders gone through before RATER_ERROR_MEMORY. */
#define RATER_ROUTE_MAX_STEPS (INT64_C(1) << 26)

/* Where a root number is in the source system. */
typedef struct {
    int64_t root, number;
} RaterTransferHolder;

typedef struct {
    const RaterGrid *source, *target;
    /* One a dimension of the source; of an AXIS place only the kind counts. */
    const RaterPlace *from;
    const int64_t *source_number, *target_number;
    RaterDistance distance; /* NULL: both grids are one, its distance is meant */
    const void *context;
    RaterPairs *pairs;
    int64_t steps; /* left */
    /* Owned, by root number; NULL when source_number is or when there is only one holder. */
    RaterTransferHolder *holders;
} RaterTransferRoute;

/* Completes a route whose members before `steps` are set; free it in every case.
 * RATER_ERROR_RANK (distance NULL, but different grids), _MEMORY. */
RaterStatus rater_transfer_route_init(RaterTransferRoute *route);
void rater_transfer_route_free(RaterTransferRoute *route);

/* Adds `bytes` for the target processor at index q from the holder that sends: p has its
 * coordinates along the AXIS places; the others of p are changed. */
RaterStatus rater_transfer_route_deliver(RaterTransferRoute *route, int64_t p[],
                                         const int64_t q[], int64_t bytes);

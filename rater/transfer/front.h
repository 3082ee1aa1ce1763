/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Rows of n numbers of which none is nowhere above another (internal to rater-transfer): those
 * among which the greatest value of any sum with weights >= 0 is found.
 */
#pragma once

#include "rater/geometry/grid.h"

#include <stddef.h>

typedef struct {
    int n;         /* numbers in a row */
    size_t count;  /* rows */
    size_t room;   /* rows that fit */
    int64_t *rows; /* owned */
} RaterTransferFront;

/* Adds a row unless one that is there is nowhere below it; drops those that are nowhere above
 * it. RATER_ERROR_MEMORY (also more than 4096 rows). */
RaterStatus rater_transfer_front_add(RaterTransferFront *front, const int64_t row[]);

/* Adds the products, number by number, of every row of a with every row of b. */
RaterStatus rater_transfer_front_add_products(RaterTransferFront *front,
                                              const RaterTransferFront *a,
                                              const RaterTransferFront *b);

/* Adds the rows of another front. */
RaterStatus rater_transfer_front_add_all(RaterTransferFront *front,
                                         const RaterTransferFront *other);

const int64_t *rater_transfer_front_row(const RaterTransferFront *front, size_t i);

/* Frees the rows: an empty front again. */
void rater_transfer_front_clear(RaterTransferFront *front);

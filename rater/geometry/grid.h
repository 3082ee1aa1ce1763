/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A processor system seen as a grid: sizes of each dimension, row-major
 * processor numbers (the last index runs fastest).  Indices are 0-based.
 *
 * Everything in rater/ works on plain values: nothing allocates unless it says
 * so, nothing prints, nothing aborts on input.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Most dimensions of a processor system, template, array or loop. */
#define RATER_MAX_RANK 15

/* What went wrong; RATER_OK is 0 so that a status can be tested as a boolean. */
typedef enum {
    RATER_OK = 0,
    RATER_ERROR_RANK, /* rank outside 1..RATER_MAX_RANK, or ranks that do not fit each other */
    RATER_ERROR_SIZE, /* a size that is not positive */
    RATER_ERROR_OVERFLOW, /* a product or index leaves int64_t */
    RATER_ERROR_AXIS,     /* an axis number outside the rank, or used twice */
    RATER_ERROR_WEIGHT,   /* block sizes that do not add up, negative weights */
    RATER_ERROR_STEP,     /* step of a loop is 0 */
    RATER_ERROR_WIDTH,    /* a shadow width below 0 */
    RATER_ERROR_MEMORY,   /* no memory, or a result too large to hold */
    RATER_ERROR_SECTION,  /* a section outside its array or of another number of elements */
    RATER_ERROR_LINKS,    /* messages pass too many links to be counted one by one */
    RATER_ERROR_PASSAGES, /* packets pass too many links to be simulated */
} RaterStatus;

/* A short English text for `status`; static, never NULL. */
const char *rater_status_text(RaterStatus status);

typedef struct {
    int rank;                     /* 1..RATER_MAX_RANK */
    int64_t size[RATER_MAX_RANK]; /* each >= 1; entries beyond rank are 0 */
} RaterGrid;

/* Makes a grid; RATER_ERROR_RANK, _SIZE or _OVERFLOW (more than 2^62 processors). */
RaterStatus rater_grid_init(RaterGrid *grid, int rank, const int64_t size[]);

/* Number of processors. */
int64_t rater_grid_count(const RaterGrid *grid);

/* Row-major number of the processor at `index` (rank entries, each inside). */
int64_t rater_grid_number(const RaterGrid *grid, const int64_t index[]);

/* The inverse: fills rank entries of `index` for 0 <= number < count. */
void rater_grid_index(const RaterGrid *grid, int64_t number, int64_t index[]);

/* Manhattan distance without wrap-around. */
int64_t rater_grid_distance(const RaterGrid *grid, int64_t p, int64_t q);

bool rater_grid_equal(const RaterGrid *a, const RaterGrid *b);

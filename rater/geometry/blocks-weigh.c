/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The rule of setelw_: loads become weights of blocks.
 */
#include "rater/geometry/blocks.h"

#include <math.h>
#include <string.h>

/* Decimal loads whose exact sum is the bound must not be parted by rounding. */
#define SLACK (1 + 1e-12)

/* Where the group that begins at load `begin` ends when it takes loads as long as
 * its sum stays within `bound`; at least one load. */
static int64_t
group_end(const double *loads, int64_t n_loads, int64_t begin, double bound)
{
    double sum = loads[begin];
    int64_t end = begin + 1;
    while (end < n_loads && sum + loads[end] <= bound) {
        sum += loads[end];
        end++;
    }
    return end;
}

/* Rounded addition is monotone, so a group that begins later never has a larger
 * sum: first-fit needs the fewest groups, and fewer for a larger bound. */
static bool
fits(const double *loads, int64_t n_loads, int64_t parts, double bound)
{
    int64_t begin = 0;
    for (int64_t c = 0; c < parts && begin < n_loads; c++) {
        if (loads[begin] > bound)
            return false;
        begin = group_end(loads, n_loads, begin, bound);
    }
    return begin >= n_loads;
}

/* Not negative doubles are ordered as their bits are: at most 64 steps find the
 * least bound exactly, whatever the loads. */
static double
least_bound(const double *loads, int64_t n_loads, int64_t parts, double total)
{
    uint64_t low = 0;
    uint64_t high;
    memcpy(&high, &total, sizeof high);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        double bound;
        memcpy(&bound, &middle, sizeof bound);
        if (fits(loads, n_loads, parts, bound))
            high = middle;
        else
            low = middle + 1;
    }
    double bound;
    memcpy(&bound, &high, sizeof bound);
    return bound;
}

static RaterStatus
sum_loads(const double *loads, int64_t n_loads, double *total)
{
    double sum = 0;
    for (int64_t i = 0; i < n_loads; i++) {
        if (!isfinite(loads[i]) || loads[i] < 0)
            return RATER_ERROR_WEIGHT;
        sum += loads[i];
    }
    *total = sum;
    return isfinite(sum) ? RATER_OK : RATER_ERROR_OVERFLOW;
}

RaterStatus
rater_blocks_weigh(const double *loads, int64_t n_loads, int64_t parts, int64_t *prefix)
{
    if (parts < 1)
        return RATER_ERROR_SIZE;
    double total = 0;
    RaterStatus status = sum_loads(loads, n_loads, &total);
    if (status != RATER_OK)
        return status;
    /* No sum of counts is above n_loads * parts. */
    if (n_loads > 0 && parts > INT64_MAX / n_loads)
        return RATER_ERROR_OVERFLOW;

    prefix[0] = 0;
    if (n_loads < parts) {
        for (int64_t c = 0; c < parts; c++)
            prefix[c + 1] = c + 1;
        return RATER_OK;
    }
    double bound = least_bound(loads, n_loads, parts, total) * SLACK;
    int64_t begin = 0;
    int64_t count = 0;
    for (int64_t c = 0; c < parts; c++) {
        if (begin < n_loads) {
            int64_t end = group_end(loads, n_loads, begin, bound);
            count = end - begin;
            begin = end;
        }
        prefix[c + 1] = prefix[c] + count;
    }
    return RATER_OK;
}

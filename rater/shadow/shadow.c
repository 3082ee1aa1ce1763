/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/shadow/shadow.h"

#include "rater/shadow/face.h"
#include "rater/shadow/steps.h"
#include "rater/shadow/sum.h"

#include <stdlib.h>

void
rater_shadow_whole(RaterShadow *shadow)
{
    for (int x = 0; x < RATER_MAX_RANK; x++) {
        RaterRange all = { 0, INT64_MAX };
        shadow->part[x] = all;
        shadow->low_layers[x] = all;
        shadow->high_layers[x] = all;
    }
}

/* Bytes of an array for each combination of the elements of its distributed axes:
 * what the axes that are not distributed make of an element. */
static RaterStatus
undistributed_bytes(__int128 *bytes, const RaterShadow *shadow)
{
    *bytes = shadow->element_bytes;
    for (int x = 0; x < shadow->mapping->rank; x++) {
        if (shadow->mapping->dim[x] >= 0)
            continue;
        RaterRange part = rater_range_meet(shadow->mapping->valid[x], shadow->part[x]);
        int64_t count = shadow->sign[x] & RATER_SHADOW_NONE ? rater_range_count(part) : 0;
        if (__builtin_mul_overflow(*bytes, (__int128)count, bytes))
            return RATER_ERROR_OVERFLOW;
    }
    return RATER_OK;
}

static RaterStatus
extend_both(RaterShadowSum sums[2], const RaterShadow shadows[], int n, int g)
{
    bool last = g == shadows[0].mapping->grid.rank - 1;
    RaterShadowSteps steps;
    RaterStatus status = rater_shadow_steps_init(&steps, shadows, n, g);
    for (int k = 0; k < 2 && status == RATER_OK; k++)
        status = rater_shadow_sum_extend(&sums[k], shadows, &steps, last);
    rater_shadow_steps_free(&steps);
    return status;
}

/* sums[0] has the sums over all pairs, sums[1] the largest of the farthest. */
static RaterStatus
read_sums(const RaterShadowSum sums[2], RaterTraffic *traffic)
{
    RaterTraffic found = { 0 };
    for (size_t i = 0; i < sums[0].count; i++)
        if (sums[0].entry[i].axes > 0) {
            found.messages = (double)sums[0].entry[i].pairs;
            found.bytes = (double)sums[0].value[i * (size_t)sums[0].n];
        }
    for (size_t i = 0; i < sums[1].count; i++)
        if (sums[1].entry[i].axes > 0) {
            __int128 largest = sums[1].value[i * (size_t)sums[1].n];
            if (largest > INT64_MAX)
                return RATER_ERROR_OVERFLOW;
            found.largest = (int64_t)largest;
            found.distance = sums[1].entry[i].distance;
        }
    *traffic = found;
    return RATER_OK;
}

static RaterStatus
sum_dimensions(const RaterShadow shadows[], int n, const __int128 bytes[],
               RaterTraffic *traffic)
{
    RaterShadowSum sums[2];
    RaterStatus status = rater_shadow_sum_init(&sums[0], n, bytes, false);
    RaterStatus status_maxima = rater_shadow_sum_init(&sums[1], n, bytes, true);
    if (status == RATER_OK)
        status = status_maxima;
    for (int g = 0; g < shadows[0].mapping->grid.rank && status == RATER_OK; g++)
        status = extend_both(sums, shadows, n, g);
    if (status == RATER_OK)
        status = read_sums(sums, traffic);
    for (int k = 0; k < 2; k++)
        rater_shadow_sum_free(&sums[k]);
    return status;
}

RaterStatus
rater_shadow_traffic(const RaterShadow shadows[], int n, RaterTraffic *traffic)
{
    RaterStatus status = RATER_OK;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = rater_shadow_face_check(&shadows[i], &shadows[0].mapping->grid);
    if (status != RATER_OK)
        return status;
    if (n < 1) {
        *traffic = (RaterTraffic){ 0 };
        return RATER_OK;
    }
    __int128 *bytes = calloc((size_t)n, sizeof *bytes);
    if (bytes == NULL)
        return RATER_ERROR_MEMORY;
    for (int i = 0; i < n && status == RATER_OK; i++)
        status = undistributed_bytes(&bytes[i], &shadows[i]);
    if (status == RATER_OK)
        status = sum_dimensions(shadows, n, bytes, traffic);
    free(bytes);
    return status;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/rater-shadow-face.h"

int64_t
rater_shadow_face_part(const RaterShadow *shadow, const RaterPlace *place, int64_t c)
{
    return rater_range_count(
        rater_range_meet(rater_place_local(place, c), shadow->part[place->axis]));
}

/* Layer j of `width` is the element width - j before the end of the block. */
int64_t
rater_shadow_face_up(const RaterShadow *shadow, int axis, int64_t count)
{
    int64_t width = shadow->low[axis];
    int64_t missing = count < width ? width - count : 0;
    return rater_range_count(
        rater_range_meet(shadow->low_layers[axis], (RaterRange){ missing, width }));
}

/* Layer j is element j of the block. */
int64_t
rater_shadow_face_down(const RaterShadow *shadow, int axis, int64_t count)
{
    int64_t width = shadow->high[axis];
    return rater_range_count(rater_range_meet(
        shadow->high_layers[axis], (RaterRange){ 0, count < width ? count : width }));
}

__int128
rater_shadow_face_bytes(const RaterShadow *shadow)
{
    const __int128 too_many = (__int128)INT64_MAX + 1;
    __int128 bytes = shadow->element_bytes;
    for (int x = 0; x < shadow->mapping->rank; x++) {
        if (shadow->mapping->dim[x] >= 0)
            continue;
        int64_t count =
            rater_range_count(rater_range_meet(shadow->mapping->valid[x], shadow->part[x]));
        if (!(shadow->sign[x] & RATER_SHADOW_NONE))
            count = 0;
        bytes *= count;
        bytes = bytes < too_many ? bytes : too_many;
    }
    return bytes;
}

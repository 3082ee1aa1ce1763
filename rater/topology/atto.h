/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Exact times: no search and no order of events depends on rounding.
 */
#pragma once

typedef __int128 RaterAtto; /* 10^-18 seconds */

#define RATER_ATTO_PER_SECOND 1e18

static inline double
rater_atto_seconds(RaterAtto time)
{
    return (double)time / RATER_ATTO_PER_SECOND;
}

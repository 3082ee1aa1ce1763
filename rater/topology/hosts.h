/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The physical processors that have virtual ones, numbered from 0 in the order of their own
 * numbers (docs/networks.md, "Several on one").
 */
#pragma once

#include "rater/topology/placement.h"

/* Starts as all 0: unknown. */
typedef struct {
    int64_t n;       /* hosts */
    int64_t *place;  /* [n] physical numbers, rising */
    int64_t *first;  /* [n + 1]: host i has member[first[i]] .. member[first[i + 1] - 1] */
    int64_t *member; /* [V] virtual numbers, rising in each host */
    int64_t *host;   /* [V] the host of each virtual processor */
} RaterHosts;

/* Takes V log V; `hosts` is untouched on failure: RATER_ERROR_MEMORY. */
RaterStatus rater_hosts_init(RaterHosts *hosts, const RaterPlacement *placement);

/* Frees what it holds. */
void rater_hosts_clear(RaterHosts *hosts);

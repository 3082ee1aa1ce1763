/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A network at no cost.
 */
#include "rater/network/kind.h"

const RaterNetworkKind rater_network_ideal = {
    .name = "ideal",
    .wants = RATER_TRAFFIC_NONE,
    .symmetric = true,
};

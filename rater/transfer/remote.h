/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Remote buffers: the sections of a distributed array that the processors of a parallel loop
 * read (docs/semantics.md, "Remote access").
 */
#pragma once

#include "rater/geometry/loop.h"
#include "rater/transfer/transfer.h"

/* What crtrbl_ says of one array axis: `axis` is a 1-based loop axis and the index coeff*i +
 * konst over the processor's iterations i of it; 0, or coeff 0: the index konst alone; -1: the
 * whole array axis. Indices outside of the array are dropped. */
typedef RaterAlignRule RaterRemoteRule;

/* Fills the remote buffer of an array on `from` for the processors of a loop: each gets the
 * product of what rules[0..n_rules-1] say of the array's axes (missing ones: the whole axis); a
 * processor without iterations needs nothing. Weights of mapping and loop stay borrowed.
 * Errors: RATER_ERROR_RANK (more rules than axes), _AXIS (no such loop axis), _SIZE
 * (element_bytes below 1), _OVERFLOW. */
RaterStatus rater_remote_init(RaterTransfer *transfer, const RaterMapping *from,
                              const RaterLoop *loop, int n_rules, const RaterRemoteRule rules[],
                              int64_t element_bytes);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A transfer seen one grid dimension at a time (internal to rater-transfer).
 *
 * The coordinate s_g of the sender along source dimension g depends on at most one
 * coordinate t_h of the getter, h = parent[g]: the dimension that needs the elements
 * distributed over g, or g itself where several coordinates hold the same. So
 *     elements(p, q) = weight * product over h of target_factor(h, t_h)
 *                      * product over g of source_factor(g, s_g, t_h)
 * where t_h counts for nothing when g has no parent.
 */
#pragma once

#include "rater/transfer/transfer.h"

typedef struct {
    const RaterTransfer *transfer;
    int source_dim[RATER_MAX_RANK]; /* of each virtual axis, -1: distributed over none */
    int parent[RATER_MAX_RANK];     /* of each source dimension, -1: none */
    int64_t weight; /* bytes of an element, times what neither side distributes */
} RaterTransferFlow;

/* Borrows the transfer. */
void rater_transfer_flow_init(RaterTransferFlow *flow, const RaterTransfer *transfer);

/* Whether the two are known to differ in nothing but their weights. */
bool rater_transfer_flow_alike(const RaterTransferFlow *a, const RaterTransferFlow *b);

/* Coordinates outside of which the factors are 0: of target dimension h; of source dimension g;
 * of g when the getter's coordinate along parent[g], if any, is t; of parent[g] when the
 * sender's along g is s. */
RaterRange rater_transfer_flow_targets(const RaterTransferFlow *flow, int h);
RaterRange rater_transfer_flow_sources(const RaterTransferFlow *flow, int g);
RaterRange rater_transfer_flow_senders(const RaterTransferFlow *flow, int g, int64_t t);
RaterRange rater_transfer_flow_getters(const RaterTransferFlow *flow, int g, int64_t s);

int64_t rater_transfer_flow_target_factor(const RaterTransferFlow *flow, int h, int64_t t);
int64_t rater_transfer_flow_source_factor(const RaterTransferFlow *flow, int g, int64_t s,
                                          int64_t t);

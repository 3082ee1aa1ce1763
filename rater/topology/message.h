/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * One message of L bytes over h links of a network with topology: latency A and occupation O of
 * each link; alone it takes A + O (docs/networks.md, "One message").  With
 *
 *     k = ceil(L/S) packets          z = tp + min(S, L) TB       t = F TB
 *     H = ratio t + d                f = 1 + ceil(S/F) flits; worms are whole packets
 *
 *                 A                                        O
 *     cut-through TS + h d                                 k tp + L TB
 *     packet      TS + h d + (h-1) z                       k tp + L TB
 *     wormhole    TS + k tp + (h-1) H + (k-1) e            k (H + (f-1) t)
 *                 e = min((f-2)/B, h-1) max(0, H - B t)
 *     inside      core start time                          L * core byte time
 *
 * S = 0: the message is one packet.
 */
#pragma once

#include "rater/topology/topology.h"

/* 1 as a header ratio. */
#define RATER_RATIO_ONE ((RaterAtto)100000000000000)
/* Times of a message, or of its share of a link, are below this. */
#define RATER_MESSAGE_TIME 0x1p100L

typedef enum {
    RATER_SWITCHING_CUT_THROUGH,
    RATER_SWITCHING_PACKET,
    RATER_SWITCHING_WORMHOLE,
} RaterSwitching;

/* Who is told how far a long simulation of messages is: `done` of `all` passages of packets
 * over links, now and then and at the end. In the thread that asked for the cost. */
typedef struct {
    void (*tell)(void *data, int64_t done, int64_t all);
    void *data;
} RaterWatch;

/* A network with topology and times. Times are at most 10^21 (1000 s). */
typedef struct {
    RaterTopology topology;
    RaterSwitching switching;
    RaterAtto start_time;        /* TS; of clusters their own counts */
    RaterAtto byte_time;         /* TB; the same */
    RaterAtto link_delay;        /* d */
    RaterAtto message_gap;       /* g */
    RaterAtto packet_start_time; /* tp */
    int64_t packet_size;         /* S >= 0 */
    int64_t flit_size;           /* F >= 1 */
    int64_t flit_buffer;         /* B >= 1 */
    int64_t virtual_channels;    /* >= 1 */
    RaterAtto header_ratio;      /* >= 1, in units of 1 / RATER_RATIO_ONE, at most 10^9 */
    RaterAtto core_start_time;
    RaterAtto core_byte_time;
    bool clusters_start_free; /* clusters' own TS and TB count as 0 */
    bool clusters_send_free;
    double scale;            /* multiplies at the end */
    const RaterWatch *watch; /* borrowed; NULL: nobody */
} RaterFabric;

typedef struct {
    bool inside;     /* of a node */
    int64_t hops;    /* h, inside 0 */
    int64_t packets; /* k, inside 1 */
    RaterAtto latency, occupation;
    /* What a simulation wants to know: TS and TB of its cluster; of a worm, flits behind the
     * header (f-1), the time of one (t), the header's (H), and how many links further on the
     * buffers hold a whole worm, (f-2)/B. */
    RaterAtto start_time, byte_time, flit_time, header_time;
    int64_t flits, reach;
} RaterMessage;

/* TS and TB of a message between nodes within a cluster, 0 where they do not count. */
static inline RaterAtto
rater_cluster_start(const RaterFabric *fabric, const RaterCluster *cluster)
{
    return fabric->clusters_start_free ? 0 : cluster->start_time;
}

static inline RaterAtto
rater_cluster_byte(const RaterFabric *fabric, const RaterCluster *cluster)
{
    return fabric->clusters_send_free ? 0 : cluster->byte_time;
}

/* A message of bytes > 0 between physical processors from != to, or within one.
 * RATER_ERROR_OVERFLOW: a time of RATER_MESSAGE_TIME or more. */
RaterStatus rater_message(const RaterFabric *fabric, int64_t from, int64_t to, int64_t bytes,
                          RaterMessage *message);

/* The same for one over so many links, hops >= 1, of no cluster. */
RaterStatus rater_message_over(const RaterFabric *fabric, int64_t hops, int64_t bytes,
                               RaterMessage *message);

/* Seconds of a message alone that is a portion of one of a pipelined loop: linear in `bytes` >=
 * 0. k = bytes/S packets, whole or not; S = 0: k = 1, flits are not rounded, z = tp + bytes TB.
 */
RaterStatus rater_message_portion(const RaterFabric *fabric, int64_t from, int64_t to,
                                  double bytes, double *seconds);

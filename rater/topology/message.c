/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/topology/message.h"

#include <stddef.h>

static int64_t
divide_up(int64_t a, int64_t b)
{
    return a > 0 ? (a - 1) / b + 1 : 0;
}

/* ratio * time, rounded down; a ratio has at most 14 digits behind the point. */
static RaterAtto
times_ratio(RaterAtto ratio, RaterAtto time)
{
    return ratio / RATER_RATIO_ONE * time + ratio % RATER_RATIO_ONE * time / RATER_RATIO_ONE;
}

/* Who sends to whom: hops, and TS and TB. */
static RaterMessage
start_message(const RaterFabric *fabric, int64_t from, int64_t to)
{
    const RaterTopology *topology = &fabric->topology;
    int64_t a = from / topology->cores;
    int64_t b = to / topology->cores;
    RaterMessage message = { .inside = a == b,
                             .packets = 1,
                             .start_time = fabric->start_time,
                             .byte_time = fabric->byte_time };
    if (message.inside) {
        message.start_time = fabric->core_start_time;
        message.byte_time = fabric->core_byte_time;
        return message;
    }
    message.hops = rater_topology_hops(topology, a, b);
    const RaterCluster *cluster = rater_topology_common(topology, a, b);
    if (cluster != NULL) {
        message.start_time = rater_cluster_start(fabric, cluster);
        message.byte_time = rater_cluster_byte(fabric, cluster);
    }
    return message;
}

/* Not less than A + O and any product in them. */
static long double
upper_bound(const RaterFabric *fabric, const RaterMessage *message, int64_t bytes)
{
    long double k = (long double)message->packets;
    long double h = (long double)message->hops;
    long double tb = (long double)message->byte_time;
    long double start = (long double)message->start_time;
    long double z = (long double)fabric->packet_start_time + (long double)bytes * tb;
    long double flits = 2 + ((long double)bytes + (long double)fabric->packet_size) /
                                (long double)fabric->flit_size;
    long double ratio = 1 + (long double)(fabric->header_ratio / RATER_RATIO_ONE);
    long double t = (long double)fabric->flit_size * tb;
    long double header = ratio * t + (long double)fabric->link_delay;
    long double packet = k * (long double)fabric->packet_start_time + z;
    long double worm = k * h * header + k * flits * (header + t);
    return start + h * (long double)fabric->link_delay + h * z + packet +
           (fabric->switching == RATER_SWITCHING_WORMHOLE ? worm : 0);
}

static void
store(const RaterFabric *fabric, int64_t bytes, RaterMessage *message)
{
    RaterAtto tp = fabric->packet_start_time;
    RaterAtto longest = bytes;
    if (fabric->packet_size > 0 && fabric->packet_size < bytes)
        longest = fabric->packet_size;
    message->latency = message->start_time + message->hops * fabric->link_delay;
    message->occupation = message->packets * tp + bytes * message->byte_time;
    if (fabric->switching == RATER_SWITCHING_PACKET)
        message->latency += (message->hops - 1) * (tp + longest * message->byte_time);
}

/* H, t, (f-1) and (f-2)/B for packets of so many flits. */
static void
measure_worm(const RaterFabric *fabric, int64_t flits, RaterMessage *message)
{
    message->flit_time = fabric->flit_size * message->byte_time;
    message->header_time =
        times_ratio(fabric->header_ratio, message->flit_time) + fabric->link_delay;
    message->flits = flits;
    message->reach = (flits - 1) / fabric->flit_buffer;
}

/* e: how much later each further worm arrives because headers are slower than buffers. */
static RaterAtto
header_lag(const RaterFabric *fabric, const RaterMessage *message)
{
    int64_t links = message->reach < message->hops - 1 ? message->reach : message->hops - 1;
    if (links == 0)
        return 0; /* also where B t is beyond bounds */
    RaterAtto lag = message->header_time - fabric->flit_buffer * message->flit_time;
    return lag > 0 ? links * lag : 0;
}

static void
creep(const RaterFabric *fabric, RaterMessage *message)
{
    int64_t k = message->packets;
    message->latency = message->start_time + k * fabric->packet_start_time +
                       (message->hops - 1) * message->header_time +
                       (k - 1) * header_lag(fabric, message);
    message->occupation = k * (message->header_time + message->flits * message->flit_time);
}

/* The rest of a message of which hops, TS and TB are known. */
static RaterStatus
complete(const RaterFabric *fabric, int64_t bytes, RaterMessage *message)
{
    int64_t size = fabric->packet_size > 0 ? fabric->packet_size : bytes;
    if (!message->inside)
        message->packets = divide_up(bytes, size);
    if (upper_bound(fabric, message, bytes) >= RATER_MESSAGE_TIME)
        return RATER_ERROR_OVERFLOW;
    if (message->inside) {
        message->latency = message->start_time;
        message->occupation = bytes * message->byte_time;
    } else if (fabric->switching == RATER_SWITCHING_WORMHOLE) {
        measure_worm(fabric, divide_up(size, fabric->flit_size), message);
        creep(fabric, message);
    } else {
        store(fabric, bytes, message);
    }
    return RATER_OK;
}

RaterStatus
rater_message(const RaterFabric *fabric, int64_t from, int64_t to, int64_t bytes,
              RaterMessage *message)
{
    RaterMessage made = start_message(fabric, from, to);
    RaterStatus status = complete(fabric, bytes, &made);
    if (status == RATER_OK)
        *message = made;
    return status;
}

RaterStatus
rater_message_over(const RaterFabric *fabric, int64_t hops, int64_t bytes,
                   RaterMessage *message)
{
    RaterMessage made = { .hops = hops,
                          .packets = 1,
                          .start_time = fabric->start_time,
                          .byte_time = fabric->byte_time };
    RaterStatus status = complete(fabric, bytes, &made);
    if (status == RATER_OK)
        *message = made;
    return status;
}

/* A worm of which `bytes` follow the header; the lag needs whole packets. */
static double
creep_portion(const RaterFabric *fabric, RaterMessage *worm, double bytes)
{
    double size = (double)fabric->packet_size;
    measure_worm(fabric, divide_up(fabric->packet_size, fabric->flit_size), worm);
    double header = rater_atto_seconds(worm->header_time);
    double k = 1;
    double flits = bytes / (double)fabric->flit_size;
    double lag = 0;
    if (fabric->packet_size > 0) {
        k = bytes / size;
        flits = (double)worm->flits;
        lag = rater_atto_seconds(header_lag(fabric, worm));
    }
    return k * rater_atto_seconds(fabric->packet_start_time) +
           (double)(worm->hops - 1) * header + (k - 1) * lag +
           k * (header + flits * rater_atto_seconds(worm->flit_time));
}

static double
store_portion(const RaterFabric *fabric, const RaterMessage *message, double bytes)
{
    double tp = rater_atto_seconds(fabric->packet_start_time);
    double tb = rater_atto_seconds(message->byte_time);
    double size = fabric->packet_size > 0 ? (double)fabric->packet_size : bytes;
    double k = fabric->packet_size > 0 ? bytes / size : 1;
    double time = (double)message->hops * rater_atto_seconds(fabric->link_delay) + k * tp;
    if (fabric->switching == RATER_SWITCHING_PACKET)
        time += (double)(message->hops - 1) * (tp + size * tb);
    return time + bytes * tb;
}

RaterStatus
rater_message_portion(const RaterFabric *fabric, int64_t from, int64_t to, double bytes,
                      double *seconds)
{
    RaterMessage message = start_message(fabric, from, to);
    if (upper_bound(fabric, &message, 1) >= RATER_MESSAGE_TIME)
        return RATER_ERROR_OVERFLOW;
    double time = rater_atto_seconds(message.start_time);
    if (message.inside)
        time += bytes * rater_atto_seconds(message.byte_time);
    else if (fabric->switching == RATER_SWITCHING_WORMHOLE)
        time += creep_portion(fabric, &message, bytes);
    else
        time += store_portion(fabric, &message, bytes);
    *seconds = time * fabric->scale;
    return RATER_OK;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A grid of direct links between neighbours: messages of different pairs do not disturb each
 * other, and one over several links is cut into pieces that follow each other.
 */
#include "rater/network/kind.h"

#include <math.h>
#include <stddef.h>

/* Sums below this are exact in 128 bits with a sign. */
#define EXACT_LIMIT 0x1p126L

/* L bytes over l links in pieces of S, 1 <= S <= L, with c = 1 when a rest is left and 0 else:
 *     T(S) = (l + floor(L/S) - 1) * (TS + TB*S) + c * (TS + TB * (L mod S))
 *          = (l-1) * (TS + TB*S) + ceil(L/S) * TS + L * TB,
 * which shows that T rises by TB*(l-1) a byte while ceil(L/S) stays the same. */
static __int128
pipeline_time(const RaterNetwork *network, int64_t l, int64_t bytes, int64_t piece)
{
    __int128 pieces = (bytes - 1) / piece + 1;
    return (l - 1) * (network->start_time + network->byte_time * piece) +
           pieces * network->start_time + bytes * network->byte_time;
}

/* The same where 128 bits could be too few. */
static long double
pipeline_estimate(const RaterNetwork *network, int64_t l, int64_t bytes, int64_t piece)
{
    long double start = (long double)network->start_time;
    long double byte = (long double)network->byte_time;
    long double pieces = (long double)((bytes - 1) / piece + 1);
    return (long double)(l - 1) * (start + byte * (long double)piece) + pieces * start +
           (long double)bytes * byte;
}

/* floor(sqrt(x)) clipped to 1..limit. */
static int64_t
clipped_root(__int128 x, int64_t limit)
{
    int64_t low = 1;
    int64_t high = limit;
    while (low < high) {
        int64_t middle = low + (high - low) / 2 + 1;
        if ((__int128)middle * middle <= x)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* From a `piece` with T(piece + 1) < T(piece) up until T no longer falls. It falls
 * only where ceil(L/S) does, so the walk ends after about the fourth root of L steps. */
static int64_t
walk_up(const RaterNetwork *network, int64_t l, int64_t bytes, int64_t piece)
{
    while (piece < bytes && pipeline_time(network, l, bytes, piece + 1) <
                                pipeline_time(network, l, bytes, piece))
        piece++;
    return piece;
}

/* The same downwards, where a plateau of ceil(L/S) is falling as a whole. */
static int64_t
walk_down(const RaterNetwork *network, int64_t l, int64_t bytes, int64_t piece)
{
    while (piece > 1 && pipeline_time(network, l, bytes, piece - 1) <
                            pipeline_time(network, l, bytes, piece)) {
        int64_t pieces = (bytes - 1) / (piece - 1) + 1;
        piece = (bytes - 1) / pieces + 1;
    }
    return piece;
}

/* TS > 0, TB > 0, l > 1, and T exact: the integer search. */
static int64_t
search_piece(const RaterNetwork *network, int64_t l, int64_t bytes)
{
    __int128 square = network->start_time * bytes / (network->byte_time * (l - 1));
    int64_t piece = clipped_root(square, bytes);
    __int128 here = pipeline_time(network, l, bytes, piece);
    __int128 below = piece > 1 ? pipeline_time(network, l, bytes, piece - 1) : here;
    __int128 above = piece < bytes ? pipeline_time(network, l, bytes, piece + 1) : here;
    /* Neither walk moves when its neighbour is not smaller. */
    return below <= above ? walk_down(network, l, bytes, piece)
                          : walk_up(network, l, bytes, piece);
}

/* floor(S0) clipped to 1..L in floating point: used where 128 bits are too few. */
static int64_t
estimate_piece(const RaterNetwork *network, int64_t l, int64_t bytes)
{
    long double square = (long double)network->start_time * (long double)bytes /
                         ((long double)network->byte_time * (long double)(l - 1));
    long double root = sqrtl(square);
    if (root >= (long double)bytes)
        return bytes;
    return root < 1 ? 1 : (int64_t)root;
}

double
rater_network_pipeline(const RaterNetwork *network, int64_t distance, int64_t bytes,
                       int64_t *piece)
{
    if (distance < 1 || bytes < 1) {
        if (piece != NULL)
            *piece = bytes;
        return 0;
    }
    /* No T(S) is above this. */
    long double most = pipeline_estimate(network, distance, bytes, bytes) +
                       (long double)bytes * (long double)network->start_time;
    bool exact = most < EXACT_LIMIT;
    int64_t found = bytes;
    if (distance > 1 && network->byte_time > 0) {
        if (network->start_time == 0)
            found = 1;
        else
            found = exact ? search_piece(network, distance, bytes)
                          : estimate_piece(network, distance, bytes);
    }
    if (piece != NULL)
        *piece = found;
    double time = exact ? rater_atto_seconds(pipeline_time(network, distance, bytes, found))
                        : (double)(pipeline_estimate(network, distance, bytes, found) /
                                   (long double)RATER_ATTO_PER_SECOND);
    return time * network->scale;
}

/* The largest message among the farthest. */
static double
transfers(const RaterNetwork *network, const RaterTraffic *traffic, int64_t n_processors)
{
    (void)n_processors;
    return rater_network_pipeline(network, traffic->distance, traffic->largest, NULL);
}

static double
message_over(const RaterNetwork *network, int64_t distance, int64_t bytes)
{
    return rater_network_pipeline(network, distance, bytes, NULL);
}

/* Messages: twice floor(size / 2) of each dimension that is reduced over, once of the others.
 */
static RaterStatus
reduction(const RaterNetwork *network, const RaterTeam *team, const bool spread[], double bytes,
          RaterExchange *exchange)
{
    double halves = 0;
    for (int g = 0; g < team->grid->rank; g++)
        halves += (double)(team->grid->size[g] / 2) * (spread[g] ? 2 : 1);
    exchange->seconds = rater_network_linear(network, bytes) * halves;
    return RATER_OK;
}

/* To the farthest corner. */
static RaterStatus
broadcast(const RaterNetwork *network, const RaterTeam *team, double bytes,
          RaterExchange *exchange)
{
    double diameter = 0;
    for (int g = 0; g < team->grid->rank; g++)
        diameter += (double)(team->grid->size[g] - 1);
    exchange->seconds = rater_network_linear(network, bytes) * diameter;
    return RATER_OK;
}

const RaterNetworkKind rater_network_transputer = {
    .name = "transputer",
    .wants = RATER_TRAFFIC_PEAK,
    .symmetric = true,
    .transfers = transfers,
    .reduction = reduction,
    .broadcast = broadcast,
    .message_over = message_over,
};

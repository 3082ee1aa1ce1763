/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/network/network.h"

#include <math.h>
#include <stddef.h>

#define ATTO_PER_SECOND 1e18

/* Sums below this are exact in 128 bits with a sign. */
#define EXACT_LIMIT 0x1p126L

static double
seconds(RaterAtto time)
{
    return (double)time / ATTO_PER_SECOND;
}

/* TS + TB * bytes, not scaled. */
static double
message_time(const RaterNetwork *network, double bytes)
{
    return seconds(network->start_time) + seconds(network->byte_time) * bytes;
}

static double
bus_share(const RaterNetwork *network, int64_t n_processors)
{
    int64_t share = network->channels < n_processors ? network->channels : n_processors;
    return share > 1 ? (double)share : 1;
}

double
rater_network_transfers(const RaterNetwork *network, const RaterTraffic *traffic,
                        int64_t n_processors)
{
    switch (network->kind) {
    case RATER_NETWORK_BUS:
        return (seconds(network->start_time) * traffic->messages +
                seconds(network->byte_time) * traffic->bytes) /
               bus_share(network, n_processors) * network->scale;
    case RATER_NETWORK_TRANSPUTER:
        return rater_network_pipeline(network, traffic->distance, traffic->largest, NULL);
    case RATER_NETWORK_IDEAL:
        break;
    }
    return 0;
}

/* T(S) for S in 1..L. The formula of the design, (l + floor(L/S) - 1) * (TS + TB*S)
 * + c * (TS + TB * (L mod S)), is the same as
 *     (l-1) * (TS + TB*S) + ceil(L/S) * TS + L * TB,
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
    if (distance < 1 || bytes < 1 || network->kind == RATER_NETWORK_IDEAL) {
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
    double time = exact ? seconds(pipeline_time(network, distance, bytes, found))
                        : (double)(pipeline_estimate(network, distance, bytes, found) /
                                   (long double)ATTO_PER_SECOND);
    return time * network->scale;
}

/* Product of the sizes that take part. */
static double
spread_product(const RaterGrid *grid, const bool spread[])
{
    double product = 1;
    for (int g = 0; g < grid->rank; g++)
        if (spread[g])
            product *= (double)grid->size[g];
    return product;
}

/* Sum of floor(size / 2) over the dimensions that take part (`wanted`) or do not. */
static double
spread_halves(const RaterGrid *grid, const bool spread[], bool wanted)
{
    double halves = 0;
    for (int g = 0; g < grid->rank; g++)
        if (spread[g] == wanted)
            halves += (double)(grid->size[g] / 2);
    return halves;
}

double
rater_network_reduction(const RaterNetwork *network, const RaterGrid *grid, const bool spread[],
                        int64_t n_processors, double bytes)
{
    double product = spread_product(grid, spread);
    if (product <= 1)
        return 0;
    double message = message_time(network, bytes) * network->scale;
    switch (network->kind) {
    case RATER_NETWORK_BUS:
        return message * (product + (double)n_processors - 2) /
               bus_share(network, n_processors);
    case RATER_NETWORK_TRANSPUTER:
        return message *
               (2 * spread_halves(grid, spread, true) + spread_halves(grid, spread, false));
    case RATER_NETWORK_IDEAL:
        break;
    }
    return 0;
}

double
rater_network_broadcast(const RaterNetwork *network, const RaterGrid *grid, double bytes)
{
    double message = message_time(network, bytes) * network->scale;
    double diameter = 0;
    int64_t count = rater_grid_count(grid);
    switch (network->kind) {
    case RATER_NETWORK_BUS:
        return message * (double)(count - 1) / bus_share(network, count);
    case RATER_NETWORK_TRANSPUTER:
        for (int g = 0; g < grid->rank; g++)
            diameter += (double)(grid->size[g] - 1);
        return message * diameter;
    case RATER_NETWORK_IDEAL:
        break;
    }
    return 0;
}

double
rater_network_message(const RaterNetwork *network, double bytes)
{
    return network->kind == RATER_NETWORK_IDEAL ? 0
                                                : message_time(network, bytes) * network->scale;
}

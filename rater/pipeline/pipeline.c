/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "rater/pipeline/pipeline.h"

#include <math.h>
#include <stdlib.h>

/* Times of the search are whole numbers below 2^120 of a unit of 2^-shift seconds. */
#define TIME_BITS 120

/* One processor in the search. For Q portions its portion takes work/Q + starts. */
typedef struct {
    __int128 clock; /* after the earliest of all */
    __int128 work;  /* of the loop, and the bytes of all edges */
    __int128 starts;
} Station;

/* Times multiplied by the number of portions, to stay whole. */
typedef struct {
    __int128 first; /* end of the first portion */
    __int128 done;
} Progress;

typedef struct {
    const RaterPipeline *pipeline;
    const RaterNetwork *network;
    const int64_t *number; /* of each processor in the root system, or NULL */
    RaterPipelineEdges edges;
    Station *station;
    Progress *progress;
} Search;

static bool
from_high(const RaterPipeline *pipeline, int g)
{
    return pipeline->direction[g] == RATER_PIPELINE_FROM_HIGH;
}

int64_t
rater_pipeline_passed(const RaterPipeline *pipeline, int64_t i)
{
    int64_t index[RATER_MAX_RANK];
    rater_grid_index(&pipeline->grid, i, index);
    for (int g = 0; g < pipeline->grid.rank; g++)
        if (from_high(pipeline, g))
            index[g] = pipeline->grid.size[g] - 1 - index[g];
    return rater_grid_number(&pipeline->grid, index);
}

RaterPipelineEdges
rater_pipeline_edges(const RaterPipeline *pipeline)
{
    RaterPipelineEdges edges = { 0 };
    const int rank = pipeline->grid.rank;
    int64_t back[RATER_MAX_RANK], stride = 1; /* from a processor to its neighbour */
    for (int g = rank - 1; g >= 0; g--) {
        back[g] = from_high(pipeline, g) ? stride : -stride;
        stride *= pipeline->grid.size[g];
    }
    for (int g = rank - 1; g >= 0; g--) {
        if (pipeline->direction[g] == RATER_PIPELINE_NONE)
            continue;
        edges.edge[edges.n] = g;
        edges.offset[edges.n++] = back[g];
    }
    for (int i = 0; i < pipeline->n_far; i++) {
        edges.edge[edges.n] = rank + i;
        edges.offset[edges.n++] = back[pipeline->far[i].dim] * pipeline->far[i].distance;
    }
    return edges;
}

/* Bytes by the d-th of the edges of p; 0: there is none. */
static int64_t
edge(const Search *search, int64_t p, int d)
{
    return rater_pipeline_bytes(search->pipeline, &search->edges, p, d);
}

static int64_t
number_of(const Search *search, int64_t p)
{
    return search->number != NULL ? search->number[p] : p;
}

/* What a message of `bytes` takes by the d-th of the edges of p, which is there. */
static double
edge_time(const Search *search, int64_t p, int d, double bytes)
{
    return rater_network_message(search->network,
                                 number_of(search, p + search->edges.offset[d]),
                                 number_of(search, p), bytes);
}

/* The part that all its bytes take. */
static double
edge_bytes_time(const Search *search, int64_t p, int d)
{
    return rater_network_message_bytes(search->network,
                                       number_of(search, p + search->edges.offset[d]),
                                       number_of(search, p), (double)edge(search, p, d));
}

static bool
is_time(double seconds)
{
    return seconds >= 0 && isfinite(seconds);
}

/* Bits before the point of a time that no processor can exceed, times the extent. */
static RaterStatus
bound_times(const Search *search, const double clock[], const double work[], double *earliest,
            int *bits)
{
    const RaterPipeline *pipeline = search->pipeline;
    double latest = 0, longest = 0, starts = 0, hops = 1;
    *earliest = clock[0];
    for (int64_t p = 0; p < pipeline->count; p++) {
        double time = work[p];
        double start = 0;
        for (int d = 0; d < search->edges.n; d++) {
            if (edge(search, p, d) == 0)
                continue;
            time += edge_bytes_time(search, p, d);
            start += edge_time(search, p, d, 0);
        }
        starts = start > starts ? start : starts;
        longest = time > longest ? time : longest;
        latest = clock[p] > latest ? clock[p] : latest;
        *earliest = clock[p] < *earliest ? clock[p] : *earliest;
    }
    for (int g = 0; g < pipeline->grid.rank; g++)
        if (pipeline->direction[g] != RATER_PIPELINE_NONE)
            hops += (double)(pipeline->grid.size[g] - 1);
    double extent = (double)pipeline->extent;
    double most = extent * (latest - *earliest) + (hops + extent) * (longest + starts * extent);
    if (!isfinite(most))
        return RATER_ERROR_OVERFLOW;
    *bits = 0;
    frexp(most, bits);
    return RATER_OK;
}

static __int128
to_units(double seconds, int shift)
{
    return (__int128)rint(ldexp(seconds, shift));
}

static void
fill_stations(Search *search, const double clock[], const double work[], double earliest,
              int shift)
{
    const RaterPipeline *pipeline = search->pipeline;
    for (int64_t p = 0; p < pipeline->count; p++) {
        Station *station = &search->station[p];
        *station = (Station){ .clock = to_units(clock[p] - earliest, shift),
                              .work = to_units(work[p], shift) };
        for (int d = 0; d < search->edges.n; d++) {
            if (edge(search, p, d) == 0)
                continue;
            station->starts += to_units(edge_time(search, p, d, 0), shift);
            station->work += to_units(edge_bytes_time(search, p, d), shift);
        }
    }
}

static __int128
later(__int128 a, __int128 b)
{
    return a > b ? a : b;
}

/* `portions` times the completion time of the last processor. */
static __int128
completion(const Search *search, int64_t portions)
{
    const RaterPipeline *pipeline = search->pipeline;
    __int128 last = 0;
    for (int64_t i = 0; i < pipeline->count; i++) {
        int64_t p = rater_pipeline_passed(pipeline, i);
        const Station *station = &search->station[p];
        __int128 portion = station->work + portions * station->starts;
        __int128 first = portions * station->clock;
        __int128 done = 0;
        for (int d = 0; d < search->edges.n; d++) {
            if (edge(search, p, d) == 0)
                continue;
            const Progress *before = &search->progress[p + search->edges.offset[d]];
            first = later(first, before->first);
            done = later(done, before->done);
        }
        first += portion;
        done = later(first + (portions - 1) * portion, done + portion);
        search->progress[p] = (Progress){ first, done };
        last = later(last, done);
    }
    return last;
}

/* Whether the loop in portions + 1 portions ends as late as in `portions`, or later. */
static bool
more_is_no_better(const Search *search, int64_t portions)
{
    __int128 now = completion(search, portions);
    __int128 more = completion(search, portions + 1);
    __int128 now_whole = now / portions, more_whole = more / (portions + 1);
    if (now_whole != more_whole)
        return more_whole > now_whole;
    return more % (portions + 1) * portions >= now % portions * (portions + 1);
}

/* The completion time is convex in the number of portions: it is the greatest of
 * clock + A/Q + B + (Q - 1) * (C/Q + D) with A >= C over all paths. */
static int64_t
best_portions(const Search *search)
{
    int64_t low = 1, high = search->pipeline->extent;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (more_is_no_better(search, middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Finds the number of portions in a copy of the times in whole units. */
static RaterStatus
search_portions(Search *search, const double clock[], const double work[], int64_t *portions)
{
    double earliest;
    int bits;
    RaterStatus status = bound_times(search, clock, work, &earliest, &bits);
    if (status != RATER_OK)
        return status;
    size_t count = (size_t)search->pipeline->count;
    search->station = malloc(count * sizeof *search->station);
    search->progress = malloc(count * sizeof *search->progress);
    if (search->station != NULL && search->progress != NULL) {
        fill_stations(search, clock, work, earliest, TIME_BITS - bits);
        *portions = best_portions(search);
    } else {
        status = RATER_ERROR_MEMORY;
    }
    free(search->station);
    free(search->progress);
    return status;
}

/* `wanted` as a whole number in 1..extent. */
static int64_t
wanted_portions(double wanted, int64_t extent)
{
    if (wanted >= (double)extent)
        return extent;
    return wanted >= 1 ? (int64_t)wanted : 1;
}

/* The closed form; first[p] is room for the end of each first portion. */
static void
run(const Search *search, const double clock[], const double work[], double portions,
    double first[], RaterPipelineTimes times[])
{
    const RaterPipeline *pipeline = search->pipeline;
    for (int64_t i = 0; i < pipeline->count; i++) {
        int64_t p = rater_pipeline_passed(pipeline, i);
        double receipt = 0, done = 0;
        first[p] = clock[p];
        for (int d = 0; d < search->edges.n; d++) {
            int64_t bytes = edge(search, p, d);
            if (bytes == 0)
                continue;
            int64_t before = p + search->edges.offset[d];
            receipt += edge_time(search, p, d, (double)bytes / portions);
            first[p] = fmax(first[p], first[before]);
            done = fmax(done, times[before].done);
        }
        double starting = first[p] - clock[p];
        double portion = work[p] / portions + receipt;
        first[p] += portion;
        done = fmax(first[p] + (portions - 1) * portion, done + portion);
        double receiving = portions * receipt;
        times[p] = (RaterPipelineTimes){
            .done = done,
            .waiting = fmax(0, done - clock[p] - work[p] - receiving),
            .starting = starting,
            .receiving = receiving,
        };
    }
}

RaterStatus
rater_pipeline_run(const RaterPipeline *pipeline, const RaterNetwork *network,
                   const int64_t number[], const double clock[], const double work[],
                   double wanted, int64_t *portions, RaterPipelineTimes times[])
{
    Search search = { .pipeline = pipeline,
                      .network = network,
                      .number = number,
                      .edges = rater_pipeline_edges(pipeline) };
    int64_t found = 1;
    RaterStatus status = RATER_OK;
    for (int64_t p = 0; p < pipeline->count; p++)
        if (!is_time(clock[p]) || !is_time(work[p]))
            return RATER_ERROR_OVERFLOW;
    if (wanted > 0)
        found = wanted_portions(wanted, pipeline->extent);
    else if (pipeline->count > 0)
        status = search_portions(&search, clock, work, &found);
    if (status != RATER_OK)
        return status;
    double *first = malloc(((size_t)pipeline->count + 1) * sizeof *first);
    if (first == NULL)
        return RATER_ERROR_MEMORY;
    run(&search, clock, work, (double)found, first, times);
    free(first);
    if (portions != NULL)
        *portions = found;
    return RATER_OK;
}

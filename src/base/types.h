/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Small types that the simulator shares with what reads its results.
 */
#pragma once

#include <stdint.h>

/* Groups of operations whose times are kept apart (docs/semantics.md, "Collectives in
 * general"). */
typedef enum {
    OPERATION_IO,
    OPERATION_REDUCTION,
    OPERATION_SHADOW,
    OPERATION_REMOTE,
    OPERATION_REDISTRIBUTION,
    N_OPERATIONS,
} Operation;

typedef enum { INTERVAL_MAIN, INTERVAL_USER, INTERVAL_SEQ, INTERVAL_PAR } IntervalType;

/* A sum that keeps what rounding would lose: a million equal additions to a large value drift
 * by more than the 1e-12 that conservation allows. */
typedef struct {
    double sum;
    double rest; /* value = sum + rest */
} SimSum;

static inline void
sim_sum_add(SimSum *s, double x)
{
    /* Knuth's two-sum: exact error of s->sum + x without a branch */
    double t = s->sum + x;
    double y = t - s->sum;
    s->rest += (s->sum - (t - y)) + (x - y);
    s->sum = t;
}

static inline void
sim_sum_add_sum(SimSum *s, SimSum x)
{
    sim_sum_add(s, x.sum);
    s->rest += x.rest;
}

static inline double
sim_sum_value(SimSum s)
{
    return s.sum + s.rest;
}

/* -1, 0, 1: how a stands to b, for functions that compare: ORDER(a->x, b->x) ?: ORDER(..). */
#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Ascending, for sorting and searching arrays of int64_t. */
static inline int
compare_int64(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return ORDER(x, y);
}

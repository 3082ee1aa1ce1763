/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef SECONDS_H
#define SECONDS_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double
seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The i-th argument as a number, 2 or more. */
static inline int
argument(int argc, char **argv, int i, int otherwise)
{
    const int n = argc > i ? atoi(argv[i]) : otherwise;
    return n > 1 ? n : 2;
}

static inline double *
numbers(size_t n)
{
    double *a = calloc(n, sizeof *a);
    if (a == NULL)
        exit(1);
    return a;
}

#endif

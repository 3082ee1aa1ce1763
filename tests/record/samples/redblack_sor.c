/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/redblack_sor.fdv in C.
 */
#include <math.h>
#include <stdio.h>

#include "record/dvm-record.h"

enum { NI = 102, NJ = 90, ITERATIONS = 20 };

static float v[NI][NJ];
static const int64_t inner_first[] = { 1, 1 }, inner_last[] = { NI - 2, NJ - 2 };

static float
mean(int i, int j)
{
    return 0.25f * (v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1]);
}

static void
relax(dvmr_array a, int colour)
{
    const float omega = 1.85f;
    dvmr_loop_exchange(1, &a, false);
    DVMR_LOOP(a, 2, inner_first, inner_last)
    for (int j = 1; j < NJ - 1; j++)
        for (int i = 1 + (j + 1 + colour) % 2; i < NI - 1; i += 2)
            v[i][j] = (1 - omega) * v[i][j] + omega * mean(i, j);
}

/* Where it fits least: MAXLOC with two indices. */
static float
worst(dvmr_array a, int at[2])
{
    float most = 0;
    dvmr_loop_exchange(1, &a, false);
    dvmr_loop_reduce(sizeof(float) + 2 * sizeof(int), 1);
    dvmr_loop_begin(a, NULL, 2, inner_first, inner_last, NULL);
    for (int j = 1; j < NJ - 1; j++) {
        for (int i = 1; i < NI - 1; i++) {
            const float off = fabsf(v[i][j] - mean(i, j));
            if (off > most) {
                most = off;
                at[0] = i;
                at[1] = j;
            }
        }
    }
    dvmr_loop_end();
    return most;
}

static void
iterate(dvmr_array a, int iteration)
{
    int at[2] = { 0, 0 };
    dvmr_interval_begin(iteration);
    dvmr_sequential_begin();
    for (int colour = 0; colour < 2; colour++) {
        dvmr_interval_begin(100 + colour);
        relax(a, colour);
        dvmr_interval_end();
    }
    dvmr_sequential_end();
    const float most = worst(a, at);
    dvmr_interval_end();
    if (iteration % 5 == 0) {
        dvmr_io_begin();
        printf("%d %g %d %d\n", iteration, (double)most, at[0], at[1]);
        dvmr_io_end();
    }
}

int
main(void)
{
    const int64_t size[] = { NI, NJ }, first[] = { 0, 0 }, last[] = { NI - 1, NJ - 1 };
    dvmr_begin(NULL);
    const dvmr_array a = dvmr_distribute("v", sizeof v[0][0], 2, size, "block,block");
    DVMR_LOOP(a, 2, first, last)
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++)
            v[i][j] = i == NI - 1 ? -1 : j == 0 ? 1 + 0.01f * (float)i : 0;
    dvmr_sequential_begin();
    for (int i = 1; i <= ITERATIONS; i++)
        iterate(a, i);
    dvmr_sequential_end();
    dvmr_end();
    return 0;
}

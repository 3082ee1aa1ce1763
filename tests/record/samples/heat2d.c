/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/heat2d.fdv in C.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/dvm-record.h"

enum { NX = 128, NY = 128, STEPS = 20 };

static double u[NX][NY], next[NX][NY];

static void
start(dvmr_array on)
{
    const int64_t first[] = { 0, 0 }, last[] = { NX - 1, NY - 1 };
    DVMR_LOOP(on, 2, first, last)
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++)
            next[i][j] = u[i][j] =
                abs(i - NX / 2) < NX / 8 && abs(j - NY / 2) < NY / 8 ? 100 : 0;
}

static void
step(dvmr_array a, dvmr_array b, double *change, double *heat)
{
    const int64_t first[] = { 1, 1 }, last[] = { NX - 2, NY - 2 };
    *change = *heat = 0;
    dvmr_loop_exchange(1, &a, false);
    dvmr_loop_reduce(sizeof(double), 1);
    dvmr_loop_reduce(sizeof(double), 1);
    dvmr_loop_begin(b, NULL, 2, first, last, NULL);
    for (int i = 1; i < NX - 1; i++) {
        for (int j = 1; j < NY - 1; j++) {
            const double add =
                0.2 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
            next[i][j] = u[i][j] + add;
            *change = fmax(*change, fabs(add));
            *heat += next[i][j];
        }
    }
    dvmr_loop_end();
    DVMR_LOOP(a, 2, first, last)
    for (int i = 1; i < NX - 1; i++)
        for (int j = 1; j < NY - 1; j++)
            u[i][j] = next[i][j];
}

int
main(void)
{
    const int64_t size[] = { NX, NY };
    double change = 0, heat = 0;
    dvmr_begin(NULL);
    const dvmr_array a = dvmr_distribute("u", sizeof u[0][0], 2, size, "block,block");
    const dvmr_array b = dvmr_align("next", sizeof next[0][0], 2, size, a, "[i,j] -> [i,j]");
    dvmr_interval_begin(1);
    start(a);
    dvmr_interval_end();
    dvmr_sequential_begin();
    for (int s = 1; s <= STEPS; s++) {
        dvmr_interval_begin(s);
        step(a, b, &change, &heat);
        dvmr_interval_end();
    }
    dvmr_sequential_end();
    dvmr_interval_begin(1000);
    dvmr_io_begin();
    printf("steps %d last change %g heat %g\n", STEPS, change, heat);
    dvmr_io_end();
    dvmr_interval_end();
    dvmr_end();
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/adi_redistribute.fdv in C.
 */
#include <math.h>
#include <stdio.h>

#include "record/dvm-record.h"

enum { NR = 110, NC = 90, STEPS = 10 };

static double u[NR][NC], e[NR][NC];
static const double s = 0.3;

static void
columns(dvmr_array a)
{
    const int64_t first = 1, last = NC - 2;
    dvmr_interval_begin(1);
    dvmr_loop_begin(a, "[j] -> [*,j]", 1, &first, &last, NULL);
    for (int j = 1; j < NC - 1; j++) {
        for (int i = 1; i < NR - 1; i++) {
            const double den = 1 + 2 * s - s * e[i - 1][j];
            e[i][j] = s / den;
            u[i][j] = (u[i][j] + s * u[i - 1][j]) / den;
        }
        for (int i = NR - 2; i > 0; i--)
            u[i][j] += e[i][j] * u[i + 1][j];
    }
    dvmr_loop_end();
    dvmr_interval_end();
}

static double
rows(dvmr_array a)
{
    const int64_t first = 1, last = NR - 2;
    double most = 0;
    dvmr_interval_begin(2);
    dvmr_loop_reduce(sizeof most, 1);
    dvmr_loop_begin(a, "[i] -> [i,*]", 1, &first, &last, NULL);
    for (int i = 1; i < NR - 1; i++) {
        for (int j = 1; j < NC - 1; j++) {
            const double den = 1 + 2 * s - s * e[i][j - 1];
            e[i][j] = s / den;
            u[i][j] = (u[i][j] + s * u[i][j - 1]) / den;
        }
        for (int j = NC - 2; j > 0; j--) {
            u[i][j] += e[i][j] * u[i][j + 1];
            most = fmax(most, u[i][j]);
        }
    }
    dvmr_loop_end();
    dvmr_interval_end();
    return most;
}

/* The lines of the next sweep lie in one processor. */
static void
lay(dvmr_array a, int64_t interval, const char *how)
{
    dvmr_interval_begin(interval);
    dvmr_redistribute(a, how);
    dvmr_interval_end();
}

int
main(void)
{
    const int64_t size[] = { NR, NC }, first = 0, last = NC - 1;
    double most = 0;
    dvmr_begin(NULL);
    const dvmr_array a = dvmr_distribute("u", sizeof u[0][0], 2, size, "*,block");
    dvmr_align("e", sizeof e[0][0], 2, size, a, "[i,j] -> [i,j]");
    dvmr_loop_begin(a, "[j] -> [*,j]", 1, &first, &last, NULL);
    for (int j = 0; j < NC; j++)
        for (int i = 0; i < NR; i++)
            u[i][j] = (double)i * (NR - 1 - i) * j * (NC - 1 - j) / (NR * NC);
    dvmr_loop_end();
    dvmr_sequential_begin();
    for (int step = 0; step < STEPS; step++) {
        columns(a);
        lay(a, 10, "block,*");
        most = rows(a);
        lay(a, 20, "*,block");
    }
    dvmr_sequential_end();
    dvmr_io_begin();
    printf("maximum %g\n", most);
    dvmr_io_end();
    dvmr_end();
    return 0;
}

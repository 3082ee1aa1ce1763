/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/conjugate_gradient.fdv in C.
 */
#include <math.h>
#include <stdio.h>

#include "record/dvm-record.h"

enum { N1 = 96, N2 = 80, MOST = 25 };

static double x[N1][N2], r[N1][N2], p[N1][N2], ap[N1][N2];
static const int64_t first[] = { 1, 1 }, last[] = { N1 - 2, N2 - 2 };

static double
start(dvmr_array on)
{
    const int64_t begin[] = { 0, 0 }, end[] = { N1 - 1, N2 - 1 };
    double rr = 0;
    dvmr_loop_reduce(sizeof rr, 1);
    dvmr_loop_begin(on, NULL, 2, begin, end, NULL);
    for (int i = 0; i < N1; i++) {
        for (int j = 0; j < N2; j++) {
            const bool inner = i > 0 && i < N1 - 1 && j > 0 && j < N2 - 1;
            x[i][j] = ap[i][j] = 0;
            r[i][j] = p[i][j] = inner ? sin(0.1 * (i + 1)) * cos(0.07 * (j + 1)) : 0;
            rr += r[i][j] * r[i][j];
        }
    }
    dvmr_loop_end();
    return rr;
}

static double
multiply(dvmr_array p_array, dvmr_array ap_array)
{
    double pap = 0;
    dvmr_interval_begin(10);
    dvmr_loop_exchange(1, &p_array, false);
    dvmr_loop_reduce(sizeof pap, 1);
    dvmr_loop_begin(ap_array, NULL, 2, first, last, NULL);
    for (int i = 1; i < N1 - 1; i++) {
        for (int j = 1; j < N2 - 1; j++) {
            ap[i][j] = 4 * p[i][j] - p[i - 1][j] - p[i + 1][j] - p[i][j - 1] - p[i][j + 1];
            pap += p[i][j] * ap[i][j];
        }
    }
    dvmr_loop_end();
    dvmr_interval_end();
    return pap;
}

static double
go(dvmr_array on, double alpha, double *big)
{
    double rr = 0;
    *big = 0;
    dvmr_interval_begin(20);
    dvmr_loop_reduce(sizeof rr, 1);
    dvmr_loop_reduce(sizeof *big, 1);
    dvmr_loop_begin(on, NULL, 2, first, last, NULL);
    for (int i = 1; i < N1 - 1; i++) {
        for (int j = 1; j < N2 - 1; j++) {
            x[i][j] += alpha * p[i][j];
            r[i][j] -= alpha * ap[i][j];
            rr += r[i][j] * r[i][j];
            *big = fmax(*big, fabs(r[i][j]));
        }
    }
    dvmr_loop_end();
    dvmr_interval_end();
    return rr;
}

static void
turn(dvmr_array on, double beta)
{
    dvmr_interval_begin(30);
    DVMR_LOOP(on, 2, first, last)
    for (int i = 1; i < N1 - 1; i++)
        for (int j = 1; j < N2 - 1; j++)
            p[i][j] = r[i][j] + beta * p[i][j];
    dvmr_interval_end();
}

int
main(void)
{
    const int64_t size[] = { N1, N2 };
    double big = 1;
    int it;
    dvmr_begin(NULL);
    const dvmr_array a = dvmr_distribute("x", sizeof x[0][0], 2, size, "block,block");
    dvmr_align("r", sizeof r[0][0], 2, size, a, NULL);
    const dvmr_array b = dvmr_align("p", sizeof p[0][0], 2, size, a, NULL);
    const dvmr_array c = dvmr_align("ap", sizeof ap[0][0], 2, size, a, NULL);
    double rr = start(a);
    dvmr_sequential_begin();
    for (it = 0; it < MOST && big >= 1e-8; it++) {
        const double more = go(a, rr / multiply(b, c), &big);
        turn(b, more / rr);
        rr = more;
    }
    dvmr_sequential_end();
    dvmr_io_begin();
    printf("iterations %d residual %g %g\n", it, sqrt(rr), big);
    dvmr_io_end();
    dvmr_end();
    return 0;
}

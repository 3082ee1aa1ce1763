/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/gauss_elimination.fdv in C.
 */
#include <math.h>
#include <stdio.h>

#include "record/dvm-record.h"

enum { M = 120 };

static double w[M][M], f[M], y[M];

/* A loop over rows first..last. */
static void
rows(dvmr_array on, const char *rule, int64_t first, int64_t last)
{
    dvmr_loop_begin(on, rule, 1, &first, &last, NULL);
}

static void
start(dvmr_array a)
{
    dvmr_interval_begin(1);
    rows(a, "[i] -> [i,*]", 0, M - 1);
    for (int i = 0; i < M; i++) {
        f[i] = 0;
        for (int j = 0; j < M; j++) {
            w[i][j] = i == j ? M : 1.0 / (1 + (i > j ? i - j : j - i));
            f[i] += w[i][j] * (j + 1);
        }
    }
    dvmr_loop_end();
    dvmr_interval_end();
}

static void
eliminate(dvmr_array a, dvmr_array right)
{
    char pivot[32], element[32];
    dvmr_interval_begin(2);
    dvmr_sequential_begin();
    for (int k = 0; k < M - 1; k++) {
        snprintf(pivot, sizeof pivot, "%d,:", k);
        snprintf(element, sizeof element, "%d", k);
        dvmr_remote(a, pivot, a);
        dvmr_remote(right, element, a);
        rows(a, "[i] -> [i,*]", k + 1, M - 1);
        for (int i = k + 1; i < M; i++) {
            const double factor = w[i][k] / w[k][k];
            for (int j = k + 1; j < M; j++)
                w[i][j] -= factor * w[k][j];
            f[i] -= factor * f[k];
        }
        dvmr_loop_end();
    }
    dvmr_sequential_end();
    dvmr_interval_end();
}

static void
substitute(dvmr_array right, dvmr_array solution)
{
    char element[32];
    dvmr_interval_begin(3);
    y[M - 1] = f[M - 1] / w[M - 1][M - 1];
    dvmr_sequential_begin();
    for (int k = M - 1; k > 0; k--) {
        snprintf(element, sizeof element, "%d", k);
        dvmr_remote(solution, element, right);
        rows(right, "[i] -> [i]", 0, k - 1);
        for (int i = 0; i < k; i++)
            f[i] -= w[i][k] * y[k];
        dvmr_loop_end();
        y[k - 1] = f[k - 1] / w[k - 1][k - 1];
    }
    dvmr_sequential_end();
    dvmr_interval_end();
}

int
main(void)
{
    const int64_t size[] = { M, M };
    double error = 0;
    dvmr_begin(NULL);
    const dvmr_array a = dvmr_distribute("w", sizeof w[0][0], 2, size, "block,*");
    const dvmr_array right = dvmr_align("f", sizeof f[0], 1, size, a, "[i] -> [i,*]");
    const dvmr_array solution = dvmr_align("y", sizeof y[0], 1, size, a, "[i] -> [i,*]");
    start(a);
    eliminate(a, right);
    substitute(right, solution);
    dvmr_loop_reduce(sizeof error, 1);
    rows(solution, NULL, 0, M - 1);
    for (int i = 0; i < M; i++)
        error = fmax(error, fabs(y[i] - (i + 1)));
    dvmr_loop_end();
    dvmr_io_begin();
    printf("largest error %g\n", error);
    dvmr_io_end();
    dvmr_end();
    return 0;
}

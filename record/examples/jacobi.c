/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * jacobi [SIZE [STEPS]]: Jacobi's method for Laplace's equation on a square; rows would be
 * distributed. What the recorder is told are the lines that begin with dvmr_.
 */
#include <dvm-record.h>
#include <math.h>

#include "seconds.h"

int
main(int argc, char **argv)
{
    const int n = argument(argc, argv, 1, 1000), steps = argument(argc, argv, 2, 100);
    double *u = numbers((size_t)n * n), *next = numbers((size_t)n * n), change = 0;
    for (int j = 0; j < n; j++)
        u[j] = next[j] = 1;

    dvmr_begin(NULL);
    dvmr_array a = dvmr_distribute("u", 8, 2, ((int64_t[]){ n, n }), "block,*");
    dvmr_array b = dvmr_align("next", 8, 2, ((int64_t[]){ n, n }), a, "[i,j] -> [i,j]");
    const int64_t first[] = { 1, 1 }, last[] = { n - 2, n - 2 };

    const double start = seconds();
    dvmr_interval_begin(1);
    for (int step = 0; step < steps; step++) {
        change = 0;
        dvmr_loop_exchange(1, &a, false);
        dvmr_loop_reduce(8, 1);
        dvmr_loop_begin(b, NULL, 2, first, last, NULL);
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                const double *p = u + (size_t)i * n + j;
                const double mean = 0.25 * (p[-n] + p[n] + p[-1] + p[1]);
                change = fmax(change, fabs(mean - *p));
                next[(size_t)i * n + j] = mean;
            }
        }
        dvmr_loop_end();
        DVMR_LOOP(a, 2, first, last)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[(size_t)i * n + j] = next[(size_t)i * n + j];
    }
    dvmr_interval_end();
    printf("%.6f s, last change %.9g\n", seconds() - start, change);
    dvmr_end();
    free(u);
    free(next);
    return 0;
}

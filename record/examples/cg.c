/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * cg [SIZE [STEPS]]: conjugate gradients for Poisson's equation on a square with border; rows
 * would be distributed.
 */
#include <dvm-record.h>

#include "seconds.h"

static int n;

/* The element in row i and column j. */
#define AT(a, i, j) (a)[(size_t)(i)*n + (j)]
#define INNER                                                                                  \
    for (int i = 1; i < n - 1; i++)                                                            \
        for (int j = 1; j < n - 1; j++)

int
main(int argc, char **argv)
{
    n = argument(argc, argv, 1, 800);
    const int steps = argument(argc, argv, 2, 60);
    double *x = numbers((size_t)n * n), *r = numbers((size_t)n * n);
    double *p = numbers((size_t)n * n), *q = numbers((size_t)n * n);
    INNER AT(r, i, j) = AT(p, i, j) = (i * 7 + j * 3) % 11 - 5;

    dvmr_begin(NULL);
    const int64_t size[] = { n, n }, first[] = { 1, 1 }, last[] = { n - 2, n - 2 };
    dvmr_array of_x = dvmr_distribute("x", 8, 2, size, "block,*");
    dvmr_array of_p = dvmr_align("p", 8, 2, size, of_x, NULL);
    dvmr_array of_q = dvmr_align("q", 8, 2, size, of_x, NULL);
    dvmr_align("r", 8, 2, size, of_x, NULL);

    const double start = seconds();
    dvmr_interval_begin(1);
    double rr = 0;
    dvmr_loop_reduce(8, 1);
    DVMR_LOOP(of_x, 2, first, last)
    INNER rr += AT(r, i, j) * AT(r, i, j);
    for (int step = 0; step < steps; step++) {
        double pq = 0, more = 0;
        dvmr_loop_exchange(1, &of_p, false);
        dvmr_loop_reduce(8, 1);
        dvmr_loop_begin(of_q, NULL, 2, first, last, NULL);
        INNER
        {
            AT(q, i, j) = 4 * AT(p, i, j) - AT(p, i - 1, j) - AT(p, i + 1, j) -
                          AT(p, i, j - 1) - AT(p, i, j + 1);
            pq += AT(p, i, j) * AT(q, i, j);
        }
        dvmr_loop_end();
        const double alpha = rr / pq;
        dvmr_loop_reduce(8, 1);
        dvmr_loop_begin(of_x, NULL, 2, first, last, NULL);
        INNER
        {
            AT(x, i, j) += alpha * AT(p, i, j);
            AT(r, i, j) -= alpha * AT(q, i, j);
            more += AT(r, i, j) * AT(r, i, j);
        }
        dvmr_loop_end();
        const double beta = more / rr;
        DVMR_LOOP(of_p, 2, first, last)
        INNER AT(p, i, j) = AT(r, i, j) + beta * AT(p, i, j);
        rr = more;
    }
    dvmr_interval_end();
    printf("%.6f s, residual %.6g\n", seconds() - start, rr);
    dvmr_end();
    free(x);
    free(r);
    free(p);
    free(q);
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * cg.c with MPI: a block of rows a process, and of p a row of each neighbour around it.
 */
#include <mpi.h>

#include "seconds.h"

static int n, rows, rank, count, low, high;

/* The element in row i (1..rows are the process's own) and column j. */
#define AT(a, i, j) (a)[(size_t)(i)*n + (j)]
#define INNER                                                                                  \
    for (int i = low; i <= high; i++)                                                          \
        for (int j = 1; j < n - 1; j++)

static void
exchange(double *p)
{
    const int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int down = rank < count - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&AT(p, 1, 0), n, MPI_DOUBLE, up, 0, &AT(p, rows + 1, 0), n, MPI_DOUBLE, down,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&AT(p, rows, 0), n, MPI_DOUBLE, down, 0, p, n, MPI_DOUBLE, up, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double
sum(double own)
{
    double all;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static double
solve(double *x, double *r, double *p, double *q, int steps)
{
    double rr = 0;
    INNER rr += AT(r, i, j) * AT(r, i, j);
    rr = sum(rr);
    for (int step = 0; step < steps; step++) {
        double pq = 0, more = 0;
        exchange(p);
        INNER
        {
            AT(q, i, j) = 4 * AT(p, i, j) - AT(p, i - 1, j) - AT(p, i + 1, j) -
                          AT(p, i, j - 1) - AT(p, i, j + 1);
            pq += AT(p, i, j) * AT(q, i, j);
        }
        const double alpha = rr / sum(pq);
        INNER
        {
            AT(x, i, j) += alpha * AT(p, i, j);
            AT(r, i, j) -= alpha * AT(q, i, j);
            more += AT(r, i, j) * AT(r, i, j);
        }
        more = sum(more);
        const double beta = more / rr;
        INNER AT(p, i, j) = AT(r, i, j) + beta * AT(p, i, j);
        rr = more;
    }
    return rr;
}

int
main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    n = argument(argc, argv, 1, 800);
    const int steps = argument(argc, argv, 2, 60), begin = (int)((int64_t)n * rank / count);
    rows = (int)((int64_t)n * (rank + 1) / count) - begin;
    low = rank == 0 ? 2 : 1;
    high = rank == count - 1 ? rows - 1 : rows;
    const size_t size = (size_t)(rows + 2) * n;
    double *x = numbers(size), *r = numbers(size), *p = numbers(size), *q = numbers(size);
    INNER AT(r, i, j) = AT(p, i, j) = ((begin + i - 1) * 7 + j * 3) % 11 - 5;

    MPI_Barrier(MPI_COMM_WORLD);
    const double start = seconds(), rr = solve(x, r, p, q, steps);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f s, residual %.6g\n", seconds() - start, rr);
    free(x);
    free(r);
    free(p);
    free(q);
    MPI_Finalize();
    return 0;
}

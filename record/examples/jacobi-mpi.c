/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * jacobi.c with MPI: a block of rows a process, and a row of each neighbour around it.
 */
#include <math.h>
#include <mpi.h>

#include "seconds.h"

/* Rows 0 and rows + 1 from the neighbours. */
static void
exchange(double *u, int n, int rows, int rank, int count)
{
    const int up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int down = rank < count - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(u + n, n, MPI_DOUBLE, up, 0, u + (size_t)(rows + 1) * n, n, MPI_DOUBLE, down,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(u + (size_t)rows * n, n, MPI_DOUBLE, down, 0, u, n, MPI_DOUBLE, up, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int
main(int argc, char **argv)
{
    int rank, count;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    const int n = argument(argc, argv, 1, 1000), steps = argument(argc, argv, 2, 100);
    const int begin = (int)((int64_t)n * rank / count);
    const int rows = (int)((int64_t)n * (rank + 1) / count) - begin;
    double *u = numbers((size_t)(rows + 2) * n), *next = numbers((size_t)(rows + 2) * n);
    double change = 0;
    for (int j = 0; rank == 0 && j < n; j++)
        u[n + j] = next[n + j] = 1;
    /* of the rows 1..rows, those that are not at the border */
    const int low = rank == 0 ? 2 : 1, high = rank == count - 1 ? rows - 1 : rows;

    MPI_Barrier(MPI_COMM_WORLD);
    const double start = seconds();
    for (int step = 0; step < steps; step++) {
        double most = 0;
        exchange(u, n, rows, rank, count);
        for (int i = low; i <= high; i++) {
            for (int j = 1; j < n - 1; j++) {
                const double *p = u + (size_t)i * n + j;
                const double mean = 0.25 * (p[-n] + p[n] + p[-1] + p[1]);
                most = fmax(most, fabs(mean - *p));
                next[(size_t)i * n + j] = mean;
            }
        }
        MPI_Allreduce(&most, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        for (int i = low; i <= high; i++)
            for (int j = 1; j < n - 1; j++)
                u[(size_t)i * n + j] = next[(size_t)i * n + j];
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f s, last change %.9g\n", seconds() - start, change);
    free(u);
    free(next);
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * fft.c with MPI: a block of rows a process, transposed between all. The number of processes
 * divides SIZE.
 */
#include <mpi.h>

#include "seconds.h"

#include "fft.h"

/* Rows become columns: each process sends a square block to each. */
static void
transpose(double complex *a, double complex *b, int n, int rows, int count)
{
    for (int to = 0; to < count; to++)
        for (int j = 0; j < rows; j++)
            for (int i = 0; i < rows; i++)
                b[((size_t)to * rows + j) * rows + i] = a[(size_t)i * n + to * rows + j];
    double complex *c = a; /* what was there has been sent */
    MPI_Alltoall(b, rows * rows, MPI_C_DOUBLE_COMPLEX, c, rows * rows, MPI_C_DOUBLE_COMPLEX,
                 MPI_COMM_WORLD);
    for (int from = 0; from < count; from++)
        for (int j = 0; j < rows; j++)
            for (int i = 0; i < rows; i++)
                b[(size_t)j * n + from * rows + i] = c[((size_t)from * rows + j) * rows + i];
}

int
main(int argc, char **argv)
{
    int rank, count;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    const int n = argument(argc, argv, 1, 512), times = argument(argc, argv, 2, 10);
    const int rows = n / count;
    double complex *a = (double complex *)numbers(2 * (size_t)rows * n);
    double complex *b = (double complex *)numbers(2 * (size_t)rows * n);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++)
            a[(size_t)i * n + j] = wave(rank * rows + i, j);

    MPI_Barrier(MPI_COMM_WORLD);
    const double start = seconds();
    for (int t = 0; t < times; t++) {
        for (int i = 0; i < rows; i++)
            fft(a + (size_t)i * n, n);
        transpose(a, b, n, rows, count);
        for (int j = 0; j < rows; j++) {
            fft(b + (size_t)j * n, n);
            for (int i = 0; i < n; i++)
                b[(size_t)j * n + i] /= n;
        }
        transpose(b, a, n, rows, count);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const double time = seconds() - start, own = energy(a, (size_t)rows * n);
    double all = 0;
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f s, energy %.9g\n", time, all);
    free(a);
    free(b);
    MPI_Finalize();
    return 0;
}

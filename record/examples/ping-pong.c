/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What messages between two processes cost, as lines of a parameter file: from messages of 8
 * bytes and of 1 MiB that go to and fro; the least of many.
 */
#include <mpi.h>

#include "seconds.h"

#define LARGE (1 << 20)

static char buffer[LARGE];

/* Seconds of one message. */
static double
message(int rank, int bytes)
{
    double least = 1;
    for (int i = 0; i < 200; i++) {
        const double start = seconds();
        if (rank == 0)
            MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, bytes, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1)
            MPI_Send(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        const double time = (seconds() - start) / 2;
        least = time < least ? time : least;
    }
    return least;
}

int
main(int argc, char **argv)
{
    int rank, count;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (count == 2) {
        const double small = message(rank, 8), large = message(rank, LARGE);
        if (rank == 0)
            printf(
                "type = network;\nchannels = 2;\nstart time = %.3f;\nsend byte time = %.6f;\n",
                1e6 * small, 1e6 * (large > small ? large - small : 0) / LARGE);
    }
    MPI_Finalize();
    return count == 2 ? 0 : 1;
}

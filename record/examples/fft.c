/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * fft [SIZE [TIMES]]: two-dimensional Fourier transform of a square, SIZE a power of two: rows,
 * then columns. Lines would lie in one processor each: the array is distributed anew in
 * between.
 */
#include <dvm-record.h>

#include "seconds.h"

#include "fft.h"

int
main(int argc, char **argv)
{
    const int n = argument(argc, argv, 1, 512), times = argument(argc, argv, 2, 10);
    double complex *a = (double complex *)numbers(2 * (size_t)n * n);
    double complex *line = (double complex *)numbers(2 * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[(size_t)i * n + j] = wave(i, j);

    dvmr_begin(NULL);
    const int64_t size[] = { n, n }, first = 0, last = n - 1;
    dvmr_array of_a = dvmr_distribute("a", 16, 2, size, "block,*");

    const double start = seconds();
    dvmr_interval_begin(1);
    for (int t = 0; t < times; t++) {
        dvmr_loop_begin(of_a, "[i] -> [i,*]", 1, &first, &last, NULL);
        for (int i = 0; i < n; i++)
            fft(a + (size_t)i * n, n);
        dvmr_loop_end();
        dvmr_redistribute(of_a, "*,block");
        dvmr_loop_begin(of_a, "[j] -> [*,j]", 1, &first, &last, NULL);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++)
                line[i] = a[(size_t)i * n + j];
            fft(line, n);
            for (int i = 0; i < n; i++)
                a[(size_t)i * n + j] = line[i] / n;
        }
        dvmr_loop_end();
        dvmr_redistribute(of_a, "block,*");
    }
    dvmr_interval_end();
    printf("%.6f s, energy %.9g\n", seconds() - start, energy(a, (size_t)n * n));
    dvmr_end();
    free(a);
    free(line);
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef FFT_H
#define FFT_H

#include <complex.h>
#include <math.h>

/* The Fourier transform of n numbers in place, n a power of two. */
static inline void
fft(double complex *a, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            const double complex t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
    for (int length = 2; length <= n; length *= 2) {
        const double complex w = cexp(-2 * acos(-1) * I / length);
        for (int i = 0; i < n; i += length) {
            double complex turn = 1;
            for (int k = 0; k < length / 2; k++, turn *= w) {
                const double complex t = turn * a[i + k + length / 2];
                a[i + k + length / 2] = a[i + k] - t;
                a[i + k] += t;
            }
        }
    }
}

/* The sum of squares, which does not change. */
static inline double
energy(const double complex *a, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += creal(a[i]) * creal(a[i]) + cimag(a[i]) * cimag(a[i]);
    return sum;
}

/* What is transformed. */
static inline double
wave(int i, int j)
{
    return (i * 5 + j * 3) % 17 - 8;
}

#endif

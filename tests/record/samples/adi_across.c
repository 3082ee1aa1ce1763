/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/adi_across.fdv in C.
 */
#include <math.h>
#include <stdio.h>

#include "record/dvm-record.h"

enum { N = 100, M = 84, STEPS = 8 };

static float u[N][M], c[N][M], d[N][M];
static const float s = 0.4f;
static dvmr_array a, b, f; /* of u, c, d */

static const int64_t inner_first[] = { 1, 1 }, inner_last[] = { N - 2, M - 2 };

/* Sweeps along axis 0 or 1 (di, dj tell the neighbour before). */
static void
forward(int di, int dj)
{
    const int low[] = { di, dj }, none[] = { 0, 0 };
    dvmr_loop_across(b, low, none);
    dvmr_loop_across(f, low, none);
    DVMR_LOOP(b, 2, inner_first, inner_last)
    for (int i = 1; i < N - 1; i++) {
        for (int j = 1; j < M - 1; j++) {
            const float den = 1 + 2 * s - s * c[i - di][j - dj];
            c[i][j] = s / den;
            d[i][j] = (d[i][j] + s * d[i - di][j - dj]) / den;
        }
    }
}

static void
backward(int di, int dj)
{
    const int high[] = { di, dj }, none[] = { 0, 0 };
    const int64_t first[] = { di ? N - 2 : 1, dj ? M - 2 : 1 };
    const int64_t last[] = { di ? 1 : N - 2, dj ? 1 : M - 2 };
    const int64_t step[] = { di ? -1 : 1, dj ? -1 : 1 };
    dvmr_loop_across(a, none, high);
    dvmr_loop_begin(a, NULL, 2, first, last, step);
    for (int i = (int)first[0]; i != last[0] + step[0]; i += (int)step[0])
        for (int j = (int)first[1]; j != last[1] + step[1]; j += (int)step[1])
            u[i][j] = d[i][j] + c[i][j] * u[i + di][j + dj];
    dvmr_loop_end();
}

/* The explicit part, along the other axis. */
static void explicit(int di, int dj)
{
    const int64_t first[] = { di, dj }, last[] = { N - 1 - di, M - 1 - dj };
    dvmr_loop_exchange(1, &a, false);
    dvmr_loop_begin(f, NULL, 2, first, last, NULL);
    for (int i = di; i < N - di; i++)
        for (int j = dj; j < M - dj; j++)
            d[i][j] = u[i][j] + s * (u[i - di][j - dj] - 2 * u[i][j] + u[i + di][j + dj]);
    dvmr_loop_end();
}

static void
step(void)
{
    dvmr_interval_begin(1);
    explicit(0, 1);
    forward(1, 0);
    backward(1, 0);
    dvmr_interval_end();
    dvmr_interval_begin(2);
    explicit(1, 0);
    forward(0, 1);
    backward(0, 1);
    dvmr_interval_end();
}

int
main(void)
{
    const int64_t size[] = { N, M }, first[] = { 0, 0 }, last[] = { N - 1, M - 1 };
    float sum = 0;
    dvmr_begin(NULL);
    a = dvmr_distribute("u", sizeof u[0][0], 2, size, "block,block");
    b = dvmr_align("c", sizeof c[0][0], 2, size, a, NULL);
    f = dvmr_align("d", sizeof d[0][0], 2, size, a, NULL);
    DVMR_LOOP(a, 2, first, last)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            u[i][j] = sinf(0.05f * (float)(i + 1)) * sinf(0.06f * (float)(j + 1));
    dvmr_sequential_begin();
    for (int i = 0; i < STEPS; i++)
        step();
    dvmr_sequential_end();
    dvmr_loop_reduce(sizeof sum, 1);
    DVMR_LOOP(a, 2, first, last)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += u[i][j];
    dvmr_io_begin();
    printf("sum %g\n", (double)sum);
    dvmr_io_end();
    dvmr_end();
    return 0;
}

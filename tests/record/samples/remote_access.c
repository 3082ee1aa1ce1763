/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/remote_access.fdv in C.
 */
#include <stdio.h>

#include "record/dvm-record.h"

enum { N = 64, STRIDE = 4 };

static float a[N][N], b[N][N], c[N][N], diagonal[N];
static dvmr_array of_a, of_b, of_c, of_diagonal;

/* A loop over c[0..ni-1][0..nj-1], of the line where it stands. */
#define over(ni, nj)                                                                           \
    dvmr_loop_begin(of_c, NULL, 2, (const int64_t[]){ 0, 0 },                                  \
                    (const int64_t[]){ (ni)-1, (nj)-1 }, NULL)

static void
outer_products(void)
{
    char column[32], row[32];
    dvmr_interval_begin(1);
    dvmr_sequential_begin();
    for (int k = 0; k < N; k += STRIDE) {
        snprintf(column, sizeof column, ":,%d", k);
        snprintf(row, sizeof row, "%d,:", k);
        dvmr_remote(of_a, column, of_c);
        dvmr_remote(of_b, row, of_c);
        over(N, N);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                c[i][j] += a[i][k] * b[k][j];
        dvmr_loop_end();
    }
    dvmr_sequential_end();
    dvmr_interval_end();
}

static void
linear(void)
{
    dvmr_interval_begin(2);
    dvmr_sequential_begin();
    for (int it = 0; it < 3; it++) {
        dvmr_remote(of_b, "2*i+2,j", of_c);
        over(N / 2 - 1, N);
        for (int i = 0; i < N / 2 - 1; i++)
            for (int j = 0; j < N; j++)
                c[i][j] += b[2 * i + 2][j];
        dvmr_loop_end();
        dvmr_remote(of_b, "i+9,3*j", of_c);
        over(N - 9, N / 3);
        for (int i = 0; i < N - 9; i++)
            for (int j = 0; j < N / 3; j++)
                c[i][j] -= b[i + 9][3 * j];
        dvmr_loop_end();
    }
    dvmr_sequential_end();
    dvmr_interval_end();
}

static void
elements(void)
{
    const int64_t first = 0, last = N - 1;
    char text[32];
    dvmr_interval_begin(3);
    dvmr_sequential_begin();
    for (int k = 0; k < 6; k++) {
        snprintf(text, sizeof text, "2,%d", k + 2);
        dvmr_remote(of_a, text, of_c);
        over(N, N);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                c[i][j] *= a[2][k + 2];
        dvmr_loop_end();
        snprintf(text, sizeof text, "i,%d", k);
        dvmr_remote(of_c, text, of_diagonal);
        DVMR_LOOP(of_diagonal, 1, &first, &last)
        for (int i = 0; i < N; i++)
            diagonal[i] = c[i][k];
    }
    dvmr_sequential_end();
    dvmr_interval_end();
}

static void
everything(void)
{
    const int64_t first = 0, last = N - 1;
    dvmr_interval_begin(4);
    dvmr_remote(of_c, ":,:", of_diagonal);
    DVMR_LOOP(of_diagonal, 1, &first, &last)
    for (int i = 0; i < N; i++)
        diagonal[i] += c[i][i];
    dvmr_interval_end();
}

static void
ahead(void)
{
    dvmr_interval_begin(5);
    dvmr_sequential_begin();
    for (int it = 0; it < 4; it++) {
        dvmr_remote(of_a, "0,:", of_c);
        over(N, N);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                c[i][j] += a[0][j];
        dvmr_loop_end();
        dvmr_remote(of_a, "63,:", of_c);
        over(N, N);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                c[i][j] -= a[N - 1][j];
        dvmr_loop_end();
    }
    dvmr_sequential_end();
    dvmr_interval_end();
}

int
main(void)
{
    const int64_t size[] = { N, N }, first[] = { 0, 0 }, last[] = { N - 1, N - 1 };
    float sum = 0;
    dvmr_begin(NULL);
    of_a = dvmr_distribute("a", sizeof a[0][0], 2, size, "block,block");
    of_diagonal = dvmr_align("diagonal", sizeof diagonal[0], 1, size, of_a, "[i] -> [i,0]");
    of_b = dvmr_align("b", sizeof b[0][0], 2, size, of_a, NULL);
    of_c = dvmr_align("c", sizeof c[0][0], 2, size, of_a, NULL);
    DVMR_LOOP(of_a, 2, first, last)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            a[i][j] = 1 / (float)(i + j + 2);
            b[i][j] = (float)(i - j);
        }
    }
    outer_products();
    linear();
    elements();
    everything();
    ahead();
    dvmr_loop_reduce(sizeof sum, 1);
    DVMR_LOOP(of_diagonal, 1, first, last)
    for (int i = 0; i < N; i++)
        sum += diagonal[i];
    dvmr_io_begin();
    printf("sum %g\n", (double)sum);
    dvmr_io_end();
    dvmr_end();
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/copy_line.cdv in C.
 */
#include <stdio.h>
#include <string.h>

#include "record/dvm-record.h"

enum { LINES = 90, WIDTH = 66 };

static double m[LINES][WIDTH], n[LINES][WIDTH], row[WIDTH], column[LINES];
static float strip[4][WIDTH];
static const dvmr_array none;

/* The section with the index in place of #. */
static char *
text(char to[32], const char *section, int index)
{
    const char *at = strchr(section, '#');
    snprintf(to, 32, "%.*s%d%s", (int)(at - section), section, index, at + 1);
    return to;
}

/* Lines and columns to variables. */
static void
take(dvmr_array a, int k)
{
    char from[32];
    dvmr_interval_begin(k);
    for (int j = 0; j < WIDTH; j++)
        row[j] = m[3 * k][j];
    dvmr_copy(a, text(from, "#,:", 3 * k), none, NULL);
    for (int i = 0; i < LINES; i++)
        column[i] = m[i][2 * k + 1];
    dvmr_copy(a, text(from, ":,#", 2 * k + 1), none, NULL);
    dvmr_interval_end();
}

static void
move(dvmr_array a, dvmr_array b, int k)
{
    char from[32], to[32];
    dvmr_interval_begin(100 + k);
    for (int j = 0; j < WIDTH; j++)
        n[k][j] = m[LINES - 1 - k][j];
    dvmr_copy(a, text(from, "#,:", LINES - 1 - k), b, text(to, "#,:", k));
    for (int i = 0; i < LINES; i++)
        n[i][k] = m[i][WIDTH - 1 - k];
    dvmr_copy(a, text(from, ":,#", WIDTH - 1 - k), b, text(to, ":,#", k));
    for (int j = 0; j < WIDTH; j++)
        n[k + 20][j] = row[j];
    dvmr_copy(none, NULL, b, text(to, "#,:", k + 20));
    dvmr_interval_end();
}

/* A copy that goes on during a loop. */
static void
turn(dvmr_array a, dvmr_array b, dvmr_array s, int k)
{
    const int64_t first[] = { 0, 0 }, last[] = { 3, WIDTH - 1 };
    char from[32], to[32];
    const dvmr_op copy =
        dvmr_copy_start(b, text(from, "#,0:65:2", k + 1), a, text(to, "#,0:65:2", k));
    for (int j = 0; j < WIDTH; j += 2)
        m[k][j] = n[k + 1][j];
    DVMR_LOOP(s, 2, first, last)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < WIDTH; j++)
            strip[i][j] = (float)(i * j + k);
    dvmr_wait(copy);
}

int
main(void)
{
    const int64_t size[] = { LINES, WIDTH }, narrow[] = { 4, WIDTH };
    const int64_t first[] = { 0, 0 }, last[] = { LINES - 1, WIDTH - 1 };
    double sum = 0;
    dvmr_begin(NULL);
    const dvmr_array a = dvmr_distribute("m", sizeof m[0][0], 2, size, "block,block");
    const dvmr_array b = dvmr_distribute("n", sizeof n[0][0], 2, size, "block,block");
    const dvmr_array s = dvmr_distribute("strip", sizeof strip[0][0], 2, narrow, "*,block");
    DVMR_LOOP(a, 2, first, last)
    for (int i = 0; i < LINES; i++)
        for (int j = 0; j < WIDTH; j++)
            m[i][j] = i + 0.01 * j;
    DVMR_LOOP(b, 2, first, last)
    for (int i = 0; i < LINES; i++)
        for (int j = 0; j < WIDTH; j++)
            n[i][j] = 0;
    dvmr_sequential_begin();
    for (int k = 0; k < 7; k++) {
        take(a, k);
        sum += row[k] + column[k];
        move(a, b, k);
        turn(a, b, s, k);
    }
    dvmr_sequential_end();
    dvmr_io_begin();
    printf("sum %g\n", sum);
    dvmr_io_end();
    dvmr_free(s);
    dvmr_free(b);
    dvmr_free(a);
    dvmr_end();
    return 0;
}

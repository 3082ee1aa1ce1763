/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * samples/task_loop.cdv in C: one channel is one task.
 */
#include <stdio.h>

#include "record/dvm-record.h"

enum { CELLS = 24, CHANNELS = 4, STEPS = 5, LONGEST = 200 };

static const int length[CHANNELS] = { 200, 150, 100, 50 };
static double depth[CHANNELS][LONGEST][CELLS], next[CHANNELS][LONGEST][CELLS];
static dvmr_array of_depth[CHANNELS], of_next[CHANNELS];

static void
make(int c)
{
    const int64_t size[] = { length[c], CELLS };
    dvmr_task_begin(c, c);
    of_depth[c] = dvmr_distribute("depth", sizeof(double), 2, size, "block,*");
    of_next[c] = dvmr_align("next", sizeof(double), 2, size, of_depth[c], NULL);
    dvmr_task_end();
    dvmr_realign(of_next[c], of_depth[c], "[i,j] -> [i,j]");
}

static void
fill(int c)
{
    const int64_t first[] = { 0, 0 }, last[] = { length[c] - 1, CELLS - 1 };
    dvmr_task_begin(c, c);
    DVMR_LOOP(of_depth[c], 2, first, last)
    for (int i = 0; i < length[c]; i++)
        for (int j = 0; j < CELLS; j++)
            depth[c][i][j] = next[c][i][j] = 1 + 0.001 * i * j;
    dvmr_task_end();
}

static double
advance(int c)
{
    const int64_t first[] = { 1, 1 }, last[] = { length[c] - 2, CELLS - 2 };
    double top = 0;
    dvmr_task_begin(c, c);
    dvmr_loop_exchange(1, &of_depth[c], false);
    DVMR_LOOP(of_next[c], 2, first, last)
    for (int i = 1; i < length[c] - 1; i++)
        for (int j = 1; j < CELLS - 1; j++)
            next[c][i][j] = depth[c][i][j] + 0.1 * (depth[c][i - 1][j] - 2 * depth[c][i][j] +
                                                    depth[c][i + 1][j]);
    dvmr_loop_reduce(sizeof top, 1);
    DVMR_LOOP(of_depth[c], 2, first, last)
    for (int i = 1; i < length[c] - 1; i++) {
        for (int j = 1; j < CELLS - 1; j++) {
            depth[c][i][j] = next[c][i][j];
            top = depth[c][i][j] > top ? depth[c][i][j] : top;
        }
    }
    dvmr_task_end();
    return top;
}

int
main(void)
{
    const int64_t processors = CHANNELS;
    dvmr_begin(NULL);
    dvmr_grid(1, &processors);
    for (int c = 0; c < CHANNELS; c++)
        make(c);
    for (int c = 0; c < CHANNELS; c++)
        fill(c);
    dvmr_sequential_begin();
    for (int t = 0; t < STEPS; t++) {
        double volume = 0;
        for (int c = 0; c < CHANNELS; c++)
            volume += advance(c);
        dvmr_reduce(sizeof volume, 1);
        dvmr_io_begin();
        printf("step %d sum of levels %g\n", t, volume);
        dvmr_io_end();
    }
    dvmr_sequential_end();
    dvmr_end();
    return 0;
}

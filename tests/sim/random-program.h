/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Random traces that are valid for the run-time system: indices are inside, objects alive, what
 * is started is waited for.
 */
#pragma once

#include <glib.h>

/* Groups of features; a program uses those that are asked for. */
typedef enum {
    RANDOM_INTERVALS = 1 << 0,
    RANDOM_REDUCTIONS = 1 << 1,
    RANDOM_SHADOWS = 1 << 2,
    RANDOM_REDISTRIBUTION = 1 << 3, /* redis_, realn_ */
    RANDOM_COPIES = 1 << 4,
    RANDOM_REMOTE = 1 << 5,
    RANDOM_ACROSS = 1 << 6,
    RANDOM_IO = 1 << 7,      /* I/O functions, brackets, srmem_ */
    RANDOM_TASKS = 1 << 8,   /* parts of the system, views of it, abstract machines on them */
    RANDOM_WEIGHTS = 1 << 9, /* setelw_, genblk_, blkdiv_, DistrParamArray */
    RANDOM_CHAINS = 1 << 10, /* alignment through arrays, strides, constants, replication */
    RANDOM_DELETIONS = 1 << 11,
    RANDOM_HOLES =
        1 << 12, /* arrays that are replicated over elements with gaps between their owners */
    RANDOM_KEPT = 1 << 13,       /* deletion of arrays that a group or a buffer still names */
    RANDOM_GAPS = 1 << 14,       /* pipelined loops that leave out processors between others */
    RANDOM_TASK_VIEWS = 1 << 15, /* psview_ inside of a task */
    RANDOM_BLOCKS = 1 << 16,     /* begbl_, endbl_ */
    RANDOM_ALL = (1 << 17) - 1,
} RandomFeatures;

typedef struct {
    char *header;
    GPtrArray *calls; /* text of each call with its return; owned */
    char *footer;
} RandomProgram;

/* For a processor system of `rank` sizes[] (weights are made to fit it). The trace says that it
 * was made on a virtual system of vps_rank sizes vps[], 0: on one processor. */
RandomProgram *random_program_new(guint32 seed, guint features, int rank, const int sizes[],
                                  int vps_rank, const int vps[]);
void random_program_free(RandomProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RandomProgram, random_program_free)

/* The whole trace; free with g_free(). */
char *random_program_text(const RandomProgram *program);

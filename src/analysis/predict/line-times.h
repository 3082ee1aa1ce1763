/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where in the source the time of the processors goes: what the calls of each line take.
 */
#pragma once

#include "src/sim/simulator.h"

/* Seconds, summed up over the processors. The four parts are disjoint; over all lines they add
 * up to the program's Total_time without Idle, `waiting` to its Synchronization, and
 * `communication` and `waiting` together to its Communication. */
typedef struct {
    char *file;       /* "" for what stands in no line */
    gint64 line;      /* from 1; 0 as above */
    guint64 calls;    /* outermost calls of the line */
    double computing; /* CPU and system time. The user's code between two calls is the time of
                       * the later one, a loop's body that of the call that ends it. */
    double io;        /* of processor 0 */
    double communication; /* and waiting for the completion of what was started */
    double waiting;       /* for other processors, before a collective */
} LineTimes;

/* The lines that calls stand in, by file and number, of a simulator that keeps them
 * (SimulatorOptions.lines) and has run; `program` is what it ran. Release with g_array_unref().
 * NULL with SIMULATOR_ERROR_MEMORY when too many processors are told apart. */
GArray *line_times_new(Simulator *simulator, const TraceProgram *program, GError **error);

/* The four together. */
double line_times_total(const LineTimes *line);

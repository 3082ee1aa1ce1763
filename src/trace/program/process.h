/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which times of a trace are those of the process that was traced, and not of its program: its
 * start and its exit (docs/semantics.md, "Start and exit of the process").
 *
 * The program lies between begbl_, when that is the first call, and its endbl_; other pairs are
 * nested in it. What is before, in begbl_, and from the return of endbl_ on is the process's.
 * Without begbl_ the time before the first call is, when it is short.
 */
#pragma once

#include "src/trace/program/program.h"

/* How far the calls have been followed; all 0 at the beginning. */
typedef struct {
    gboolean begun;       /* the first call is past */
    gboolean has_program; /* it was begbl_ */
    guint64 blocks;       /* begbl_ without their endbl_ */
} TraceProcess;

/* What a process takes at most, in seconds, before the first call of a program without begbl_
 * (3 to 5 ms in the samples). */
#define TRACE_MOST_START 0.02

/* Is the time before Event_dvm_exit the process's? */
static inline gboolean
trace_process_has_exit(const TraceProcess *process)
{
    return process->has_program && process->blocks == 0;
}

/* To be asked for each call, in the order of the trace, and in this order: is its T_call the
 * process's, and its T_ret? */
static inline gboolean
trace_process_has_call(TraceProcess *process, const TraceInfo *info, RtCallId call,
                       double t_call)
{
    if (process->begun)
        return trace_process_has_exit(process);
    process->begun = TRUE;
    process->has_program = call == RT_CALL_BEGBL;
    /* without ret_dvm_Init nobody knows what was before */
    return process->has_program || (info->has_init && t_call <= TRACE_MOST_START);
}

static inline gboolean
trace_process_has_return(TraceProcess *process, RtCallId call)
{
    if (call == RT_CALL_ENDBL && process->blocks > 0)
        process->blocks--;
    const gboolean outside = trace_process_has_exit(process);
    if (call == RT_CALL_BEGBL)
        process->blocks++;
    return outside;
}

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

/* To be asked for each call, in the order of the trace, and in this order: is its T_call the
 * process's, and its T_ret? */
gboolean trace_process_has_call(TraceProcess *process, const TraceInfo *info, RtCallId call,
                                double t_call);
gboolean trace_process_has_return(TraceProcess *process, RtCallId call);

/* Is the time before Event_dvm_exit? */
gboolean trace_process_has_exit(const TraceProcess *process);

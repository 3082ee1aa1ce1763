/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/trace/program/process.h"

/* What a process takes at most, in seconds, before the first call of a program without begbl_
 * (3 to 5 ms in the samples). */
#define MOST_START 0.02

gboolean
trace_process_has_exit(const TraceProcess *process)
{
    return process->has_program && process->blocks == 0;
}

gboolean
trace_process_has_call(TraceProcess *process, const TraceInfo *info, RtCallId call,
                       double t_call)
{
    if (process->begun)
        return trace_process_has_exit(process);
    process->begun = TRUE;
    process->has_program = call == RT_CALL_BEGBL;
    /* without ret_dvm_Init nobody knows what was before */
    return process->has_program || (info->has_init && t_call <= MOST_START);
}

gboolean
trace_process_has_return(TraceProcess *process, RtCallId call)
{
    if (call == RT_CALL_ENDBL && process->blocks > 0)
        process->blocks--;
    const gboolean outside = trace_process_has_exit(process);
    if (call == RT_CALL_BEGBL)
        process->blocks++;
    return outside;
}

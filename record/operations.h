/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Communication: reductions, edges, copies, remote elements, input and output; tasks.
 */
#ifndef DVMR_OPERATIONS_H
#define DVMR_OPERATIONS_H

#include "record/recorder.h"

/* A new group, made by this call; its end, which sets the reference free. */
int64_t dvmr_group_new(DvmrRecorder *r, DvmrCall call);
void dvmr_group_delete(DvmrRecorder *r, int64_t group);
void dvmr_ref_free_if(DvmrRecorder *r, int64_t ref);

/* Ends what the current task, or the program outside of tasks, has not waited for, with a
 * mistake. */
void dvmr_wait_for_all(DvmrRecorder *r);

/* The reference of a loop's i-th buffer or reduction: loops use the same ones. */
int64_t dvmr_loop_part(DvmrRecorder *r, int i);

/* A reduction of n elements of so many bytes as the trace has it; false with a mistake. */
bool dvmr_reduction_get(DvmrRecorder *r, size_t element, int64_t n, DvmrReduction *reduction);
void dvmr_write_reduction(DvmrRecorder *r, const DvmrReduction *reduction, int64_t ref);

/* Puts the edges of an array into a group. */
void dvmr_write_edges(DvmrRecorder *r, int64_t group, const DvmrArray *a, bool corners);

/* What all processors read now. */
void dvmr_remote_now(DvmrRecorder *r, const DvmrArray *of, const char *section);

#endif

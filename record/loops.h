/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What is said of a loop, and what stands open.
 */
#ifndef DVMR_LOOPS_H
#define DVMR_LOOPS_H

#include "record/recorder.h"

/* What an open one writes at its end. */
void dvmr_write_end(DvmrRecorder *r, DvmrKind kind, int begin_line);

/* Sets free what was said of the next loop. */
void dvmr_loop_clear(DvmrRecorder *r);

#endif

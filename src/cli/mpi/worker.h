/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Every rank but 0: reads the trace and predicts rows as they come.  It says nothing itself,
 * and takes no signal: rank 0 tells it when to end.
 */
#pragma once

#include "src/cli/mpi/post.h"

/* Does what rank 0 asks for, until it says that it is over. Threads may still be at work then:
 * the process is to end. */
void worker_run(Post *post);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a trace says about itself before the program begins: `RTS VERSION = N` and the virtual
 * processor system, `VProcCount=4;     VPSRank=2;     VPSSize= 2 2;`.
 */
#pragma once

#include "src/trace/text/reader.h"

/* Looks at each line of `len` bytes of text and enters what it finds into `info`; what was
 * found first counts. A processor system whose numbers do not fit each other (rank 1 to 15, as
 * many positive sizes, their product the count) is not entered: FALSE once for each such line.
 */
gboolean trace_header_read(const char *text, gsize len, TraceInfo *info);

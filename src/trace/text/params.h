/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Reads the parameter lines behind an event line: `Name=value;` several a line, `Name[i]=v;`,
 * `Name[i][j] = v`, the last `;` optional.  Only the parameters that the call's row wants are
 * read; everything else (tables, free text, notes of MPI) is stepped over word by word.
 *
 * Before the program begins, such lines say what machine the trace was made for: `RTS VERSION =
 * N` and the virtual processor system, `VProcCount=4;     VPSRank=2;     VPSSize= 2 2;`, and by how much
 * each TIME is too long, `Recorder overhead=0.08;`.
 */
#pragma once

#include "src/trace/program/program.h"

/* Reads `len` bytes of whole lines. References are entered into `program`. A missing
 * required parameter, a value that does not parse, an index out of order set `problem`. A
 * parameter given twice counts as first given. FALSE when there are too many different
 * references. */
gboolean trace_params_read(TraceParams *params, const char *text, gsize len,
                           const RtWant *wants, guint n_wants, TraceProgram *program);

/* The value of the first `name=N` at the begin of a line, or `fallback`. */
gint64 trace_params_find_int(const char *text, gsize len, const char *name, gint64 fallback);

/* Looks at each line of `len` bytes of text before the program and enters what it finds into
 * `info`; what was found first counts. A processor system whose numbers do not fit each other
 * (rank 1 to 15, as many positive sizes, their product the count) is not entered: FALSE once
 * for each such line. */
gboolean trace_params_read_header(const char *text, gsize len, TraceInfo *info);

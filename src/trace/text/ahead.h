/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A source that is filled by a thread of its own: inflating takes longer than reading what
 * comes out, so the two go on side by side. Only a few blocks are ahead at any time.
 */
#pragma once

#include "src/trace/text/source.h"

typedef struct _TraceAhead TraceAhead;

/* Takes over `inner`, which must not wait for others (a file, not a pipe): freeing waits for
 * the block that is being made. */
TraceAhead *trace_ahead_new(TraceSource *inner);
void trace_ahead_free(TraceAhead *ahead);

/* Copies the next bytes, at most `room` (above 0) and at least one unless *eof is set; *cut as
 * in TraceSource. FALSE with the error of the source; not to be called again then or after eof.
 */
gboolean trace_ahead_read(TraceAhead *ahead, char *to, gsize room, gsize *size, gboolean *eof,
                          gboolean *cut, GError **error);

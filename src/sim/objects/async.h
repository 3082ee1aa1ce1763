/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a group, a buffer or a copy remembers of its operation that was set going.
 */
#pragma once

#include <glib.h>

#include "src/base/types.h"

/* Its start in a timeline (watch/recorder.h). */
typedef struct {
    guint32 event, interval, site, traffic;
    guint8 operation;
    guint *n_going; /* operations that go on; NULL: no timeline */
} SimAsyncRecord;

/* An operation between its start and its wait. */
typedef struct {
    gboolean active;
    SimSum start, completion; /* clocks */
    guint64 line;             /* trace line of the start */
    const char *name;         /* of the call that started it; owned by the trace */
    guint32 site;             /* of the start, for policy/what-if.h */
    gpointer cause;           /* SimCause that it adds to, or NULL */
    SimAsyncRecord recorded;
} SimAsync;

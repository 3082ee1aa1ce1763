/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The event lines of a trace, read in the plainest way: what the suites compare predictions
 * with must not come from the reader under test.
 */
#pragma once

#include <glib.h>

typedef struct {
    char kind;     /* 'c' call, 'r' return, 'E' the exit */
    char name[32]; /* without call_, ret_, Event_ */
    gint64 ticks;  /* TIME in units of 10^-8 s */
    int line;      /* LINE */
} TraceScanEvent;

/* Events after ret_dvm_Init up to and with Event_dvm_exit, of TraceScanEvent; owned by the
 * caller. `bytes` gets the size of the text that was read, uncompressed. NULL when the file
 * cannot be read. */
GArray *trace_scan_read(const char *path, gsize *bytes);

/* Sum of all TIMEs, in units of 10^-8 s. */
gint64 trace_scan_sum(const GArray *events);

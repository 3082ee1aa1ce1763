/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A recording of this process in a temporary file.
 */
#pragma once

#include <glib.h>

/* What standard error got during `body`, which records, and where the trace is; free both with
 * g_free(), remove the trace. */
typedef struct {
    char *trace, *said;
} Recording;

Recording recording_make(void (*body)(void));
void recording_clear(Recording *recording);

/* What `predictor check` would find: warnings and errors, "" when nothing. On the virtual
 * system of the trace. */
char *recording_check(const Recording *recording);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Recording, recording_clear)

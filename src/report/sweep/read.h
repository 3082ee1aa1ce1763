/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Sweeps back from the JSON that the program writes (sweep.def), to merge them.
 */
#pragma once

#include "src/analysis/sweep/sweep.h"

#define SWEEP_READ_ERROR (sweep_read_error_quark())
GQuark sweep_read_error_quark(void);

typedef enum {
    SWEEP_READ_ERROR_FORMAT, /* no sweep that this program wrote as JSON */
    SWEEP_READ_ERROR_TRACE,  /* of another trace than the sweep it is to be merged with */
} SweepReadErrorCode;

/* Appends the rows of the file `path` to `sweep`, and its warnings where they are new. Searches
 * and sensitivity are left out: they were about that sweep alone. The first file gives trace,
 * objective and floor; of a search that was interrupted nobody knows what is missing, so the
 * sweep is then interrupted too. Files that are parts must be of one whole. sweep_part_join()
 * and sweep_merge() come behind the last file. FALSE with "PATH: error: ...", or a GFileError;
 * `sweep` then is half filled. */
gboolean sweep_read_append(Sweep *sweep, const char *path, GError **error);

/* The same of `len` bytes of text, that `name` stands for in messages; a NUL is behind them. */
gboolean sweep_read_append_text(Sweep *sweep, const char *name, const char *text, gsize len,
                                GError **error);

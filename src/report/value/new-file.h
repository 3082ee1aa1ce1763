/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A file that appears whole or not at all. It has no name while it is written, where the system
 * has such files (O_TMPFILE), so that nothing is left when the program is killed. Elsewhere,
 * and for the moment in which it replaces another, it is called .predictor-0, .predictor-1 ...
 * in the folder of its target and locked; whoever writes there next removes those that nobody
 * locks.
 */
#pragma once

#include <glib.h>
#include <sys/stat.h>

typedef struct {
    int fd;       /* what to write to */
    char *target; /* owned */
    char *name;   /* what it is called for now, owned; NULL: it has no name */
} NewFile;

/* Begins a file that will be `target`, whose mode is that of `old` when there is one to replace
 * and else what the umask leaves of 0666. `named`: not without a name. 0, or an errno and
 * nothing to clear. */
int new_file_begin(NewFile *file, const char *target, const struct stat *old, gboolean named);

/* Everything is written: it is on the disk and called `target` when this returns 0, else it is
 * gone; clears `file`. ENOTSUP: what was begun without a name can have none here; try again
 * with `named`. */
int new_file_finish(NewFile *file);

/* Leaves nothing behind and clears `file`. */
void new_file_drop(NewFile *file);

/* The file that would be written as `path`: links are followed, also those that lead to nothing
 * yet. Free with g_free(); NULL: they lead round in circles. */
char *new_file_target(const char *path);

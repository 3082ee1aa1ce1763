/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Questions about files named on the command line.
 */
#pragma once

#include <glib.h>

typedef enum {
    CLI_FILE_TRACE,   /* gzip, an event line, or the run-time system's version */
    CLI_FILE_PARAMS,  /* "NAME = " at the start of a line, or nothing but comments */
    CLI_FILE_GRAPH,   /* a task graph of any kind, or a trace of grains */
    CLI_FILE_SCHEDULE, /* of EPA */
    CLI_FILE_TASKS,    /* a log of a task pool */
    CLI_FILE_UNKNOWN, /* neither */
} CliFileKind;

/* Bytes of a file that are enough to tell: the header of a trace, before its first event line,
 * is a few hundred lines at most. */
#define CLI_FILE_BYTES 65536

/* Judges the first bytes of a file, `text`. */
CliFileKind cli_file_kind_of(const char *text);

/* Reads the start of `path` and judges it. What is no regular file (a pipe, "-") cannot be
 * looked into without taking bytes from it: a trace. FALSE with a GFileError when it cannot be
 * read. */
gboolean cli_file_kind(const char *path, CliFileKind *kind, GError **error);

/* Whether writing one would touch the other: the same file by any name, or, for files that do
 * not exist yet, the same name in the same folder. */
gboolean cli_file_same_place(const char *a, const char *b);

/* Whether something is there that is no regular file (nor a folder): a device, a pipe. */
gboolean cli_file_is_special(const char *path);

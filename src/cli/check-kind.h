/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Telling a trace from a parameter file by its first lines.
 */
#pragma once

#include <glib.h>

typedef enum {
    CHECK_KIND_TRACE,   /* gzip, an event line, or the run-time system's version */
    CHECK_KIND_PARAMS,  /* "NAME = " at the start of a line, or nothing but comments */
    CHECK_KIND_UNKNOWN, /* neither */
} CheckKind;

/* Bytes of a file that are enough to tell: the header of a trace, before its first event line,
 * is a few hundred lines at most. */
#define CHECK_KIND_BYTES 65536

/* Judges the first `len` bytes of a file. */
CheckKind check_kind_of(const char *data, gsize len);

/* Reads the start of `path` and judges it. What is no regular file (a pipe, "-") cannot be
 * looked into without taking bytes from it: a trace. FALSE with a GFileError when it cannot be
 * read. */
gboolean check_kind_of_file(const char *path, CheckKind *kind, GError **error);

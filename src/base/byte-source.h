/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Bytes of a file, a pipe or memory, inflated where they are gzip data, told by their first
 * bytes. Interrupted reads are tried again, checksums are compared, and an ordinary file that
 * is changed while it is read is an error. Errors are of G_FILE_ERROR and name no file.
 */
#pragma once

#include <glib.h>

typedef struct _ByteSource ByteSource;

/* Opens `path`, "-" is standard input. NULL with an error when it cannot be. */
ByteSource *byte_source_new(const char *path, GError **error);

/* Reads from memory, which must outlive the source. */
ByteSource *byte_source_new_from_memory(const char *data, gsize size);

/* Takes over `fd` when `own` is set. */
ByteSource *byte_source_new_from_fd(int fd, gboolean own);

void byte_source_free(ByteSource *bytes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ByteSource, byte_source_free)

/* Puts `*made` bytes, at most `room`, above 0, into `to`: at least one, or 0 at the end. */
gboolean byte_source_read(ByteSource *bytes, char *to, gsize room, gsize *made, GError **error);

/* Whether the bytes are inflated; may read the first two. */
gboolean byte_source_is_gzip(ByteSource *bytes);

/* Whether they are an ordinary file's. */
gboolean byte_source_is_file(const ByteSource *bytes);

/* At the end: gzip data that end too early. */
gboolean byte_source_is_cut(const ByteSource *bytes);

/* At the end: behind gzip data stands what is neither a member nor zeros. */
gboolean byte_source_has_garbage(const ByteSource *bytes);

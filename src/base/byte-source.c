/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/base/byte-source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>

#define CHUNK_SIZE   ((gsize)1 << 18) /* read at once */
#define INFLATE_STEP ((gsize)1 << 30) /* zlib counts in 32 bits */
#define MOST_PADDING ((gsize)1 << 20) /* zeros behind gzip data, as tapes have them */

struct _ByteSource {
    int fd; /* -1: everything is in `next` */
    gboolean own_fd;
    struct stat status; /* of fd when it was opened */
    guchar *chunk;      /* what was read from fd last */
    const guchar *next; /* raw bytes not used yet */
    gsize n_next;
    gboolean begun; /* it is known whether they are to be inflated */
    gboolean inflating, ended, cut, garbage;
    z_stream stream;
};

/* Whether an ordinary file is not any more what it was when it was opened. Those of /proc do
 * not know their size. */
static gboolean
has_changed(const ByteSource *bytes)
{
    const struct stat *then = &bytes->status;
    struct stat now;
    return S_ISREG(then->st_mode) && then->st_size > 0 &&
           (fstat(bytes->fd, &now) != 0 || now.st_size != then->st_size ||
            now.st_mtim.tv_sec != then->st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != then->st_mtim.tv_nsec);
}

/* Reads at most `room` bytes; 0 at the end, -1 with `error`. */
static gssize
read_bytes(const ByteSource *bytes, gpointer to, gsize room, GError **error)
{
    gssize n;
    do {
        n = read(bytes->fd, to, room);
    } while (n < 0 && errno == EINTR);
    if (n < 0)
        g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "cannot read: %s",
                    g_strerror(errno));
    if (n != 0 || !has_changed(bytes))
        return n;
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                        "the file was changed while it was read");
    return -1;
}

/* Sees to it that at least `wanted` (1 or 2) raw bytes are there, fewer only at the end. FALSE
 * with `error` when they cannot be read. */
static gboolean
pull(ByteSource *bytes, gsize wanted, GError **error)
{
    gssize n = 1;
    while (bytes->fd >= 0 && bytes->n_next < wanted && n > 0) {
        if (bytes->n_next > 0)
            memmove(bytes->chunk, bytes->next, bytes->n_next);
        bytes->next = bytes->chunk;
        n = read_bytes(bytes, bytes->chunk + bytes->n_next, CHUNK_SIZE - bytes->n_next, error);
        if (n < 0)
            return FALSE;
        bytes->n_next += (gsize)n;
    }
    return TRUE;
}

/* Whether the raw bytes begin a gzip member. */
static gboolean
at_gzip(const ByteSource *bytes)
{
    return bytes->n_next >= 2 && bytes->next[0] == 0x1f && bytes->next[1] == 0x8b;
}

/* Behind a member of gzip data: another one, whose checksum covers it as well, zeros, or what
 * nothing vouches for. */
static gboolean
end_member(ByteSource *bytes, GError **error)
{
    if (!pull(bytes, 2, error))
        return FALSE;
    if (at_gzip(bytes)) {
        bytes->ended = inflateReset(&bytes->stream) != Z_OK;
        return TRUE;
    }
    bytes->ended = TRUE;
    for (gsize padding = 0; bytes->n_next > 0 && !bytes->garbage; padding++) {
        bytes->garbage = *bytes->next != 0 || padding == MOST_PADDING;
        bytes->next++;
        bytes->n_next--;
        if (!pull(bytes, 1, error))
            return FALSE;
    }
    return TRUE;
}

/* Inflates until something came out. */
static gboolean
inflate_some(ByteSource *bytes, char *to, gsize room, gsize *made, GError **error)
{
    z_stream *stream = &bytes->stream;
    room = MIN(room, INFLATE_STEP);
    while (*made == 0 && !bytes->ended) {
        if (!pull(bytes, 1, error))
            return FALSE;
        gsize offered = MIN(bytes->n_next, INFLATE_STEP);
        stream->next_in = bytes->next;
        stream->avail_in = (uInt)offered;
        stream->next_out = (guchar *)to;
        stream->avail_out = (uInt)room;
        int status = inflate(stream, Z_NO_FLUSH);
        *made = room - stream->avail_out;
        bytes->next += offered - stream->avail_in;
        bytes->n_next -= offered - stream->avail_in;
        if (status == Z_STREAM_END) {
            if (!end_member(bytes, error))
                return FALSE;
        } else if (*made == 0 && offered == 0) {
            bytes->ended = bytes->cut = TRUE;
        } else if (*made == 0 && status != Z_OK && status != Z_BUF_ERROR) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "damaged gzip data: %s",
                        stream->msg != NULL ? stream->msg : "not readable");
            return FALSE;
        }
    }
    return TRUE;
}

gboolean
byte_source_read(ByteSource *bytes, char *to, gsize room, gsize *made, GError **error)
{
    *made = 0;
    if (!bytes->begun && !pull(bytes, 2, error))
        return FALSE;
    if (!bytes->begun && at_gzip(bytes)) {
        /* 15 bits of window, 16 to expect a gzip header. */
        if (inflateInit2(&bytes->stream, 15 + 16) != Z_OK) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "cannot read gzip data");
            return FALSE;
        }
        bytes->inflating = TRUE;
    }
    bytes->begun = TRUE;
    if (bytes->inflating)
        return inflate_some(bytes, to, room, made, error);
    if (bytes->n_next == 0 && bytes->fd >= 0) {
        const gssize n = read_bytes(bytes, to, room, error);
        *made = (gsize)MAX(n, 0);
        return n >= 0;
    }
    *made = MIN(bytes->n_next, room);
    memcpy(to, bytes->next, *made);
    bytes->next += *made;
    bytes->n_next -= *made;
    return TRUE;
}

ByteSource *
byte_source_new_from_memory(const char *data, gsize size)
{
    ByteSource *bytes = g_new0(ByteSource, 1);
    bytes->fd = -1;
    bytes->next = (const guchar *)data;
    bytes->n_next = size;
    return bytes;
}

ByteSource *
byte_source_new_from_fd(int fd, gboolean own)
{
    ByteSource *bytes = g_new0(ByteSource, 1);
    bytes->fd = fd;
    bytes->own_fd = own;
    bytes->chunk = g_malloc(CHUNK_SIZE);
    if (fstat(fd, &bytes->status) != 0)
        bytes->status.st_mode = 0;
    return bytes;
}

ByteSource *
byte_source_new(const char *path, GError **error)
{
    if (strcmp(path, "-") == 0)
        return byte_source_new_from_fd(STDIN_FILENO, FALSE);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "cannot open: %s",
                    g_strerror(errno));
        return NULL;
    }
    return byte_source_new_from_fd(fd, TRUE);
}

gboolean
byte_source_is_gzip(ByteSource *bytes)
{
    return bytes->begun ? bytes->inflating : pull(bytes, 2, NULL) && at_gzip(bytes);
}

gboolean
byte_source_is_file(const ByteSource *bytes)
{
    return S_ISREG(bytes->status.st_mode);
}

gboolean
byte_source_is_cut(const ByteSource *bytes)
{
    return bytes->cut;
}

gboolean
byte_source_has_garbage(const ByteSource *bytes)
{
    return bytes->garbage;
}

void
byte_source_free(ByteSource *bytes)
{
    if (bytes == NULL)
        return;
    if (bytes->own_fd)
        close(bytes->fd);
    if (bytes->inflating)
        inflateEnd(&bytes->stream);
    g_free(bytes->chunk);
    g_free(bytes);
}

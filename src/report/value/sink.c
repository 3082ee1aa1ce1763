/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "src/report/value/new-file.h"
#include "src/report/value/report.h"

G_DEFINE_QUARK(report_error_quark, report_error)

#define BUFFER_SIZE 65536

struct _ReportSink {
    int fd;
    GString *text; /* where the bytes go instead; NULL: nowhere else */
    int failure; /* errno of the first write that failed, 0: none */
    z_stream *deflate; /* owned; NULL: bytes go out as they are */
    gsize used;
    char buffer[BUFFER_SIZE];
};

ReportSink *
report_sink_new(int fd)
{
    ReportSink *sink = g_new0(ReportSink, 1);

    sink->fd = fd;
    return sink;
}

void
report_sink_free(ReportSink *sink)
{
    if (sink->deflate != NULL)
        deflateEnd(sink->deflate);
    g_free(sink->deflate);
    g_free(sink);
}

gboolean
report_sink_failed(const ReportSink *sink)
{
    return sink->failure != 0;
}

/* Writes all of it, or remembers why not. */
static void
write_through(ReportSink *sink, const char *bytes, gsize len)
{
    if (sink->text != NULL) {
        g_string_append_len(sink->text, bytes, (gssize)len);
        return;
    }
    while (len > 0 && sink->failure == 0) {
        const ssize_t n = write(sink->fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            sink->failure = n < 0 ? errno : EIO;
            return;
        }
        bytes += n;
        len -= (gsize)n;
    }
}

void
report_sink_compress(ReportSink *sink)
{
    sink->deflate = g_new0(z_stream, 1);
    /* 16: as gzip; no name and no time are in its head, so that the bytes depend on what is
     * written alone */
    if (deflateInit2(sink->deflate, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16,
                     MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK)
        return;
    g_clear_pointer(&sink->deflate, g_free);
    sink->failure = ENOMEM;
}

static void
write_deflated(ReportSink *sink, const char *bytes, gsize len, int flush)
{
    char out[BUFFER_SIZE];
    z_stream *z = sink->deflate;
    z->next_in = (Bytef *)bytes;
    z->avail_in = (uInt)len;
    do {
        z->next_out = (Bytef *)out;
        z->avail_out = sizeof out;
        deflate(z, flush);
        write_through(sink, out, sizeof out - z->avail_out);
    } while (z->avail_out == 0 && sink->failure == 0);
}

/* In parts of which each has a length that zlib knows. */
static void
put(ReportSink *sink, const char *bytes, gsize len)
{
    if (sink->deflate == NULL) {
        write_through(sink, bytes, len);
        return;
    }
    while (len > 0) {
        const gsize n = MIN(len, BUFFER_SIZE);
        write_deflated(sink, bytes, n, Z_NO_FLUSH);
        bytes += n;
        len -= n;
    }
}

static void
flush(ReportSink *sink)
{
    put(sink, sink->buffer, sink->used);
    sink->used = 0;
}

void
report_sink_write(ReportSink *sink, const char *bytes, gsize len)
{
    if (len > BUFFER_SIZE - sink->used)
        flush(sink);
    if (len > BUFFER_SIZE) {
        put(sink, bytes, len);
        return;
    }
    memcpy(sink->buffer + sink->used, bytes, len);
    sink->used += len;
}

void
report_sink_puts(ReportSink *sink, const char *text)
{
    report_sink_write(sink, text, strlen(text));
}

void
report_sink_printf(ReportSink *sink, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    report_sink_puts(sink, text);
}

static gboolean
fail(const char *path, int code, GError **error)
{
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE, "%s: error: cannot be written: %s",
                path, g_strerror(code));
    return FALSE;
}

gboolean
report_sink_finish(ReportSink *sink, const char *path, GError **error)
{
    flush(sink);
    if (sink->deflate != NULL)
        write_deflated(sink, NULL, 0, Z_FINISH);
    return sink->failure == 0 || fail(path, sink->failure, error);
}

/* Writes to `fd`, named `path` in messages. */
static gboolean
write_to(ReportFill fill, gpointer data, int fd, const char *path, GError **error)
{
    g_autoptr(ReportSink) sink = report_sink_new(fd);

    return fill(data, sink, error) && report_sink_finish(sink, path, error);
}

/* A device or a pipe cannot be replaced by a file: the bytes go straight into it. */
static gboolean
write_special(ReportFill fill, gpointer data, const char *path, GError **error)
{
    const int fd = g_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);

    if (fd < 0)
        return fail(path, errno, error);
    if (!write_to(fill, data, fd, path, error)) {
        close(fd);
        return FALSE;
    }
    return close(fd) == 0 || fail(path, errno, error);
}

/* `target` is `path` with its links followed; `path` is what messages name. `old`, or NULL, is
 * what it replaces: who might read that may read the new one, and nobody else. */
static gboolean
write_replacing(ReportFill fill, gpointer data, const char *target, const char *path,
                const struct stat *old, GError **error)
{
    int code = ENOTSUP;

    for (gboolean named = FALSE; named <= TRUE && code == ENOTSUP; named++) {
        NewFile file;
        code = new_file_begin(&file, target, old, named);
        if (code != 0)
            break;
        if (!write_to(fill, data, file.fd, path, error)) {
            new_file_drop(&file);
            return FALSE;
        }
        code = new_file_finish(&file);
    }
    return code == 0 || fail(path, code, error);
}

gboolean
report_sink_to_file(ReportFill fill, gpointer data, const char *path, GError **error)
{
    struct stat status;
    const int code = stat(path, &status) == 0 ? 0 : errno;

    if (code != 0 && code != ENOENT)
        return fail(path, code, error);
    if (code == 0 && S_ISDIR(status.st_mode))
        return fail(path, EISDIR, error);
    if (code == 0 && !S_ISREG(status.st_mode))
        return write_special(fill, data, path, error);

    g_autofree char *target =
        new_file_target(path); /* a link stays, what it names is written */
    if (target == NULL)
        return fail(path, ELOOP, error);
    return write_replacing(fill, data, target, path, code == 0 ? &status : NULL, error);
}

gboolean
report_sink_to_fd(ReportFill fill, gpointer data, int fd, GError **error)
{
    return write_to(fill, data, fd, fd == STDOUT_FILENO ? "standard output" : "output", error);
}

GString *
report_sink_to_text(ReportFill fill, gpointer data, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(ReportSink) sink = report_sink_new(-1);

    sink->text = text;
    if (!fill(data, sink, error) || !report_sink_finish(sink, "text", error))
        return NULL;
    return g_steal_pointer(&text);
}

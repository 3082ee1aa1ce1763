/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/sink.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

G_DEFINE_QUARK(report_error_quark, report_error)

#define BUFFER_SIZE 65536

struct _ReportSink {
    int fd;
    int failure; /* errno of the first write that failed, 0: none */
    gsize used;
    char buffer[BUFFER_SIZE];
};

ReportSink *
report_sink_new(int fd)
{
    ReportSink *sink = g_new(ReportSink, 1);

    sink->fd = fd;
    sink->failure = 0;
    sink->used = 0;
    return sink;
}

void
report_sink_free(ReportSink *sink)
{
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

static void
flush(ReportSink *sink)
{
    write_through(sink, sink->buffer, sink->used);
    sink->used = 0;
}

void
report_sink_write(ReportSink *sink, const char *bytes, gsize len)
{
    if (len > BUFFER_SIZE - sink->used)
        flush(sink);
    if (len > BUFFER_SIZE) {
        write_through(sink, bytes, len);
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

gboolean
report_sink_finish(ReportSink *sink, const char *path, GError **error)
{
    flush(sink);
    if (sink->failure == 0)
        return TRUE;
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE, "%s: error: cannot be written: %s",
                path, g_strerror(sink->failure));
    return FALSE;
}

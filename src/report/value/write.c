/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/report/value/sink.h"

static gboolean
fail(const char *path, int code, GError **error)
{
    g_set_error(error, REPORT_ERROR, REPORT_ERROR_WRITE, "%s: error: cannot be written: %s",
                path, g_strerror(code));
    return FALSE;
}

/* Writes to `fd`, named `path` in messages. */
static gboolean
write_to(ReportFill fill, gpointer data, int fd, const char *path, GError **error)
{
    g_autoptr(ReportSink) sink = report_sink_new(fd);

    return fill(data, sink, error) && report_sink_finish(sink, path, error);
}

/* The same, and closes `fd`, which may fail too (a full disk over a network). */
static gboolean
write_and_close(ReportFill fill, gpointer data, int fd, const char *path, GError **error)
{
    if (!write_to(fill, data, fd, path, error)) {
        close(fd);
        return FALSE;
    }
    return close(fd) == 0 || fail(path, errno, error);
}

/* A device or a pipe cannot be replaced by a file: the bytes go straight into it. */
static gboolean
write_special(ReportFill fill, gpointer data, const char *path, GError **error)
{
    const int fd = g_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);

    if (fd < 0)
        return fail(path, errno, error);
    return write_and_close(fill, data, fd, path, error);
}

/* `target` is `path` with its links followed; `path` is what messages name. `old`, or NULL, is
 * what it replaces: who might read that may read the new one, and nobody else. */
static gboolean
write_replacing(ReportFill fill, gpointer data, const char *target, const char *path,
                const GStatBuf *old, GError **error)
{
    /* 0666: the umask decides, as for any other file that a program makes. */
    const int mode = old != NULL ? (int)(old->st_mode & 0777) : 0666;
    g_autofree char *folder = g_path_get_dirname(target);
    g_autofree char *temporary = g_build_filename(folder, ".predictor-XXXXXX", NULL);

    const int fd = g_mkstemp_full(temporary, O_WRONLY | O_CLOEXEC, mode);
    if (fd < 0)
        return fail(path, errno, error);
    /* Gives back what the umask took. A file system without modes may refuse: no harm done. */
    const gboolean same = old == NULL || fchmod(fd, (mode_t)mode) == 0;
    (void)same;
    if (!write_and_close(fill, data, fd, path, error)) {
        g_unlink(temporary);
        return FALSE;
    }
    if (g_rename(temporary, target) != 0) {
        const int code = errno;
        g_unlink(temporary);
        return fail(path, code, error);
    }
    return TRUE;
}

gboolean
report_sink_to_file(ReportFill fill, gpointer data, const char *path, GError **error)
{
    GStatBuf status;

    if (g_stat(path, &status) != 0) /* not there yet, or the write will tell why it cannot be */
        return write_replacing(fill, data, path, path, NULL, error);
    if (S_ISDIR(status.st_mode))
        return fail(path, EISDIR, error);
    if (!S_ISREG(status.st_mode))
        return write_special(fill, data, path, error);

    char *target = realpath(path, NULL); /* a link stays, what it names is replaced */
    if (target == NULL)
        return fail(path, errno, error);
    const gboolean ok = write_replacing(fill, data, target, path, &status, error);
    free(target);
    return ok;
}

gboolean
report_sink_to_fd(ReportFill fill, gpointer data, int fd, GError **error)
{
    return write_to(fill, data, fd, fd == STDOUT_FILENO ? "standard output" : "output", error);
}

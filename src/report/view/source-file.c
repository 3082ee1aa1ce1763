/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h> /* O_PATH needs its _GNU_SOURCE */

#include "src/report/view/source-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

/* Larger files are no source. */
#define LARGEST_FILE (16 * 1024 * 1024)

/* With all links followed; NULL: it is not there. */
static char *
real_path(const char *path)
{
    char *real = realpath(path, NULL); /* of malloc(), all else is GLib's */
    char *copy = g_strdup(real);

    free(real);
    return copy;
}

/* What of `path` is below `folder`, both real; NULL: it is not there. */
static const char *
part_below(const char *folder, const char *path)
{
    const gsize len = g_str_equal(folder, "/") ? 0 : strlen(folder);

    return strncmp(folder, path, len) == 0 && path[len] == '/' ? path + len + 1 : NULL;
}

/* The ordinary file `name` below `folder`; NULL: there is none. */
static char *
find_below(const char *folder, const char *name)
{
    g_autofree char *wanted = g_build_filename(folder, name, NULL);
    g_autofree char *real_folder = real_path(folder);
    g_autofree char *path = real_path(wanted);
    struct stat status;

    if (real_folder == NULL || path == NULL)
        return NULL;
    const char *below = part_below(real_folder, path);
    if (below == NULL || *below == '.' || strstr(below, "/.") != NULL)
        return NULL;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode) ? g_steal_pointer(&path) : NULL;
}

/* A name that names nothing hidden and does not lead out, "./" before it aside. */
static gboolean
is_inside(const char *name)
{
    if (g_str_has_prefix(name, "./"))
        name += 2;
    return *name != '\0' && *name != '.' && *name != '/' && strstr(name, "/.") == NULL;
}

/* A file of that very name beside the trace, no link. */
static char *
find_beside(const char *trace, const char *name)
{
    if (trace == NULL || !g_file_test(trace, G_FILE_TEST_IS_REGULAR) ||
        strchr(name, '/') != NULL || !is_inside(name))
        return NULL;
    g_autofree char *folder = g_path_get_dirname(trace);
    g_autofree char *path = g_build_filename(folder, name, NULL);

    return g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : find_below(folder, name);
}

char *
source_file_find(const ReportOptions *options, const char *trace, const char *name)
{
    g_autofree char *last = g_path_get_basename(name);
    char *path = NULL;

    if (options->source_path == NULL)
        return find_beside(trace, name);
    for (const char *const *at = options->source_path; *at != NULL && path == NULL; at++) {
        if (is_inside(name))
            path = find_below(*at, name);
        if (path == NULL && is_inside(last))
            path = find_below(*at, last);
    }
    return path;
}

/* Opens a real path step by step, so that no link is followed that has come in between; -1: it
 * cannot be opened. */
static int
open_real(const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path + 1, "/", -1);
    int fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);

    for (char **part = parts; *part != NULL && fd >= 0; part++) {
        const int flags = part[1] != NULL ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK;
        const int next = openat(fd, *part, flags | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
        close(fd);
        fd = next;
    }
    return fd;
}

/* Everything, up to a byte more than there may be. */
static GString *
read_all(int fd)
{
    GString *text = g_string_new(NULL);
    char buffer[16384];
    gssize n;

    while (text->len <= LARGEST_FILE && (n = read(fd, buffer, sizeof buffer)) != 0) {
        if (n > 0)
            g_string_append_len(text, buffer, n);
        else if (errno != EINTR)
            break;
    }
    return text;
}

char *
source_file_read(const char *path)
{
    const int fd = open_real(path);
    struct stat status;

    if (fd < 0)
        return NULL;
    GString *text =
        fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= LARGEST_FILE
            ? read_all(fd)
            : NULL;
    close(fd);
    if (text == NULL)
        return NULL;
    const gboolean fits = text->len <= LARGEST_FILE;
    char *result = g_string_free(text, !fits);
    return fits ? result : NULL;
}

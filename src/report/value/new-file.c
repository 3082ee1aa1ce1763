/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h> /* O_TMPFILE needs its _GNU_SOURCE */

#include "src/report/value/new-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

/* Names that are looked through for what was left. */
#define USUAL_NAMES 16
/* And tried at most. */
#define MOST_NAMES 10000
/* As many links as the system follows. */
#define MOST_LINKS 40

static char *
name_of(const char *target, guint number)
{
    g_autofree char *folder = g_path_get_dirname(target);
    g_autofree char *base = g_strdup_printf(".predictor-%u", number);

    return g_build_filename(folder, base, NULL);
}

/* Locks what is open, and says whether it still has a name. Where files cannot be locked they
 * are nobody's leftovers (`otherwise`). */
static gboolean
lock(int fd, gboolean otherwise)
{
    struct stat status;

    if (flock(fd, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK && otherwise;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 0;
}

/* Removes what a run that was killed has left. */
static void
clear_names(const char *target)
{
    for (guint i = 0; i < USUAL_NAMES; i++) {
        g_autofree char *name = name_of(target, i);
        const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        struct stat status;
        if (fd < 0)
            continue;
        if (fstat(fd, &status) == 0 && status.st_uid == geteuid() && lock(fd, FALSE))
            g_unlink(name);
        close(fd);
    }
}

/* A new file with the next free name. */
static int
open_named(NewFile *file, mode_t mode)
{
    clear_names(file->target);
    for (guint i = 0; i < MOST_NAMES; i++) {
        g_autofree char *name = name_of(file->target, i);
        file->fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file->fd < 0 && errno != EEXIST)
            return errno;
        if (file->fd >= 0 && lock(file->fd, TRUE)) {
            file->name = g_steal_pointer(&name);
            return 0;
        }
        if (file->fd >= 0) /* taken for a leftover before it was locked */
            close(file->fd);
    }
    return EEXIST;
}

/* The name by which a file without one can get one. */
static char *
descriptor_name(int fd)
{
    return g_strdup_printf("/proc/self/fd/%d", fd);
}

/* FALSE: not here. */
static gboolean
open_unnamed(NewFile *file, mode_t mode)
{
#ifdef O_TMPFILE
    g_autofree char *folder = g_path_get_dirname(file->target);
    file->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (file->fd < 0)
        return FALSE;
    g_autofree char *name = descriptor_name(file->fd);
    if (access(name, F_OK) == 0)
        return TRUE;
    close(file->fd);
#endif
    return FALSE;
}

int
new_file_begin(NewFile *file, const char *target, const struct stat *old, gboolean named)
{
    const mode_t mode = old != NULL ? old->st_mode & 0777 : 0666;
    int code = 0;

    *file = (NewFile){ -1, g_strdup(target), NULL };
    if (named || !open_unnamed(file, mode))
        code = open_named(file, mode);
    if (code != 0) {
        g_free(file->target);
        return code;
    }
    /* Gives back what the umask took. A file system without modes may refuse: no harm done. */
    const gboolean same = old == NULL || fchmod(file->fd, mode) == 0;
    (void)same;
    return 0;
}

/* Gives the file its name if there is none of that name yet, or else one for the moment. */
static int
give_name(NewFile *file)
{
    g_autofree char *from = descriptor_name(file->fd);

    if (linkat(AT_FDCWD, from, AT_FDCWD, file->target, AT_SYMLINK_FOLLOW) == 0)
        return 0;
    if (errno != EEXIST)
        return ENOTSUP;
    clear_names(file->target);
    lock(file->fd, TRUE); /* nobody else knows it */
    for (guint i = 0; i < MOST_NAMES; i++) {
        g_autofree char *name = name_of(file->target, i);
        if (linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
            file->name = g_steal_pointer(&name);
            return 0;
        }
        if (errno != EEXIST)
            return ENOTSUP;
    }
    return EEXIST;
}

/* What is written reaches the disk before its name does; file systems that know nothing of it
 * (EINVAL, EROFS) are as sure as they are. */
static int
synchronize(int fd)
{
    int code;

    do
        code = fsync(fd) == 0 ? 0 : errno;
    while (code == EINTR);
    return code == EINVAL || code == EROFS || code == ENOSYS ? 0 : code;
}

/* The name in the folder. That it may be lost with the power is no reason to fail. */
static void
synchronize_folder(const char *target)
{
    g_autofree char *folder = g_path_get_dirname(target);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return;
    synchronize(fd);
    close(fd);
}

/* From a file without a name, or with one for the moment, to the target. Signals wait: one that
 * ends the program leaves no name. */
static int
become_target(NewFile *file)
{
    sigset_t all, before;
    int code = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (file->name == NULL)
        code = give_name(file);
    if (code == 0 && file->name != NULL && g_rename(file->name, file->target) != 0)
        code = errno;
    if (code != 0 && file->name != NULL)
        g_unlink(file->name);
    g_clear_pointer(&file->name, g_free);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

int
new_file_finish(NewFile *file)
{
    int code = synchronize(file->fd);

    if (code == 0)
        code = become_target(file);
    if (code == 0)
        synchronize_folder(file->target);
    new_file_drop(file);
    return code;
}

void
new_file_drop(NewFile *file)
{
    if (file->name != NULL)
        g_unlink(file->name);
    close(file->fd);
    g_clear_pointer(&file->name, g_free);
    g_clear_pointer(&file->target, g_free);
}

char *
new_file_target(const char *path)
{
    g_autofree char *target = g_strdup(path);

    for (guint i = 0; i < MOST_LINKS; i++) {
        g_autofree char *link = g_file_read_link(target, NULL);
        if (link == NULL)
            return g_steal_pointer(&target);
        g_autofree char *folder = g_path_get_dirname(target);
        g_free(target);
        target = g_path_is_absolute(link) ? g_steal_pointer(&link)
                                          : g_build_filename(folder, link, NULL);
    }
    return NULL;
}

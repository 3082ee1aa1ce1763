/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Preloaded into the program (LD_PRELOAD): lets calls of the system fail, as an environment
 * variable says.  Calls are counted from 1.
 *
 *   FAULT_THREADS=N  the N-th thread and all behind it cannot be started; FAULT_ERRNO says why
 *                    (a number; EAGAIN)
 *   FAULT_MEMORY=N   there is no memory for the N-th time that it is asked for
 *   FAULT_WRITE=N    the N-th write and all behind it find the disk full, but not those to
 * standard error FAULT_SYNC=1     what was written cannot be brought to the disk FAULT_NAME=N
 * the N-th naming of a file and all behind it fail: the disk is full FAULT_BROKEN=1   every
 * second read, write and fsync is interrupted by a signal (EINTR), and at most 1000 bytes are
 * read or written at a time FAULT_COUNT=FILE how often memory was asked for is written there,
 * at an exit()
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The number in a variable; 0: there is none. */
static long
wanted(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? atol(value) : 0;
}

int
pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
               void *(*run)(void *), void *restrict data)
{
    static atomic_long n;
    const long first = wanted("FAULT_THREADS"), code = wanted("FAULT_ERRNO");
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

    if (first > 0 && ++n >= first)
        return code > 0 ? (int)code : EAGAIN;
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    return real(thread, attributes, run, data);
}

/* Counts a call of which the N-th and all behind it are to fail, N by the variable `name`. */
static int
has_come(const char *name, atomic_long *n)
{
    const long first = wanted(name);
    return first > 0 && ++*n >= first;
}

/* Fails with EINTR every second time, and makes `size` small. */
static int
is_broken(size_t *size)
{
    static atomic_long n;
    if (wanted("FAULT_BROKEN") == 0)
        return 0;
    *size = *size < 1000 ? *size : 1000;
    errno = EINTR;
    return ++n % 2 == 1;
}

ssize_t
write(int fd, const void *bytes, size_t size)
{
    static atomic_long n;
    ssize_t (*real)(int, const void *, size_t);

    if (is_broken(&size))
        return -1;
    if (fd != STDERR_FILENO && has_come("FAULT_WRITE", &n)) {
        errno = ENOSPC;
        return -1;
    }
    *(void **)&real = dlsym(RTLD_NEXT, "write");
    return real(fd, bytes, size);
}

ssize_t
read(int fd, void *bytes, size_t size)
{
    ssize_t (*real)(int, void *, size_t);

    if (is_broken(&size))
        return -1;
    *(void **)&real = dlsym(RTLD_NEXT, "read");
    return real(fd, bytes, size);
}

int
fsync(int fd)
{
    int (*real)(int);
    size_t none = 0;

    if (is_broken(&none))
        return -1;
    if (wanted("FAULT_SYNC") > 0) {
        errno = EIO;
        return -1;
    }
    *(void **)&real = dlsym(RTLD_NEXT, "fsync");
    return real(fd);
}

static atomic_long named;

int
linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    int (*real)(int, const char *, int, const char *, int);

    if (has_come("FAULT_NAME", &named)) {
        errno = ENOSPC;
        return -1;
    }
    *(void **)&real = dlsym(RTLD_NEXT, "linkat");
    return real(from_folder, from, to_folder, to, flags);
}

int
rename(const char *from, const char *to)
{
    int (*real)(const char *, const char *);

    if (has_come("FAULT_NAME", &named)) {
        errno = ENOSPC;
        return -1;
    }
    *(void **)&real = dlsym(RTLD_NEXT, "rename");
    return real(from, to);
}

/* The names by which the program asks the C library: src/cli/memory.c. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long asked;

static int
is_refused(void)
{
    static long refused = -1;
    if (refused < 0)
        refused = wanted("FAULT_MEMORY");
    return ++asked == refused;
}

void *
__libc_malloc(size_t size)
{
    static void *(*real)(size_t);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "__libc_malloc");
    return is_refused() ? NULL : real(size);
}

void *
__libc_calloc(size_t n, size_t size)
{
    static void *(*real)(size_t, size_t);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "__libc_calloc");
    return is_refused() ? NULL : real(n, size);
}

void *
__libc_realloc(void *old, size_t size)
{
    static void *(*real)(void *, size_t);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "__libc_realloc");
    return is_refused() ? NULL : real(old, size);
}

void *
__libc_memalign(size_t alignment, size_t size)
{
    static void *(*real)(size_t, size_t);
    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "__libc_memalign");
    return is_refused() ? NULL : real(alignment, size);
}

__attribute__((destructor)) static void
tell_count(void)
{
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    const long n = asked;
    if (file == NULL)
        return;
    fprintf(file, "%ld\n", n);
    fclose(file);
}

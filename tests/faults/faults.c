/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Preloaded into the program (LD_PRELOAD): lets calls of the system fail, as an environment
 * variable says.  Calls are counted from 1.
 *
 *   FAULT_THREADS=N  the N-th thread and all behind it cannot be started; FAULT_ERRNO says why
 *                    (a number; EAGAIN)
 *   FAULT_MEMORY=N   there is no memory for the N-th time that it is asked for
 *   FAULT_COUNT=FILE how often memory was asked for is written there, at an exit()
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

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

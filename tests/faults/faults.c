/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Preloaded into the program (LD_PRELOAD): lets calls of the system fail, as an environment
 * variable says.  Calls are counted from 1.
 *
 *   FAULT_THREADS=N  the N-th thread and all behind it cannot be started; FAULT_ERRNO says why
 *                    (a number; EAGAIN)
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
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

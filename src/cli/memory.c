/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * No memory is an error like any other: one line, and exit status 1.  Whoever asks for memory,
 * the libraries too, gets it from these functions in place of those of the C library, which
 * they ask, and which they never return without: GLib would abort, others go on as best they
 * can. Nobody calls anything of this file by another name.
 *
 * What is written has no name before it is whole, so nothing is to be cleared away.  free()
 * stays the C library's.  The sanitizers have functions of their own, and other C libraries may
 * not let theirs be asked: then GLib aborts.
 */
#include <config.h>

#ifdef ANSWER_FOR_MEMORY

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/cli/cli.h"

/* Those of the C library by names that stay. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* In any thread. */
static void *
answer(void *memory)
{
    static const char line[] = "predictor: error: not enough memory\n";
    static const char clear[] = "\r\033[K"; /* of a progress bar */

    if (memory != NULL)
        return memory;
    ssize_t written = isatty(STDERR_FILENO) ? write(STDERR_FILENO, clear, sizeof clear - 1) : 0;
    written += write(STDERR_FILENO, line, sizeof line - 1);
    (void)written; /* nothing can be done about it */
    _exit(CLI_BAD_INPUT);
}

void *
malloc(size_t size)
{
    return answer(__libc_malloc(size));
}

void *
calloc(size_t n, size_t size)
{
    return answer(__libc_calloc(n, size));
}

/* Of size 0 it frees, and there is nothing to return. */
void *
realloc(void *old, size_t size)
{
    void *memory = __libc_realloc(old, size);
    return size > 0 ? answer(memory) : memory;
}

void *
memalign(size_t alignment, size_t size)
{
    return answer(__libc_memalign(alignment, size));
}

void *
aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int
posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    *memory = memalign(alignment, size);
    return 0;
}

#endif

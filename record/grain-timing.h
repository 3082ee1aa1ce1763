/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Writes a trace of grains, which `predictor grains` and `predictor schedule` read: when each
 * grain of a program starts and stops, and when it sends and receives structures.  Nothing has to
 * be linked but -pthread; C11 or C++.  With -std=c11 include it before any other header.
 *
 *     initialize_clock();                     // time 0; else the first record is
 *     get_grain_start_time(processor, grain);
 *     ...
 *     get_grain_stop_time(processor, grain);
 *     get_send_begin_time(grain, "matrix");   ... get_send_end_time(grain, "matrix");
 *     get_recv_begin_time(grain, "matrix");   ... get_recv_end_time(grain, "matrix");
 *
 * The trace goes to the file that the environment variable GRAIN_TRACE names, "grains.trace"
 * without it: "-" is standard output, %p the number of the process. It is created at the first
 * record. Records of a thread wait in a buffer of its own and are written when it is full, when
 * the thread ends, and at exit; GRAIN_TRACE_FLUSH=1 writes each at once. A forked child does not
 * write what it inherited. Names keep 99 bytes, blanks in them become "_".
 *
 * A program never fails because of this: records that cannot be kept or written are counted, and
 * one line at exit tells.
 *
 * Any number of files may include it; the definitions are weak, so that all share one clock.
 */
#ifndef GRAIN_TIMING_H
#define GRAIN_TIMING_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GRAIN_TIMING_WEAK   __attribute__((weak))
#define GRAIN_TIMING_BUFFER 65536
#define GRAIN_TIMING_NAME   99
#define GRAIN_TIMING_LINE   (GRAIN_TIMING_NAME + 80)

/* The records of a thread that are not written yet. */
typedef struct grain_timing_buffer {
    struct grain_timing_buffer *next; /* of all threads */
    int used;                         /* by a thread that runs */
    size_t length;
    char text[GRAIN_TIMING_BUFFER];
} grain_timing_buffer;

/* One for the whole program. */
typedef struct {
    pthread_once_t once;
    pthread_key_t key; /* of a thread's buffer */
    int has_key;
    pthread_mutex_t lock; /* of opening the file */
    struct timespec zero;
    int is_set;  /* zero is */
    int flush;   /* each record at once */
    int file;    /* -1: not opened yet, -2: it cannot be */
    int by_process; /* its name has the number of the process */
    unsigned long lost;
    grain_timing_buffer *buffers;
} grain_timing_state;

/* Variables of a function: there is one of it, and so one of them. */
GRAIN_TIMING_WEAK grain_timing_state *grain_timing_get(void);
GRAIN_TIMING_WEAK grain_timing_state *
grain_timing_get(void)
{
    static grain_timing_state state = { PTHREAD_ONCE_INIT, 0, 0, PTHREAD_MUTEX_INITIALIZER,
                                        { 0, 0 },          0, 0, -1, 0, 0, NULL };
    return &state;
}

/* "-" and %p. */
GRAIN_TIMING_WEAK int grain_timing_open(grain_timing_state *state);
GRAIN_TIMING_WEAK int
grain_timing_open(grain_timing_state *state)
{
    const char *name = getenv("GRAIN_TRACE");
    char path[4096];
    size_t length = 0;

    name = name != NULL && *name != '\0' ? name : "grains.trace";
    if (strcmp(name, "-") == 0)
        return STDOUT_FILENO;
    for (; *name != '\0' && length + 24 < sizeof path; name++) {
        if (name[0] == '%' && name[1] == 'p') {
            length += (size_t)snprintf(path + length, sizeof path - length, "%ld", (long)getpid());
            state->by_process = 1;
            name++;
        } else {
            path[length++] = *name;
        }
    }
    path[length] = '\0';
    const int file =
        *name == '\0' ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666)
                      : -1;
    return file >= 0 ? file : -2;
}

GRAIN_TIMING_WEAK void grain_timing_lose(grain_timing_state *state, const char *text, size_t length);
GRAIN_TIMING_WEAK void
grain_timing_lose(grain_timing_state *state, const char *text, size_t length)
{
    unsigned long lines = 0;

    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    __atomic_add_fetch(&state->lost, lines, __ATOMIC_RELAXED);
}

/* Whole lines by one write(), as far as the system takes them. */
GRAIN_TIMING_WEAK void grain_timing_write(grain_timing_buffer *buffer);
GRAIN_TIMING_WEAK void
grain_timing_write(grain_timing_buffer *buffer)
{
    grain_timing_state *state = grain_timing_get();
    size_t done = 0;

    if (buffer->length == 0)
        return;
    pthread_mutex_lock(&state->lock);
    if (state->file == -1)
        state->file = grain_timing_open(state);
    const int file = state->file;
    pthread_mutex_unlock(&state->lock);
    while (file >= 0 && done < buffer->length) {
        const ssize_t n = write(file, buffer->text + done, buffer->length - done);
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    if (done < buffer->length)
        grain_timing_lose(state, buffer->text + done, buffer->length - done);
    buffer->length = 0;
}

/* The thread ends: another may have its buffer. */
GRAIN_TIMING_WEAK void grain_timing_end_thread(void *buffer);
GRAIN_TIMING_WEAK void
grain_timing_end_thread(void *buffer)
{
    grain_timing_write((grain_timing_buffer *)buffer);
    __atomic_store_n(&((grain_timing_buffer *)buffer)->used, 0, __ATOMIC_RELEASE);
}

GRAIN_TIMING_WEAK void grain_timing_end(void);
GRAIN_TIMING_WEAK void
grain_timing_end(void)
{
    grain_timing_state *state = grain_timing_get();

    for (grain_timing_buffer *one = __atomic_load_n(&state->buffers, __ATOMIC_ACQUIRE); one != NULL;
         one = one->next)
        grain_timing_write(one);
    if (state->lost > 0)
        fprintf(stderr, "grain-timing: %lu records were not written\n", state->lost);
    state->lost = 0;
}

/* What the parent recorded it writes itself. */
GRAIN_TIMING_WEAK void grain_timing_forked(void);
GRAIN_TIMING_WEAK void
grain_timing_forked(void)
{
    grain_timing_state *state = grain_timing_get();

    for (grain_timing_buffer *one = state->buffers; one != NULL; one = one->next)
        one->length = 0;
    state->lost = 0;
    pthread_mutex_init(&state->lock, NULL);
    if (state->by_process && state->file >= 0) {
        close(state->file);
        state->file = -1;
    }
}

GRAIN_TIMING_WEAK void grain_timing_begin(void);
GRAIN_TIMING_WEAK void
grain_timing_begin(void)
{
    grain_timing_state *state = grain_timing_get();
    const char *flush = getenv("GRAIN_TRACE_FLUSH");

    if (!state->is_set)
        clock_gettime(CLOCK_MONOTONIC, &state->zero);
    state->is_set = 1;
    state->flush = flush != NULL && strcmp(flush, "1") == 0;
    state->has_key = pthread_key_create(&state->key, grain_timing_end_thread) == 0;
    pthread_atfork(NULL, NULL, grain_timing_forked);
    atexit(grain_timing_end);
}

/* A buffer for this thread: one that is left, or a new one. NULL: no memory. */
GRAIN_TIMING_WEAK grain_timing_buffer *grain_timing_take(grain_timing_state *state);
GRAIN_TIMING_WEAK grain_timing_buffer *
grain_timing_take(grain_timing_state *state)
{
    grain_timing_buffer *one = __atomic_load_n(&state->buffers, __ATOMIC_ACQUIRE);

    for (; one != NULL; one = one->next) {
        int expected = 0;
        if (__atomic_compare_exchange_n(&one->used, &expected, 1, 0, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            break;
    }
    if (one == NULL) {
        one = (grain_timing_buffer *)malloc(sizeof *one);
        if (one == NULL)
            return NULL;
        one->used = 1;
        one->length = 0;
        one->next = __atomic_load_n(&state->buffers, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&state->buffers, &one->next, one, 0,
                                            __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            ;
    }
    pthread_setspecific(state->key, one);
    return one;
}

/* Digits of a number, at least `least` of them; returns their end. */
GRAIN_TIMING_WEAK char *grain_timing_digits(char *out, unsigned long long number, int least);
GRAIN_TIMING_WEAK char *
grain_timing_digits(char *out, unsigned long long number, int least)
{
    char digits[24];
    int n = 0;

    for (; number > 0 || n < least; number /= 10)
        digits[n++] = (char)('0' + number % 10);
    while (n > 0)
        *out++ = digits[--n];
    return out;
}

GRAIN_TIMING_WEAK char *grain_timing_integer(char *out, int number);
GRAIN_TIMING_WEAK char *
grain_timing_integer(char *out, int number)
{
    if (number < 0)
        *out++ = '-';
    return grain_timing_digits(out, number < 0 ? 0ull - (unsigned long long)number
                                               : (unsigned long long)number,
                               1);
}

/* A structure, or with NULL a processor. */
GRAIN_TIMING_WEAK void grain_timing_record(const char *keyword, int processor,
                                           const char *structure, int grain);
GRAIN_TIMING_WEAK void
grain_timing_record(const char *keyword, int processor, const char *structure, int grain)
{
    grain_timing_state *state = grain_timing_get();
    struct timespec now;

    pthread_once(&state->once, grain_timing_begin);
    clock_gettime(CLOCK_MONOTONIC, &now);
    grain_timing_buffer *buffer =
        state->has_key ? (grain_timing_buffer *)pthread_getspecific(state->key) : NULL;
    if (buffer == NULL && state->has_key)
        buffer = grain_timing_take(state);
    if (buffer == NULL) {
        grain_timing_lose(state, "\n", 1);
        return;
    }
    if (buffer->length + GRAIN_TIMING_LINE > GRAIN_TIMING_BUFFER)
        grain_timing_write(buffer);
    char *out = buffer->text + buffer->length;
    for (; *keyword != '\0'; keyword++)
        *out++ = *keyword;
    *out++ = '\t';
    if (structure == NULL)
        out = grain_timing_integer(out, processor);
    else if (*structure == '\0')
        *out++ = '_';
    for (int n = 0; structure != NULL && *structure != '\0' && n < GRAIN_TIMING_NAME;
         structure++, n++)
        *out++ = (unsigned char)*structure <= ' ' ? '_' : *structure;
    *out++ = '\t';
    out = grain_timing_integer(out, grain);
    *out++ = '\t';
    long long ns = (long long)(now.tv_sec - state->zero.tv_sec) * 1000000000 +
                   (now.tv_nsec - state->zero.tv_nsec);
    ns = ns > 0 ? ns : 0;
    out = grain_timing_digits(out, (unsigned long long)ns / 1000000, 1);
    *out++ = '.';
    out = grain_timing_digits(out, (unsigned long long)ns % 1000000, 6);
    *out++ = '\n';
    buffer->length = (size_t)(out - buffer->text);
    if (state->flush)
        grain_timing_write(buffer);
}

/* Time 0 is now. To be called before threads are made. */
GRAIN_TIMING_WEAK void initialize_clock(void);
GRAIN_TIMING_WEAK void
initialize_clock(void)
{
    grain_timing_state *state = grain_timing_get();

    clock_gettime(CLOCK_MONOTONIC, &state->zero);
    state->is_set = 1;
}

GRAIN_TIMING_WEAK void get_grain_start_time(int processor_id, int grain_id);
GRAIN_TIMING_WEAK void
get_grain_start_time(int processor_id, int grain_id)
{
    grain_timing_record("start", processor_id, NULL, grain_id);
}

GRAIN_TIMING_WEAK void get_grain_stop_time(int processor_id, int grain_id);
GRAIN_TIMING_WEAK void
get_grain_stop_time(int processor_id, int grain_id)
{
    grain_timing_record("stop", processor_id, NULL, grain_id);
}

GRAIN_TIMING_WEAK void get_send_begin_time(int grain_id, const char *structure_name);
GRAIN_TIMING_WEAK void
get_send_begin_time(int grain_id, const char *structure_name)
{
    grain_timing_record("sendBegin", 0, structure_name, grain_id);
}

GRAIN_TIMING_WEAK void get_send_end_time(int grain_id, const char *structure_name);
GRAIN_TIMING_WEAK void
get_send_end_time(int grain_id, const char *structure_name)
{
    grain_timing_record("sendEnd", 0, structure_name, grain_id);
}

GRAIN_TIMING_WEAK void get_recv_begin_time(int grain_id, const char *structure_name);
GRAIN_TIMING_WEAK void
get_recv_begin_time(int grain_id, const char *structure_name)
{
    grain_timing_record("recvBegin", 0, structure_name, grain_id);
}

GRAIN_TIMING_WEAK void get_recv_end_time(int grain_id, const char *structure_name);
GRAIN_TIMING_WEAK void
get_recv_end_time(int grain_id, const char *structure_name)
{
    grain_timing_record("recvEnd", 0, structure_name, grain_id);
}

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * There is one recording a process, so its state is static. `session` says whether one is on,
 * and for which thread: only that one gets past dvmr_enter(). `busy` is held by whoever uses
 * the state: that thread, or the one that runs the handler of exit(). A signal's handler that
 * comes in between finds it held, and is not recorded.
 */
#include "record/recorder.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST_MISTAKES 100 /* that are told */

static DvmrRecorder recorder;
static atomic_uint session; /* 0: nothing is recorded */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static atomic_long others;
static unsigned n_sessions;
static _Thread_local unsigned own_session;
static _Thread_local int index_base;

int64_t
dvmr_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

DvmrRecorder *
dvmr_lock(void)
{
    const bool held = atomic_flag_test_and_set_explicit(&busy, memory_order_acquire);
    return held ? NULL : &recorder;
}

void
dvmr_unlock(void)
{
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

DvmrState
dvmr_state(void)
{
    const unsigned on = atomic_load_explicit(&session, memory_order_relaxed);
    return on == 0 ? DVMR_OFF : on == own_session ? DVMR_OWN : DVMR_OTHERS;
}

void
dvmr_switch(bool on)
{
    if (on)
        own_session = ++n_sessions != 0 ? n_sessions : ++n_sessions;
    atomic_store_explicit(&session, on ? own_session : 0, memory_order_relaxed);
}

long
dvmr_take_others(void)
{
    return atomic_exchange_explicit(&others, 0, memory_order_relaxed);
}

int
dvmr_count_from(int first)
{
    const int was = index_base;
    index_base = first != 0;
    return was;
}

int
dvmr_base(void)
{
    return index_base;
}

/* ---- what is told ---- */

void
dvmr_tell(const char *file, int line, const char *what, const char *format, ...)
{
    char text[300], all[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const int n = snprintf(all, sizeof all, "%.200s:%d: %s: %s\n", file, line, what, text);
    const size_t length = n < (int)sizeof all ? (size_t)n : sizeof all - 1;
    if (write(STDERR_FILENO, all, length) < 0)
        return; /* nobody is left to be told */
}

static const char *
place_file(const DvmrRecorder *r)
{
    return dvmr_writer_file_name(r->writer, r->file);
}

bool
dvmr_mistake(DvmrRecorder *r, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (++r->n_mistakes <= MOST_MISTAKES)
        dvmr_tell(place_file(r), r->line, r->what, "%s", text);
    if (r->n_mistakes == MOST_MISTAKES)
        dvmr_tell(place_file(r), r->line, r->what, "further mistakes are not told");
    if (r->strict) {
        dvmr_writer_flush(r->writer);
        abort();
    }
    return false;
}

bool
dvmr_no_memory(DvmrRecorder *r)
{
    r->no_memory = true;
    return false;
}

/* ---- lists, references ---- */

typedef DVMR_LIST(char) AnyList;

void *
dvmr_list_more(DvmrRecorder *r, void *list, size_t size)
{
    AnyList *l = list;
    if (l->n == l->room) {
        const int room = l->room > INT32_MAX / 2 ? 0 : 2 * l->room + 8;
        char *larger = room > 0 ? realloc(l->at, (size_t)room * size) : NULL;
        if (larger == NULL) {
            dvmr_no_memory(r);
            return NULL;
        }
        l->at = larger;
        l->room = room;
    }
    return memset(l->at + (size_t)l->n++ * size, 0, size);
}

/* They end in 0, since all digits f would be no reference. */
int64_t
dvmr_ref_new(DvmrRecorder *r)
{
    if (r->free_refs.n > 0)
        return r->free_refs.at[--r->free_refs.n];
    r->next_ref += 16;
    return r->next_ref;
}

void
dvmr_ref_free(DvmrRecorder *r, int64_t ref)
{
    int64_t *more = DVMR_MORE(r, r->free_refs);
    if (more != NULL)
        *more = ref;
}

/* ---- a call comes and goes ---- */

/* Of what other threads and handlers of signals do, only how much it was is known. */
static bool
is_recorded(void)
{
    const DvmrState state = dvmr_state();
    if (state == DVMR_OFF)
        return false;
    if (state == DVMR_OWN && dvmr_lock() != NULL) {
        if (dvmr_state() == DVMR_OWN)
            return true;
        dvmr_unlock();
    }
    atomic_fetch_add_explicit(&others, 1, memory_order_relaxed);
    return false;
}

DvmrRecorder *
dvmr_enter(const char *what, const char *file, int line)
{
    DvmrRecorder *r = &recorder;
    if (!is_recorded())
        return NULL;
    r->pending += dvmr_now() - r->last;
    r->what = what;
    r->file = dvmr_writer_file(r->writer, file != NULL && *file != '\0' ? file : "?");
    r->line = line;
    return r;
}

DvmrRecorder *
dvmr_enter_outside(const char *what, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter(what, file, line);
    if (r == NULL || r->loop_line < 0)
        return r;
    dvmr_mistake(r, "inside of the parallel loop that line %d began", r->loop_line);
    dvmr_leave(r);
    return NULL;
}

void
dvmr_leave(DvmrRecorder *r)
{
    const int error = r->no_memory ? ENOMEM : dvmr_writer_error(r->writer);
    if (error != 0) {
        dvmr_tell(place_file(r), r->line, r->what, "%.200s: %.60s; recording stops",
                  dvmr_writer_name(r->writer), strerror(error));
        atomic_store_explicit(&session, 0, memory_order_relaxed);
        dvmr_writer_free(r->writer, false);
        r->writer = NULL;
    }
    r->last = dvmr_now();
    dvmr_unlock();
}

DvmrArray *
dvmr_array_get(DvmrRecorder *r, dvmr_array handle)
{
    if (handle.id == 0)
        return NULL;
    if (handle.id < 0 || handle.id > r->arrays.n)
        dvmr_mistake(r, "%d is no array", handle.id);
    else if (r->arrays.at[handle.id - 1] == NULL)
        dvmr_mistake(r, "the array was freed");
    else
        return r->arrays.at[handle.id - 1];
    return NULL;
}

DvmrArray *
dvmr_array_placed(DvmrRecorder *r, dvmr_array handle)
{
    DvmrArray *a = dvmr_array_get(r, handle);
    if (a == NULL || a->aligned)
        return a;
    dvmr_mistake(r, "%s has no place before its weights are given", a->name);
    return NULL;
}

/* ---- what is written ---- */

void
dvmr_call(DvmrRecorder *r, DvmrCall call, const int64_t *words, size_t n)
{
    if (!r->has_head)
        dvmr_writer_head(r->writer, &r->head);
    r->has_head = true;
    dvmr_writer_call(r->writer, call, r->pending, r->file, r->line, words, n);
    r->pending = 0;
}

void
dvmr_words_add(DvmrWords *words, int64_t value)
{
    words->at[words->n++] = value;
}

void
dvmr_words_array(DvmrWords *words, int n, const int64_t *values)
{
    dvmr_words_add(words, n);
    for (int i = 0; i < n; i++)
        dvmr_words_add(words, values[i]);
}

void
dvmr_words_terms(DvmrWords *words, int n, const DvmrTerm *terms)
{
    dvmr_words_add(words, n);
    for (int i = 0; i < n; i++)
        dvmr_words_add(words, terms[i].axis);
    dvmr_words_add(words, n);
    for (int i = 0; i < n; i++)
        dvmr_words_add(words, terms[i].coeff);
    dvmr_words_add(words, n);
    for (int i = 0; i < n; i++)
        dvmr_words_add(words, terms[i].konst);
}

/* ---- what has an end ---- */

static const char *const kinds[] = {
    [DVMR_INTERVAL] = "interval",
    [DVMR_SEQUENTIAL] = "sequential loop",
    [DVMR_LOOP_BODY] = "parallel loop",
    [DVMR_IO] = "input or output",
    [DVMR_TASK] = "task",
};

const char *
dvmr_kind_name(DvmrKind kind)
{
    return kinds[kind];
}

bool
dvmr_open(DvmrRecorder *r, DvmrKind kind, bool left_out)
{
    DvmrOpen *open = DVMR_MORE(r, r->open);
    if (open != NULL)
        *open = (DvmrOpen){ kind, left_out, r->file, r->line };
    return open != NULL;
}

bool
dvmr_close(DvmrRecorder *r, DvmrKind kind, int *begin_line)
{
    const DvmrOpen *open = r->open.n > 0 ? &r->open.at[r->open.n - 1] : NULL;
    if (open == NULL)
        return dvmr_mistake(r, "no %s is open", kinds[kind]);
    if (open->kind != kind)
        return dvmr_mistake(r, "the %s that line %d began is open inside", kinds[open->kind],
                            open->line);
    r->open.n--;
    *begin_line = open->line;
    return !open->left_out;
}

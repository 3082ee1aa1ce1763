/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Begin and end of a recording: by the program, at exit(), in a forked child.
 */
#include "record/loops.h"
#include "record/operations.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PROCESSORS 65536 /* of a virtual system: tasks tell each of them apart */
#define BUFFER_BYTES ((size_t)64 << 20)

static bool prepared; /* whether prepare() was there; used under the lock */
static atomic_bool forked;

static void
clear(DvmrRecorder *r)
{
    dvmr_loop_clear(r);
    dvmr_arrays_clear(r);
    free(r->open.at);
    free(r->ops.at);
    free(r->tasks.at);
    free(r->free_refs.at);
    memset(r, 0, sizeof *r);
}

/* Closes what is open, which is told once. */
static void
close_all(DvmrRecorder *r)
{
    bool told = false;
    while (r->open.n > 0) {
        const DvmrOpen open = r->open.at[--r->open.n];
        if (!told)
            dvmr_mistake(r, "the %s that line %d of %s began is open",
                         dvmr_kind_name(open.kind), open.line,
                         dvmr_writer_file_name(r->writer, open.file));
        told = true;
        if (!open.left_out)
            dvmr_write_end(r, open.kind, open.line);
    }
}

static void
finish(DvmrRecorder *r)
{
    char file[200], name[200];
    const long others = dvmr_take_others();
    close_all(r);
    dvmr_wait_for_all(r);
    if (!r->has_head)
        dvmr_writer_head(r->writer, &r->head);
    dvmr_writer_finish(r->writer, r->pending, r->file, r->line);
    dvmr_switch(false);
    snprintf(file, sizeof file, "%s", dvmr_writer_file_name(r->writer, r->file));
    snprintf(name, sizeof name, "%s", dvmr_writer_name(r->writer));
    const int error = dvmr_writer_free(r->writer, false);
    if (others > 0)
        dvmr_tell(file, r->line, r->what, "%ld calls of other threads were not recorded",
                  others);
    if (error != 0)
        dvmr_tell(file, r->line, r->what, "%s: %.60s", name, strerror(error));
    clear(r);
}

void
dvmr_end_at(const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter("dvmr_end", file, line);
    if (r == NULL)
        return;
    finish(r);
    dvmr_unlock();
}

/* Any thread may have called exit(), and a handler that interrupted a call. */
static void
end_at_exit(void)
{
    DvmrRecorder *r;
    while (dvmr_state() != DVMR_OFF && (r = dvmr_lock()) == NULL) {
        if (dvmr_state() == DVMR_OWN)
            return;
        sched_yield();
    }
    if (dvmr_state() == DVMR_OFF)
        return;
    r->pending += dvmr_now() - r->last;
    r->what = "exit";
    r->strict = false; /* the exit status is the program's */
    finish(r);
    dvmr_unlock();
}

static void
forget_in_child(void)
{
    if (dvmr_state() != DVMR_OFF)
        atomic_store(&forked, true);
    dvmr_switch(false);
}

/* Nanoseconds that a call leaves in the program's time: between the reading of the clock at the
 * end of one and that at the begin of the next. */
static int64_t
measure_overhead(void)
{
    const int n = 200;
    atomic_flag flag = ATOMIC_FLAG_INIT;
    int64_t least = INT64_MAX;
    for (int batch = 0; batch < 20; batch++) {
        int64_t sum = 0;
        for (int i = 0; i < n; i++) {
            const int64_t left = dvmr_now();
            atomic_flag_clear_explicit(&flag, memory_order_release);
            atomic_flag_test_and_set_explicit(&flag, memory_order_acquire);
            sum += dvmr_now() - left;
        }
        if (sum < least)
            least = sum;
    }
    return least / n;
}

static size_t
buffer_bytes(void)
{
    const char *text = getenv("DVM_RECORD_BUFFER");
    char *end;
    if (text == NULL || *text < '0' || *text > '9')
        return BUFFER_BYTES;
    const unsigned long long bytes = strtoull(text, &end, 10);
    const int shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    return bytes > (SIZE_MAX >> 1 >> shift) ? BUFFER_BYTES : (size_t)bytes << shift;
}

/* Once a process. */
static void
prepare(void)
{
    if (!prepared)
        prepared = atexit(end_at_exit) == 0 && pthread_atfork(NULL, NULL, forget_in_child) == 0;
}

static bool
begin(DvmrRecorder *r, const char *name, const char *file, int line)
{
    const int64_t start = dvmr_now();
    const char *strict = getenv("DVM_RECORD_STRICT");
    clear(r);
    prepare();
    r->writer = dvmr_writer_new(name, buffer_bytes());
    if (r->writer == NULL) {
        dvmr_tell(file, line, "dvmr_begin", "%.200s: %.60s", name, strerror(errno));
        return false;
    }
    r->strict = strict != NULL && strcmp(strict, "1") == 0;
    r->next_ref = 0x1000;
    r->loop_line = -1;
    r->loop_ref = dvmr_ref_new(r);
    r->file = dvmr_writer_file(r->writer, file);
    r->line = line;
    r->head.file = dvmr_writer_file_name(r->writer, r->file);
    r->head.line = line;
    r->head.overhead = measure_overhead();
    dvmr_take_others();
    dvmr_switch(true);
    r->last = dvmr_now();
    r->head.begin = r->last > start ? r->last - start : 1;
    return true;
}

bool
dvmr_begin_at(const char *trace, const char *file, int line)
{
    const char *name = trace != NULL && *trace != '\0' ? trace : getenv("DVM_RECORD");
    DvmrRecorder *r = dvmr_enter("dvmr_begin", file, line);
    if (r != NULL) {
        dvmr_mistake(r, "a trace is being recorded already");
        dvmr_leave(r);
        return true;
    }
    if (name == NULL || *name == '\0' || atomic_load(&forked) || dvmr_state() != DVMR_OFF ||
        (r = dvmr_lock()) == NULL)
        return false;
    const bool records = dvmr_state() == DVMR_OFF &&
                         begin(r, name, file != NULL && *file != '\0' ? file : "?", line);
    dvmr_unlock();
    return records;
}

static void
set_grid(DvmrHead *head, int rank, const int64_t *sizes)
{
    head->rank = rank;
    for (int i = 0; i < rank; i++)
        head->sizes[i] = sizes[i];
}

void
dvmr_grid_at(int rank, const int64_t *sizes, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_grid", file, line);
    int64_t count = 1;
    bool good = true;
    if (r == NULL)
        return;
    for (int i = 0; i < rank && rank <= DVMR_MAX_RANK && sizes != NULL && good; i++) {
        good = sizes[i] >= 1 && sizes[i] <= MOST_PROCESSORS / count;
        count *= good ? sizes[i] : 1;
    }
    if (r->has_head)
        dvmr_mistake(r, "comes after calls that are written");
    else if (rank < 1 || rank > DVMR_MAX_RANK || sizes == NULL || !good)
        dvmr_mistake(r, "these are no sizes of a processor system");
    else
        set_grid(&r->head, rank, sizes);
    dvmr_leave(r);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Intervals and loops, and what is said of a loop before it begins.
 */
#include "record/loops.h"

#include <stdlib.h>
#include <string.h>

#include "record/operations.h"

/* ---- intervals ---- */

/* What is open gets its own interval, or is left out inside of a parallel loop. */
static DvmrRecorder *
enter_begin(DvmrKind kind, const char *what, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter(what, file, line);
    if (r == NULL || r->loop_line < 0)
        return r;
    dvmr_mistake(r, "inside of the parallel loop that line %d began", r->loop_line);
    dvmr_open(r, kind, true);
    dvmr_leave(r);
    return NULL;
}

void
dvmr_interval_begin_at(int64_t expression, const char *file, int line)
{
    DvmrRecorder *r = enter_begin(DVMR_INTERVAL, "dvmr_interval_begin", file, line);
    if (r == NULL)
        return;
    if (dvmr_open(r, DVMR_INTERVAL, false))
        DVMR_CALL(r, CALL_BINTER, expression);
    dvmr_leave(r);
}

void
dvmr_sequential_begin_at(const char *file, int line)
{
    DvmrRecorder *r = enter_begin(DVMR_SEQUENTIAL, "dvmr_sequential_begin", file, line);
    if (r == NULL)
        return;
    if (dvmr_open(r, DVMR_SEQUENTIAL, false))
        dvmr_call(r, CALL_BSLOOP, NULL, 0);
    dvmr_leave(r);
}

void
dvmr_io_begin_at(const char *file, int line)
{
    DvmrRecorder *r = enter_begin(DVMR_IO, "dvmr_io_begin", file, line);
    bool inside = false;
    if (r == NULL)
        return;
    for (int i = 0; i < r->open.n; i++)
        inside = inside || (r->open.at[i].kind == DVMR_IO && !r->open.at[i].left_out);
    if (inside)
        dvmr_mistake(r, "inside of input or output");
    if (dvmr_open(r, DVMR_IO, inside) && !inside)
        dvmr_call(r, CALL_BIOF, NULL, 0);
    dvmr_leave(r);
}

static void
end(DvmrKind kind, const char *what, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter(what, file, line);
    int begin_line;
    if (r == NULL)
        return;
    if (dvmr_close(r, kind, &begin_line))
        dvmr_write_end(r, kind, begin_line);
    dvmr_leave(r);
}

void
dvmr_interval_end_at(const char *file, int line)
{
    end(DVMR_INTERVAL, "dvmr_interval_end", file, line);
}

void
dvmr_sequential_end_at(const char *file, int line)
{
    end(DVMR_SEQUENTIAL, "dvmr_sequential_end", file, line);
}

void
dvmr_io_end_at(const char *file, int line)
{
    end(DVMR_IO, "dvmr_io_end", file, line);
}

void
dvmr_loop_end_at(const char *file, int line)
{
    end(DVMR_LOOP_BODY, "dvmr_loop_end", file, line);
}

void
dvmr_task_end_at(const char *file, int line)
{
    end(DVMR_TASK, "dvmr_task_end", file, line);
}

static void
write_loop_end(DvmrRecorder *r, int begin_line)
{
    DVMR_CALL(r, CALL_DOPL, r->loop_ref, 0);
    DVMR_CALL(r, CALL_ENDPL, r->loop_ref);
    if (r->reduction_group != 0) {
        DVMR_CALL(r, CALL_STRTRD, r->reduction_group);
        DVMR_CALL(r, CALL_WAITRD, r->reduction_group);
        dvmr_group_delete(r, r->reduction_group);
    }
    r->reduction_group = 0;
    r->loop_line = -1;
    DVMR_CALL(r, CALL_ENLOOP, begin_line);
}

void
dvmr_write_end(DvmrRecorder *r, DvmrKind kind, int begin_line)
{
    switch (kind) {
    case DVMR_INTERVAL:
        DVMR_CALL(r, CALL_EINTER, begin_line);
        break;
    case DVMR_SEQUENTIAL:
        DVMR_CALL(r, CALL_ENLOOP, begin_line);
        break;
    case DVMR_LOOP_BODY:
        write_loop_end(r, begin_line);
        break;
    case DVMR_IO:
        dvmr_call(r, CALL_EIOF, NULL, 0);
        break;
    case DVMR_TASK:
        dvmr_wait_for_all(r);
        dvmr_call(r, CALL_STOPAM, NULL, 0);
        r->task = 0;
        break;
    }
}

/* ---- before a loop ---- */

/* What was said of the next loop. */
static void
forget(DvmrRecorder *r)
{
    for (int i = 0; i < r->remotes.n; i++)
        free(r->remotes.at[i].section);
    r->across.n = r->reductions.n = r->edges.n = r->remotes.n = 0;
}

void
dvmr_loop_clear(DvmrRecorder *r)
{
    forget(r);
    free(r->across.at);
    free(r->reductions.at);
    free(r->edges.at);
    free(r->remotes.at);
    free(r->buffers.at);
}

void
dvmr_loop_across_at(dvmr_array a, const int *low, const int *high, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_loop_across", file, line);
    const DvmrArray *array = r != NULL ? dvmr_array_placed(r, a) : NULL;
    bool good = low != NULL && high != NULL;
    for (int i = 0; good && array != NULL && i < array->rank; i++)
        good = low[i] >= 0 && high[i] >= 0;
    DvmrAcross *across = array != NULL && good ? DVMR_MORE(r, r->across) : NULL;
    if (array != NULL && !good)
        dvmr_mistake(r, "a width is negative or missing");
    if (across != NULL) {
        across->array = a;
        memcpy(across->low, low, (size_t)array->rank * sizeof *low);
        memcpy(across->high, high, (size_t)array->rank * sizeof *high);
    }
    if (r != NULL)
        dvmr_leave(r);
}

void
dvmr_loop_exchange_at(int n, const dvmr_array *arrays, bool corners, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_loop_exchange", file, line);
    for (int i = 0; r != NULL && arrays != NULL && i < n; i++) {
        const DvmrArray *array = dvmr_array_placed(r, arrays[i]);
        DvmrEdges *edges = array != NULL ? DVMR_MORE(r, r->edges) : NULL;
        if (edges != NULL)
            *edges = (DvmrEdges){ arrays[i], corners };
    }
    if (r != NULL)
        dvmr_leave(r);
}

void
dvmr_loop_reduce_at(size_t element, int64_t n, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_loop_reduce", file, line);
    DvmrReduction reduction;
    if (r == NULL)
        return;
    if (dvmr_reduction_get(r, element, n, &reduction)) {
        DvmrReduction *more = DVMR_MORE(r, r->reductions);
        if (more != NULL)
            *more = reduction;
    }
    dvmr_leave(r);
}

/* Of the next loop, whose rank is not known yet: the section is read when it begins. */
static void
remote_of_loop(DvmrRecorder *r, dvmr_array of, const char *section, dvmr_array on)
{
    DvmrRemote *remote = DVMR_MORE(r, r->remotes);
    const size_t n = section != NULL ? strlen(section) + 1 : 0;
    if (remote == NULL)
        return;
    *remote = (DvmrRemote){ of, on, section != NULL ? malloc(n) : NULL };
    if (remote->section != NULL)
        memcpy(remote->section, section, n);
    else if (section != NULL)
        dvmr_no_memory(r);
}

void
dvmr_remote_at(dvmr_array of, const char *section, dvmr_array loop_on, const char *file,
               int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_remote", file, line);
    const DvmrArray *array = r != NULL ? dvmr_array_placed(r, of) : NULL;
    if (array != NULL && loop_on.id == 0)
        dvmr_remote_now(r, array, section);
    else if (array != NULL && dvmr_array_placed(r, loop_on) != NULL)
        remote_of_loop(r, of, section, loop_on);
    if (r != NULL)
        dvmr_leave(r);
}

/* ---- a parallel loop ---- */

typedef struct {
    dvmr_array handle;
    const DvmrArray *on;
    int rank;
    DvmrTerm terms[DVMR_MAX_RANK];
    int64_t first[DVMR_MAX_RANK], last[DVMR_MAX_RANK], step[DVMR_MAX_RANK];
} Loop;

static bool
is_empty(const Loop *loop, int x)
{
    return loop->step[x] > 0 ? loop->first[x] > loop->last[x] : loop->first[x] < loop->last[x];
}

/* Whether every iteration has a place. */
static bool
check_range(DvmrRecorder *r, const Loop *loop)
{
    for (int i = 0; i < loop->on->rank; i++) {
        const DvmrTerm *t = &loop->terms[i];
        const int x = (int)t->axis - 1;
        if (t->axis < 0 || (x >= 0 && is_empty(loop, x)))
            continue;
        const int64_t first = x >= 0 ? loop->first[x] : 0;
        int64_t last = x >= 0 ? loop->last[x] : 0;
        if (x >= 0)
            last -= (last - first) % loop->step[x];
        if (!dvmr_term_inside(t, first, last, loop->on->sizes[i]))
            return dvmr_mistake(r, "the loop leaves axis %d of %s", i + dvmr_base(),
                                loop->on->name);
    }
    return true;
}

static bool
loop_get(DvmrRecorder *r, Loop *loop, const char *rule, const int64_t *first,
         const int64_t *last, const int64_t *step)
{
    char why[DVMR_WHY];
    if (loop->on == NULL)
        return false;
    if (loop->rank < 1 || loop->rank > DVMR_MAX_RANK || first == NULL || last == NULL)
        return dvmr_mistake(r, "the rank is %d, not 1 to %d", loop->rank, DVMR_MAX_RANK);
    if (!dvmr_text_rule(rule, dvmr_base(), loop->rank, loop->on->rank, loop->terms, why))
        return dvmr_mistake(r, "%s", why);
    for (int x = 0; x < loop->rank; x++) {
        loop->first[x] = first[x];
        loop->last[x] = last[x];
        loop->step[x] = step != NULL ? step[x] : 1;
        if (loop->step[x] == 0 || first[x] > DVMR_MOST || first[x] < -DVMR_MOST ||
            last[x] > DVMR_MOST || last[x] < -DVMR_MOST)
            return dvmr_mistake(r, "axis %d goes from %lld to %lld by %lld", x + dvmr_base(),
                                (long long)first[x], (long long)last[x],
                                (long long)loop->step[x]);
    }
    return check_range(r, loop);
}

/* What was said before, of arrays that may have been freed since. */
static bool
said_fits(DvmrRecorder *r, const Loop *loop)
{
    for (int i = 0; i < r->across.n; i++) {
        const DvmrArray *a = dvmr_array_placed(r, r->across.at[i].array);
        if (a == NULL)
            return false;
        if (a->template->task != loop->on->template->task)
            return dvmr_mistake(r, "%s lies on the processors of another task", a->name);
    }
    for (int i = 0; i < r->edges.n; i++) {
        if (dvmr_array_placed(r, r->edges.at[i].array) == NULL)
            return false;
    }
    for (int i = 0; i < r->remotes.n; i++) {
        const DvmrRemote *remote = &r->remotes.at[i];
        const DvmrArray *of = dvmr_array_placed(r, remote->of);
        DvmrTerm terms[DVMR_MAX_RANK];
        char why[DVMR_WHY];
        if (of == NULL)
            return false;
        if (remote->on.id != loop->handle.id)
            return dvmr_mistake(r, "dvmr_remote() spoke of a loop on another array");
        if (!dvmr_text_remote(remote->section, dvmr_base(), loop->rank, of->rank, terms, why))
            return dvmr_mistake(r, "dvmr_remote: %s", why);
    }
    return true;
}

static void
write_reductions(DvmrRecorder *r)
{
    if (r->reductions.n == 0)
        return;
    r->reduction_group = dvmr_ref_new(r);
    DVMR_CALL(r, CALL_CRTRG, r->reduction_group);
    for (int i = 0; i < r->reductions.n; i++)
        dvmr_write_reduction(r, &r->reductions.at[i], dvmr_loop_part(r, i));
}

static void
insert_reductions(DvmrRecorder *r)
{
    for (int i = 0; i < r->reductions.n; i++)
        DVMR_CALL(r, CALL_INSRED_LOOP, r->reduction_group, dvmr_loop_part(r, i), r->loop_ref);
}

/* SHADOW_RENEW of the loop: groups of edges with corners, and without. */
static void
exchange_edges(DvmrRecorder *r)
{
    for (int corners = 0; corners < 2; corners++) {
        int64_t group = 0;
        for (int i = 0; i < r->edges.n; i++) {
            if (r->edges.at[i].corners != (corners != 0))
                continue;
            if (group == 0)
                group = dvmr_group_new(r, CALL_CRTSHG);
            dvmr_write_edges(r, group, dvmr_array_get(r, r->edges.at[i].array), corners != 0);
        }
        if (group == 0)
            continue;
        DVMR_CALL(r, CALL_STRTSH, group);
        DVMR_CALL(r, CALL_WAITSH, group);
        dvmr_group_delete(r, group);
    }
}

/* Which way the loop goes along an axis of an array that lies as the one it is mapped on. */
static bool
goes_down(const Loop *loop, const DvmrArray *a, int axis)
{
    if (a->rank != loop->on->rank || loop->terms[axis].axis <= 0)
        return false;
    const DvmrTerm *t = &loop->terms[axis];
    return (loop->step[t->axis - 1] < 0) != (t->coeff < 0);
}

/* The edges of one array on which iterations depend: `before` those of before the loop, behind
 * its way; else those that it makes. Returns whether there are any. */
static bool
across_widths(const Loop *loop, const DvmrAcross *across, const DvmrArray *a, bool before,
              int64_t low[], int64_t high[], int64_t sign[])
{
    bool any = false;
    for (int x = 0; x < a->rank; x++) {
        const bool use_low = goes_down(loop, a, x) == before;
        low[x] = use_low ? across->low[x] : 0;
        high[x] = use_low ? 0 : across->high[x];
        sign[x] = low[x] == 0 && high[x] == 0 ? 1 : (low[x] > 0) * 3 + (high[x] > 0) * 5;
        any = any || sign[x] != 1;
    }
    return any;
}

/* The group of such edges of all arrays; 0: there are none. */
static int64_t
write_across(DvmrRecorder *r, const Loop *loop, bool before)
{
    int64_t group = 0, low[DVMR_MAX_RANK], high[DVMR_MAX_RANK], sign[DVMR_MAX_RANK];
    for (int i = 0; i < r->across.n; i++) {
        const DvmrArray *a = dvmr_array_get(r, r->across.at[i].array);
        DvmrWords words;
        words.n = 0;
        if (!across_widths(loop, &r->across.at[i], a, before, low, high, sign))
            continue;
        if (group == 0)
            group = dvmr_group_new(r, CALL_CRTSHG);
        dvmr_words_add(&words, group);
        dvmr_words_add(&words, a->ref);
        dvmr_words_array(&words, a->rank, low);
        dvmr_words_array(&words, a->rank, high);
        dvmr_words_array(&words, a->rank, sign);
        dvmr_call(r, CALL_INSSHD, words.at, words.n);
    }
    return group;
}

static void
write_map(DvmrRecorder *r, const Loop *loop)
{
    DvmrWords words;
    words.n = 0;
    dvmr_words_add(&words, r->loop_ref);
    dvmr_words_add(&words, loop->on->ref);
    dvmr_words_terms(&words, loop->on->rank, loop->terms);
    dvmr_words_array(&words, loop->rank, loop->first);
    dvmr_words_array(&words, loop->rank, loop->last);
    dvmr_words_array(&words, loop->rank, loop->step);
    dvmr_call(r, CALL_MAPPL, words.at, words.n);
}

static void
write_remotes(DvmrRecorder *r, const Loop *loop)
{
    for (int i = 0; i < r->remotes.n; i++) {
        const DvmrRemote *remote = &r->remotes.at[i];
        const DvmrArray *of = dvmr_array_get(r, remote->of);
        const int64_t buffer = dvmr_loop_part(r, i);
        DvmrTerm terms[DVMR_MAX_RANK];
        DvmrWords words;
        char why[DVMR_WHY];
        words.n = 0;
        dvmr_text_remote(remote->section, dvmr_base(), loop->rank, of->rank, terms, why);
        dvmr_words_add(&words, of->ref);
        dvmr_words_add(&words, buffer);
        dvmr_words_add(&words, r->loop_ref);
        dvmr_words_terms(&words, of->rank, terms);
        dvmr_call(r, CALL_CRTRBL, words.at, words.n);
        DVMR_CALL(r, CALL_LOADRB, buffer);
        DVMR_CALL(r, CALL_WAITRB, buffer);
    }
}

/* The calls of PARALLEL ... ON in the order of the DVM compiler. */
static void
write_loop(DvmrRecorder *r, const Loop *loop)
{
    dvmr_call(r, CALL_BPLOOP, NULL, 0);
    write_reductions(r);
    DVMR_CALL(r, CALL_CRTPL, loop->rank, r->loop_ref);
    exchange_edges(r);
    const int64_t made = write_across(r, loop, false), before = write_across(r, loop, true);
    write_map(r, loop);
    insert_reductions(r);
    if (made != 0 || before != 0)
        DVMR_CALL(r, CALL_ACROSS, before, made);
    write_remotes(r, loop);
    DVMR_CALL(r, CALL_DOPL, r->loop_ref, 1);
    r->loop_line = r->line;
    dvmr_ref_free_if(r, made);
    dvmr_ref_free_if(r, before);
}

static void
loop_begin(const char *what, dvmr_array on, const char *rule, int rank, const int64_t *first,
           const int64_t *last, const int64_t *step, const char *file, int line)
{
    DvmrRecorder *r = enter_begin(DVMR_LOOP_BODY, what, file, line);
    Loop loop;
    if (r == NULL)
        return;
    loop.handle = on;
    loop.rank = rank;
    loop.on = dvmr_array_placed(r, on);
    const bool good = loop_get(r, &loop, rule, first, last, step) && said_fits(r, &loop);
    if (dvmr_open(r, DVMR_LOOP_BODY, !good) && good)
        write_loop(r, &loop);
    forget(r);
    dvmr_leave(r);
}

void
dvmr_loop_begin_at(dvmr_array on, const char *rule, int rank, const int64_t *first,
                   const int64_t *last, const int64_t *step, const char *file, int line)
{
    loop_begin("dvmr_loop_begin", on, rule, rank, first, last, step, file, line);
}

void
dvmr_loop_axes_at(dvmr_array on, int rank, const int64_t *first, const int64_t *last,
                  const char *file, int line)
{
    loop_begin("DVMR_LOOP", on, NULL, rank, first, last, NULL, file, line);
}

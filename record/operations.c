/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "record/operations.h"

#include <string.h>

/* ---- groups ---- */

int64_t
dvmr_group_new(DvmrRecorder *r, DvmrCall call)
{
    const int64_t group = dvmr_ref_new(r);
    DVMR_CALL(r, call, group);
    return group;
}

void
dvmr_group_delete(DvmrRecorder *r, int64_t group)
{
    DVMR_CALL(r, CALL_DELOBJ, group);
    dvmr_ref_free(r, group);
}

void
dvmr_ref_free_if(DvmrRecorder *r, int64_t ref)
{
    if (ref != 0)
        dvmr_ref_free(r, ref);
}

int64_t
dvmr_loop_part(DvmrRecorder *r, int i)
{
    while (r->buffers.n <= i) {
        int64_t *more = DVMR_MORE(r, r->buffers);
        if (more == NULL)
            return r->loop_ref;
        *more = dvmr_ref_new(r);
    }
    return r->buffers.at[i];
}

/* ---- operations that go on ---- */

static dvmr_op
op_new(DvmrRecorder *r, DvmrWait kind, int64_t ref)
{
    DvmrOp *op = DVMR_MORE(r, r->ops);
    if (op == NULL || r->next_op == INT32_MAX)
        return (dvmr_op){ 0 };
    *op = (DvmrOp){ ++r->next_op, kind, ref, r->task };
    return (dvmr_op){ r->next_op };
}

/* Ends the i-th. */
static void
write_wait(DvmrRecorder *r, int i)
{
    static const DvmrCall calls[] = { CALL_WAITRD, CALL_WAITSH, CALL_WAITCP };
    const DvmrOp op = r->ops.at[i];
    memmove(&r->ops.at[i], &r->ops.at[i + 1], (size_t)(r->ops.n - i - 1) * sizeof op);
    r->ops.n--;
    DVMR_CALL(r, calls[op.kind], op.ref);
    if (op.kind == DVMR_WAIT_COPY)
        dvmr_ref_free(r, op.ref);
    else
        dvmr_group_delete(r, op.ref);
}

/* The newest is looked for first. */
static void
wait_for(DvmrRecorder *r, int id)
{
    int i = r->ops.n;
    while (i-- > 0 && r->ops.at[i].id != id)
        ;
    if (i < 0)
        dvmr_mistake(r, "it does not go on");
    else if (r->ops.at[i].task != r->task)
        dvmr_mistake(r, "another task started it");
    else
        write_wait(r, i);
}

void
dvmr_wait_for_all(DvmrRecorder *r)
{
    int n = 0;
    for (int i = r->ops.n; i-- > 0;) {
        if (r->ops.at[i].task != r->task)
            continue;
        if (n++ == 0)
            dvmr_mistake(r, "nobody waited for an operation that goes on");
        write_wait(r, i);
    }
}

void
dvmr_wait_at(dvmr_op op, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_wait", file, line);
    if (r == NULL)
        return;
    if (op.id != 0)
        wait_for(r, op.id);
    dvmr_leave(r);
}

/* ---- reductions ---- */

bool
dvmr_reduction_get(DvmrRecorder *r, size_t element, int64_t n, DvmrReduction *reduction)
{
    if (element < 1 || element > INT32_MAX || n < 1 || n > DVMR_MOST / (int64_t)element)
        return dvmr_mistake(r, "%lld elements of %zu bytes", (long long)n, element);
    /* types of 16, 8 and 4 bytes; what an element has more is its location, as in MAXLOC; small
     * ones are taken together */
    if (element == 16)
        *reduction = (DvmrReduction){ 6, n, 0 };
    else if (element == 8)
        *reduction = (DvmrReduction){ 4, n, 0 };
    else if (element >= 4)
        *reduction = (DvmrReduction){ 3, n, (int64_t)element - 4 };
    else
        *reduction = (DvmrReduction){ 1, (n * (int64_t)element + 3) / 4, 0 };
    return true;
}

void
dvmr_write_reduction(DvmrRecorder *r, const DvmrReduction *reduction, int64_t ref)
{
    DVMR_CALL(r, CALL_CRTRED, reduction->type, reduction->length, reduction->location, ref);
}

/* Starts it, of what an array has; without one, of what the last loop left, or the tasks. */
static int64_t
start_reduction(DvmrRecorder *r, const DvmrArray *of, const DvmrReduction *reduction)
{
    const int64_t group = dvmr_group_new(r, CALL_CRTRG), ref = dvmr_loop_part(r, 0);
    dvmr_write_reduction(r, reduction, ref);
    if (of != NULL)
        DVMR_CALL(r, CALL_INSRED_ARRAY, group, ref, of->ref);
    else if (r->task == 0 && r->task_template != 0)
        DVMR_CALL(r, CALL_INSRED_VIEW, group, ref, r->task_template);
    else
        DVMR_CALL(r, CALL_INSRED, group, ref);
    DVMR_CALL(r, CALL_STRTRD, group);
    return group;
}

void
dvmr_reduce_at(size_t element, int64_t n, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_reduce", file, line);
    DvmrReduction reduction;
    if (r == NULL)
        return;
    if (dvmr_reduction_get(r, element, n, &reduction)) {
        const int64_t group = start_reduction(r, NULL, &reduction);
        DVMR_CALL(r, CALL_WAITRD, group);
        dvmr_group_delete(r, group);
    }
    dvmr_leave(r);
}

dvmr_op
dvmr_reduce_start_at(dvmr_array of, size_t element, int64_t n, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_reduce_start", file, line);
    const DvmrArray *array = r != NULL ? dvmr_array_placed(r, of) : NULL;
    DvmrReduction reduction;
    dvmr_op op = { 0 };
    if (array != NULL && dvmr_reduction_get(r, element, n, &reduction))
        op = op_new(r, DVMR_WAIT_REDUCTION, start_reduction(r, array, &reduction));
    if (r != NULL)
        dvmr_leave(r);
    return op;
}

/* ---- edges ---- */

void
dvmr_write_edges(DvmrRecorder *r, int64_t group, const DvmrArray *a, bool corners)
{
    DvmrWords words;
    words.n = 0;
    dvmr_words_add(&words, group);
    dvmr_words_add(&words, a->ref);
    dvmr_words_add(&words, corners);
    dvmr_words_array(&words, a->rank, a->low);
    dvmr_words_array(&words, a->rank, a->high);
    dvmr_call(r, CALL_INSSH, words.at, words.n);
}

/* Starts the exchange of a group of arrays; 0: none of them is there. */
static int64_t
start_exchange(DvmrRecorder *r, int n, const dvmr_array *arrays, bool corners)
{
    int64_t group = 0;
    for (int i = 0; arrays != NULL && i < n; i++) {
        const DvmrArray *a = dvmr_array_placed(r, arrays[i]);
        if (a == NULL)
            continue;
        if (group == 0)
            group = dvmr_group_new(r, CALL_CRTSHG);
        dvmr_write_edges(r, group, a, corners);
    }
    if (group != 0)
        DVMR_CALL(r, CALL_STRTSH, group);
    return group;
}

void
dvmr_exchange_at(int n, const dvmr_array *arrays, bool corners, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_exchange", file, line);
    if (r == NULL)
        return;
    const int64_t group = start_exchange(r, n, arrays, corners);
    if (group != 0) {
        DVMR_CALL(r, CALL_WAITSH, group);
        dvmr_group_delete(r, group);
    }
    dvmr_leave(r);
}

dvmr_op
dvmr_exchange_start_at(int n, const dvmr_array *arrays, bool corners, const char *file,
                       int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_exchange_start", file, line);
    dvmr_op op = { 0 };
    if (r == NULL)
        return op;
    const int64_t group = start_exchange(r, n, arrays, corners);
    if (group != 0)
        op = op_new(r, DVMR_WAIT_EDGES, group);
    dvmr_leave(r);
    return op;
}

/* ---- copies ---- */

/* One end of a copy: a section, or a variable. */
typedef struct {
    const DvmrArray *array; /* NULL: a variable */
    DvmrSection section;
} End;

static bool
end_get(DvmrRecorder *r, dvmr_array handle, const char *text, End *end)
{
    char why[DVMR_WHY];
    end->array = NULL;
    if (handle.id == 0)
        return true;
    end->array = dvmr_array_placed(r, handle);
    if (end->array == NULL)
        return false;
    return dvmr_text_section(text, dvmr_base(), end->array->rank, end->array->sizes,
                             &end->section, why) ||
           dvmr_mistake(r, "%s", why);
}

static void
add_end(DvmrWords *words, const End *end)
{
    const int n = end->array != NULL ? end->array->rank : 0;
    dvmr_words_array(words, n, end->section.first);
    dvmr_words_array(words, n, end->section.last);
    dvmr_words_array(words, n, end->section.step);
}

/* Writes it; false with a mistake. `flag` is 0 where nobody waits. */
static bool
write_copy(DvmrRecorder *r, const End *from, const End *to, int64_t flag)
{
    DvmrWords words;
    words.n = 0;
    if (from->array == NULL && to->array == NULL)
        return dvmr_mistake(r, "neither end is an array");
    if (from->array != NULL && to->array != NULL && from->section.count != to->section.count)
        return dvmr_mistake(r, "%lld elements to %lld", (long long)from->section.count,
                            (long long)to->section.count);
    dvmr_words_add(&words, from->array != NULL ? from->array->ref : 0);
    dvmr_words_add(&words, to->array != NULL ? to->array->ref : 0);
    if (flag != 0)
        dvmr_words_add(&words, flag);
    add_end(&words, from);
    add_end(&words, to);
    dvmr_words_add(&words, from->array != NULL ? from->section.count : to->section.count);
    dvmr_call(r, flag != 0 ? CALL_AARRCP : CALL_ARRCPY, words.at, words.n);
    return true;
}

void
dvmr_copy_at(dvmr_array from, const char *source, dvmr_array to, const char *target,
             const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_copy", file, line);
    End ends[2];
    if (r == NULL)
        return;
    if (end_get(r, from, source, &ends[0]) && end_get(r, to, target, &ends[1]))
        write_copy(r, &ends[0], &ends[1], 0);
    dvmr_leave(r);
}

dvmr_op
dvmr_copy_start_at(dvmr_array from, const char *source, dvmr_array to, const char *target,
                   const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_copy_start", file, line);
    dvmr_op op = { 0 };
    End ends[2];
    if (r == NULL)
        return op;
    if (end_get(r, from, source, &ends[0]) && end_get(r, to, target, &ends[1])) {
        const int64_t flag = dvmr_ref_new(r);
        if (write_copy(r, &ends[0], &ends[1], flag))
            op = op_new(r, DVMR_WAIT_COPY, flag);
        else
            dvmr_ref_free(r, flag);
    }
    dvmr_leave(r);
    return op;
}

/* ---- what all get ---- */

void
dvmr_remote_now(DvmrRecorder *r, const DvmrArray *of, const char *section)
{
    DvmrTerm terms[DVMR_MAX_RANK];
    int64_t coords[DVMR_MAX_RANK];
    DvmrWords words;
    char why[DVMR_WHY];
    words.n = 0;
    if (!dvmr_text_remote(section, dvmr_base(), 0, of->rank, terms, why)) {
        dvmr_mistake(r, "%s", why);
        return;
    }
    for (int i = 0; i < of->rank; i++) {
        coords[i] = terms[i].axis < 0 ? -1 : terms[i].konst;
        if (terms[i].axis >= 0 && (coords[i] < 0 || coords[i] >= of->sizes[i])) {
            dvmr_mistake(r, "index %lld is outside of axis %d",
                         (long long)coords[i] + dvmr_base(), i + dvmr_base());
            return;
        }
    }
    const int64_t buffer = dvmr_loop_part(r, 0);
    dvmr_words_add(&words, of->ref);
    dvmr_words_add(&words, buffer);
    dvmr_words_array(&words, of->rank, coords);
    dvmr_call(r, CALL_CRTRBP, words.at, words.n);
    DVMR_CALL(r, CALL_LOADRB, buffer);
    DVMR_CALL(r, CALL_WAITRB, buffer);
}

void
dvmr_broadcast_at(int64_t bytes, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_broadcast", file, line);
    if (r == NULL)
        return;
    if (bytes < 0 || bytes > DVMR_MOST)
        dvmr_mistake(r, "%lld bytes", (long long)bytes);
    else
        DVMR_CALL(r, CALL_SRMEM, bytes);
    dvmr_leave(r);
}

/* ---- tasks ---- */

/* The processors as a line, of which tasks take parts. */
static void
write_view(DvmrRecorder *r)
{
    const int64_t system = dvmr_ref_new(r);
    int64_t count = 1;
    for (int i = 0; i < r->head.rank; i++)
        count *= r->head.sizes[i];
    r->view = dvmr_ref_new(r);
    DVMR_CALL(r, CALL_GETPS, system);
    DVMR_CALL(r, CALL_PSVIEW, system, count, r->view);
}

/* A task on these processors that was not there yet. */
static void
write_task(DvmrRecorder *r, DvmrTask *task)
{
    const int64_t main_machine = dvmr_ref_new(r), part = dvmr_ref_new(r);
    const int64_t template = dvmr_ref_new(r);
    task->machine = dvmr_ref_new(r);
    DVMR_CALL(r, CALL_GETAM, main_machine);
    DVMR_CALL(r, CALL_CRTAMV, main_machine, 1, 1, 1, template);
    DVMR_CALL(r, CALL_CRTPS, r->view, task->first, task->last, part);
    DVMR_CALL(r, CALL_GETAMR, template, task->machine);
    DVMR_CALL(r, CALL_MAPAM, task->machine, part);
    r->task_template = template;
}

/* The number of a task, made when it is new; -1: no memory. */
static int
task_get(DvmrRecorder *r, int first, int last)
{
    for (int i = 0; i < r->tasks.n; i++) {
        if (r->tasks.at[i].first == first && r->tasks.at[i].last == last)
            return i;
    }
    DvmrTask *task = DVMR_MORE(r, r->tasks);
    if (task == NULL)
        return -1;
    *task = (DvmrTask){ first, last, 0 };
    if (r->view == 0)
        write_view(r);
    write_task(r, task);
    return r->tasks.n - 1;
}

/* Whether a task can begin on these processors. */
static bool
check_task(DvmrRecorder *r, int first, int last)
{
    int64_t count = 1;
    for (int i = 0; i < r->head.rank; i++)
        count *= r->head.sizes[i];
    if (r->loop_line >= 0)
        return dvmr_mistake(r, "inside of the parallel loop that line %d began", r->loop_line);
    if (r->task != 0)
        return dvmr_mistake(r, "inside of another task");
    if (r->head.rank == 0)
        return dvmr_mistake(r, "dvmr_grid() is missing");
    return (first >= 0 && first <= last && last < count) ||
           dvmr_mistake(r, "processors %d to %d of %lld", first + dvmr_base(),
                        last + dvmr_base(), (long long)count);
}

void
dvmr_task_begin_at(int first_processor, int last_processor, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter("dvmr_task_begin", file, line);
    if (r == NULL)
        return;
    const int first = first_processor - dvmr_base(), last = last_processor - dvmr_base();
    const int task = check_task(r, first, last) ? task_get(r, first, last) : -1;
    if (dvmr_open(r, DVMR_TASK, task < 0) && task >= 0) {
        DVMR_CALL(r, CALL_RUNAM, r->tasks.at[task].machine);
        r->task = task + 1;
    }
    dvmr_leave(r);
}

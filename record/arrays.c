/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Arrays: distribution, alignment, weights, where they are put anew.
 */
#include "record/recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of "block{...}": so many pieces at most that the sizes are cut into. */
#define MOST_PIECES (1 << 20)

/* ---- objects ---- */

static void
leave_template(DvmrRecorder *r, DvmrTemplate *t)
{
    if (t == NULL || --t->n_arrays > 0)
        return;
    dvmr_ref_free(r, t->ref);
    free(t);
}

static void
array_free(DvmrRecorder *r, DvmrArray *a)
{
    leave_template(r, a->template);
    for (int i = 0; i < a->rank; i++)
        free(a->weights[i].loads);
    free(a);
}

void
dvmr_arrays_clear(DvmrRecorder *r)
{
    for (int i = 0; i < r->arrays.n; i++) {
        if (r->arrays.at[i] != NULL)
            array_free(r, r->arrays.at[i]);
    }
    free(r->arrays.at);
    r->arrays.at = NULL;
    r->arrays.n = r->arrays.room = 0;
}

/* Whether rank, element and sizes can be those of an array. */
static bool
check_shape(DvmrRecorder *r, size_t element, int rank, const int64_t *sizes)
{
    if (rank < 1 || rank > DVMR_MAX_RANK || sizes == NULL)
        return dvmr_mistake(r, "the rank is %d, not 1 to %d", rank, DVMR_MAX_RANK);
    if (element < 1 || element > INT32_MAX)
        return dvmr_mistake(r, "an element of %zu bytes", element);
    int64_t bytes = (int64_t)element;
    for (int i = 0; i < rank; i++) {
        if (sizes[i] < 1)
            return dvmr_mistake(r, "the size of axis %d is %lld", i + dvmr_base(),
                                (long long)sizes[i]);
        if (sizes[i] > DVMR_MOST / bytes)
            return dvmr_mistake(r, "the array is too large");
        bytes *= sizes[i];
    }
    return true;
}

static DvmrArray *
array_new(DvmrRecorder *r, const char *name, size_t element, int rank, const int64_t *sizes)
{
    DvmrArray *a = calloc(1, sizeof *a);
    if (a == NULL) {
        dvmr_no_memory(r);
        return NULL;
    }
    snprintf(a->name, sizeof a->name, "%s", name != NULL ? name : "array");
    a->element = (int64_t)element;
    a->rank = rank;
    for (int i = 0; i < rank; i++) {
        a->sizes[i] = sizes[i];
        a->low[i] = a->high[i] = 1;
    }
    return a;
}

/* Writes that it is there, and gives it a handle. */
static dvmr_array
array_add(DvmrRecorder *r, DvmrArray *a)
{
    DvmrArray **place = DVMR_MORE(r, r->arrays);
    DvmrWords words;
    words.n = 0;
    if (place == NULL) {
        array_free(r, a);
        return (dvmr_array){ 0 };
    }
    *place = a;
    a->ref = dvmr_ref_new(r);
    dvmr_words_add(&words, a->ref);
    dvmr_words_add(&words, a->rank);
    dvmr_words_add(&words, a->element);
    dvmr_words_array(&words, a->rank, a->sizes);
    dvmr_words_array(&words, a->rank, a->low);
    dvmr_words_array(&words, a->rank, a->high);
    dvmr_words_add(&words, a->ref);
    dvmr_call(r, CALL_CRTDA, words.at, words.n);
    return (dvmr_array){ r->arrays.n };
}

/* ---- weights ---- */

static int64_t
divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The largest piece of which all sizes are multiples; 0 with a mistake when they do not fit. */
static int64_t
find_piece(DvmrRecorder *r, const DvmrArray *a, int axis, const DvmrAxisHow *how)
{
    const char *text = how->sizes;
    int64_t sum = 0, piece = 0;
    for (int i = 0; i < how->n; i++) {
        const int64_t size = dvmr_text_size(&text);
        if (size > a->sizes[axis] - sum) {
            sum = -1;
            break;
        }
        sum += size;
        piece = divisor(size, piece);
    }
    if (sum != a->sizes[axis])
        dvmr_mistake(r, "the blocks of axis %d of %s do not add up to %lld", axis + dvmr_base(),
                     a->name, (long long)a->sizes[axis]);
    else if (sum / piece > MOST_PIECES)
        dvmr_mistake(r, "axis %d of %s is cut into more than %d pieces", axis + dvmr_base(),
                     a->name, MOST_PIECES);
    else
        return piece;
    return 0;
}

/* "block{...}" as loads: those of each block add up to 1, so that as many processors get these
 * blocks. */
static bool
weights_of_sizes(DvmrRecorder *r, DvmrArray *a, int axis, const DvmrAxisHow *how)
{
    const int64_t piece = find_piece(r, a, axis, how);
    const char *text = how->sizes;
    if (piece == 0)
        return false;
    const int n = (int)(a->sizes[axis] / piece);
    double *loads = malloc((size_t)n * sizeof *loads);
    if (loads == NULL)
        return dvmr_no_memory(r);
    for (int i = 0, at = 0; i < how->n; i++) {
        const int64_t pieces = dvmr_text_size(&text) / piece;
        for (int64_t j = 0; j < pieces; j++)
            loads[at++] = 1.0 / (double)pieces;
    }
    free(a->weights[axis].loads);
    a->weights[axis] = (DvmrWeights){ n, loads };
    return true;
}

/* Whether a distribution can be written: *ready says whether weights are there. */
static bool
check_how(DvmrRecorder *r, DvmrArray *a, const DvmrAxisHow how[], bool *ready)
{
    *ready = true;
    for (int i = 0; i < a->rank; i++) {
        if (how[i].kind == DVMR_BY_SIZES && !weights_of_sizes(r, a, i, &how[i]))
            return false;
        if (how[i].kind == DVMR_BY_WEIGHTS && a->weights[i].n == 0)
            *ready = false;
    }
    return true;
}

/* Of the axes that are distributed, in order, one for each dimension of the processors. */
static void
write_weights(DvmrRecorder *r, const DvmrArray *a, const DvmrAxisHow how[])
{
    size_t room = 5 + 2 * DVMR_MAX_RANK, n = 0;
    int64_t dims = 0, rows = 0;
    for (int i = 0; i < a->rank; i++) {
        dims += how[i].kind != DVMR_WHOLE;
        rows += how[i].kind > DVMR_BLOCK;
        room += how[i].kind > DVMR_BLOCK ? (size_t)a->weights[i].n : 0;
    }
    int64_t *words = rows > 0 ? malloc(room * sizeof *words) : NULL;
    if (words == NULL) {
        if (rows > 0)
            dvmr_no_memory(r);
        return;
    }
    words[n++] = a->template->ref;
    words[n++] = dims;
    words[n++] = dims;
    for (int i = 0; i < a->rank; i++) {
        if (how[i].kind != DVMR_WHOLE)
            words[n++] = how[i].kind > DVMR_BLOCK ? a->weights[i].n : 0;
    }
    words[n++] = rows;
    for (int i = 0; i < a->rank; i++) {
        if (how[i].kind <= DVMR_BLOCK)
            continue;
        words[n++] = a->weights[i].n;
        memcpy(words + n, a->weights[i].loads, (size_t)a->weights[i].n * sizeof *words);
        n += (size_t)a->weights[i].n;
    }
    dvmr_call(r, CALL_SETELW, words, n);
    free(words);
}

/* ---- where an array lies ---- */

/* distr_ of the template, redis_ of the array. */
static void
write_distribution(DvmrRecorder *r, DvmrCall call, const DvmrArray *a, const DvmrAxisHow how[])
{
    DvmrWords words;
    words.n = 0;
    int64_t axes[DVMR_MAX_RANK], zeros[DVMR_MAX_RANK] = { 0 };
    int n = 0;
    for (int i = 0; i < a->rank; i++) {
        if (how[i].kind != DVMR_WHOLE)
            axes[n++] = i + 1;
    }
    write_weights(r, a, how);
    a->template->task = r->task;
    dvmr_words_add(&words, call == CALL_DISTR ? a->template->ref : a->ref);
    dvmr_words_add(&words, n);
    dvmr_words_array(&words, n, axes);
    dvmr_words_array(&words, n, zeros);
    dvmr_call(r, call, words.at, words.n);
}

static void
write_alignment(DvmrRecorder *r, DvmrCall call, const DvmrArray *a, int64_t pattern, int n,
                const DvmrTerm terms[])
{
    DvmrWords words;
    words.n = 0;
    dvmr_words_add(&words, a->ref);
    dvmr_words_add(&words, pattern);
    dvmr_words_terms(&words, n, terms);
    dvmr_call(r, call, words.at, words.n);
}

static bool
template_new(DvmrRecorder *r, DvmrArray *a)
{
    DvmrTemplate *t = calloc(1, sizeof *t);
    DvmrWords words;
    words.n = 0;
    if (t == NULL)
        return dvmr_no_memory(r);
    a->template = t;
    a->root = true;
    t->ref = dvmr_ref_new(r);
    t->n_arrays = 1;
    dvmr_words_add(&words, 0);
    dvmr_words_add(&words, a->rank);
    dvmr_words_array(&words, a->rank, a->sizes);
    dvmr_words_add(&words, t->ref);
    dvmr_call(r, CALL_CRTAMV, words.at, words.n);
    return true;
}

/* Its template is distributed, and it lies on it as it is. */
static void
place_root(DvmrRecorder *r, DvmrArray *a)
{
    DvmrTerm same[DVMR_MAX_RANK];
    for (int i = 0; i < a->rank; i++)
        same[i] = (DvmrTerm){ i + 1, 1, 0 };
    write_alignment(r, CALL_ALIGN_VIEW, a, a->template->ref, a->rank, same);
    a->aligned = true;
}

static dvmr_array
distribute(DvmrRecorder *r, const char *name, size_t element, int rank, const int64_t *sizes,
           const char *how)
{
    const dvmr_array none = { 0 };
    char why[DVMR_WHY];
    DvmrAxisHow axes[DVMR_MAX_RANK];
    bool ready;
    if (!check_shape(r, element, rank, sizes))
        return none;
    if (how == NULL || !dvmr_text_how(how, rank, axes, why)) {
        dvmr_mistake(r, "%s", how == NULL ? "no distribution is given" : why);
        return none;
    }
    DvmrArray *a = array_new(r, name, element, rank, sizes);
    if (a == NULL)
        return none;
    if (!check_how(r, a, axes, &ready) || !template_new(r, a)) {
        array_free(r, a);
        return none;
    }
    memcpy(a->template->how, axes, sizeof axes);
    if (ready)
        write_distribution(r, CALL_DISTR, a, axes);
    const dvmr_array handle = array_add(r, a);
    if (ready && handle.id != 0)
        place_root(r, a);
    return handle;
}

dvmr_array
dvmr_distribute_at(const char *name, size_t element, int rank, const int64_t *sizes,
                   const char *how, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_distribute", file, line);
    dvmr_array a = { 0 };
    if (r != NULL) {
        a = distribute(r, name, element, rank, sizes, how);
        dvmr_leave(r);
    }
    return a;
}

/* The terms of a rule for an array on another, every element of which has a place there. */
static bool
alignment_get(DvmrRecorder *r, const DvmrArray *a, const DvmrArray *with, const char *rule,
              DvmrTerm terms[])
{
    char why[DVMR_WHY];
    if (!dvmr_text_rule(rule, dvmr_base(), a->rank, with->rank, terms, why))
        return dvmr_mistake(r, "%s", why);
    for (int i = 0; i < with->rank; i++) {
        DvmrTerm *t = &terms[i];
        if (t->axis < 0)
            continue;
        const int64_t last = t->axis > 0 ? a->sizes[t->axis - 1] - 1 : 0;
        if (last == 0 && t->axis > 0)
            t->coeff = 1; /* of one element; so products of coefficients stay small */
        if (!dvmr_term_inside(t, 0, last, with->sizes[i]))
            return dvmr_mistake(r, "%s leaves axis %d of %s", a->name, i + dvmr_base(),
                                with->name);
    }
    return true;
}

static void
attach(DvmrRecorder *r, DvmrArray *a, DvmrTemplate *t)
{
    t->n_arrays++;
    leave_template(r, a->template);
    a->template = t;
    a->root = false;
    a->aligned = true;
}

static dvmr_array
align(DvmrRecorder *r, const char *name, size_t element, int rank, const int64_t *sizes,
      dvmr_array with_handle, const char *rule)
{
    const dvmr_array none = { 0 };
    DvmrTerm terms[DVMR_MAX_RANK];
    DvmrArray *with = dvmr_array_placed(r, with_handle);
    if (with == NULL || !check_shape(r, element, rank, sizes))
        return none;
    DvmrArray *a = array_new(r, name, element, rank, sizes);
    if (a == NULL)
        return none;
    if (!alignment_get(r, a, with, rule, terms)) {
        array_free(r, a);
        return none;
    }
    const dvmr_array handle = array_add(r, a);
    if (handle.id == 0)
        return none;
    attach(r, a, with->template);
    write_alignment(r, CALL_ALIGN, a, with->ref, with->rank, terms);
    return handle;
}

dvmr_array
dvmr_align_at(const char *name, size_t element, int rank, const int64_t *sizes, dvmr_array with,
              const char *rule, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_align", file, line);
    dvmr_array a = { 0 };
    if (r != NULL) {
        a = align(r, name, element, rank, sizes, with, rule);
        dvmr_leave(r);
    }
    return a;
}

static void
realign(DvmrRecorder *r, DvmrArray *a, const DvmrArray *with, const char *rule)
{
    DvmrTerm terms[DVMR_MAX_RANK];
    if (a == NULL || with == NULL)
        return;
    if (a == with) {
        dvmr_mistake(r, "%s with itself", a->name);
        return;
    }
    if (!alignment_get(r, a, with, rule, terms))
        return;
    attach(r, a, with->template);
    write_alignment(r, CALL_REALN, a, with->ref, with->rank, terms);
}

void
dvmr_realign_at(dvmr_array a, dvmr_array with, const char *rule, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_realign", file, line);
    if (r == NULL)
        return;
    realign(r, dvmr_array_get(r, a), dvmr_array_placed(r, with), rule);
    dvmr_leave(r);
}

static void
redistribute(DvmrRecorder *r, DvmrArray *a, const char *how)
{
    char why[DVMR_WHY];
    DvmrAxisHow axes[DVMR_MAX_RANK];
    bool ready;
    if (a == NULL)
        return;
    if (!a->root)
        dvmr_mistake(r, "%s is aligned: what it is aligned with can be redistributed", a->name);
    else if (how == NULL || !dvmr_text_how(how, a->rank, axes, why))
        dvmr_mistake(r, "%s", how == NULL ? "no distribution is given" : why);
    else if (!check_how(r, a, axes, &ready))
        return;
    else if (!ready)
        dvmr_mistake(r, "dvmr_weights() is missing");
    else
        write_distribution(r, CALL_REDIS, a, axes);
}

void
dvmr_redistribute_at(dvmr_array a, const char *how, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_redistribute", file, line);
    if (r == NULL)
        return;
    redistribute(r, dvmr_array_placed(r, a), how);
    dvmr_leave(r);
}

void
dvmr_free_at(dvmr_array a, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_free", file, line);
    DvmrArray *array = r != NULL ? dvmr_array_get(r, a) : NULL;
    if (array != NULL) {
        DVMR_CALL(r, CALL_DELDA, array->ref);
        dvmr_ref_free(r, array->ref);
        array_free(r, array);
        r->arrays.at[a.id - 1] = NULL;
    }
    if (r != NULL)
        dvmr_leave(r);
}

/* ---- what the next call uses ---- */

/* The index of an axis, -1 with a mistake. */
static int
axis_get(DvmrRecorder *r, const DvmrArray *a, int axis)
{
    const int x = axis - dvmr_base();
    if (x >= 0 && x < a->rank)
        return x;
    dvmr_mistake(r, "%s has no axis %d", a->name, axis);
    return -1;
}

void
dvmr_shadow_at(dvmr_array a, int axis, int low, int high, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter("dvmr_shadow", file, line);
    DvmrArray *array = r != NULL ? dvmr_array_get(r, a) : NULL;
    const int x = array != NULL ? axis_get(r, array, axis) : -1;
    if (x >= 0 && (low < 0 || high < 0)) {
        dvmr_mistake(r, "a width is negative");
    } else if (x >= 0) {
        array->low[x] = low;
        array->high[x] = high;
    }
    if (r != NULL)
        dvmr_leave(r);
}

static void
weigh(DvmrRecorder *r, DvmrArray *a, int x, int n, const double *loads)
{
    bool ready = true;
    bool good = n >= 1 && n <= a->sizes[x] && n <= MOST_PIECES && loads != NULL;
    double sum = 0;
    for (int i = 0; good && i < n; i++) {
        good = loads[i] >= 0 && loads[i] <= 1e100;
        sum += loads[i];
    }
    double *copy = good && sum > 0 ? malloc((size_t)n * sizeof *copy) : NULL;
    if (copy == NULL) {
        dvmr_mistake(r, "these are no loads: 1 to %lld, none negative, one positive",
                     (long long)a->sizes[x]);
        return;
    }
    memcpy(copy, loads, (size_t)n * sizeof *copy);
    free(a->weights[x].loads);
    a->weights[x] = (DvmrWeights){ n, copy };
    for (int i = 0; i < a->rank; i++)
        ready = ready && (a->template->how[i].kind != DVMR_BY_WEIGHTS || a->weights[i].n > 0);
    if (a->aligned || !ready)
        return;
    write_distribution(r, CALL_DISTR, a, a->template->how);
    place_root(r, a);
}

void
dvmr_weights_at(dvmr_array a, int axis, int n, const double *loads, const char *file, int line)
{
    DvmrRecorder *r = dvmr_enter_outside("dvmr_weights", file, line);
    DvmrArray *array = r != NULL ? dvmr_array_get(r, a) : NULL;
    const int x = array != NULL ? axis_get(r, array, axis) : -1;
    if (x >= 0)
        weigh(r, array, x, n, loads);
    if (r != NULL)
        dvmr_leave(r);
}

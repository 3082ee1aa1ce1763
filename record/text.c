/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "record/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST 1000000000000000000 /* of a number */

/* The text from `at` on, of the whole. */
typedef struct {
    const char *all, *at;
    char *why;
} Text;

/* A name in a text. */
typedef struct {
    const char *at;
    size_t n;
} Name;

__attribute__((format(printf, 2, 3)))
static bool
refuse(const Text *t, const char *format, ...)
{
    char reason[64];
    va_list list;
    va_start(list, format);
    vsnprintf(reason, sizeof reason, format, list);
    va_end(list);
    snprintf(t->why, DVMR_WHY, "\"%.60s\": %s", t->all, reason);
    return false;
}

/* Other languages have no NULL. */
static bool
is_missing(const char *text)
{
    return text == NULL || *text == '\0';
}

static char
peek(Text *t)
{
    while (*t->at == ' ' || *t->at == '\t')
        t->at++;
    return *t->at;
}

static bool
take(Text *t, char c)
{
    if (peek(t) != c)
        return false;
    t->at++;
    return true;
}

static bool
expect(Text *t, char c)
{
    return take(t, c) || refuse(t, "'%c' is missing before \"%.20s\"", c, t->at);
}

static bool
expect_end(Text *t)
{
    return peek(t) == '\0' || refuse(t, "\"%.20s\" is too much", t->at);
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
take_number(Text *t, int64_t *value)
{
    if (!is_digit(peek(t)))
        return refuse(t, "a number is missing before \"%.20s\"", t->at);
    for (*value = 0; is_digit(*t->at); t->at++) {
        *value = *value * 10 + (*t->at - '0');
        if (*value > MOST)
            return refuse(t, "a number is too large");
    }
    return true;
}

static bool
take_name(Text *t, Name *name)
{
    if (!is_letter(peek(t)))
        return refuse(t, "a name is missing before \"%.20s\"", t->at);
    name->at = t->at;
    while (is_letter(*t->at) || is_digit(*t->at))
        t->at++;
    name->n = (size_t)(t->at - name->at);
    return true;
}

static bool
same_name(Name a, Name b)
{
    return a.n == b.n && memcmp(a.at, b.at, a.n) == 0;
}

/* ---- distributions ---- */

static bool
take_how(Text *t, DvmrAxisHow *how)
{
    const Name block = { "block", 5 }, weights = { "w", 1 };
    Name name;
    int64_t size;
    *how = (DvmrAxisHow){ DVMR_WHOLE, 0, NULL };
    if (take(t, '*'))
        return true;
    if (!take_name(t, &name) || !same_name(name, block))
        return refuse(t, "an axis is block, block(w), block{...} or *");
    how->kind = DVMR_BLOCK;
    if (take(t, '(')) {
        how->kind = DVMR_BY_WEIGHTS;
        return (take_name(t, &name) && same_name(name, weights) && take(t, ')')) ||
               refuse(t, "only block(w) is known");
    }
    if (!take(t, '{'))
        return true;
    *how = (DvmrAxisHow){ DVMR_BY_SIZES, 0, t->at };
    do {
        if (!take_number(t, &size))
            return false;
        if (size < 1)
            return refuse(t, "a block has no elements");
        how->n++;
    } while (take(t, ','));
    return expect(t, '}');
}

bool
dvmr_text_how(const char *text, int rank, DvmrAxisHow how[], char why[DVMR_WHY])
{
    Text t = { text, text, why };
    for (int i = 0; i < rank; i++) {
        if (i > 0 && !take(&t, ','))
            return refuse(&t, "the array has %d axes", rank);
        if (!take_how(&t, &how[i]))
            return false;
    }
    return peek(&t) == '\0' || refuse(&t, "the array has %d axes", rank);
}

int64_t
dvmr_text_size(const char **text)
{
    char why[DVMR_WHY];
    Text t = { *text, *text, why };
    int64_t size = 0;
    take_number(&t, &size);
    take(&t, ',');
    *text = t.at;
    return size;
}

/* ---- rules ---- */

/* One summand: 5, i, 2*i, i*2. The axis is 0 in a number. */
static bool
take_product(Text *t, int n_names, const Name names[], DvmrTerm *term)
{
    Name name = { NULL, 0 };
    *term = (DvmrTerm){ 0, 0, 1 };
    do {
        int64_t number;
        if (!is_letter(peek(t))) {
            if (!take_number(t, &number))
                return false;
            if (term->konst > 0 && number > MOST / term->konst)
                return refuse(t, "a number is too large");
            term->konst *= number;
            continue;
        }
        if (name.at != NULL)
            return refuse(t, "an axis twice in a product");
        take_name(t, &name);
        for (int i = 0; i < n_names; i++) {
            if (same_name(name, names[i]))
                term->axis = i + 1;
        }
        if (term->axis == 0)
            return refuse(t, "%.*s names no axis", name.n < 20 ? (int)name.n : 20, name.at);
    } while (take(t, '*'));
    if (term->axis > 0)
        *term = (DvmrTerm){ term->axis, term->konst, 0 };
    return true;
}

/* A sum of them with one axis at most. */
static bool
take_sum(Text *t, int base, int n_names, const Name names[], DvmrTerm *term)
{
    *term = (DvmrTerm){ 0, 0, 0 };
    for (bool first = true; first || peek(t) == '+' || peek(t) == '-'; first = false) {
        const int64_t sign = take(t, '-') ? -1 : 1;
        DvmrTerm more;
        if (sign > 0)
            take(t, '+');
        if (!take_product(t, n_names, names, &more))
            return false;
        if (more.axis > 0 && term->axis > 0)
            return refuse(t, "two axes in one sum");
        term->axis += more.axis;
        term->coeff += sign * more.coeff;
        term->konst += sign * more.konst;
        if (term->konst > MOST || term->konst < -MOST)
            return refuse(t, "a number is too large");
    }
    if (term->coeff == 0)
        term->axis = 0;
    /* a * (i + base) + b is at a * i + b + (a - 1) * base from the base */
    term->konst += base * (term->coeff - 1);
    return true;
}

/* coeff * index + konst without overflow: what would is outside of everything. */
static bool
index_inside(const DvmrTerm *term, int64_t index, int64_t size)
{
    const int64_t coeff = term->axis > 0 ? term->coeff : 0;
    const int64_t wide = coeff < 0 ? -coeff : coeff, far = index < 0 ? -index : index;
    if (far > 0 && wide > 2 * (int64_t)MOST / far)
        return false;
    const int64_t at = coeff * index + term->konst;
    return at >= 0 && at < size;
}

bool
dvmr_term_inside(const DvmrTerm *term, int64_t first, int64_t last, int64_t size)
{
    return index_inside(term, first, size) && index_inside(term, last, size);
}

/* Each axis of the left may lie along one of the right. */
static bool
used_once(const Text *t, int n, const DvmrTerm terms[])
{
    bool used[DVMR_MAX_RANK + 1] = { false };
    for (int i = 0; i < n; i++) {
        if (terms[i].axis <= 0)
            continue;
        if (used[terms[i].axis])
            return refuse(t, "an axis is used twice");
        used[terms[i].axis] = true;
    }
    return true;
}

static bool
take_names(Text *t, int rank, Name names[])
{
    if (!expect(t, '['))
        return false;
    for (int i = 0; i < rank; i++) {
        if (i > 0 && !take(t, ','))
            return refuse(t, "%d axes are wanted on the left", rank);
        if (!take_name(t, &names[i]))
            return false;
        for (int j = 0; j < i; j++) {
            if (same_name(names[i], names[j]))
                return refuse(t, "two axes have one name");
        }
    }
    return take(t, ']') || refuse(t, "%d axes are wanted on the left", rank);
}

bool
dvmr_text_rule(const char *text, int base, int rank, int n, DvmrTerm terms[],
               char why[DVMR_WHY])
{
    Text t = { text, text, why };
    Name names[DVMR_MAX_RANK];
    if (is_missing(text)) {
        for (int i = 0; i < n; i++)
            terms[i] = i < rank ? (DvmrTerm){ i + 1, 1, 0 } : (DvmrTerm){ -1, 0, 0 };
        if (rank > n)
            snprintf(why, DVMR_WHY, "%d axes on %d want a rule", rank, n);
        return rank <= n;
    }
    if (!take_names(&t, rank, names))
        return false;
    if (!take(&t, '-') || !take(&t, '>') || !take(&t, '['))
        return refuse(&t, "-> [ is missing");
    for (int i = 0; i < n; i++) {
        if (i > 0 && !take(&t, ','))
            return refuse(&t, "%d axes are wanted on the right", n);
        if (take(&t, '*'))
            terms[i] = (DvmrTerm){ -1, 0, 0 };
        else if (!take_sum(&t, base, rank, names, &terms[i]))
            return false;
    }
    if (!take(&t, ']'))
        return refuse(&t, "%d axes are wanted on the right", n);
    return expect_end(&t) && used_once(&t, n, terms);
}

bool
dvmr_text_remote(const char *text, int base, int rank, int n, DvmrTerm terms[],
                 char why[DVMR_WHY])
{
    static const char letters[] = "ijklmnopqrstuvw";
    Text t = { text, text, why };
    Name names[DVMR_MAX_RANK];
    for (int i = 0; i < rank; i++)
        names[i] = (Name){ letters + i, 1 };
    for (int i = 0; i < n; i++) {
        if (!is_missing(text) && i > 0 && !take(&t, ','))
            return refuse(&t, "the array has %d axes", n);
        if (is_missing(text) || take(&t, ':'))
            terms[i] = (DvmrTerm){ -1, 0, 0 };
        else if (!take_sum(&t, base, rank, names, &terms[i]))
            return false;
    }
    return is_missing(text) || (expect_end(&t) && used_once(&t, n, terms));
}

/* ---- sections ---- */

/* Indices from first to last, how many; 0 with a reason. */
static int64_t
count_indices(const Text *t, int axis, int base, int64_t size, int64_t first, int64_t last,
              int64_t step)
{
    if (step < 1 || last < first)
        return refuse(t, "axis %d has no indices", axis + base);
    last -= (last - first) % step;
    if (first < 0 || last >= size)
        return refuse(t, "index %lld is outside of axis %d",
                      (long long)((first < 0 ? first : last) + base), axis + base);
    return (last - first) / step + 1;
}

static bool
take_range(Text *t, int base, int x, int64_t size, DvmrSection *s)
{
    int64_t first, last, step = 1;
    if (take(t, ':')) {
        s->first[x] = s->last[x] = s->step[x] = -1;
        s->count *= size;
        return true;
    }
    if (!take_number(t, &first))
        return false;
    last = first;
    const bool range = take(t, ':');
    if (range && (!take_number(t, &last) || (take(t, ':') && !take_number(t, &step))))
        return false;
    const int64_t n = count_indices(t, x, base, size, first - base, last - base, step);
    s->first[x] = first - base;
    s->last[x] = last - base;
    s->step[x] = range ? step : 0;
    s->count *= n;
    return n > 0;
}

bool
dvmr_text_section(const char *text, int base, int rank, const int64_t sizes[],
                  DvmrSection *section, char why[DVMR_WHY])
{
    Text t = { text, text, why };
    section->count = 1;
    for (int x = 0; x < rank; x++) {
        if (is_missing(text)) {
            section->first[x] = section->last[x] = section->step[x] = -1;
            section->count *= sizes[x];
        } else if (x > 0 && !take(&t, ',')) {
            return refuse(&t, "the array has %d axes", rank);
        } else if (!take_range(&t, base, x, sizes[x], section)) {
            return false;
        }
    }
    return is_missing(text) || peek(&t) == '\0' || refuse(&t, "the array has %d axes", rank);
}

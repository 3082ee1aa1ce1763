/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/record/random-calls.h"

#include <string.h>

#include "record/dvm-record.h"

/* What is left, and the handles that there were. */
typedef struct {
    const unsigned char *at, *end;
    dvmr_array arrays[16];
    dvmr_op ops[8];
    char text[24];
    int open[64], n_open; /* what to end next, if nothing was left out */
} Calls;

static const char *const hows[] = { "block,block",
                                    "block,*",
                                    "*,block",
                                    "block",
                                    "block(w),block",
                                    "block(w)",
                                    "*",
                                    "*,*",
                                    "block{3,5},*",
                                    "block{4,4}",
                                    "block,",
                                    "block{",
                                    "block,block(w),*",
                                    "block{1,1,1},block{2,2},*" };
static const char *const rules[] = { "[i,j] -> [i,j]",
                                     "[i,j] -> [j,i]",
                                     "[i] -> [i,*]",
                                     "[i] -> [*,i]",
                                     "[i] -> [2*i+1]",
                                     "[i,j] -> [i+1,j-1]",
                                     "[i] -> [3,i]",
                                     "[i,j] -> [2,2*j]",
                                     "[i] -> [-i+7]",
                                     "[i,j,k]->[k,i]",
                                     "[i] -> [i]",
                                     "[i] -> [9*9*9,i]",
                                     "[i] -> [1000000000000000000*i,0]" };
static const char *const sections[] = { "0,:", ":,0", "0:3,1:2", "0:7:2,0", ":",
                                        "1",   "i,j", "2*i,:",   "j,i",     ":,:",
                                        "7,7", "3:1", "0:99" };

static int
byte(Calls *c)
{
    return c->at < c->end ? *c->at++ : 0;
}

/* Mostly small. */
static int64_t
number(Calls *c)
{
    static const int64_t odd[] = { INT64_MAX, INT64_MIN,        -1,      0,
                                   INT32_MAX, (int64_t)1 << 60, 1000003, -100 };
    const int b = byte(c);
    return b < 240 ? b % 12 : odd[b % 8];
}

static const char *
text(Calls *c, const char *const texts[], int n)
{
    const int b = byte(c);
    if (b < 170)
        return texts[b % 3]; /* those that fit most often */
    if (b < 210)
        return texts[b % n];
    if (b < 230)
        return NULL;
    for (size_t i = 0; i + 1 < sizeof c->text; i++)
        c->text[i] = (char)byte(c);
    return c->text;
}

#define TEXT(c, texts) text(c, texts, (int)(sizeof(texts) / sizeof *(texts)))

static dvmr_array
array(Calls *c)
{
    const int b = byte(c);
    return b < 250 ? c->arrays[b % 4] : b < 253 ? c->arrays[b % 16] : (dvmr_array){ b - 250 };
}

static int
rank(Calls *c)
{
    const int b = byte(c);
    return b < 250 ? 1 + (b % 8 > 0) : b - 240;
}

static void
fill(Calls *c, int64_t to[16], bool sizes)
{
    for (int i = 0; i < 16; i++) {
        const int b = byte(c);
        to[i] = b < 230 ? (sizes ? 8 : b % 3) : number(c);
    }
}

static void
make(Calls *c)
{
    int64_t sizes[16];
    dvmr_array *to = &c->arrays[byte(c) % 4];
    const int b = byte(c), r = rank(c);
    fill(c, sizes, true);
    *to = b % 3 == 0 ? dvmr_align("v", (size_t)(1 + b % 16), r, sizes, array(c), TEXT(c, rules))
                     : dvmr_distribute("u", (size_t)(b % 17), r, sizes, TEXT(c, hows));
}

static void
change(Calls *c)
{
    double loads[8];
    const dvmr_array a = array(c);
    const int b = byte(c);
    for (int i = 0; i < 8; i++)
        loads[i] = b % 5 == 0 ? (double)number(c) : 1 + byte(c) % 3;
    switch (b % 6) {
    case 0:
    case 5:
        dvmr_redistribute(a, TEXT(c, hows));
        break;
    case 1:
        dvmr_realign(a, array(c), TEXT(c, rules));
        break;
    case 2:
        if (b > 180)
            dvmr_free(a);
        break;
    case 3:
        dvmr_shadow(a, byte(c) % 3, (int)number(c), (int)number(c));
        break;
    default:
        dvmr_weights(a, byte(c) % 3, 1 + byte(c) % 8, loads);
    }
}

static void
before_loop(Calls *c)
{
    int low[16], high[16];
    const dvmr_array pair[] = { array(c), array(c) };
    const int b = byte(c);
    for (int i = 0; i < 16; i++) {
        low[i] = b % 2 ? byte(c) % 3 : (int)number(c);
        high[i] = byte(c) % 2;
    }
    if (b % 4 == 0)
        dvmr_loop_across(pair[0], low, high);
    else if (b % 4 == 1)
        dvmr_loop_exchange(b % 3, pair, b % 2);
    else if (b % 4 == 2)
        dvmr_loop_reduce((size_t)(b % 20), number(c));
    else
        dvmr_remote(pair[0], TEXT(c, sections), b % 3 ? pair[1] : (dvmr_array){ 0 });
}

static void
loop(Calls *c)
{
    int64_t first[16], last[16], step[16];
    const dvmr_array on = array(c);
    const int r = rank(c), b = byte(c);
    fill(c, first, false);
    for (int i = 0; i < 16; i++) {
        last[i] = b % 8 == 0 ? number(c) : 7;
        step[i] = b % 11 == 0 ? number(c) : 1 + b % 2;
    }
    if (c->n_open < 64)
        c->open[c->n_open++] = 4;
    dvmr_loop_begin(on, b % 2 ? NULL : TEXT(c, rules), r, first, last, b % 5 ? step : NULL);
}

static void
communicate(Calls *c)
{
    const dvmr_array pair[] = { array(c), array(c) };
    const int b = byte(c);
    const char *source = TEXT(c, sections);
    dvmr_op *op = &c->ops[b % 8];
    switch (b % 8) {
    case 0:
        dvmr_exchange(b % 3, pair, b > 99);
        break;
    case 1:
        *op = dvmr_exchange_start(b % 3, pair, b > 99);
        break;
    case 2:
        dvmr_copy(pair[0], source, pair[1], b > 99 ? source : TEXT(c, sections));
        break;
    case 3:
        *op = dvmr_copy_start(pair[0], source, pair[b > 99], source);
        break;
    case 4:
        dvmr_reduce((size_t)(b % 20), number(c));
        break;
    case 5:
        *op = dvmr_reduce_start(pair[0], (size_t)(b % 20), number(c));
        break;
    case 6:
        dvmr_broadcast(number(c));
        break;
    default:
        dvmr_wait(c->ops[byte(c) % 8]);
    }
}

static void
end(int kind)
{
    static void (*const ends[])(const char *, int) = {
        dvmr_interval_end_at, dvmr_sequential_end_at, dvmr_io_end_at,
        dvmr_task_end_at,     dvmr_loop_end_at,
    };
    ends[kind](__FILE__, __LINE__);
}

/* Mostly what is open. */
static void
close_one(Calls *c)
{
    const int b = byte(c);
    end(c->n_open > 0 && b < 240 ? c->open[--c->n_open] : b % 5);
}

static void
open_one(Calls *c)
{
    const int kind = byte(c) % 4;
    if (kind == 0)
        dvmr_interval_begin(number(c));
    else if (kind == 1)
        dvmr_sequential_begin();
    else if (kind == 2)
        dvmr_io_begin();
    else
        dvmr_task_begin((int)number(c) % 4, (int)number(c) % 5);
    if (c->n_open < 64)
        c->open[c->n_open++] = kind;
}

void
random_calls(const unsigned char *bytes, size_t n)
{
    static void (*const kinds[])(Calls *) = { make,        make, change,      before_loop, loop,
                                              communicate, loop, communicate, open_one };
    Calls c = { .at = bytes, .end = bytes + n };
    int64_t sizes[16];
    const int grid = byte(&c);
    fill(&c, sizes, true);
    if (grid % 3 > 0)
        dvmr_grid(grid % 3, sizes);
    dvmr_count_from(grid % 5 == 0);
    while (c.at < c.end) {
        const int b = byte(&c);
        if (c.n_open > 0 && (b % 3 == 0 || c.open[c.n_open - 1] == 4))
            close_one(&c);
        else
            kinds[b % 9](&c);
    }
    dvmr_count_from(0);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A compiled page: between compile.c, which makes it, and write.c.
 */
#pragma once

#include "src/report/page/page.h"

typedef enum {
    PAGE_LITERAL, /* write len bytes of the text from offset */
    PAGE_VALUE,   /* write value `what`, escaped */
    PAGE_UNLESS,  /* go to target unless value `what` holds */
    PAGE_WHEN,    /* go to target if it does */
    PAGE_LOOP,    /* walk over list `what`: the body begins here, target is after its end */
    PAGE_NEXT,    /* end of a body: the next item, or leave */
    PAGE_RECURSE, /* walk over list `what` with the body at target, then go on here */
} PageOperation;

typedef enum {
    PAGE_PLAIN,   /* six digits, whole numbers in full; seconds as PAGE_TIME */
    PAGE_NUMBER,  /* six digits, seconds too */
    PAGE_EXACT,   /* the decimal that reads back the same */
    PAGE_PERCENT, /* "12.3 %" */
    PAGE_CSS,     /* "12.3%", 0 to 100 */
    PAGE_ROUNDED, /* three digits */
    PAGE_TIME,    /* seconds as "5.01 ms" */
    PAGE_GROUPED, /* whole numbers as "1 048 576" */
} PageFormat;

typedef struct {
    PageOperation operation;
    PageFormat format;     /* VALUE */
    gboolean in_attribute; /* VALUE: line ends are escaped too */
    guint depth;           /* LOOP, RECURSE: loops around it */
    guint what;            /* index into paths; LITERAL: offset */
    guint target;          /* instruction to go to; LITERAL: len */
} PageInstruction;

/* Objects in objects that a name may lead through. */
#define PAGE_MOST_HOPS 4

/* Where a value is: a field of an object that is reached from an item, or the root, through
 * others. */
typedef struct {
    guint loop; /* 0: the root, 1: the item of the outermost loop, ... */
    guint n_hops;
    const ValueField *hops[PAGE_MOST_HOPS];
    const ValueField *field;
} PagePath;

struct _Page {
    GString *text; /* of all literals */
    GArray *code;  /* of PageInstruction */
    GArray *paths; /* of PagePath */
    guint n_loops; /* how deep they are nested */
};

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A compiled template: between template-compile.c, which makes it, and template-write.c.
 */
#pragma once

#include "src/report/page/template.h"

typedef enum {
    TEMPLATE_LITERAL, /* write len bytes of the text from offset */
    TEMPLATE_VALUE,   /* write value `what`, escaped */
    TEMPLATE_UNLESS,  /* go to target unless `what` holds */
    TEMPLATE_WHEN,    /* go to target if `what` holds */
    TEMPLATE_LOOP,    /* walk over list `what`: the body begins here, target is after its end */
    TEMPLATE_NEXT,    /* end of a body: the next item, or leave */
    TEMPLATE_RECURSE, /* walk over list `what` with the body at target, then go on here */
} TemplateOperation;

typedef enum {
    TEMPLATE_PLAIN,   /* six digits, whole numbers in full */
    TEMPLATE_EXACT,   /* the decimal that reads back the same */
    TEMPLATE_PERCENT, /* "12.3 %" */
    TEMPLATE_CSS,     /* "12.3%", 0 to 100 */
    TEMPLATE_ROUNDED, /* three digits */
    TEMPLATE_GROUPED, /* whole numbers as "1 048 576" */
} TemplateFormat;

typedef struct {
    guint8 operation;    /* TemplateOperation */
    guint8 format;       /* VALUE: TemplateFormat */
    guint8 list;         /* UNLESS, WHEN: `what` is a list, not a value */
    guint8 in_attribute; /* VALUE: line ends are escaped too */
    guint32 what;        /* value or list; LITERAL: offset */
    guint32 target;      /* instruction to go to; LITERAL: len */
} TemplateInstruction;

struct _Template {
    const TemplateModel *model;
    GString *text; /* of all literals */
    GArray *code;  /* of TemplateInstruction */
};

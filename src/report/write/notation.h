/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What JSON and XML have in common: objects, arrays and values with names.  A notation fills in
 * a class; notation_write() goes through a tree of values and calls it, so that all have the
 * same names in the same order.
 */
#pragma once

#include "src/report/value/report.h"
#include "src/report/value/value.h"

typedef struct _Notation Notation;

/* `name` is the member's name in an object; in an array it is what one item is called (XML). */
typedef struct {
    void (*begin)(Notation *notation, const char *name, gboolean array);     /* or object */
    void (*end)(Notation *notation);                                         /* of either */
    void (*literal)(Notation *notation, const char *name, const char *text); /* 1.5, true */
    void (*string)(Notation *notation, const char *name, const char *text);  /* any bytes */
    const char *null; /* a literal; NULL: what is null is left out */
    /* A string that comes in pieces, NULL behind the last. */
    void (*begin_pieces)(Notation *notation, const char *name);
    void (*piece)(Notation *notation, const char *text);
} NotationClass;

/* First member of a notation's own structure. */
struct _Notation {
    const NotationClass *class;
    const ReportSink *sink; /* where it writes to: when that has failed, the rest is skipped */
};

/* Writes the tree below `root`, which is called `name`. */
void notation_write(Notation *notation, const char *name, const ValueNode *root);

/* The tree as a file in JSON or XML; the root element of XML is `name`. */
gboolean json_write(const ValueNode *root, ReportSink *sink, GError **error);
gboolean xml_write(const ValueNode *root, const char *name, ReportSink *sink, GError **error);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a report says as one tree of values, whatever it is written as: JSON, XML, CSV, text and
 * the templates of HTML read it by the same names.
 *
 * A shape is a table of fields, a row each: name, unit, sentence, and how the value is had.  A
 * node is an object of some shape: the structure that its fields are read from.  Nothing is
 * copied: a value is made when it is asked for, an array item by item, so that a report of a
 * million processors takes no memory.
 *
 * Shapes are written in .def files; rows.h says how.
 */
#pragma once

#include <glib.h>
#include <math.h>

typedef enum {
    VALUE_NULL,
    VALUE_TRUTH,
    VALUE_INTEGER,
    VALUE_REAL, /* null when it is not finite */
    VALUE_TEXT,
    VALUE_PIECES, /* a text too long to be made at once */
    VALUE_OBJECT,
    VALUE_ARRAY,
    VALUE_MAP,    /* an object whose members are alike: an array of what has names */
    VALUE_ABSENT, /* not even null: the object has no such member this time */
} ValueType;

typedef struct _ValueShape ValueShape;

/* An object. Plain data, good as long as what it is of. */
typedef struct {
    const ValueShape *shape;
    gpointer view;    /* what the tree was made of: that of the root */
    gconstpointer of; /* what the fields are read from */
    gint64 at;        /* number of the item in its array, from 0 */
} ValueNode;

/* Items on their way. */
typedef struct _ValueList ValueList;
struct _ValueList {
    const ValueShape *shape; /* of the items */
    gpointer view;
    gconstpointer of;                         /* the first item, or what all items are of */
    gsize size;                               /* bytes from one item to the next */
    gint64 at, n;                             /* the next item; how many there are */
    gboolean (*shows)(const ValueNode *item); /* whether it is one of them; NULL: all are */
    /* Finds the next item itself, from `list->at` on, and leaves where to go on there; sets of
     * and at of `item`. NULL: items are in memory. */
    gboolean (*next)(ValueList *list, ValueNode *item);
    gpointer walk; /* state of `next`, owned, or NULL */
    GDestroyNotify free_walk;
};

/* A text in pieces: appends some of it to `piece`; FALSE at the end. */
typedef struct {
    gboolean (*next)(gpointer walk, GString *piece);
    gpointer walk; /* owned */
    GDestroyNotify free_walk;
} ValuePieces;

typedef struct {
    ValueType type;
    union {
        gboolean truth;
        gint64 integer;
        double real;
        const char *text; /* any bytes; good until the next value of the tree is asked for */
        ValuePieces pieces;
        ValueNode object;
        ValueList list;
    } as;
} Value;

/* A row. */
typedef struct {
    const char
        *name; /* in JSON, XML, CSV and templates; NULL: what follows is for pages only */
    const char *label;       /* in tables, NULL: none */
    const char *unit;        /* "s", "bytes", "1" for shares and factors, "" */
    const char *sentence;    /* what it is; for glossary, schema and manual */
    ValueType type;          /* unless it is null or absent */
    gboolean tree;           /* an array whose items are parts of the object and of its shape */
    const ValueShape *shape; /* of the object or of the items */
} ValueField;

struct _ValueShape {
    const char *name;     /* of one: an item in XML, a variable in templates */
    const char *sentence; /* what it is */
    const ValueField *fields;
    guint n_fields;
    /* Items are no objects: the value of the first field stands for them. */
    gboolean bare;
    /* The value of row number `row` of `fields`. */
    void (*get)(const ValueNode *node, guint row, Value *out);
};

/* The value of a row of the node's shape. A list or text in pieces is the caller's to end. */
void value_get(const ValueNode *node, const ValueField *field, Value *out);

/* The row of that name, NULL: there is none. */
const ValueField *value_field(const ValueShape *shape, const char *name, gsize len);

/* The same for names that are known to be there, for text and tables. */
double value_get_real(const ValueNode *node, const char *name);
gint64 value_get_integer(const ValueNode *node, const char *name);
const char *value_get_text(const ValueNode *node, const char *name);

/* The next item, FALSE at the end, which frees what the list needed; value_end() does it
 * before. */
gboolean value_next(ValueList *list, ValueNode *item);
void value_end(Value *value);

/* Whether it is something: not null, absent, 0, "", false or an empty list. Ends the value. */
gboolean value_holds(Value *value);

/* For rows: what they make. */

static inline Value
value_null(void)
{
    return (Value){ .type = VALUE_NULL };
}

static inline Value
value_absent(void)
{
    return (Value){ .type = VALUE_ABSENT };
}

static inline Value
value_truth(gboolean truth)
{
    return (Value){ .type = VALUE_TRUTH, .as.truth = truth };
}

static inline Value
value_integer(gint64 integer)
{
    return (Value){ .type = VALUE_INTEGER, .as.integer = integer };
}

/* At most G_MAXINT64. */
static inline Value
value_natural(guint64 natural)
{
    return value_integer((gint64)MIN(natural, (guint64)G_MAXINT64));
}

/* NAN: it is not known. */
static inline Value
value_known(double real)
{
    return (Value){ .type = VALUE_REAL, .as.real = real };
}

/* Not finite: a mistake of whoever made it, a warning tells. */
static inline Value
value_real(double real)
{
    g_warn_if_fail(isfinite(real));
    return value_known(real);
}

/* An integer where it is one; NAN: it is not known. */
static inline Value
value_count(double count)
{
    return count == floor(count) && fabs(count) < 1e15 ? value_integer((gint64)count)
                                                       : value_known(count);
}

/* NULL: null. */
static inline Value
value_text(const char *text)
{
    return text != NULL ? (Value){ .type = VALUE_TEXT, .as.text = text } : value_null();
}

static inline Value
value_pieces(gboolean (*next)(gpointer walk, GString *piece), gpointer walk,
             GDestroyNotify free_walk)
{
    return (Value){ .type = VALUE_PIECES, .as.pieces = { next, walk, free_walk } };
}

/* An object, to which the row gives shape and view. NULL: absent. */
static inline Value
value_object(gconstpointer of)
{
    return of != NULL ? (Value){ .type = VALUE_OBJECT, .as.object = { .of = of } }
                      : value_absent();
}

/* The same of a tree with a view of its own, which it keeps. */
static inline Value
value_object_of(gconstpointer of, gpointer view)
{
    Value value = value_object(of);

    if (of != NULL)
        value.as.object.view = view;
    return value;
}

/* A text of a view, in place of the one that it kept before; taken. */
static inline const char *
value_keep(char **kept, char *text)
{
    g_free(*kept);
    return *kept = text;
}

/* A list, to which the row gives shape and view: n items of `size` bytes in memory. */
static inline Value
value_items(gconstpointer of, gsize n, gsize size)
{
    return (Value){ .type = VALUE_ARRAY,
                    .as.list = { .of = of, .n = (gint64)n, .size = size } };
}

static inline Value
value_garray(const GArray *array)
{
    return array != NULL
               ? value_items(array->data, array->len, g_array_get_element_size((GArray *)array))
               : value_items(NULL, 0, 0);
}

/* n items that are all of `of` and tell themselves apart by `at`. */
static inline Value
value_numbers(gconstpointer of, gint64 n)
{
    return value_items(of, (gsize)MAX(n, 0), 0);
}

/* Those of the items in memory that `shows` lets through. */
static inline Value
value_those(Value list, gboolean (*shows)(const ValueNode *item))
{
    list.as.list.shows = shows;
    return list;
}

static inline Value
value_walk(gconstpointer of, gboolean (*next)(ValueList *list, ValueNode *item), gpointer walk,
           GDestroyNotify free_walk)
{
    return (
        Value){ .type = VALUE_ARRAY,
                .as.list = { .of = of, .next = next, .walk = walk, .free_walk = free_walk } };
}

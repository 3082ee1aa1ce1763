/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Defines the shapes of the file VALUE_ROWS.  Such a .def file has, for each shape,
 *
 *   SHAPE(name, Type, "what it is")
 *   REAL(name, "unit", "what it is", expression)
 *   ...
 *   PAGES
 *   TEXT(name, "what it is", expression)
 *   END(name)
 *
 * A row is all there is to a field.  Its expression sees `it`, the Type that the node is of,
 * `at`, the number of the item, and `view`, the VIEW that the tree is made of.  Rows behind
 * PAGES are for templates and text only: what they say follows from the rows before.
 *
 *   REAL INTEGER TRUTH TEXT             a value; its expression is of that type
 *   LABELLED(name, label, unit, sentence, expression)   a REAL that tables show under a label
 *   VALUE(name, type, unit, sentence, expression)       the expression is a Value: what may be
 *                                       null, absent, pieces
 *   OBJECT(name, shape, sentence, expression)           of the structure pointed at
 *   MAYBE(name, shape, sentence, expression)            the same; the expression is a Value:
 *                                       what may be null, or knows its number
 *   ARRAY(name, shape, sentence, expression)            a list of value.h
 *   MAP(name, shape, sentence, expression)   the same as an object: items are named by their
 *                                       field `name`
 *   TREE(name, shape, sentence, expression)  an array whose items are parts of the object
 *
 * A .def file may include another with rows that several shapes have.
 *
 * The file that defines VIEW, VALUE_ROWS (the name of the .def file) and what the expressions
 * need includes this behind that, and has the shapes as shape_NAME, or as what VALUE_SHAPE
 * makes of a name: two trees may have shapes of one name.
 */
#ifndef VALUE_SHAPE
#define VALUE_SHAPE(id) shape_##id
#endif

#define SHAPE(id, Type, sentence) BEGIN(id, Type, sentence, FALSE)
#define BARE(id, Type, sentence)  BEGIN(id, Type, sentence, TRUE)
#define PAGES                     ROW(NULL, NULL, "", "", VALUE_NULL, FALSE, NULL, , value_absent())
#define REAL(name, unit, sentence, ...)                                                        \
    ROW(#name, NULL, unit, sentence, VALUE_REAL, FALSE, NULL, value_real, __VA_ARGS__)
#define LABELLED(name, label, unit, sentence, ...)                                             \
    ROW(#name, label, unit, sentence, VALUE_REAL, FALSE, NULL, value_real, __VA_ARGS__)
#define INTEGER(name, unit, sentence, ...)                                                     \
    ROW(#name, NULL, unit, sentence, VALUE_INTEGER, FALSE, NULL, value_integer, __VA_ARGS__)
#define TRUTH(name, sentence, ...)                                                             \
    ROW(#name, NULL, "", sentence, VALUE_TRUTH, FALSE, NULL, value_truth, __VA_ARGS__)
#define TEXT(name, sentence, ...)                                                              \
    ROW(#name, NULL, "", sentence, VALUE_TEXT, FALSE, NULL, value_text, __VA_ARGS__)
#define VALUE(name, type, unit, sentence, ...)                                                 \
    ROW(#name, NULL, unit, sentence, type, FALSE, NULL, , __VA_ARGS__)
#define OBJECT(name, shape, sentence, ...)                                                     \
    PART(name, shape, sentence, VALUE_OBJECT, FALSE, value_object, __VA_ARGS__)
#define MAYBE(name, shape, sentence, ...)                                                      \
    PART(name, shape, sentence, VALUE_OBJECT, FALSE, , __VA_ARGS__)
#define ARRAY(name, shape, sentence, ...)                                                      \
    PART(name, shape, sentence, VALUE_ARRAY, FALSE, , __VA_ARGS__)
#define MAP(name, shape, sentence, ...)                                                        \
    PART(name, shape, sentence, VALUE_MAP, FALSE, , __VA_ARGS__)
#define TREE(name, shape, sentence, ...)                                                       \
    PART(name, shape, sentence, VALUE_ARRAY, TRUE, , __VA_ARGS__)
#define PART(name, shape, sentence, type, tree, make, ...)                                     \
    ROW(#name, NULL, "", sentence, type, tree, &VALUE_SHAPE(shape), make, __VA_ARGS__)

/* Declarations, for shapes that name each other. */
#define BEGIN(id, Type, sentence, bare) extern const ValueShape VALUE_SHAPE(id);
#define ROW(...)
#define END(id)
#include VALUE_ROWS
#undef BEGIN
#undef ROW
#undef END

/* A function for the values of each shape, which knows its rows by their number. */
#define BEGIN(id, Type, sentence, bare)                                                        \
    static void get_##id(const ValueNode *node, guint row, Value *out)                         \
    {                                                                                          \
        enum { first_row = __COUNTER__ + 1 };                                                  \
        const Type *it G_GNUC_UNUSED = node->of;                                               \
        VIEW *view G_GNUC_UNUSED = node->view;                                                 \
        const gint64 at G_GNUC_UNUSED = node->at;                                              \
        switch (row) {
#define ROW(name, label, unit, sentence, type, tree, shape, make, ...)                         \
    case __COUNTER__ - first_row:                                                              \
        *out = make(__VA_ARGS__);                                                              \
        return;
#define END(id)                                                                                \
    default:                                                                                   \
        g_assert_not_reached();                                                                \
        }                                                                                      \
        }
#include VALUE_ROWS
#undef BEGIN
#undef ROW
#undef END

/* The tables. */
#define BEGIN(id, Type, sentence, bare)                                                        \
    static const char text_##id[] = sentence;                                                  \
    enum { bare_##id = bare };                                                                 \
    static const ValueField fields_##id[] = {
#define ROW(name, label, unit, sentence, type, tree, shape, ...)                               \
    { name, label, unit, sentence, type, tree, shape },
#define END(id)                                                                                \
    }                                                                                          \
    ;                                                                                          \
    const ValueShape VALUE_SHAPE(                                                              \
        id) = { #id, text_##id, fields_##id, G_N_ELEMENTS(fields_##id), bare_##id, get_##id };
#include VALUE_ROWS

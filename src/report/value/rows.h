/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * How shapes are written.  A .def file has, for each shape,
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
 * need includes shapes.h behind that, and has the shapes as shape_NAME, or as what VALUE_SHAPE
 * makes of a name: two trees may have shapes of one name.
 */
#ifndef VALUE_SHAPE
#define VALUE_SHAPE(id) shape_##id
#endif

/* A row is known by its line, and by how deep its file is included. */
#define VALUE_ROW (__INCLUDE_LEVEL__ * 10000 + __LINE__)

#define VALUE_FIELD(name, label, unit, sentence, type, tree, shape)                            \
    { name, label, unit, sentence, type, tree, shape, VALUE_ROW },

#undef SHAPE
#undef BARE
#undef END
#undef PAGES
#undef REAL
#undef LABELLED
#undef INTEGER
#undef TRUTH
#undef TEXT
#undef VALUE
#undef OBJECT
#undef MAYBE
#undef ARRAY
#undef MAP
#undef TREE
#undef VALUE_CASE

#if VALUE_PASS == 1 /* declarations, for shapes that name each other */
#define SHAPE(id, Type, sentence) extern const ValueShape VALUE_SHAPE(id);
#define BARE(id, Type, sentence)  extern const ValueShape VALUE_SHAPE(id);
#define END(id)
#define PAGES
#define REAL(name, unit, sentence, ...)
#define LABELLED(name, label, unit, sentence, ...)
#define INTEGER(name, unit, sentence, ...)
#define TRUTH(name, sentence, ...)
#define TEXT(name, sentence, ...)
#define VALUE(name, type, unit, sentence, ...)
#define OBJECT(name, shape, sentence, ...)
#define MAYBE(name, shape, sentence, ...)
#define ARRAY(name, shape, sentence, ...)
#define MAP(name, shape, sentence, ...)
#define TREE(name, shape, sentence, ...)

#elif VALUE_PASS == 2 /* a function for the values of each shape; a row is known by its line   \
                       */
#define SHAPE(id, Type, sentence)                                                              \
    static void get_##id(const ValueNode *node, guint row, Value *out)                         \
    {                                                                                          \
        const Type *it G_GNUC_UNUSED = node->of;                                               \
        VIEW *view G_GNUC_UNUSED = node->view;                                                 \
        const gint64 at G_GNUC_UNUSED = node->at;                                              \
        switch (row) {
#define BARE(id, Type, sentence) SHAPE(id, Type, sentence)
#define END(id)                                                                                \
    default:                                                                                   \
        g_assert_not_reached();                                                                \
        }                                                                                      \
        }
#define PAGES
#define VALUE_CASE(make, ...)                                                                  \
    case VALUE_ROW:                                                                            \
        *out = make(__VA_ARGS__);                                                              \
        return;
#define REAL(name, unit, sentence, ...)            VALUE_CASE(value_real, __VA_ARGS__)
#define LABELLED(name, label, unit, sentence, ...) VALUE_CASE(value_real, __VA_ARGS__)
#define INTEGER(name, unit, sentence, ...)         VALUE_CASE(value_integer, __VA_ARGS__)
#define TRUTH(name, sentence, ...)                 VALUE_CASE(value_truth, __VA_ARGS__)
#define TEXT(name, sentence, ...)                  VALUE_CASE(value_text, __VA_ARGS__)
#define VALUE(name, type, unit, sentence, ...)     VALUE_CASE(, __VA_ARGS__)
#define OBJECT(name, shape, sentence, ...)         VALUE_CASE(value_object, __VA_ARGS__)
#define MAYBE(name, shape, sentence, ...)          VALUE_CASE(, __VA_ARGS__)
#define ARRAY(name, shape, sentence, ...)          VALUE_CASE(, __VA_ARGS__)
#define MAP(name, shape, sentence, ...)            VALUE_CASE(, __VA_ARGS__)
#define TREE(name, shape, sentence, ...)           VALUE_CASE(, __VA_ARGS__)

#else /* the tables */
#define SHAPE(id, Type, sentence)                                                              \
    static const char text_##id[] = sentence;                                                  \
    enum { bare_##id = FALSE };                                                                \
    static const ValueField fields_##id[] = {
#define BARE(id, Type, sentence)                                                               \
    static const char text_##id[] = sentence;                                                  \
    enum { bare_##id = TRUE };                                                                 \
    static const ValueField fields_##id[] = {
#define END(id)                                                                                \
    }                                                                                          \
    ;                                                                                          \
    const ValueShape VALUE_SHAPE(                                                              \
        id) = { #id, text_##id, fields_##id, G_N_ELEMENTS(fields_##id), bare_##id, get_##id };
#define PAGES VALUE_FIELD(NULL, NULL, "", "", VALUE_NULL, FALSE, NULL)
#define REAL(name, unit, sentence, ...)                                                        \
    VALUE_FIELD(#name, NULL, unit, sentence, VALUE_REAL, FALSE, NULL)
#define LABELLED(name, label, unit, sentence, ...)                                             \
    VALUE_FIELD(#name, label, unit, sentence, VALUE_REAL, FALSE, NULL)
#define INTEGER(name, unit, sentence, ...)                                                     \
    VALUE_FIELD(#name, NULL, unit, sentence, VALUE_INTEGER, FALSE, NULL)
#define TRUTH(name, sentence, ...)                                                             \
    VALUE_FIELD(#name, NULL, "", sentence, VALUE_TRUTH, FALSE, NULL)
#define TEXT(name, sentence, ...)                                                              \
    VALUE_FIELD(#name, NULL, "", sentence, VALUE_TEXT, FALSE, NULL)
#define VALUE(name, type, unit, sentence, ...)                                                 \
    VALUE_FIELD(#name, NULL, unit, sentence, type, FALSE, NULL)
#define OBJECT(name, shape, sentence, ...)                                                     \
    VALUE_FIELD(#name, NULL, "", sentence, VALUE_OBJECT, FALSE, &VALUE_SHAPE(shape))
#define MAYBE(name, shape, sentence, ...) OBJECT(name, shape, sentence, )
#define ARRAY(name, shape, sentence, ...)                                                      \
    VALUE_FIELD(#name, NULL, "", sentence, VALUE_ARRAY, FALSE, &VALUE_SHAPE(shape))
#define MAP(name, shape, sentence, ...)                                                        \
    VALUE_FIELD(#name, NULL, "", sentence, VALUE_MAP, FALSE, &VALUE_SHAPE(shape))
#define TREE(name, shape, sentence, ...)                                                       \
    VALUE_FIELD(#name, NULL, "", sentence, VALUE_ARRAY, TRUE, &VALUE_SHAPE(shape))
#endif

#undef VALUE_PASS

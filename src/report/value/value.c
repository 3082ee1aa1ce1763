/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/value.h"

#include <math.h>
#include <string.h>

void
value_get(const ValueNode *node, const ValueField *field, Value *out)
{
    node->shape->get(node, (guint)(field - node->shape->fields), out);
    if (out->type == VALUE_OBJECT) {
        out->as.object.shape = field->shape;
        out->as.object.view = node->view;
    } else if (out->type == VALUE_ARRAY) {
        out->type = field->type;
        out->as.list.shape = field->shape;
        out->as.list.view = node->view;
    }
}

const ValueField *
value_field(const ValueShape *shape, const char *name, gsize len)
{
    for (guint i = 0; i < shape->n_fields; i++) {
        const ValueField *field = &shape->fields[i];
        if (field->name != NULL && strncmp(field->name, name, len) == 0 &&
            field->name[len] == '\0')
            return field;
    }
    return NULL;
}

static void
get_named(const ValueNode *node, const char *name, ValueType type, Value *out)
{
    const ValueField *field = value_field(node->shape, name, strlen(name));

    g_assert(field != NULL && field->type == type);
    value_get(node, field, out);
}

double
value_get_real(const ValueNode *node, const char *name)
{
    Value value;

    get_named(node, name, VALUE_REAL, &value);
    return value.type == VALUE_REAL ? value.as.real : (double)NAN;
}

gint64
value_get_integer(const ValueNode *node, const char *name)
{
    Value value;

    get_named(node, name, VALUE_INTEGER, &value);
    return value.type == VALUE_INTEGER ? value.as.integer : 0;
}

const char *
value_get_text(const ValueNode *node, const char *name)
{
    Value value;

    get_named(node, name, VALUE_TEXT, &value);
    return value.type == VALUE_TEXT ? value.as.text : "";
}

static void
end_list(ValueList *list)
{
    if (list->free_walk != NULL)
        g_clear_pointer(&list->walk, list->free_walk);
}

gboolean
value_next(ValueList *list, ValueNode *item)
{
    item->shape = list->shape;
    item->view = list->view;
    if (list->next != NULL && list->next(list, item))
        return TRUE;
    while (list->next == NULL && list->at < list->n) {
        item->of = (const char *)list->of + (gsize)list->at * list->size;
        item->at = list->at++;
        if (list->shows == NULL || list->shows(item))
            return TRUE;
    }
    end_list(list);
    return FALSE;
}

void
value_end(Value *value)
{
    if (value->type == VALUE_ARRAY || value->type == VALUE_MAP)
        end_list(&value->as.list);
    else if (value->type == VALUE_PIECES)
        g_clear_pointer(&value->as.pieces.walk, value->as.pieces.free_walk);
}

gboolean
value_holds(Value *value)
{
    ValueNode item;
    gboolean holds = FALSE;

    switch (value->type) {
    case VALUE_NULL:
    case VALUE_ABSENT:
        break;
    case VALUE_TRUTH:
        return value->as.truth;
    case VALUE_INTEGER:
        return value->as.integer != 0;
    case VALUE_REAL:
        return value->as.real != 0;
    case VALUE_TEXT:
        return *value->as.text != '\0';
    case VALUE_OBJECT:
    case VALUE_PIECES:
        holds = TRUE;
        break;
    case VALUE_ARRAY:
    case VALUE_MAP:
        holds = value_next(&value->as.list, &item);
        break;
    }
    value_end(value);
    return holds;
}

Value
value_null(void)
{
    return (Value){ .type = VALUE_NULL };
}

Value
value_absent(void)
{
    return (Value){ .type = VALUE_ABSENT };
}

Value
value_truth(gboolean truth)
{
    return (Value){ .type = VALUE_TRUTH, .as.truth = truth };
}

Value
value_integer(gint64 integer)
{
    return (Value){ .type = VALUE_INTEGER, .as.integer = integer };
}

Value
value_natural(guint64 natural)
{
    return value_integer((gint64)MIN(natural, (guint64)G_MAXINT64));
}

Value
value_real(double real)
{
    g_warn_if_fail(isfinite(real));
    return value_known(real);
}

Value
value_known(double real)
{
    return (Value){ .type = VALUE_REAL, .as.real = real };
}

Value
value_count(double count)
{
    return count == floor(count) && fabs(count) < 1e15 ? value_integer((gint64)count)
                                                       : value_known(count);
}

Value
value_text(const char *text)
{
    return text != NULL ? (Value){ .type = VALUE_TEXT, .as.text = text } : value_null();
}

Value
value_pieces(gboolean (*next)(gpointer walk, GString *piece), gpointer walk,
             GDestroyNotify free_walk)
{
    return (Value){ .type = VALUE_PIECES, .as.pieces = { next, walk, free_walk } };
}

Value
value_object(gconstpointer of)
{
    return of != NULL ? (Value){ .type = VALUE_OBJECT, .as.object = { .of = of } }
                      : value_absent();
}

Value
value_items(gconstpointer of, gsize n, gsize size)
{
    return (Value){ .type = VALUE_ARRAY,
                    .as.list = { .of = of, .n = (gint64)n, .size = size } };
}

Value
value_garray(const GArray *array)
{
    return array != NULL
               ? value_items(array->data, array->len, g_array_get_element_size((GArray *)array))
               : value_items(NULL, 0, 0);
}

Value
value_numbers(gconstpointer of, gint64 n)
{
    return value_items(of, (gsize)MAX(n, 0), 0);
}

Value
value_those(Value list, gboolean (*shows)(const ValueNode *item))
{
    list.as.list.shows = shows;
    return list;
}

Value
value_walk(gconstpointer of, gboolean (*next)(ValueList *list, ValueNode *item), gpointer walk,
           GDestroyNotify free_walk)
{
    return (
        Value){ .type = VALUE_ARRAY,
                .as.list = { .of = of, .next = next, .walk = walk, .free_walk = free_walk } };
}

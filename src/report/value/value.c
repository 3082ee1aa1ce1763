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
        if (out->as.object.view == NULL)
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

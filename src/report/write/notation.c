/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/notation.h"

#include "src/base/number.h"
#include "src/report/value/report.h"

static void write_value(Notation *notation, const char *name, Value *value);

static void
write_pieces(Notation *notation, const char *name, const ValuePieces *pieces)
{
    g_autoptr(GString) piece = g_string_new(NULL);

    notation->class->begin_pieces(notation, name);
    while (!report_sink_failed(notation->sink) && pieces->next(pieces->walk, piece)) {
        notation->class->piece(notation, piece->str);
        g_string_truncate(piece, 0);
    }
    notation->class->piece(notation, NULL);
}

static void
write_field(Notation *notation, const char *name, const ValueNode *node,
            const ValueField *field)
{
    Value value;

    value_get(node, field, &value);
    write_value(notation, name, &value);
    value_end(&value);
}

static void
write_null(Notation *notation, const char *name)
{
    if (notation->class->null != NULL)
        notation->class->literal(notation, name, notation->class->null);
}

/* An object, or the value that stands for it. */
static void
write_node(Notation *notation, const char *name, const ValueNode *node)
{
    const ValueShape *shape = node->shape;

    if (shape->bare) {
        write_field(notation, name, node, &shape->fields[0]);
        return;
    }
    notation->class->begin(notation, name, FALSE);
    for (guint i = 0; i < shape->n_fields && shape->fields[i].name != NULL; i++)
        write_field(notation, shape->fields[i].name, node, &shape->fields[i]);
    notation->class->end(notation);
}

static void
write_list(Notation *notation, const char *name, Value *value)
{
    ValueNode item;

    notation->class->begin(notation, name, value->type == VALUE_ARRAY);
    while (!report_sink_failed(notation->sink) && value_next(&value->as.list, &item))
        write_node(notation,
                   value->type == VALUE_MAP ? value_get_text(&item, "name") : item.shape->name,
                   &item);
    notation->class->end(notation);
}

static void
write_value(Notation *notation, const char *name, Value *value)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text;

    switch (value->type) {
    case VALUE_ABSENT:
        break;
    case VALUE_NULL:
        write_null(notation, name);
        break;
    case VALUE_TRUTH:
        notation->class->literal(notation, name, value->as.truth ? "true" : "false");
        break;
    case VALUE_INTEGER:
        g_snprintf(buffer, sizeof buffer, "%" G_GINT64_FORMAT, value->as.integer);
        notation->class->literal(notation, name, buffer);
        break;
    case VALUE_REAL:
        text = report_number_exact(value->as.real, buffer);
        if (text != NULL)
            notation->class->literal(notation, name, text);
        else
            write_null(notation, name);
        break;
    case VALUE_TEXT:
        notation->class->string(notation, name, value->as.text);
        break;
    case VALUE_PIECES:
        write_pieces(notation, name, &value->as.pieces);
        break;
    case VALUE_OBJECT:
        write_node(notation, name, &value->as.object);
        break;
    case VALUE_ARRAY:
    case VALUE_MAP:
        write_list(notation, name, value);
        break;
    }
}

void
notation_write(Notation *notation, const char *name, const ValueNode *root)
{
    write_node(notation, name, root);
}

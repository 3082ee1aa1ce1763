/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/characteristics.h"

#include <stddef.h>
#include <string.h>

static const CharacteristicRow characteristics[] = {
#define CHARACTERISTIC(field, name, label, help)                                               \
    { #name, label, offsetof(Characteristics, field) },
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
};

typedef struct {
    const char *name, *label;
} OperationRow;

static const OperationRow operations[] = {
    [OPERATION_IO] = { "io", "Input/output" },
    [OPERATION_REDUCTION] = { "reduction", "Reduction" },
    [OPERATION_SHADOW] = { "shadow", "Shadow edges" },
    [OPERATION_REMOTE] = { "remote", "Remote access" },
    [OPERATION_REDISTRIBUTION] = { "redistribution", "Redistribution" },
};
_Static_assert(sizeof operations / sizeof operations[0] == N_OPERATIONS,
               "a row for each group of operations");

const char *
operation_name(Operation operation)
{
    return operations[operation].name;
}

const char *
operation_label(Operation operation)
{
    return operations[operation].label;
}

const CharacteristicRow *
characteristic_rows(unsigned *n)
{
    *n = sizeof characteristics / sizeof characteristics[0];
    return characteristics;
}

double
characteristic_value(const Characteristics *values, const CharacteristicRow *row)
{
    double value;

    memcpy(&value, (const char *)values + row->offset, sizeof value);
    return value;
}

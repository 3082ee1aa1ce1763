/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/predict/characteristics.h"

#include <stddef.h>
#include <string.h>

#define N_VALUES (sizeof(Characteristics) / sizeof(double))

_Static_assert(N_VALUES * sizeof(double) == sizeof(Characteristics) && N_VALUES <= 64,
               "characteristics are doubles, with a bit for each");

static const CharacteristicRow characteristics[] = {
#define CHARACTERISTIC(field, name, label, help)                                               \
    { name, label, help, offsetof(Characteristics, field) },
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

/* Bits of the doubles that are not those of `like`; -0 and NaN are values as all others. */
static guint64
differing_values(const Characteristics *values, const Characteristics *like)
{
    guint64 words[N_VALUES], others[N_VALUES], bits = 0;

    memcpy(words, values, sizeof words);
    memcpy(others, like, sizeof others);
    for (gsize f = 0; f < N_VALUES; f++)
        bits |= (guint64)(words[f] != others[f]) << f;
    return bits;
}

guint64
characteristics_pack(const Characteristics *values, const Characteristics *like, GArray *packed)
{
    static const Characteristics zero;
    const guint64 own = differing_values(values, like != NULL ? like : &zero);

    for (gsize f = 0; f < N_VALUES; f++)
        if ((own >> f & 1) != 0)
            g_array_append_vals(packed, (const char *)values + f * sizeof(double), 1);
    return own;
}

guint
characteristics_count(guint64 own)
{
    guint n = 0;

    for (; own != 0; own &= own - 1)
        n++;
    return n;
}

void
characteristics_unpack(guint64 own, const double *packed, const Characteristics *like,
                       Characteristics *out)
{
    double values[N_VALUES] = { 0 };

    if (like != NULL)
        memcpy(values, like, sizeof values);
    for (gsize f = 0; f < N_VALUES; f++)
        if ((own >> f & 1) != 0)
            values[f] = *packed++;
    memcpy(out, values, sizeof values);
}

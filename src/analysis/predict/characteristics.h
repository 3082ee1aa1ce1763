/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Characteristics of a processor in an interval, and of an interval (docs/semantics.md,
 * "Characteristics of an interval and POP factors").  Seconds.
 */
#pragma once

#include <glib.h>

#include "src/base/types.h"

/* Times of one group of operations. */
typedef struct {
    double communication;   /* Wait_reduction, Wait_shadow, ... */
    double synchronization; /* *_synch */
    double variation;
    double overlap;
} OperationTimes;

/* The same fields serve a processor (its own values; execution_time is CPU + SYS + I/O +
 * communication of it) and an interval (execution_time is the maximum, all others are sums). */
typedef struct {
#define CHARACTERISTIC(field, name, label, help) double field;
#include "src/analysis/predict/characteristics.def"
#undef CHARACTERISTIC
    OperationTimes operations[N_OPERATIONS];
} Characteristics;

/* "io", "reduction", "shadow", "remote", "redistribution": the name in JSON. */
const char *operation_name(Operation operation);

/* "Input/output", "Reduction", "Shadow edges", "Remote access", "Redistribution". */
const char *operation_label(Operation operation);

/* Rows of characteristics.def, for formats that go through all of them. */
typedef struct {
    const char *name, *label;
    unsigned offset; /* of the double in Characteristics */
} CharacteristicRow;
const CharacteristicRow *characteristic_rows(unsigned *n);
double characteristic_value(const Characteristics *values, const CharacteristicRow *row);

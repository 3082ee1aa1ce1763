/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * params.def as the reader and the writer see it.  Ids are indices into
 * params_rows(), 0-based.
 */
#pragma once

#include "src/params/params.h"

typedef enum {
#define P(id, name, kind, member, values, unit, initial, help) PARAMS_##id,
#include "src/params/params.def"
#undef P
    PARAMS_N
} ParamsId;

ParamsKind params_table_kind(ParamsId id);

/* Where `params` keeps the value; its type follows from the kind. */
gpointer params_table_member(Params *params, ParamsId id);

/* The exact twin of a time in `params`, NULL for a parameter without one. */
RaterAtto *params_table_exact(Params *params, ParamsId id);

/* Appends the value as a parameter file has it: "75", "network", "{ 2, 2 }". */
void params_append_value(GString *out, const Params *params, ParamsId id);

/* The id of `name` (lower case, single blanks), -1 when there is none. */
int params_table_find(const char *name);

/* The id of the parameter that `name`, which is none, was most likely meant to
 * be: a few letters differ, or a word is missing. -1: none is close. */
int params_table_nearest(const char *name);

/* The id of the parameter that `name` starts with, followed by a blank; -1: none. */
int params_table_prefix(const char *name);

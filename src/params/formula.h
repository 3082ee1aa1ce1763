/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A mapping of one's own, from virtual to physical processors:
 *
 *   formula     = name "(" variable { "," variable } ")" "="
 *                 "[" expression { "," expression } "]" "."
 *   expression  = C's operators and precedences on integers of 64 bits: ?: || && | ^ & == != <
 * <= >
 *                 >= << >> + - * / %, unary - + ! ~, ( ), over numbers (decimal or 0x),
 * variables, #n and $n
 *
 * A variable is a virtual dimension, an expression a physical one; one expression alone is the
 * number of the processor.  #n and $n are virtual and physical sizes, n from 1.  `/` and `%` go
 * towards 0, `>>` rounds down, `a << b` is a * 2^b; `?:`, `||`, `&&` evaluate what they need.
 * What leaves 64 bits is an error.
 */
#pragma once

#include "src/params/lexer.h"

typedef struct ParamsFormula ParamsFormula;

/* Reads one; NULL on failure. It keeps a copy of the text, so that later messages have a place.
 */
ParamsFormula *params_formula_read(ParamsLexer *lexer, GError **error);

ParamsFormula *params_formula_copy(const ParamsFormula *formula);
void params_formula_free(ParamsFormula *formula);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ParamsFormula, params_formula_free)

/* The physical processor of each virtual one, row-major; `physical` has the dimensions of the
 * network (rater_topology_grid()). Free with g_free(); NULL: dimensions that do not fit, or the
 * first error of the first processor that has one. */
gint64 *params_formula_places(const ParamsFormula *formula, const RaterGrid *system,
                              const RaterGrid *physical, GError **error);

/* As the file had it, from its name to its dot; owned by the formula. */
const char *params_formula_text(const ParamsFormula *formula);

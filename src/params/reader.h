/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The grammar of parameter files:
 *
 *   file       = { name "=" value ";" }
 *   name       = words, on one line
 *   value      = words on one line | number | list
 *   list       = "{" entry { "," entry } "}"
 *   entry      = number | number "x" number
 *
 * with blanks, line ends and comments between any two parts.
 */
#pragma once

#include "src/params/lexer.h"

/* Reads all statements into `params`; on failure it is left half changed. */
gboolean params_reader_file(ParamsLexer *lexer, Params *params, GError **error);

/* Reads one statement, whose ';' may be missing, and nothing else; on failure `params` is left
 * half changed. */
gboolean params_reader_assignment(ParamsLexer *lexer, Params *params, GError **error);

/* Reads the sizes of a processor system, "4x2" or "4,2", and nothing else; on failure `params`
 * is untouched. */
gboolean params_reader_sizes(ParamsLexer *lexer, Params *params, GError **error);

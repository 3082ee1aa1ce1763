/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values that parameters of both dialects have.  `expected` is for messages: "real, 1e-9 to 1e9".
 */
#pragma once

#include "src/params/decimal.h"
#include "src/params/lexer.h"

/* A real, 0 or 1e-9 to 1e9. */
gboolean params_value_real(ParamsLexer *lexer, const char *expected, ParamsToken *token,
                           double *out, GError **error);

/* A real, 1e-9 to 1e9. */
gboolean params_value_positive(ParamsLexer *lexer, const char *expected, double *out,
                               GError **error);

/* Microseconds, a real, 0 or 1e-9 to 1e9; `exact` may be NULL. */
gboolean params_value_time(ParamsLexer *lexer, const char *expected, double *seconds,
                           RaterAtto *exact, GError **error);

/* An integer of 64 bits, at least `least`. The second takes the one that was read. */
gboolean params_value_integer(ParamsLexer *lexer, const char *expected, gint64 least,
                              ParamsToken *token, gint64 *out, GError **error);
gboolean params_value_take_integer(const ParamsLexer *lexer, const ParamsToken *token,
                                   const char *expected, gint64 least, gint64 *out,
                                   GError **error);

/* Reads one entry of a list; `data` is what the caller of the next one gathers in. */
typedef gboolean (*ParamsEntryFunc)(ParamsLexer *lexer, gpointer data, GError **error);

/* "{" entry { "," entry } "}" */
gboolean params_value_list(ParamsLexer *lexer, ParamsEntryFunc read_entry, gpointer data,
                           GError **error);

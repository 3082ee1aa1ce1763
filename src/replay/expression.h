/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Numbers of a run as expressions:
 *
 *   C's || && == != < <= > >= + - * / and unary - !, ( ), on real numbers; a comparison is 1 or 0
 *   clock(P) cpu(P) wait(P)     of a processor: its clock, CPU_time + SYS_time, Synchronization
 *   NAME, NAME(P)               a characteristic of the innermost interval so far, by its name in
 *                               JSON, whatever the case; of one processor in it
 *   elapsed serial position processors
 *
 * P is a processor's number or its coordinates, each an expression too.
 */
#pragma once

#include "src/replay/session.h"

/* FALSE with REPLAY_ERROR_COMMAND, also when the value is not finite. */
gboolean replay_evaluate(ReplaySession *session, const char *text, double *value,
                         GError **error);

/* Names that can stand in an expression: of const char *; free with g_ptr_array_unref(). */
GPtrArray *replay_expression_names(void);

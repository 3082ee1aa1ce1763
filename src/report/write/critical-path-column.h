/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A column of times whose cells, as they are printed, add up to the last one: each is rounded
 * up or down, those with the largest remainders up, so that nothing is left over.
 */
#pragma once

#include <glib.h>

typedef struct _CriticalPathColumn CriticalPathColumn;

/* `total`: seconds of all cells together, >= 0. */
CriticalPathColumn *critical_path_column_new(double total);
void critical_path_column_free(CriticalPathColumn *column);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CriticalPathColumn, critical_path_column_free)

/* The next cell, seconds >= 0. */
void critical_path_column_add(CriticalPathColumn *column, double seconds);

/* A cell that does not count, a sum of some others, behind all cells. */
void critical_path_column_add_part(CriticalPathColumn *column, double seconds);

/* Of n cells added, n + 1 texts in milliseconds, the total behind them, with as many decimals
 * as give the total six digits and no zeros that all have in common; NULL-terminated; free with
 * g_strfreev(). Nothing can be added any more. */
char **critical_path_column_format(CriticalPathColumn *column);

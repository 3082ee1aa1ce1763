/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which lines of a timeline look the same in the page: a loop in an interval with an expression
 * is one for each of its values, and they are one row of a table.
 */
#pragma once

#include "src/analysis/explain/explanation.h"

/* The same text for a line (METRICS_ANY: none) in intervals of one kind that begin at one line
 * and have one expression. Free with g_free(). */
char *report_places_name(const Explanation *explanation, const Prediction *prediction,
                         guint32 interval, guint32 site);

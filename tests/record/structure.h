/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a prediction says apart from times: intervals, how often they were entered, operations,
 * messages, bytes.
 */
#pragma once

#include <glib.h>

/* A line for each interval, "LEVEL TYPE EXPRESSION COUNT PROCESSORS: io N reduction N shadow N
 * remote N redistribution N messages N bytes N" (what is 0 left out), and warnings. With an
 * error that. */
char *record_structure(const char *trace, const char *topology);

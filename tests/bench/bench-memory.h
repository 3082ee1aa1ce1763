/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What the child does that the section "memory" starts: predicts the trace on standard input,
 * and prints how much memory that took. `how` is "graph" or "stream", the parameter file and
 * the topology, separated by semicolons. */
gboolean bench_memory_child(const char *how, GError **error);

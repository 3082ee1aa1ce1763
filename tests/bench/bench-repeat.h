/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Long traces from short ones: a sample's steps, over and over.
 */
#pragma once

#include <glib.h>

typedef struct {
    const char *sample; /* path, gzip or not */
    const char *marker; /* event with which a step begins: "call_binter_" ... */
    int line;           /* ... at this LINE of the program */
    guint64 steps;      /* wanted */
    guint expressions;  /* `index=` of the marker's parameters goes over 0..expressions-1; 0:
                           stays */
} BenchRepeat;

/* Writes to `path` what comes before the sample's first step, the steps before its last one in
 * turns until there are as many as wanted less one, and then its last step with all that
 * follows. */
gboolean bench_repeat(const BenchRepeat *repeat, const char *path, GError **error);

/* Compresses a file. */
gboolean bench_gzip(const char *from, const char *to, GError **error);

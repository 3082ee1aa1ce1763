/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a command reads: none of its outputs may replace any of it.
 */
#pragma once

#include <glib.h>

typedef struct {
    char *const
        *files; /* `n` of them: "-" is standard input, and a machine counts by its file */
    guint n;
    const char *template_dir; /* all files in it; NULL: none */
    char *const *sources;     /* NULL-terminated; NULL: none */
} CliInputs;

/* Whether writing to `path`, NULL for standard output, would touch one of them, by any name. */
gboolean cli_inputs_have(const CliInputs *inputs, const char *path);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a command writes: each -o, or standard output when nothing is named.
 */
#pragma once

#include "src/cli/cli.h"

/* An element of a list of outputs; both texts are of others. */
typedef struct {
    const char *path;   /* NULL: standard output */
    const char *format; /* its name */
} CliOutput;

/* The name of the format `name`, of that of the suffix of `path` when `name` is NULL. NULL:
 * there is none. */
typedef const char *(*CliFormat)(const char *name, const char *path, GError **error);

/* Adds the outputs `first` (NULL: none) and of all -o (`paths`, NULL: none), each in the format
 * that its suffix tells, or else in that of --format (`asked`, NULL: not given); without any,
 * that or text on standard output. */
gboolean cli_outputs_add(GArray *outputs, const char *first, char *const *paths,
                         CliFormat format, const char *asked, GError **error);

/* No output is at the place of another nor over one of inputs[0..n-1], of which "-" is none. */
gboolean cli_outputs_check(const GArray *outputs, char *const *inputs, guint n, GError **error);

/* Writes one output in its format. */
typedef gboolean (*CliWrite)(const CliOutput *output, gpointer data, GError **error);

/* Writes one output whole, also when a signal comes. CLI_DONE; CLI_NOT_WRITTEN or, when a
 * template is at fault, CLI_BAD_INPUT: the error has been reported. */
CliStatus cli_output_write(const Cli *cli, const CliOutput *output, CliWrite write,
                           gpointer data);

/* Writes them all; goes on after one that fails. The worst of what the above gives. */
CliStatus cli_outputs_write(const Cli *cli, const GArray *outputs, CliWrite write,
                            gpointer data);

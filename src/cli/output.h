/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What a command writes: each -o, or standard output when nothing is named.
 */
#pragma once

#include "src/cli/cli.h"
#include "src/cli/input.h"
#include "src/report/formats.h"

/* An element of a list of outputs; the path is of others. */
typedef struct {
    const char *path; /* NULL: standard output */
    const ReportFormat *format;
} CliOutput;

/* Adds the outputs `first` (NULL: none) and of all -o (`paths`, NULL: none), each in the format
 * that its suffix tells, or else in that of --format (`asked`, NULL: not given); without any,
 * that or text on standard output. Then checks them as the next function does, and that there is
 * a page for --open. */
gboolean cli_outputs_add(const Cli *cli, GArray *outputs, ReportSubject subject, const char *first,
                         char *const *paths, const char *asked, const CliInputs *inputs,
                         GError **error);

/* No output is at the place of another nor over an input. */
gboolean cli_outputs_check(const GArray *outputs, const CliInputs *inputs, GError **error);

/* Writes `data` to the output, into which `fill` puts it. */
gboolean cli_output_fill(const CliOutput *output, ReportFill fill, gpointer data,
                         GError **error);

/* Writes one output in its format. */
typedef gboolean (*CliWrite)(const CliOutput *output, gpointer data, GError **error);

/* Writes them all: data is what the formats of the subject write. As cli_outputs_write(). */
CliStatus cli_outputs_of(const Cli *cli, const GArray *outputs, ReportSubject subject,
                         gpointer data);

/* Writes one output whole, also when a signal comes. CLI_DONE; CLI_NOT_WRITTEN or, when a
 * template or what was read is at fault, CLI_BAD_INPUT: the error has been reported. */
CliStatus cli_output_write(const Cli *cli, const CliOutput *output, CliWrite write,
                           gpointer data);

/* Writes them all; goes on after one that fails. The worst of what the above gives. With --open
 * the first page is then shown by $BROWSER, or xdg-open(1); that it cannot be is a warning. */
CliStatus cli_outputs_write(const Cli *cli, const GArray *outputs, CliWrite write,
                            gpointer data);

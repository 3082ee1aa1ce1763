/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a prediction goes: the REPORT of the classic form, each -o, or the summary on standard
 * output when nothing is named.
 */
#pragma once

#include "src/analysis/predict/prediction.h"
#include "src/cli/cli.h"
#include "src/report/value/report.h"

/* As they stand on the command line. */
typedef struct {
    char **paths;       /* -o, NULL: none */
    char *format;       /* --format */
    char *csv;          /* --csv */
    char *template_dir; /* --template-dir */
    char *depth;        /* --depth */
    char **source_path; /* --source-path, NULL: none */
    gboolean per_processor, no_processors;
} CliOutputOptions;

void cli_output_options_clear(CliOutputOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CliOutputOptions, cli_output_options_clear)

/* Adds the options to `context`; `options` must live until it has parsed. */
void cli_output_add_options(CliOutputOptions *options, GOptionContext *context);

/* The outputs, checked: known formats, no two at the same place, none over an input. */
typedef struct _CliOutputs CliOutputs;

/* `report`: the positional REPORT or NULL. inputs[0..n_inputs-1]: files that must not be
 * written. `options` must outlive the result. NULL: a usage error has been reported; `name` is
 * args[0] of the command. */
CliOutputs *cli_outputs_new(const Cli *cli, const char *name, const CliOutputOptions *options,
                            const char *report, const char *const *inputs, guint n_inputs);
void cli_outputs_free(CliOutputs *outputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliOutputs, cli_outputs_free)

/* Whether one of them is written to the place that `path` names. */
gboolean cli_outputs_go_to(const CliOutputs *outputs, const char *path);

/* Whether one of them shows sources, and so the times of their lines (PredictOptions.lines). */
gboolean cli_outputs_show_lines(const CliOutputs *outputs);

/* Whether one of them is an HTML report, which tells why the program is slow when it can. */
gboolean cli_outputs_have_html(const CliOutputs *outputs);

/* What is written from now on says why the program is slow: HTML reports, with `everywhere` all
 * formats that can. The explanation must outlive the outputs. */
void cli_outputs_explain(CliOutputs *outputs, const Explanation *explanation,
                         gboolean everywhere);

/* Writes them all; goes on after one that fails. CLI_DONE, CLI_NOT_WRITTEN, or CLI_BAD_INPUT
 * when a template is at fault. */
CliStatus cli_outputs_write(const Cli *cli, const CliOutputs *outputs,
                            const Prediction *prediction);

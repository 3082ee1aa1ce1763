/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where a prediction goes: the REPORT of the classic form, each -o, or the summary on standard
 * output when nothing is named; and what is shown of it.
 */
#pragma once

#include "src/cli/cli.h"
#include "src/report/value/report.h"

/* As they stand on the command line. */
typedef struct {
    char **paths;       /* -o */
    char *format;       /* --format */
    char *csv;          /* --csv */
    char *template_dir; /* --template-dir */
    char *depth;        /* --depth */
    char **source_path; /* --source-path */
    gboolean per_processor, no_processors;
} CliReportOptions;

extern const CliOption cli_report_options[];

/* The outputs, checked: known formats, no two at the same place, none over an input. */
typedef struct {
    GArray *outputs; /* of CliOutput */
    ReportOptions options;
    gboolean
        explain_everywhere; /* options.explanation is for all formats, not for HTML alone */
} CliReports;

/* `report`: the positional REPORT or NULL. inputs[0..n_inputs-1]: files that must not be
 * written. `options` and inputs must outlive the result. NULL: a usage error has been reported.
 */
CliReports *cli_reports_new(const Cli *cli, const CliReportOptions *options, const char *report,
                            char *const *inputs, guint n_inputs);
void cli_reports_free(CliReports *reports);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliReports, cli_reports_free)

/* Whether one of them is an HTML report, which tells why the program is slow when it can. */
gboolean cli_reports_have_html(const CliReports *reports);

/* Writes them all; goes on after one that fails. CLI_DONE, CLI_NOT_WRITTEN, or CLI_BAD_INPUT
 * when a template is at fault. */
CliStatus cli_reports_write(const Cli *cli, const CliReports *reports,
                            const Prediction *prediction);

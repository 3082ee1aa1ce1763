/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor compare A.json B.json: two predictions side by side.
 */
#include <config.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/command/command.h"
#include "src/cli/message.h"
#include "src/cli/output.h"
#include "src/report/compare/compare.h"
#include "src/report/value/report.h"

typedef struct {
    char **files, **outputs;
    char *format, *fail_above, *template_dir;
} CompareOptions;

static const CliOption compare_options[] = {
    { "output", 'o', CLI_LIST, offsetof(CompareOptions, outputs),
      "Write .html, .json, .csv or .txt; - with --format", "FILE" },
    CLI_FORMAT(offsetof(CompareOptions, format)),
    { "fail-above", 0, CLI_TEXT, offsetof(CompareOptions, fail_above),
      "Exit with 4 when B takes so much longer than A", "PERCENT" },
    { "template-dir", 0, CLI_TEXT, offsetof(CompareOptions, template_dir),
      "Templates of the page", "DIR" },
    CLI_ARGUMENTS(offsetof(CompareOptions, files)),
    { 0 },
};

static void
compare_options_clear(CompareOptions *o)
{
    cli_options_clear(compare_options, o);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareOptions, compare_options_clear)

static const CliHelp compare_help = {
    "A.json B.json",
    "Compares two predictions, reports in JSON: what got better or worse, as text\n"
    "on standard output or into --output. Intervals are aligned by type, place and\n"
    "expression.",
    NULL,
};

static gboolean
read_limit(const char *text, double *limit, GError **error)
{
    char *end;

    if (text == NULL)
        return TRUE;
    *limit = g_ascii_strtod(text, &end) / 100;
    const gboolean is_number = end > text;
    end += *end == '%';
    return (is_number && *end == '\0' && isfinite(*limit) && *limit >= 0) ||
           cli_refuse(error, "--fail-above: '%s' is not a percentage", text);
}

/* The options as a whole; fills `outputs`. */
static gboolean
check_options(const Cli *cli, const CompareOptions *o, double *limit, GArray *outputs, GError **error)
{
    if (o->files == NULL || g_strv_length(o->files) != 2)
        return cli_refuse(error, "two reports are needed");
    if (strcmp(o->files[0], "-") == 0 || strcmp(o->files[1], "-") == 0)
        return cli_refuse(error, "no report is read from standard input");
    if (!cli_check_template_dir(o->template_dir, error) ||
        !read_limit(o->fail_above, limit, error))
        return FALSE;
    const CliInputs inputs = { o->files, 2, o->template_dir, NULL };
    return cli_outputs_add(cli, outputs, REPORT_OF_COMPARISON, NULL, o->outputs, o->format,
                           &inputs, error);
}

/* `data`: a ComparisonOutput for files. */
static gboolean
write_comparison(const CliOutput *output, gpointer data, GError **error)
{
    const ComparisonOutput *file = data;
    ReportOptions options = *file->options;
    ComparisonOutput what = { file->comparison, &options };

    if (output->path == NULL) {
        options.colour = cli_message_wants_colour(STDOUT_FILENO);
        options.unicode = cli_message_shows_utf8(STDOUT_FILENO);
    }
    return cli_output_fill(output, output->format->write[REPORT_OF_COMPARISON], &what, error);
}

/* A limit says nothing of programs that take no time. */
static gboolean
check_times(const Cli *cli, const CompareReport *first, const CompareReport *second)
{
    const CompareReport *const reports[] = { first, second };

    for (guint i = 0; i < G_N_ELEMENTS(reports); i++) {
        if (reports[i]->execution_time > 0)
            continue;
        cli_error(cli, "%s: error: 'execution_time' is 0, which --fail-above cannot judge",
                  reports[i]->path);
        return FALSE;
    }
    return TRUE;
}

CliStatus
command_compare(Cli *cli, const char *const *args)
{
    g_auto(CompareOptions) options = { 0 };
    const CliOptions all[] = { { compare_options, &options }, { cli_page_options, cli }, { 0 } };
    g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(CliOutput));
    g_autoptr(GError) wrong = NULL;
    CliStatus status = CLI_DONE;
    double limit = INFINITY; /* share */

    if (!cli_parse(cli, &compare_help, all, args, &status))
        return status;
    if (!check_options(cli, &options, &limit, outputs, &wrong))
        return cli_usage_error(cli, "%s", wrong->message);
    g_autoptr(CompareReport) first = NULL;
    g_autoptr(CompareReport) second = NULL;
    for (guint i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        CompareReport **report = i == 0 ? &first : &second;
        *report = compare_report_read(options.files[i], &error);
        if (*report != NULL)
            continue;
        cli_file_error(cli, options.files[i], error);
        status = CLI_BAD_INPUT;
    }
    if (status != CLI_DONE)
        return status;
    if (isfinite(limit) && !check_times(cli, first, second))
        return CLI_BAD_INPUT;
    g_autoptr(Comparison) comparison = comparison_new(first, second);
    const ReportOptions how = { .max_depth = -1,
                                .template_dir = options.template_dir,
                                .unicode = TRUE };
    ComparisonOutput output = { comparison, &how };
    status = cli_outputs_write(cli, outputs, write_comparison, &output);
    return status == CLI_DONE && !(comparison->change <= limit) ? CLI_EXCEEDED : status;
}

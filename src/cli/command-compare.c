/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor compare A.json B.json: two predictions side by side.
 */
#include <config.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "src/cli/interrupt.h"
#include "src/cli/message.h"
#include "src/cli/path.h"
#include "src/report/value/compare.h"
#include "src/report/value/sink.h"

typedef struct {
    char **files, **outputs;
    char *fail_above, *template_dir;
    double limit; /* share */
} CompareOptions;

static void
compare_options_clear(CompareOptions *options)
{
    g_clear_pointer(&options->files, g_strfreev);
    g_clear_pointer(&options->outputs, g_strfreev);
    g_clear_pointer(&options->fail_above, g_free);
    g_clear_pointer(&options->template_dir, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CompareOptions, compare_options_clear)

static GOptionContext *
compare_context(CompareOptions *o)
{
    const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->outputs, "Write .html or .txt",
          "FILE" },
        { "fail-above", 0, 0, G_OPTION_ARG_FILENAME, &o->fail_above,
          "Exit with 4 when B takes so much longer than A", "PERCENT" },
        { "template-dir", 0, 0, G_OPTION_ARG_FILENAME, &o->template_dir,
          "Templates of the page", "DIR" },
        { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->files, NULL, NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL },
    };
    GOptionContext *context = g_option_context_new("A.json B.json");

    g_option_context_set_summary(
        context,
        "Compares two predictions, reports in JSON: what got better or worse, as text\n"
        "on standard output or into --output. Intervals are aligned by type, place and\n"
        "expression.");
    g_option_context_add_main_entries(context, entries, NULL);
    return context;
}

/* What is wrong with an output; NULL: nothing. Free with g_free(). */
static char *
check_output(const CompareOptions *o, guint at)
{
    const char *path = o->outputs[at];

    if (!g_str_has_suffix(path, ".html") && !g_str_has_suffix(path, ".txt"))
        return g_strdup_printf("'%s' ends neither in .html nor in .txt", path);
    for (guint i = 0; i < 2; i++)
        if (cli_path_same_place(path, o->files[i]))
            return g_strdup_printf("the output %s would overwrite an input", path);
    for (guint i = 0; i < at; i++)
        if (cli_path_same_place(path, o->outputs[i]))
            return g_strdup_printf("two outputs go to the same place: %s", path);
    return NULL;
}

/* The options as a whole; CLI_USAGE has been reported. */
static CliStatus
check_options(const Cli *cli, const char *name, CompareOptions *o)
{
    o->limit = INFINITY;
    if (o->files == NULL || g_strv_length(o->files) != 2)
        return cli_usage_error(cli, name, "two reports are needed");
    if (strcmp(o->files[0], "-") == 0 || strcmp(o->files[1], "-") == 0)
        return cli_usage_error(cli, name, "no report is read from standard input");
    if (o->template_dir != NULL && *o->template_dir == '\0')
        return cli_usage_error(cli, name, "--template-dir: a folder without a name");
    if (o->fail_above != NULL) {
        char *end;
        o->limit = g_ascii_strtod(o->fail_above, &end) / 100;
        end += *end == '%';
        if (end == o->fail_above || *end != '\0' || !isfinite(o->limit) || o->limit < 0)
            return cli_usage_error(cli, name, "--fail-above: '%s' is no percentage",
                                   o->fail_above);
    }
    for (guint i = 0; o->outputs != NULL && o->outputs[i] != NULL; i++) {
        g_autofree char *wrong = check_output(o, i);
        if (wrong != NULL)
            return cli_usage_error(cli, name, "%s", wrong);
    }
    return CLI_DONE;
}

static gboolean
write_file(ComparisonOutput *output, const char *path, GError **error)
{
    const ReportFill fill =
        g_str_has_suffix(path, ".html") ? compare_html_write : compare_text_write;
    sigset_t before;

    if (cli_path_is_special(path))
        return report_sink_to_file(fill, output, path, error);
    cli_interrupt_hold(&before);
    const gboolean written = report_sink_to_file(fill, output, path, error);
    cli_interrupt_release(&before);
    return written;
}

/* Reports what went wrong with a result. */
static CliStatus
fail_output(const Cli *cli, const char *name, const GError *error)
{
    if (g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE)) {
        cli_error(cli, "%s", error->message);
        return CLI_BAD_INPUT;
    }
    cli_file_error(cli, name, error);
    return CLI_NOT_WRITTEN;
}

static CliStatus
write_all(const Cli *cli, const CompareOptions *o, const Comparison *comparison)
{
    ReportOptions options = { .max_depth = -1,
                              .template_dir = o->template_dir,
                              .unicode = TRUE };
    ComparisonOutput output = { comparison, &options };
    CliStatus status = CLI_DONE;

    for (guint i = 0; o->outputs != NULL && o->outputs[i] != NULL; i++) {
        g_autoptr(GError) error = NULL;
        if (write_file(&output, o->outputs[i], &error))
            continue;
        const CliStatus failed = fail_output(cli, o->outputs[i], error);
        status = MAX(status, failed);
    }
    if (o->outputs != NULL)
        return status;
    g_autoptr(GError) error = NULL;
    options.colour = cli_message_wants_colour(STDOUT_FILENO);
    options.unicode = cli_message_shows_utf8(STDOUT_FILENO);
    if (report_sink_to_fd(compare_text_write, &output, STDOUT_FILENO, &error))
        return CLI_DONE;
    return fail_output(cli, "standard output", error);
}

CliStatus
command_compare(Cli *cli, const char *const *args)
{
    g_auto(CompareOptions) options = { 0 };
    g_autoptr(GOptionContext) context = compare_context(&options);
    CliStatus status = CLI_DONE;

    if (!cli_parse(cli, context, args, &status))
        return status;
    status = check_options(cli, args[0], &options);
    if (status != CLI_DONE)
        return status;
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
    g_autoptr(Comparison) comparison = comparison_new(first, second);
    status = write_all(cli, &options, comparison);
    return status == CLI_DONE && comparison->change > options.limit ? CLI_EXCEEDED : status;
}

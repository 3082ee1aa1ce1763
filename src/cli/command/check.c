/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * predictor check FILE...: what is wrong with a trace or a parameter file.  Findings go to
 * standard error, one line for each file to standard output.
 */
#include <config.h>

#include <string.h>

#include "src/base/clean.h"
#include "src/cli/command/command.h"
#include "src/cli/file.h"
#include "src/cli/message.h"
#include "src/cli/trace.h"
#include "src/graph/assign.h"
#include "src/graph/grains.h"
#include "src/graph/read.h"
#include "src/pool/read.h"

/* A parameter file with more errors than this is something else. */
#define MAX_PARAMS_ERRORS 100

/* The end of a warning about a call in error that the simulation went past (keep_going). */
#define WENT_PAST "; accounted by base"

/* What was found in one file. */
typedef struct {
    guint errors, warnings;
} Findings;

static void
report_error(const Cli *cli, const char *path, const GError *error, Findings *found)
{
    cli_file_error(cli, path, error);
    found->errors++;
}

/* A line of Prediction.warnings. An error that a lenient simulation went past stands there as a
 * warning with an end that tells so; here it is an error again. */
static void
report_line(const Cli *cli, const char *line, Findings *found)
{
    const char *warning = strstr(line, ": warning: ");

    if (warning == NULL || !g_str_has_suffix(line, WENT_PAST)) {
        cli_warning(cli, "%s", line);
        found->warnings++;
        return;
    }
    const char *text = warning + strlen(": warning: ");
    cli_error(cli, "%.*s: error: %.*s", (int)(warning - line), line,
              (int)(strlen(text) - strlen(WENT_PAST)), text);
    found->errors++;
}

/* One processor, or the virtual processor system that the trace was made for. */
static Params *
params_for(const TraceInfo *info)
{
    Params *params = params_new();
    RaterGrid grid;
    if (info->vps_rank > 0 &&
        rater_grid_init(&grid, info->vps_rank, info->vps_size) == RATER_OK)
        params->topology = grid;
    return params;
}

/* Reads all of it and simulates it. With an error the simulation is done again
 * and goes past it, so that everything behind it is found too. */
static void
check_trace(const Cli *cli, const char *path, Findings *found, GString *what)
{
    PredictOptions options = { .no_ideal = TRUE };
    g_autoptr(GError) error = NULL;
    g_autoptr(GError) more = NULL;
    g_autoptr(CliProgress) progress = cli_progress_new(cli, CLI_TRACE_STEPS);
    g_autoptr(TraceProgram) program = cli_trace_read(cli, progress, path, &error);

    g_string_append(what, "trace");
    if (program == NULL) {
        g_clear_pointer(&progress, cli_progress_free);
        report_error(cli, path, error, found);
        return;
    }
    g_string_append_printf(what, ", %" G_GSIZE_FORMAT " calls", program->n_calls);
    g_autoptr(Params) params = params_for(&program->info);

    g_autoptr(Prediction) prediction =
        cli_trace_predict(cli, progress, program, params, &options, &error);
    if (prediction == NULL) {
        options.keep_going = TRUE;
        prediction = cli_trace_predict(cli, progress, program, params, &options, &more);
    }
    g_clear_pointer(&progress, cli_progress_free); /* before anything is said */
    for (char **line = prediction != NULL ? prediction->warnings : NULL;
         line != NULL && *line != NULL; line++)
        report_line(cli, *line, found);
    if (error != NULL && found->errors == 0)
        report_error(cli, path, error, found);
}

/* Blanks line `number` (1-based) of `text`. FALSE when there is nothing on it. */
static gboolean
blank_line(char *text, guint64 number)
{
    gboolean found = FALSE;

    for (; number > 1 && text != NULL; number--) {
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    for (; text != NULL && *text != '\0' && *text != '\n'; text++) {
        found |= !g_ascii_isspace(*text);
        *text = ' ';
    }
    return found;
}

/* The line that `message` ("PATH:LINE:COLUMN: ...") speaks of, 0 when none. */
static guint64
line_of(const char *path, const char *message)
{
    gsize len = strlen(path);
    if (!g_str_has_prefix(message, path) || message[len] != ':')
        return 0;
    return g_ascii_strtoull(message + len + 1, NULL, 10);
}

/* The reader stops at an error: it is reported, its line is left out, and what is left is read
 * again. A file with NUL bytes is judged up to the first of them. */
static void
check_params(const Cli *cli, const char *path, Findings *found, GString *what)
{
    gsize len;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = params_read_text(path, &len, &error);

    g_string_append(what, "parameter file");
    if (text == NULL) {
        report_error(cli, path, error, found);
        return;
    }
    while (found->errors < MAX_PARAMS_ERRORS) {
        g_clear_error(&error);
        g_autoptr(Params) params = params_parse(path, text, len, &error);
        if (params != NULL) {
            g_autoptr(GPtrArray) warnings = params_warnings(params);
            if (found->errors == 0 && !params_check(params, &error))
                report_error(cli, path, error, found);
            for (guint i = 0; i < warnings->len; i++)
                report_line(cli, g_ptr_array_index(warnings, i), found);
            return;
        }
        report_error(cli, path, error, found);
        if (!blank_line(text, line_of(path, error->message)))
            return;
    }
}

/* A message of a reader: "FILE:LINE: warning: ...". */
static void
report_message(const Cli *cli, const char *message, Findings *found)
{
    if (strstr(message, ": warning: ") != NULL) {
        cli_warning(cli, "%s", message);
        found->warnings++;
    } else {
        cli_error(cli, "%s", message);
        found->errors++;
    }
}

static void
check_grains(const Cli *cli, const GraphText *text, Findings *found, GString *what)
{
    g_autoptr(GrainTrace) trace = grain_trace_read(text);

    g_string_append_printf(what, "trace of grains, %u runs", trace->runs->len);
    for (guint i = 0; i < trace->messages->len; i++) {
        g_autofree char *message = grain_trace_message(trace, i);
        report_message(cli, message, found);
    }
}

static void
check_graph(const Cli *cli, const char *path, Findings *found, GString *what)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_read(path, 0, &error);
    const char *kind = text != NULL ? graph_kind_of(text) : NULL;

    if (kind != NULL && g_str_equal(kind, GRAPH_KIND_GRAINS)) {
        check_grains(cli, text, found, what);
        return;
    }
    g_autoptr(TaskGraph) graph = text != NULL ? graph_read(text, FALSE, &error) : NULL;
    g_string_append_printf(what, "task graph (%s)", kind != NULL ? kind : "not read");
    if (graph == NULL) {
        report_error(cli, path, error, found);
        return;
    }
    g_string_append_printf(what, ", %u tasks, %u edges", graph->tasks->len, graph->edges->len);
    for (guint i = 0; i < graph->warnings->len; i++)
        report_message(cli, g_ptr_array_index(graph->warnings, i), found);
}

static void
check_schedule(const Cli *cli, const char *path, Findings *found, GString *what)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_read(path, 0, &error);
    g_autoptr(GArray) list = text != NULL ? graph_read_assignments(text, &error) : NULL;

    g_string_append(what, "schedule");
    if (list == NULL)
        report_error(cli, path, error, found);
    else
        g_string_append_printf(what, ", %u tasks", list->len);
}

static void
check_tasks(const Cli *cli, const char *path, Findings *found, GString *what)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_read(path, 0, &error);
    g_autoptr(TaskLog) log =
        text != NULL ? task_log_read(text, &(TaskLogOptions){ 2, 3 }, &error) : NULL;

    g_string_append(what, "log of a task pool");
    if (log == NULL) {
        report_error(cli, path, error, found);
        return;
    }
    g_string_append_printf(what, " (%s), %u tasks, %u workers", log->kind, log->tasks->len,
                           log->workers->len);
    for (guint i = 0; i < log->warnings->len; i++)
        report_message(cli, g_ptr_array_index(log->warnings, i), found);
}

/* "no findings", "1 error, 2 warnings". */
static void
append_count(GString *what, guint n, const char *noun)
{
    if (n > 0)
        g_string_append_printf(what, "%s %u %s%s", g_str_has_suffix(what->str, ":") ? "" : ",",
                               n, noun, n == 1 ? "" : "s");
}

static CliStatus
check_file(const Cli *cli, const char *path, gboolean *sound)
{
    Findings found = { 0 };
    CliFileKind kind;
    g_autoptr(GError) error = NULL;
    g_autofree char *name = report_clean_shown(*path != '\0' ? path : "''", -1);
    g_autoptr(GString) what = g_string_new(name);

    g_string_append(what, ": ");
    if (!cli_file_kind(path, &kind, &error)) {
        report_error(cli, path, error, &found);
        g_string_append(what, "not read");
    } else if (kind == CLI_FILE_TRACE) {
        check_trace(cli, path, &found, what);
    } else if (kind == CLI_FILE_PARAMS) {
        check_params(cli, path, &found, what);
    } else if (kind == CLI_FILE_GRAPH) {
        check_graph(cli, path, &found, what);
    } else if (kind == CLI_FILE_SCHEDULE) {
        check_schedule(cli, path, &found, what);
    } else if (kind == CLI_FILE_TASKS) {
        check_tasks(cli, path, &found, what);
    } else {
        g_set_error_literal(
            &error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
            "neither a trace (no call_, ret_ or Event_ line) nor a parameter file "
            "(no NAME = VALUE;)");
        report_error(cli, path, error, &found);
        g_string_append(what, "unknown kind");
    }
    *sound = found.errors == 0;

    g_string_append(what, ":");
    append_count(what, found.errors, "error");
    append_count(what, found.warnings, "warning");
    g_string_append(what, found.errors + found.warnings == 0 ? " no findings\n" : "\n");
    return cli->quiet ? CLI_DONE : cli_print(cli, what->str);
}

CliStatus
command_check(Cli *cli, const char *const *args)
{
    g_auto(GStrv) files = NULL;
    const CliOption options[] = { CLI_ARGUMENTS(0), { 0 } };
    const CliOptions all[] = { { options, &files }, { cli_common_options, cli }, { 0 } };
    const CliHelp help = {
        "FILE...",
        "Says whether each FILE, a trace, a parameter file or a task graph (recognised by what\n"
        "is in them; - and pipes are traces), is sound. Exit status 1 when one is not.",
        NULL,
    };
    CliStatus status = CLI_DONE;

    if (!cli_parse(cli, &help, all, args, &status))
        return status;
    if (files == NULL)
        return cli_usage_error(cli, "FILE is missing");
    guint n_stdin = 0;
    for (char **file = files; *file != NULL; file++)
        n_stdin += g_str_equal(*file, "-");
    if (n_stdin > 1)
        return cli_usage_error(cli, "standard input is one trace at most");

    for (char **file = files; *file != NULL && status != CLI_NOT_WRITTEN; file++) {
        gboolean sound;
        CliStatus written = check_file(cli, *file, &sound);
        status = written != CLI_DONE ? written : sound ? status : CLI_BAD_INPUT;
    }
    return status;
}

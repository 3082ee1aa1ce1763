/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/cli/graph.h"

#include "src/cli/file.h"
#include "src/cli/message.h"
#include "src/cli/trace.h"
#include "src/graph/program.h"
#include "src/graph/read.h"

/* Whether `path` is a file that begins like a trace of Lib-DVM: that is read while it is
 * inflated, and not as a whole. */
static gboolean
is_program(const char *path)
{
    if (g_str_equal(path, "-") || cli_file_is_special(path))
        return FALSE;
    g_autoptr(GraphText) begin = graph_text_read(path, CLI_FILE_BYTES, NULL);
    const char *kind = begin != NULL ? graph_kind_of(begin) : NULL;

    return kind != NULL && g_str_equal(kind, GRAPH_KIND_PROGRAM);
}

static TaskGraph *
read_program(const Cli *cli, const char *path, GError **error)
{
    g_autoptr(CliProgress) progress = cli_progress_new(cli, 1);
    g_autoptr(TraceProgram) program = cli_trace_read(cli, progress, path, error);

    return program != NULL ? graph_of_program(program, error) : NULL;
}

static TaskGraph *
read_text(const char *path, GError **error)
{
    g_autoptr(GraphText) text = graph_text_read(path, 0, error);

    return text != NULL ? graph_read(text, FALSE, error) : NULL;
}

TaskGraph *
cli_graph_read(const Cli *cli, const char *path, const char *unit, CliStatus *status)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TaskGraph) graph =
        is_program(path) ? read_program(cli, path, &error) : read_text(path, &error);

    *status = CLI_BAD_INPUT;
    if (graph == NULL) {
        cli_file_error(cli, path, error);
        return NULL;
    }
    if (unit != NULL && !task_graph_set_unit(graph, unit)) {
        *status = cli_usage_error(cli, "--unit: '%s' is not s, ms, us, ns or a number of seconds",
                                  unit);
        return NULL;
    }
    for (guint i = 0; i < graph->warnings->len; i++)
        cli_warning(cli, "%s", (char *)g_ptr_array_index(graph->warnings, i));
    return g_steal_pointer(&graph);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/pool/read.h"

#include <string.h>

#include "src/graph/graph.h"

/* Whether a line is an event of gisttext: E 0x... */
static gboolean
is_gist(const GraphText *text)
{
    for (const char *at = text->data; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (*at != 'E')
            continue;
        const char *word = at + 1 + strspn(at + 1, " \t");
        if (word > at + 1 && g_ascii_strncasecmp(word, "0x", 2) == 0)
            return TRUE;
    }
    return FALSE;
}

/* Whether it is JSON that speaks of events. */
static gboolean
is_chrome(const GraphText *text)
{
    const char first = text->data[strspn(text->data, " \t\r\n")];

    return first == '[' || (first == '{' && strstr(text->data, "\"traceEvents\"") != NULL);
}

static TaskLogReader *
find_reader(const GraphText *text)
{
    static const struct {
        gboolean (*is)(const GraphText *text);
        TaskLogReader *read;
    } readers[] = {
        { is_chrome, task_log_read_chrome },
        { is_gist, task_log_read_gist },
        { task_log_is_csv, task_log_read_csv },
    };

    for (gsize i = 0; i < G_N_ELEMENTS(readers); i++)
        if (readers[i].is(text))
            return readers[i].read;
    return NULL;
}

gboolean
task_log_is(const GraphText *text)
{
    return find_reader(text) != NULL;
}

TaskLog *
task_log_read(const GraphText *text, const TaskLogOptions *options, GError **error)
{
    TaskLogReader *read = find_reader(text);

    if (read != NULL)
        return read(text, options, error);
    g_set_error(error, TASK_LOG_ERROR, TASK_LOG_ERROR_LOG,
                "%s: error: no log of tasks: expected lines of gisttext, a table with the columns "
                "worker, start and end, or a Chrome trace",
                text->path);
    return NULL;
}

gboolean
task_log_set_unit(TaskLog *log, const char *unit)
{
    double seconds;

    if (graph_unit(unit, &log->unit, &log->seconds))
        return TRUE;
    if (!graph_number(unit, strlen(unit), &seconds) || seconds <= 0)
        return FALSE;
    log->unit = g_intern_string(unit);
    log->seconds = seconds;
    return TRUE;
}

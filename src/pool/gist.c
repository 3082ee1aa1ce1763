/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Logs of gisttext, the event logger of the BBN TC2000: "E 0xPROCESS TIME ELAPSED CODE TEXT...",
 * microseconds, in order of time.
 */
#include <string.h>

#include "src/pool/read.h"

typedef struct {
    TaskLog *log;
    const TaskLogOptions *options;
    GArray *open; /* of Open, by worker */
    double last;  /* time of the last line */
} Reader;

/* What a process is at. */
typedef struct {
    gboolean busy;
    double start;
    guint line;
} Open;

static Open *
open_of(Reader *reader, guint worker)
{
    if (worker >= reader->open->len)
        g_array_set_size(reader->open, worker + 1);
    return &g_array_index(reader->open, Open, worker);
}

static gboolean
begin_task(Reader *reader, const char *name, double time, guint line, GError **error)
{
    const guint worker = task_log_worker(reader->log, name);
    Open *open = open_of(reader, worker);

    if (open->busy)
        return task_log_fail(reader->log, line, error,
                             "process %s begins a task while that of line %u is not ended",
                             name, open->line);
    *open = (Open){ TRUE, time, line };
    return TRUE;
}

static gboolean
end_task(Reader *reader, const char *name, double time, guint line, GError **error)
{
    const guint worker = task_log_worker(reader->log, name);
    Open *open = open_of(reader, worker);

    if (!open->busy)
        return task_log_fail(reader->log, line, error,
                             "process %s ends a task that it did not begin", name);
    open->busy = FALSE;
    task_log_add(reader->log, worker, open->start, time, open->line);
    return TRUE;
}

/* "0x1F" as its decimal number. */
static char *
process_name(const char *text)
{
    guint64 number;

    return g_ascii_strncasecmp(text, "0x", 2) == 0 &&
                   g_ascii_string_to_unsigned(text + 2, 16, 0, G_MAXUINT64, &number, NULL)
               ? g_strdup_printf("%" G_GUINT64_FORMAT, number)
               : NULL;
}

/* The words of a line behind "E": process, time, elapsed, code. */
static gboolean
read_event(Reader *reader, char *const words[4], guint line, GError **error)
{
    g_autofree char *name = process_name(words[0]);
    double time;
    gint64 code;

    if (name == NULL)
        return task_log_fail(reader->log, line, error, "'%s' is not a process, 0x and its number",
                             words[0]);
    if (!graph_number(words[1], strlen(words[1]), &time) || time > TASK_LOG_LARGEST)
        return task_log_fail(reader->log, line, error, "'%s' is not a time", words[1]);
    if (!graph_integer(words[3], strlen(words[3]), &code))
        return task_log_fail(reader->log, line, error, "'%s' is not the code of an event",
                             words[3]);
    if (time < reader->last)
        return task_log_fail(reader->log, line, error, "time goes back: %s", words[1]);
    reader->last = time;
    if (code == reader->options->begin)
        return begin_task(reader, name, time, line, error);
    return code != reader->options->end || end_task(reader, name, time, line, error);
}

static gboolean
read_line(Reader *reader, char *text, guint line, GError **error)
{
    char *words[5], *rest = text;
    guint n = 0;

    for (char *word; n < 5 && (word = strtok_r(rest, " \t\r", &rest)) != NULL;)
        words[n++] = word;
    if (n == 0 || !g_str_equal(words[0], "E"))
        return TRUE;
    if (n < 5)
        return task_log_fail(reader->log, line, error,
                             "an event is E, process, time, elapsed time and code");
    return read_event(reader, words + 1, line, error);
}

static gboolean
read_lines(Reader *reader, const GraphText *text, GError **error)
{
    guint line = 0;

    for (const char *at = text->data; *at != '\0'; line++) {
        const gsize len = strcspn(at, "\n");
        g_autofree char *copy = g_strndup(at, len);
        if (!read_line(reader, copy, line + 1, error))
            return FALSE;
        at += len + (at[len] == '\n');
    }
    return TRUE;
}

TaskLog *
task_log_read_gist(const GraphText *text, const TaskLogOptions *options, GError **error)
{
    g_autoptr(TaskLog) log = task_log_new(text->path, "gisttext", "us");
    g_autoptr(GArray) open = g_array_new(FALSE, TRUE, sizeof(Open));
    Reader reader = { log, options, open, 0 };

    if (!read_lines(&reader, text, error))
        return NULL;
    for (guint i = 0; i < open->len; i++)
        if (g_array_index(open, Open, i).busy)
            task_log_warn(log, g_array_index(open, Open, i).line,
                          "the task of process %s never ends: it is left out",
                          task_log_get_worker(log, i)->name);
    return task_log_finish(log, FALSE, error) ? g_steal_pointer(&log) : NULL;
}

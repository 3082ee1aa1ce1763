/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Logs as tables: a header names the columns, a row is a task.  So is the output of sacct -P.
 */
#include <string.h>

#include "src/pool/read.h"

typedef enum { WORKER, START, END, DURATION, N_COLUMNS } Column;

static const struct {
    const char *word;
    Column column;
} words[] = {
    { "worker", WORKER },   { "processor", WORKER }, { "process", WORKER },
    { "thread", WORKER },   { "tid", WORKER },       { "node", WORKER },
    { "nodelist", WORKER }, { "host", WORKER },      { "start", START },
    { "begin", START },     { "started", START },    { "ts", START },
    { "end", END },         { "stop", END },         { "finish", END },
    { "finished", END },    { "duration", DURATION }, { "dur", DURATION },
    { "elapsed", DURATION }, { "runtime", DURATION },
};

typedef struct {
    TaskLog *log;
    const char *at;
    guint line;        /* of `at`, from 1 */
    char separator;
    GPtrArray *cells;  /* of the last row; owned */
    guint row_line;    /* where it began */
    gint place[N_COLUMNS]; /* -1: there is none */
    gint64 epoch;      /* dates count from here: whole seconds of the first one */
    gboolean dated;    /* there was one */
    guint left_out, left_out_line;
} Reader;

/* --- rows --- */

/* The text of a cell from reader->at on, which then stands at what ends the cell. */
static char *
read_cell(Reader *reader)
{
    GString *cell = g_string_new(NULL);
    gboolean quoted = FALSE;

    for (; *reader->at != '\0'; reader->at++) {
        const char c = *reader->at;
        reader->line += c == '\n' && quoted;
        if (c == '"' && quoted && reader->at[1] == '"')
            g_string_append_c(cell, *reader->at++);
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == reader->separator || c == '\n'))
            break;
        else
            g_string_append_c(cell, c);
    }
    return g_strstrip(g_string_free(cell, FALSE));
}

/* The next row that is neither empty nor a comment; FALSE at the end. */
static gboolean
read_row(Reader *reader)
{
    while (*reader->at == '#' || *reader->at == '\n' || *reader->at == '\r') {
        reader->at += strcspn(reader->at, "\n");
        reader->line += *reader->at == '\n';
        reader->at += *reader->at == '\n';
    }
    if (*reader->at == '\0')
        return FALSE;
    g_ptr_array_set_size(reader->cells, 0);
    reader->row_line = reader->line;
    g_ptr_array_add(reader->cells, read_cell(reader));
    while (*reader->at != '\0' && *reader->at != '\n') {
        reader->at++;
        g_ptr_array_add(reader->cells, read_cell(reader));
    }
    reader->line += *reader->at == '\n';
    reader->at += *reader->at == '\n';
    return TRUE;
}

/* --- header --- */

/* The most frequent separator of the line; the first of equally frequent ones. */
static char
find_separator(const char *line)
{
    static const char candidates[] = ",;|\t";
    guint count[4] = { 0 }, best = 0;

    for (; *line != '\0' && *line != '\n'; line++) {
        const char *found = strchr(candidates, *line);
        if (found != NULL)
            count[found - candidates]++;
    }
    for (guint i = 1; i < 4; i++)
        best = count[i] > count[best] ? i : best;
    return candidates[best];
}

static void
find_columns(Reader *reader)
{
    for (guint i = 0; i < N_COLUMNS; i++)
        reader->place[i] = -1;
    for (guint i = 0; i < reader->cells->len; i++)
        for (guint w = 0; w < G_N_ELEMENTS(words); w++)
            if (g_ascii_strcasecmp(reader->cells->pdata[i], words[w].word) == 0 &&
                reader->place[words[w].column] < 0)
                reader->place[words[w].column] = (gint)i;
}

/* Reads the header; FALSE: there is none. */
static gboolean
read_header(Reader *reader, const GraphText *text)
{
    *reader = (Reader){ .log = reader->log, .at = text->data, .line = 1, .separator = '\n',
                        .cells = reader->cells };
    if (!read_row(reader))
        return FALSE;
    g_autofree char *header = g_strdup(reader->cells->pdata[0]);
    reader->separator = find_separator(header);
    reader->at = text->data;
    reader->line = 1;
    read_row(reader);
    find_columns(reader);
    return TRUE;
}

gboolean
task_log_is_csv(const GraphText *text)
{
    g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);
    Reader reader = { .cells = cells };

    return read_header(&reader, text) && reader.place[WORKER] >= 0 &&
           (reader.place[START] >= 0 || reader.place[END] >= 0);
}

/* --- values --- */

static const char *
cell(const Reader *reader, Column column)
{
    const gint place = reader->place[column];

    return place >= 0 && (guint)place < reader->cells->len ? reader->cells->pdata[place] : "";
}

static gboolean
is_known(const char *text)
{
    return *text != '\0' && g_ascii_strcasecmp(text, "Unknown") != 0 &&
           g_ascii_strcasecmp(text, "None") != 0;
}

/* Seconds since the first date. */
static gboolean
read_date(Reader *reader, const char *text, double *value)
{
    g_autoptr(GTimeZone) zone = g_time_zone_new_utc();
    g_autoptr(GDateTime) date = g_date_time_new_from_iso8601(text, zone);

    if (date == NULL)
        return FALSE;
    if (!reader->dated)
        reader->epoch = g_date_time_to_unix(date);
    reader->dated = TRUE;
    *value = (double)(g_date_time_to_unix(date) - reader->epoch) +
             g_date_time_get_microsecond(date) / 1e6;
    return TRUE;
}

static gboolean
read_time(Reader *reader, Column column, double *value, GError **error)
{
    const char *text = cell(reader, column);
    const gboolean number = graph_number(text, strlen(text), value) && *value <= TASK_LOG_LARGEST;

    if (number && (!reader->dated || column == DURATION))
        return TRUE;
    if (!number && column != DURATION && read_date(reader, text, value))
        return TRUE;
    return task_log_fail(reader->log, reader->row_line, error, "'%s' is not a %s", text,
                         number               ? "date as in the lines before"
                         : column == DURATION ? "duration"
                                              : "time");
}

static gboolean
read_task(Reader *reader, GError **error)
{
    const Column last = reader->place[END] >= 0 ? END : DURATION;
    double start, end;

    if (!is_known(cell(reader, START)) || !is_known(cell(reader, last))) {
        reader->left_out_line = reader->left_out++ == 0 ? reader->row_line
                                                        : reader->left_out_line;
        return TRUE;
    }
    if (*cell(reader, WORKER) == '\0')
        return task_log_fail(reader->log, reader->row_line, error, "the worker is missing");
    if (!read_time(reader, START, &start, error) || !read_time(reader, last, &end, error))
        return FALSE;
    if (last == DURATION)
        end += start;
    if (end < start)
        return task_log_fail(reader->log, reader->row_line, error,
                             "the task ends before it starts");
    task_log_add(reader->log, task_log_worker(reader->log, cell(reader, WORKER)), start, end,
                 reader->row_line);
    return TRUE;
}

static gboolean
check_columns(Reader *reader, GError **error)
{
    const char *missing = reader->place[WORKER] < 0                               ? "worker"
                          : reader->place[START] < 0                              ? "start"
                          : reader->place[END] < 0 && reader->place[DURATION] < 0 ? "end"
                                                                                  : NULL;

    return missing == NULL || task_log_fail(reader->log, reader->row_line, error,
                                            "there is no column '%s'", missing);
}

TaskLog *
task_log_read_csv(const GraphText *text, const TaskLogOptions *options, GError **error)
{
    g_autoptr(TaskLog) log = task_log_new(text->path, "csv", "s");
    g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);
    Reader reader = { .log = log, .cells = cells };

    (void)options;
    if (!read_header(&reader, text) || !check_columns(&reader, error))
        return NULL;
    while (read_row(&reader))
        if (!read_task(&reader, error))
            return NULL;
    if (reader.left_out > 0)
        task_log_warn(log, reader.left_out_line,
                      "%u task%s without start or end, this the first: left out",
                      reader.left_out, reader.left_out == 1 ? "" : "s");
    log->dated = reader.dated;
    return task_log_finish(log, TRUE, error) ? g_steal_pointer(&log) : NULL;
}

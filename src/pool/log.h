/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The log of a task pool: which worker did which task from when to when.  Whoever reads a file
 * fills it with task_log_add() and ends it with task_log_finish().
 *
 * Times stay in the unit of the file, so that whole numbers stay exact.
 */
#pragma once

#include <glib.h>

#define TASK_LOG_ERROR (task_log_error_quark())
GQuark task_log_error_quark(void);

typedef enum {
    TASK_LOG_ERROR_SYNTAX, /* is not what it should be */
    TASK_LOG_ERROR_LOG,    /* no task; an end without its begin */
} TaskLogErrorCode;

/* Times are at most so large: sums of them stay finite. */
#define TASK_LOG_LARGEST 1e100

typedef struct {
    guint worker;      /* index of the worker */
    guint line;        /* in the file, from 1; of Chrome traces the event, from 0 */
    double start, end; /* start <= end */
} PoolTask;

/* One that does one task after the other. */
typedef struct {
    const char *name; /* owned by the log */
    guint first, n;   /* its tasks: log->tasks[first .. first + n - 1], n >= 1 */
} PoolWorker;

typedef struct {
    char *file;          /* as it was named */
    const char *kind;    /* "gisttext", "csv", "chrome" */
    const char *unit;    /* "s", "ms", "us", "ns", or the number of seconds; interned */
    double seconds;      /* per unit */
    gboolean dated;      /* the file has dates: nothing but seconds */
    GArray *workers;     /* of PoolWorker, in natural order of their names */
    GArray *tasks;       /* of PoolTask, by worker and start */
    GPtrArray *warnings; /* "file:line: warning: ..." */
    GStringChunk *names;
    GHashTable *by_name; /* name -> index + 1, while it is read */
} TaskLog;

/* Of no task; `unit` is "us" or "s". */
TaskLog *task_log_new(const char *file, const char *kind, const char *unit);
void task_log_free(TaskLog *log);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TaskLog, task_log_free)

/* The number of a worker, a new one where there is none of this name. */
guint task_log_worker(TaskLog *log, const char *name);
void task_log_add(TaskLog *log, guint worker, double start, double end, guint line);

/* Warns: "FILE:LINE: warning: ...", line 0: "FILE: warning: ...". */
void task_log_warn(TaskLog *log, guint line, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Sets TASK_LOG_ERROR "FILE:LINE: error: ...", without the line when it is 0; FALSE. */
gboolean task_log_fail(const TaskLog *log, guint line, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* Sorts workers and tasks; workers without tasks go, one that does several tasks at once becomes
 * several, with a warning. With `from_zero` the earliest start is 0. TASK_LOG_ERROR_LOG: there is
 * no task. */
gboolean task_log_finish(TaskLog *log, gboolean from_zero, GError **error);

static inline const PoolWorker *
task_log_get_worker(const TaskLog *log, guint i)
{
    return &g_array_index(log->workers, PoolWorker, i);
}

/* Task k of worker i, by start. */
static inline const PoolTask *
task_log_task(const TaskLog *log, guint i, guint k)
{
    return &g_array_index(log->tasks, PoolTask, task_log_get_worker(log, i)->first + k);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/pool/log.h"

#include <string.h>

#include "src/graph/graph.h"

G_DEFINE_QUARK(task-log-error-quark, task_log_error)

TaskLog *
task_log_new(const char *file, const char *kind, const char *unit)
{
    TaskLog *log = g_new0(TaskLog, 1);

    log->file = g_strdup(file);
    log->kind = kind;
    log->unit = unit;
    log->seconds = g_str_equal(unit, "us") ? 1e-6 : 1;
    log->workers = g_array_new(FALSE, FALSE, sizeof(PoolWorker));
    log->tasks = g_array_new(FALSE, FALSE, sizeof(PoolTask));
    log->warnings = g_ptr_array_new_with_free_func(g_free);
    log->names = g_string_chunk_new(4096);
    log->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    return log;
}

void
task_log_free(TaskLog *log)
{
    if (log == NULL)
        return;
    g_free(log->file);
    g_array_unref(log->workers);
    g_array_unref(log->tasks);
    g_ptr_array_unref(log->warnings);
    g_string_chunk_free(log->names);
    g_hash_table_unref(log->by_name);
    g_free(log);
}

guint
task_log_worker(TaskLog *log, const char *name)
{
    const gpointer known = g_hash_table_lookup(log->by_name, name);

    if (known != NULL)
        return GPOINTER_TO_UINT(known) - 1;
    const PoolWorker worker = { .name = g_string_chunk_insert(log->names, name) };
    g_array_append_val(log->workers, worker);
    g_hash_table_insert(log->by_name, (gpointer)worker.name,
                        GUINT_TO_POINTER(log->workers->len));
    return log->workers->len - 1;
}

void
task_log_add(TaskLog *log, guint worker, double start, double end, guint line)
{
    const PoolTask task = { worker, line, start, end };

    g_array_append_val(log->tasks, task);
}

void
task_log_warn(TaskLog *log, guint line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(log->warnings, graph_message(log->file, line, "warning", format, args));
    va_end(args);
}

gboolean
task_log_fail(const TaskLog *log, guint line, GError **error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_autofree char *text = graph_message(log->file, line, "error", format, args);
    va_end(args);
    g_set_error_literal(error, TASK_LOG_ERROR, TASK_LOG_ERROR_SYNTAX, text);
    return FALSE;
}

/* --- order --- */

/* Names with numbers in them by these: n2 before n10. */
static int
compare_names(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (g_ascii_isdigit(*a) && g_ascii_isdigit(*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            const gsize la = strspn(a, "0123456789"), lb = strspn(b, "0123456789");
            const int order = la != lb ? (la < lb ? -1 : 1) : strncmp(a, b, la);
            if (order != 0)
                return order;
            a += la;
            b += lb;
        } else if (*a != *b) {
            break;
        } else {
            a++;
            b++;
        }
    }
    return (int)(guchar)*a - (int)(guchar)*b;
}

static int
compare_workers(gconstpointer a, gconstpointer b, gpointer data)
{
    const GArray *workers = data;
    const char *x = g_array_index(workers, PoolWorker, *(const guint *)a).name;
    const char *y = g_array_index(workers, PoolWorker, *(const guint *)b).name;
    const int order = compare_names(x, y);

    return order != 0 ? order : strcmp(x, y);
}

/* By worker, start, end, place in the file. */
static int
compare_tasks(gconstpointer a, gconstpointer b)
{
    const PoolTask *x = a, *y = b;

    if (x->worker != y->worker)
        return x->worker < y->worker ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Numbers the workers by their names, in the tasks too. */
static void
sort_workers(TaskLog *log)
{
    const guint n = log->workers->len;
    g_autofree guint *order = g_new(guint, n + 1), *place = g_new(guint, n + 1);
    g_autoptr(GArray) sorted = g_array_sized_new(FALSE, FALSE, sizeof(PoolWorker), n);

    for (guint i = 0; i < n; i++)
        order[i] = i;
    g_qsort_with_data(order, (gint)n, sizeof *order, compare_workers, log->workers);
    for (guint i = 0; i < n; i++) {
        place[order[i]] = i;
        g_array_append_val(sorted, g_array_index(log->workers, PoolWorker, order[i]));
    }
    for (guint t = 0; t < log->tasks->len; t++) {
        PoolTask *task = &g_array_index(log->tasks, PoolTask, t);
        task->worker = place[task->worker];
    }
    g_array_unref(log->workers);
    log->workers = g_steal_pointer(&sorted);
    g_array_sort(log->tasks, compare_tasks);
}

/* --- lanes --- */

/* Gives each of the tasks first .. end - 1, of one worker, the first lane that is free, from
 * `lane` on; returns how many it takes. `ends`: when each falls free. */
static guint
fill_lanes(GArray *tasks, guint first, guint end, guint lane, GArray *ends)
{
    g_array_set_size(ends, 0);
    for (guint t = first; t < end; t++) {
        PoolTask *task = &g_array_index(tasks, PoolTask, t);
        guint free = 0;
        while (free < ends->len && g_array_index(ends, double, free) > task->start)
            free++;
        if (free == ends->len)
            g_array_append_val(ends, task->end);
        else
            g_array_index(ends, double, free) = task->end;
        task->worker = lane + free;
    }
    return ends->len;
}

static void
add_lanes(TaskLog *log, GArray *lanes, const char *name, guint n)
{
    for (guint k = 0; k < n; k++) {
        g_autofree char *text = k > 0 ? g_strdup_printf("%s#%u", name, k + 1) : g_strdup(name);
        const PoolWorker lane = { .name = g_string_chunk_insert(log->names, text) };
        g_array_append_val(lanes, lane);
    }
}

/* Replaces workers by lanes. */
static void
split_workers(TaskLog *log)
{
    g_autoptr(GArray) lanes = g_array_new(FALSE, FALSE, sizeof(PoolWorker));
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(double));
    guint several = 0;
    const char *example = NULL;

    for (guint t = 0, end = 0; t < log->tasks->len; t = end) {
        const guint worker = g_array_index(log->tasks, PoolTask, t).worker;
        while (end < log->tasks->len &&
               g_array_index(log->tasks, PoolTask, end).worker == worker)
            end++;
        const char *name = task_log_get_worker(log, worker)->name;
        const guint n = fill_lanes(log->tasks, t, end, lanes->len, ends);
        add_lanes(log, lanes, name, n);
        several += n > 1;
        example = n > 1 && example == NULL ? name : example;
    }
    if (several > 0)
        task_log_warn(log, 0, "%u of the workers, such as %s, had several tasks at once: each "
                              "is taken for as many workers",
                      several, example);
    g_array_unref(log->workers);
    log->workers = g_steal_pointer(&lanes);
    g_array_sort(log->tasks, compare_tasks);
}

/* Which tasks each worker has. */
static void
index_tasks(TaskLog *log)
{
    for (guint t = log->tasks->len; t-- > 0;) {
        const guint w = g_array_index(log->tasks, PoolTask, t).worker;
        PoolWorker *worker = &g_array_index(log->workers, PoolWorker, w);
        worker->first = t;
        worker->n++;
    }
}

static void
begin_at_zero(TaskLog *log)
{
    double least = g_array_index(log->tasks, PoolTask, 0).start;

    for (guint t = 1; t < log->tasks->len; t++)
        least = MIN(least, g_array_index(log->tasks, PoolTask, t).start);
    for (guint t = 0; t < log->tasks->len; t++) {
        PoolTask *task = &g_array_index(log->tasks, PoolTask, t);
        task->start -= least;
        task->end -= least;
    }
}

gboolean
task_log_finish(TaskLog *log, gboolean from_zero, GError **error)
{
    if (log->tasks->len == 0)
        return task_log_fail(log, 0, error, "there is no task in it");
    g_hash_table_remove_all(log->by_name);
    if (from_zero)
        begin_at_zero(log);
    sort_workers(log);
    split_workers(log);
    index_tasks(log);
    return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as the log of a task pool.  What is read is fitted and predicted, by means and medians.
 */
#include <math.h>

#include "src/analysis/tasks/predict.h"
#include "src/pool/read.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static void
check_workers(const TaskLog *log)
{
    for (guint w = 0; w < log->workers->len; w++)
        for (guint k = 0; k < task_log_get_worker(log, w)->n; k++) {
            const PoolTask *task = task_log_task(log, w, k);
            g_assert_true(task->worker == w && task->start <= task->end);
            g_assert_true(k == 0 || task_log_task(log, w, k - 1)->end <= task->start);
        }
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GraphText) text = graph_text_new("log", (const char *)data, size);
    g_autoptr(TaskLog) log = task_log_read(text, &(TaskLogOptions){ 2, 3 }, &error);

    g_assert_true((log != NULL) == (error == NULL));
    if (log == NULL)
        return 0;
    check_workers(log);
    for (int robust = 0; robust < 2; robust++) {
        g_autoptr(TaskFit) fit = task_fit_new(log, &(TaskFitOptions){ robust, NAN });
        for (gint64 n = 1; n <= 1024; n *= 32)
            g_assert_false(isnan(task_predict(fit, n, log->tasks->len).pool));
    }
    return 0;
}

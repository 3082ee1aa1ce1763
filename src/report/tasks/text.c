/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A task pool as text: workers, the fit, predictions, the answer.
 */
#include <math.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/base/text-table.h"
#include "src/report/tasks/tasks.h"

#define WIDTH        78
#define MOST_WORKERS 16 /* shown */

/* A unit for a column, and its size in units of the log. */
typedef struct {
    const char *name;
    double size;
} Unit;

static Unit
unit_for(const TaskReport *report, double time)
{
    double size;
    const char *name = report_number_unit(time * report->log->seconds, &size);

    return (Unit){ name, size / report->log->seconds };
}

static void
add_number(TextTable *table, double number)
{
    char text[REPORT_NUMBER_SIZE];

    text_table_add(table, report_number_short(number, text));
}

static void
append_indented(GString *out, const TextTable *table)
{
    g_autoptr(GString) text = g_string_new(NULL);

    text_table_write(table, text);
    g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines; *line != NULL; line++)
        if (**line != '\0')
            g_string_append_printf(out, "  %s\n", *line);
    g_string_append_c(out, '\n');
}

static void
add_head(TextTable *table, const char *name, Unit unit)
{
    text_table_take(table, g_strdup_printf("%s, %s", name, unit.name));
}

static void
append_workers(GString *out, const TaskReport *report)
{
    const TaskLog *log = report->log;
    const Unit total = unit_for(report, report->fit->finish);
    const Unit task = unit_for(report, report->fit->time.value);
    const Unit interval = unit_for(report, report->fit->interval.value);
    const guint n = MIN(log->workers->len, MOST_WORKERS);
    g_autoptr(TextTable) table = text_table_new(6, 1);

    text_table_add(table, "Worker");
    text_table_add(table, "Tasks");
    add_head(table, "Start", total);
    add_head(table, "Finish", total);
    add_head(table, "Mean task", task);
    add_head(table, "Mean interval", interval);
    for (guint w = 0; w < n; w++) {
        const PoolWorker *worker = task_log_get_worker(log, w);
        g_autofree char *name = report_clean_terminal(worker->name, FALSE);
        text_table_add(table, name);
        text_table_take(table, g_strdup_printf("%u", worker->n));
        add_number(table, task_log_task(log, w, 0)->start / total.size);
        add_number(table, task_log_task(log, w, worker->n - 1)->end / total.size);
        add_number(table, task_fit_mean_time(log, w) / task.size);
        add_number(table, task_fit_mean_interval(log, w) / interval.size);
    }
    append_indented(out, table);
    if (n < log->workers->len) {
        g_string_truncate(out, out->len - 1);
        g_string_append_printf(out, "  and %u more workers (JSON has all)\n\n",
                               log->workers->len - n);
    }
}

/* "Time of a task   4059.84 us  +- 0.371 us  T_t" */
static void
add_estimate(TextTable *table, const TaskReport *report, const char *name,
             const TaskEstimate *estimate, const char *symbol)
{
    const Unit unit = unit_for(report, estimate->value);
    char number[REPORT_NUMBER_SIZE], rounded[REPORT_NUMBER_SIZE];

    text_table_add(table, name);
    text_table_take(table, g_strdup_printf("%s %s", report_number_short(estimate->value / unit.size, number),
                                           unit.name));
    if (isfinite(estimate->half))
        text_table_take(table, g_strdup_printf("+- %s", task_report_time(
                                                            report, estimate->half, rounded)));
    else
        text_table_add(table, "");
    text_table_add(table, symbol);
}

static void
append_fit(GString *out, const TaskReport *report)
{
    const TaskFit *fit = report->fit;
    g_autoptr(TextTable) table = text_table_new(4, 1);

    text_table_set_left(table, 2);
    text_table_set_left(table, 3);
    add_estimate(table, report, "Time of a task", &fit->time, "T_t");
    add_estimate(table, report, "Interval", &fit->interval, "T_i");
    add_estimate(table, report, "Start-up slope", &fit->slope, "T_a");
    add_estimate(table, report, "First start", &fit->start, "S_0");
    append_indented(out, table);
}

static void
append_predictions(GString *out, const TaskReport *report)
{
    double most = 0;

    for (guint i = 0; i < report->predictions->len; i++)
        most = MAX(most, g_array_index(report->predictions, TaskPrediction, i).pool);
    const Unit unit = unit_for(report, most);
    g_autoptr(TextTable) table = text_table_new(6, 1);
    text_table_add(table, "Processors");
    add_head(table, "Time", unit);
    text_table_add(table, "+-");
    text_table_add(table, "Form");
    text_table_add(table, "Line");
    text_table_add(table, "Paper");
    text_table_set_left(table, 3);
    for (guint i = 0; i < report->predictions->len; i++) {
        const TaskPrediction *p = &g_array_index(report->predictions, TaskPrediction, i);
        text_table_take(table, g_strdup_printf("%" G_GINT64_FORMAT, p->processors));
        add_number(table, p->pool / unit.size);
        add_number(table, p->half_width / unit.size);
        text_table_add(table, p->triangle ? "triangle" : "trapezoid");
        add_number(table, p->line / unit.size);
        add_number(table, p->paper / unit.size);
    }
    append_indented(out, table);
}

gboolean
tasks_text_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const TaskReport *report = data;
    const TaskFit *fit = report->fit;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *name = g_path_get_basename(report->log->file);
    g_autofree char *clean = report_clean_terminal(name, FALSE);
    g_autofree char *answer = task_report_answer(report);
    char finish[REPORT_NUMBER_SIZE];
    const Unit unit = unit_for(report, fit->finish);

    g_string_append_printf(out, "%s: %" G_GINT64_FORMAT " task%s on %" G_GINT64_FORMAT
                                " processor%s, %u effective, %u formal; finished at %s %s\n\n",
                           clean, fit->tasks, fit->tasks == 1 ? "" : "s", fit->processors,
                           fit->processors == 1 ? "" : "s", fit->effective, fit->formal,
                           report_number_short(fit->finish / unit.size, finish), unit.name);
    append_workers(out, report);
    append_fit(out, report);
    append_predictions(out, report);
    report_clean_wrap(out, answer, WIDTH, "");
    g_string_append_c(out, '\n');
    report_sink_write(sink, out->str, out->len);
    return TRUE;
}

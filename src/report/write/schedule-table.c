/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Schedules as a table for a terminal: a line for each machine, the answer below; and as CSV.
 */
#include <math.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/base/text-table.h"
#include "src/report/schedule/view.h"
#include "src/report/write/csv.h"

#define WIDTH 78

static gboolean
has_optimum(const ScheduleStudy *study)
{
    for (guint i = 0; i < study->rows->len; i++)
        if (isfinite(schedule_study_row(study, i)->optimum.makespan))
            return TRUE;
    return FALSE;
}

static void
add_number(TextTable *table, double number)
{
    char text[REPORT_NUMBER_SIZE];

    text_table_add(table, report_number_short(number, text));
}

static void
add_row(TextTable *table, const ScheduleRow *row, gboolean optimum)
{
    const ScheduleResult *best = schedule_row_result(row, row->best);
    char text[REPORT_NUMBER_SIZE];

    text_table_take(table, g_strdup_printf("%u", row->machine->n));
    add_number(table, row->bounds.bound);
    for (guint k = 0; k < row->results->len; k++)
        add_number(table, schedule_row_result(row, k)->schedule->makespan);
    /* what is not proven may still be shorter */
    if (optimum && isfinite(row->optimum.makespan))
        text_table_take(table, g_strdup_printf("%s%s", row->optimum.proven ? "" : "<= ",
                                               report_number_short(row->optimum.makespan, text)));
    else if (optimum)
        text_table_add(table, "-");
    add_number(table, best->speed_up);
    text_table_add(table, report_number_percent(best->efficiency, text));
}

static void
append_table(GString *out, const ScheduleStudy *study)
{
    const ScheduleRow *first = schedule_study_row(study, 0);
    const gboolean optimum = has_optimum(study);
    g_autoptr(TextTable) table =
        text_table_new(4 + first->results->len + (optimum ? 1 : 0), 1);
    g_autoptr(GString) text = g_string_new(NULL);

    text_table_add(table, "Processors");
    text_table_add(table, "Bound");
    for (guint k = 0; k < first->results->len; k++)
        text_table_add(table, schedule_row_result(first, k)->name);
    if (optimum)
        text_table_add(table, "Optimum");
    text_table_add(table, "Speed-up");
    text_table_add(table, "Efficiency");
    for (guint i = 0; i < study->rows->len; i++)
        add_row(table, schedule_study_row(study, i), optimum);
    text_table_write(table, text);
    g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
    for (char **line = lines; *line != NULL; line++)
        if (**line != '\0')
            g_string_append_printf(out, "  %s\n", *line);
}

/* A run, and what could be with its times. */
static void
append_measured(GString *out, const ScheduleMeasured *measured)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];
    g_autofree char *clean = report_clean_terminal(measured->file, FALSE);

    g_string_append_printf(out,
                           "\nMeasured (%s): %u processors, speed-up %s, without start-up %s; "
                           "with its times:\n\n",
                           clean, measured->processors,
                           report_number_short(measured->speed_up, a),
                           report_number_short(measured->corrected, b));
    append_table(out, measured->study);
}

gboolean
schedule_text_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ScheduleView *view = data;
    const TaskGraph *graph = view->study->graph;
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *name = g_path_get_basename(graph->file);
    g_autofree char *clean = report_clean_terminal(name, FALSE);
    g_autofree char *one =
        schedule_view_time(view, schedule_study_row(view->study, 0)->problem->one);
    g_autofree char *answer = schedule_view_answer(view);
    g_autofree char *clean_answer = report_clean_terminal(answer, FALSE);

    g_string_append_printf(out, "%s: %u task%s, %u edge%s; one processor takes %s", clean,
                           graph->tasks->len, graph->tasks->len == 1 ? "" : "s",
                           graph->edges->len, graph->edges->len == 1 ? "" : "s", one);
    if (isfinite(graph->recorded)) {
        g_autofree char *recorded = schedule_view_time(view, graph->recorded);
        g_string_append_printf(out, "; recorded %s", recorded);
    }
    g_string_append(out, "\n\n");
    append_table(out, view->study);
    for (guint i = 0; view->measured != NULL && i < view->measured->len; i++)
        append_measured(out, g_ptr_array_index(view->measured, i));
    g_string_append(out, "\n");
    report_clean_wrap(out, clean_answer, WIDTH, "");
    g_string_append(out, "\n");
    report_sink_write(sink, out->str, out->len);
    return TRUE;
}

static void
put_number(CsvRow *row, double number)
{
    const Value value = value_known(number);

    csv_value(row, &value);
}

static void
put_integer(CsvRow *row, gint64 number)
{
    const Value value = value_integer(number);

    csv_value(row, &value);
}

static void
put_names(CsvRow *row, const char *const names[])
{
    for (; *names != NULL; names++)
        csv_text(row, *names);
    csv_end_row(row);
}

/* What --assign reads: task, processor, start, and more. */
static void
put_tasks(const ScheduleView *view, CsvRow *row)
{
    static const char *const names[] = { "task", "processor", "start", NULL };
    const Schedule *schedule = view->shown->schedule;

    put_names(row, names);
    for (guint k = 0; k < view->placed->len; k++) {
        const guint i = g_array_index(view->placed, guint, k);
        csv_text(row, task_graph_task(view->study->graph, i)->name);
        put_integer(row, schedule->processor[i]);
        put_number(row, schedule->start[i]);
        csv_end_row(row);
    }
}

static void
put_results(const ScheduleView *view, CsvRow *row)
{
    static const char *const names[] = { "processors", "heuristic",  "makespan", "speed_up",
                                         "efficiency", "used", NULL };

    put_names(row, names);
    for (guint i = 0; i < view->study->rows->len; i++) {
        const ScheduleRow *machine = schedule_study_row(view->study, i);
        for (guint k = 0; k < machine->results->len; k++) {
            const ScheduleResult *result = schedule_row_result(machine, k);
            put_integer(row, machine->machine->n);
            csv_text(row, result->name);
            put_number(row, result->schedule->makespan);
            put_number(row, result->speed_up);
            put_number(row, result->efficiency);
            put_integer(row, result->schedule->used);
            csv_end_row(row);
        }
    }
}

gboolean
schedule_csv_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ScheduleView *view = data;
    CsvRow row = { .sink = sink };

    if (view->options->csv_tasks)
        put_tasks(view, &row);
    else
        put_results(view, &row);
    return TRUE;
}

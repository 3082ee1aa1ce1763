/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * HTML: the templates of templates/, or the user's, over trees of values.
 */
#include "src/report/compare/compare.h"
#include "src/report/grains/view.h"
#include "src/report/machine/view.h"
#include "src/report/page/page.h"
#include "src/report/schedule/view.h"
#include "src/report/sweep/view.h"
#include "src/report/tasks/tasks.h"
#include "src/report/value/report.h"
#include "src/report/view/report-view.h"

gboolean
report_html_write(gpointer data, ReportSink *sink, GError **error)
{
    const Report *report = data;
    g_autoptr(ReportView) view = report_view_new(report->prediction, report->options, TRUE);
    const ValueNode root = report_view_root(view);

    return page_files_write(&root, report->options->template_dir, "report.xhtml", sink, error);
}

gboolean
compare_html_write(gpointer data, ReportSink *sink, GError **error)
{
    const ComparisonOutput *output = data;
    const ValueNode root = comparison_node(output->comparison);

    return page_files_write(&root, output->options->template_dir, "compare.xhtml", sink, error);
}

gboolean
sweep_html_write(gpointer view, ReportSink *sink, GError **error)
{
    const SweepOptions *options = ((SweepView *)view)->options;
    const ValueNode root = sweep_view_root(view);

    return page_files_write(&root, options->template_dir, "sweep.xhtml", sink, error);
}

gboolean
machine_html_write(gpointer data, ReportSink *sink, GError **error)
{
    g_autoptr(MachineView) view = machine_view_new(data);
    const ValueNode root = machine_view_root(view);

    return page_files_write(&root, view->report->template_dir, "machine.xhtml", sink, error);
}

gboolean
schedule_html_write(gpointer data, ReportSink *sink, GError **error)
{
    ScheduleView *view = data;
    const ValueNode root = schedule_view_root(view);

    return page_files_write(&root, view->options->template_dir, "schedule.xhtml", sink, error);
}

gboolean
grains_html_write(gpointer data, ReportSink *sink, GError **error)
{
    GrainsView *view = data;
    const ValueNode root = grains_view_root(view);

    return page_files_write(&root, view->template_dir, "grains.xhtml", sink, error);
}

gboolean
tasks_html_write(gpointer data, ReportSink *sink, GError **error)
{
    const TaskReport *report = data;
    g_autoptr(TaskView) view = task_view_new(report);
    const ValueNode root = task_view_root(view);

    return page_files_write(&root, report->template_dir, "tasks.xhtml", sink, error);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * HTML: the templates of templates/, or the user's, over a tree of values.
 */
#include "src/report/page/template-files.h"
#include "src/report/value/formats.h"
#include "src/report/view/report-view.h"

gboolean
report_html_write(const Prediction *prediction, const ReportOptions *options, ReportSink *sink,
                  GError **error)
{
    g_autoptr(Page) page =
        page_files_compile(&shape_report, options->template_dir, "report.xhtml", error);
    if (page == NULL)
        return FALSE;
    g_autoptr(ReportView) view = report_view_new(prediction, options, TRUE);
    const ValueNode root = report_view_root(view);
    page_write(page, &root, sink);
    return TRUE;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * HTML: the templates of templates/, or the user's, over html-model.h.
 */
#include "src/report/page/html-model.h"
#include "src/report/page/template-files.h"
#include "src/report/value/formats.h"

#define FIRST_TEMPLATE "report.xhtml"

gboolean
report_html_write(const Prediction *prediction, const ReportOptions *options, ReportSink *sink,
                  GError **error)
{
    g_autoptr(Template) compiled = template_files_compile(
        html_model_tables(), options->template_dir, FIRST_TEMPLATE, error);
    if (compiled == NULL)
        return FALSE;
    g_autoptr(HtmlModel) model = html_model_new(prediction, options);
    template_write(compiled, model, sink);
    return TRUE;
}

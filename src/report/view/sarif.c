/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "src/report/view/report-view.h"

/* A share of the execution time from which on a finding is more than a note. */
#define WARNING_SHARE 0.1

static Value
message(const ReportView *view, const Finding *finding)
{
    g_string_printf(view->text, "%s; %s. %s", finding->title, finding->evidence,
                    finding->advice);
    return value_text(view->text->str);
}

static Value
uri(const ReportView *view, const Finding *finding)
{
    g_autofree char *escaped = g_uri_escape_string(finding->file, "/", FALSE);
    g_string_assign(view->text, escaped);
    return value_text(view->text->str);
}

#define VALUE_SHAPE(id) sarif_shape_##id
#define VIEW            ReportView
#define VALUE_ROWS      "src/report/view/sarif.def"
#include "src/report/value/rows.h"

ValueNode
report_view_sarif(ReportView *view)
{
    return (ValueNode){ .shape = &sarif_shape_log, .view = view, .of = view->prediction };
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/report/compare-builder.h"

#include <glib/gstdio.h>

#include "tests/report/builder.h"
#include "tests/report/check.h"

CompareReport *
compare_builder_text(const char *text, gsize len, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("predictor-test-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "report.json", NULL);

    CU_ASSERT_TRUE_FATAL(g_file_set_contents(path, text, (gssize)len, NULL));
    CompareReport *report = compare_report_read(path, error);
    g_remove(path);
    g_rmdir(folder);
    return report;
}

CompareReport *
compare_builder_read(const Prediction *prediction)
{
    g_autoptr(GError) error = NULL;
    gsize len;
    g_autofree char *text = builder_render(prediction, NULL, "json", &len, &error);
    CompareReport *report = compare_builder_text(text, len, &error);

    CHECK_TEXT(error != NULL ? error->message : "", "");
    CU_ASSERT_PTR_NOT_NULL_FATAL(report);
    return report;
}

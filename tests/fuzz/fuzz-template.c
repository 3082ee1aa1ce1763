/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a template of a report: it is refused with one error that begins with its place,
 * or a page comes out, in which nothing that the trace says is markup.
 */
#include <string.h>

#include "src/report/page/page.h"
#include "src/report/view/report-view.h"
#include "tests/fuzz/fuzz-machine.h"
#include "tests/report/builder.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* The template that is tried; others are those that are built in. */
static GBytes *
load(gpointer data, const char *name, GError **error)
{
    return g_str_equal(name, "fuzz.xhtml") ? g_bytes_ref(data)
                                           : page_files_load(NULL, name, error);
}

typedef struct {
    const Page *page;
    const ValueNode *root;
} Written;

static gboolean
write_page(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const Written *written = data;

    page_write(written->page, written->root, sink);
    return TRUE;
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    const ReportOptions options = { .max_depth = -1 };
    g_autoptr(Prediction) prediction = builder_hostile();
    g_autoptr(ReportView) view = report_view_new(prediction, &options, TRUE);
    g_autoptr(GBytes) bytes = g_bytes_new_static(data, size);
    const ValueNode root = report_view_root(view);
    const PageLoader loader = { load, bytes };
    g_autoptr(GError) error = NULL;
    g_autoptr(Page) page = page_compile(root.shape, &loader, "fuzz.xhtml", &error);

    g_assert_true((page == NULL) == (error != NULL));
    if (page == NULL) {
        g_assert_true(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_TEMPLATE));
        g_assert_nonnull(strchr(error->message, ':'));
        return 0;
    }
    Written written = { page, &root };
    fuzz_write(write_page, &written);
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as a report and as a sweep in JSON: either is refused with one error, or can be
 * compared, or merged and written in every format.
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "src/analysis/sweep/machine.h"
#include "src/report/compare/compare.h"
#include "src/report/sweep/read.h"
#include "src/report/sweep/view.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* Reports are read by their names. */
static char *
write_file(const guint8 *data, gsize size)
{
    char *path = NULL;
    int fd = g_file_open_tmp("fuzz-XXXXXX.json", &path, NULL);
    g_assert_true(fd >= 0);
    g_assert_true(size == 0 || write(fd, data, size) == (gssize)size);
    g_assert_true(close(fd) == 0);
    return path;
}

static void
check_report(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CompareReport) report = compare_report_read(path, &error);
    g_assert_true((report == NULL) == (error != NULL));
    if (report == NULL)
        return;
    g_autoptr(Comparison) comparison = comparison_new(report, report);
    g_assert_true(comparison->change == 0);
    g_assert_true(comparison->rows->len == report->intervals->len);
}

static void
write_sweep(const Sweep *sweep)
{
    static const ReportFill formats[] = { sweep_html_write, sweep_json_write, sweep_csv_write,
                                          sweep_table_write };
    const SweepOptions options = { .folder = "." };
    g_autoptr(SweepView) view = sweep_view_new(sweep, &options);
    int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    g_assert_true(fd >= 0);
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        g_assert_true(report_sink_to_fd(formats[i], view, fd, NULL));
    close(fd);
}

static void
check_sweep(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Sweep) sweep = sweep_new();
    gboolean read = sweep_read_append(sweep, path, &error);
    g_assert_true(read == (error == NULL));
    if (!read)
        return;
    const guint n = sweep->rows->len;
    g_assert_true(sweep_read_append(sweep, path, NULL));
    sweep_merge(sweep);
    g_assert_true(sweep->rows->len <= n && (n == 0 || sweep->rows->len > 0));
    write_sweep(sweep);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    g_autofree char *path = write_file(data, size);
    check_report(path);
    check_sweep(path);
    g_unlink(path);
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The table of formats, and files that appear whole or not at all.
 */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/report/formats.h"
#include "src/report/value/report.h"
#include "tests/report/builder.h"
#include "tests/report/check.h"

static const ReportOptions all = { .max_depth = -1 };

/* An empty folder; remove_folder() takes it away with the files in it. */
static char *
make_folder(void)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("predictor-test-XXXXXX", &error);

    CU_ASSERT_PTR_NOT_NULL_FATAL(folder);
    return folder;
}

static guint
count_files(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    guint n = 0;

    while (dir != NULL && g_dir_read_name(dir) != NULL)
        n++;
    return n;
}

static void
remove_folder(char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_remove(path);
    }
    g_clear_pointer(&dir, g_dir_close);
    g_rmdir(folder);
    g_free(folder);
}

static void
test_formats(void)
{
    static const char *const names[] = { "html", "xml", "json", "csv", "txt" };

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_strdup_printf("a.b/report.%s", names[i]);
        g_autofree char *upper = g_ascii_strup(path, -1);
        const ReportFormat *format = report_format_find(REPORT_OF_RUN, names[i], NULL, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(format);
        CHECK_TEXT(format->name, names[i]);
        CU_ASSERT_PTR_EQUAL(report_format_find(REPORT_OF_RUN, NULL, path, NULL), format);
        CU_ASSERT_PTR_EQUAL(report_format_find(REPORT_OF_RUN, NULL, upper, NULL), format);
    }
}

static void
check_no_format(const char *name, const char *path)
{
    g_autoptr(GError) error = NULL;
    const ReportFormat *format = report_format_find(REPORT_OF_RUN, name, path, &error);

    CU_ASSERT_PTR_NULL(format);
    CU_ASSERT_TRUE(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_FORMAT));
    CHECK_HAS(error->message, name != NULL ? name : path);
    CHECK_HAS(error->message, "csv");
}

static void
test_no_format(void)
{
    check_no_format("pdf", NULL);
    check_no_format("", NULL);
    check_no_format("JSON", NULL);
    check_no_format(NULL, "report");
    check_no_format(NULL, "x.json/report");
    check_no_format(NULL, "report.json.gz");
    check_no_format(NULL, "report.");
}

/* Writes the sample. */
static gboolean
write_file(const char *format, const ReportOptions *options, const char *path, GError **error)
{
    g_autoptr(Prediction) prediction = builder_sample();
    Report report = { prediction, options };

    return report_sink_to_file(
        report_format_find(REPORT_OF_RUN, format, NULL, NULL)->write[REPORT_OF_RUN], &report,
        path, error);
}

/* Each format into a file is what it writes to a descriptor, and nothing else stays behind. */
static void
test_file(void)
{
    static const char *const names[] = { "html", "xml", "json", "csv", "txt" };
    g_autoptr(Prediction) prediction = builder_sample();
    char *folder = make_folder();
    const mode_t before = umask(027);

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *name = g_strdup_printf("out.%s", names[i]);
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *text = NULL;
        gsize len, len_fd;
        GStatBuf status;
        g_autofree char *expected = builder_render(prediction, &all, names[i], &len_fd, &error);
        CU_ASSERT_TRUE(write_file(names[i], &all, path, &error));
        CU_ASSERT_PTR_NULL(error);
        CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, &len, NULL));
        CHECK_INT(len, len_fd);
        CHECK_TEXT(text, expected);
        CHECK_INT(g_stat(path, &status), 0);
        CHECK_INT(status.st_mode & 07777, 0640);
    }
    CHECK_INT(count_files(folder), G_N_ELEMENTS(names));
    umask(before);
    remove_folder(folder);
}

static void
test_replace(void)
{
    char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "real.csv", NULL);
    g_autofree char *link = g_build_filename(folder, "link.csv", NULL);
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;

    g_file_set_contents(path, "old", -1, NULL);
    CHECK_INT(symlink("real.csv", link), 0);
    CU_ASSERT_TRUE(write_file("csv", &all, link, &error));
    CU_ASSERT_TRUE(g_file_test(link, G_FILE_TEST_IS_SYMLINK)); /* the link stays */
    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    CHECK_HAS(text, "id,parent");
    CHECK_INT(count_files(folder), 2);
    remove_folder(folder);
}

/* Who may read the old file may read the new one, whatever the umask says, and nobody else. */
static void
test_modes(void)
{
    static const mode_t modes[] = { 0600, 0666, 0640, 0444 };
    char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "real.csv", NULL);
    const mode_t before = umask(027);

    g_file_set_contents(path, "old", -1, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(modes); i++) {
        GStatBuf status;
        CHECK_INT(g_chmod(path, (int)modes[i]), 0);
        CU_ASSERT_TRUE(write_file("csv", &all, path, NULL));
        CHECK_INT(g_stat(path, &status), 0);
        CHECK_INT(status.st_mode & 07777, modes[i]);
        CU_ASSERT_TRUE(status.st_size > 3);
    }
    umask(before);
    remove_folder(folder);
}

/* Writing to `path` fails so. */
static void
check_failure(const char *path, const char *format, const ReportOptions *options,
              ReportErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;

    CU_ASSERT_FALSE(write_file(format, options, path, &error));
    CU_ASSERT_TRUE(g_error_matches(error, REPORT_ERROR, (gint)code));
    if (error == NULL)
        return;
    CHECK_HAS(error->message, ": error: ");
    CHECK_HAS(error->message, message);
}

static void
test_full(void)
{
    static const char *const names[] = { "html", "xml", "json", "csv", "txt" };
    GStatBuf status;

    if (g_access("/dev/full", W_OK) != 0)
        return; /* not on this system */
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        check_failure("/dev/full", names[i], &all, REPORT_ERROR_WRITE, g_strerror(ENOSPC));
    CHECK_INT(g_stat("/dev/full", &status), 0);
    CU_ASSERT_TRUE(S_ISCHR(status.st_mode)); /* not replaced */
}

static void
test_no_place(void)
{
    char *folder = make_folder();
    g_autofree char *nowhere = g_build_filename(folder, "none", "x.json", NULL);
    g_autofree char *file = g_build_filename(folder, "file", NULL);
    g_autofree char *below = g_build_filename(file, "x.json", NULL);

    g_file_set_contents(file, "", -1, NULL);
    check_failure(nowhere, "json", &all, REPORT_ERROR_WRITE, nowhere);
    check_failure(below, "json", &all, REPORT_ERROR_WRITE, below);
    check_failure(folder, "json", &all, REPORT_ERROR_WRITE, g_strerror(EISDIR));
    check_failure("", "json", &all, REPORT_ERROR_WRITE, "");
    CHECK_INT(count_files(folder), 1);
    remove_folder(folder);
}

/* The superuser may write anywhere, so becomes somebody else for a while. */
static void
test_no_permission(void)
{
    const uid_t nobody = 65534;
    char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "x.json", NULL);
    const gboolean superuser = geteuid() == 0;

    CHECK_INT(g_chmod(folder, 0555), 0);
    if (!superuser || seteuid(nobody) == 0)
        check_failure(path, "json", &all, REPORT_ERROR_WRITE, path);
    if (superuser)
        CHECK_INT(seteuid(0), 0);
    CHECK_INT(g_chmod(folder, 0755), 0);
    CHECK_INT(count_files(folder), 0);
    remove_folder(folder);
}

/* A format that fails leaves what was there before. */
static void
test_format_fails(void)
{
    const ReportOptions options = { .max_depth = -1, .template_dir = "/nowhere/templates" };
    char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "x.html", NULL);
    g_autofree char *fresh = g_build_filename(folder, "y.html", NULL);
    g_autofree char *text = NULL;

    g_file_set_contents(path, "old", -1, NULL);
    check_failure(path, "html", &options, REPORT_ERROR_TEMPLATE, "/nowhere/templates");
    check_failure(fresh, "html", &options, REPORT_ERROR_TEMPLATE, "/nowhere/templates");
    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, NULL, NULL));
    CHECK_TEXT(text, "old");
    CHECK_INT(count_files(folder), 1);
    remove_folder(folder);
}

/* What goes in comes out in one piece, whatever the sizes of the writes. */
static void
test_sink(void)
{
    g_autoptr(GString) expected = g_string_new(NULL);
    char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "sink", NULL);
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize len;
    const int fd = g_open(path, O_CREAT | O_WRONLY, 0600);
    g_autoptr(ReportSink) sink = report_sink_new(fd);

    for (guint size = 0; size < 300000; size = size * 3 + 1) {
        g_autofree char *piece = g_strnfill(size, (char)('a' + size % 26));
        report_sink_write(sink, piece, size);
        report_sink_printf(sink, "<%u %s>", size, "x");
        report_sink_puts(sink, "\n");
        g_string_append_printf(expected, "%s<%u x>\n", piece, size);
    }
    CU_ASSERT_FALSE(report_sink_failed(sink));
    CU_ASSERT_TRUE(report_sink_finish(sink, path, &error));
    close(fd);
    CU_ASSERT_TRUE_FATAL(g_file_get_contents(path, &text, &len, NULL));
    CHECK_INT(len, expected->len);
    CU_ASSERT_TRUE(memcmp(text, expected->str, MIN(len, expected->len)) == 0);
    remove_folder(folder);
}

/* The first failure is the one that is reported. */
static void
test_sink_fails(void)
{
    g_autofree char *piece = g_strnfill(100000, 'x');
    g_autoptr(ReportSink) sink = report_sink_new(-1);
    g_autoptr(GError) error = NULL;

    report_sink_puts(sink, "buffered");
    CU_ASSERT_FALSE(report_sink_failed(sink));
    report_sink_write(sink, piece, 100000);
    CU_ASSERT_TRUE(report_sink_failed(sink));
    errno = 0;
    CU_ASSERT_FALSE(report_sink_finish(sink, "somewhere", &error));
    CU_ASSERT_TRUE(g_error_matches(error, REPORT_ERROR, REPORT_ERROR_WRITE));
    CHECK_HAS(error->message, "somewhere: error: ");
    CHECK_HAS(error->message, g_strerror(EBADF));
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "formats", test_formats },
        { "no format", test_no_format },
        { "file", test_file },
        { "replace", test_replace },
        { "modes", test_modes },
        { "full device", test_full },
        { "no place", test_no_place },
        { "no permission", test_no_permission },
        { "format fails", test_format_fails },
        { "sink", test_sink },
        { "sink fails", test_sink_fails },
        CU_TEST_INFO_NULL,
    };
    return tap_run("write", tests);
}

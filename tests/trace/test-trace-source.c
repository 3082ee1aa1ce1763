/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the bytes come from: memory, files, pipes, gzip data, sound and not.
 */
#include "src/trace/text/source.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/trace/trace-check.h"

/* All of a source's text, dropping `keep` less than what is in the window each time. */
static char *
drain(TraceSource *source, gsize keep, gsize *size, GError **error)
{
    GString *text = g_string_new(NULL);
    gsize kept = 0;
    for (;;) {
        if (source->size > kept)
            g_string_append_len(text, source->data + kept, (gssize)(source->size - kept));
        if (source->eof)
            break;
        kept = MIN(keep, source->size);
        if (!trace_source_fill(source, source->size - kept, error))
            break;
        CU_ASSERT(source->eof || source->size > kept);
    }
    CHECK_INT(source->total, text->len);
    *size = text->len;
    return g_string_free(text, FALSE);
}

static char *
make_text(gsize size)
{
    char *text = g_malloc(size);
    guint32 state = 12345;
    for (gsize i = 0; i < size; i++) {
        state = state * 1103515245 + 12345;
        text[i] = (char)('a' + (state >> 16) % 20);
    }
    return text;
}

static void
check_source(TraceSource *source, gsize keep, const char *text, gsize size)
{
    g_autoptr(TraceSource) owned = source;
    g_autoptr(GError) error = NULL;
    gsize found_size;
    g_autofree char *found = drain(owned, keep, &found_size, &error);
    CU_ASSERT(error == NULL);
    CU_ASSERT(!owned->cut);
    CHECK_INT(found_size, size);
    CU_ASSERT(found_size == size && (size == 0 || memcmp(found, text, size) == 0));
}

static void
write_all(int fd, const char *data, gsize size)
{
    for (gsize done = 0; done < size;) {
        ssize_t n = write(fd, data + done, size - done);
        g_assert_cmpint(n, >, 0);
        done += (gsize)n;
    }
}

/* A descriptor of an unlinked file, to be read from its begin. */
static int
file_of(const char *data, gsize size)
{
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp("source-XXXXXX", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    unlink(path);
    write_all(fd, data, size);
    g_assert_cmpint(lseek(fd, 0, SEEK_SET), ==, 0);
    return fd;
}

static void
test_plain(void)
{
    static const gsize sizes[] = { 0, 1, 2, 3, 1000, 262143, 262144, 262145, 3000000 };
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *text = make_text(sizes[i]);
        check_source(trace_source_new_from_memory(text, sizes[i]), 0, text, sizes[i]);
        check_source(trace_source_new_from_fd(file_of(text, sizes[i]), TRUE), 0, text,
                     sizes[i]);
        check_source(trace_source_new_from_fd(file_of(text, sizes[i]), TRUE), 1500000, text,
                     sizes[i]);
    }
    check_source(trace_source_new_from_memory(NULL, 0), 0, NULL, 0);
}

static void
test_gzip(void)
{
    static const gsize sizes[] = { 0, 1, 1000, 3000000 };
    for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autofree char *text = make_text(sizes[i]);
        gsize n;
        g_autofree char *packed = trace_check_gzip(text, sizes[i], &n);
        check_source(trace_source_new_from_memory(packed, n), 0, text, sizes[i]);
        check_source(trace_source_new_from_memory(packed, n), 1000, text, sizes[i]);
        check_source(trace_source_new_from_fd(file_of(packed, n), TRUE), 0, text, sizes[i]);
    }
}

/* Members one after another are one text; what follows the last and is none is ignored. */
static void
test_members(void)
{
    g_autofree char *text = make_text(5000);
    g_autoptr(GByteArray) all = g_byte_array_new();
    for (guint i = 0; i < 5; i++) {
        gsize n;
        g_autofree char *packed = trace_check_gzip(text + 1000 * i, 1000, &n);
        g_byte_array_append(all, (const guint8 *)packed, (guint)n);
    }
    gsize size = all->len;
    g_byte_array_append(all, (const guint8 *)"\0\0\0garbage", 10);
    const char *data = (const char *)all->data;
    check_source(trace_source_new_from_memory(data, size), 0, text, 5000);
    check_source(trace_source_new_from_memory(data, all->len), 0, text, 5000);
    check_source(trace_source_new_from_fd(file_of(data, all->len), TRUE), 0, text, 5000);
}

/* Cut anywhere, gzip data give a prefix of the text and say that they are cut. */
static void
test_cut_gzip(void)
{
    g_autofree char *text = make_text(20000);
    gsize n;
    g_autofree char *packed = trace_check_gzip(text, 20000, &n);
    gsize longest = 0;
    for (gsize cut = 2; cut < n; cut += cut < 40 ? 1 : 97) {
        g_autoptr(TraceSource) source = trace_source_new_from_memory(packed, cut);
        g_autoptr(GError) error = NULL;
        gsize size;
        g_autofree char *found = drain(source, 0, &size, &error);
        CU_ASSERT(error == NULL);
        CU_ASSERT(source->cut);
        CU_ASSERT(size <= 20000 && memcmp(found, text, size) == 0);
        longest = MAX(longest, size);
    }
    CU_ASSERT(longest > 10000);
}

static void
test_damaged_gzip(void)
{
    g_autofree char *text = make_text(20000);
    gsize n;
    g_autofree char *packed = trace_check_gzip(text, 20000, &n);
    guint n_errors = 0;
    for (gsize at = 2; at < n; at += 37) {
        packed[at] ^= 0x55;
        g_autoptr(TraceSource) source = trace_source_new_from_memory(packed, n);
        g_autoptr(GError) error = NULL;
        gsize size;
        g_autofree char *found = drain(source, 0, &size, &error);
        if (error != NULL) {
            CU_ASSERT(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_FILE));
            CU_ASSERT(g_str_has_prefix(error->message, "damaged gzip data: "));
            n_errors++;
        }
        packed[at] ^= 0x55;
    }
    CU_ASSERT(n_errors > 100);
    /* The first two bytes alone make it gzip. */
    g_autoptr(TraceSource) source = trace_source_new_from_memory("\037\213xxxxxxxxxxx", 13);
    g_autoptr(GError) error = NULL;
    CU_ASSERT(!trace_source_fill(source, 0, &error));
    CU_ASSERT(error != NULL);
    check_source(trace_source_new_from_memory("\037x", 2), 0, "\037x", 2);
    check_source(trace_source_new_from_memory("\037", 1), 0, "\037", 1);
}

/* A pipe may give its bytes one by one, the first two too. */
static void
test_pipe(void)
{
    static const char text[] = "call_a TIME=1 LINE=1 FILE=p\nret_a TIME=2 LINE=1 FILE=p\n"
                               "Event_dvm_exit TIME=0 LINE=1 FILE=p\nrc=0;\n";
    gsize n;
    g_autofree char *packed = trace_check_gzip(text, sizeof text - 1, &n);
    g_autofree char *expected =
        trace_check_dump(trace_reader_new_from_memory("t", text, sizeof text - 1));
    for (gsize piece = 1; piece < 5; piece++) {
        TracePipe channel;
        g_autofree char *plain =
            trace_check_dump(trace_check_pipe(&channel, text, sizeof text - 1, piece));
        trace_check_end_pipe(&channel);
        CHECK_TEXT(plain, expected);
        g_autofree char *unpacked =
            trace_check_dump(trace_check_pipe(&channel, packed, n, piece));
        trace_check_end_pipe(&channel);
        CHECK_TEXT(unpacked, expected);
    }
}

/* The window grows for a text that has to be whole, up to a limit. */
static void
test_window(void)
{
    g_autofree char *text = make_text(6000000);
    check_source(trace_source_new_from_fd(file_of(text, 6000000), TRUE), 6000000, text,
                 6000000);
    g_autoptr(TraceSource) source = trace_source_new_from_fd(file_of(text, 6000000), TRUE);
    source->max_window = 4000000;
    g_autoptr(GError) error = NULL;
    gsize size;
    g_autofree char *found = drain(source, 6000000, &size, &error);
    CU_ASSERT(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_LIMIT));
    CU_ASSERT(size > 1000000 && size <= 4000000);
}

/* What happens to a file of `size` bytes while it is read. */
static void
cut_file(int fd, gsize size)
{
    g_assert_cmpint(ftruncate(fd, (off_t)size - 1), ==, 0);
}

static void
empty_file(int fd, G_GNUC_UNUSED gsize size)
{
    g_assert_cmpint(ftruncate(fd, 0), ==, 0);
}

static void
lengthen_file(int fd, gsize size)
{
    g_assert_cmpint(pwrite(fd, "x", 1, (off_t)size), ==, 1);
}

static void
overwrite_file(int fd, gsize size)
{
    g_assert_cmpint(pwrite(fd, "x", 1, (off_t)size / 2), ==, 1);
}

/* Reads a file of `size` bytes at `data`, which is changed after the first of them. NULL or the
 * message. */
static char *
read_changed(const char *data, gsize size, void (*change)(int fd, gsize size))
{
    const struct timespec long_ago[2] = { { 1e9, 0 }, { 1e9, 0 } };
    g_autofree char *path = NULL, *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize n;
    const int fd = g_file_open_tmp("trace-XXXXXX", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    write_all(fd, data, size);
    g_assert_cmpint(futimens(fd, long_ago), ==, 0);
    g_autoptr(TraceSource) source = trace_source_new(path, &error);
    CU_ASSERT(source != NULL && trace_source_fill(source, 0, &error));
    if (change != NULL)
        change(fd, size);
    text = source != NULL ? drain(source, 0, &n, &error) : NULL;
    close(fd);
    unlink(path);
    return error != NULL ? g_strdup(error->message) : NULL;
}

/* A trace that is written again while it is read is an error, never half of each. Of compressed
 * data the checksum may be the first to tell. */
static void
test_changed(void)
{
    static const char changed[] = "the file was changed while it was read";
    static const struct {
        void (*change)(int fd, gsize size);
        const char *plain, *packed;
    } cases[] = {
        { NULL, NULL, NULL },
        { cut_file, changed, changed },
        { empty_file, changed, changed },
        { overwrite_file, changed, "damaged gzip data: incorrect data check" },
        { lengthen_file, changed, changed },
    };
    const gsize size = 20000000;
    g_autofree char *text = make_text(size);
    gsize n;
    g_autofree char *packed = trace_check_gzip(text, size, &n);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *of_plain = read_changed(text, size, cases[i].change);
        g_autofree char *of_packed = read_changed(packed, n, cases[i].change);
        CHECK_TEXT(of_plain, cases[i].plain);
        CHECK_TEXT(of_packed, cases[i].packed);
    }
}

/* A file that can be opened and not read. */
static void
test_unreadable(void)
{
    static const char *const paths[] = { ".", "/proc/self/mem" };
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TraceSource) source = trace_source_new(paths[i], &error);
        CU_ASSERT(source != NULL && !trace_source_fill(source, 0, &error));
        CU_ASSERT(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_FILE));
        CU_ASSERT(error != NULL && g_str_has_prefix(error->message, "cannot read: "));
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "plain", test_plain },
        { "gzip", test_gzip },
        { "members", test_members },
        { "cut gzip", test_cut_gzip },
        { "damaged gzip", test_damaged_gzip },
        { "pipe", test_pipe },
        { "window", test_window },
        { "changed", test_changed },
        { "unreadable", test_unreadable },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-source", tests);
}

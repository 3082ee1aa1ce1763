/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Where the bytes come from: memory, files, pipes, gzip data, sound and not.
 */
#include "src/trace/text/source.h"

#include <string.h>
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

/* A descriptor of an unlinked file, to be read from its begin. */
static int
file_of(const char *data, gsize size)
{
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp("source-XXXXXX", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    unlink(path);
    for (gsize done = 0; done < size;) {
        ssize_t n = write(fd, data + done, size - done);
        g_assert_cmpint(n, >, 0);
        done += (gsize)n;
    }
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

/* What has been used of a mapped file may leave memory, and is read again all the same. */
static void
test_release(void)
{
    const gsize size = 20000000;
    g_autofree char *text = make_text(size);
    g_autofree char *path = NULL;
    g_autoptr(GError) error = NULL;
    int fd = g_file_open_tmp("trace-XXXXXX", &path, &error);
    CU_ASSERT_FATAL(fd >= 0);
    close(fd);
    CU_ASSERT_FATAL(g_file_set_contents(path, text, (gssize)size, &error));
    g_autoptr(TraceSource) source = trace_source_new(path, &error);
    CU_ASSERT_FATAL(source != NULL);
    CU_ASSERT(source->eof && source->size == size);
    gsize n_released = 0;
    for (gsize done = 0; done <= size; done += 999983) {
        if (done < source->unused)
            continue;
        trace_source_release(source, done);
        CU_ASSERT(source->unused > done);
        CU_ASSERT(memcmp(source->data, text, size) == 0);
        n_released++;
    }
    CHECK_INT(n_released, 2);
    unlink(path);
    g_autoptr(TraceSource) memory = trace_source_new_from_memory(text, size);
    CU_ASSERT(memory->unused == G_MAXSIZE); /* not ours to give away */
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
        { "release", test_release },
        CU_TEST_INFO_NULL,
    };
    return tap_run("trace-source", tests);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/check-kind.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* One line as a slice of the data. */
typedef struct {
    const char *text;
    gsize len;
} Line;

static gboolean
starts_with(Line line, const char *prefix)
{
    gsize n = strlen(prefix);
    return line.len >= n && memcmp(line.text, prefix, n) == 0;
}

static Line
strip(Line line)
{
    while (line.len > 0 && g_ascii_isspace(*line.text))
        line.text++, line.len--;
    return line;
}

static gboolean
is_event(Line line)
{
    return (starts_with(line, "call_") || starts_with(line, "ret_") ||
            starts_with(line, "Event_")) &&
           g_strstr_len(line.text, (gssize)line.len, "TIME=") != NULL;
}

/* A name (letters, digits, blanks, points) and '='. */
static gboolean
is_setting(Line line)
{
    if (line.len == 0 || !g_ascii_isalpha(*line.text))
        return FALSE;
    for (gsize i = 0; i < line.len; i++) {
        if (line.text[i] == '=')
            return TRUE;
        if (!g_ascii_isalnum(line.text[i]) && strchr(" \t._", line.text[i]) == NULL)
            return FALSE;
    }
    return FALSE;
}

CheckKind
check_kind_of(const char *data, gsize len)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, as some editors begin a file */
    gboolean setting = FALSE, other = FALSE;
    const char *end = data + len;

    if (len >= 2 && memcmp(data, "\x1f\x8b", 2) == 0)
        return CHECK_KIND_TRACE;
    if (len > strlen(mark) && memcmp(data, mark, strlen(mark)) == 0)
        data += strlen(mark);
    while (data < end) {
        const char *eol = memchr(data, '\n', (gsize)(end - data));
        Line line = strip((Line){ data, (gsize)((eol != NULL ? eol : end) - data) });
        if (is_event(line) || starts_with(line, "RTS VERSION"))
            return CHECK_KIND_TRACE;
        if (is_setting(line))
            setting = TRUE;
        else if (line.len > 0 && !starts_with(line, "//"))
            other = TRUE;
        data = eol != NULL ? eol + 1 : end;
    }
    return setting || (len > 0 && !other) ? CHECK_KIND_PARAMS : CHECK_KIND_UNKNOWN;
}

gboolean
check_kind_of_file(const char *path, CheckKind *kind, GError **error)
{
    if (g_str_equal(path, "-") ||
        (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
         !g_file_test(path, G_FILE_TEST_IS_DIR))) {
        *kind = CHECK_KIND_TRACE;
        return TRUE;
    }

    FILE *file = g_fopen(path, "rbe");
    g_autofree char *data = g_malloc(CHECK_KIND_BYTES);
    gsize len = file != NULL ? fread(data, 1, CHECK_KIND_BYTES, file) : 0;
    if (file == NULL || ferror(file)) {
        int code = errno;
        if (file != NULL)
            fclose(file);
        g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "cannot read: %s",
                    g_strerror(code));
        return FALSE;
    }
    fclose(file);
    *kind = check_kind_of(data, len);
    return TRUE;
}

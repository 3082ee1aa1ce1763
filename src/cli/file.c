/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

CliFileKind
cli_file_kind_of(const char *data, gsize len)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, as some editors begin a file */
    gboolean setting = FALSE, other = FALSE;
    const char *end = data + len;

    if (len >= 2 && memcmp(data, "\x1f\x8b", 2) == 0)
        return CLI_FILE_TRACE;
    if (len > strlen(mark) && memcmp(data, mark, strlen(mark)) == 0)
        data += strlen(mark);
    while (data < end) {
        const char *eol = memchr(data, '\n', (gsize)(end - data));
        Line line = strip((Line){ data, (gsize)((eol != NULL ? eol : end) - data) });
        if (is_event(line) || starts_with(line, "RTS VERSION"))
            return CLI_FILE_TRACE;
        if (is_setting(line))
            setting = TRUE;
        else if (line.len > 0 && !starts_with(line, "//"))
            other = TRUE;
        data = eol != NULL ? eol + 1 : end;
    }
    return setting || (len > 0 && !other) ? CLI_FILE_PARAMS : CLI_FILE_UNKNOWN;
}

gboolean
cli_file_is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

gboolean
cli_file_kind(const char *path, CliFileKind *kind, GError **error)
{
    if (g_str_equal(path, "-") || cli_file_is_special(path)) {
        *kind = CLI_FILE_TRACE;
        return TRUE;
    }

    FILE *file = g_fopen(path, "rbe");
    g_autofree char *data = g_malloc(CLI_FILE_BYTES);
    const gsize len = file != NULL ? fread(data, 1, CLI_FILE_BYTES, file) : 0;
    const int code = file == NULL || ferror(file) ? errno : 0;
    if (file != NULL)
        fclose(file);
    if (code != 0) {
        g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "cannot read: %s",
                    g_strerror(code));
        return FALSE;
    }
    *kind = cli_file_kind_of(data, len);
    return TRUE;
}

/* `path` with symbolic links followed when it exists, else as it is. */
static char *
resolve(const char *path)
{
    /* realpath() allocates with malloc(), everything else here with GLib. */
    char *real = realpath(path, NULL);
    char *result = g_strdup(real != NULL ? real : path);
    free(real);
    return result;
}

/* The folder's real name and the last part of the path. */
static char *
place_of(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *base = g_path_get_basename(path);
    g_autofree char *real = resolve(folder);
    return g_build_filename(real, base, NULL);
}

gboolean
cli_file_same_place(const char *a, const char *b)
{
    struct stat sa, sb;
    if (stat(a, &sa) == 0 && stat(b, &sb) == 0)
        return sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;

    g_autofree char *pa = place_of(a);
    g_autofree char *pb = place_of(b);
    return g_str_equal(pa, pb);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/file.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/graph/assign.h"
#include "src/graph/read.h"
#include "src/pool/read.h"
#include "src/report/value/new-file.h"

static gboolean
is_event(const char *line)
{
    return (g_str_has_prefix(line, "call_") || g_str_has_prefix(line, "ret_") ||
            g_str_has_prefix(line, "Event_")) &&
           strstr(line, "TIME=") != NULL;
}

/* A name (letters, digits, blanks, points) and '='. */
static gboolean
is_setting(const char *line)
{
    const char *end = line;

    while (g_ascii_isalnum(*end) || (*end != '\0' && strchr(" \t._", *end) != NULL))
        end++;
    return g_ascii_isalpha(*line) && *end == '=';
}

/* What stands before a trace or a parameter file, as lines of DOT look like settings: of graphs,
 * schedules and pools. */
static gboolean
is_other(const char *begin, CliFileKind *kind)
{
    g_autoptr(GraphText) text = graph_text_new("", begin, strlen(begin));
    const char *graph = graph_kind_of(text);

    *kind = task_log_is(text)         ? CLI_FILE_TASKS
            : graph_is_schedule(text) ? CLI_FILE_SCHEDULE
                                      : CLI_FILE_GRAPH;
    return *kind != CLI_FILE_GRAPH ||
           (graph != NULL && !g_str_equal(graph, GRAPH_KIND_PROGRAM));
}

CliFileKind
cli_file_kind_of(const char *text)
{
    CliFileKind other_kind;
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, as some editors begin a file */
    gboolean setting = FALSE, commented = FALSE, other = FALSE;

    if (g_str_has_prefix(text, "\x1f\x8b"))
        return CLI_FILE_TRACE;
    if (is_other(text, &other_kind))
        return other_kind;
    const gboolean marked = g_str_has_prefix(text, mark);
    g_auto(GStrv) lines = g_strsplit(text + (marked ? strlen(mark) : 0), "\n", -1);
    for (char **at = lines; *at != NULL; at++) {
        const char *line = g_strchug(*at);
        if (is_event(line) || g_str_has_prefix(line, "RTS VERSION"))
            return CLI_FILE_TRACE;
        if (is_setting(line))
            setting = TRUE;
        else if (*line != '\0' && !g_str_has_prefix(line, "//"))
            other = TRUE;
        commented |= g_str_has_prefix(line, "//");
    }
    return setting || (commented && !other) ? CLI_FILE_PARAMS : CLI_FILE_UNKNOWN;
}

gboolean
cli_file_is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* Of a compressed file; what is wrong with it is the reader's to tell. */
static CliFileKind
kind_inside(const char *path)
{
    g_autoptr(GraphText) text = graph_text_read(path, CLI_FILE_BYTES, NULL);
    const CliFileKind kind = text != NULL ? cli_file_kind_of(text->data) : CLI_FILE_TRACE;

    return kind == CLI_FILE_PARAMS || kind == CLI_FILE_UNKNOWN ? CLI_FILE_TRACE : kind;
}

gboolean
cli_file_kind(const char *path, CliFileKind *kind, GError **error)
{
    if (g_str_equal(path, "-") || cli_file_is_special(path)) {
        *kind = CLI_FILE_TRACE;
        return TRUE;
    }

    FILE *file = g_fopen(path, "rbe");
    g_autofree char *data = g_malloc0(CLI_FILE_BYTES + 1);
    const gsize len = file != NULL ? fread(data, 1, CLI_FILE_BYTES, file) : 0;
    const int code = file == NULL || ferror(file) ? errno : 0;
    if (file != NULL)
        fclose(file);
    if (code != 0) {
        g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "cannot read: %s",
                    g_strerror(code));
        return FALSE;
    }
    for (gsize i = 0; i < len; i++)
        data[i] = data[i] != '\0' ? data[i] : '?';
    *kind = cli_file_kind_of(data);
    if (g_str_has_prefix(data, "\x1f\x8b"))
        *kind = kind_inside(path);
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

/* The folder's real name and the last part of the path, behind links that lead to nothing. */
static char *
place_of(const char *path)
{
    g_autofree char *target = new_file_target(path);
    g_autofree char *folder = g_path_get_dirname(target != NULL ? target : path);
    g_autofree char *base = g_path_get_basename(target != NULL ? target : path);
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

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/source-lines.h"

#include <string.h>

#include "src/replay/private.h"
#include "src/report/view/source-file.h"

char *
replay_source_path(const ReplaySession *session, const char *file)
{
    const ReportOptions options = { .source_path = session->options.source_path };
    return source_file_find(&options, session->program->info.file, file);
}

/* The lines of the source; it is read once, whatever becomes of it. */
static char **
lines_of(ReplaySession *session, const char *file)
{
    char **lines = g_hash_table_lookup(session->sources, file);
    if (lines != NULL)
        return lines;
    g_autofree char *path = replay_source_path(session, file);
    g_autofree char *text = path != NULL ? source_file_read(path) : NULL;
    lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    g_hash_table_insert(session->sources, g_strdup(file), lines);
    for (char **line = lines; *line != NULL; line++)
        if (g_str_has_suffix(*line, "\r"))
            (*line)[strlen(*line) - 1] = '\0';
    return lines;
}

gint64
replay_source_length(ReplaySession *session, const char *file)
{
    char **lines = lines_of(session, file);
    gint64 n = 0;
    while (lines[n] != NULL)
        n++;
    return n > 0 && *lines[n - 1] == '\0' ? n - 1 : n; /* behind the last line end */
}

const char *
replay_source_line(ReplaySession *session, const char *file, gint64 line)
{
    return line >= 1 && line <= replay_source_length(session, file)
               ? lines_of(session, file)[line - 1]
               : NULL;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifdef HAVE_READLINE
#include <readline/history.h>
#include <readline/readline.h>
#endif

/* Longer lines are no commands. */
#define LONGEST_LINE 65536
/* Lines that a history keeps. */
#define MOST_HISTORY 1000

struct _CliLines {
    FILE *file; /* NULL: the terminal, with readline */
    gboolean typed;
    const char *failure; /* NULL: none */
    char *history; /* owned: path, or NULL */
    CliComplete complete;
    gpointer data;
};

#ifdef HAVE_READLINE
/* readline asks for completions without saying who does. */
static CliLines *typed_lines;

/* Where what is kept between runs is, with the folder made; NULL: nowhere. */
static char *
history_path(const char *name)
{
    const char *state = g_getenv("XDG_STATE_HOME"), *home = g_getenv("HOME");
    g_autofree char *folder = NULL;
    if (state != NULL && g_path_is_absolute(state))
        folder = g_build_filename(state, "predictor", NULL);
    else if (home != NULL && g_path_is_absolute(home))
        folder = g_build_filename(home, ".local", "state", "predictor", NULL);
    if (folder == NULL || g_mkdir_with_parents(folder, 0700) != 0)
        return NULL;
    return g_build_filename(folder, name, NULL);
}

/* One word after the other; the first `state` is 0. readline frees with free(). */
static char *
next_completion(const char *word, int state)
{
    g_autofree char *line = g_strndup(rl_line_buffer, (gsize)rl_point);
    g_autoptr(GPtrArray) words = typed_lines->complete(line, typed_lines->data);
    for (guint i = 0, n = 0; i < words->len; i++) {
        const char *one = g_ptr_array_index(words, i);
        if (g_str_has_prefix(one, word) && n++ == (guint)state)
            return strdup(one);
    }
    return NULL;
}

static char **
completions(const char *word, G_GNUC_UNUSED int start, G_GNUC_UNUSED int end)
{
    rl_attempted_completion_over = 1;
    return rl_completion_matches(word, next_completion);
}

static void
begin_readline(CliLines *lines)
{
    typed_lines = lines;
    rl_readline_name = "predictor";
    rl_attempted_completion_function = completions;
    rl_completer_word_break_characters = (char *)" \t";
    using_history();
    stifle_history(MOST_HISTORY);
    if (lines->history != NULL)
        read_history(lines->history);
}
#endif

CliLines *
cli_lines_terminal(G_GNUC_UNUSED const char *history, CliComplete complete, gpointer data)
{
    CliLines *lines = g_new0(CliLines, 1);
    lines->typed = TRUE;
    lines->complete = complete;
    lines->data = data;
#ifdef HAVE_READLINE
    lines->history = history_path(history);
    begin_readline(lines);
#else
    lines->file = stdin;
#endif
    return lines;
}

CliLines *
cli_lines_file(const char *path, GError **error)
{
    FILE *file = g_str_equal(path, "-") ? stdin : fopen(path, "re");
    struct stat status;
    int failure = file == NULL ? errno : 0;
    if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode))
        failure = EISDIR;
    if (failure != 0) {
        if (file != NULL && file != stdin)
            fclose(file);
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(failure), "cannot be read: %s",
                    g_strerror(failure));
        return NULL;
    }
    CliLines *lines = g_new0(CliLines, 1);
    lines->file = file;
    return lines;
}

const char *
cli_lines_failure(const CliLines *lines)
{
    return lines->failure;
}

gboolean
cli_lines_are_typed(const CliLines *lines)
{
    return lines->typed;
}

#ifdef HAVE_READLINE
static char *
next_typed(const char *prompt)
{
    char *line = readline(prompt);
    char *copy = g_strdup(line);
    if (line != NULL && *line != '\0')
        add_history(line);
    free(line);
    return copy;
}
#endif

char *
cli_lines_next(CliLines *lines, const char *prompt)
{
#ifdef HAVE_READLINE
    if (lines->file == NULL)
        return next_typed(prompt);
#endif
    if (lines->typed) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    g_autoptr(GString) line = g_string_new(NULL);
    int c = fgetc(lines->file);
    if (c == EOF) {
        lines->failure = ferror(lines->file) ? "cannot be read to its end" : NULL;
        return NULL;
    }
    for (; c != EOF && c != '\n'; c = fgetc(lines->file)) {
        if (line->len == LONGEST_LINE) {
            lines->failure = "a line is too long for a command";
            return NULL;
        }
        g_string_append_c(line, (char)(c != '\0' ? c : '?'));
    }
    return g_string_free(g_steal_pointer(&line), FALSE);
}

void
cli_lines_free(CliLines *lines)
{
    if (lines == NULL)
        return;
    if (lines->file != NULL && lines->file != stdin)
        fclose(lines->file);
#ifdef HAVE_READLINE
    if (lines->history != NULL)
        write_history(lines->history);
    if (typed_lines == lines)
        typed_lines = NULL;
#endif
    g_free(lines->history);
    g_free(lines);
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Which command a line is, scripts, help and completion.
 */
#include "src/replay/command.h"

#include <string.h>

#include "src/replay/command-private.h"
#include "src/replay/expression.h"
#include "src/replay/private.h"
#include "src/report/value/report.h"

/* Scripts within each other, and bytes of one. */
#define DEEPEST       16
#define LARGEST_FILE (1 << 20)

typedef gboolean (*Run)(ReplaySession *session, const char *rest, GString *out, GError **error);

typedef struct {
    const char *name, *letter, *arguments, *summary;
    gboolean repeats;
    Run run;
} Command;

static const Command commands[] = {
#define REPLAY_COMMAND(id, name, letter, arguments, repeats, summary)                          \
    { name, letter, arguments, summary, repeats, replay_command_##id },
#include "src/replay/commands.def"
#undef REPLAY_COMMAND
};

gboolean
replay_has_quit(const ReplaySession *session)
{
    return session->has_quit;
}

gboolean
replay_command_quit(ReplaySession *session, const char *rest, G_GNUC_UNUSED GString *out,
                    GError **error)
{
    if (!replay_read_nothing(rest, error))
        return FALSE;
    session->has_quit = TRUE;
    return TRUE;
}

/* By its name, its short form, or a beginning that no other has. NULL: refused. */
static const Command *
find_command(const char *word, GError **error)
{
    const char *names[G_N_ELEMENTS(commands)];
    const Command *found = NULL;
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        const Command *command = &commands[i];
        names[i] = command->name;
        if (g_str_equal(word, command->name) || g_str_equal(word, command->letter))
            return command;
        if (g_str_has_prefix(command->name, word)) {
            found = command;
            n++;
        }
    }
    if (n == 1)
        return found;
    g_autoptr(GString) text = g_string_new(NULL);
    if (n > 1)
        g_string_append_printf(text, "several commands begin with '%s'", word);
    else
        g_string_append_printf(text, "there is no command '%s'", word);
    if (n == 0)
        replay_append_nearest(text, word, names, G_N_ELEMENTS(names));
    g_set_error_literal(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND, text->str);
    return NULL;
}

gboolean
replay_command_help(G_GNUC_UNUSED ReplaySession *session, const char *rest, GString *out,
                    GError **error)
{
    const Command *one = *rest != '\0' ? find_command(rest, error) : NULL;
    g_autoptr(TextTable) table = text_table_new(3, 3);
    if (*rest != '\0' && one == NULL)
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++) {
        const Command *command = &commands[i];
        if (one != NULL && one != command)
            continue;
        text_table_take(table, g_strdup_printf("%s%s%s", command->name,
                                               *command->arguments != '\0' ? " " : "",
                                               command->arguments));
        text_table_add(table, command->letter);
        text_table_add(table, command->summary);
    }
    text_table_write(table, out);
    return TRUE;
}

/* --- scripts --- */

static gboolean
write_script(gpointer data, ReportSink *sink, G_GNUC_UNUSED GError **error)
{
    const ReplaySession *session = data;
    g_autofree char *trace = report_clean_shown(session->program->info.file, -1);
    report_sink_printf(sink, "# commands of predictor debug on %s\n", trace);
    for (guint i = 0; i < session->stops->len; i++) {
        const ReplayStop *stop = g_ptr_array_index(session->stops, i);
        g_autoptr(GString) text = g_string_new(stop->once ? "tbreak " : "break ");
        if (stop->by_command || stop->spent)
            continue;
        replay_append_stop(text, stop);
        report_sink_printf(sink, "%s\n", text->str);
    }
    for (guint i = 0; i < session->history->len; i++)
        report_sink_printf(sink, "%s\n", (const char *)g_ptr_array_index(session->history, i));
    return TRUE;
}

gboolean
replay_command_save(ReplaySession *session, const char *rest, G_GNUC_UNUSED GString *out,
                    GError **error)
{
    if (*rest == '\0')
        return replay_refuse(error, "save to which FILE?");
    if (g_file_test(rest, G_FILE_TEST_EXISTS)) {
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_FILE, "%s is there already", rest);
        return FALSE;
    }
    return report_sink_to_file(write_script, session, rest, error);
}

/* The text of a script; NULL: refused. */
static char *
read_script(const char *path, GError **error)
{
    char *text = NULL;
    gsize len;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_FILE, "there is no file %s", path);
    else if (g_file_get_contents(path, &text, &len, error) && len > LARGEST_FILE) {
        g_clear_pointer(&text, g_free);
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_FILE, "%s is larger than a script", path);
    }
    return text;
}

gboolean
replay_command_source(ReplaySession *session, const char *rest, GString *out, GError **error)
{
    if (*rest == '\0')
        return replay_refuse(error, "carry out which FILE?");
    if (session->depth == DEEPEST)
        return replay_refuse(error, "scripts are read by scripts too deep");
    g_autofree char *text = read_script(rest, error);
    g_auto(GStrv) lines = text != NULL ? g_strsplit(g_strchomp(text), "\n", -1) : NULL;
    guint failed = 0;
    if (lines == NULL)
        return FALSE;
    session->depth++;
    for (char **line = lines; *line != NULL && !session->has_quit; line++) {
        g_autoptr(GError) failure = NULL;
        g_autofree char *shown = report_clean_shown(g_strchomp(*line), -1);
        g_string_append_printf(out, REPLAY_PROMPT "%s\n", shown);
        if (replay_command(session, *line, out, &failure))
            continue;
        g_autofree char *message = report_clean_shown(failure->message, -1);
        g_string_append_printf(out, "error: %s\n", message);
        failed++;
    }
    session->depth--;
    return failed == 0 || replay_refuse(error, "%s: %u of its lines failed", rest, failed);
}

/* What `save` writes: what was carried out, but for what reads and writes scripts itself. */
static void
note_history(ReplaySession *session, const Command *command, const char *line)
{
    if (command->run != replay_command_save && command->run != replay_command_source &&
        command->run != replay_command_help && command->run != replay_command_quit)
        g_ptr_array_add(session->history, g_strdup(line));
}

gboolean
replay_command(ReplaySession *session, const char *line, GString *out, GError **error)
{
    g_autofree char *text = g_strstrip(g_strdup(line));
    if (*text == '\0' && session->repeated != NULL) {
        g_free(text);
        text = g_strdup(session->repeated);
    }
    if (*text == '\0' || *text == '#')
        return TRUE;
    const gsize len = strcspn(text, " \t");
    const char *rest = text + len + strspn(text + len, " \t");
    g_autofree char *word = g_strndup(text, len);
    const Command *command = find_command(word, error);
    if (command == NULL)
        return FALSE;
    if (command->repeats) {
        g_free(session->repeated);
        session->repeated = g_strdup(text);
    }
    if (!command->run(session, rest, out, error))
        return FALSE;
    note_history(session, command, text);
    return TRUE;
}

/* --- completion --- */

static void
take_if(GPtrArray *words, char *word, const char *begin)
{
    if (g_str_has_prefix(word, begin))
        g_ptr_array_add(words, word);
    else
        g_free(word);
}

static void
add_all(GPtrArray *words, GPtrArray *names, const char *begin)
{
    for (guint i = 0; i < names->len; i++)
        take_if(words, g_strdup(g_ptr_array_index(names, i)), begin);
    g_ptr_array_unref(names);
}

/* FILE: and, once that is there, FILE:LINE. */
static void
add_places(GPtrArray *words, const ReplaySession *session, const char *begin)
{
    g_autoptr(GPtrArray) files = replay_files(session);
    for (guint i = 0; i < files->len; i++) {
        const char *file = g_ptr_array_index(files, i);
        const gsize len = strlen(file);
        if (strncmp(begin, file, len) != 0 || begin[len] != ':') {
            take_if(words, g_strdup_printf("%s:", file), begin);
            continue;
        }
        g_autoptr(GArray) lines = replay_lines(session, file, NULL);
        for (guint k = 0; k < lines->len; k++)
            take_if(words,
                    g_strdup_printf("%s:%" G_GINT64_FORMAT, file,
                                    g_array_index(lines, gint64, k)),
                    begin);
    }
}

static void
add_arguments(GPtrArray *words, const ReplaySession *session, const Command *command,
              const char *begin)
{
    const gboolean breaks =
        command->run == replay_command_break || command->run == replay_command_tbreak;
    if (breaks || command->run == replay_command_until || command->run == replay_command_list)
        add_places(words, session, begin);
    if (breaks || command->run == replay_command_until)
        add_all(words, replay_call_names(session), begin);
    for (guint kind = 0; breaks && kind < N_REPLAY_STOP_KINDS; kind++)
        take_if(words, g_strdup(replay_stop_kind_name(kind)), begin);
    if (command->run == replay_command_print)
        add_all(words, replay_expression_names(), begin);
    if (command->run == replay_command_info)
        take_if(words, g_strdup("breaks"), begin);
    if (command->run == replay_command_goto) {
        take_if(words, g_strdup("end"), begin);
        take_if(words, g_strdup("time"), begin);
    }
}

static int
compare_words(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *
replay_completions(ReplaySession *session, const char *line)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    line += strspn(line, " \t");
    const gsize len = strcspn(line, " \t");
    const char *begin = strrchr(line, ' ') != NULL ? strrchr(line, ' ') + 1 : line;
    g_autofree char *word = g_strndup(line, len);
    const Command *command = line[len] != '\0' ? find_command(word, NULL) : NULL;
    const gboolean is_help = command != NULL && command->run == replay_command_help;
    for (guint i = 0; i < G_N_ELEMENTS(commands) && (line[len] == '\0' || is_help); i++)
        take_if(words, g_strdup(commands[i].name), begin);
    if (command != NULL)
        add_arguments(words, session, command, begin);
    g_ptr_array_sort(words, compare_words);
    return words;
}

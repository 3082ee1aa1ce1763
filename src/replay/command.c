/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/replay/command.h"

#include <string.h>

#include "src/replay/command-private.h"
#include "src/replay/private.h"

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
    g_string_append_printf(text, n > 1 ? "several commands begin with '%s'"
                                       : "there is no command '%s'", word);
    replay_append_nearest(text, word, names, G_N_ELEMENTS(names));
    g_set_error_literal(error, REPLAY_ERROR, REPLAY_ERROR_COMMAND, text->str);
    return NULL;
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
    char *rest = text + strcspn(text, " \t");
    g_autofree char *word = g_strndup(text, (gsize)(rest - text));
    const Command *command = find_command(word, error);
    if (command == NULL)
        return FALSE;
    if (command->repeats) {
        g_free(session->repeated);
        session->repeated = g_strdup(text);
    }
    return command->run(session, g_strchug(rest), out, error);
}

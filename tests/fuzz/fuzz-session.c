/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as commands of predictor debug, over a program with tasks, a pipeline, arrays and what
 * else commands can show. Whatever was said, the place it leads to is that of a session that went
 * straight there.
 */
#include <string.h>

#include "src/replay/command.h"
#include "src/replay/look.h"
#include "src/replay/run.h"
#include "src/trace/text/reader.h"
#include "tests/sim/random-program.h"

/* Commands of one input: each can simulate the whole program. */
#define MOST_COMMANDS 50

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static TraceProgram *
make_program(void)
{
    const int sizes[] = { 3, 2 };
    g_autoptr(RandomProgram) made = random_program_new(7, RANDOM_ALL, 2, sizes, 0, NULL);
    g_autofree char *text = random_program_text(made);
    return trace_read_all(trace_reader_new_from_memory("p.trc", text, strlen(text)), NULL);
}

/* Those that read or write files are none for any bytes. */
static gboolean
touches_files(const char *line)
{
    line += strspn(line, " \t");
    return g_str_has_prefix(line, "s") &&
           (g_str_has_prefix(line, "so") || g_str_has_prefix(line, "sa"));
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const char machine[] = "topology = {3, 2}; type = mesh; nodes = {3, 2};";
    g_autoptr(TraceProgram) program = make_program();
    g_autoptr(Params) params = params_parse("fuzz", machine, strlen(machine), NULL);
    const ReplayOptions how = { .keep_going = TRUE };
    g_autoptr(ReplaySession) session = replay_session_new(program, params, &how, NULL);
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", MOST_COMMANDS);
    g_assert_true(session != NULL);
    for (char **line = lines; *line != NULL && !replay_has_quit(session); line++) {
        g_autoptr(GString) out = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) words = replay_completions(session, *line);
        if (touches_files(*line))
            continue;
        g_assert_true(replay_command(session, *line, out, &error) == (error == NULL));
        g_assert_true(replay_position(session) <= replay_end(session));
    }
    g_autoptr(ReplaySession) straight = replay_session_new(program, params, &how, NULL);
    g_assert_true(replay_position(session) == 0 ||
                  replay_goto(straight, replay_position(session), NULL));
    g_assert_true(replay_elapsed(straight) == replay_elapsed(session));
    return 0;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Any bytes as what an editor sends: whatever comes, all that is sent back are whole messages. A
 * line "COMMAND ARGUMENTS" is a request, so that most of it gets beyond the framing; a line that
 * begins with "=" is bytes as they are.
 */
#include <string.h>

#include "src/trace/text/reader.h"
#include "tests/dap/client.h"
#include "tests/sim/random-program.h"

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* More would only take time. */
#define MOST_LINES 40

/* A small program, made once. */
static const TraceProgram *
program(void)
{
    static TraceProgram *made;
    if (made == NULL) {
        const int sizes[] = { 2, 2 };
        g_autoptr(RandomProgram) random =
            random_program_new(7, RANDOM_ALL, 2, sizes, 0, sizes);
        g_autofree char *text = random_program_text(random);
        made = trace_read_all(trace_reader_new_from_memory("p.trc", text, strlen(text)), NULL);
    }
    return made;
}

static gboolean
feed_line(DapClient *client, gint64 seq, const char *line)
{
    const gsize len = strcspn(line, " ");
    g_autofree char *command = g_strndup(line, len);
    if (*line == '=')
        return dap_client_feed(client, line + 1, strlen(line + 1));
    return dap_client_ask(client, seq, command, line[len] != '\0' ? line + len + 1 : NULL);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    static const char machine[] = "topology = {2, 2}; start time = 20; send byte time = 0.1;";
    g_autoptr(Params) params = params_parse("p.par", machine, strlen(machine), NULL);
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", MOST_LINES);
    gboolean open = TRUE;
    DapClient client;

    dap_client_init(&client, program(), params);
    dap_client_ask(&client, 1, "initialize", "{}");
    dap_client_ask(&client, 2, "launch", "{\"trace\":\"a\",\"params\":\"b\",\"stopOnEntry\":true}");
    for (guint i = 0; lines[i] != NULL && open; i++)
        open = feed_line(&client, i + 3, lines[i]);
    g_ptr_array_unref(dap_client_take(&client)); /* fails on what is no message */
    dap_client_clear(&client);
    return 0;
}

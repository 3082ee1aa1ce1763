/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/cli/dap.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "src/cli/message.h"
#include "src/cli/trace.h"
#include "src/dap/adapter.h"

/* A client and what it has opened. */
typedef struct {
    const Cli *cli;
    const CliConfig *config;
    int in, out;
    gboolean ended; /* nothing more comes, or nobody reads */
    DapAdapter *adapter;
    TraceProgram *program; /* owned: the replay stands on it */
} Client;

static void
send_bytes(const char *bytes, gsize len, gpointer data)
{
    Client *client = data;
    while (len > 0 && !client->ended) {
        const gssize n = write(client->out, bytes, len);
        if (n > 0) {
            bytes += n;
            len -= (gsize)n;
        } else if (errno != EINTR) {
            client->ended = TRUE;
        }
    }
}

/* Takes what is there, after at most `wait` milliseconds, -1: whenever it comes. */
static void
receive(Client *client, int wait)
{
    struct pollfd input = { .fd = client->in, .events = POLLIN };
    char bytes[65536];
    if (client->ended || poll(&input, 1, wait) <= 0)
        return;
    const gssize n = read(client->in, bytes, sizeof bytes);
    if (n > 0)
        dap_adapter_feed(client->adapter, bytes, (gsize)n);
    else if (n == 0 || errno != EINTR)
        client->ended = TRUE;
}

static void
poll_input(gpointer data)
{
    receive(data, 0);
}

static ReplaySession *
launch(const DapLaunch *launch, const ReplayOptions *options, gpointer data, GError **error)
{
    Client *client = data;
    CliConfig config = *client->config;
    CliStatus status;
    if (*launch->set != NULL)
        config.settings = (char **)launch->set;
    if (launch->topology != NULL)
        config.topology = (char *)launch->topology;
    g_autoptr(Params) params = cli_config_load(&config, launch->params, NULL, &status, error);
    if (params == NULL)
        return NULL;
    /* standard input is the client's */
    if (g_str_equal(launch->trace, "-")) {
        cli_refuse(error, "no trace is read from standard input");
        return NULL;
    }
    g_clear_pointer(&client->program, trace_program_free);
    client->program = cli_trace_read(client->cli, NULL, launch->trace, error);
    return client->program != NULL
               ? replay_session_new(client->program, params, options, error)
               : NULL;
}

/* Until the client goes. */
static void
serve(const Cli *cli, const CliConfig *config, int in, int out)
{
    Client client = { cli, config, in, out, FALSE, NULL, NULL };
    const DapHost host = { send_bytes, launch, poll_input, &client };
    client.adapter = dap_adapter_new(&host);
    while (dap_adapter_answer(client.adapter) && !client.ended)
        receive(&client, -1);
    dap_adapter_free(client.adapter);
    g_clear_pointer(&client.program, trace_program_free);
}

/* A socket of this machine alone; -1: errno says why. */
static int
listen_on(guint16 port)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_port = htons(port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const int on = 1;
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server >= 0 && setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        bind(server, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(server, 1) == 0)
        return server;
    if (server >= 0)
        close(server);
    return -1;
}

CliStatus
cli_dap_serve(const Cli *cli, const CliConfig *config, const char *port)
{
    guint64 number;
    if (port == NULL) {
        serve(cli, config, STDIN_FILENO, STDOUT_FILENO);
        return CLI_DONE;
    }
    if (!g_ascii_string_to_unsigned(port, 10, 1, G_MAXUINT16, &number, NULL))
        return cli_usage_error(cli, "--dap: '%s' is not a port from 1 to 65535", port);
    const int server = listen_on((guint16)number);
    if (server < 0) {
        cli_error(cli, "port %s: error: %s", port, g_strerror(errno));
        return CLI_BAD_INPUT;
    }
    cli_note(cli, "waiting for an editor on port %s", port);
    for (;;) {
        const int client = accept(server, NULL, NULL);
        if (client < 0 && errno != EINTR && errno != ECONNABORTED)
            break;
        if (client < 0)
            continue;
        serve(cli, config, client, client);
        close(client);
    }
    cli_error(cli, "port %s: error: %s", port, g_strerror(errno));
    close(server);
    return CLI_BAD_INPUT;
}

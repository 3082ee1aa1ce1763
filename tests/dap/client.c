/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tests/dap/client.h"

#include <string.h>

#include "src/dap/frame.h"

static void
keep(const char *bytes, gsize len, gpointer data)
{
    DapClient *client = data;
    g_string_append_len(client->sent, bytes, (gssize)len);
}

static ReplaySession *
open_program(const DapLaunch *launch, const ReplayOptions *options, gpointer data,
             GError **error)
{
    DapClient *client = data;
    g_autoptr(Params) params = params_copy(client->params);
    if (client->program != NULL &&
        (launch->topology == NULL || params_set_topology(params, launch->topology, error)))
        return replay_session_new(client->program, params, options, error);
    if (error != NULL && *error == NULL)
        g_set_error_literal(error, REPLAY_ERROR, REPLAY_ERROR_FILE, "no trace");
    return NULL;
}

static void
come(gpointer data)
{
    DapClient *client = data;
    GString *bytes = g_steal_pointer(&client->meanwhile);
    if (bytes == NULL)
        return;
    dap_adapter_feed(client->adapter, bytes->str, bytes->len);
    g_string_free(bytes, TRUE);
}

void
dap_client_init(DapClient *client, const TraceProgram *program, const Params *params)
{
    const DapHost host = { keep, open_program, come, client };
    *client = (DapClient){ dap_adapter_new(&host), program, params, g_string_new(NULL), NULL };
}

void
dap_client_clear(DapClient *client)
{
    dap_adapter_free(client->adapter);
    g_string_free(client->sent, TRUE);
    if (client->meanwhile != NULL)
        g_string_free(client->meanwhile, TRUE);
}

gboolean
dap_client_feed(DapClient *client, const char *bytes, gsize n)
{
    dap_adapter_feed(client->adapter, bytes, n);
    return dap_adapter_answer(client->adapter);
}

void
dap_client_append(GString *out, gint64 seq, const char *command, const char *arguments)
{
    g_autofree char *json = g_strdup_printf(
        "{\"seq\": %" G_GINT64_FORMAT ", \"type\": \"request\", \"command\": \"%s\"%s%s}", seq,
        command, arguments != NULL ? ", \"arguments\": " : "",
        arguments != NULL ? arguments : "");
    dap_append_frame(out, json, strlen(json));
}

gboolean
dap_client_ask(DapClient *client, gint64 seq, const char *command, const char *arguments)
{
    g_autoptr(GString) bytes = g_string_new(NULL);
    dap_client_append(bytes, seq, command, arguments);
    return dap_client_feed(client, bytes->str, bytes->len);
}

GPtrArray *
dap_client_take(DapClient *client)
{
    GPtrArray *messages = g_ptr_array_new_with_free_func((GDestroyNotify)json_node_unref);
    DapReader reader;
    GString *body;
    dap_reader_init(&reader);
    dap_reader_feed(&reader, client->sent->str, client->sent->len);
    g_string_truncate(client->sent, 0);
    while (dap_reader_next(&reader, &body) == DAP_READ_BODY) {
        g_autoptr(GError) error = NULL;
        JsonNode *node = json_from_string(body->str, &error);
        if (node == NULL)
            g_error("not JSON: %s", body->str);
        g_ptr_array_add(messages, node);
        g_string_free(body, TRUE);
    }
    if (reader.bytes->len > 0)
        g_error("not a message: %s", reader.bytes->str);
    dap_reader_clear(&reader);
    return messages;
}

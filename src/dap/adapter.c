/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "src/dap/adapter.h"

#include <string.h>

#include "src/base/json-text.h"
#include "src/dap/private.h"

/* Brackets in each other that a message may have. */
#define DEEPEST 64

static void
request_free(gpointer data)
{
    DapRequest *request = data;
    g_free(request->command);
    g_free(request->problem);
    g_clear_pointer(&request->root, json_node_unref);
    g_free(request);
}

static void
thread_clear(gpointer thread)
{
    processor_set_unref(((DapThread *)thread)->class.set);
}

DapAdapter *
dap_adapter_new(const DapHost *host)
{
    DapAdapter *adapter = g_new0(DapAdapter, 1);
    adapter->host = *host;
    dap_reader_init(&adapter->reader);
    g_queue_init(&adapter->requests);
    adapter->threads = g_array_new(FALSE, FALSE, sizeof(DapThread));
    g_array_set_clear_func(adapter->threads, thread_clear);
    adapter->refs = g_array_new(FALSE, FALSE, sizeof(DapRef));
    adapter->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify)g_array_unref);
    adapter->functions = g_array_new(FALSE, FALSE, sizeof(guint));
    adapter->exceptions = g_array_new(FALSE, FALSE, sizeof(guint));
    return adapter;
}

void
dap_adapter_free(DapAdapter *adapter)
{
    if (adapter == NULL)
        return;
    dap_reader_clear(&adapter->reader);
    g_queue_clear_full(&adapter->requests, request_free);
    g_array_unref(adapter->threads);
    g_clear_pointer(&adapter->frames, g_array_unref);
    g_array_unref(adapter->refs);
    g_hash_table_unref(adapter->lines);
    g_array_unref(adapter->functions);
    g_array_unref(adapter->exceptions);
    g_clear_pointer(&adapter->session, replay_session_free);
    g_free(adapter->trace);
    g_strfreev(adapter->source_path);
    g_free(adapter);
}

/* `body` with its members, or NULL and `problem`. */
static void
respond(DapAdapter *adapter, const DapRequest *request, JsonBuilder *body, const char *problem)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_object(builder);
    dap_put_integer(builder, "seq", ++adapter->sent);
    dap_put_text(builder, "type", "response");
    dap_put_integer(builder, "request_seq", request->seq);
    dap_put_truth(builder, "success", body != NULL);
    dap_put_text(builder, "command", request->command != NULL ? request->command : "");
    if (body != NULL) {
        json_builder_set_member_name(builder, "body");
        json_builder_add_value(builder, json_builder_get_root(body));
    } else {
        dap_put_text(builder, "message", problem);
    }
    json_builder_end_object(builder);
    dap_send(adapter, builder);
}

/* A request that was asked to be cancelled before it was answered. */
static void
cancel_queued(DapAdapter *adapter, const DapRequest *cancel)
{
    const gint64 seq = dap_integer(cancel->arguments, "requestId", 0);
    for (GList *at = adapter->requests.head; at != NULL; at = at->next) {
        DapRequest *request = at->data;
        request->cancelled |= request->command != NULL && request->seq == seq;
    }
}

static void
add_problem(DapAdapter *adapter, const char *problem)
{
    DapRequest *request = g_new0(DapRequest, 1);
    request->problem = g_strdup(problem);
    g_queue_push_tail(&adapter->requests, request);
}

static void
add_message(DapAdapter *adapter, const GString *body)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    gsize at;
    g_autofree char *wrong = json_text_error(body->str, body->len, DEEPEST, &at);
    if (wrong != NULL ||
        !json_parser_load_from_data(parser, body->str, (gssize)body->len, NULL)) {
        add_problem(adapter, "a message is not JSON");
        return;
    }
    JsonNode *root = json_parser_get_root(parser);
    JsonObject *object = JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
    const char *command = dap_text(object, "command");
    if (g_strcmp0(dap_text(object, "type"), "request") != 0 || command == NULL ||
        dap_integer(object, "seq", -1) < 0) {
        add_problem(adapter, "a message is no request with seq and command");
        return;
    }
    DapRequest *request = g_new0(DapRequest, 1);
    request->root = json_node_ref(root);
    request->seq = dap_integer(object, "seq", 0);
    request->command = g_strdup(command);
    request->arguments = dap_object(object, "arguments");
    if (g_str_equal(command, "cancel"))
        cancel_queued(adapter, request);
    g_queue_push_tail(&adapter->requests, request);
}

void
dap_adapter_feed(DapAdapter *adapter, const char *bytes, gsize n)
{
    GString *body;
    DapRead read;
    dap_reader_feed(&adapter->reader, bytes, n);
    while ((read = dap_reader_next(&adapter->reader, &body)) != DAP_READ_MORE) {
        if (read == DAP_READ_BAD)
            add_problem(adapter, body->str);
        else
            add_message(adapter, body);
        g_string_free(body, TRUE);
    }
}

typedef gboolean (*DapHandler)(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body,
                               GError **error);

static gboolean
handle(DapAdapter *adapter, const DapRequest *request, JsonBuilder *body, GError **error)
{
    static const struct {
        const char *command;
        DapStage stage;
        DapHandler handler;
    } rows[] = {
#define DAP_REQUEST(command, when) { #command, DAP_##when, dap_##command },
#include "src/dap/requests.def"
#undef DAP_REQUEST
    };
    if (request->command == NULL)
        return dap_refuse(error, "%s", request->problem);
    if (request->cancelled)
        return dap_refuse(error, "cancelled");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!g_str_equal(rows[i].command, request->command))
            continue;
        if (adapter->stage < rows[i].stage)
            return dap_refuse(error, adapter->stage == DAP_ANY ? "'initialize' comes first"
                                                               : "nothing is launched");
        return rows[i].handler(adapter, request->arguments, body, error);
    }
    return dap_refuse(error, "there is no request '%s'", request->command);
}

static void
answer(DapAdapter *adapter, const DapRequest *request)
{
    g_autoptr(JsonBuilder) body = json_builder_new();
    g_autoptr(GError) error = NULL;
    adapter->move = DAP_STAY;
    json_builder_begin_object(body);
    const gboolean done = handle(adapter, request, body, &error);
    json_builder_end_object(body);
    respond(adapter, request, done ? body : NULL, done ? NULL : error->message);
    if (done && g_str_equal(request->command, "launch"))
        dap_event_send(adapter, dap_event_new(adapter, "initialized"));
    adapter->running = request->seq;
    dap_carry_out(adapter);
}

gboolean
dap_adapter_answer(DapAdapter *adapter)
{
    DapRequest *request;
    while (!adapter->done && (request = g_queue_pop_head(&adapter->requests)) != NULL) {
        answer(adapter, request);
        request_free(request);
    }
    return !adapter->done;
}

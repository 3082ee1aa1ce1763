/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages to the client.
 */
#include <string.h>

#include "src/dap/private.h"

void
dap_send(DapAdapter *adapter, JsonBuilder *builder)
{
    g_autoptr(JsonNode) root = json_builder_get_root(builder);
    g_autofree char *json = json_to_string(root, FALSE);
    g_autoptr(GString) frame = g_string_new(NULL);
    dap_append_frame(frame, json, strlen(json));
    adapter->host.send(frame->str, frame->len, adapter->host.data);
}

JsonBuilder *
dap_event_new(DapAdapter *adapter, const char *event)
{
    JsonBuilder *builder = json_builder_new();
    json_builder_begin_object(builder);
    dap_put_integer(builder, "seq", ++adapter->sent);
    dap_put_text(builder, "type", "event");
    dap_put_text(builder, "event", event);
    json_builder_set_member_name(builder, "body");
    json_builder_begin_object(builder);
    return builder;
}

void
dap_event_send(DapAdapter *adapter, JsonBuilder *builder)
{
    json_builder_end_object(builder);
    json_builder_end_object(builder);
    dap_send(adapter, builder);
    g_object_unref(builder);
}

void
dap_send_end(DapAdapter *adapter)
{
    dap_event_send(adapter, dap_event_new(adapter, "terminated"));
    JsonBuilder *event = dap_event_new(adapter, "exited");
    dap_put_integer(event, "exitCode", 0);
    dap_event_send(adapter, event);
}

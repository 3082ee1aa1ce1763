/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A client of the adapter in memory, for tests and fuzzing: what it is sent is kept.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "src/dap/adapter.h"
#include "src/trace/program/program.h"

typedef struct {
    DapAdapter *adapter;
    const TraceProgram *program; /* what `launch` gives, whatever trace it names; NULL: refused */
    const Params *params;
    GString *sent;       /* bytes that it was sent */
    GString *meanwhile;  /* bytes that come while a request runs; NULL: none */
} DapClient;

void dap_client_init(DapClient *client, const TraceProgram *program, const Params *params);
void dap_client_clear(DapClient *client);

/* Feeds bytes and lets them be answered; FALSE after `disconnect`. */
gboolean dap_client_feed(DapClient *client, const char *bytes, gsize n);

/* Feeds a request {"seq": SEQ, "type": "request", "command": ..., "arguments": ...} (NULL: none). */
gboolean dap_client_ask(DapClient *client, gint64 seq, const char *command,
                        const char *arguments);

/* Appends the same as bytes, with its head. */
void dap_client_append(GString *out, gint64 seq, const char *command, const char *arguments);

/* The messages sent since the last call, of JsonNode *, owned. */
GPtrArray *dap_client_take(DapClient *client);

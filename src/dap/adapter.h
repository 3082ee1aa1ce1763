/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The Debug Adapter Protocol as a face of a replay (src/replay/): an editor that debugs programs
 * steps through a predicted run. Threads are classes of processors, stack frames the intervals
 * that are open, lines those of the user's source.
 *
 * The adapter reads and writes no files or channels: bytes are given to it, and what it says goes to its
 * host. Whatever comes, it answers with a response; a message that is none gets one with
 * request_seq 0.
 */
#pragma once

#include "src/replay/session.h"

/* The arguments of `launch`; texts are the adapter's. */
typedef struct {
    const char *trace, *params;
    const char *topology;           /* "4x2"; NULL: not given */
    const char *const *set;         /* "NAME=VALUE", NULL-terminated */
    const char *const *source_path; /* folders, NULL-terminated */
} DapLaunch;

/* What the adapter lives in. */
typedef struct {
    /* Sends a whole message. */
    void (*send)(const char *bytes, gsize len, gpointer data);
    /* The replay that is asked for, with these options; the host keeps what it stands on. NULL
     * with an error for people. */
    ReplaySession *(*launch)(const DapLaunch *launch, const ReplayOptions *options, gpointer data,
                             GError **error);
    /* Gives the adapter what has come meanwhile (dap_adapter_feed()), without waiting. */
    void (*poll)(gpointer data);
    gpointer data;
} DapHost;

typedef struct _DapAdapter DapAdapter;

/* `host` is copied. */
DapAdapter *dap_adapter_new(const DapHost *host);
void dap_adapter_free(DapAdapter *adapter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DapAdapter, dap_adapter_free)

/* Takes bytes of any number of messages, or of parts of them. */
void dap_adapter_feed(DapAdapter *adapter, const char *bytes, gsize n);

/* Answers all messages that are whole. FALSE: after `disconnect`, nothing is to come. */
gboolean dap_adapter_answer(DapAdapter *adapter);

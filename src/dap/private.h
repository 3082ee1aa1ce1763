/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an adapter is made of, for the files of this folder.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "src/dap/adapter.h"
#include "src/dap/frame.h"
#include "src/replay/look.h"

/* A message that is to be answered. */
typedef struct {
    gint64 seq;
    char *command;  /* NULL: it was none */
    char *problem;  /* then: why */
    JsonNode *root; /* owns the arguments */
    JsonObject *arguments; /* NULL: there are none */
    gboolean cancelled;
} DapRequest;

/* What follows the response to a request that moves. */
typedef enum {
    DAP_STAY,
    DAP_ENTER, /* tell that it stands at the start */
    DAP_RUN,
    DAP_CONTINUE,
    DAP_NEXT,
    DAP_STEP,
    DAP_FINISH,
    DAP_BACK,
    DAP_REVERSE,
    DAP_GOTO,
    DAP_MOVED, /* it has moved already */
} DapMove;

/* A class of processors as long as there is one of them. */
typedef struct {
    gint64 id;
    ReplayClass class; /* owned */
} DapThread;

/* What a number stands for until the next move. */
typedef enum { DAP_FRAME, DAP_CLOCK, DAP_INTERVAL, DAP_ALL, DAP_TEXT } DapKind;
typedef struct {
    DapKind kind;
    guint thread, frame;
    const char *command; /* TEXT: whose output is shown */
} DapRef;

typedef enum { DAP_ANY, DAP_INITIALIZED, DAP_LAUNCHED } DapStage;

struct _DapAdapter {
    DapHost host;
    DapReader reader;
    GQueue requests; /* of DapRequest, owned */
    gint64 sent;     /* number of the last message */
    DapStage stage;
    gboolean done;
    /* what the client said of itself */
    gboolean lines_from_0, shows_progress;

    ReplaySession *session; /* owned; NULL: not launched */
    char *trace;
    char **source_path;
    gboolean stop_on_entry, noted_end;
    DapMove move;
    guint32 site; /* of GOTO */

    gint64 running;    /* seq of the request that moves */
    gint64 began;      /* monotonic microseconds */
    gint64 told;       /* the same, of the last progress event; 0: none was sent */
    guint n_progress;  /* progress bars so far */
    gint64 last_thread; /* id given last */

    GArray *threads;     /* of DapThread, for this position */
    GArray *frames;      /* of ReplayFrame; NULL: not asked for */
    GArray *refs;        /* of DapRef; number - 1 */
    GHashTable *lines;   /* of a source's name: GArray of the numbers of its stops */
    GArray *functions, *exceptions; /* numbers of stops */
};

/* Each answers a request: members of the body go to `body`, an open object. FALSE with an error
 * for people. `arguments` may be NULL. */
#define DAP_REQUEST(command, when)                                                             \
    gboolean dap_##command(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body,      \
                           GError **error);
#include "src/dap/requests.def"
#undef DAP_REQUEST

/* Sets an error; FALSE. */
gboolean dap_refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Members that may be missing or of another type: NULL, or `otherwise`. */
const char *dap_text(JsonObject *object, const char *name);
gint64 dap_integer(JsonObject *object, const char *name, gint64 otherwise);
gboolean dap_truth(JsonObject *object, const char *name);
JsonObject *dap_object(JsonObject *object, const char *name);
JsonArray *dap_array(JsonObject *object, const char *name);
/* The object that is item `i`; NULL: it is none. */
JsonObject *dap_item(JsonArray *array, guint i);

/* Members of an open object. */
void dap_put_text(JsonBuilder *body, const char *name, const char *text);
void dap_put_integer(JsonBuilder *body, const char *name, gint64 integer);
void dap_put_truth(JsonBuilder *body, const char *name, gboolean truth);
void dap_put_line(const DapAdapter *adapter, JsonBuilder *body, gint64 line);

/* The source `file` of the trace as the member `source`; nothing without a name. */
void dap_put_source(const DapAdapter *adapter, JsonBuilder *body, const char *file);

/* The source that a client means, by its name in the trace; NULL: there is none. */
const char *dap_source_of(const DapAdapter *adapter, JsonObject *source);

/* A line as the trace counts, from one that a client gave; -1: none was given. */
gint64 dap_line_of(const DapAdapter *adapter, JsonObject *object, const char *name);

/* Sends the object that the builder has made. */
void dap_send(DapAdapter *adapter, JsonBuilder *builder);

/* Tells that the program has ended. */
void dap_send_end(DapAdapter *adapter);

/* An event: begins the body, ends and sends it. */
JsonBuilder *dap_event_new(DapAdapter *adapter, const char *event);
void dap_event_send(DapAdapter *adapter, JsonBuilder *builder);

/* Does what adapter->move says and tells where it stands then. */
void dap_carry_out(DapAdapter *adapter);

/* ReplayOptions.go_on, whose data is the adapter. */
gboolean dap_go_on(guint64 done, guint64 n, gpointer data);

/* Threads and numbers for the position where it stands now. */
void dap_look_anew(DapAdapter *adapter);

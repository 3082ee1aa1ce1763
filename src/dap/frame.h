/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Messages of the Debug Adapter Protocol as bytes: a header "Content-Length: N", an empty line, N
 * bytes of JSON; lines end with CR LF.
 */
#pragma once

#include <glib.h>

/* Longer bodies, and heads, are passed over. */
#define DAP_MOST_BYTES (4 << 20)
#define DAP_MOST_HEAD  4096

/* What has come, in pieces of any size. */
typedef struct {
    GString *bytes;
    guint64 passed_over; /* of a body that is too long, bytes that are still to come */
} DapReader;

void dap_reader_init(DapReader *reader);
void dap_reader_clear(DapReader *reader);
void dap_reader_feed(DapReader *reader, const char *bytes, gsize n);

typedef enum {
    DAP_READ_MORE, /* there is no whole message yet */
    DAP_READ_BODY,
    DAP_READ_BAD, /* a head that is none, or a message that is too long: it is gone */
} DapRead;

/* Takes the next message out: *body gets its JSON, not yet looked at, or, of a bad one, what is
 * wrong; free with g_string_free(). */
DapRead dap_reader_next(DapReader *reader, GString **body);

/* `json` with its head. */
void dap_append_frame(GString *out, const char *json, gsize len);

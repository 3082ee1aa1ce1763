/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Members of JSON objects that may hold anything: each is checked for its type, and the first
 * thing that is wrong is noted; what is asked for after that is 0, "", or NULL.
 */
#pragma once

#include <json-glib/json-glib.h>

typedef struct {
    const char *path; /* for messages: "PATH: error: ..." */
    GQuark domain;    /* of errors */
    int code;         /* of errors of form */
    GError **error;
    gboolean failed;
} ReportMembers;

/* Reads the object that is all of the file `path`. What is deeper nested than `deepest`
 * brackets is refused: the parser goes down as deep as the text. The object belongs to
 * `parser`. NULL: noted, or a GFileError. */
JsonObject *report_members_load(ReportMembers *members, JsonParser *parser, guint deepest);

/* The same of a text in memory. */
JsonObject *report_members_parse(ReportMembers *members, JsonParser *parser, const char *text,
                                 gsize len, guint deepest);

/* Notes an error of form. */
void report_members_fail(ReportMembers *members, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Notes that 'NAME' is missing or of another type. */
void report_members_fail_name(ReportMembers *members, const char *name);

/* `object` may be NULL: everything is missing then. Reals are 0 or of a size from 1e-302 to
 * 1e300, naturals not below 0. */
double report_members_real(ReportMembers *members, JsonObject *object, const char *name);
gint64 report_members_integer(ReportMembers *members, JsonObject *object, const char *name);
guint64 report_members_natural(ReportMembers *members, JsonObject *object, const char *name);
gboolean report_members_boolean(ReportMembers *members, JsonObject *object, const char *name);
const char *report_members_string(ReportMembers *members, JsonObject *object, const char *name);
JsonObject *report_members_object(ReportMembers *members, JsonObject *object, const char *name);
JsonArray *report_members_array(ReportMembers *members, JsonObject *object, const char *name);

/* Whether the member is there as null. */
gboolean report_members_is_null(JsonObject *object, const char *name);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Members of JSON objects that may hold anything: each is checked for its type, and the first
 * thing that is wrong is noted; what is asked for after that is 0, "", or NULL.
 */
#pragma once

#include <json-glib/json-glib.h>

typedef struct {
    const char *path; /* for messages: "PATH:LINE:COLUMN: error: ..." */
    GQuark domain;    /* of errors */
    int code;         /* of errors of form */
    GError **error;
    gboolean failed;
    GByteArray *bytes; /* what was loaded; owned, or NULL */
    const char *text;  /* that, or what was parsed */
    gsize len;
    JsonNode *root; /* of the parser */
} ReportMembers;

/* Reads the object that is all of the file `path`: nothing but JSON, whose numbers fit, no
 * member twice, nothing deeper nested than `deepest` brackets. The object belongs to `parser`.
 * NULL: noted. */
JsonObject *report_members_load(ReportMembers *members, JsonParser *parser, guint deepest);

/* The same of a text in memory, which must outlive `members`. */
JsonObject *report_members_parse(ReportMembers *members, JsonParser *parser, const char *text,
                                 gsize len, guint deepest);

void report_members_clear(ReportMembers *members);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ReportMembers, report_members_clear)

/* Notes an error of form; with the line of the member `name` of `object`, or of the object when
 * it has none of that name. */
void report_members_fail(ReportMembers *members, const char *format, ...) G_GNUC_PRINTF(2, 3);
void report_members_fail_member(ReportMembers *members, JsonObject *object, const char *name,
                                const char *format, ...) G_GNUC_PRINTF(4, 5);

/* Notes that 'NAME' is missing or of another type. */
void report_members_fail_name(ReportMembers *members, JsonObject *object, const char *name);

/* `object` may be NULL: everything is missing then. Reals are 0 or from 1e-302 to 1e300, as
 * times and ratios are; shares besides at most 1, but for rounding; naturals not below 0. */
double report_members_real(ReportMembers *members, JsonObject *object, const char *name);
double report_members_share(ReportMembers *members, JsonObject *object, const char *name);
gint64 report_members_integer(ReportMembers *members, JsonObject *object, const char *name);
guint64 report_members_natural(ReportMembers *members, JsonObject *object, const char *name);
gboolean report_members_boolean(ReportMembers *members, JsonObject *object, const char *name);
const char *report_members_string(ReportMembers *members, JsonObject *object, const char *name);
JsonObject *report_members_object(ReportMembers *members, JsonObject *object, const char *name);
JsonArray *report_members_array(ReportMembers *members, JsonObject *object, const char *name);

/* The integer `item` of the array that is the member `name`: least..most, else noted. */
gint64 report_members_item(ReportMembers *members, JsonObject *object, const char *name,
                           JsonNode *item, gint64 least, gint64 most);

/* Whether the member is there as null. */
gboolean report_members_is_null(JsonObject *object, const char *name);

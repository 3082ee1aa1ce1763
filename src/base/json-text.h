/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The text of JSON, beside the parser: what that takes and JSON does not allow, and where a
 * member stands, which it forgets.
 */
#pragma once

#include <json-glib/json-glib.h>

/* What is wrong with the text before the parser may have a look at it: it is empty, no UTF-8,
 * has comments, numbers that JSON does not have or that no variable holds, or more than
 * `deepest` brackets in each other, as the parser goes down as deep as the text. *at becomes
 * the place, in bytes. NULL: nothing; free with g_free(). */
char *json_text_error(const char *text, gsize len, guint deepest, gsize *at);

/* Whether an object of the text, whose tree is below `root`, has a member twice: the parser
 * keeps the last one only. */
gboolean json_text_repeats(const char *text, gsize len, JsonNode *root);

/* Where the member `name` of `object`, of the tree below `root`, stands, or the object when it
 * has none of that name: bytes from the start of the text. The text was checked by the above.
 */
gsize json_text_place(const char *text, gsize len, JsonNode *root, JsonObject *object,
                      const char *name);

/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Breakpoints: their ids are the numbers of the stops.
 */
#include "src/replay/stops.h"

#include <string.h>

#include "src/dap/private.h"

/* What was set before is set anew as a whole. */
static void
clear_stops(DapAdapter *adapter, GArray *numbers)
{
    for (guint i = 0; i < numbers->len; i++)
        replay_stop_delete(adapter->session, g_array_index(numbers, guint, i), NULL);
    g_array_set_size(numbers, 0);
}

/* "3" or ">= 3": the third hit and those behind it. */
static gboolean
read_hits(const char *text, guint64 *hits, GError **error)
{
    g_autofree char *number = g_strdup(text);
    g_strstrip(number);
    const gsize sign = strspn(number, ">=");
    return g_ascii_string_to_unsigned(g_strchug(number + sign), 10, 1, G_MAXUINT32, hits, NULL) ||
           dap_refuse(error, "'%s' is no number of hits", text);
}

/* Sets a stop, and appends what became of it to the open array. `of`: where condition and
 * hitCondition are; NULL: there are none. */
static void
put_stop(DapAdapter *adapter, const ReplayStopSpec *spec, JsonObject *of, GArray *numbers,
         JsonBuilder *body)
{
    const char *hit = dap_text(of, "hitCondition");
    g_autoptr(GError) error = NULL;
    guint64 hits = 1;
    const gboolean sound = hit == NULL || *hit == '\0' || read_hits(hit, &hits, &error);
    const ReplayStop *stop = sound ? replay_stop_add(adapter->session, spec, &error) : NULL;

    json_builder_begin_object(body);
    dap_put_truth(body, "verified", stop != NULL);
    if (stop != NULL) {
        dap_put_integer(body, "id", stop->number);
        g_array_append_val(numbers, stop->number);
        if (hits > 1)
            replay_stop_ignore(adapter->session, stop->number, hits - 1, NULL);
        if (stop->kind == REPLAY_STOP_LINE) {
            dap_put_line(adapter, body, stop->line);
            dap_put_source(adapter, body, stop->file);
        }
    } else {
        dap_put_text(body, "message", error->message);
    }
    json_builder_end_object(body);
}

/* A condition, NULL for an empty one. */
static const char *
condition_of(JsonObject *object)
{
    const char *condition = dap_text(object, "condition");
    return condition != NULL && *condition != '\0' ? condition : NULL;
}

static void
begin_stops(JsonBuilder *body)
{
    json_builder_set_member_name(body, "breakpoints");
    json_builder_begin_array(body);
}

static GArray *
stops_of_source(DapAdapter *adapter, const char *file)
{
    GArray *numbers = g_hash_table_lookup(adapter->lines, file);
    if (numbers == NULL) {
        numbers = g_array_new(FALSE, FALSE, sizeof(guint));
        g_hash_table_insert(adapter->lines, g_strdup(file), numbers);
    }
    return numbers;
}

gboolean
dap_setBreakpoints(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body,
                   GError **error)
{
    const char *file = dap_source_of(adapter, dap_object(arguments, "source"));
    JsonArray *wanted = dap_array(arguments, "breakpoints");
    const guint n = wanted != NULL ? json_array_get_length(wanted) : 0;

    /* Editors set those of every file that they know. */
    if (file == NULL && n == 0) {
        begin_stops(body);
        json_builder_end_array(body);
        return TRUE;
    }
    if (file == NULL)
        return dap_refuse(error, "the trace has no such source");
    GArray *numbers = stops_of_source(adapter, file);
    clear_stops(adapter, numbers);
    begin_stops(body);
    for (guint i = 0; i < n; i++) {
        JsonObject *one = dap_item(wanted, i);
        const ReplayStopSpec spec = { .kind = REPLAY_STOP_LINE,
                                      .file = file,
                                      .line = MAX(dap_line_of(adapter, one, "line"), 0),
                                      .condition = condition_of(one) };
        put_stop(adapter, &spec, one, numbers, body);
    }
    json_builder_end_array(body);
    return TRUE;
}

gboolean
dap_setFunctionBreakpoints(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body,
                           GError **error)
{
    JsonArray *wanted = dap_array(arguments, "breakpoints");
    if (wanted == NULL)
        return dap_refuse(error, "'breakpoints' is missing");
    clear_stops(adapter, adapter->functions);
    begin_stops(body);
    for (guint i = 0; i < json_array_get_length(wanted); i++) {
        JsonObject *one = dap_item(wanted, i);
        const char *name = dap_text(one, "name");
        const ReplayStopSpec spec = { .kind = REPLAY_STOP_CALL,
                                      .call = name != NULL ? name : "",
                                      .condition = condition_of(one) };
        put_stop(adapter, &spec, one, adapter->functions, body);
    }
    json_builder_end_array(body);
    return TRUE;
}

/* `seconds`: as written, or NULL. */
static void
put_filter_stop(DapAdapter *adapter, const char *filter, const char *seconds, JsonBuilder *body)
{
    static const ReplayStopKind kinds[] = { REPLAY_STOP_WAIT, REPLAY_STOP_WARNING,
                                            REPLAY_STOP_ALARM };
    const char *text = seconds != NULL ? seconds : g_str_equal(filter, "wait") ? "0.001" : "";
    char *end;
    ReplayStopSpec spec = { .seconds = g_ascii_strtod(text, &end) };
    const char *problem = "there is no such filter";
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (!g_str_equal(filter, replay_stop_kind_name(kinds[i])))
            continue;
        spec.kind = kinds[i];
        problem = NULL;
    }
    if (problem == NULL && spec.kind != REPLAY_STOP_WARNING &&
        (end == text || *end != '\0' || !(spec.seconds >= 0) || spec.seconds > 1e300))
        problem = "the condition has to be seconds, as 0.5";
    if (problem == NULL) {
        put_stop(adapter, &spec, NULL, adapter->exceptions, body);
        return;
    }
    json_builder_begin_object(body);
    dap_put_truth(body, "verified", FALSE);
    dap_put_text(body, "message", problem);
    json_builder_end_object(body);
}

gboolean
dap_setExceptionBreakpoints(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body,
                            GError **error)
{
    JsonArray *filters = dap_array(arguments, "filters");
    JsonArray *options = dap_array(arguments, "filterOptions");
    if (filters == NULL)
        return dap_refuse(error, "'filters' is missing");
    clear_stops(adapter, adapter->exceptions);
    begin_stops(body);
    for (guint i = 0; i < json_array_get_length(filters); i++) {
        JsonNode *node = json_array_get_element(filters, i);
        const gboolean text =
            JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING;
        put_filter_stop(adapter, text ? json_node_get_string(node) : "", NULL, body);
    }
    for (guint i = 0; options != NULL && i < json_array_get_length(options); i++) {
        JsonObject *one = dap_item(options, i);
        const char *filter = dap_text(one, "filterId");
        put_filter_stop(adapter, filter != NULL ? filter : "", condition_of(one), body);
    }
    json_builder_end_array(body);
    return TRUE;
}

gboolean
dap_breakpointLocations(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body,
                        GError **error)
{
    const char *file = dap_source_of(adapter, dap_object(arguments, "source"));
    const gint64 from = dap_line_of(adapter, arguments, "line");
    const gint64 given = dap_line_of(adapter, arguments, "endLine");
    const gint64 to = given >= 0 ? given : from;
    g_autoptr(GArray) lines = file != NULL ? replay_lines(adapter->session, file, error) : NULL;

    if (file == NULL)
        return dap_refuse(error, "the trace has no such source");
    if (lines == NULL)
        return FALSE;
    begin_stops(body);
    for (guint i = 0; i < lines->len; i++) {
        const gint64 line = g_array_index(lines, gint64, i);
        if (line < from || line > to)
            continue;
        json_builder_begin_object(body);
        dap_put_line(adapter, body, line);
        json_builder_end_object(body);
    }
    json_builder_end_array(body);
    return TRUE;
}

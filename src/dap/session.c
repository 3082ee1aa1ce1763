/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The beginning and the end of a session.
 */
#include "config.h"

#include "src/dap/private.h"
#include "src/replay/run.h"

/* Seconds that somebody has to wait when the filter `wait` does not say. */
#define DEFAULT_WAIT "0.001"

static void
put_filter(JsonBuilder *body, const char *filter, const char *label, const char *description,
           const char *condition)
{
    json_builder_begin_object(body);
    dap_put_text(body, "filter", filter);
    dap_put_text(body, "label", label);
    dap_put_text(body, "description", description);
    dap_put_truth(body, "supportsCondition", condition != NULL);
    if (condition != NULL)
        dap_put_text(body, "conditionDescription", condition);
    json_builder_end_object(body);
}

gboolean
dap_initialize(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body, GError **error)
{
    static const char *const can[] = {
        "supportsConfigurationDoneRequest",
        "supportsFunctionBreakpoints",
        "supportsConditionalBreakpoints",
        "supportsHitConditionalBreakpoints",
        "supportsEvaluateForHovers",
        "supportsStepBack",
        "supportsGotoTargetsRequest",
        "supportsCompletionsRequest",
        "supportsRestartRequest",
        "supportsExceptionFilterOptions",
        "supportsExceptionInfoRequest",
        "supportsBreakpointLocationsRequest",
        "supportsLoadedSourcesRequest",
        "supportsDelayedStackTraceLoading",
        "supportsTerminateRequest",
        "supportsCancelRequest",
    };
    JsonNode *from_1 =
        arguments != NULL ? json_object_get_member(arguments, "linesStartAt1") : NULL;

    if (adapter->stage != DAP_ANY)
        return dap_refuse(error, "'initialize' comes once");
    adapter->stage = DAP_INITIALIZED;
    adapter->lines_from_0 = from_1 != NULL && !dap_truth(arguments, "linesStartAt1");
    adapter->shows_progress = dap_truth(arguments, "supportsProgressReporting");
    for (guint i = 0; i < G_N_ELEMENTS(can); i++)
        dap_put_truth(body, can[i], TRUE);
    json_builder_set_member_name(body, "exceptionBreakpointFilters");
    json_builder_begin_array(body);
    put_filter(body, "wait", "Waiting for others", "Stops after a call in which somebody waits.",
               "Seconds, " DEFAULT_WAIT " if nothing is said");
    put_filter(body, "warning", "Warnings", "Stops after a call that was warned of.", NULL);
    put_filter(body, "alarm", "Alarm", "Stops at a time of the predicted run.",
               "Seconds since the start");
    json_builder_end_array(body);
    return TRUE;
}

/* The texts of an array; free with g_strfreev(). */
static char **
read_texts(JsonArray *array)
{
    GPtrArray *texts = g_ptr_array_new();
    for (guint i = 0; array != NULL && i < json_array_get_length(array); i++) {
        JsonNode *node = json_array_get_element(array, i);
        if (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING)
            g_ptr_array_add(texts, g_strdup(json_node_get_string(node)));
    }
    g_ptr_array_add(texts, NULL);
    return (char **)g_ptr_array_free(texts, FALSE);
}

/* The member is a text, or an array of texts. */
static char **
read_list(JsonObject *object, const char *name)
{
    const char *text = dap_text(object, name);
    const char *const alone[] = { text, NULL };
    return text != NULL ? g_strdupv((char **)alone) : read_texts(dap_array(object, name));
}

gboolean
dap_launch(DapAdapter *adapter, JsonObject *arguments, JsonBuilder *body G_GNUC_UNUSED,
           GError **error)
{
    if (adapter->stage == DAP_LAUNCHED)
        return dap_refuse(error, "'launch' comes once");
    g_auto(GStrv) set = read_list(arguments, "set");
    g_auto(GStrv) source_path = read_list(arguments, "sourcePath");
    const DapLaunch launch = { dap_text(arguments, "trace"), dap_text(arguments, "params"),
                               dap_text(arguments, "topology"), (const char *const *)set,
                               (const char *const *)source_path };
    if (launch.trace == NULL || launch.params == NULL)
        return dap_refuse(error, "'launch' wants the texts 'trace' and 'params'");
    const ReplayOptions options = { .source_path = *source_path != NULL ? launch.source_path : NULL,
                                    .go_on = dap_go_on,
                                    .data = adapter };
    adapter->session = adapter->host.launch(&launch, &options, adapter->host.data, error);
    if (adapter->session == NULL)
        return FALSE;
    adapter->source_path = g_steal_pointer(&source_path);
    adapter->trace = g_strdup(launch.trace);
    adapter->stop_on_entry = dap_truth(arguments, "stopOnEntry");
    adapter->stage = DAP_LAUNCHED;
    dap_look_anew(adapter);
    return TRUE;
}

gboolean
dap_configurationDone(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED,
                      JsonBuilder *body G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
    adapter->move = adapter->stop_on_entry ? DAP_ENTER : DAP_RUN;
    return TRUE;
}

gboolean
dap_restart(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED,
            JsonBuilder *body G_GNUC_UNUSED, GError **error)
{
    if (adapter->stop_on_entry && !replay_goto(adapter->session, 0, error))
        return FALSE;
    adapter->move = adapter->stop_on_entry ? DAP_ENTER : DAP_RUN;
    return TRUE;
}

/* Whatever runs has been cancelled when this is answered (dap_go_on()). */
gboolean
dap_cancel(DapAdapter *adapter G_GNUC_UNUSED, JsonObject *arguments G_GNUC_UNUSED,
           JsonBuilder *body G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
    return TRUE;
}

gboolean
dap_terminate(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED,
              JsonBuilder *body G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
    dap_send_end(adapter);
    return TRUE;
}

gboolean
dap_disconnect(DapAdapter *adapter, JsonObject *arguments G_GNUC_UNUSED,
               JsonBuilder *body G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
    adapter->done = TRUE;
    return TRUE;
}

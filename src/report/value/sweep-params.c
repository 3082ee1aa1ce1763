/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/value/sweep-params.h"

#include <math.h>
#include <string.h>

#include "src/base/number.h"
#include "src/params/decimal.h"
#include "src/params/table.h"

/* More groups of speeds than processors there are do not help anybody. */
#define LONGEST_LIST (1 << 20)

char *
sweep_params_member(guint parameter)
{
    guint n;

    return g_strdelimit(g_strdup(params_rows(&n)[parameter].name), " ", '_');
}

static void
append_speeds(GString *out, const GArray *speeds)
{
    char number[REPORT_NUMBER_SIZE];

    for (guint i = 0; i < speeds->len; i++) {
        const ParamsSpeed *group = &g_array_index(speeds, ParamsSpeed, i);
        g_string_append_printf(out, "%s{\"count\": %" G_GINT64_FORMAT ", \"speed\": %s}",
                               i > 0 ? ", " : "", group->count,
                               report_number_exact(group->speed, number));
    }
}

static void
append_value(GString *out, const Params *params, ParamsId id)
{
    char number[REPORT_NUMBER_SIZE];
    /* The table gives places in what it may change; here they are only read. */
    const void *member = params_table_member((Params *)params, id);
    const RaterGrid *grid = member;

    switch (params_table_kind(id)) {
    case PARAMS_KIND_TYPE:
        g_string_append_printf(out, "\"%s\"", params_type_name(params));
        break;
    case PARAMS_KIND_MICROSECONDS:
    case PARAMS_KIND_POSITIVE:
        g_string_append(out, report_number_exact(*(const double *)member, number));
        break;
    case PARAMS_KIND_COUNT:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, (gint64) * (const int64_t *)member);
        break;
    case PARAMS_KIND_SPEEDS:
        g_string_append_c(out, '[');
        append_speeds(out, *(GArray *const *)member);
        g_string_append_c(out, ']');
        break;
    case PARAMS_KIND_TOPOLOGY:
        for (int d = 0; d < grid->rank; d++)
            g_string_append_printf(out, "%s%" G_GINT64_FORMAT, d > 0 ? ", " : "[",
                                   (gint64)grid->size[d]);
        g_string_append_c(out, ']');
        break;
    }
}

void
sweep_params_append(const Params *params, GString *out)
{
    g_string_append_c(out, '{');
    for (guint id = 0; id < PARAMS_N; id++) {
        if (id == PARAMS_SPEED && params->speeds->len == 0)
            continue;
        g_autofree char *name = sweep_params_member(id);
        g_string_append_printf(out, "%s\"%s\": ", id > 0 ? ", " : "", name);
        append_value(out, params, (ParamsId)id);
    }
    g_string_append_c(out, '}');
}

static gboolean
fail(GError **error, const char *name, const char *problem)
{
    g_set_error(error, PARAMS_ERROR, PARAMS_ERROR_VALUE, "parameter '%s' %s", name, problem);
    return FALSE;
}

static gboolean
is_number(JsonNode *node)
{
    return JSON_NODE_HOLDS_VALUE(node) && (json_node_get_value_type(node) == G_TYPE_DOUBLE ||
                                           json_node_get_value_type(node) == G_TYPE_INT64);
}

/* A number as a parameter file has it; `shift`: seconds become microseconds. */
static gboolean
append_number(GString *text, JsonNode *node, gboolean shift)
{
    char number[REPORT_NUMBER_SIZE];
    const double value = is_number(node) ? json_node_get_double(node) : (double)NAN;

    if (!isfinite(value) || (shift && (value < 0 || value > 1000)))
        return FALSE;
    if (shift)
        params_decimal_append_atto(text, params_decimal_seconds_to_atto(value));
    else
        g_string_append(text, report_number_exact(value, number));
    return TRUE;
}

/* "4, 2", or "2 x 1, 3 x 0.5" of objects. */
static gboolean
append_list(GString *text, JsonNode *node)
{
    JsonArray *array = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    const guint n = array != NULL ? json_array_get_length(array) : 0;

    for (guint i = 0; i < n && i < LONGEST_LIST; i++) {
        JsonNode *item = json_array_get_element(array, i);
        JsonObject *group = JSON_NODE_HOLDS_OBJECT(item) ? json_node_get_object(item) : NULL;
        JsonNode *count = group != NULL ? json_object_get_member(group, "count") : NULL;
        JsonNode *speed = group != NULL ? json_object_get_member(group, "speed") : item;
        g_string_append(text, i > 0 ? ", " : "");
        if (group != NULL && (count == NULL || !append_number(text, count, FALSE)))
            return FALSE;
        g_string_append(text, group != NULL ? " x " : "");
        if (speed == NULL || !append_number(text, speed, FALSE))
            return FALSE;
    }
    return n > 0 && n < LONGEST_LIST;
}

/* Appends what stands behind "NAME = " in a parameter file. */
static gboolean
append_file_value(GString *text, JsonNode *node, ParamsKind kind)
{
    switch (kind) {
    case PARAMS_KIND_TYPE:
        if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_STRING)
            return FALSE;
        g_string_append(text, json_node_get_string(node));
        return TRUE;
    case PARAMS_KIND_MICROSECONDS:
        return append_number(text, node, TRUE);
    case PARAMS_KIND_POSITIVE:
    case PARAMS_KIND_COUNT:
        return append_number(text, node, FALSE);
    case PARAMS_KIND_SPEEDS:
    case PARAMS_KIND_TOPOLOGY:
        g_string_append(text, "{ ");
        if (!append_list(text, node))
            return FALSE;
        g_string_append(text, " }");
        return TRUE;
    }
    g_assert_not_reached();
}

/* Sets one parameter, through the reader of parameter files, which knows all limits. */
static gboolean
read_parameter(JsonObject *object, ParamsId id, Params *params, GError **error)
{
    guint n;
    g_autofree char *name = sweep_params_member(id);
    g_autoptr(GString) text = g_string_new(params_rows(&n)[id].name);
    JsonNode *node = json_object_get_member(object, name);

    if (node == NULL && id == PARAMS_SPEED)
        return TRUE;
    if (node == NULL)
        return fail(error, name, "is missing");
    g_string_append(text, " = ");
    if (!append_file_value(text, node, params_table_kind(id)))
        return fail(error, name, "is of another type or out of range");
    return params_set(params, text->str, error);
}

Params *
sweep_params_read(JsonObject *object, GError **error)
{
    g_autoptr(Params) params = params_new();

    for (guint id = 0; id < PARAMS_N; id++)
        if (!read_parameter(object, (ParamsId)id, params, error))
            return NULL;
    if (json_object_get_size(object) > PARAMS_N - (params->speeds->len == 0 ? 1 : 0)) {
        g_set_error_literal(error, PARAMS_ERROR, PARAMS_ERROR_NAME,
                            "there are parameters that are not known");
        return NULL;
    }
    return g_steal_pointer(&params);
}

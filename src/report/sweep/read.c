/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/sweep/read.h"

#include <math.h>
#include <string.h>

#include "src/analysis/sweep/axes.h"
#include "src/analysis/sweep/best.h"
#include "src/base/members.h"
#include "src/base/number.h"
#include "src/params/decimal.h"
#include "src/params/params.h"
#include "src/report/view/losses.h"

/* Ours are five levels deep. */
#define DEEPEST_JSON 16

/* More groups of speeds than processors there are do not help anybody. */
#define LONGEST_LIST (1 << 20)

G_DEFINE_QUARK(sweep - read - error - quark, sweep_read_error)

/* A string, or NULL for null. */
static const char *
string_or_null(ReportMembers *members, JsonObject *object, const char *name)
{
    return report_members_is_null(object, name) ? NULL
                                                : report_members_string(members, object, name);
}

static gboolean
traces_equal(const SweepTrace *a, const SweepTrace *b)
{
    return g_strcmp0(a->file, b->file) == 0 && g_strcmp0(a->program, b->program) == 0 &&
           a->n_calls == b->n_calls && a->bytes == b->bytes && a->lines == b->lines &&
           a->complete == b->complete && a->rts_version == b->rts_version &&
           a->exit_code == b->exit_code && rater_grid_equal(&a->extents, &b->extents);
}

/* Positive numbers, null for a dimension over which nothing is distributed. */
static void
read_extents(ReportMembers *members, JsonObject *object, RaterGrid *extents)
{
    JsonArray *array = report_members_array(members, object, "extents");
    const guint n = array != NULL ? json_array_get_length(array) : 0;

    if (n > TOPOLOGY_MAX_RANK) {
        report_members_fail_name(members, object, "extents");
        return;
    }
    extents->rank = (int)n;
    for (guint i = 0; i < n; i++) {
        JsonNode *node = json_array_get_element(array, i);
        if (!JSON_NODE_HOLDS_NULL(node))
            extents->size[i] =
                report_members_item(members, object, "extents", node, 1, G_MAXINT64);
    }
}

/* The first file tells which trace, the others must agree. */
static void
read_trace(ReportMembers *members, JsonObject *root, Sweep *sweep)
{
    JsonObject *object = report_members_object(members, root, "trace");
    SweepTrace trace = {
        .file = (char *)report_members_string(members, object, "file"),
        .program = (char *)string_or_null(members, object, "program"),
        .n_calls = report_members_natural(members, object, "calls"),
        .bytes = report_members_natural(members, object, "bytes"),
        .lines = report_members_natural(members, object, "lines"),
        .complete = report_members_boolean(members, object, "complete"),
        .rts_version = report_members_integer(members, object, "rts_version"),
    };

    if (!report_members_is_null(object, "exit_code"))
        trace.exit_code = report_members_integer(members, object, "exit_code");
    read_extents(members, object, &trace.extents);
    if (members->failed)
        return;
    if (sweep->trace.file == NULL) {
        sweep->trace = trace;
        sweep->trace.file = g_strdup(trace.file);
        sweep->trace.program = g_strdup(trace.program);
    } else if (!traces_equal(&trace, &sweep->trace)) {
        members->code = SWEEP_READ_ERROR_TRACE;
        report_members_fail(
            members,
            "the trace %s is not the one of the files before, %s, or has changed since",
            trace.file, sweep->trace.file);
    }
}

/* The program that wrote it. */
static void
read_version(ReportMembers *members, JsonObject *root, Sweep *sweep)
{
    JsonObject *object = report_members_object(members, root, "program");
    const char *version = report_members_string(members, object, "version");

    if (!members->failed &&
        !g_ptr_array_find_with_equal_func(sweep->versions, version, g_str_equal, NULL))
        g_ptr_array_add(sweep->versions, g_strdup(version));
}

static void
read_objective(ReportMembers *members, JsonObject *root, Sweep *sweep)
{
    JsonObject *object = report_members_object(members, root, "objective");
    const char *name = report_members_string(members, object, "name");

    if (!sweep_objective_find(name, &sweep->objective))
        report_members_fail_name(members, root, "objective");
    if (!report_members_is_null(object, "floor"))
        sweep->floor = report_members_share(members, object, "floor");
}

static void
read_pop(ReportMembers *members, JsonObject *object, PopFactors *pop)
{
    pop->global_efficiency = report_members_real(members, object, "global_efficiency");
    pop->computation_scaling = report_members_real(members, object, "computation_scaling");
    pop->parallel_efficiency = report_members_share(members, object, "parallel_efficiency");
    pop->load_balance = report_members_share(members, object, "load_balance");
    pop->communication_efficiency =
        report_members_share(members, object, "communication_efficiency");
    pop->serialisation_efficiency =
        report_members_real(members, object, "serialisation_efficiency");
    pop->transfer_efficiency = report_members_real(members, object, "transfer_efficiency");
}

static void
read_result(ReportMembers *members, JsonObject *object, SweepRow *row)
{
    JsonObject *losses = report_members_object(members, object, "losses");

    row->result.execution_time = report_members_real(members, object, "execution_time");
    row->result.serial_time = report_members_real(members, object, "serial_time");
    row->result.total_time = report_members_real(members, object, "total_time");
    row->result.productive_time = report_members_real(members, object, "productive_time");
    row->result.efficiency = report_members_share(members, object, "efficiency");
    row->result.start_exit = report_members_real(members, object, "start_exit");
    row->result.start_exit_repeated =
        report_members_real(members, object, "start_exit_repeated");
    row->result.efficiency_without_start =
        report_members_share(members, object, "efficiency_without_start");
    for (SweepLoss loss = SWEEP_INSUFFICIENT; loss < SWEEP_N_LOSSES; loss++)
        row->result.losses[loss] =
            report_members_real(members, losses, report_use_name(REPORT_INSUFFICIENT + loss));
    row->report = g_strdup(string_or_null(members, object, "report"));
    row->result.has_pop = !report_members_is_null(object, "pop");
    if (row->result.has_pop)
        read_pop(members, report_members_object(members, object, "pop"), &row->result.pop);
}

/* The warnings of a row are places in the list of the file. */
static void
read_row_warnings(ReportMembers *members, JsonObject *object, JsonArray *all, Sweep *sweep,
                  SweepRow *row)
{
    JsonArray *places = report_members_array(members, object, "warnings");
    const guint n = places != NULL ? json_array_get_length(places) : 0;
    const guint n_all = all != NULL ? json_array_get_length(all) : 0;

    for (guint i = 0; i < n && !members->failed; i++) {
        JsonNode *place = json_array_get_element(places, i);
        const gint64 at = report_members_item(members, object, "warnings", place, 0,
                                              MAX((gint64)n_all, 1) - 1);
        JsonNode *text = at < (gint64)n_all ? json_array_get_element(all, (guint)at) : NULL;
        if (text == NULL || !JSON_NODE_HOLDS_VALUE(text) ||
            json_node_get_value_type(text) != G_TYPE_STRING)
            report_members_fail_name(members, object, "warnings");
        else
            sweep_add_warning(sweep, row, json_node_get_string(text));
    }
}

/* A number as a parameter file has it; `shift`: seconds become microseconds. */
static gboolean
append_number(GString *text, JsonNode *node, gboolean shift)
{
    char number[REPORT_NUMBER_SIZE];

    if (node == NULL || !JSON_NODE_HOLDS_VALUE(node) ||
        (json_node_get_value_type(node) != G_TYPE_DOUBLE &&
         json_node_get_value_type(node) != G_TYPE_INT64))
        return FALSE;
    const double value = json_node_get_double(node);
    if (!isfinite(value) || (shift && (value < 0 || value > 1000)))
        return FALSE;
    if (shift)
        params_decimal_append(text, params_decimal_scaled(value, PARAMS_ATTO_SECONDS),
                              PARAMS_ATTO_MICROSECONDS);
    else
        g_string_append(text, report_number_exact(value, number));
    return TRUE;
}

/* "{ 4, 2 }", or "{ 2 x 1, 3 x 0.5 }" of objects. */
static gboolean
append_list(GString *text, JsonNode *node)
{
    JsonArray *array = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    const guint n = array != NULL ? json_array_get_length(array) : 0;

    for (guint i = 0; i < n && n < LONGEST_LIST; i++) {
        JsonNode *item = json_array_get_element(array, i);
        JsonObject *group = JSON_NODE_HOLDS_OBJECT(item) ? json_node_get_object(item) : NULL;
        g_string_append(text, i > 0 ? ", " : "{ ");
        if (group != NULL &&
            !append_number(text, json_object_get_member(group, "count"), FALSE))
            return FALSE;
        g_string_append(text, group != NULL ? " x " : "");
        if (!append_number(text, group != NULL ? json_object_get_member(group, "speed") : item,
                           FALSE))
            return FALSE;
    }
    g_string_append(text, " }");
    return n > 0 && n < LONGEST_LIST;
}

/* Appends what stands behind "NAME = " in a parameter file. */
static gboolean
append_value(GString *text, JsonNode *node, ParamsKind kind)
{
    switch (kind) {
    case PARAMS_KIND_SPEEDS:
    case PARAMS_KIND_TOPOLOGY:
    case PARAMS_KIND_NODES:
    case PARAMS_KIND_TAPER:
        return append_list(text, node);
    case PARAMS_KIND_TYPE:
    case PARAMS_KIND_WORD:
    case PARAMS_KIND_VARIATION:
    case PARAMS_KIND_MAPPING:
        break;
    default:
        return append_number(text, node,
                             kind == PARAMS_KIND_MICROSECONDS || kind == PARAMS_KIND_TIME);
    }
    if (!JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_STRING)
        return FALSE;
    g_string_append(text, json_node_get_string(node));
    return TRUE;
}

/* Sets one parameter, through the reader of parameter files, which knows all limits. */
static void
read_parameter(ReportMembers *members, JsonObject *object, ParamsId id, Params *params)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *name = g_strdelimit(g_strdup(params_rows[id].name), " ", '_');
    g_autoptr(GString) text = g_string_new(params_rows[id].name);
    JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;

    if (node == NULL && id == PARAMS_SPEED)
        return;
    /* null: the default, which is none that can be written */
    if (node != NULL && JSON_NODE_HOLDS_NULL(node) &&
        (id == PARAMS_NODES || id == PARAMS_TAPER || id == PARAMS_GLOBAL_LINKS))
        return;
    g_string_append(text, " = ");
    if (node == NULL || !append_value(text, node, params_rows[id].kind))
        report_members_fail_member(
            members, object, name, "no sweep of this program: parameter '%s' is %s", name,
            node == NULL ? "missing" : "of another type or out of range");
    else if (!params_set(params, text->str, &cause))
        report_members_fail_member(members, object, name, "no sweep of this program: %s",
                                   cause->message);
}

/* Machines of clusters begin with the statements of their file. */
static Params *
begin_params(ReportMembers *members, JsonObject *object)
{
    g_autoptr(GError) cause = NULL;
    if (object == NULL || !json_object_has_member(object, "clusters"))
        return params_new();
    const char *text = report_members_string(members, object, "clusters");
    Params *params = params_parse("clusters", text, strlen(text), &cause);
    if (params == NULL)
        report_members_fail_member(members, object, "clusters", "no sweep of this program: %s",
                                   cause->message);
    return params != NULL ? params : params_new();
}

/* Members of clusters that their statements say: type, two times, channels, the statements. */
#define IN_STATEMENTS 5

/* Whether the parameter is to be set. */
static gboolean
is_wanted(const Params *params, ParamsId id)
{
    if (params->clusters != NULL)
        return params_is_of_clusters((int)id);
    return params_is_links(params) || !params_is_of_links(id);
}

/* Equal in every bit to what was written; parameters that are not known are an error. */
static Params *
read_params(ReportMembers *members, JsonObject *object)
{
    Params *params = begin_params(members, object);

    guint n = params->clusters != NULL ? IN_STATEMENTS : 0;
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        if (!is_wanted(params, id))
            continue;
        read_parameter(members, object, id, params);
        n++;
    }
    if (object != NULL && json_object_get_size(object) > n - (params->speeds->len == 0 ? 1 : 0))
        report_members_fail_member(
            members, object, "",
            "no sweep of this program: there are parameters that are not known");
    return params;
}

static void
read_row(ReportMembers *members, JsonObject *object, JsonArray *warnings, Sweep *sweep)
{
    const char *status = report_members_string(members, object, "status");
    const char *file = report_members_string(members, object, "parameters_file");
    JsonObject *parameters = report_members_object(members, object, "parameters");
    SweepRow *row = sweep_row_new(file, read_params(members, parameters));
    g_autoptr(GError) cause = NULL;

    g_ptr_array_add(sweep->rows, row);
    if (strcmp(status, "done") == 0) {
        row->status = SWEEP_DONE;
        if (!params_check(row->params, &cause))
            report_members_fail_member(members, object, "parameters",
                                       "no sweep of this program: %s", cause->message);
        read_result(members, object, row);
        read_row_warnings(members, object, warnings, sweep, row);
    } else if (strcmp(status, "failed") == 0) {
        row->status = SWEEP_FAILED;
        row->reason = g_strdup(report_members_string(members, object, "reason"));
    } else if (strcmp(status, "not run") != 0) {
        report_members_fail_name(members, object, "status");
    }
}

/* What part of a whole the file is: the first one tells of which, the others must agree. The
 * places of its rows, NULL when it is no part. */
static JsonArray *
read_part(ReportMembers *members, JsonObject *root, Sweep *sweep)
{
    SweepPart *all = &sweep->part;

    if (root == NULL || !json_object_has_member(root, "part"))
        return NULL;
    JsonObject *object = report_members_object(members, root, "part");
    const gint64 parts = report_members_natural(members, object, "parts");
    const gint64 number = report_members_natural(members, object, "number");
    const gint64 size = report_members_natural(members, object, "configurations");
    const char *whole = report_members_string(members, object, "whole");

    if (number < 1 || number > parts || parts > SWEEP_MOST_ROWS || size > SWEEP_MOST_ROWS)
        report_members_fail_name(members, root, "part");
    if (members->failed)
        return NULL;
    if (all->parts == 0)
        *all = (SweepPart){ (guint)parts, (guint)number, (guint)size, g_strdup(whole),
                            g_hash_table_new(NULL, NULL) };
    else if (all->parts != parts || all->size != size || strcmp(all->whole, whole) != 0)
        report_members_fail_member(members, root, "part",
                                   "this is a part of another sweep than the files before");
    g_hash_table_add(all->all, GUINT_TO_POINTER((guint)number));
    return report_members_array(members, object, "places");
}

/* The place in the whole of the row that is number `i` of the file. */
static guint
read_place(ReportMembers *members, JsonObject *root, JsonArray *places, guint i,
           const Sweep *sweep)
{
    JsonNode *node =
        i < json_array_get_length(places) ? json_array_get_element(places, i) : NULL;

    if (node != NULL)
        return (guint)report_members_item(members, root, "part", node, 1, sweep->part.size);
    report_members_fail_name(members, root, "part");
    return 0;
}

static void
read_sweep(ReportMembers *members, JsonObject *root, Sweep *sweep)
{
    const gboolean first = sweep->trace.file == NULL;

    if (strcmp(report_members_string(members, root, "format"), "predictor-sweep") != 0)
        report_members_fail(members, "this is no sweep of this program");
    if (report_members_integer(members, root, "version") != 1)
        report_members_fail(members, "this version of the sweep is not known");
    read_version(members, root, sweep);
    read_trace(members, root, sweep);
    if (first)
        read_objective(members, root, sweep);
    JsonArray *places = read_part(members, root, sweep);
    JsonArray *searches = report_members_array(members, root, "searches");
    if (!report_members_boolean(members, root, "complete") && searches != NULL)
        sweep->interrupted |= json_array_get_length(searches) > 0;
    sweep->left_out |= report_members_boolean(members, root, "grids_left_out");
    JsonArray *warnings = report_members_array(members, root, "warnings");
    JsonArray *rows = report_members_array(members, root, "configurations");
    const guint n = rows != NULL ? json_array_get_length(rows) : 0;
    for (guint i = 0; i < n && !members->failed; i++) {
        JsonNode *node = json_array_get_element(rows, i);
        if (sweep->rows->len >= SWEEP_MOST_ROWS)
            report_members_fail_member(members, root, "configurations",
                                       "more than %d configurations", SWEEP_MOST_ROWS);
        else if (JSON_NODE_HOLDS_OBJECT(node))
            read_row(members, json_node_get_object(node), warnings, sweep);
        else
            report_members_fail_name(members, root, "configurations");
        if (places != NULL && !members->failed)
            sweep_row(sweep, sweep->rows->len - 1)->place =
                read_place(members, root, places, i, sweep);
    }
}

static gboolean
read_object(ReportMembers *members, JsonObject *root, Sweep *sweep)
{
    if (root != NULL)
        read_sweep(members, root, sweep);
    return !members->failed;
}

gboolean
sweep_read_append(Sweep *sweep, const char *path, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_auto(ReportMembers) members = { .path = path,
                                      .domain = SWEEP_READ_ERROR,
                                      .code = SWEEP_READ_ERROR_FORMAT,
                                      .error = error };

    return read_object(&members, report_members_load(&members, parser, DEEPEST_JSON), sweep);
}

gboolean
sweep_read_append_text(Sweep *sweep, const char *name, const char *text, gsize len,
                       GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_auto(ReportMembers) members = { .path = name,
                                      .domain = SWEEP_READ_ERROR,
                                      .code = SWEEP_READ_ERROR_FORMAT,
                                      .error = error };

    return read_object(&members,
                       report_members_parse(&members, parser, text, len, DEEPEST_JSON), sweep);
}
